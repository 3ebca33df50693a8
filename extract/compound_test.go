package extract

import (
	"fmt"
	"slices"
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
		if got := partLabel("Imprint", pattern, n, edges{}); got != want {
			t.Errorf("part %d is called %q, want %q", n, got, want)
		}
	}
	if got := partLabel("Place", parts.Pattern{{}, {Words: []string{","}}, {}}, 0, edges{}); got != "Place, part" {
		t.Errorf("called %q", got)
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

// TestSharedEdges checks that words which all labels of the sentences of a column have are no part of them.
func TestSharedEdges(t *testing.T) {
	t.Parallel()
	pattern := func(words ...string) parts.Pattern { return parts.Pattern{{Words: words}, {}} }
	all := []parts.Pattern{pattern("The", "length", "is"), pattern("The", "beam", "is"), pattern("The", "year", "built", "is")}
	for k, want := range []string{"length", "beam", "year built"} {
		if got := partLabel("text", all[k], 0, sharedEdges(all)); got != want {
			t.Errorf("called %q, want %q", got, want)
		}
	}
	if got := partLabel("text", all[0], 0, sharedEdges(all[:2])); got != "The length is" {
		t.Errorf("two labels share words by chance: called %q", got)
	}
	if got := partLabel("Aperture", pattern("f", "/"), 0, edges{}); got != "Aperture, part" {
		t.Errorf("called %q after a letter", got)
	}
	vitamins := parts.Pattern{{Words: []string{"C"}}, {Words: []string{"mg", ";", "B"}}, {Words: []string{"mg"}}}
	if got := partLabel("Vitamin", vitamins, 1, edges{}); got != "Vitamin, part" {
		t.Errorf("called %q, a unit behind a part that has a letter before it", got)
	}
	all = []parts.Pattern{pattern("Vitamin", "A"), pattern("Vitamin", "B"), pattern("Vitamin", "C")}
	if got := partLabel("text", all[1], 0, sharedEdges(all)); got != "Vitamin B" {
		t.Errorf("called %q, where a letter would be left", got)
	}
}

// TestNoListsOfCode checks that commas and semicolons part no values of code, while they do part the same ones elsewhere.
func TestNoListsOfCode(t *testing.T) {
	t.Parallel()
	kinds := []string{"int", "char", "long", "short"}
	values := func(i int) []string {
		var out []string
		for k := range i%3 + 1 {
			out = append(out, kinds[(i+k)%len(kinds)])
		}
		return out
	}
	for tag, want := range map[string]bool{"pre": false, "code": false, "span": true} {
		text := func(i int) string { return strings.Join(values(i), ", ") }
		var pages []*page.Page
		for i := range 10 {
			pages = append(pages, document(fmt.Sprintf("http://c.example/%d", i), fmt.Sprintf("<h1>Call %c</h1><table><tr><th>Takes</th><td><%s>%s</%s></td></tr><tr><th>Since</th><td>%d</td></tr></table>", 'A'+i, tag, text(i), tag, 1990+i*3)))
		}
		_, table, err := Learn(pages, Options{})
		if err != nil {
			t.Fatal(err)
		}
		for i, r := range table.Records() {
			wanted := []string{text(i)}
			if want {
				wanted = values(i)
			}
			if got := r.Texts("Takes"); !slices.Equal(got, wanted) {
				t.Errorf("%s, page %d: %q, want %q", tag, i, got, wanted)
			}
		}
	}
}
