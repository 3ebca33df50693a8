package similarity

import (
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
	return FeaturesOf(&d, nil)
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
