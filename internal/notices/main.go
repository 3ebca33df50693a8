// Command notices prints what THIRD_PARTY_NOTICES holds: which modules and data
// of others are part of the verde program, and the licences they are under.
//
//	go run ./internal/notices > THIRD_PARTY_NOTICES
//
// A module counts if the program links a package of it on some system that it
// is built for. Its licences are the files that are named so, in the folders of
// those packages and above them up to the module's own.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// program is what is given to others.
const program = "./cmd/verde"

// systems are the values of GOOS that the program is built for. On each, some
// packages are linked that are not on the others.
var systems = []string{"darwin", "linux", "windows"}

// component is a module or a data set that is part of the program.
type component struct {
	name     string   // with the version
	where    string   // it is part of the program, "" if everywhere
	licences []string // files
}

func main() {
	if err := run(os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "notices:", err)
		os.Exit(1)
	}
}

func run(out io.Writer) error {
	root, err := goTool("", "", "list", "-m", "-f", "{{.Dir}}")
	if err != nil {
		return err
	}
	goroot, err := goTool("", "", "env", "GOROOT")
	if err != nil {
		return err
	}
	parts := []component{
		{"Go standard library", "", []string{filepath.Join(goroot, "LICENSE")}},
		{"WordNet 3.0", "embedded in keywords/wordnet", []string{filepath.Join(root, "keywords/wordnet/LICENSE-WordNet.txt")}},
		{"htmx 2.0.6 with its extension sse 2.2.3", "embedded in serve", []string{filepath.Join(root, "serve/LICENSE-htmx.txt"), filepath.Join(root, "serve/LICENSE-htmx-sse.txt")}},
	}
	modules, err := modulesOf(root)
	if err != nil {
		return err
	}
	return write(out, append(parts, modules...))
}

// modulesOf lists the modules that are linked, on whatever system, by name.
// What is not downloaded yet is downloaded.
func modulesOf(root string) ([]component, error) {
	on := make(map[string][]string)              // systems, by module
	licences := make(map[string]map[string]bool) // files, by module
	for _, system := range systems {
		packages, err := linked(root, system)
		if err != nil {
			return nil, err
		}
		for _, p := range packages {
			name := p.Module.name()
			if licences[name] == nil {
				licences[name] = make(map[string]bool)
			}
			if err := licencesOf(p.Dir, p.Module.Dir, licences[name]); err != nil {
				return nil, err
			}
			if !slices.Contains(on[name], system) {
				on[name] = append(on[name], system)
			}
		}
	}
	var out []component
	for name, files := range licences {
		c := component{name: name}
		if len(on[name]) < len(systems) {
			c.where = strings.Join(on[name], " and ") + " only"
		}
		for file := range files {
			c.licences = append(c.licences, file)
		}
		slices.Sort(c.licences)
		out = append(out, c)
	}
	slices.SortFunc(out, func(a, b component) int { return strings.Compare(a.name, b.name) })
	return out, nil
}

// module and dependency are what go list says of them.
type module struct {
	Path, Version, Dir string
	Main               bool
}

func (m *module) name() string { return m.Path + " " + m.Version }

type dependency struct {
	Dir    string
	Module *module
}

// linked lists the packages of other modules that are linked on a system.
func linked(root, system string) ([]dependency, error) {
	text, err := goTool(root, system, "list", "-deps", "-json=Dir,Module", program)
	if err != nil {
		return nil, err
	}
	var out []dependency
	for in := json.NewDecoder(strings.NewReader(text)); in.More(); {
		var p dependency
		if err := in.Decode(&p); err != nil {
			return nil, fmt.Errorf("go list: %w", err)
		}
		if p.Module != nil && !p.Module.Main {
			out = append(out, p)
		}
	}
	return out, nil
}

// goTool runs the go command in a folder for a system, "" for those at hand, and
// gives what it prints.
func goTool(folder, system string, args ...string) (string, error) {
	c := exec.Command("go", args...)
	c.Dir = folder
	c.Env = append(os.Environ(), "CGO_ENABLED=0") // as the program is built
	if system != "" {
		c.Env = append(c.Env, "GOOS="+system)
	}
	var complaint strings.Builder
	c.Stderr = &complaint
	out, err := c.Output()
	if err != nil {
		return "", fmt.Errorf("go %s: %w\n%s", strings.Join(args, " "), err, complaint.String())
	}
	return strings.TrimSpace(string(out)), nil
}

// licenceFile is how files are called that have to be given along.
var licenceFile = regexp.MustCompile(`(?i)^((?:un)?licen[cs]e|copying|notice|patents|copyright)`)

// thirdParty is where some modules keep the licences of code that they took in.
const thirdParty = "THIRD_PARTY_LICENSES"

// licencesOf adds the licence files of a package in folder, up to that of its
// module. A module has to have one.
func licencesOf(folder, module string, files map[string]bool) error {
	for ; ; folder = filepath.Dir(folder) {
		for _, place := range []string{folder, filepath.Join(folder, thirdParty)} {
			entries, err := os.ReadDir(place)
			if err != nil && !errors.Is(err, fs.ErrNotExist) {
				return err
			}
			for _, e := range entries {
				named := licenceFile.MatchString(e.Name()) || filepath.Base(place) == thirdParty
				if named && e.Type().IsRegular() && filepath.Ext(e.Name()) != ".go" {
					files[filepath.Join(place, e.Name())] = true
				}
			}
		}
		if folder == module || folder == filepath.Dir(folder) {
			break
		}
	}
	if len(files) == 0 {
		return fmt.Errorf("%s has no licence", module)
	}
	return nil
}

const intro = `Third-party notices

VerDE is under the Apache License 2.0 (see LICENSE). The verde program also holds
what is listed here, under the licences whose numbers stand behind it. The source
of a module is what "go mod download MODULE@VERSION" fetches, at the address that
its name is. The Public Suffix List (publicsuffix.org) in golang.org/x/net is
under the Mozilla Public License 2.0, https://mozilla.org/MPL/2.0/.

This file is made by "go run ./internal/notices".

`

// write prints the components, then the texts of their licences, each text once.
func write(out io.Writer, parts []component) error {
	var list, texts strings.Builder
	number := make(map[string]int)
	for _, c := range parts {
		fmt.Fprintf(&list, "  %s:", c.name)
		var seen []int
		for _, file := range c.licences {
			raw, err := os.ReadFile(file)
			if err != nil {
				return err
			}
			text := strings.TrimSpace(strings.ReplaceAll(string(raw), "\r\n", "\n"))
			if number[text] == 0 {
				number[text] = len(number) + 1
				fmt.Fprintf(&texts, "\n%s\n[%d] %s of %s\n%[1]s\n\n%[5]s\n", rule, number[text], filepath.Base(file), c.name, text)
			}
			if n := number[text]; !slices.Contains(seen, n) {
				seen = append(seen, n)
				fmt.Fprintf(&list, " [%d]", n)
			}
		}
		if c.where != "" {
			fmt.Fprintf(&list, " (%s)", c.where)
		}
		list.WriteByte('\n')
	}
	_, err := io.WriteString(out, intro+list.String()+texts.String())
	return err
}

// rule parts the texts.
var rule = strings.Repeat("=", 80)
