package known

import (
	"fmt"
	"slices"
	"testing"

	"verde/catalog"
	"verde/query"
	"verde/record"
)

// jobs are what a site shows of n jobs: a title, a place, a kind of employment, a pay, a picture
// and jobs like it.
func jobs(n int) []record.Record {
	return pages(n, func(i int) map[string]string {
		return map[string]string{"title": job(i), "where": []string{"Austin, TX", "Boston, MA", "Chicago, IL"}[i%3], "kind": []string{"Full time", "Contract"}[i%2],
			"pay": fmt.Sprintf("$%d", 50+i%3), "image": fmt.Sprintf("http://a.example/%d.png", i), "related": job(i+1) + "|" + job(i+2), "text": fmt.Sprintf("We need number %d.", i)}
	})
}

func job(i int) string { return fmt.Sprintf("Developer of %c%c", 'a'+i/26, 'a'+i%26) }

// Columns of another site are similar to known ones if their values are those known, whatever their
// labels and whichever entities they are of; each counts once.
func TestSimilarColumns(t *testing.T) {
	t.Parallel()
	e := New(query.Profile{Identifier: "title"})
	if err := e.AddSite(catalog.Source{Site: "known.example", Role: catalog.Training}, func(yield func(record.Record, error) bool) {
		for _, r := range jobs(30) {
			if !yield(r, nil) {
				return
			}
		}
	}); err != nil {
		t.Fatal(err)
	}
	src := catalog.Source{Attributes: map[string]string{"h1": "title"}}
	for what, c := range map[string]struct {
		columns func(i int) map[string]string
		want    int
	}{
		"nothing but names": {func(int) map[string]string { return nil }, 0},
		"two columns": {func(i int) map[string]string {
			return map[string]string{"city": []string{"BOSTON, MA", "Austin, TX"}[i%2], "type": []string{"Contract", "Full time", "Part time"}[i%3]}
		}, 2},
		"one twice": {func(i int) map[string]string {
			return map[string]string{"city": []string{"Boston, MA", "Austin, TX"}[i%2], "crumb": []string{"Boston, MA", "Austin, TX"}[i%2]}
		}, 1},
		"half of the values": {func(i int) map[string]string {
			return map[string]string{"city": []string{"Boston, MA", "Austin, TX", "Lyon", "Oslo"}[i%4]}
		}, 1},
		"less than half": {func(i int) map[string]string {
			return map[string]string{"city": []string{"Boston, MA", "Austin, TX", "Lyon", "Oslo", "Rome"}[i%5]}
		}, 0},
		"on a few pages": {func(i int) map[string]string {
			return map[string]string{fmt.Sprint("a", i/2): []string{"Boston, MA", "Austin, TX"}[i%2], fmt.Sprint("b", i/2): []string{"Contract", "Full time"}[i%2]}
		}, 0},
		"always the same":       {func(int) map[string]string { return map[string]string{"city": "Boston, MA"} }, 0},
		"numbers of one label":  {func(i int) map[string]string { return map[string]string{"Pay": fmt.Sprintf("$%d", 70+i%3)} }, 1},
		"amounts of two labels": {func(i int) map[string]string { return map[string]string{"rent": fmt.Sprintf("$%d", 90+i%3)} }, 0},
		"addresses of one label": {func(i int) map[string]string {
			return map[string]string{"image": fmt.Sprintf("http://b.example/%d.png", i)}
		}, 0},
		"numbers":                 {func(i int) map[string]string { return map[string]string{"size": fmt.Sprintf("%d", 50+i%3)} }, 0},
		"names of other entities": {func(i int) map[string]string { return map[string]string{"see also": job(i + 1)} }, 0},
		"prose": {func(i int) map[string]string {
			return map[string]string{"p": fmt.Sprintf("Someone moved to Boston, MA, %d.", i)}
		}, 0},
	} {
		records := pages(40, func(i int) map[string]string {
			columns := c.columns(i)
			if columns == nil {
				columns = map[string]string{}
			}
			columns["h1"] = job(i)
			return columns
		})
		if got := len(e.similarColumns(src, records)); got != c.want {
			t.Errorf("%s: %d columns are similar, want %d", what, got, c.want)
		}
		if why := e.RejectReason(src, records, nil); (why == "") != (c.want >= minFilled) {
			t.Errorf("%s: it is rejected by %q", what, why)
		}
	}
}

// A known entity is found by its name in another order, with what all names of a site
// share, and in another description.
func TestLookup(t *testing.T) {
	t.Parallel()
	site := func(format string, n int) []string {
		var out []string
		for i := range n {
			out = append(out, fmt.Sprintf(format, i))
		}
		return out
	}
	describe := func(i int) string {
		return fmt.Sprintf("Sony DSC-W%d %d Megapixel Cyber-shot Digital Camera with Zoom - Black", 300+i, 8+i%5)
	}
	e := New(query.Profile{Identifier: "name"})
	add := func(host string, names []string) {
		records := pages(len(names), func(i int) map[string]string { return map[string]string{"name": names[i]} })
		if err := e.AddSite(catalog.Source{Site: host, Role: catalog.Training}, func(yield func(record.Record, error) bool) {
			for _, r := range records {
				if !yield(r, nil) {
					return
				}
			}
		}); err != nil {
			t.Fatal(err)
		}
	}
	cameras := make([]string, 40)
	for i := range cameras {
		cameras[i] = describe(i)
	}
	add("cars.example", site("2010 Pontiac V%d Overview", 20))
	add("players.example", []string{"Magnus Carlsen"})
	add("cameras.example", cameras)
	for name, c := range map[string]struct {
		column []string // of the new site
		want   string
	}{
		"2010 Pontiac V7":            {nil, "2010 Pontiac V7 Overview"},
		"2010 Pontiac V7 Tech Specs": {site("%d Ford Focus Tech Specs", 20), "2010 Pontiac V7 Overview"},
		"CARLSEN, Magnus":            {nil, "Magnus Carlsen"},
		"Magnus":                     {nil, ""},
		"2010 Pontiac V77":           {nil, ""},
		"Cyber-shot DSC-W307 Compact Camera by Sony, 10 MP": {site("Kodak EasyShare C%d Compact Camera by Kodak, 12 MP", 40), describe(7)},
		"Cyber-shot DSC-X307 Compact Camera by Sony, 10 MP": {site("Kodak EasyShare C%d Compact Camera by Kodak, 12 MP", 40), ""},
	} {
		got := ""
		if at, ok := e.lookup(query.NewNames(append(slices.Clone(c.column), name)), []string{name}, nil); ok {
			got = e.all[at].name(e)
		}
		if got != c.want {
			t.Errorf("%q is %q, want %q", name, got, c.want)
		}
	}
}
