package siteexpand

import (
	"math"
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
		return strings.Repeat("/", len(a.dirs))
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
// them share may be the type's mark or chance; see [scope.weigh].
type scope struct {
	given    int // samples
	forms    map[form]bool
	programs map[string]bool // file names of samples with a query
	common   map[trait]string
	order    []trait // of common, fixed
	free     int     // places of the path from here on are anyone's, if the samples differ in depth
	varies   map[int]bool
	required map[trait]bool
}

// newScope learns from the samples' URLs. independent tells that the samples
// were not chosen by their URLs; of others, what they share proves nothing.
func newScope(samples []string, independent bool) *scope {
	s := &scope{given: len(samples), forms: map[form]bool{}, programs: map[string]bool{}, common: map[trait]string{}, free: math.MaxInt, varies: map[int]bool{}, required: map[trait]bool{}}
	if !independent {
		s.given = 1
	}
	var all []anatomy
	shallow, deep := math.MaxInt, 0
	for _, raw := range samples {
		a := dissect(raw)
		all = append(all, a)
		s.forms[a.form()] = true
		if len(a.query) > 0 {
			s.programs[a.name] = true
		}
		shallow, deep = min(shallow, len(a.dirs)), max(deep, len(a.dirs))
	}
	if shallow < deep {
		s.free = shallow
	}
	for i := range shallow {
		s.note(all, trait{directory, i})
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
	s.order = append(s.order, t)
}

func (a *anatomy) form() form { return form{a.ext, a.shape.query} }

// admits reports whether a URL may be that of an entity page: it has the form of
// a sample and every trait that is required by now. Behind a file name with a
// query stands a program, and another program makes other pages, so there the
// name has to be a sample's.
func (s *scope) admits(a *anatomy) bool {
	if !s.forms[a.form()] || len(a.query) > 0 && !s.programs[a.name] {
		return false
	}
	for t := range s.required {
		if a.value(t) != s.common[t] {
			return false
		}
	}
	return true
}

// near is the share of the common traits that a URL has.
func (s *scope) near(a *anatomy) float64 {
	if len(s.order) == 0 {
		return 1
	}
	n := 0
	for _, t := range s.order {
		if a.value(t) == s.common[t] {
			n++
		}
	}
	return float64(n) / float64(len(s.order))
}

// lacks gives the place in order of the only common trait that a URL has not.
func (s *scope) lacks(a *anatomy) (int, bool) {
	at := -1
	for i, t := range s.order {
		if a.value(t) != s.common[t] {
			if at >= 0 {
				return 0, false
			}
			at = i
		}
	}
	return at, at >= 0
}

// marks spells out which of the common traits of the file name a URL has.
func (s *scope) marks(a *anatomy) string {
	b := make([]byte, 0, len(s.order))
	for _, t := range s.order {
		if t.kind == directory || t.kind == depth {
			continue
		}
		if a.value(t) == s.common[t] {
			b = append(b, '+')
		} else {
			b = append(b, '-')
		}
	}
	return string(b)
}
