package eval

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// scored makes a row with this F1 of a type of the site.
func scored(site, kind string, draw int, f1 float64) Row {
	return Row{Type: kind, Method: "m", Choice: Random, Samples: 1, Draw: draw, URLs: []string{"http://" + site + ".example/" + kind},
		Score: Score{Precision: f1, Recall: f1, F1: f1, Found: 1, Right: 1}, Downloads: 2}
}

func TestFolds(t *testing.T) {
	t.Parallel()
	var rows []Row
	for i := range 7 {
		site := fmt.Sprint("s", i)
		rows = append(rows, scored(site, site+"-books", 1, .5), scored(site, site+"-books", 2, .7), scored(site, site+"-tools", 1, .9))
	}
	folds, err := Folds(rows, 3)
	if err != nil {
		t.Fatal(err)
	}
	types := 0
	for _, f := range folds {
		if n := len(f.Sites); n < 2 || n > 3 {
			t.Errorf("a fold has %d of 7 sites", n)
		}
		if len(f.Types) != 2*len(f.Sites) {
			t.Errorf("sites %v with the types %v: all types of a site are in its fold", f.Sites, f.Types)
		}
		types += len(f.Types)
		if w := f.Worst(); !strings.HasSuffix(w.Type, "books") || w.Mean.F1 < .59 || w.Mean.F1 > .61 {
			t.Errorf("worst is %s with %.2f", w.Type, w.Mean.F1)
		}
	}
	if types != 14 {
		t.Errorf("%d types in all folds, want 14", types)
	}
	slices.Reverse(rows)
	again, err := Folds(rows, 3)
	if err != nil {
		t.Fatal(err)
	}
	for i := range folds {
		if !slices.Equal(folds[i].Sites, again[i].Sites) {
			t.Errorf("fold %d has the sites %v and, of the rows in another order, %v", i, folds[i].Sites, again[i].Sites)
		}
	}
	for _, k := range []int{1, 8} {
		if _, err := Folds(rows, k); err == nil {
			t.Errorf("7 sites in %d folds gave no error", k)
		}
	}
	if _, err := Folds([]Row{{Type: "a"}, {Type: "b"}}, 2); err == nil {
		t.Error("rows without samples gave no error")
	}
}

// TestCrossValidate has three sites in as many folds: a is better on two of them
// by little, b on one by much. Without that one a is best, and it is a that
// counts there.
func TestCrossValidate(t *testing.T) {
	t.Parallel()
	one := []float64{.8, .8, .2}
	two := []float64{.7, .7, .9}
	var a, b []Row
	for i := range one {
		site := fmt.Sprint("s", i)
		a, b = append(a, scored(site, site, 1, one[i])), append(b, scored(site, site, 1, two[i]))
	}
	v, err := CrossValidate([]string{"a", "b"}, [][]Row{a, b}, 3)
	if err != nil {
		t.Fatal(err)
	}
	for fold, chosen := range v.Chosen {
		want := 1
		if v.Folds[0][fold].Sites[0] == "s2.example" {
			want = 0
		}
		if chosen != want {
			t.Errorf("fold of %v: chosen %d, want %d", v.Folds[0][fold].Sites, chosen, want)
		}
	}
	if want := (.7 + .7 + .2) / 3; v.Mean.F1 < want-1e-9 || v.Mean.F1 > want+1e-9 {
		t.Errorf("the choice comes to %.3f, want %.3f", v.Mean.F1, want)
	}
	var out bytes.Buffer
	if err := v.Markdown(&out); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"| fold | types | a | b |", "| 1 | **0.200** | 0.900 |", "| all types | | 0.600 | 0.767 |", "F1 0.533"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in:\n%s", want, &out)
		}
	}
	b[0].URLs = []string{"http://s0.example/other"}
	for name, rows := range map[string][]Row{"other samples": b, "a run less": a[:2]} {
		if _, err := CrossValidate([]string{"a", "b"}, [][]Row{a, rows}, 3); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}
