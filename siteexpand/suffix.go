package siteexpand

import (
	"hash/maphash"
	"strings"
	"unicode"
)

// suffixClasses tells which endings of file names make a page about a page. Where
// there are both "qlabel" and "qlabel-members", and so for many names, what ends
// in "members" is of a kind of its own, whatever else the names have in common.
// Of several samples this is known by what they share; of one it is not.
type suffixClasses struct {
	names        map[uint64]bool     // hashes of the file names of one place
	waiting      map[uint64][]string // endings of names whose beginnings are no names yet
	total        map[string]int      // names by their endings
	derived      map[string]int      // those whose beginnings are names
	accepted     map[string]bool     // endings that make a kind
	nextRevision int                 // names at which kinds are looked at again
}

// An ending makes a kind if so many names have it that begin with another name,
// by number, of all with this ending, and of all names. Where names are built of
// several words, one now and then begins with another, with ever other endings.
const (
	minDerived      = 5
	minDerivedShare = .5
	minSuffixShare  = .05
	maxNames        = 20000 // after which no more are learned from
)

// newSuffixClasses is of a place without names.
func newSuffixClasses() *suffixClasses {
	return &suffixClasses{names: map[uint64]bool{}, waiting: map[uint64][]string{}, total: map[string]int{}, derived: map[string]int{}, accepted: map[string]bool{}}
}

// learn takes in a name, and reports whether other endings make a kind now. What
// seemed to be one among the first names is none if later ones lack what it
// takes. Cost: constant, on average, and for what waits for the name.
func (e *suffixClasses) learn(name string, seed maphash.Seed) (changed bool) {
	h := maphash.String(seed, name)
	if name == "" || e.names[h] || len(e.names) >= maxNames {
		return false
	}
	e.names[h] = true
	if len(e.names) > e.nextRevision {
		e.nextRevision = 2 * len(e.names)
		for end := range e.accepted {
			if !e.qualifies(end) {
				delete(e.accepted, end)
				changed = true
			}
		}
	}
	for _, end := range e.waiting[h] {
		changed = e.countDerived(end) || changed
	}
	delete(e.waiting, h)
	beginning, end := splitSuffix(name)
	if beginning == "" || end == "" {
		return changed
	}
	e.total[end]++
	if b := maphash.String(seed, beginning); e.names[b] {
		changed = e.countDerived(end) || changed
	} else {
		e.waiting[b] = append(e.waiting[b], end)
	}
	return changed
}

// countDerived counts a name with this ending whose beginning is a name, and reports
// whether that makes it a kind.
func (e *suffixClasses) countDerived(end string) bool {
	e.derived[end]++
	if e.accepted[end] || !e.qualifies(end) {
		return false
	}
	e.accepted[end] = true
	return true
}

// qualifies reports whether an ending makes a kind, going by the names so far.
func (e *suffixClasses) qualifies(end string) bool {
	n := float64(e.derived[end])
	return n >= minDerived && n > minDerivedShare*float64(e.total[end]) && n >= minSuffixShare*float64(len(e.names))
}

// suffixOf gives the ending of a name if it makes a kind.
func (e *suffixClasses) suffixOf(name string) string {
	if beginning, end := splitSuffix(name); beginning != "" && e.accepted[end] {
		return end
	}
	return ""
}

// splitSuffix parts a name before its last subtoken, and what separates it.
func splitSuffix(name string) (beginning, end string) {
	end = lastSubtoken(name)
	beginning = strings.TrimRightFunc(name[:len(name)-len(end)], func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r)
	})
	return beginning, end
}

// suffixClass gives the mark of a class for the ending of a name at a place.
func (c *classes) suffixClass(at []byte, name string, note bool) string {
	e := c.suffixes[string(at)]
	if e == nil {
		if !note {
			return ""
		}
		e = newSuffixClasses()
		c.suffixes[string(at)] = e
	}
	if note && e.learn(name, c.seed) {
		c.stale = true
	}
	if end := e.suffixOf(name); end != "" {
		return "~" + end
	}
	return ""
}
