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
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// call is a function of one file that calls a function of another.
type call struct{ from, to, text string }

// callsBetweenFiles type-checks a package of ours and gives the calls between its
// files, tests left out: each function and each function that it calls, once.
// Only calls count, and functions that are passed on; a type that another file
// declares may be named anywhere.
func callsBetweenFiles(t *testing.T, folder string) (files []string, calls []call) {
	t.Helper()
	list := exec.CommandContext(t.Context(), "go", "list", "-export", "-deps", "-f", "{{.ImportPath}}\t{{.Export}}", "./"+folder)
	list.Dir = "../.."
	var complaints bytes.Buffer
	list.Stderr = &complaints
	out, err := list.Output()
	if err != nil {
		t.Fatalf("go list: %v\n%s", err, complaints.Bytes())
	}
	exports := make(map[string]string)
	for line := range strings.Lines(string(out)) {
		name, file, _ := strings.Cut(strings.TrimSpace(line), "\t")
		exports[name] = file
	}
	positions := token.NewFileSet()
	lookup := func(name string) (io.ReadCloser, error) { return os.Open(exports[name]) }
	names, err := filepath.Glob(filepath.Join("../..", folder, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	var parsed []*ast.File
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(positions, name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		parsed, files = append(parsed, file), append(files, filepath.Base(name))
	}
	info := &types.Info{Uses: make(map[*ast.Ident]types.Object)}
	config := types.Config{Importer: importer.ForCompiler(positions, "gc", lookup)}
	checked, err := config.Check(folder, positions, parsed, info)
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
	return files, calls
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

// Packages whose files can be read from the top down: in some order of them no
// function calls one of a file above.
func TestClimbs(t *testing.T) {
	t.Parallel()
	for _, folder := range []string{".", "evidence", "known", "judge", "harvest", "siteexpand", "siteexpand/site", "siteexpand/ssup", "siteexpand/indesit", "siteexpand/gpp", "siteexpand/classes", "siteexpand/urlclass", "siteexpand/focused", "extract/leaves", "extract/align", "extract", "values", "query", "integrate", "catalog", "serve", "cmd/verde"} {
		t.Run(folder, func(t *testing.T) {
			t.Parallel()
			files, calls := callsBetweenFiles(t, folder)
			if len(files) < 2 || len(calls) == 0 {
				t.Errorf("%d files with %d calls between them", len(files), len(calls))
			}
			for _, c := range climbs(files, calls) {
				t.Errorf("runs back up: %s", c.text)
			}
		})
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
