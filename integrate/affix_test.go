package integrate

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// A site with one of two words in front of each name, and an area behind some of them, is joined by the names
// without these, and claims keep what it wrote; where other sites have most names with the word, it is part of
// them.
func TestAffixes(t *testing.T) {
	t.Parallel()
	tables := places()
	tables[3].Titles = "name3"
	for i := range tables[3].Records {
		v := tables[3].Records[i].Values
		called := []string{"Burg ", "Schloss "}[i%2] + v["name3"][0]
		if i%3 == 0 {
			called += " (" + name(5, uint64(i), 1) + ")"
		}
		v["name3"] = []string{called}
	}
	r := must(t, tables, Options{})
	if joined, right := joinedTo(r, "s03.example"); joined != right || right < 25 {
		t.Errorf("%d joined with another site, %d of them rightly", joined, right)
	}
	if !keepsWritten(r, "s03.example", "name3", "Burg ") {
		t.Error("what is written is gone")
	}
}

// joinedTo counts the pages of a site that are in an entity with a page of another site, and those that are
// rightly so.
func joinedTo(r *Result, site string) (joined, right int) {
	for _, e := range r.Entities {
		for i, u := range e.URLs {
			if i > 0 && strings.Contains(u, "//"+site+"/") {
				if joined++; number(u) == number(e.URLs[0]) {
					right++
				}
			}
		}
	}
	return joined, right
}

// keepsWritten reports whether a claim of a column's attribute keeps a written text that was removed for
// comparison.
func keepsWritten(r *Result, site, label, text string) bool {
	a := attributeOf(r, site, label)
	if a == nil {
		return false
	}
	for _, f := range r.Fused {
		for _, g := range f.Groups {
			if f.Attribute == a.Name && slices.ContainsFunc(g.Claims, func(c Claim) bool { return strings.Contains(c.Written, text) }) {
				return true
			}
		}
	}
	return false
}

// Words are no part of names if other sites have these names without them, and hardly any with them.
func TestAffixesOf(t *testing.T) {
	t.Parallel()
	numbered := func(format string) (out []string) {
		for i := range 8 {
			out = append(out, fmt.Sprintf(format, "abcdefgh"[i:i+1]+"eltz"))
		}
		return out
	}
	plain := numbered("%s")
	for _, test := range []struct {
		name          string
		names, others []string
		want          string // of the last name
	}{
		{"in front", numbered("Burg %s"), plain, "heltz"},
		{"behind", numbered("%s Castle"), plain, "heltz"},
		{"in brackets", numbered("%s (Eifel)"), plain, "heltz"},
		{"one in front of the other's brackets", slices.Concat(numbered("Burg %s"), numbered("Burg %s (Eifel)")), plain, "heltz"},
		{"a year", numbered("%s (1933)"), plain, "heltz (1933)"},
		{"a number", numbered("%s 2"), plain, "heltz 2"},
		{"part of most names", numbered("New %s"), append(numbered("New %s")[:4], plain[4:]...), "New heltz"},
		{"nobody else's", numbered("Burg %s"), nil, "Burg heltz"},
		{"few", numbered("Burg %s")[4:], plain, "Burg heltz"},
	} {
		tables := []Table{{Site: "a.example", Titles: "t"}, {Site: "b.example", Titles: "t"}}
		for s, names := range [][]string{test.names, test.others} {
			for i, n := range names {
				tables[s].Records = append(tables[s].Records, Record{URL: fmt.Sprintf("http://%s/%02d", tables[s].Site, i), Values: map[string][]string{"t": {n}}})
			}
			for i := range 3 * len(names) { // which have no word in common, so that it is no word of all
				tables[s].Records = append(tables[s].Records, Record{URL: fmt.Sprintf("http://%s/x%02d", tables[s].Site, i), Values: map[string][]string{"t": {name(uint64(s), uint64(i), 2)}}})
			}
		}
		c := Read(tables)
		if got := c.valuesOf(int32(len(test.names)-1), c.titleColumn[0]); len(got) != 1 || got[0].Text != test.want {
			t.Errorf("%s: %v, want %s", test.name, got, test.want)
		}
	}
}
