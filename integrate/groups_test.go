package integrate

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// attributeOf returns the attribute of a column.
func attributeOf(r *Result, site, label string) *Attribute {
	for i := range r.Attributes {
		if slices.ContainsFunc(r.Attributes[i].Columns, func(col int) bool { return r.Columns[col].Site == site && r.Columns[col].Label == label }) {
			return &r.Attributes[i]
		}
	}
	return nil
}

// Of five sites three have ratings in short, one in full, and one with the rest in parentheses: they are one
// attribute, with the short form where a site has it.
func TestShortForms(t *testing.T) {
	t.Parallel()
	tables := library(5, 120, 8)
	short := []string{"R", "PG-13", "PG", "Not Rated"}
	for s := range tables {
		for i := range tables[s].Records {
			n := s*8 + i
			text := short[n*n%11%4]
			reason := fmt.Sprintf("for %s and %s", name(11, uint64(n), 3), name(12, uint64(n), 2))
			switch s {
			case 3:
				text += " " + reason
			case 4:
				text += " (" + reason + ")"
			}
			tables[s].Records[i].Values["rating"] = []string{text}
		}
	}
	r := must(t, tables, Options{})
	a := attributeOf(r, "s00.example", "rating")
	if a == nil || a.Sites != 5 || !a.Short || attributeOf(r, "s03.example", "rating") != a || attributeOf(r, "s04.example", "rating") != a {
		t.Fatalf("attributes %+v", r.Attributes)
	}
	for _, f := range r.Fused {
		if f.Attribute != a.Name {
			continue
		}
		sites := make(map[string]bool)
		for _, c := range f.Groups[0].Claims {
			sites[c.Site] = true
		}
		brief := sites["s00.example"] || sites["s01.example"] || sites["s02.example"]
		if len(f.Groups) != 1 || brief != slices.Contains(short, f.Groups[0].Value) {
			t.Errorf("of %v: %+v", sites, f.Groups)
		}
		if len(sites) == 1 && sites["s04.example"] && !strings.Contains(f.Groups[0].Value, " (for ") {
			t.Errorf("the whole text is shown as %q", f.Groups[0].Value)
		}
	}
}

// Where every site has both the short and the long form, they are two attributes.
func TestNoShortForms(t *testing.T) {
	t.Parallel()
	tables := library(3, 120, 8)
	for s := range tables {
		for i := range tables[s].Records {
			v := tables[s].Records[i].Values
			word := name(11, uint64(s*8+i), 1)
			v["word"], v["words"] = []string{word}, []string{word + " " + name(12, uint64(s*8+i), 2)}
		}
	}
	r := must(t, tables, Options{})
	if a, b := attributeOf(r, "s00.example", "word"), attributeOf(r, "s00.example", "words"); a == nil || b == nil || a == b || a.Sites != 3 || b.Sites != 3 {
		t.Errorf("attributes %+v", r.Attributes)
	}
}

// Twelve books in common with each of six sites are too few for a column of two values to agree beyond chance
// with any one of them, but enough for all of them together.
func TestJoinSingles(t *testing.T) {
	t.Parallel()
	const each = 12
	kinds := []string{"hardback", "paperback"}
	all := library(7, 400, 0)
	for s := range all {
		var kept []Record
		for i, r := range all[s].Records {
			if s < 6 && (i >= 200 || i/each == s) || s == 6 && i < 6*each {
				k := i * 7 % 11 / 7 // two of three are hardbacks
				if i%12 == s {      // sites are not always right
					k = 1 - k
				}
				kind := kinds[k]
				r.Values[fmt.Sprint("kind", s)] = []string{kind}
				kept = append(kept, r)
			}
		}
		all[s].Records = kept
	}
	r := must(t, all, Options{})
	for _, m := range r.Matches {
		if m.Accepted && r.Columns[m.B].Site == "s06.example" && r.Columns[m.B].Label == "kind6" {
			t.Errorf("it counts alone: %+v", m)
		}
	}
	if a := attributeOf(r, "s06.example", "kind6"); a == nil || a.Sites != 7 || a != attributeOf(r, "s00.example", "kind0") {
		t.Errorf("attributes %+v", r.Attributes)
	}
	if a := attributeOf(r, "s06.example", "e6"); a == nil || a.Basis != OneSource {
		t.Errorf("prices drawn at random are in %+v", a)
	}
}
