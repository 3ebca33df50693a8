package extract

import (
	"fmt"
	"strings"
	"testing"

	"verde/extract/rules"
	"verde/page"
)

// TestHeadingLikeName checks that no heading is taken for what stands for the entity's
// name, however it is spelt.
func TestHeadingLikeName(t *testing.T) {
	t.Parallel()
	for _, heading := range []string{rules.NameSection, strings.ToUpper(rules.NameSection), rules.NameSection + "s:", rules.NameSection + "(s)", "*", ":name", "name:s"} {
		var pages []*page.Page
		for i := range 6 {
			pages = append(pages, document(fmt.Sprintf("http://signs.example/%d", i), fmt.Sprintf("<div><h1>Thing %c</h1><h2>%s</h2>%s</div>", 'A'+i, heading,
				strings.Repeat(fmt.Sprintf("<p>What is said of %c, in a paragraph.</p>", 'A'+i), 1+i%3))))
		}
		w, table, err := Learn(pages, Options{})
		if err != nil {
			t.Fatal(err)
		}
		label := strings.TrimRight(strings.TrimSpace(heading), ":")
		for i, r := range append(table.Records(), readAll(t, w, pages)...) {
			if got := r.Texts(label); len(got) != 1+i%len(pages)%3 {
				t.Errorf("%q, page %d: %d texts below it of %v", heading, i%len(pages), len(got), r.ByLabel())
			}
		}
	}
}
