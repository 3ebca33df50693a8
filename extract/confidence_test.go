package extract

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"verde/extract/rules"
	"verde/page"
)

// TestConfidenceOfDashes checks that a dash beside a value, which is none, adds nothing to the
// confidence in it.
func TestConfidenceOfDashes(t *testing.T) {
	t.Parallel()
	var pages []*page.Page
	for i := range 8 {
		rows := ""
		for n := range 4 {
			rows += fmt.Sprintf("<tr><td>19%d%d</td><td>%s</td></tr>", n, i, []string{"&ndash;", fmt.Sprintf("port %d", i*n), "&ndash;"}[(i+n)%3])
		}
		pages = append(pages, document(fmt.Sprintf("http://ships.example/%d", i), fmt.Sprintf("<h1>Ship %d</h1><table><tr><th>Year</th><th>Port</th></tr>%s</table><p>All ships</p>", i, rows)))
	}
	w, _, err := Learn(pages[:6], Options{})
	if err != nil {
		t.Fatal(err)
	}
	read := 0
	for _, r := range readAll(t, w, pages) {
		fields := r.Fields
		for _, g := range r.Groups {
			for _, row := range g.Rows {
				fields = append(fields, row...)
			}
		}
		for _, f := range fields {
			if read++; f.Confidence <= 0 || f.Confidence > 1 {
				t.Errorf("%s: confidence in %s %v is %v", r.URL, f.Label, f.Values, f.Confidence)
			}
		}
	}
	if read < len(pages) {
		t.Errorf("%d fields of %d pages", read, len(pages))
	}
}

// TestEvidence checks the evidence for columns, and that it tells them apart as it should.
func TestEvidence(t *testing.T) {
	t.Parallel()
	half := func(yes, n float64) float64 { return math.Log((yes + .5) / (n - yes + .5)) }
	for _, tt := range []struct {
		name           string
		pages          [][]string
		nameless, part bool
		want           Evidence
	}{
		{"dates on all pages", [][]string{{"1897"}, {"1815"}, {"1922"}}, false, false, Evidence{half(3, 3), 0, 0, half(3, 3)}},
		{"all kinds of texts", [][]string{{"1897"}, {"Jane Austen"}, {"$ 3"}, nil}, true, false, Evidence{half(.5, 3), 1, 0, half(3, 4)}},
		{"two texts on a page are of both kinds", [][]string{{"7", "Ann"}, {"Ann"}}, false, true, Evidence{half(1, 2), 0, 1, half(2, 2)}},
		{"one page tells nothing of likeness", [][]string{{"7"}, nil, nil}, false, false, Evidence{0, 0, 0, half(1, 3)}},
		{"no page", nil, false, false, Evidence{}},
	} {
		got := evidenceOf(tt.pages, tt.nameless, tt.part)
		for i := range got {
			if math.Abs(got[i]-tt.want[i]) > 1e-9 {
				t.Errorf("%s: evidence %v, want %v", tt.name, got, tt.want)
				break
			}
		}
	}
	sure := Evidence{half(30, 30), 0, 0, half(30, 30)}
	for i, worse := range (Evidence{-6, 1, 1, -4}) {
		e := sure
		e[i] += worse
		if e.confidence() >= sure.confidence() {
			t.Errorf("evidence %v gives %v, no less than %v", e, e.confidence(), sure.confidence())
		}
	}
	if c := sure.confidence(); c < .99 || c >= 1 {
		t.Errorf("confidence in the best column is %v", c)
	}
}

// TestConfidenceOfColumns checks that a column that holds now this and now that, and has no
// name, is doubted, in records, tables and wrappers alike, and one with a label and years is not.
func TestConfidenceOfColumns(t *testing.T) {
	t.Parallel()
	var pages []*page.Page
	for i := range 12 {
		odd := []string{"3.50 kg", "On request", fmt.Sprintf("%d/%d/2020", i, i+1), "R"}[i%4]
		pages = append(pages, document(fmt.Sprintf("http://ships.example/%d", i), fmt.Sprintf("<h1>Ship %d</h1><p>All ships</p><div><i>%s</i></div><p>Facts</p><table><tr><th>Built</th><td>19%02d</td></tr></table><p>End</p>", i, odd, 7*i)))
	}
	w, table, err := Learn(pages, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range append(readAll(t, w, pages), table.Records()...) {
		built, odd := 0., 0.
		for _, f := range r.Fields {
			switch {
			case f.Label == "Built":
				built = f.Confidence
			case strings.HasPrefix(f.Values[0].XPath, "/html/body/div"):
				odd = f.Confidence
			}
		}
		if built < .98 || odd <= 0 || odd > .8 {
			t.Errorf("%s: confidence in the year %v, in the unnamed column %v", r.URL, built, odd)
		}
	}
	text, err := w.Text()
	if err != nil {
		t.Fatal(err)
	}
	again := new(Wrapper)
	if err := json.Unmarshal(text, again); err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(readAll(t, w, pages), readAll(t, again, pages)); d != "" {
		t.Errorf("a wrapper that was kept reads otherwise:\n%s", d)
	}
}

// TestLabelShare checks that labels among values make a column doubtful by their share, and a column of nothing but labels not: it hides no value.
func TestLabelShare(t *testing.T) {
	t.Parallel()
	labels := map[string]bool{rules.Stem("Keys"): true, rules.Stem("Index"): true}
	for _, tt := range []struct {
		pages [][]string
		want  float64
	}{
		{[][]string{{"61"}, {"49"}, nil}, 0},
		{[][]string{{"61", "Keys"}, {"Keys"}, {"49"}, nil}, .5},
		{[][]string{{"Sponsored:", "A watch"}, {"Sponsored:", "A boat"}}, .5},
		{[][]string{{"engine", "keys", "weight", "year"}, {"engine", "keys", "weight", "year"}}, .25}, // of rows of embedded data
		{[][]string{{"Index"}, {"Index"}}, 0},
	} {
		if got := labelShare(tt.pages, labels); got != tt.want {
			t.Errorf("%q: %v, want %v", tt.pages, got, tt.want)
		}
	}
}

// A page of another template gives values of hardly any confidence: 0 would say that it is not known.
func TestConfidenceElsewhere(t *testing.T) {
	t.Parallel()
	var pages []*page.Page
	for i := range 12 {
		pages = append(pages, &page.Page{URL: fmt.Sprint("http://a.example/", i), Status: 200,
			Body: fmt.Appendf(nil, "<title>Tale %d</title><h1>Tale %d</h1><p>Author: <b>Writer %c</b><p>Pages: <b>%d</b>", i, i, 'A'+i, 100+i)})
	}
	w, _, err := Learn(pages, Options{})
	if err != nil {
		t.Fatal(err)
	}
	r, err := w.Extract(&page.Page{URL: "http://a.example/about", Status: 200, Body: []byte("<title>About us</title><h1>About us</h1>We sell tales.")})
	if err != nil || r.Match != 0 || len(r.Fields) == 0 {
		t.Fatalf("%+v, %v", r, err)
	}
	for f := range r.All {
		if !f.Doubtful() {
			t.Errorf("%s has a confidence of %v", f.Label, f.Confidence)
		}
	}
}
