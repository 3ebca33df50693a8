package table

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Numbers keep their digits, and texts that look like none are texts.
func TestValue(t *testing.T) {
	t.Parallel()
	for text, want := range map[Value]string{"0.950": "0.950", "12": "12", "-1.5": "-1.5", ".95": `".95"`, "007": `"007"`, "1.00 / 0.99": `"1.00 / 0.99"`, "": `""`} {
		data, err := json.Marshal(text)
		if err != nil || string(data) != want {
			t.Errorf("%q is written as %s, error %v", text, data, err)
		}
		var back Value
		if err := json.Unmarshal(data, &back); err != nil || back != text {
			t.Errorf("%s is read as %q, error %v", data, back, err)
		}
	}
}

func TestStore(t *testing.T) {
	t.Parallel()
	s := Store(filepath.Join(t.TempDir(), "rows"))
	if rows, err := s.Read("x"); err != nil || rows != nil {
		t.Errorf("%d rows of a table that nothing was measured of, error %v", len(rows), err)
	}
	rows := Put(nil, Row{Commit: "a", Figures: Figures{"type": "one", "F1": "0.90"}}, []string{"type"})
	rows = Put(rows, Row{Commit: "a", Figures: Figures{"type": "two", "F1": "0.80"}}, []string{"type"})
	rows = Put(rows, Row{Commit: "b", Command: "x > y", Figures: Figures{"type": "one", "F1": "0.95"}}, []string{"type"})
	if err := s.Write("x", rows); err != nil {
		t.Fatal(err)
	}
	got, err := s.Read("x")
	if d := cmp.Diff(rows, got); err != nil || d != "" || len(got) != 2 || got[0].Commit != "b" {
		t.Errorf("error %v (-written +read):\n%s", err, d)
	}
	if err := os.WriteFile(s.file("x"), []byte(`{"figures":{},"typo":1}`), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Read("x"); err == nil || !strings.Contains(err.Error(), "line 1") {
		t.Errorf("error %v", err)
	}
}

func TestMarkdown(t *testing.T) {
	t.Parallel()
	x := &Table{Name: "x", Columns: []string{"type", "F1"}, Key: []string{"type"}, Bold: "F1"}
	rows := []Row{
		{Commit: "aaa", Date: "2026-01-02", Machine: "m", Command: "c", Figures: Figures{"type": "a|b", "F1": "0.9"}},
		{Commit: "bbb", Date: "2026-01-03", Machine: "m", Command: "c", Versions: map[string]string{"Go": "1.26"}, Figures: Figures{"type": "c"}},
	}
	want := `| type | F1 | commit |
| --- | --- | --- |
| a\|b | **0.9** | aaa † |
| c |  | bbb |

- ` + "`c`" + `: 2026-01-02, m
- ` + "`c`" + `: 2026-01-03, m, Go 1.26

† **Older than the code**: since then page, siteexpand changed.
`
	if d := cmp.Diff(want, x.Markdown(rows, Ages{"x": {"aaa": {"siteexpand", "page"}}})); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	if got := x.Markdown(nil, nil); !strings.Contains(got, "go run ./bench/run x") {
		t.Errorf("without rows: %s", got)
	}
}

func TestChanges(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		packages []string
		want     string
	}{
		{[]string{"siteexpand/focused", "page", "siteexpand"}, "page, siteexpand"},
		{[]string{"."}, "verde"},
		{[]string{"page", "values", "fetch/warc", "fetch", "query", "known"}, "packages in 5 folders"},
	} {
		if got := changes(test.packages); got != test.want {
			t.Errorf("changes(%q) = %q, not %q", test.packages, got, test.want)
		}
	}
}

// repository makes one of a package high that imports low, and of another.
func repository(t *testing.T) *Code {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("no git")
	}
	c := &Code{Root: t.TempDir()}
	write(t, c, "go.mod", "module example.org/x\n\ngo 1.26\n")
	write(t, c, "low/a.go", "package low\n")
	write(t, c, "high/a.go", "package high\n\nimport _ \"example.org/x/low\"\n")
	write(t, c, "other/a.go", "package other\n")
	git(t, c, "init", "-q")
	commit(t, c)
	return c
}

func write(t *testing.T, c *Code, name, text string) {
	t.Helper()
	file := filepath.Join(c.Root, name)
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func git(t *testing.T, c *Code, args ...string) string {
	t.Helper()
	out, err := c.run("git", args...)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// commit commits everything and gives the commit's name.
func commit(t *testing.T, c *Code) string {
	t.Helper()
	git(t, c, "add", "-A")
	git(t, c, "-c", "user.name=x", "-c", "user.email=x@example.org", "commit", "-q", "-m", "x")
	return git(t, c, "log", "-1", "--format=%h", "--abbrev=7")
}

// Code is as old as the last change of it or of what it imports; tests and other
// packages do not count.
func TestCode(t *testing.T) {
	t.Parallel()
	c := repository(t)
	first := git(t, c, "log", "-1", "--format=%h", "--abbrev=7")
	write(t, c, "other/a.go", "package other // changed\n")
	write(t, c, "low/a_test.go", "package low\n")
	commit(t, c)
	if got, modified, err := c.Commit([]string{"high"}); err != nil || got != first || modified {
		t.Errorf("commit %s, modified %v, error %v, want %s", got, modified, err, first)
	}
	if changed, err := c.ChangedSince(first, []string{"high"}); err != nil || len(changed) > 0 {
		t.Errorf("changed are %q, error %v", changed, err)
	}
	write(t, c, "low/a.go", "package low // changed\n")
	if _, modified, err := c.Commit([]string{"high"}); err != nil || !modified {
		t.Errorf("modified %v, error %v", modified, err)
	}
	second := commit(t, c)
	if got, modified, err := c.Commit([]string{"high"}); err != nil || got != second || modified {
		t.Errorf("commit %s, modified %v, error %v, want %s", got, modified, err, second)
	}
	x := &Table{Name: "x", Packages: []string{"high"}}
	rows := []Row{{Commit: first}, {Commit: second}}
	age, err := c.Age(x, rows)
	if d := cmp.Diff(map[string][]string{first: {"low"}}, age); err != nil || d != "" {
		t.Errorf("error %v (-want +got):\n%s", err, d)
	}
	ages := Ages{"x": age}
	if !ages.Older("x", rows[0]) || ages.Older("x", rows[1]) || ages.Older("y", rows[0]) || !ages.Older("x", Row{Commit: second, Modified: true}) {
		t.Errorf("ages %v", ages)
	}
	// A commit that the history lacks is told, and its rows count as older.
	unknown, err := c.Age(x, []Row{{Commit: second}, {Commit: "0000000"}})
	if d := cmp.Diff(map[string][]string{"0000000": {}}, unknown); err != nil || d != "" {
		t.Errorf("error %v (-want +got):\n%s", err, d)
	}
	lacking := Ages{"x": unknown, "y": age}
	if d := cmp.Diff(map[string][]string{"x": {"0000000"}}, lacking.Unknown()); d != "" || !lacking.Older("x", Row{Commit: "0000000"}) || lacking.Older("x", rows[1]) {
		t.Errorf("ages %v (-want +got):\n%s", lacking, d)
	}
	if text := x.origins([]Row{{Commit: second}, {Commit: "0000000"}}, lacking); !strings.Contains(text, "this history lacks 0000000.") || strings.Contains(text, "changed since") {
		t.Errorf("origins %q", text)
	}
	if _, err := c.ChangedSince("0000000", x.Packages); err == nil || !strings.Contains(err.Error(), "no such commit") {
		t.Errorf("error %v", err)
	}
	file := filepath.Join(t.TempDir(), "ages.json")
	if err := ages.Write(file); err != nil {
		t.Fatal(err)
	}
	if back, err := ReadAges(file); err != nil || cmp.Diff(ages, back) != "" {
		t.Errorf("ages are read as %v, error %v", back, err)
	}
}

// What was measured of this code is not measured again; of other code, of changed
// code, or when it is wanted, it is.
func TestSkip(t *testing.T) {
	t.Parallel()
	c := repository(t)
	store := Store(filepath.Join(t.TempDir(), "rows"))
	run := func() *Run {
		r := &Run{Table: &Table{Name: "x", Columns: []string{"type", "F1"}, Key: []string{"type"}, Packages: []string{"high"}}, Store: store, Code: c}
		if err := r.Begin(t.TempDir()); err != nil {
			t.Fatal(err)
		}
		return r
	}
	skip := func(r *Run, want bool) {
		t.Helper()
		if got, err := r.Skip(Figures{"type": "one"}); err != nil || got != want {
			t.Errorf("skip %v, error %v, want %v", got, err, want)
		}
	}
	r := run()
	skip(r, false)
	if err := r.Put("command", Figures{"type": "one", "F1": "0.5", "seconds": "3"}, "scipy", "1.16"); err != nil {
		t.Fatal(err)
	}
	skip(r, true)
	r.Again = true
	skip(r, false)
	r.Only = "two"
	skip(r, true)
	write(t, c, "low/a.go", "package low // changed\n")
	skip(run(), false)
	commit(t, c)
	skip(run(), false)
	rows, err := store.Read("x")
	if err != nil || len(rows) != 1 || rows[0].Commit == "" || rows[0].Figures["F1"] != "0.5" || rows[0].Figures["seconds"] != "" || rows[0].Command != "command" || rows[0].Versions["scipy"] != "1.16" || rows[0].Versions["Go"] == "" || rows[0].Machine == "" {
		t.Errorf("rows %+v, error %v", rows, err)
	}
}

// Once all of a table is measured, rows of other code go; after a part of it, or
// when it was broken off, they stay.
func TestRowsOfOtherCode(t *testing.T) {
	t.Parallel()
	c := repository(t)
	broken := errors.New("broken off")
	for _, x := range []struct {
		name, only string
		err        error
		want       int
	}{{"all", "", nil, 1}, {"a part", "new", nil, 2}, {"broken off", "", broken, 2}} {
		store := Store(filepath.Join(t.TempDir(), "rows"))
		if err := store.Write("x", []Row{{Commit: "0000000", Figures: Figures{"type": "old"}}}); err != nil {
			t.Fatal(err)
		}
		r := &Run{Table: &Table{Name: "x", Columns: []string{"type"}, Key: []string{"type"}, Packages: []string{"high"}}, Store: store, Code: c, Only: x.only}
		r.Table.Measure = func(context.Context, *Run) error {
			return errors.Join(r.Put("command", Figures{"type": "new"}), x.err)
		}
		if err := r.Begin(t.TempDir()); err != nil {
			t.Fatal(err)
		}
		if err := r.Measure(t.Context()); !errors.Is(err, x.err) {
			t.Fatal(err)
		}
		if rows, err := store.Read("x"); err != nil || len(rows) != x.want || rows[len(rows)-1].Figures["type"] != "new" {
			t.Errorf("%s: rows %+v, error %v", x.name, rows, err)
		}
	}
}

// A figure in a text is of exactly one row, with its commit.
func TestFigure(t *testing.T) {
	t.Parallel()
	x := &Table{Name: "t"}
	rows := []Row{{Commit: "a1", Figures: Figures{"a": "x", "F": "1.0"}}, {Commit: "b2", Figures: Figures{"a": "y", "F": "2.0"}}}
	if v, err := x.Figure(rows, "F", []string{"a", "y"}); err != nil || v != "2.0" {
		t.Errorf("figure %s, error %v", v, err)
	}
	if c, err := x.CommitOf(rows, []string{"a", "y"}, Ages{"t": {"b2": {"extract"}}}); err != nil || c != "b2 †" {
		t.Errorf("commit %s, error %v", c, err)
	}
	for _, of := range [][]string{nil, {"a", "z"}} {
		if _, err := x.Figure(rows, "F", of); err == nil {
			t.Errorf("%q: no error for a row that is not the only one", of)
		}
	}
	if _, err := x.Figure(rows, "G", []string{"a", "x"}); err == nil {
		t.Error("no error for a figure that is not there")
	}
}
