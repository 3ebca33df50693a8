package verde

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"testing"

	"verde/catalog"
	"verde/record"
	"verde/steering"
	"verde/vertical"
)

// The others of a site are asked what is usual, and not the site itself; of none nothing is.
func TestMedianOfOthers(t *testing.T) {
	t.Parallel()
	said := map[string]float64{"a": 14, "b": 2, "c": 12, "d": 13}
	for but, want := range map[string]float64{"b": 13, "a": 12, "": 13} {
		if got := medianOfOthers(said, but); got != want {
			t.Errorf("beside %q: %v, want %v", but, got, want)
		}
	}
	if got := medianOfOthers(map[string]float64{"a": 3}, "a"); got != 0 {
		t.Errorf("of none: %v", got)
	}
}

// That a site says something else of known entities is evidence where four others or more do not, none of them or few of many.
func TestUnusual(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		agree, otherwise int // with the one itself
		want             bool
	}{{4, 1, true}, {3, 1, false}, {18, 1, true}, {18, 3, true}, {18, 4, false}, {8, 2, false}, {9, 2, true}, {1, 3, false}, {0, 1, false}} {
		otherwise := map[string]string{}
		for i := range c.agree + c.otherwise {
			why := ""
			if i < c.otherwise {
				why = "of 9 of its pages 0 say so"
			}
			otherwise[fmt.Sprint("site", i)] = why
		}
		if got := unusual(otherwise); got != c.want {
			t.Errorf("%+v: %t", c, got)
		}
	}
}

// When a round is closed, a site that has two columns as others have them, but says otherwise of most entities, is set apart, unless a person has
// accepted it; one that agrees, or of which few others are known, stays.
func TestCorroborate(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine, and long under the race detector")
	}
	t.Parallel()
	ctx := t.Context()
	maker := func(i int) string { return []string{"Ada Holt", "Ben Kerr", "Cleo Moss", "Dan Noor"}[i%4] }
	town := func(i int) string { return []string{"Lyon", "Oslo", "Rome"}[i%3] }
	for name, c := range map[string]struct {
		others   int  // sites that have all books; one more has the first two and others
		right    int  // books of which the site says what others do, from the first on
		data     int  // pages of it that are data
		accepted bool // by a person
		want     string
	}{
		"agrees":           {4, 12, 0, false, catalog.Expanded},
		"says otherwise":   {4, 2, 2, false, catalog.Doubtful},
		"and is no data":   {4, 2, 0, false, catalog.Refused},
		"accepted":         {4, 2, 0, true, catalog.Expanded},
		"few others known": {2, 2, 0, false, catalog.Expanded},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			cat, err := catalog.Open(ctx, filepath.Join(t.TempDir(), "c.sqlite"))
			if err != nil {
				t.Fatal(err)
			}
			defer cat.Close()
			x := &Explorer{Catalog: cat}
			var candidates []catalog.Candidate
			put := func(site string, data int, books []int, right func(i int) bool) {
				t.Helper()
				src := catalog.Source{Site: site, Role: catalog.Discovered, State: catalog.Expanded, Round: 1, SemiStructured: data, Evaluated: 4, Attributes: map[string]string{"h1": "name", "maker": "by"}}
				var pages []catalog.Page
				var records []record.Record
				for _, i := range books {
					said := i
					if !right(i) {
						said++
					}
					url := fmt.Sprintf("http://%s/%d", site, i)
					pages = append(pages, catalog.Page{URL: url})
					records = append(records, record.FromTexts(url, map[string][]string{"h1": {fmt.Sprint("Book ", i)}, "maker": {maker(said)}, "town": {town(said)}}))
				}
				if err := cat.PutSite(ctx, src, pages, records); err != nil {
					t.Fatal(err)
				}
				candidates = append(candidates, catalog.Candidate{Round: 1, Site: site})
			}
			always := func(int) bool { return true }
			for k := range c.others {
				put(fmt.Sprintf("known%d.example", k), 4, upTo(0, 24), always)
			}
			put("small.example", 4, append(upTo(0, 2), upTo(12, 24)...), always)
			put("new.example", c.data, upTo(0, 12), func(i int) bool { return i < c.right })
			if err := cat.OpenRound(ctx, catalog.Round{Round: 1}, candidates); err != nil {
				t.Fatal(err)
			}
			if c.accepted {
				x.Steering = func() (steering.Steering, error) {
					return steering.Steering{Sites: map[string]steering.Site{"new.example": {Site: "new.example", Decide: steering.Accept}}}, nil
				}
			}
			if err := x.corroborate(ctx, &vertical.Vertical{Identifier: "name"}, 1); err != nil {
				t.Fatal(err)
			}
			sources, err := cat.Sources(ctx)
			if err != nil {
				t.Fatal(err)
			}
			for _, s := range sources {
				want, why := catalog.Expanded, ""
				if s.Site == "new.example" {
					if want = c.want; want != catalog.Expanded {
						why = "12 of its pages name entities that other sites have, and 2 of these agree with them in any column"
					}
				}
				if s.State != want || s.Reason != why {
					t.Errorf("%s is %s (%s), want %s", s.Site, s.State, s.Reason, want)
				}
			}
		})
	}
}

// upTo gives the numbers from one to another, without it.
func upTo(from, to int) (out []int) {
	for i := from; i < to; i++ {
		out = append(out, i)
	}
	return out
}

// Of two sites that have the same entities in other orders the same ones are compared, however many there are: of those that
// both have, as many as chance leaves out of the sample of the larger. An error is told.
func TestSampled(t *testing.T) {
	t.Parallel()
	const most = 30
	sample := func(site string, n, step int) (names []string) {
		failed := errors.New("failed")
		list := make([]record.Record, n)
		for i := range n {
			list[i] = record.FromTexts(fmt.Sprintf("http://%s/%05d", site, i), map[string][]string{"Title": {fmt.Sprint("The tale of ", i*step%n)}})
		}
		name := func(r *record.Record) string { return r.Value("Title") }
		got, err := sampled(eachOf(list), most, name)
		if err != nil || len(got) != min(n, most) {
			t.Errorf("%d records, %v", len(got), err)
		}
		for i := range got {
			names = append(names, name(&got[i]))
		}
		if _, err := sampled(func(yield func(record.Record, error) bool) { yield(record.Record{}, failed) }, most, name); !errors.Is(err, failed) {
			t.Errorf("%v, want %v", err, failed)
		}
		slices.Sort(names)
		return names
	}
	if a, b := sample("a.example", 1000, 1), sample("b.example", 1000, 7); !slices.Equal(a, b) {
		t.Errorf("of the same entities %q and %q are compared", a, b)
	}
	sample("small.example", 20, 3)
	firsts := 0
	for _, name := range sample("a.example", 1000, 1) {
		if name < "The tale of 130" {
			firsts++
		}
	}
	if firsts > most/2 {
		t.Errorf("%d of %d are among the first", firsts, most)
	}
}
