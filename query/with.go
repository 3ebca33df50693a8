package query

import (
	"slices"
	"strings"
	"unicode/utf8"

	"verde/values"
)

// maxWith is the greatest number of attributes that name an entity beside the identifier: more are
// a description, which other sites do not repeat in full.
const maxWith = 2

// with picks, greedily, the columns that distinguish entities of the same name: the one with which most
// records are distinct, and so on until nearly all are. A column whose values are nearly all
// different (a code, a price) is not taken, since other sites do not show it.
// Cost: linear in the values, for each column taken.
func with(records []Record, columns []*column, name string) []string {
	var out []string
	most := distinctBy(records, []string{name})
	for len(out) < maxWith && most < MinIdentifying {
		best := ""
		for _, c := range columns {
			if c.Name == name || slices.Contains(out, c.Name) || !c.mayQualify() || copies(records, c.Name, name) {
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

// mayQualify reports whether a column may distinguish entities of the same name: nearly every
// record has a value, several records share a value, and most values are names or years.
func (c *column) mayQualify() bool {
	return len(c.seen) > 1 && c.Coverage >= MinIdentifying && c.Distinct < MinIdentifying && max(c.usable, c.years) >= minUsable
}

// distinctBy is the number of distinct combinations of first values over the number of records with a
// value of the first column.
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

// qualifiers gives the values that distinguish a record's entity from others of the same name; none if
// only names are asked for, or no other record of the site has the name. A value without letters and digits is
// left out, since search engines ignore it.
func (p Profile) qualifiers(r Record) []Value {
	var out []Value
	if p.Simple || p.hasUniqueName(r) {
		return nil
	}
	for _, a := range p.With {
		if v := r.Values[a]; len(v) > 0 && a != p.Identifier && values.Fold(v[0]) != "" && len(v[0]) <= maxLength {
			out = append(out, Value{a, clean(v[0])})
		}
	}
	return out
}

// hasUniqueName reports whether a record's name is that of no other record, on a site where entities share names.
func (p Profile) hasUniqueName(r Record) bool {
	name := r.Values[p.Identifier]
	return len(p.With) > 0 && p.Qualifiers != nil && len(name) > 0 && p.Qualifiers.names[Key(name[0])] == 1
}

// Qualifiers describes how one site writes the values that distinguish entities of the same name, and
// so how others may write them, and which names several records have. It is only read, and safe for concurrent use.
type Qualifiers struct {
	columns map[string]*Names
	names   map[string]int // key of a name -> number of records with it
}

// NewQualifiers reads the column of names and the qualifying columns of a site's records. Cost:
// linear in their values.
func NewQualifiers(records []Record, identifier string, columns []string) *Qualifiers {
	a := &Qualifiers{map[string]*Names{}, map[string]int{}}
	if len(columns) == 0 {
		return a // names need no qualifiers
	}
	for _, name := range Column(records, identifier) {
		a.names[Key(name)]++
	}
	for _, c := range columns {
		a.columns[c] = NewNames(Column(records, c))
	}
	return a
}

// Forms are the ways in which sites write a value of a column, the given one first. An
// addition after a comma or in parentheses may be left out ("Austin, TX"). If the
// values are like names of persons, the family name may be first, and the given names may be
// initials, or be left out if few others have the family name. A page that shows
// one of the forms shows the value. The first form is always there, whatever the text. Cost: linear.
func (a *Qualifiers) Forms(column, text string) []string {
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

// maxRelatives is the greatest number of a site's names with the same family name for which that name alone may
// be a form: relatives are few, while a last word that more names have is a kind of entity, such as
// "Books" of publishers.
const maxRelatives = 2

// person gives the forms of a person's name: given names first, family name
// first, and the family name alone, or with initials if too many others have it.
func (s *Names) person(n values.Name) []string {
	last := len(n.Words) - 1
	family, given := n.Words[last], n.Words[:last]
	forms := []string{n.String(), family + " " + strings.Join(given, " ")}
	if s.pages[strings.Join(values.Wording(family), " ")] <= maxRelatives && values.Length(family) >= minLength {
		return append(forms, family)
	}
	var initials strings.Builder
	for _, w := range given {
		first, _ := utf8.DecodeRuneInString(w)
		initials.WriteString(string(first) + " ")
	}
	return append(forms, initials.String()+family)
}

// Shows gives a function that reports whether a text on some page shows a value of a
// column: it is the same (see [values.Same]), or one of its forms, or for persons one name has all words of the other, some of
// which may be initials (see [values.Overlay]).
func (a *Qualifiers) Shows(column, text string) func(shown string) bool {
	forms := map[string]bool{}
	for _, f := range a.Forms(column, text) {
		forms[values.Fold(f)] = true
	}
	delete(forms, "") // else all texts without letters and digits would show the value
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

// copies reports whether most values of a column repeat the identifying value, or one contains
// the other (a breadcrumb, a heading).
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
