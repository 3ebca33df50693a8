package query

import (
	"fmt"
	"strings"
	"testing"
)

// Who made most things comes first, asked with what most of them show; columns of
// few values, of lists and of codes name nobody, and a value with nothing beside it is not asked.
func TestCommon(t *testing.T) {
	t.Parallel()
	var records []Record
	add := func(name, author string, publisher ...string) {
		records = append(records, Record{Source: name, Values: map[string][]string{"Name": {name}, "Author": {author}, "Publisher": publisher,
			"Related": {"Other " + name, "More " + name, "Still " + name}, "Format": {[]string{"Hardcover", "Paperback"}[len(records)%2]}}})
	}
	add("Emma", "Jane Austen", "Penguin")
	add("Persuasion", "Jane Austen", "Virago Press")
	add("Mansfield Park", "JANE AUSTEN", "Virago Press")
	add("Ulysses", "James Joyce", "Shakespeare and Company")
	add("Dubliners", "James Joyce", "Grant Richards")
	for i := range 20 {
		add(fmt.Sprintf("Story %c", 'a'+i), fmt.Sprintf("Somebody %c", 'a'+i), fmt.Sprintf("Press %c", 'a'+i))
	}
	p := Profile{Identifier: "Name", Attributes: []Attribute{
		{Name: "Format", Distinct: 0.08, Score: 1}, {Name: "Publisher", Distinct: 0.8, Score: 0.95}, {Name: "Author", Distinct: 0.88, Score: 0.9},
		{Name: "Related", Distinct: 0.96, Score: 0.9}, {Name: "Code", Distinct: 0.99, Score: 0.8}}}
	tell := func(list []Instance) string {
		var out []string
		for _, in := range list {
			var values []string
			for _, v := range in.Values {
				values = append(values, v.Text)
			}
			out = append(out, strings.Join(values, ", "))
		}
		return strings.Join(out, "; ")
	}
	skip := func(v string) bool { return strings.HasPrefix(v, "Somebody") }
	if got, want := tell(Common(records, p, 5, 1, skip)), "Jane Austen, Hardcover, Paperback, Virago Press, Penguin, Other Emma, Other Persuasion, Other Mansfield Park; "+
		"James Joyce, Paperback, Hardcover, Shakespeare and Company, Grant Richards, Other Ulysses, Other Dubliners"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if all := Common(records, p, 100, 1, nil); len(all) != 22 {
		t.Errorf("%d values of 22 authors", len(all))
	}
	if a, b := tell(Common(records, p, 6, 1, nil)), tell(Common(records, p, 6, 2, nil)); a == b {
		t.Errorf("the seed decides nothing between equals: %s", a)
	}
	if got := Common(records, Profile{Identifier: "Name", Attributes: p.Attributes[:1]}, 5, 1, nil); got != nil {
		t.Errorf("of a column that sorts things: %v", got)
	}
	for _, n := range []int{0, -1} {
		if got := Common(records, p, n, 1, nil); got != nil {
			t.Errorf("%d values are %v", n, got)
		}
	}
	if got := Common(records, Profile{Identifier: "Name", Attributes: p.Attributes[2:3]}, 5, 1, nil); got != nil {
		t.Errorf("names alone: %v", got)
	}
}

func TestSite(t *testing.T) {
	t.Parallel()
	in := []Instance{{Values: []Value{{"a", "Jane Austen"}, {"p", "Penguin"}}}}
	q := Build(in, "book", []string{"novel"}, Options{Site: "shop.example"})[0]
	for d, want := range map[Dialect]string{
		Plain:       `"Jane Austen" AND "Penguin" "book" "novel" site:shop.example`,
		Google:      `"Jane Austen" "Penguin" ("book" OR "novel") site:shop.example`,
		Bing:        `"Jane Austen" AND "Penguin" AND ("book" OR "novel") site:shop.example`,
		Brave:       `"Jane Austen" AND "Penguin" AND ("book" OR "novel") site:shop.example`,
		DuckDuckGo:  `"Jane Austen" "Penguin" book novel site:shop.example`,
		Conjunctive: `"Jane Austen" "Penguin" site:shop.example`,
		Ranked:      `"Jane Austen" "Penguin" book novel`,
		SearXNG:     `"Jane Austen" AND "Penguin" book novel site:shop.example`,
		QueryString: `+"Jane Austen" +"Penguin" "book" "novel" +url:*shop.example*`,
		Bleve:       `+"Jane Austen" +"Penguin" "book" "novel" +_id:*shop.example*`,
		PostgreSQL:  `"Jane Austen" "Penguin"`,
	} {
		if got := q.Render(d); got != want {
			t.Errorf("%s:\n got %s\nwant %s", d, got, want)
		}
	}
	for _, d := range []Dialect{Plain, Google, Bing, SearXNG} {
		if p := Parse(q.Render(d)); p.Site != q.Site || p.ID != q.ID {
			t.Errorf("%s is read as %+v, of site %q", q.Render(d), p, p.Site)
		}
	}
	if open := Build(in, "book", []string{"novel"}, Options{})[0]; open.ID == q.ID {
		t.Error("a query of one site has the ID of that of all")
	}
	for _, site := range []string{"", "a.example:8080", "x OR y", `x"y`, "[::1]", "-x", "Ä.example"} {
		q.Site = site
		if got := q.Render(Google); strings.Contains(got, "site:") {
			t.Errorf("site %q: %s", site, got)
		}
	}
	for host, want := range map[string]bool{"shop.example": true, "books.shop.example": true, "myshop.example": false, "shop.example.org": false} {
		if q.Site = "shop.example"; q.Admits(host) != want {
			t.Errorf("%s admitted: %v", host, !want)
		}
	}
	if q.Site = ""; !q.Admits("any.example") {
		t.Error("a query of no site admits not all")
	}
	for words, want := range map[string]string{
		"site:www.shop.example -site:other.example":                                 "shop.example",
		"site:shop.example site:www.shop.example":                                   "shop.example",
		"(site:shop.example OR site:other.example)":                                 "",
		"site:shop.example site:other.example site:other.example":                   "",
		"site:shop.example site:other.example site:shop.example":                    "",
		"site:shop.example OR site:other.example OR site:x.example -site:a.example": "",
	} {
		if q := Parse(`"Emma" ` + words); q.Site != want || len(q.Any) > 0 {
			t.Errorf("%s: %+v", words, q)
		}
	}
}
