package known

import (
	"fmt"
	"maps"
	"strings"
	"testing"

	"verde/catalog"
	"verde/query"
	"verde/record"
	"verde/values"
)

// shelf gives n books, number i by Author i/2 in the year 1900+i, as the training
// site shows them.
func shelf(n int) *Entities {
	e := New(query.Profile{Identifier: "name", Attributes: []query.Attribute{{Name: "author"}, {Name: "year"}}})
	for i := range n {
		e.add(entity{site: "training.example", record: query.Record{Values: map[string][]string{
			"name": {book(i)}, "author": {fmt.Sprint("Author ", i/2)}, "year": {fmt.Sprint(1900 + i)},
		}}})
	}
	return e
}

func book(i int) string { return fmt.Sprint("Book ", i) }

// pages are records of a site, one for each of the first n books, whose columns
// are made by columns.
func pages(n int, columns func(i int) map[string]string) []record.Record {
	var out []record.Record
	for i := range n {
		texts := make(map[string][]string)
		for label, text := range columns(i) {
			if text != "" {
				texts[label] = strings.Split(text, "|")
			}
		}
		out = append(out, record.FromTexts(fmt.Sprint("http://s.example/", i), texts))
	}
	return out
}

// Columns are named by what they share with known entities, and only if pages
// enough share it.
func TestNameColumns(t *testing.T) {
	t.Parallel()
	author := func(i int) string { return fmt.Sprint("Author ", i/2) }
	up := func(i, n int, text string) string { // text on the first n pages
		if i < n {
			return text
		}
		return ""
	}
	for name, c := range map[string]struct {
		n       int
		columns func(i int) map[string]string
		want    map[string]string
	}{
		"all agree": {10, func(i int) map[string]string {
			return map[string]string{"h1": book(i), "by": author(i), "date": fmt.Sprint(1900 + i)}
		}, map[string]string{"h1": "name", "by": "author", "date": "year"}},
		"another form of the name and of the value": {4, func(i int) map[string]string {
			return map[string]string{"h1": strings.ToUpper(book(i)) + " (1999)", "date": fmt.Sprintf("May %d, %d", i+1, 1900+i)}
		}, map[string]string{"h1": "name", "date": "year"}},
		"one name alone may be chance": {4, func(i int) map[string]string {
			return map[string]string{"h1": book(20 * i)}
		}, nil},
		"two are not": {4, func(i int) map[string]string {
			return map[string]string{"h1": book(12 * i)} // 0 and 12 of the shelf's 20
		}, map[string]string{"h1": "name"}},
		"one author alone may be chance": {4, func(i int) map[string]string {
			return map[string]string{"h1": book(i), "by": up(i, 1, author(i))}
		}, map[string]string{"h1": "name"}},
		"so may two": {4, func(i int) map[string]string {
			return map[string]string{"h1": book(i), "by": up(i, 2, author(2*i))}
		}, map[string]string{"h1": "name"}},
		"authors on the pages that have one": {12, func(i int) map[string]string {
			return map[string]string{"h1": book(i), "by": up(i, 6, author(i))}
		}, map[string]string{"h1": "name", "by": "author"}},
		"half of the authors": {8, func(i int) map[string]string {
			return map[string]string{"h1": book(i), "by": author(i + i%2*7)}
		}, map[string]string{"h1": "name", "by": "author"}},
		"a quarter, as by chance": {8, func(i int) map[string]string {
			return map[string]string{"h1": book(i), "by": author(i + min(i%4, 1)*9)}
		}, map[string]string{"h1": "name"}},
		"of two columns with authors that of which more agree": {8, func(i int) map[string]string {
			return map[string]string{"h1": book(i), "by": author(i), "a by-line": author(i + i%2*7)}
		}, map[string]string{"h1": "name", "by": "author"}},
		"one of several values": {4, func(i int) map[string]string {
			return map[string]string{"h1": book(i), "by": "Someone|" + author(i)}
		}, map[string]string{"h1": "name", "by": "author"}},
		"a link that says the same on each page": {4, func(i int) map[string]string {
			return map[string]string{"h1": book(i), "by": author(i), "more": "Browse all"}
		}, map[string]string{"h1": "name", "by": "author"}},
		"a list names no entity": {4, func(i int) map[string]string {
			return map[string]string{"related": book(i) + "|" + book(i+1)}
		}, nil},
		"no known entity": {4, func(i int) map[string]string {
			return map[string]string{"h1": book(i + 100), "by": author(i)}
		}, nil},
	} {
		if got := shelf(20).NameColumns(pages(c.n, c.columns), nil); !maps.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}

// Where an attribute tells entities of one name apart, columns are compared on the pages of
// names that only one known entity has, too: the site may not show the attribute at all.
func TestNameColumnsWith(t *testing.T) {
	t.Parallel()
	for what, c := range map[string]struct {
		twins int // known entities, from the first, that have one of the same name beside them
		want  map[string]string
	}{
		"all names are one entity's": {0, map[string]string{"h1": "name", "date": "year"}},
		"none is":                    {10, map[string]string{"h1": "name"}},
	} {
		e := shelf(10)
		e.profile.With = []string{"author"}
		for i := range c.twins {
			e.add(entity{site: "training.example", record: query.Record{Values: map[string][]string{"name": {book(i)}, "author": {"Another"}, "year": {"2001"}}}})
		}
		site := pages(10, func(i int) map[string]string { return map[string]string{"h1": book(i), "date": fmt.Sprint(1900 + i)} })
		asked := map[string]string{}
		for i, r := range site {
			asked[r.URL] = strings.ToLower(book(i))
		}
		if got := e.NameColumns(site, asked); !maps.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", what, got, c.want)
		}
	}
}

// Of columns that repeat known names, the entity is named by the one that says
// what was asked for where a query led, then by the one that repeats most, then by
// the one that has little else.
func TestIdentifyingColumn(t *testing.T) {
	t.Parallel()
	columns := func(i int) map[string]string {
		c := map[string]string{"a previous one": book(i + 1), "h1": book(i), "next": book(i + 2)}
		if i >= 6 {
			c["h1"] = "A new book"
		}
		if i >= 7 {
			c["next"] = ""
		}
		return c
	}
	records := pages(10, columns)
	for name, c := range map[string]struct {
		asked map[string]string
		known int
		want  string
	}{
		"most known names":                   {nil, 20, "a previous one"},
		"what was asked for counts more":     {map[string]string{records[0].URL: "book 0"}, 20, "h1"},
		"so it does for the other":           {map[string]string{records[0].URL: "book 2"}, 20, "next"},
		"what none says does not":            {map[string]string{records[0].URL: "book 9"}, 20, "a previous one"},
		"of as many names that without more": {nil, 6, "next"}, // 5 of 10, 6 of 10 and 4 of 7: see below
	} {
		e := shelf(c.known)
		if name == "of as many names that without more" {
			e = New(query.Profile{Identifier: "name"})
			for _, i := range []int{2, 3, 4, 5} { // four known names in each column
				e.add(entity{record: query.Record{Values: map[string][]string{"name": {book(i)}}}})
			}
		}
		if got := e.identifyingColumn(records, c.asked); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
	decorated := pages(10, func(i int) map[string]string {
		return map[string]string{"h1": []string{"Novel: ", "Poem: "}[i%2] + book(i), "next": book(i + 2)}
	})
	asked := map[string]string{decorated[0].URL: "book 0", decorated[1].URL: "book 1"}
	if got := shelf(20).identifyingColumn(decorated, asked); got != "h1" {
		t.Errorf("names that the site decorates, beside other known names: %q, want h1", got)
	}
	lists := pages(10, func(i int) map[string]string {
		return map[string]string{"h1": book(i) + " - " + book(i+1), "next": book(i + 2)}
	})
	asked = map[string]string{lists[0].URL: "book 0", lists[1].URL: "book 1"}
	if got := shelf(20).identifyingColumn(lists, asked); got != "next" {
		t.Errorf("headings of two names: %q, want next", got)
	}
}

// Of columns that repeat what was asked for, the one that has all or most of it is that of names: the maker's is a part of
// it, too, and shorter than the name.
func TestIdentifyingColumnWhole(t *testing.T) {
	t.Parallel()
	makers, models := []string{"Oberline", "Rolin", "Waldgeist Audio"}, []string{"Odeon 10", "Sub 3000", "Juno 6"}
	for shown, c := range map[string]struct{ heading, want string }{
		"the name":                  {"MAKER MODEL", "heading"},
		"more beside the name":      {"MAKER MODEL Synthesizer", "heading"},
		"code parted elsewhere":     {"MAKER CODE", "heading"},
		"an edition is left out":    {"MAKER MODEL", "heading"},
		"the maker is the name":     {"MODEL Synthesizer", "maker"},
		"nothing of what was asked": {"Synthesizer", "maker"},
	} {
		e := New(query.Profile{Identifier: "name"})
		asked := map[string]string{}
		records := pages(len(makers), func(i int) map[string]string {
			name := makers[i] + " " + models[i]
			switch shown {
			case "an edition is left out":
				name += " Mk II"
			case "the maker is the name":
				name = makers[i]
			}
			e.add(entity{record: query.Record{Values: map[string][]string{"name": {name}}}})
			asked[fmt.Sprint("http://s.example/", i)] = values.Fold(name)
			heading := strings.NewReplacer("MAKER", makers[i], "MODEL", models[i], "CODE", strings.ReplaceAll(models[i], " ", ""))
			return map[string]string{"heading": heading.Replace(c.heading), "maker": makers[i]}
		})
		if got := e.identifyingColumn(records, asked); got != c.want {
			t.Errorf("%s: named by %q, want %q", shown, got, c.want)
		}
	}
}

// Of columns that repeat what was asked for, the one that says least beside is that of names: a sentence has the name,
// too, and others that are known by it.
func TestIdentifyingColumnAround(t *testing.T) {
	t.Parallel()
	e := New(query.Profile{Identifier: "name"})
	asked := map[string]string{}
	records := pages(6, func(i int) map[string]string {
		e.add(entity{record: query.Record{Values: map[string][]string{"name": {job(i)}}}})
		return map[string]string{"heading": "The " + job(i) + " (north)", "told": job(i) + " is where others are, too, and nobody knows since when.", "known": job(i + 1)}
	})
	for i, r := range records[:3] {
		asked[r.URL] = values.Fold(job(i))
	}
	if got := e.identifyingColumn(records, asked); got != "heading" {
		t.Errorf("named by %q", got)
	}
}

// Names with middle names that those asked for do not have are the names, and not those of others in a box beside.
func TestIdentifyingColumnExtended(t *testing.T) {
	t.Parallel()
	names := []string{"Ada Brandt", "Otto Kern", "Lea Sommer", "Jan Holm", "Ida Voss", "Max Adler"}
	e := New(query.Profile{Identifier: "name"})
	e.names[""] = query.NewNames(names)
	asked := map[string]string{}
	records := pages(len(names), func(i int) map[string]string {
		e.add(entity{record: query.Record{Values: map[string][]string{"name": {names[i]}}}})
		return map[string]string{"heading": strings.Replace(names[i], " ", " Maria ", 1), "beside": names[(i+1)%len(names)]}
	})
	for i, r := range records[:3] {
		asked[r.URL] = values.Fold(names[i])
	}
	if got := e.identifyingColumn(records, asked); got != "heading" {
		t.Errorf("named by %q", got)
	}
}

// Only of persons a name with a word more in between is the same name.
func TestExtends(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		known       []string
		name, asked string
		want        bool
	}{
		"persons": {[]string{"Ada Brandt", "Nadia Kowalczyk", "Jonas Lund", "Mira Osei", "Paul Varga"}, "ada maria brandt", "ada brandt", true},
		"bridges": {[]string{"Old Bridge", "Tower Bridge", "Mill Bridge", "Stone Bridge", "North Bridge"}, "old mill bridge", "old bridge", false},
		"nobody":  {nil, "ada maria brandt", "ada brandt", false},
	} {
		e := New(query.Profile{Identifier: "name"})
		if len(test.known) > 0 {
			var records []record.Record
			for _, n := range test.known {
				records = append(records, record.Record{URL: "http://a.example/" + n, Fields: []record.Field{{Label: "name", Values: []record.Value{{Text: n}}}}})
			}
			if err := e.AddSite(catalog.Source{Site: "a.example", Role: catalog.Training}, func(yield func(record.Record, error) bool) {
				for _, r := range records {
					if !yield(r, nil) {
						return
					}
				}
			}); err != nil {
				t.Fatal(err)
			}
		}
		if e.extends(test.name, test.asked) != test.want {
			t.Errorf("%s: %v", name, !test.want)
		}
	}
}
