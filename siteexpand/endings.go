package siteexpand

import (
	"hash/maphash"
	"strings"
	"unicode"
)

// endings tells which endings of file names make a page about a page. Where
// there are both "qlabel" and "qlabel-members", and so for many names, what ends
// in "members" is of a kind of its own, whatever else the names have in common.
// Of several samples this is known by what they share; of one it is not.
type endings struct {
	names   map[uint64]bool     // hashes of the file names of one place
	waiting map[uint64][]string // endings of names whose beginnings are no names yet
	all     map[string]int      // names by their endings
	derived map[string]int      // those whose beginnings are names
	kinds   map[string]bool     // endings that make a kind
	revise  int                 // names at which kinds are looked at again
}

// An ending makes a kind if so many names have it that begin with another name,
// by number, of all with this ending, and of all names. Where names are built of
// several words, one now and then begins with another, with ever other endings.
const (
	fewestDerived = 5
	shareDerived  = .5
	shareEnding   = .05
	mostNames     = 20000 // after which no more are learned from
)

// newEndings is of a place without names.
func newEndings() *endings {
	return &endings{names: map[uint64]bool{}, waiting: map[uint64][]string{}, all: map[string]int{}, derived: map[string]int{}, kinds: map[string]bool{}}
}

// learn takes in a name, and reports whether other endings make a kind now. What
// seemed to be one among the first names is none if later ones lack what it
// takes. Cost: constant, on average, and for what waits for the name.
func (e *endings) learn(name string, seed maphash.Seed) (changed bool) {
	h := maphash.String(seed, name)
	if name == "" || e.names[h] || len(e.names) >= mostNames {
		return false
	}
	e.names[h] = true
	if len(e.names) > e.revise {
		e.revise = 2 * len(e.names)
		for end := range e.kinds {
			if !e.makes(end) {
				delete(e.kinds, end)
				changed = true
			}
		}
	}
	for _, end := range e.waiting[h] {
		changed = e.derive(end) || changed
	}
	delete(e.waiting, h)
	beginning, end := cutEnding(name)
	if beginning == "" || end == "" {
		return changed
	}
	e.all[end]++
	if b := maphash.String(seed, beginning); e.names[b] {
		changed = e.derive(end) || changed
	} else {
		e.waiting[b] = append(e.waiting[b], end)
	}
	return changed
}

// derive counts a name with this ending whose beginning is a name, and reports
// whether that makes it a kind.
func (e *endings) derive(end string) bool {
	e.derived[end]++
	if e.kinds[end] || !e.makes(end) {
		return false
	}
	e.kinds[end] = true
	return true
}

// makes reports whether an ending makes a kind, going by the names so far.
func (e *endings) makes(end string) bool {
	n := float64(e.derived[end])
	return n >= fewestDerived && n > shareDerived*float64(e.all[end]) && n >= shareEnding*float64(len(e.names))
}

// of gives the ending of a name if it makes a kind.
func (e *endings) of(name string) string {
	if beginning, end := cutEnding(name); beginning != "" && e.kinds[end] {
		return end
	}
	return ""
}

// cutEnding parts a name before its last subtoken, and what separates it.
func cutEnding(name string) (beginning, end string) {
	end = lastSubtoken(name)
	beginning = strings.TrimRightFunc(name[:len(name)-len(end)], func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r)
	})
	return beginning, end
}

// ending gives the mark of a class for the ending of a name at a place.
func (c *classes) ending(at []byte, name string, note bool) string {
	e := c.ends[string(at)]
	if e == nil {
		if !note {
			return ""
		}
		e = newEndings()
		c.ends[string(at)] = e
	}
	if note && e.learn(name, c.seed) {
		c.stale = true
	}
	if end := e.of(name); end != "" {
		return "~" + end
	}
	return ""
}
