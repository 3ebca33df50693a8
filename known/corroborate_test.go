package known

import (
	"fmt"
	"strings"
	"testing"

	"verde/catalog"
	"verde/query"
	"verde/record"
)

// A site has more in common with several others than the name and the place, or it is told what it has.
func TestUncorroborated(t *testing.T) {
	t.Parallel()
	of := func(labels string, columns ...func(i int) string) []record.Record {
		return pages(12, func(i int) map[string]string {
			out := map[string]string{"h1": book(i), "text": "A reader of " + book(i) + " wrote to us"}
			for k, label := range strings.Fields(labels) {
				out[label] = columns[k](i)
			}
			return out
		})
	}
	place := func(i int) string { return []string{"Lyon", "Oslo", "Rome"}[i%3] }
	maker := func(i int) string { return []string{"Ada Holt", "Ben Kerr", "Cleo Moss", "Dan Noor"}[i%4] }
	kind := func(i int) string { return []string{"novel", "play"}[i/3%2] }
	board := func(i int) string { return []string{"chat", "help"}[i%2] }
	length := func(i int) string { return fmt.Sprint(40+3*i, " m") }
	price := func(i int) string { return fmt.Sprint("$", 12+i) }
	by := map[string]string{"h1": "name", "place": "where"}
	for what, c := range map[string]struct {
		attributes map[string]string
		records    []record.Record
		others     int
		usual      float64 // columns that others have in common
		want       string
		enough     bool
	}{
		"two columns":            {map[string]string{"h1": "name"}, of("place maker", place, maker), 4, 0, "", true},
		"one of them agrees":     {by, of("place maker", place, maker), 4, 0, "", true},
		"two of many, in words":  {map[string]string{"h1": "name"}, of("place maker", place, maker), 4, 20, "", true},
		"two of many, numbers":   {map[string]string{"h1": "name"}, of("length price", length, price), 4, 11, `no more than "length, price" in common with those of 4 other sites, which have 11 columns in common`, true},
		"a fifth, numbers":       {map[string]string{"h1": "name"}, of("length price", length, price), 4, 10, "", true},
		"numbers, one agrees":    {map[string]string{"h1": "name", "length": "where"}, of("length price", length, price), 4, 20, "", true},
		"the place":              {by, of("place board", place, board), 4, 0, `no more than "place" in common with those of 4 other sites`, true},
		"the place, few others":  {by, of("place board", place, board), 3, 0, `no more than "place" in common with those of 3 other sites`, false},
		"nothing":                {map[string]string{"h1": "name"}, of("board", board), 5, 0, "nothing in common with those of 5 other sites", true},
		"two columns, two sites": {by, of("place kind", place, kind), 2, 0, "", false},
	} {
		for _, itself := range []bool{false, true} { // among those that are known
			e := New(query.Profile{Identifier: "name"})
			src := catalog.Source{Site: "s.example", Attributes: c.attributes}
			add := func(s catalog.Source, records []record.Record) {
				if err := e.AddSite(s, func(yield func(record.Record, error) bool) {
					for _, r := range records {
						if !yield(r, nil) {
							return
						}
					}
				}); err != nil {
					t.Fatal(err)
				}
			}
			for i := range c.others {
				site := fmt.Sprintf("known%d.example", i)
				add(catalog.Source{Site: site, Role: catalog.Discovered, Round: 1, Attributes: map[string]string{"h1": "name"}}, of("city by sort length price", place, maker, kind, length, price))
			}
			if itself {
				add(src, c.records)
			}
			why, enough := e.Uncorroborated(src, c.records, nil, c.usual)
			if (why == "") != (c.want == "") || !strings.HasSuffix(why, c.want) || enough != c.enough {
				t.Errorf("%s, itself %t: %q, %t, want %q, %t", what, itself, why, enough, c.want, c.enough)
			}
		}
	}
}

// What a site says otherwise of the very entities than others do, it has not in common with them, also where its names have more than theirs (but
// for quantities, as what is called so may be one kind of it), and of a town, its county and the address that has both, one thing.
func TestSharedColumns(t *testing.T) {
	t.Parallel()
	town := func(i int) string { return []string{"Lyon", "Oslo", "Rome", "Bern"}[i%4] }
	county := func(i int) string { return []string{"North", "South"}[i%4/2] }
	maker := func(i int) string { return []string{"Ada Holt", "Ben Kerr", "Cleo Moss", "Dan Noor", "Eve Poe"}[i%5] }
	height := func(i int) string { return fmt.Sprint(40+3*i, " m") }
	after := func(column func(int) string) func(int) string { return func(i int) string { return column(i + 1) } }
	of := func(columns map[string]func(i int) string, name func(i int) string) []record.Record {
		return pages(20, func(i int) map[string]string {
			out := map[string]string{"h1": name(i)}
			for label, column := range columns {
				out[label] = column(i)
			}
			return out
		})
	}
	wider := func(i int) string { return []string{"Notes on ", "Once more: ", "What I saw of "}[i%3] + book(i) }
	address := func(i int) string { return fmt.Sprintf("%d Mill Road, %s, %s", i, town(i), county(i)) }
	for what, c := range map[string]struct {
		columns    map[string]func(i int) string
		attributes string
		known      string // attribute in which others agree
		want       string
		name       func(i int) string
	}{
		"the same":              {map[string]func(int) string{"town": town, "maker": maker, "height": height}, "", "maker", "[height maker town]", book},
		"another maker":         {map[string]func(int) string{"town": town, "maker": after(maker), "height": height}, "", "maker", "[height town]", book},
		"another height":        {map[string]func(int) string{"town": town, "maker": maker, "height": after(height)}, "", "maker", "[maker town]", book},
		"the county of a town":  {map[string]func(int) string{"town": town, "county": county, "maker": maker}, "county", "maker", "[maker town]", book},
		"a county, other towns": {map[string]func(int) string{"county": county, "maker": maker}, "county", "maker", "[county maker]", book},
		"an address":            {map[string]func(int) string{"town": town, "county": county, "address": address}, "county address", "maker", "[address]", book},
		"names that say little": {map[string]func(int) string{"town": town, "maker": after(maker), "height": height}, "", "", "[height maker town]", book},
		"wider names":           {map[string]func(int) string{"town": town, "maker": after(maker), "height": after(height)}, "", "maker", "[height town]", wider},
		"wider, the same":       {map[string]func(int) string{"town": town, "maker": maker, "height": height}, "", "maker", "[height maker town]", wider},
	} {
		e := New(query.Profile{Identifier: "name"})
		add := func(s catalog.Source, records []record.Record) {
			s.Attributes["h1"] = "name"
			if err := e.AddSite(s, func(yield func(record.Record, error) bool) {
				for _, r := range records {
					if !yield(r, nil) {
						return
					}
				}
			}); err != nil {
				t.Fatal(err)
			}
		}
		others := map[string]string{}
		if c.known != "" {
			others["by"] = c.known
		}
		add(catalog.Source{Site: "known.example", Role: catalog.Discovered, Round: 1, Attributes: others},
			of(map[string]func(int) string{"city": town, "by": maker, "height": height}, book))
		src := catalog.Source{Site: "s.example", Attributes: map[string]string{}}
		for _, label := range strings.Fields(c.attributes) {
			src.Attributes[label] = label
		}
		records := of(c.columns, c.name)
		add(src, records)
		if got, _ := e.SharedColumns(src, records); fmt.Sprint(got) != c.want {
			t.Errorf("%s: %v, want %s", what, got, c.want)
		}
	}
}

// A site unlike nineteen others is hardly one of their kind; unlike fewer it may be, unless its pages are no data, as those of the others are.
func TestSurelyOther(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		others, unsure, data int // of the others, those without a page of data; pages of data of the site itself
		want                 bool
	}{
		{0, 0, 0, false}, {EnoughSites, 0, 1, false}, {18, 0, 1, false}, {19, 0, 1, true}, {30, 0, 3, true},
		{EnoughSites, 0, 0, true}, {EnoughSites, 2, 0, false}, {9, 4, 0, true}, {9, 6, 0, false}, {19, 19, 0, true},
	} {
		e := New(query.Profile{Identifier: "name"})
		src := catalog.Source{Site: "new.example", Role: catalog.Discovered, SemiStructured: c.data}
		for _, itself := range []bool{false, true} {
			if itself {
				_ = e.AddSite(src, func(func(record.Record, error) bool) {})
			}
			for i := range c.others {
				data := 2
				if i < c.unsure {
					data = 0
				}
				_ = e.AddSite(catalog.Source{Site: fmt.Sprintf("known%d.example", i), Role: catalog.Discovered, SemiStructured: data}, func(func(record.Record, error) bool) {})
			}
			if e.SurelyOther(src) != c.want {
				t.Errorf("%+v, itself %t: sure %v", c, itself, !c.want)
			}
		}
	}
}
