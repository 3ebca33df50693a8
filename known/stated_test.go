package known

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

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

// prose are records of n pages in prose, one for each of the first n books, with the parts of sentences.
func prose(n int, parts func(i int) map[string]string) (out []record.Record) {
	for i := range n {
		r := record.FromTexts(fmt.Sprint("http://s.example/", i), map[string][]string{"h1": {book(i)}})
		for label, text := range parts(i) {
			r.Fields = append(r.Fields, record.Field{Label: label, Values: []record.Value{{Text: text, PartOf: "text"}}})
		}
		out = append(out, r)
	}
	return out
}

// Parts of sentences are evidence where several say what is known of the very entity, and not what is known
// of others, of all, or its name once more.
func TestStated(t *testing.T) {
	t.Parallel()
	for what, c := range map[string]struct {
		pages int
		parts func(i int) map[string]string
		want  int
	}{
		"author and year": {6, func(i int) map[string]string {
			return map[string]string{"written by": fmt.Sprint("Author ", i/2), "in": fmt.Sprint(1900 + i)}
		}, 2},
		"the year twice": {6, func(i int) map[string]string {
			return map[string]string{"in": fmt.Sprint(1900 + i), "out": fmt.Sprint(1900 + i)}
		}, 1},
		"in other forms":      {6, func(i int) map[string]string { return map[string]string{"in": fmt.Sprintf("%d.0", 1900+i)} }, 1},
		"of every other page": {12, func(i int) map[string]string { return map[string]string{"in": fmt.Sprint(1900 + i*(i%3/2))} }, 0},
		"two pages": {2, func(i int) map[string]string {
			return map[string]string{"written by": fmt.Sprint("Author ", i/2), "in": fmt.Sprint(1900 + i)}
		}, 0},
		"of others": {12, func(i int) map[string]string {
			return map[string]string{"written by": fmt.Sprint("Author ", i/2+3), "in": fmt.Sprint(1903 + i)}
		}, 0},
		"what one of two has":   {6, func(i int) map[string]string { return map[string]string{"a": []string{"novel", "play"}[i/2%2]} }, 0},
		"the name once more":    {12, func(i int) map[string]string { return map[string]string{"read": "On " + book(i), "liked": book(i)} }, 0},
		"names of other things": {12, func(i int) map[string]string { return map[string]string{"like": book(i + 20)} }, 0},
	} {
		e := library(40)
		if got := e.stated(catalog.Source{Attributes: map[string]string{"h1": "name"}}, prose(c.pages, c.parts), nil); got != c.want {
			t.Errorf("%s: %d, want %d", what, got, c.want)
		}
	}
}

// Of a thousand sites whose sentences say what is known of any entity, not of their own, at most statedError
// are taken to state some attribute.
func TestStatedByChance(t *testing.T) {
	t.Parallel()
	const sites = 1000
	random := rand.New(rand.NewPCG(1, 2))
	e, wrong := library(40), 0
	for range sites {
		site := prose(6+random.IntN(20), func(int) map[string]string {
			return map[string]string{"written by": fmt.Sprint("Author ", random.IntN(20)), "in": fmt.Sprint(1900 + random.IntN(40)), "a": []string{"novel", "play"}[random.IntN(2)]}
		})
		if e.stated(catalog.Source{Attributes: map[string]string{"h1": "name"}}, site, nil) > 0 {
			wrong++
		}
	}
	if wrong > statedError*sites {
		t.Errorf("%d of %d state something", wrong, sites)
	}
}

// One column on average, as sites of prose have, is formColumns or more in four of a thousand sites, whatever
// the pages are: the error that formColumns is said to have.
func TestFormColumnsByChance(t *testing.T) {
	t.Parallel()
	const sites, bound = 1000, 0.004
	if p := (distuv.Poisson{Lambda: 1}).Survival(formColumns - 1); p > bound {
		t.Errorf("%.4f by the distribution", p)
	}
	random, wrong := rand.New(rand.NewPCG(3, 4)), 0
	for range sites {
		columns := 0 // of a post: the gaps between them are exponential
		for at := random.ExpFloat64(); at < 1; at += random.ExpFloat64() {
			columns++
		}
		site := pages(6, func(i int) map[string]string {
			out := map[string]string{"h1": book(i), "text": fmt.Sprintf("Nobody knows who first owned number %d of these, and few want to know it at all today.", i)}
			for k := range columns {
				out[fmt.Sprint("column ", k)] = fmt.Sprintf("Value %c%c", 'a'+k, 'a'+i%3)
			}
			return out
		})
		if got := len(informativeColumns(site)); got != columns {
			t.Fatalf("%d columns, want %d", got, columns)
		} else if got >= formColumns {
			wrong++
		}
	}
	if wrong > 2*bound*sites { // twice, since a simulation errs, too
		t.Errorf("%d of %d have as many", wrong, sites)
	}
}
