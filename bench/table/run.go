package table

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"
)

// Need is something that a measurement takes and the repository does not hold:
// the environment variable that names it, and what it is.
type Need struct{ Variable, What string }

// What measurements need.
var (
	Corpora   = Need{"VERDE_CORPORA", "a folder with swde/, swde-truth/, articles/, serp/ and sites/"}
	Sites     = Need{"VERDE_SITES", "a folder with the files of the sites that $VERDE_CORPORA/sites/sites.json describes"}
	Webbox    = Need{"VERDE_WEBBOX", "the program webbox, which generates webs"}
	Templates = Need{"VERDE_WEBBOX_TEMPLATES", "a folder with another family of templates for webbox"}
	Nginx     = Need{"VERDE_NGINX", "the program nginx"}
	Python    = Need{"VERDE_PYTHON", "a Python that has scipy"}
)

// Missing lists what a table needs and the environment does not name, or names
// and is not there.
func (t *Table) Missing() []string {
	var out []string
	for _, n := range t.Needs {
		value := os.Getenv(n.Variable)
		_, err := os.Stat(value)
		if _, found := exec.LookPath(value); err != nil && found != nil {
			out = append(out, fmt.Sprintf("%s (%s)", n.Variable, n.What))
		}
	}
	return out
}

// Run measures one table.
type Run struct {
	Table   *Table
	Store   Store
	Code    *Code
	Work    string    // folder for what is made on the way; a run that is broken off finds it again
	Tell    io.Writer // progress
	Again   bool      // measure also what was measured of this code
	Only    string    // measure only rows with a figure of their key that contains this
	Program func(ctx context.Context) (string, error)

	commit   string
	modified bool
}

// Path is a file or folder below what a need names.
func (n Need) Path(parts ...string) string {
	return filepath.Join(append([]string{os.Getenv(n.Variable)}, parts...)...)
}

// Begin finds out which code is measured, and makes a folder below work for what
// is made of this code on the way.
func (r *Run) Begin(work string) (err error) {
	if r.commit, r.modified, err = r.Code.Commit(r.Table.Packages); err != nil {
		return err
	}
	if work, err = filepath.Abs(work); err != nil {
		return err
	}
	r.Work = filepath.Join(work, r.commit)
	if r.modified {
		r.Work = filepath.Join(work, "modified")
		if err := os.RemoveAll(r.Work); err != nil { // of other changes
			return err
		}
	}
	return os.MkdirAll(r.Work, 0o755)
}

// Skip reports whether a row need not be measured: it is not wanted, or one of
// the same was measured of this code.
func (r *Run) Skip(f Figures) (bool, error) {
	if !slices.ContainsFunc(r.Table.Key, func(column string) bool { return strings.Contains(string(f[column]), r.Only) }) {
		return true, nil
	}
	rows, err := r.Store.Read(r.Table.Name)
	return !r.Again && !r.modified && slices.ContainsFunc(rows, func(o Row) bool {
		return o.Figures.Is(f, r.Table.Key) && o.Commit == r.commit && !o.Modified
	}), err
}

// Measure measures the table. Once all of it is measured, rows that other code
// measured are removed: nothing makes them any more.
func (r *Run) Measure(ctx context.Context) error {
	if err := r.Table.Measure(ctx, r); err != nil || r.Only != "" {
		return err
	}
	rows, err := r.Store.Read(r.Table.Name)
	if err != nil {
		return err
	}
	return r.Store.Write(r.Table.Name, slices.DeleteFunc(rows, func(o Row) bool { return o.Commit != r.commit || o.Modified != r.modified }))
}

// Put keeps a row of figures at once, in place of an earlier one of the same
// thing, and of them those that have a column. The command is the one that makes
// it, by the names of what it needs; versions are pairs of a program that is
// measured beside, and its version.
func (r *Run) Put(command string, f Figures, versions ...string) error {
	f = maps.Clone(f)
	maps.DeleteFunc(f, func(column string, _ Value) bool { return !slices.Contains(r.Table.Columns, column) })
	rows, err := r.Store.Read(r.Table.Name)
	if err != nil {
		return err
	}
	row := Row{Commit: r.commit, Modified: r.modified, Date: time.Now().UTC().Format(time.DateOnly), Machine: Machine(), Command: command,
		Versions: map[string]string{"Go": strings.TrimPrefix(runtime.Version(), "go")}, Figures: f}
	for i := 0; i+1 < len(versions); i += 2 {
		row.Versions[versions[i]] = versions[i+1]
	}
	return r.Store.Write(r.Table.Name, Put(rows, row, r.Table.Key))
}

// Machine says what it is measured on.
func Machine() string {
	text, _ := os.ReadFile("/proc/cpuinfo") // no Linux: the name is left out
	name := ""
	for line := range strings.Lines(string(text)) {
		if key, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(key) == "model name" {
			name = ", " + strings.TrimSpace(value)
		}
	}
	return fmt.Sprintf("%d processors%s, %s/%s", runtime.NumCPU(), name, runtime.GOOS, runtime.GOARCH)
}

// incomplete is the exit code of verde for a result that lacks something and
// says so, as is to be expected of webs with dead links.
const incomplete = 3

// Verde runs the program of the code that is measured, and gives its output.
func (r *Run) Verde(ctx context.Context, env []string, args ...string) (string, error) {
	program, err := r.Program(ctx)
	if err != nil {
		return "", err
	}
	cmd := exec.CommandContext(ctx, program, args...)
	cmd.Env = append(os.Environ(), env...)
	var told bytes.Buffer
	cmd.Stderr = &told
	cmd.Dir = r.Work
	out, err := cmd.Output()
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) && exit.ExitCode() == incomplete {
		err = nil
	}
	if err != nil {
		return "", fmt.Errorf("verde %s: %w: %.2000s", strings.Join(args, " "), err, told.Bytes())
	}
	return string(out), nil
}

// Go runs the go command in the root, and gives its output.
func (r *Run) Go(ctx context.Context, args ...string) (string, error) {
	return r.GoWith(ctx, nil, args...)
}

// GoWith is Go with more variables, NAME=VALUE, in the environment.
func (r *Run) GoWith(ctx context.Context, env []string, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir, cmd.Env = r.Code.Root, append(os.Environ(), env...)
	out, err := cmd.CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("go %s: %w: %.2000s", strings.Join(args, " "), err, out)
	}
	return string(out), nil
}

// Sayf tells how far it is.
func (r *Run) Sayf(format string, args ...any) {
	fmt.Fprintf(r.Tell, "%s: %s\n", r.Table.Name, fmt.Sprintf(format, args...))
}
