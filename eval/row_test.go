package eval

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func lines(t *testing.T, rows []Row) string {
	t.Helper()
	var b strings.Builder
	for _, r := range rows {
		text, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		b.Write(text)
		b.WriteByte('\n')
	}
	return b.String()
}

// run is a row of method m with right and wrong of ten pages.
func run(m, name string, draw, right, wrong, downloads int) Row {
	var found []string
	truth := make(Truth)
	for i := range 10 {
		page := string(rune('a' + i))
		truth[page] = true
		if i < right {
			found = append(found, page)
		}
	}
	for i := range wrong {
		found = append(found, string(rune('A'+i)))
	}
	return Row{Type: name, Method: m, Choice: Random, Samples: 1, Draw: draw, Seed: 1, URLs: []string{"http://" + name + ".example/"},
		Score: Grade(found, truth), Downloads: downloads, Requests: downloads + 1, Seconds: .5}
}

func TestReadRows(t *testing.T) {
	t.Parallel()
	rows := []Row{run("m", "books", 1, 5, 0, 10), run("m", "books", 2, 0, 0, 0), run("m", "films", 1, 10, 2, 7)}
	rows[1].Error = "no such page"
	rows[2].Estimate = &Estimate{Precision: .9, Recall: 1}
	rows[2].Scopes = []ScopeScore{{Name: "folder", Chosen: true, Score: rows[2].Score}, {Name: "anywhere", Score: rows[0].Score}}
	rows[2].Cases = []string{"mixed class"}
	text := lines(t, rows)
	got, err := ReadRows(strings.NewReader(text+"\n"), "x.jsonl")
	if d := cmp.Diff(rows, got); d != "" || err != nil {
		t.Fatalf("error %v (-want +got):\n%s", err, d)
	}
	// Wherever a run is killed, the whole lines before it are kept.
	for cut := range len(text) {
		whole := strings.Count(text[:cut], "\n")
		got, err := ReadRows(strings.NewReader(text[:cut]), "x.jsonl")
		switch rest := text[:cut][strings.LastIndexByte(text[:cut], '\n')+1:]; {
		case rest == "" && err == nil && len(got) == whole:
		case json.Valid([]byte(rest)) && err == nil && len(got) == whole+1: // only its line end is missing
		case rest != "" && errors.Is(err, ErrTorn) && len(got) == whole:
		default:
			t.Fatalf("cut after %q: %d rows, error %v; want %d", rest, len(got), err, whole)
		}
	}
}

func TestReadRowsRefuses(t *testing.T) {
	t.Parallel()
	good := lines(t, []Row{run("m", "books", 1, 5, 1, 10)})
	other := lines(t, []Row{run("other", "films", 1, 5, 1, 10)})
	for _, test := range []struct{ name, text, want string }{
		{"torn within", good[:40] + "\n" + good, "x.jsonl, line 1: no row"},
		{"unknown field", strings.Replace(good, `"type"`, `"kind"`, 1), `unknown field "kind"`},
		{"another value", strings.TrimSpace(good) + " {}\n", "more than one value"},
		{"no row", "{}\n", `"type" or "method" is missing`},
		{"twice", good + "\n" + good, "line 3: draw 1 of books stands in line 1 already"},
		{"two methods", good + other, "other, 1 random sample, seed 1 among rows of m, 1 random sample, seed 1"},
		{"impossible share", strings.Replace(good, `"recall":0.5`, `"recall":1.5`, 1), "between 0 and 1"},
		{"below nothing", strings.Replace(good, `"missing":5`, `"missing":-5`, 1), "below 0"},
		{"does not add up", strings.Replace(good, `"found":6`, `"found":7`, 1), "found 7 is not right 5 and wrong 1"},
		{"impossible scope", strings.Replace(good, `"seconds"`, `"scopes":[{"name":"folder","precision":1,"recall":1,"f1":1,"found":3,"right":1,"wrong":0,"missing":0}],"seconds"`, 1), "found 3 is not right 1"},
		{"no choice", strings.Replace(good, `"random"`, `"best"`, 1), `choice "best"`},
		{"no draw", strings.Replace(good, `"draw":1`, `"draw":0`, 1), "draw 0"},
		{"endless", strings.Repeat("x", maxRow+2), "longer than"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			rows, err := ReadRows(strings.NewReader(test.text), "x.jsonl")
			if err == nil || !strings.Contains(err.Error(), test.want) || rows != nil || strings.Contains(err.Error(), "\n") {
				t.Errorf("%d rows, error %v; want one line with %q", len(rows), err, test.want)
			}
		})
	}
}

func FuzzReadRows(f *testing.F) {
	f.Add(`{"type":"a","method":"m","choice":"random","samples":1,"draw":1,"seed":1,"urls":["u"],"precision":1,"recall":1,"f1":1,"found":1,"right":1,"wrong":0,"missing":0,"downloads":1,"requests":1,"seconds":0}` + "\n{")
	f.Fuzz(func(t *testing.T, text string) {
		rows, err := ReadRows(strings.NewReader(text), "x")
		if err != nil && !errors.Is(err, ErrTorn) {
			return
		}
		again, err := ReadRows(strings.NewReader(lines(t, rows)), "x")
		if d := cmp.Diff(rows, again); d != "" || err != nil {
			t.Errorf("error %v (-want +got):\n%s", err, d)
		}
	})
}
