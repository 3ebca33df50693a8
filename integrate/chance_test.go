package integrate

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// stranger makes the values of an entity that no other site has: people with names of few words, with dates of
// birth or without, products with numbers, books.
func stranger(kind string, random *rand.Rand, site int) map[string][]string {
	label := func(l string) string { return fmt.Sprint(l, site) }
	of := func(seed uint64, n int) string { return name(seed, random.Uint64N(uint64(n)), 1) }
	out := map[string][]string{}
	switch kind {
	case "people", "dated":
		out[label("name")] = []string{of(1, 30) + " " + of(2, 40)}
		out[label("town")] = []string{of(3, 20)}
		out[label("work")] = []string{of(4, 12)}
		if kind == "dated" {
			out[label("born")] = []string{fmt.Sprintf("%d/%d/%d", 1+random.IntN(28), 1+random.IntN(12), 1900+random.IntN(90))}
		}
	case "products":
		out[label("name")] = []string{fmt.Sprintf("%s %c%d", of(5, 15), 'A'+rune(random.IntN(8)), 10*(1+random.IntN(90)))}
		out[label("price")] = []string{fmt.Sprintf("$%d.99", 10*random.IntN(40))}
		out[label("weight")] = []string{fmt.Sprintf("%d g", 50*(1+random.IntN(40)))}
		out[label("colour")] = []string{of(6, 8)}
	case "books":
		out[label("title")] = []string{name(7, random.Uint64(), 3)}
		out[label("author")] = []string{of(8, 60) + " " + of(9, 90)}
		out[label("year")] = []string{fmt.Sprint(1950 + random.IntN(70))}
		out[label("shelf")] = []string{of(10, 15)}
	}
	return out
}

// strangersOf makes tables of sites that have no entity in common.
func strangersOf(kind string, sites, records int, seed uint64) []Table {
	var out []Table
	for s := range sites {
		random := rand.New(rand.NewPCG(seed, uint64(s)))
		t := Table{Site: fmt.Sprintf("s%d.example", s)}
		for i := range records {
			t.Records = append(t.Records, Record{URL: fmt.Sprintf("http://%s/%d", t.Site, s*records+i), Values: stranger(kind, random, s)})
		}
		out = append(out, t)
	}
	return out
}

// Sites that share no entity are not joined by coincidences, however many sites there are and of whatever size: at
// most one wrong pair for a thousand records in all, and for a hundred in any case. People of one name are the
// hard case: six sites of 400 have some 2,000 such pairs.
func TestNothingShared(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long of what is as parallel elsewhere")
	}
	t.Parallel()
	all, wrong := 0, 0
	for _, kind := range []string{"people", "dated", "products", "books"} {
		for _, sites := range []int{2, 3, 6} {
			for _, records := range []int{20, 100, 400} {
				for seed := range uint64(2) {
					joined, _, _ := grade(must(t, strangersOf(kind, sites, records, seed), Options{Unfused: true}))
					all, wrong = all+sites*records, wrong+joined
					if joined*100 > sites*records {
						t.Errorf("%s, %d sites of %d records, seed %d: %d pairs are joined", kind, sites, records, seed, joined)
					}
				}
			}
		}
	}
	if wrong*1000 > all {
		t.Errorf("%d pairs of %d records are joined", wrong, all)
	}
}

// By chance two sites share as many values as each of them has twice; only more than that is evidence of common
// entities. Of 200 names, 10 in common are no evidence if 5 names occur twice on each site, and are evidence if
// none does.
func TestBeyondChance(t *testing.T) {
	t.Parallel()
	column := &column{Column: Column{Records: 200}}
	for _, test := range []struct {
		own    float64 // pairs of records of each site that have a value in common
		shared int
		want   bool
	}{{5, 10, false}, {5, 16, false}, {5, 25, true}, {0, 2, false}, {0, 10, true}, {0, 20, true}} {
		x := identifyingColumns{sharingPairs: []float64{test.own, test.own}}
		if got := x.beyondChance(column, column, 0, 1, test.shared); got != test.want {
			t.Errorf("%v pairs in each site, %d across: %v", test.own, test.shared, got)
		}
	}
}
