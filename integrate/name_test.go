package integrate

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// places makes tables of three sites that list the same places, some of which have one name, and of a fourth
// site that has only names and kinds, and shares a few places (of the same number) with each of the others.
func places() []Table {
	var out []Table
	for s := range 4 {
		t := Table{Site: fmt.Sprintf("s%02d.example", s)}
		for i := range 120 {
			e := uint64(s*40 + i)
			if s == 3 {
				e = uint64(i * 7) // 0 to 195 are elsewhere, and each of these on one site or two
			}
			called := e
			if e%16 == 15 {
				called-- // a namesake
			}
			v := map[string][]string{fmt.Sprint("name", s): {name(1, called, 2)}, fmt.Sprint("kind", s): {words[e%6]}}
			if s < 3 {
				v[fmt.Sprint("street", s)] = []string{name(2, e, 2)}
				v[fmt.Sprint("town", s)] = []string{name(3, e%40, 1)}
				v[fmt.Sprint("opened", s)] = []string{fmt.Sprint(1900 + e*7%110)}
			}
			t.Records = append(t.Records, Record{URL: fmt.Sprintf("http://%s/%d", t.Site, e), Values: v})
		}
		out = append(out, t)
	}
	return out
}

// A site with little more than names is joined by these, although it shares few with each other site, and by
// nothing else: that names share a word, and entities a kind, is explained by chance.
func TestNamesAlone(t *testing.T) {
	t.Parallel()
	r := must(t, places(), Options{})
	joined, right := 0, 0
	for _, e := range r.Entities {
		i := slices.IndexFunc(e.URLs, func(u string) bool { return strings.Contains(u, "//s03.") })
		for j, u := range e.URLs {
			if i < 0 || i == j {
				continue
			}
			if joined++; number(u) == number(e.URLs[i]) {
				right++
			}
		}
	}
	all := 0
	for s := range 3 {
		for i := range 120 {
			if (s*40+i)%7 == 0 {
				all++
			}
		}
	}
	if joined != right || right < all*8/10 || len(r.Alone) > 0 {
		t.Errorf("%d pairs joined, %d right of %d; alone are %q", joined, right, all, r.Alone)
	}
}

// A pair with a whole name and an author in common is one entity, even if it is the only sparse pair of its two
// sites: that chance explains it, other pairs of these sites would have to show.
func TestOneSparsePair(t *testing.T) {
	t.Parallel()
	tables := make([]Table, 3)
	for s, of := range [][2]int{{0, 60}, {10, 45}, {45, 62}} { // 60 and 61 are on one site, and the last of the others
		site := fmt.Sprintf("s%d.example", s)
		tables[s].Site = site
		for i := of[0]; i < of[1]; i++ {
			e := uint64(i)
			v := map[string][]string{fmt.Sprint("name", s): {name(1, e, 2)}, fmt.Sprint("author", s): {name(2, e%30, 2)}}
			if s != 1 {
				v[fmt.Sprint("publisher", s)] = []string{name(3, e%8, 2)}
			}
			if s != 2 {
				v[fmt.Sprint("year", s)] = []string{fmt.Sprint(1900 + e*7%110)}
			}
			tables[s].Records = append(tables[s].Records, Record{URL: fmt.Sprintf("http://%s/%d", site, e), Values: v})
		}
	}
	last := tables[2].Records[len(tables[2].Records)-1]
	tables[1].Records = append(tables[1].Records, Record{URL: "http://s1.example/61", Values: map[string][]string{"name1": last.Values["name2"], "author1": last.Values["author2"], "year1": {"1931"}}})
	r := must(t, tables, Options{})
	if entityOf(r, "http://s1.example/61") != entityOf(r, last.URL) {
		t.Error("one name and author are two entities")
	}
}

// Where even the names of a site are its own, categories in common join no records.
func TestCategoriesAlone(t *testing.T) {
	t.Parallel()
	tables := places()
	for i, r := range tables[3].Records {
		r.Values["name3"] = []string{name(9, uint64(i), 2)}
	}
	r := must(t, tables, Options{})
	for _, e := range r.Entities {
		if len(e.URLs) > 1 && slices.ContainsFunc(e.URLs, func(u string) bool { return strings.Contains(u, "//s03.") }) {
			t.Errorf("%v are one entity, with %v", e.URLs, e.Probability)
		}
	}
	if !slices.Equal(r.Alone, []string{"s03.example"}) {
		t.Errorf("alone are %q", r.Alone)
	}
	for _, a := range r.Attributes {
		for _, c := range a.Columns {
			if r.Columns[c].Label == "kind3" && !slices.Contains(a.OfKind, c) {
				t.Errorf("records are compared by kind3, which is of %s by %s", a.Name, a.Basis)
			}
		}
	}
}

// The titles of pages are one attribute, also of a site with names that no other site has; a site whose pages
// all have one title names nothing by it.
func TestTitlesNameEntities(t *testing.T) {
	t.Parallel()
	tables := library(3, 120, 2)
	titled := func(s int, called func(i int) string) {
		table := Table{Site: fmt.Sprintf("s%02d.example", s), Titles: "head"}
		for i := range 60 {
			table.Records = append(table.Records, Record{URL: fmt.Sprintf("http://%s/%d", table.Site, i), Values: map[string][]string{"head": {called(i)}, "x": {words[i%7]}}})
		}
		tables = append(tables, table)
	}
	titled(3, func(i int) string { return name(99, uint64(i), 2) })
	titled(4, func(int) string { return "All things" })
	for s := range tables[:3] {
		tables[s].Titles = fmt.Sprint("a", s)
	}
	r := must(t, tables, Options{})
	a := attributeOf(r, "s03.example", "head")
	if a == nil || a.Sites != 4 || !a.Shared() || a != attributeOf(r, "s00.example", "a0") {
		t.Errorf("names are %+v of %+v", a, r.Attributes)
	}
	if a := attributeOf(r, "s04.example", "head"); a != nil {
		t.Errorf("one title of all pages is %+v", a)
	}
}
