package siteexpand

import (
	"math"
	"math/bits"
	"strconv"
	"strings"
	"unicode"
)

// trait is something that URLs of one kind of page may have in common: the value
// of a place of the path, or something in the form of the file name.
type trait struct {
	kind  traitKind
	place int // of a directory
}

type traitKind uint8

const (
	directory  traitKind = iota // value of a place of the path
	depth                       // number of places
	first                       // first subtoken of the file name
	last                        // last subtoken
	initial                     // kind of the first character
	letterCase                  // with or without capitals
	digits                      // all digits, some, none
	hyphens                     // with or without
	underlines                  // with or without
	others                      // with or without other punctuation
)

// value gives what a URL has for a trait.
func (a *anatomy) value(t trait) string {
	switch t.kind {
	case directory:
		if t.place < len(a.dirs) {
			return a.dirs[t.place]
		}
		return ""
	case depth:
		return strconv.Itoa(len(a.dirs))
	case first:
		return firstSubtoken(a.name)
	case last:
		return lastSubtoken(a.name)
	case initial:
		return formOf(a.name)
	case letterCase:
		return yes(strings.ContainsFunc(a.name, unicode.IsUpper))
	case digits:
		switch {
		case formOf(a.name) == "9":
			return "all"
		case strings.ContainsFunc(a.name, unicode.IsDigit):
			return "some"
		}
		return "none"
	case hyphens:
		return yes(strings.Contains(a.name, "-"))
	case underlines:
		return yes(strings.Contains(a.name, "_"))
	}
	return yes(strings.ContainsFunc(a.name, func(r rune) bool {
		return r != '-' && r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r)
	}))
}

func yes(b bool) string {
	if b {
		return "with"
	}
	return "without"
}

// form is what URLs of one kind of page have in common whatever else may vary:
// the file extension and the names of the query.
type form struct{ ext, query string }

// scope is what the URLs of the samples say of the type's URLs. What all of
// them share may be the type's mark or chance; see [scope.mark].
type scope struct {
	given    int // samples
	forms    map[form]bool
	named    map[bool]bool   // whether samples have a file name: the front page, of which there is one, has none
	programs map[string]bool // file names of samples with a query
	common   map[trait]string
	order    []trait  // of common, fixed
	values   []string // of common, in this order
	free     int      // places of the path from here on are anyone's, if the samples differ in depth
	varies   map[int]bool
	required traits
	prefix   string // with which names have to begin, "" if that is open: see [crawl.narrow]
}

// traits is a set of the common traits of a scope, by their place in its order.
type traits uint64

// mostTraits is the number of traits that a set of them holds.
const mostTraits = 64

// newScope learns from the samples' URLs. independent tells that the samples
// were not chosen by their URLs; of others, what they share proves nothing.
func newScope(samples []string, independent bool) *scope {
	s := &scope{given: len(samples), forms: map[form]bool{}, named: map[bool]bool{}, programs: map[string]bool{}, common: map[trait]string{}, free: math.MaxInt, varies: map[int]bool{}}
	if !independent {
		s.given = 1
	}
	var all []anatomy
	shallow, deep := math.MaxInt, 0
	for _, raw := range samples {
		a := dissect(raw)
		all = append(all, a)
		s.forms[a.form()] = true
		s.named[a.name != ""] = true
		if len(a.query) > 0 {
			s.programs[a.name] = true
		}
		shallow, deep = min(shallow, len(a.dirs)), max(deep, len(a.dirs))
	}
	if shallow < deep {
		s.free = shallow
	}
	for i := range shallow {
		if i < mostTraits-int(others) { // the others find room
			s.note(all, trait{directory, i})
		}
		if _, ok := s.common[trait{directory, i}]; !ok {
			s.varies[i] = true
		}
	}
	kinds := []traitKind{depth, initial, letterCase, digits, hyphens, underlines, others}
	if len(samples) > 1 {
		kinds = append(kinds, first, last)
	}
	for _, k := range kinds {
		s.note(all, trait{kind: k})
	}
	return s
}

// note takes in a trait that all samples have.
func (s *scope) note(all []anatomy, t trait) {
	v := all[0].value(t)
	for i := range all[1:] {
		if all[1+i].value(t) != v {
			return
		}
	}
	if v == "" && (t.kind == first || t.kind == last) {
		return
	}
	s.common[t] = v
	s.order, s.values = append(s.order, t), append(s.values, v)
}

func (a *anatomy) form() form { return form{a.ext, a.shape.query} }

// admits reports whether a URL may be that of an entity page: it has the form of
// a sample and every trait that is required by now. Behind a file name with a
// query stands a program, and another program makes other pages, so there the
// name has to be a sample's.
func (s *scope) admits(a *anatomy) bool {
	return s.formed(a) && s.meets(s.had(a))
}

// formed reports whether a URL has the form of a sample.
func (s *scope) formed(a *anatomy) bool {
	if s.prefix != "" && firstSubtoken(a.name) != s.prefix {
		return false
	}
	return s.forms[a.form()] && s.named[a.name != ""] && (len(a.query) == 0 || s.programs[a.name])
}

// meets reports whether a URL with these traits has all that are required, and
// enough of the others: on a site whose pages are all made alike, only the URLs
// tell kinds apart, and what shares little of what several samples share is of
// another.
func (s *scope) meets(has traits) bool {
	return s.required&^has == 0 && (s.given == 1 || s.near(has) >= s.leastNear())
}

// leastNear is the share of the common traits that a URL of the type has. The
// more samples there are, the less of what they share is chance.
func (s *scope) leastNear() float64 { return min(.35+.07*float64(s.given), .7) }

// had gives the common traits that a URL has.
func (s *scope) had(a *anatomy) (has traits) {
	for i, t := range s.order {
		if a.value(t) == s.values[i] {
			has |= 1 << i
		}
	}
	return has
}

// near is the share of the common traits that are in has.
func (s *scope) near(has traits) float64 {
	if len(s.order) == 0 {
		return 1
	}
	return float64(bits.OnesCount64(uint64(has))) / float64(len(s.order))
}

// lacks gives the place in order of the first common trait that is not in has,
// and how many are not.
func (s *scope) lacks(has traits) (first, n int) {
	not := (uint64(1)<<len(s.order) - 1) &^ uint64(has)
	return bits.TrailingZeros64(not), bits.OnesCount64(not)
}

// marks appends to b which of the common traits of the file name are in has.
func (s *scope) marks(b []byte, has traits) []byte {
	for i, t := range s.order {
		switch {
		case t.kind == directory || t.kind == depth:
		case has&(1<<i) != 0:
			b = append(b, '+')
		default:
			b = append(b, '-')
		}
	}
	return b
}
