package integrate

import (
	"fmt"
	"iter"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// abbreviated are tables of places of which one abbreviates the first word and the last one of their names.
func abbreviated(t *testing.T) []Table {
	t.Helper()
	tables := places()
	tables[3].Titles = "name3"
	for s := range tables {
		label := fmt.Sprint("name", s)
		for at := range tables[s].Records {
			v := tables[s].Records[at].Values
			i, err := strconv.Atoi(number(tables[s].Records[at].URL))
			if err != nil {
				t.Fatal(err)
			}
			called := []string{"Northern ", "Western "}[i%2] + v[label][0] + []string{" College", " University", " Institute"}[i%3]
			if s == 3 {
				called = strings.NewReplacer("Northern", "North.", "Western", "West.", "College", "Coll.", "University", "Univ.", "Institute", "Inst.").Replace(called)
			}
			v[label] = []string{called}
		}
	}
	return tables
}

// A site that abbreviates two words of its names is joined with those that write them out, and what it wrote stays.
func TestAbbreviations(t *testing.T) {
	t.Parallel()
	tables := abbreviated(t)
	r := must(t, tables, Options{})
	if joined, right := joinedTo(r, "s03.example"); joined != right || right < 25 {
		t.Errorf("%d joined with another site, %d of them rightly", joined, right)
	}
	if !keepsWritten(r, "s03.example", tables[3].Titles, "Univ.") {
		t.Error("what is written is gone")
	}
}

// What an abbreviation stands for, as the names that others have tell.
func TestWrittenOut(t *testing.T) {
	t.Parallel()
	each := func(format ...string) (out []string) {
		for _, f := range format {
			for _, name := range []string{"Alba", "Bern", "Cork", "Dover", "Eltz", "Fulda"} {
				out = append(out, strings.ReplaceAll(f, "*", name))
			}
		}
		return out
	}
	for _, test := range []struct {
		title         string
		names, others []string
		want          map[string]string
	}{
		{"at the end", each("* Coll."), each("* College"), map[string]string{"coll.": "college"}},
		{"two in a name", each("Univ. of N * Inst."), each("University of N * Institute"), map[string]string{"univ.": "university", "inst.": "institute"}},
		{"two that one name may stand for", each("* Coll."), each("* College", "* Collegium"), map[string]string{}},
		{"one that stands for two", each("St. * East", "* St."), each("Stanton * East", "* State"), map[string]string{}},
		{"both have it", each("St. *"), each("St. *"), map[string]string{}},
		{"nothing else", []string{"Al. Co.", "Be. Co.", "Co. Co.", "Do. Co.", "El. Co.", "Fu. Co."}, []string{"Alba College", "Bern College", "Cork College", "Dover College", "Eltz College", "Fulda College"}, map[string]string{"co.": "college"}},
		{"an initial", each("J. *"), each("John *"), map[string]string{}},
		{"no full stop", each("* Coll"), each("* College"), map[string]string{}},
		{"too few", each("* Coll.")[:4], each("* College"), map[string]string{}},
	} {
		t.Run(test.title, func(t *testing.T) {
			t.Parallel()
			words := func(names []string) (out [][]string) {
				for _, n := range names {
					out = append(out, nameWords(n))
				}
				return out
			}
			got := writtenOut(words(test.names), func(of []string) iter.Seq[[]string] {
				var same [][]string
				for _, w := range words(test.others) {
					if key := keyOf(of); key.words == len(w) && keyAt(w, key.place) == key {
						same = append(same, w)
					}
				}
				return slices.Values(same)
			})
			if !maps.Equal(got, test.want) {
				t.Errorf("%q beside %q: %v, want %v", test.names[0], test.others[0], got, test.want)
			}
		})
	}
	if got := writeOut("Univ. of Bern, St. Gallen", map[string]string{"univ.": "university"}); got != "university of Bern, St. Gallen" {
		t.Errorf("written out: %q", got)
	}
}
