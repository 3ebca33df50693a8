package extract

import (
	"encoding/json"
	"math"
	"slices"
	"strings"
	"testing"

	"verde/page"
	"verde/record"
)

// readAll reads pages with a wrapper.
func readAll(t *testing.T, w *Wrapper, pages []*page.Page) []Record {
	t.Helper()
	var out []Record
	for _, p := range pages {
		r, err := w.Extract(p)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, r)
	}
	return out
}

// checkTen learns the first seven of ten pages and reads all: page i shows the value of label k unless (i+2k) mod 5 is 0.
func checkTen(t *testing.T, name string, pages []*page.Page, labels []string, value func(i, k int) string) []Record {
	t.Helper()
	w, table, err := Learn(pages[:7], Options{})
	if err != nil {
		t.Fatal(err)
	}
	records := append(table.Records(), readAll(t, w, pages[7:])...)
	for i, r := range records {
		for k, label := range labels {
			var want []string
			if (i+2*k)%5 > 0 {
				want = []string{value(i, k)}
			}
			if got := r.Texts(label); !slices.Equal(got, want) {
				t.Errorf("%s page %d: %q is %q, want %q", name, i, label, got, want)
			}
		}
	}
	return records
}

// redesigned are the same films in another template.
func redesigned() []*page.Page {
	pages := filmPages()
	for _, p := range pages {
		p.Body = []byte(strings.NewReplacer("Director:", "Directed by", "Released:", "Year", "Colour:", "Look", "<table class=\"facts\">", "<dl>", "</table>", "</dl>",
			"<tr>", "", "</tr>", "", "td", "dd", "All films", "Index", "Home", "Start", "Genres", "Kinds", "<h2>Plot</h2>", "", "All rights reserved.", "").Replace(string(p.Body)))
	}
	return pages
}

func TestDrift(t *testing.T) {
	t.Parallel()
	w, _, err := Learn(filmPages()[:6], Options{})
	if err != nil {
		t.Fatal(err)
	}
	if d := w.Drift(readAll(t, w, filmPages()[6:])); d.Drifted() || len(d.Lost) > 0 || d.Match < 1 {
		t.Errorf("drift on pages of the template: %+v", d)
	}
	if d := w.Drift(readAll(t, w, redesigned())); !d.Drifted() {
		t.Errorf("no drift on pages of another template: %+v", d)
	}
	if d := w.Drift(nil); d.Drifted() {
		t.Errorf("drift without pages: %+v", d)
	}
	if d := w.Drift([]Record{{Match: 1}}); len(d.Lost) > 0 {
		t.Errorf("one page is enough for a loss: %+v", d)
	}
}

// TestLostColumn checks that a column which is gone while all else stays is
// named, and does not condemn the wrapper.
func TestLostColumn(t *testing.T) {
	t.Parallel()
	w, _, err := Learn(filmPages()[:6], Options{})
	if err != nil {
		t.Fatal(err)
	}
	records := readAll(t, w, filmPages())
	for i := range records {
		records[i].Fields = records[i].Fields[1:] // the title
	}
	if d := w.Drift(records); len(d.Lost) != 1 || d.Lost[0] != "h1" || d.Drifted() {
		t.Errorf("%+v", d)
	}
}

func TestAtMost(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		k, n int
		p    float64
		want float64
	}{
		{0, 1, .5, .5}, {0, 3, .5, .125}, {1, 3, .5, .5}, {3, 3, .2, 1}, {0, 10, .9, 1e-10},
	} {
		if got := atMost(tt.k, tt.n, tt.p); math.Abs(got-tt.want) > 1e-9 {
			t.Errorf("at most %d of %d at %g: %g, want %g", tt.k, tt.n, tt.p, got, tt.want)
		}
	}
}

// FieldOf is the field of a label, nil if there is none.
func fieldOf(r *Record, label string) *record.Field {
	for i := range r.Fields {
		if r.Fields[i].Label == label {
			return &r.Fields[i]
		}
	}
	return nil
}

// TestConfidence checks that what looks otherwise, or stands on a page with
// few landmarks, is less sure.
func TestConfidence(t *testing.T) {
	t.Parallel()
	w, _, err := Learn(filmPages()[:6], Options{})
	if err != nil {
		t.Fatal(err)
	}
	same := readAll(t, w, filmPages()[6:])
	for _, r := range same {
		for _, f := range r.Fields {
			if f.Confidence < .9 || f.Confidence > 1.000001 {
				t.Errorf("confidence in %s of %s is %.2f", f.Label, r.URL, f.Confidence)
			}
		}
	}
	moved := filmPages()[7]
	moved.Body = []byte(strings.Replace(string(moved.Body), `<td class="v">Mário Peixoto</td>`, `<th id="x"><p class="new">1, 2 & 3</p></th>`, 1))
	r := readAll(t, w, []*page.Page{moved})[0]
	if f := fieldOf(&r, "Director"); f != nil && f.Confidence >= fieldOf(&same[1], "Director").Confidence {
		t.Errorf("confidence in another kind of text is %.2f", f.Confidence)
	}
}

// TestEditedWrapper checks that a person may rename and delete columns, and is
// told of what can't be.
func TestEditedWrapper(t *testing.T) {
	t.Parallel()
	w, _, err := Learn(filmPages()[:6], Options{})
	if err != nil {
		t.Fatal(err)
	}
	edit := func(change func(w *Wrapper)) (*Wrapper, error) {
		copied := Wrapper{Version: w.Version, Method: w.Method, Pages: w.Pages, Prose: w.Prose, Inline: w.Inline, Groups: w.Groups, Sections: w.Sections}
		copied.Columns = append(copied.Columns, w.Columns...)
		change(&copied)
		data, err := json.Marshal(&copied)
		if err != nil {
			t.Fatal(err)
		}
		out := new(Wrapper)
		return out, json.Unmarshal(data, out)
	}
	edited, err := edit(func(w *Wrapper) {
		kept := w.Columns[:0]
		for _, c := range w.Columns {
			if c.Label == "Director" {
				c.Label = "regista"
			}
			if c.Label != "Released" {
				kept = append(kept, c)
			}
		}
		w.Columns = kept
	})
	if err != nil {
		t.Fatal(err)
	}
	r := readAll(t, edited, filmPages()[6:7])[0]
	if r.Texts("regista") == nil || r.Texts("regista")[0] != "Fritz Lang" || r.Texts("Released") != nil || r.Texts("Colour") == nil {
		t.Errorf("values %v", r.ByLabel())
	}
	for _, tt := range []struct {
		want   string
		change func(w *Wrapper)
	}{
		{"two columns", func(w *Wrapper) { w.Columns[1].Label = w.Columns[0].Label }},
		{`type "integer": expected one of`, func(w *Wrapper) { w.Columns[0].Type = "integer" }},
		{"which is no column", func(w *Wrapper) { w.Columns[len(w.Columns)-1].After = "nowhere" }},
	} {
		if _, err := edit(tt.change); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("error %v, want %q", err, tt.want)
		}
	}
}

// TestRebuilt checks that a wrapper reads pages whose site has renamed its
// classes, wraps everything in one more element, or marks up its texts
// otherwise.
func TestRebuilt(t *testing.T) {
	t.Parallel()
	w, _, err := Learn(filmPages()[:6], Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, change := range []*strings.Replacer{
		strings.NewReplacer(`class="`, `class="css-`),
		strings.NewReplacer("<body>", `<body><div class="shell"><div id="app">`),
		strings.NewReplacer(`<div class="`, `<section class="new-`, "</div>", "</section>", `<td class="k"`, `<td class="label"`, `<td class="v"`, `<td class="value"`),
	} {
		pages := filmPages()
		for i := 6; i < len(pages); i++ {
			pages[i].Body = []byte(change.Replace(string(pages[i].Body)))
			r, err := w.Extract(pages[i])
			if err != nil {
				t.Fatal(err)
			}
			checkFilm(t, r, films[i])
		}
	}
}
