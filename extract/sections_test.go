package extract

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"verde/page"
)

// TestSiteHeading checks that the only heading of the first level labels nothing where all pages have the same: it is the
// name of the site, and what is below it is all of the page.
func TestSiteHeading(t *testing.T) {
	t.Parallel()
	ships := []string{"Anton", "Berta", "Carl", "Dora", "Emil", "Frida", "Gustav", "Hilda"}
	var pages []*page.Page
	for i, ship := range ships {
		var b strings.Builder
		fmt.Fprintf(&b, "<title>%s at Sailarchive</title><div><h1>Sailarchive</h1><ul><li>Start</li><li>Catalog</li></ul><div class=main><p class=who><b>%[1]s</b></p>", ship)
		for k := range 1 + i%3 {
			fmt.Fprintf(&b, "<p>%s has been at sea for many years, and of the voyage %d there is more to tell.</p>", ship, k)
		}
		pages = append(pages, document("http://ships.example/"+ship, b.String()+"</div><p>Contact</p></div>"))
	}
	for i, r := range mostLearned(t, pages) {
		if got := r.Texts("name"); !slices.Equal(got, ships[i:i+1]) {
			t.Errorf("the name of %s is %q, in %v", ships[i], got, r.ByLabel())
		}
	}
}

// TestRunningSection checks that a section whose words are nearly all running text is one field with the short lines in it.
func TestRunningSection(t *testing.T) {
	t.Parallel()
	of := func(i int) []string {
		command := fmt.Sprintf("v.cmd%d", i)
		usage := command
		for k := range 6 + i%4 {
			usage += fmt.Sprintf(" [-%c] opt%d%d=name", 'a'+k, i, k)
		}
		return []string{command, command + " --help", usage}
	}
	var pages []*page.Page
	for i := range 8 {
		lines := of(i)
		usage := strings.NewReplacer("[-", "[-<b>", "]", "</b>]", "opt", "<b>opt", "=name", "</b>=<em>name</em>").Replace(strings.TrimPrefix(lines[2], lines[0]))
		pages = append(pages, document(fmt.Sprintf("http://manual.example/%d", i), fmt.Sprintf("<h1>%s</h1><h2>Synopsis</h2><div id=name><b>%[1]s</b><br></div><b>%[2]s</b><br><div id=synopsis><b>%[1]s</b>%[3]s</div><h2>Notes</h2><p>There is no more to be said of the command %[1]s.</p>", lines[0], lines[1], usage)))
	}
	for i, r := range mostLearned(t, pages) {
		if got := r.Texts("Synopsis"); !slices.Equal(got, of(i)) {
			t.Errorf("page %d: %q, want %q", i, got, of(i))
		}
	}
}
