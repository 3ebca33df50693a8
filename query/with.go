package query

import (
	"slices"
	"strings"
	"unicode/utf8"

	"verde/values"
)

// maxWith is the number of attributes that name an entity beside the identifier: more are
// a description, which other sites do not repeat whole.
const maxWith = 2

// with picks the columns that tell entities of one name apart: the one with which most
// records are different, and so on until nearly all are. A column of which nearly all
// values are different (a code, a price) is none, since others do not show it.
// Cost: linear in the values, for each column taken.
func with(records []Record, columns []*column, name string) []string {
	var out []string
	most := distinctBy(records, []string{name})
	for len(out) < maxWith && most < MinIdentifying {
		best := ""
		for _, c := range columns {
			if c.Name == name || slices.Contains(out, c.Name) || !c.tellsApart() || copies(records, c.Name, name) {
				continue
			}
			if d := distinctBy(records, append([]string{name, c.Name}, out...)); d > most {
				best, most = c.Name, d
			}
		}
		if best == "" {
			break
		}
		out = append(out, best)
	}
	return out
}

// tellsApart reports whether a column may tell entities of one name apart: nearly every
// record has a value, several share it, and most values are names or years.
func (c *column) tellsApart() bool {
	return len(c.seen) > 1 && c.Coverage >= MinIdentifying && c.Distinct < MinIdentifying && max(c.usable, c.years) >= minUsable
}

// distinctBy is the share of different combinations of first values among the records that
// have a value of the first column.
func distinctBy(records []Record, columns []string) float64 {
	seen, n := map[string]bool{}, 0
	for _, r := range records {
		if len(r.Values[columns[0]]) == 0 {
			continue
		}
		n++
		var key strings.Builder
		for _, c := range columns {
			if v := r.Values[c]; len(v) > 0 {
				key.WriteString(values.Fold(v[0]))
			}
			key.WriteByte(0)
		}
		seen[key.String()] = true
	}
	return float64(len(seen)) / float64(max(1, n))
}

// apart gives the values that tell a record's entity from others of its name, none where
// names alone are asked for, or no other record of the site has the name. A value of signs only
// tells nothing: no search engine keeps them.
func (p Profile) apart(r Record) []Value {
	var out []Value
	if p.Simple || p.alone(r) {
		return nil
	}
	for _, a := range p.With {
		if v := r.Values[a]; len(v) > 0 && a != p.Identifier && values.Fold(v[0]) != "" && len(v[0]) <= maxLength {
			out = append(out, Value{a, clean(v[0])})
		}
	}
	return out
}

// alone reports whether a record's name is told apart from others by nothing since it needs not: names are several
// entities' each on its site, but not this one.
func (p Profile) alone(r Record) bool {
	name := r.Values[p.Identifier]
	return len(p.With) > 0 && p.Apart != nil && len(name) > 0 && p.Apart.names[Key(name[0])] == 1
}

// Apart knows how one site writes the values that tell entities of one name apart, and
// so how others may write them, and which names need it. It is only read, by several goroutines at once if need be.
type Apart struct {
	columns map[string]*Names
	names   map[string]int // key of a name -> records that have it
}

// NewApart learns from the records of a site, for its column of names and some others. Cost:
// linear in their values.
func NewApart(records []Record, identifier string, columns []string) *Apart {
	a := &Apart{map[string]*Names{}, map[string]int{}}
	if len(columns) == 0 {
		return a // no name needs any
	}
	for _, name := range Column(records, identifier) {
		a.names[Key(name)]++
	}
	for _, c := range columns {
		a.columns[c] = NewNames(Column(records, c))
	}
	return a
}

// Forms are the ways in which sites write a value of a column, the given one first: an
// addition behind a comma or in parentheses may be left out ("Austin, TX"), and where the
// column is like names of persons, the family name may stand first, the given names may be
// initials, or be left out if the family name is hardly another's. A page that shows
// one of them shows the value. There is always the first, of whatever text. Cost: linear.
func (a *Apart) Forms(column, text string) []string {
	forms := []string{clean(text)}
	var names *Names
	if a != nil {
		names = a.columns[column]
	}
	if n, ok := values.ParseName(text); ok && names != nil && names.persons && len(n.Words) > 1 {
		forms = append(forms, names.person(n)...)
	} else {
		before, _, _ := strings.Cut(Bare(text), ",")
		if forms = append(forms, clean(Bare(text))); namelike(before) {
			forms = append(forms, clean(before))
		}
	}
	seen := map[string]bool{"": true, values.Fold(forms[0]): true}
	return append(forms[:1], slices.DeleteFunc(forms[1:], func(f string) bool {
		f = values.Fold(f)
		old := seen[f]
		seen[f] = true
		return old
	})...)
}

// alone is the number of a site's names up to which the family name of one may stand for
// it: relatives are few, while a last word that more names have is a kind of thing, as
// "Books" is of publishers.
const alone = 2

// person gives the forms of a person's name: the given names first, the family name
// first, and the family name alone, or with initials if it is another's, too.
func (s *Names) person(n values.Name) []string {
	last := len(n.Words) - 1
	family, given := n.Words[last], n.Words[:last]
	forms := []string{n.String(), family + " " + strings.Join(given, " ")}
	if s.pages[strings.Join(values.Wording(family), " ")] <= alone && values.Length(family) >= minLength {
		return append(forms, family)
	}
	var initials strings.Builder
	for _, w := range given {
		first, _ := utf8.DecodeRuneInString(w)
		initials.WriteString(string(first) + " ")
	}
	return append(forms, initials.String()+family)
}

// Shows gives a function that reports whether a text that some page shows is a value of a
// column: the same (see [values.Same]), or one of its forms, or of persons a name that has all words of the other, of which
// some may be initials (see [values.Overlay]).
func (a *Apart) Shows(column, text string) func(shown string) bool {
	forms := map[string]bool{}
	for _, f := range a.Forms(column, text) {
		forms[values.Fold(f)] = true
	}
	delete(forms, "") // else all signs would be one value
	persons := a != nil && a.columns[column] != nil && a.columns[column].persons
	return func(shown string) bool {
		if values.Same(text, shown) || forms[values.Fold(shown)] {
			return true
		}
		if persons {
			x := values.Overlay(values.Wording(text), values.Wording(shown))
			return len(x.Same) > 0 && len(x.Same)+len(x.Letters) > 1 && x.Within()
		}
		before, _, _ := strings.Cut(Bare(shown), ",")
		return namelike(before) && forms[values.Fold(before)]
	}
}

// copies reports whether a column mostly repeats the identifying value, in
// whole or inside a longer text (a breadcrumb, a heading).
func copies(records []Record, name, identifier string) bool {
	both, same := 0, 0
	for _, r := range records {
		a, b := r.Values[name], r.Values[identifier]
		if len(a) == 0 || len(b) == 0 {
			continue
		}
		both++
		if f, g := values.Fold(a[0]), values.Fold(b[0]); containsWords(f, g) || containsWords(g, f) {
			same++
		}
	}
	return both > 0 && same*2 > both
}
