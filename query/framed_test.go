package query

import (
	"fmt"
	"testing"
)

// Names that all begin or end with one word are names, though their pages are titled with nothing else; a title with the
// site's name is none where a heading has the name alone.
func TestFramedNames(t *testing.T) {
	t.Parallel()
	for format, want := range map[string]string{"The %s": "heading", "%s Inn": "heading", "The %s Guide": "heading", "%s": "heading"} {
		for _, site := range []string{"", " - Inns of the North"} {
			var records []Record
			titles := map[string]string{}
			for i := range 30 {
				r := Record{Source: fmt.Sprint(i), Values: map[string][]string{"heading": {fmt.Sprintf(format, word(i)+" "+word(90-i))}, "chef": {word(200+i) + " " + word(300-i)}, "town": {word(i % 7)}}}
				titles[r.Source] = r.Values["heading"][0] + site
				r.Values["title"] = []string{titles[r.Source]}
				if site == "" {
					delete(r.Values, "title")
				}
				records = append(records, r)
			}
			if got := Analyze(records, titles, nil).Identifier; got != want {
				t.Errorf("pages titled %q are named by %q, want %q", fmt.Sprintf(format, "X")+site, got, want)
			}
		}
	}
}
