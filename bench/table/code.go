package table

import (
	"errors"
	"fmt"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// Code is the repository that is measured: its packages and their history.
type Code struct {
	Root string // folder

	folders map[string][]string // by package, those of all that it imports
}

// Folders are those of some packages and of all packages of ours that they
// import, relative to the root: what decides a figure.
func (c *Code) Folders(packages []string) ([]string, error) {
	var out []string
	for _, p := range packages {
		if c.folders[p] == nil {
			listed, err := c.run("go", "list", "-deps", "-f", "{{if not .Standard}}{{if .Module}}{{if .Module.Main}}{{.Dir}}{{end}}{{end}}{{end}}", "./"+p)
			if err != nil {
				return nil, err
			}
			var folders []string
			for dir := range strings.FieldsSeq(listed) {
				rel, err := filepath.Rel(c.Root, dir)
				if err != nil {
					return nil, err
				}
				folders = append(folders, filepath.ToSlash(rel))
			}
			if c.folders == nil {
				c.folders = map[string][]string{}
			}
			c.folders[p] = folders
		}
		out = append(out, c.folders[p]...)
	}
	slices.Sort(out)
	return slices.Compact(out), nil
}

// pathspecs name what counts as the code of packages: all files in their
// folders, but for tests and text, and none below.
func (c *Code) pathspecs(packages []string) ([]string, error) {
	folders, err := c.Folders(packages)
	if err != nil {
		return nil, err
	}
	specs := []string{"--", ":(exclude,glob)**/*_test.go", ":(exclude,glob)**/testdata/**", ":(exclude,glob)**/*.md"}
	for _, f := range folders {
		specs = append(specs, ":(glob)"+path.Join(f, "*"))
	}
	return specs, nil
}

// Commit gives the last commit that changed some packages or what they import,
// and whether there are changes that no commit has.
func (c *Code) Commit(packages []string) (commit string, modified bool, err error) {
	specs, err := c.pathspecs(packages)
	if err != nil {
		return "", false, err
	}
	if commit, err = c.run("git", append([]string{"log", "-1", "--format=%h", "--abbrev=7"}, specs...)...); err != nil {
		return "", false, err
	}
	status, err := c.run("git", append([]string{"status", "--porcelain"}, specs...)...)
	return commit, status != "", err
}

// errNoCommit says that the history does not reach that far back.
var errNoCommit = errors.New("no such commit in this history")

// ChangedSince lists the folders of packages, and of what they import, that were
// changed after a commit.
func (c *Code) ChangedSince(commit string, packages []string) ([]string, error) {
	if _, err := c.run("git", "merge-base", "--is-ancestor", commit, "HEAD"); err != nil {
		return nil, fmt.Errorf("%s: %w: %w", commit, errNoCommit, err)
	}
	specs, err := c.pathspecs(packages)
	if err != nil {
		return nil, err
	}
	names, err := c.run("git", append([]string{"log", "--format=", "--name-only", commit + "..HEAD"}, specs...)...)
	if err != nil {
		return nil, err
	}
	var out []string
	for name := range strings.Lines(names) {
		if name = strings.TrimSpace(name); name != "" {
			out = append(out, path.Dir(name))
		}
	}
	slices.Sort(out)
	return slices.Compact(out), nil
}

// run runs a program in the root, and gives what it says.
func (c *Code) run(program string, args ...string) (string, error) {
	cmd := exec.Command(program, args...)
	cmd.Dir = c.Root
	var told strings.Builder
	cmd.Stderr = &told
	out, err := cmd.Output()
	if err != nil {
		err = fmt.Errorf("%s %s: %w: %s", program, args[0], err, strings.TrimSpace(told.String()))
	}
	return strings.TrimSpace(string(out)), err
}
