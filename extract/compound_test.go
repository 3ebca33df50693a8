package extract

import (
	"fmt"
	"strings"
	"testing"

	"verde/extract/parts"
	"verde/page"
	"verde/record"
)

func TestPartLabel(t *testing.T) {
	t.Parallel()
	pattern := parts.Pattern{{Words: []string{"Published"}}, {Words: []string{","}}, {Words: []string{"pages"}}}
	for n, want := range []string{"Published", "pages"} {
		if got := partLabel("Imprint", pattern, n); got != want {
			t.Errorf("part %d is called %q, want %q", n, got, want)
		}
	}
	if got := partLabel("Place", parts.Pattern{{}, {Words: []string{","}}, {}}, 0); got != "Place, part" {
		t.Errorf("called %q", got)
	}
}

// TestSubjects checks that values of sentences one after another, each about what the title names,
// are cut where they end, have the verb for label, and that the name is no value of each.
func TestSubjects(t *testing.T) {
	t.Parallel()
	prose := []string{"It rained all day.", "Do not miss the museum nearby.", "", "We had lunch there. The light is lovely at dusk."}
	names := strings.Fields("Ardent Birch Coral Dover Ember Falcon Gloster Hazel Indigo Juniper Kestrel Laurel")
	builders := []string{"Ames", "Bell Brothers", "Cole", "Dunn", "Ekman Works"}
	var pages []*page.Page
	for i, name := range names {
		body := fmt.Sprintf("<html><head><title>%[1]s | Bridges</title></head><body><h1>%[1]s</h1><p>%[1]s was built by %[2]s. %[1]s stands in the land of %[3]s. %[4]s</p></body></html>",
			name, builders[i%5], []string{"Peru", "Chile", "Kenya"}[i%3], prose[i%4])
		pages = append(pages, &page.Page{URL: fmt.Sprintf("http://mills.example/%d", i), Status: 200, Body: []byte(body)})
	}
	_, table, err := Learn(pages, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range table.Records() {
		for label, want := range map[string]string{"was built by": builders[i%5], "stands in the land of": []string{"Peru", "Chile", "Kenya"}[i%3]} {
			if got := r.Texts(label); len(got) != 1 || got[0] != want {
				t.Errorf("page %d: %s is %q, want %q; there is %q", i, label, got, want, r.Labels())
			}
		}
	}
}

// TestUnits checks that numbers have their unit, which all sentences have, and that a preposition is none.
func TestUnits(t *testing.T) {
	t.Parallel()
	facts := func(i int) map[string]string {
		return map[string]string{"weighs": fmt.Sprint(12+i*7%80, " LB"), "and measures": fmt.Sprint(3+i*5%40, " FT")}
	}
	checkFacts(t, facts, func(i int) string {
		return fmt.Sprintf("<p>Thing %d weighs %d LB and measures %d FT across.</p>", i, 12+i*7%80, 3+i*5%40)
	})
	// Words that a text lacks, since they are optional, are no unit of it.
	pattern := parts.Pattern{{Words: []string{"weighs"}}, {Words: []string{"kilogram", "and"}, Optional: true}, {}}
	for text, want := range map[string]string{"weighs 12": "12", "weighs 12 kilogram and more": "12 kilogram", "weighs 12\u00a0kilogram and": "12\u00a0kilogram", "weighs 12 kilograms and": "12 kilograms and"} {
		c := Cell{Values: []record.Value{{Text: text}}}
		if got := c.part(&ColumnRule{PartOf: "text", Pattern: pattern, Part: 1}).Values; len(got) != 1 || got[0].Text != want {
			t.Errorf("%s: %v, want %q", text, got, want)
		}
	}
}
