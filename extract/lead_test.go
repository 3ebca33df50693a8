package extract

import (
	"fmt"
	"strings"
	"testing"

	"verde/page"
)

// TestFirstWordsOfSentences checks that words in markup of their own with which sentences begin are no labels.
func TestFirstWordsOfSentences(t *testing.T) {
	t.Parallel()
	starts, rests := []string{"The", "In", "Kings", "Some"}, func(i int) []string {
		return []string{
			fmt.Sprintf("tree is planted along %d roads of the south, and people say that it keeps the flies away.", i+3),
			fmt.Sprintf("spring the sap is drawn, and later the wood is cut and dried for %d months before use.", i+2),
			fmt.Sprintf("had %d ships built of it, and laws forbade anybody else to cut one of these trees at all.", i+5),
			fmt.Sprintf("%s plant it for its shade, though its roots lift the stones of the streets in time.", []string{"towns", "parks", "farms"}[i%3])}
	}
	var pages []*page.Page
	for i := range 10 {
		var body strings.Builder
		fmt.Fprintf(&body, "<h1>Tree %c</h1><p>Height: %d m</p>", 'A'+i, i*7%31)
		for k := range 4 {
			n := (i + k) % len(starts)
			fmt.Fprintf(&body, `<p><span class="cap">%s</span> %s</p>`, starts[n], rests(i)[n])
		}
		pages = append(pages, document(fmt.Sprintf("http://trees.example/%d", i), body.String()))
	}
	_, table, err := Learn(pages, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range table.Records() {
		n := i % len(starts)
		if whole := starts[n] + " " + rests(i)[n]; !strings.Contains(fmt.Sprint(r.Fields, r.Groups), whole) {
			t.Errorf("page %d: %q is not one value", i, whole)
		}
	}
}
