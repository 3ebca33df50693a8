package main

import (
	"bytes"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"verde/bench/table"
)

// The pages are what their texts make of the rows, and no others stand beside them.
func TestResults(t *testing.T) {
	t.Parallel()
	b := &bench{dir: "..", store: "../rows"}
	pages, err := b.markdown()
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range pages {
		got, err := os.ReadFile("../" + name)
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(string(want), string(got)); d != "" {
			t.Errorf("go run ./bench/run results makes another %s (-rows and text +file):\n%.4000s", name, d)
		}
	}
	there, err := filepath.Glob("../results/*")
	if err != nil || len(there) != len(pages)-1 || pages[front] == nil {
		t.Errorf("%d pages, and the folder has %q, error %v", len(pages), there, err)
	}
}

var (
	actions     = regexp.MustCompile(`(?s)\{\{.*?\}\}`)
	definitions = regexp.MustCompile(`(?s)\n## Definitions\n.*`)
	code        = regexp.MustCompile("`[^`]*`")
	named       = regexp.MustCompile(`\b[A-Za-z]+[0-9]+\b`) // F1
	figureOwn   = regexp.MustCompile(`[^\n]*[0-9][^\n]*`)
)

// ownFigures are the lines of a text that have figures which are of no row. The
// definitions at the end may have them, and code.
func ownFigures(text string) []string {
	text = definitions.ReplaceAllString(text, "\n")
	for _, r := range []*regexp.Regexp{actions, code, named} {
		text = r.ReplaceAllString(text, "")
	}
	return figureOwn.FindAllString(text, -1)
}

func TestNoFigureInProse(t *testing.T) {
	t.Parallel()
	for name, text := range readTexts(t) {
		for _, line := range ownFigures(text) {
			t.Errorf("%s: a figure of its own, which is a row's to have: %s", name, line)
		}
	}
	for text, want := range map[string]int{"F1 is good": 0, "F1 is .9": 1, "`-n 40`": 0, "{{figure \"a\" \"9\"}} of ten": 0,
		"\n## Definitions\n.9\n": 0, "\n## Next\nabout 1 in 3\nand 4\n": 2} {
		if got := ownFigures(text); len(got) != want {
			t.Errorf("%q has figures %q, want %d", text, got, want)
		}
	}
}

// readTexts gives the texts of all pages, by their names.
func readTexts(t *testing.T) map[string]string {
	t.Helper()
	files, err := texts.ReadDir("pages")
	if err != nil || len(files) == 0 {
		t.Fatalf("%d texts, error %v", len(files), err)
	}
	out := map[string]string{}
	for _, f := range files {
		text, err := texts.ReadFile("pages/" + f.Name())
		if err != nil {
			t.Fatal(err)
		}
		out[f.Name()] = string(text)
	}
	return out
}

// Each table has its place in the text and a name of its own, each file of rows
// its table, and each row what tells it from the others.
func TestTables(t *testing.T) {
	t.Parallel()
	names, text := map[string]bool{}, strings.Join(slices.Collect(maps.Values(readTexts(t))), "\n")
	for _, x := range tables() {
		if names[x.Name] {
			t.Errorf("two tables %s", x.Name)
		}
		names[x.Name] = true
		if n := strings.Count(text, `{{table "`+x.Name+`"}}`); n != 1 {
			t.Errorf("%s has %d places in the texts, not one", x.Name, n)
		}
		if x.Measure == nil || len(x.Packages) == 0 || x.About == "" || len(x.Key) == 0 {
			t.Errorf("%s lacks packages, what it is about, a key, or what measures it", x.Name)
		}
		for _, c := range append(slices.Clone(x.Key), x.Bold) {
			if c != "" && !slices.Contains(x.Columns, c) {
				t.Errorf("%s has no column %q", x.Name, c)
			}
		}
		rows, err := table.Store("../rows").Read(x.Name)
		if err != nil {
			t.Error(err)
		}
		for i, r := range rows {
			if slices.ContainsFunc(rows[:i], func(o table.Row) bool { return o.Figures.Is(r.Figures, x.Key) }) {
				t.Errorf("%s has two rows of %v", x.Name, r.Figures)
			}
			for column := range r.Figures {
				if !slices.Contains(x.Columns, column) {
					t.Errorf("%s shows no column %q", x.Name, column)
				}
			}
			if r.Commit == "" || r.Date == "" || r.Machine == "" || r.Command == "" || len(r.Figures) == 0 {
				t.Errorf("%s: a row lacks where it comes from: %+v", x.Name, r)
			}
		}
	}
	files, err := filepath.Glob("../rows/*.jsonl")
	if err != nil || len(files) == 0 {
		t.Fatalf("%d files of rows, error %v", len(files), err)
	}
	for _, file := range files {
		if name := strings.TrimSuffix(filepath.Base(file), ".jsonl"); !names[name] {
			t.Errorf("%s is of no table", file)
		}
	}
}

func TestChoose(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		names string
		want  string // the first and how many
		n     int
	}{
		{"results", "", 0}, {"expand-types", "expand-types", 1}, {"judging judging", "judging", 1}, {"verticals", "verticals", 2},
	} {
		got, err := choose(strings.Fields(c.names))
		if err != nil || len(got) != c.n || c.n > 0 && got[0].Name != c.want {
			t.Errorf("%s: %d tables, error %v", c.names, len(got), err)
		}
	}
	if _, err := choose([]string{"dance"}); err == nil || !strings.Contains(err.Error(), `"dance"`) {
		t.Errorf("error %v", err)
	}
	if all, err := choose([]string{"all"}); err != nil || len(all) != len(tables()) {
		t.Errorf("all are %d of %d, error %v", len(all), len(tables()), err)
	}
}

// What failed counts more than what was left out, and wrong usage is told as such.
func TestExitCode(t *testing.T) {
	t.Parallel()
	_, unknown := choose([]string{"dance"})
	for want, err := range map[int]error{0: nil, 1: errors.Join(errIncomplete, errors.New("x")), 2: unknown, 3: errors.Join(errIncomplete, errIncomplete)} {
		if got := exitCode(err); got != want {
			t.Errorf("%v ends with %d, want %d", err, got, want)
		}
	}
	cmd := command()
	cmd.SetArgs([]string{"--dance"})
	if err := cmd.Execute(); exitCode(err) != 2 {
		t.Errorf("an unknown flag ends with %d: %v", exitCode(err), err)
	}
}

// Without data a table is left out and told, with an error of its own; the list
// is there all the same.
func TestWithoutData(t *testing.T) {
	for _, n := range []string{"VERDE_CORPORA", "VERDE_SITES", "VERDE_WEBBOX", "VERDE_WEBBOX_TEMPLATES", "VERDE_BENCH_DATABASE", "VERDE_NGINX", "VERDE_PYTHON"} {
		t.Setenv(n, "")
	}
	for _, x := range tables() {
		if missing := x.Missing(); len(missing) != len(x.Needs) {
			t.Errorf("%s misses %q", x.Name, missing)
		}
	}
	b := &bench{dir: "..", store: "../rows"}
	var out bytes.Buffer
	if err := b.list(&out); err != nil {
		t.Fatal(err)
	}
	if !regexp.MustCompile(`(?m)^expand-types .*VERDE_CORPORA VERDE_SITES$`).Match(out.Bytes()) {
		t.Errorf("list:\n%s", out.String())
	}
}
