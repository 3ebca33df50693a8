package similarity

import (
	"slices"
	"strings"
	"testing"

	"verde/internal/flathtml"
)

func read(t testing.TB, doc string) []Feature {
	t.Helper()
	var d flathtml.Document
	if !d.Read([]byte(doc)) {
		t.Fatalf("%s: its tags do not spell it out", doc)
	}
	features := FeaturesOf(&d, nil)
	return features
}

// Scripts and long texts are no features, and texts are told from elements.
func TestFeatures(t *testing.T) {
	t.Parallel()
	a := read(t, "<script>x</script><p>"+strings.Repeat("long ", 20)+"</p>")
	for _, f := range a {
		if f&Textual != 0 {
			t.Errorf("a text among the features of a page that has none to count: %v", a)
		}
	}
	b := read(t, "<p class='x y'>Label</p>")
	texts := 0
	for _, f := range b {
		if f&Textual != 0 {
			texts++
		}
	}
	if texts != 1 || len(b) != 6 { // html, head, body, p.x, p.y and the text
		t.Errorf("%d features, %d texts; want 6 and 1", len(b), texts)
	}
	if got := Jaccard(b, read(t, "<p class='x y'>Other</p>")); got != 1 {
		t.Errorf("jaccard %v of pages that differ in texts alone, want 1", got)
	}
}

// Classes that number or hash single things are those of all such things.
func TestUnnumbered(t *testing.T) {
	t.Parallel()
	for _, x := range []struct{ class, want string }{
		{"post-1234", "post-#"},
		{"text-sky-700", "text-sky-700"},
		{"memitem:a77e3ab0f", "memitem:#"},
		{"v2.17.2303_x", "v2.17.#_x"},
		{"col-md-12", "col-md-12"},
		{"h2", "h2"},
		{"prix-été", "prix-été"},
		{"", ""},
	} {
		if got := unnumbered(x.class); got != x.want {
			t.Errorf("class %q counts as %q, want %q", x.class, got, x.want)
		}
	}
	a, b := "<table><tr class=memitem:a77e3ab0f><tr class=memitem:a90210c4e><tr class=memitem:a2eb3a1b5></table>", "<table><tr class=memitem:a1c5de0a8></table>"
	if got := Jaccard(read(t, a), read(t, b)); got != 1 {
		t.Errorf("jaccard %v of a page of three members and one of another, want 1", got)
	}
}

// What may be a label is a feature of its own: the parts of a line, what stands before a number, data attributes.
func TestPresumed(t *testing.T) {
	t.Parallel()
	shared := func(a, b string) (texts, presumed int) {
		of := read(t, b)
		for _, f := range read(t, a) {
			switch {
			case f&Textual == 0 || !slices.Contains(of, f):
			case f&Presumed != 0:
				presumed++
			default:
				texts++
			}
		}
		return texts, presumed
	}
	for _, x := range []struct {
		a, b            string
		texts, presumed int
	}{
		{"<p>Pages 120", "<p>Pages 96", 0, 1},
		{"<p>Born 1972 | Training Bern | Walk-ins only", "<p>Born 1985 | Training Rome | Walk-ins only", 1, 1},
		{"<p>12 pages", "<p>13 pages", 0, 0},
		{"<p>Weight: 3 kg", "<p>Weight: 12 kg", 1, 1},
		{"<i data-icon=formed></i><b>1996", "<i data-icon=formed></i><b>2001", 0, 1},
		{"<b itemprop=isbn>a", "<b itemprop=isbn>b", 0, 1},
	} {
		if texts, presumed := shared(x.a, x.b); texts != x.texts || presumed != x.presumed {
			t.Errorf("%s and %s share %d texts and %d presumed labels, want %d and %d", x.a, x.b, texts, presumed, x.texts, x.presumed)
		}
	}
}
