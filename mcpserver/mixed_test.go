package mcpserver

import (
	"fmt"
	"strings"
	"testing"

	"verde/page"
)

// TestExtractMixed checks that it is told if columns say several things: here each question is of another attribute.
func TestExtractMixed(t *testing.T) {
	t.Parallel()
	for _, mixed := range []bool{false, true} {
		var pages []*page.Page
		for i, town := range []string{"Lyon", "Porto", "Graz", "Turku", "Bath"} {
			body := fmt.Sprintf("<title>%s</title><h1>%[1]s</h1><p>Founded: %d</p>", town, 1200+31*i)
			if mixed {
				for _, x := range [][2]string{{"How large is %s?", fmt.Sprint(3+i, " km²")}, {"What lives in %s?", strings.Repeat("wolves ", i+1)}, {"Who found %s?", "Nobody " + town}} {
					body += fmt.Sprintf("<div class=q><h3>%s</h3><p>%s</p></div>", fmt.Sprintf(x[0], town), x[1])
				}
			}
			pages = append(pages, &page.Page{URL: fmt.Sprint("http://a.example/", i), Status: 200, Body: []byte(body)})
		}
		var out ExtractOutput
		if _, err := read(pages, &out); err != nil || strings.Contains(out.Mixed, "texts of the pages") != mixed {
			t.Errorf("mixed %t: %q, error %v", mixed, out.Mixed, err)
		}
	}
}
