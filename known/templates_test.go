package known

import (
	"fmt"
	"maps"
	"testing"

	"verde/catalog"
	"verde/query"
	"verde/record"
)

// goods are pages of a site about n of the jobs known (see jobs), in the template given.
func goods(template, n int, columns func(i int) map[string]string) []record.Record {
	list := pages(n, columns)
	for i := range list {
		list[i].Template, list[i].URL = template, fmt.Sprintf("http://s.example/%d/%d", template, i)
	}
	return list
}

// Pages of templates that show something else than the entity's are told by what they
// show, however many they are; those of a template that shows the most of it stay.
func TestOtherKinds(t *testing.T) {
	t.Parallel()
	e := New(query.Profile{Identifier: "title", Attributes: []query.Attribute{{Name: "kind"}}})
	if err := e.AddSite(catalog.Source{Site: "known.example", Role: catalog.Training}, func(yield func(record.Record, error) bool) {
		for _, r := range jobs(30) {
			if !yield(r, nil) {
				return
			}
		}
	}); err != nil {
		t.Fatal(err)
	}
	where, kind := []string{"Austin, TX", "Boston, MA", "Chicago, IL"}, []string{"Full time", "Contract"}
	entity := func(i int) map[string]string {
		return map[string]string{"name": job(i), "place": where[i%3], "type": kind[i%2], "pay": fmt.Sprintf("$%d", 50+i%3), "firm": []string{"Acme", "Globex"}[i%2]}
	}
	part := func(i int) map[string]string {
		m := entity(i)
		delete(m, "pay")
		delete(m, "firm")
		return m
	}
	review := func(i int) map[string]string {
		return map[string]string{"name": job(i), "writer": []string{"Ann Lee", "Bo Ray", "Cy Fox"}[i%3], "place": where[i%3], "day": fmt.Sprintf("%d May 2010", 1+i%28)}
	}
	compared := func(i int) map[string]string {
		m := entity(i)
		m["name"] += " vs. " + job(i+7)
		return m
	}
	rich := func(i int) map[string]string {
		m := entity(i)
		m["grade"], m["sector"] = []string{"Junior", "Senior"}[i/2%2], []string{"Health", "Energy", "Retail"}[i/3%3]
		return m
	}
	news := func(i int) map[string]string {
		return map[string]string{"name": job(i), "day": fmt.Sprintf("%d May 2010", 1+i%28), "writer": []string{"Ann Lee", "Bo Ray", "Cy Fox"}[i%3]}
	}
	mixed := append(goods(1, 25, news), goods(1, 20, func(i int) map[string]string { // most of them are named after one of the jobs known
		m := rich(i)
		m["name"] += " vs. " + job(i*3)
		return m
	})...)
	for i := range mixed {
		mixed[i].URL = fmt.Sprintf("http://s.example/1/%d", i)
	}
	layout := func(from int) func(i int) map[string]string {
		return func(i int) map[string]string { // one of four columns is as on the entity's pages
			return map[string]string{"name": job(from + i), "type": kind[i%2], "city": where[i%3], "shift": []string{"Day", "Night"}[i%2], "grade": []string{"A", "B", "C"}[i%3], "union": []string{"Yes", "No"}[i%2]}
		}
	}
	list := func(i int) map[string]string {
		return map[string]string{"name": where[i%3], "shelf": []string{"Places", "Firms"}[i%2], "next": "Next"}
	}
	counts := func(urls map[string]bool) map[int]int { // by template
		out := map[int]int{}
		for url := range urls {
			var template, i int
			if _, err := fmt.Sscanf(url, "http://s.example/%d/%d", &template, &i); err != nil {
				t.Fatal(url, err)
			}
			out[template]++
		}
		return out
	}
	for name, test := range map[string]struct {
		records []record.Record
		want    map[int]int
	}{
		"one template":            {goods(0, 20, list), nil},
		"reviews and lists":       {append(append(goods(0, 40, list), goods(1, 20, entity)...), goods(2, 10, review)...), map[int]int{0: 40, 2: 10}},
		"half of what it shows":   {append(goods(0, 30, entity), goods(1, 10, part)...), nil},
		"another layout":          {append(goods(0, 20, entity), goods(1, 10, layout(20))...), nil},
		"the same ones again":     {append(goods(0, 20, rich), goods(1, 10, layout(0))...), map[int]int{1: 10}},
		"comparisons":             {append(goods(0, 20, entity), goods(1, 10, compared)...), map[int]int{1: 10}},
		"comparisons first":       {append(goods(0, 10, compared), goods(1, 20, part)...), map[int]int{0: 10}},
		"comparisons among news":  {append(goods(0, 30, rich), mixed...), map[int]int{1: 45}},
		"nothing but comparisons": {append(goods(0, 10, compared), goods(1, 10, compared)...), nil},
		"names, and nothing else": {append(goods(0, 30, func(i int) map[string]string { return map[string]string{"name": job(i)} }), goods(1, 10, func(i int) map[string]string { return map[string]string{"h1": job(i)} })...), nil},
	} {
		if got := counts(e.OtherKinds(test.records, nil)); !maps.Equal(got, test.want) {
			t.Errorf("%s: %v, want %v", name, got, test.want)
		}
	}
	both := append(goods(0, 40, list), goods(1, 20, entity)...)
	if got := counts(OtherKinds(both, []string{"http://s.example/none", "http://s.example/1/7"})); !maps.Equal(got, map[int]int{0: 40}) {
		t.Errorf("where a page is known: %v", got)
	}
	if got := OtherKinds(both, []string{"http://s.example/none"}); got != nil {
		t.Errorf("where it was not read: %v", got)
	}
}

// A page that the wrapper of the entity's template reads but that shows hardly any of what
// its pages show is a stray; one that shows little is not, nor is any where little is shown.
func TestStrays(t *testing.T) {
	t.Parallel()
	full := func(columns, others int) func(i int) map[string]string {
		return func(i int) map[string]string {
			m := map[string]string{"name": job(i)}
			for c := range others { // few others, again and again: most of a column's values repeat
				m[fmt.Sprint("see also ", c)] = job((c + i) % 5)
			}
			for c := range columns {
				m[fmt.Sprint("column ", c)] = []string{"Red", "Green", "Blue"}[(i+c)%3]
			}
			return m
		}
	}
	for _, test := range []struct {
		columns, shows int // of the entity's pages, and of one more
		samples        []string
		want           bool
		others         int // columns of all pages that name other entities
	}{
		{10, 1, []string{"http://s.example/0/1"}, true, 0},
		{10, 2, []string{"http://s.example/0/1"}, false, 0},
		{10, 0, []string{"http://s.example/0/1", "http://s.example/0/2", "http://s.example/0/99"}, true, 0}, // one sample is wrong
		{5, 0, []string{"http://s.example/0/1"}, true, 0},
		{4, 0, []string{"http://s.example/0/1"}, false, 0},
		{10, 1, nil, false, 0},
		{10, 1, []string{"http://s.example/0/1"}, true, 8},
	} {
		records := goods(0, 30, full(test.columns, test.others))
		other := goods(0, 1, full(test.shows, test.others))[0]
		other.URL = "http://s.example/0/99"
		got := OtherKinds(append(records, other), test.samples)
		if got[other.URL] != test.want || len(got) > 1 {
			t.Errorf("%+v: %v", test, got)
		}
	}
}

// What the frame of a site shows on all of its pages, and what pages are called, tells no kind of page from another.
func TestStraysInFrame(t *testing.T) {
	t.Parallel()
	framed := func(columns int) func(i int) map[string]string {
		return func(i int) map[string]string {
			m := map[string]string{"name": job(i), "title": job(i) + " - Jobs", "share": "Twitter", "page": fmt.Sprint(i)}
			for c := range columns {
				m[fmt.Sprint("column ", c)] = []string{"Red", "Green", "Blue"}[(i+c)%3]
			}
			return m
		}
	}
	for shows, want := range map[int]bool{0: true, 1: false, 5: false} {
		records := goods(0, 30, framed(5))
		other := goods(0, 1, framed(shows))[0]
		other.URL = "http://s.example/0/99"
		if got := OtherKinds(append(records, other), []string{"http://s.example/0/1"}); got[other.URL] != want || len(got) > 1 {
			t.Errorf("one that shows %d of 5 columns and the frame: %v", shows, got)
		}
	}
}
