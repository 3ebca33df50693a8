package imports

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// call is a function of one file that calls a function of another.
type call struct{ from, to, text string }

// sources are all packages of ours, and what type-checks them.
type sources struct {
	files     map[string][]string // folder -> names of its files, tests left out
	positions *token.FileSet
	config    types.Config
}

// readSources has the go command compile everything that packages of ours import, and
// list their files for this system. What was imported once is imported for all.
func readSources(t *testing.T) *sources {
	t.Helper()
	list := exec.CommandContext(t.Context(), "go", "list", "-export", "-deps", "-f", "{{.ImportPath}}\t{{.Export}}\t{{join .GoFiles \" \"}}", "./...")
	list.Dir = "../.."
	var complaints bytes.Buffer
	list.Stderr = &complaints
	out, err := list.Output()
	if err != nil {
		t.Fatalf("go list: %v\n%s", err, complaints.Bytes())
	}
	s := &sources{files: make(map[string][]string), positions: token.NewFileSet()}
	exports := make(map[string]string)
	for line := range strings.Lines(string(out)) {
		fields := strings.Split(strings.TrimSpace(line)+"\t\t", "\t")
		exports[fields[0]] = fields[1]
		if name := fields[0] + "/"; strings.HasPrefix(name, module+"/") {
			folder := path.Clean(strings.TrimPrefix(name, module+"/"))
			s.files[folder] = strings.Fields(fields[2])
		}
	}
	lookup := func(name string) (io.ReadCloser, error) { return os.Open(exports[name]) }
	s.config.Importer = importer.ForCompiler(s.positions, "gc", lookup)
	return s
}

// callsBetweenFiles gives the calls between the files of a package: each function and
// each function that it calls, once. Only calls count, and functions that are passed
// on; a type that another file declares may be named anywhere.
func (s *sources) callsBetweenFiles(t *testing.T, folder string) (calls []call) {
	t.Helper()
	files, positions := s.files[folder], s.positions
	var parsed []*ast.File
	for _, name := range files {
		file, err := parser.ParseFile(positions, filepath.Join("../..", folder, name), nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		parsed = append(parsed, file)
	}
	info := &types.Info{Uses: make(map[*ast.Ident]types.Object)}
	checked, err := s.config.Check(folder, positions, parsed, info)
	if err != nil {
		t.Fatal(err)
	}
	seen := make(map[string]bool)
	for i, file := range parsed {
		for _, d := range file.Decls {
			name := "a variable"
			if f, ok := d.(*ast.FuncDecl); ok {
				name = f.Name.Name
			}
			ast.Inspect(d, func(n ast.Node) bool {
				id, ok := n.(*ast.Ident)
				if !ok {
					return true
				}
				callee, ok := info.Uses[id].(*types.Func)
				if !ok || callee.Pkg() != checked || !callee.Pos().IsValid() {
					return true
				}
				to := filepath.Base(positions.Position(callee.Pos()).Filename)
				text := fmt.Sprintf("%s: %s calls %s of %s", files[i], name, callee.Name(), to)
				if to != files[i] && !seen[text] {
					seen[text] = true
					calls = append(calls, call{files[i], to, text})
				}
				return true
			})
		}
	}
	return calls
}

// climbs gives the calls that run back up in an order of the files in which least
// do, which a package whose files can be read from the top down has none of. Files
// that nothing leads back to are taken away first; of what remains, which calls in
// circles, always the one with most calls out and fewest calls in.
func climbs(files []string, calls []call) (up []call) {
	calls = slices.Clone(calls)
	for len(files) > 0 {
		in, out := make(map[string]int), make(map[string]int)
		for _, c := range calls {
			out[c.from]++
			in[c.to]++
		}
		top := slices.MaxFunc(files, func(a, b string) int {
			if free := min(in[b], 1) - min(in[a], 1); free != 0 {
				return free
			}
			return (out[a] - in[a]) - (out[b] - in[b])
		})
		calls = slices.DeleteFunc(calls, func(c call) bool {
			if c.to == top {
				up = append(up, c)
			}
			return c.to == top || c.from == top
		})
		files = slices.DeleteFunc(slices.Clone(files), func(f string) bool { return f == top })
	}
	return up
}

// unordered are packages of which some calls still run back up.
var unordered = []string{"extract/parts"}

// The files of a package can be read from the top down: in some order of them no
// function calls one of a file above.
func TestClimbs(t *testing.T) {
	t.Parallel()
	s := readSources(t)
	some := 0
	for _, folder := range slices.Sorted(maps.Keys(s.files)) {
		calls := s.callsBetweenFiles(t, folder)
		some += len(calls)
		up := climbs(s.files[folder], calls)
		if slices.Contains(unordered, folder) {
			if len(up) == 0 {
				t.Errorf("%s can be read from the top down: it is no exception any more", folder)
			}
			continue
		}
		for _, c := range up {
			t.Errorf("%s runs back up: %s", folder, c.text)
		}
	}
	if some < 1000 {
		t.Errorf("%d calls between files of %d packages", some, len(s.files))
	}
}

func TestClimbsCheck(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		calls string // from and to, a letter a file
		want  string
	}{
		{"", ""},
		{"ab bc ac", ""},
		{"ab ac bd cd", ""},
		{"ab ba", "ba"},
		{"ab ac bc ca", "ca"},
		{"ab ab bc bc cd da", "da"},
	} {
		var calls []call
		for _, c := range strings.Fields(test.calls) {
			calls = append(calls, call{c[:1], c[1:], c})
		}
		var got []string
		for _, c := range climbs([]string{"a", "b", "c", "d"}, calls) {
			got = append(got, c.text)
		}
		if strings.Join(got, " ") != test.want {
			t.Errorf("of %q %q run back up, want %q", test.calls, got, test.want)
		}
	}
}
