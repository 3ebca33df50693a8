package extract

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"verde/page"
)

// TestSiteHeading checks that the only heading of the first level labels nothing where all pages have the same: it is the
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

// TestRowsBelowHeading checks that a list whose items are a label and its value, each in a block of its own, is attributes,
// also where each page has some of them.
func TestRowsBelowHeading(t *testing.T) {
	t.Parallel()
	labels := []string{"Rig", "Built at", "Home port", "Owner", "Length", "Crew", "Flag", "Status"}
	value := func(i, k int) string {
		return fmt.Sprintf("%s %d%d", []string{"Schooner", "Wharf", "Bay", "Heirs"}[(i+k)%4], k, i%5)
	}
	has := func(i, k int) bool { return (i*3+k*5)%7 > 1 }
	var pages []*page.Page
	for i := range 12 {
		var b strings.Builder
		fmt.Fprintf(&b, "<h1>Ship %c</h1><h2>Profile</h2><ul class=outline>", 'A'+i)
		for k, label := range labels {
			if has(i, k) {
				fmt.Fprintf(&b, "<li><div class=title>%s</div><div class=said><div class=list><div>%s</div></div></div></li>", label, value(i, k))
			}
		}
		pages = append(pages, document(fmt.Sprintf("http://ships.example/%d", i), b.String()+"</ul><h2>Contact</h2><p>Write to us.</p>"))
	}
	for i, r := range mostLearned(t, pages) {
		for k, label := range labels {
			var want []string
			if has(i, k) {
				want = []string{value(i, k)}
			}
			if got := r.Texts(label); !slices.Equal(got, want) {
				t.Errorf("page %d: %s is %q, want %q", i, label, got, want)
			}
		}
	}
}

// TestTitledRowsBelowHeading checks that a table of attributes below a heading is no text that flows though its first row is the
// name with a code below, and some pages have one of an attribute without a value.
func TestTitledRowsBelowHeading(t *testing.T) {
	t.Parallel()
	labels := []string{"Origin", "Made", "Maker", "Size"}
	value := func(i, k int) string {
		return fmt.Sprintf("%s %d", []string{"Delft", "spring", "Smith", "wide"}[k], 10*i+k)
	}
	var pages []*page.Page
	for i := range 8 {
		name := fmt.Sprintf("Vase %c", 'A'+i)
		body := fmt.Sprintf("<h1>%[1]s</h1><h2>Summary</h2><div><table><tr><th colspan=2>%[1]s<div>code L%[2]d</div></th></tr>", name, 71*i)
		for k, label := range labels {
			body += "<tr><td class=field>" + label + "</td><td>" + value(i, k) + "</td></tr>"
		}
		pages = append(pages, document(fmt.Sprintf("http://vases.example/%d", i), body+strings.Repeat("<tr><td class=field>Notes</td><td></td></tr>", i%2)+"</table></div>"))
	}
	for i, r := range mostLearned(t, pages) {
		for k, label := range labels {
			if got := r.Texts(label); !slices.Equal(got, []string{value(i, k)}) {
				t.Errorf("page %d: %s is %q", i, label, got)
			}
		}
		for _, f := range r.Fields {
			if len(f.Values) > 1 {
				t.Errorf("page %d: %s has %v", i, f.Label, f.Values)
			}
		}
	}
}

// TestOnlyHeadingOfAPage checks that a heading of the first level which one page has alone, and the others among some, labels
// what stands below it on all of them.
func TestOnlyHeadingOfAPage(t *testing.T) {
	t.Parallel()
	verbs := []string{"opens", "closes", "reads", "writes", "links", "sorts", "copies", "moves", "counts", "merges", "splits", "joins"}
	text := func(i int) string {
		return fmt.Sprintf("The command %s files that one names and tells about what it %s, one by one.", verbs[i], verbs[(i+5)%12])
	}
	var pages []*page.Page
	for i, verb := range verbs {
		body := fmt.Sprintf("<p class=top>cmd-%s</p><h1>Description</h1><p>%s</p>", verb, text(i))
		if i > 0 {
			body += fmt.Sprintf("<h1>Author</h1><p>Written by the well known person %s Smith in the year of %s, for all who need it.</p>", verbs[(i+3)%12], verbs[(i+7)%12])
		}
		pages = append(pages, document(fmt.Sprintf("http://manual.example/%d", i), body))
	}
	for i, r := range mostLearned(t, pages) {
		if got := r.Texts("Description"); !slices.Equal(got, []string{text(i)}) {
			t.Errorf("page %d: %q", i, got)
		}
	}
}

// TestHeadingsWithLinks checks that a link in brackets behind a heading is no part of what it says.
func TestHeadingsWithLinks(t *testing.T) {
	t.Parallel()
	for name, link := range map[string]string{
		"brackets around":  `<span class=edit>[<a href="/edit?%d">edit</a>]</span>`,
		"brackets in it":   ` <a href="/edit?%d">[edit]</a>`,
		"with another one": ` [<a href="/edit?%d">edit</a> | <a href="/source">source</a>]`,
	} {
		text := func(i int, label string) string {
			return fmt.Sprintf("Of the %s of number %d there is much to be told here, and more elsewhere.", strings.ToLower(label), i)
		}
		var pages []*page.Page
		for i := range 8 {
			body := fmt.Sprintf("<h1>Person %c</h1>", 'A'+i)
			for _, label := range []string{"Life", "Works"} {
				body += "<h2>" + label + fmt.Sprintf(link, i) + "</h2><p>" + text(i, label) + "</p>"
			}
			pages = append(pages, document(fmt.Sprintf("http://people.example/%d", i), body))
		}
		for i, r := range mostLearned(t, pages) {
			for _, label := range []string{"Life", "Works"} {
				if got := r.Texts(label); !slices.Equal(got, []string{text(i, label)}) {
					t.Errorf("%s, page %d: %s is %q; there is %q", name, i, label, got, r.Labels())
				}
			}
		}
	}
}

// Short lines below the name are facts, each of its own, though the lists among them are of different lengths.
func TestFactsBelowTheName(t *testing.T) {
	t.Parallel()
	var pages []*page.Page
	people := func(i, n int) string {
		out := ""
		for k := range n {
			out += fmt.Sprintf("<li><a>Person %d%d</a></li>", i, k)
		}
		return "<ul>" + out + "</ul>"
	}
	for i := range 12 {
		label := "<span>Writers</span>"
		if i%3 > 0 {
			label = "<a href=/w>Writers</a>" // as where a link leads to all of them
		}
		pages = append(pages, document(fmt.Sprintf("http://film.example/%d", i), fmt.Sprintf(`<title>Film %[1]d | Acme</title><h1>Film %[1]d</h1><ul class=inline><li><a>%[2]d</a></li><li><a>%s</a></li><li>%dh %dm</li></ul>
<p>%s</p><ul><li>%s<div>%s</div></li><li><a href=/s>Stars</a><div>%s</div></li></ul>`,
			i, 1980+2*i, []string{"PG", "R"}[i%2], 1+i%2, 3+2*i, strings.Repeat(fmt.Sprintf("word%d ", i), 20), label, people(i, 1+i%3), people(100+i, 3))))
	}
	table, err := Align(pages, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range table.Records() {
		for _, f := range r.Fields {
			if f.Label != "Writers" && f.Label != "Stars" && len(f.Values) > 1 {
				t.Errorf("page %d: %s has %d values", i, f.Label, len(f.Values))
			}
		}
	}
}
