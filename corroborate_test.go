package verde

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"verde/record"
)

// The others of a site are asked what is usual, and not the site itself; of none nothing is.
func TestUsualOf(t *testing.T) {
	t.Parallel()
	said := map[string]float64{"a": 14, "b": 2, "c": 12, "d": 13}
	for but, want := range map[string]float64{"b": 13, "a": 12, "": 13} {
		if got := usualOf(said, but); got != want {
			t.Errorf("beside %q: %v, want %v", but, got, want)
		}
	}
	if got := usualOf(map[string]float64{"a": 3}, "a"); got != 0 {
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
