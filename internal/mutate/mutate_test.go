package main

import (
	"fmt"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

const program = `package p

const (
	share = .5
	most  = 8
	name  = "8" + "9"
)

func f(a, b int) bool {
	x := 7
	return a < b && a+x != 3 || "p"+string(rune(a)) == ""
}
`

func TestMutate(t *testing.T) {
	t.Parallel()
	list, err := mutate("p.go", []byte(program))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, m := range list {
		got = append(got, fmt.Sprintf("%s %s %s", m.place(), m.from, m.to))
		if _, err := parser.ParseFile(token.NewFileSet(), "p.go", m.source, 0); err != nil {
			t.Errorf("%s: %v", m.place(), err)
		}
	}
	slices.Sort(got)
	want := []string{"p.go:11:11 < <=", "p.go:11:11 < >=", "p.go:11:15 && ||", "p.go:11:19 + -", "p.go:11:22 != ==", "p.go:11:27 || &&", "p.go:11:50 == !=",
		"p.go:4:10 .5 0.625", "p.go:5:10 8 10"}
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("\n got %q\nwant %q", got, want)
	}
}

// A decision that a test holds is found to be held, another is not.
func TestRun(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod":      "module p\n\ngo 1.24\n",
		"p.go":        "package p\n\n// Held is.\nfunc Held(n int) bool { return n > 3 }\n\n// Loose is.\nfunc Loose(n int) bool { return n == 3 }\n",
		"p_test.go":   "package p\n\nimport \"testing\"\n\nfunc TestHeld(t *testing.T) {\n\tif Held(3) || !Held(4) {\n\t\tt.Error()\n\t}\n}\n",
		"notes.txt":   "",
		"q/broken.go": "package",
	} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(dir)
	if survived, err := run(t.Context(), []string{"-n", "0", "."}); survived != 1 || err != nil {
		t.Errorf("%d survived, %v; want the one of Loose", survived, err)
	}
	for _, args := range [][]string{{"./q"}, {"./none"}, {"-only", "nowhere", "."}, {}} {
		if _, err := run(t.Context(), args); err == nil {
			t.Errorf("%q: no error", args)
		}
	}
}
