package known

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"verde/catalog"
	"verde/query"
	"verde/record"
)

// library gives n books, number i by Author i/2 in the year 1900+i, each a novel or a play.
func library(n int) *Entities {
	e := New(query.Profile{Identifier: "name"})
	for i := range n {
		e.add(entity{site: "training.example", record: query.Record{Values: map[string][]string{
			"name": {book(i)}, "author": {fmt.Sprint("Author ", i/2)}, "year": {fmt.Sprint(1900 + i)}, "kind": {[]string{"novel", "play"}[i%2]}, "heading": {"On " + book(i)},
		}}})
	}
	return e
}

// shelfOf are records of n pages, one for each of the first n books.
func shelfOf(n int, columns func(i int) map[string]string) []record.Record {
	return pages(n, func(i int) map[string]string {
		out := map[string]string{"h1": book(i)}
		for label, text := range columns(i) {
			out[label] = text
		}
		return out
	})
}

// Pages agree with what is known if they say it of the very entities, in whatever column and form, and not what is
// known of others, of all, or the name once more.
func TestAgreement(t *testing.T) {
	t.Parallel()
	for what, c := range map[string]struct {
		pages   int
		columns func(i int) map[string]string
		want    int
	}{
		"author and year": {6, func(i int) map[string]string {
			return map[string]string{"written by": fmt.Sprint("Author ", i/2), "in": fmt.Sprint(1900 + i)}
		}, 2},
		"in other forms":          {6, func(i int) map[string]string { return map[string]string{"in": fmt.Sprintf("%d.0", 1900+i)} }, 1},
		"in several columns":      {12, func(i int) map[string]string { return map[string]string{fmt.Sprint("c", i%3): fmt.Sprint(1900 + i)} }, 1},
		"of a third of the pages": {12, func(i int) map[string]string { return map[string]string{"in": fmt.Sprint(1900 + i*(i%4/3))} }, 0},
		"of others": {12, func(i int) map[string]string {
			return map[string]string{"written by": fmt.Sprint("Author ", i/2+3), "in": fmt.Sprint(1903 + i)}
		}, 0},
		"what one of two has":   {6, func(i int) map[string]string { return map[string]string{"a": []string{"novel", "play"}[i/2%2]} }, 0},
		"the name once more":    {12, func(i int) map[string]string { return map[string]string{"read": "On " + book(i), "liked": book(i)} }, 0},
		"names of other things": {12, func(i int) map[string]string { return map[string]string{"like": book(i + 20)} }, 0},
	} {
		var w weight
		library(40).agreement(&w, catalog.Source{Attributes: map[string]string{"h1": "name"}}, shelfOf(c.pages, c.columns), nil)
		if len(w.agree) != c.want || w.pages != c.pages {
			t.Errorf("%s: %d pages agree in %q, want %d of %d", what, w.pages, w.agree, c.want, c.pages)
		}
	}
}

// A worked example: of two attributes one agrees on all of many pages and the other never. A source agrees in a share s of
// attributes, each as likely, so in the one and not in the other by the mean of s(1-s), 1/6; what is no source in each by 1/12.
func TestAgreementByHand(t *testing.T) {
	t.Parallel()
	e := New(query.Profile{Identifier: "name"})
	for i := range 40 {
		e.add(entity{site: "training.example", record: query.Record{Values: map[string][]string{"name": {book(i)}, "author": {fmt.Sprint("Author ", i)}, "year": {fmt.Sprint(1900 + i)}}}})
	}
	var w weight
	e.agreement(&w, catalog.Source{Attributes: map[string]string{"h1": "name"}}, shelfOf(40, func(i int) map[string]string { return map[string]string{"by": fmt.Sprint("Author ", i)} }), nil)
	if want := math.Log(namesShared + (1-namesShared)*(1./6)/(11./144)); math.Abs(w.ofNames-want) > 1e-3 {
		t.Errorf("%.4f, want %.4f", w.ofNames, want)
	}
}

// Of many sites that say what is known of any entity, not of their own, one in twenty at most agrees in something.
func TestAgreementByChance(t *testing.T) {
	t.Parallel()
	const sites = 200
	random := rand.New(rand.NewPCG(1, 2))
	e, wrong := library(40), 0
	for range sites {
		site := shelfOf(6+random.IntN(20), func(int) map[string]string {
			return map[string]string{"written by": fmt.Sprint("Author ", random.IntN(20)), "in": fmt.Sprint(1900 + random.IntN(40)), "a": []string{"novel", "play"}[random.IntN(2)]}
		})
		var w weight
		if e.agreement(&w, catalog.Source{Attributes: map[string]string{"h1": "name"}}, site, nil); len(w.agree) > 0 {
			wrong++
		}
	}
	if wrong > sites/surely {
		t.Errorf("%d of %d agree in something", wrong, sites)
	}
}

// Columns of another site are kindred if their words are those known, whatever their labels and whichever entities they are
// of; each counts once.
func TestKindred(t *testing.T) {
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
	for what, c := range map[string]struct {
		columns     func(i int) map[string]string
		kindred, of int
	}{
		"nothing but names": {func(int) map[string]string { return nil }, 0, 0},
		"two columns": {func(i int) map[string]string {
			return map[string]string{"city": []string{"BOSTON, MA", "Austin, TX"}[i%2], "type": []string{"Contract", "Full time", "Part time"}[i%3]}
		}, 2, 2},
		"one twice": {func(i int) map[string]string {
			return map[string]string{"city": []string{"Boston, MA", "Austin, TX"}[i%2], "crumb": []string{"Boston, MA", "Austin, TX"}[i%2]}
		}, 1, 1},
		"written otherwise": {func(i int) map[string]string {
			return map[string]string{"city": []string{"US-MA-Boston", "US-TX-Austin"}[i%2]}
		}, 1, 1},
		"few of the words": {func(i int) map[string]string {
			return map[string]string{"city": []string{"Boston, MA", "Lyon", "Oslo", "Rome", "Kiel"}[i%5]}
		}, 0, 1},
		"always the same":         {func(int) map[string]string { return map[string]string{"city": "Boston, MA"} }, 0, 0},
		"amounts":                 {func(i int) map[string]string { return map[string]string{"price": fmt.Sprintf("$%d", 90+i%3)} }, 1, 1},
		"numbers":                 {func(i int) map[string]string { return map[string]string{"size": fmt.Sprintf("%d", 50+i%3)} }, 0, 0},
		"of an index":             {func(i int) map[string]string { return map[string]string{"A-Z": string(rune('A' + i%9))} }, 0, 0},
		"names of other entities": {func(i int) map[string]string { return map[string]string{"see also": job(i + 1)} }, 0, 0},
		"of other things": {func(i int) map[string]string {
			return map[string]string{"sire": []string{"Red Duke", "Old Tom"}[i%2], "dam": []string{"Lady Jane", "Belle"}[i%2], "date": fmt.Sprintf("%d May 2021", 1+i)}
		}, 0, 2},
		"prose": {func(i int) map[string]string {
			return map[string]string{"p": fmt.Sprintf("Someone moved to Boston, MA, on a day in May, and %d of us saw it.", i)}
		}, 0, 0},
	} {
		var w weight
		e.kindred(&w, catalog.Source{Attributes: map[string]string{"h1": "title"}}, pages(10, func(i int) map[string]string {
			out := map[string]string{"h1": job(i)}
			for label, text := range c.columns(i) {
				out[label] = text
			}
			return out
		}))
		if w.kindred != c.kindred || w.columns != c.of {
			t.Errorf("%s: %d of %d columns, want %d of %d", what, w.kindred, w.columns, c.kindred, c.of)
		}
	}
}
