package urlclass

import (
	"hash/maphash"
	"strings"
	"unicode"

	"verde/siteexpand/urlparts"
)

// suffixClasses finds out which suffixes of file names mark a page about a
// page. Where there are both "qlabel" and "qlabel-members", and so for many
// names, pages whose names end in "members" are a class of their own, whatever
// else the names have in common. It is used with one sample; several samples
// show it by the features that they share.
type suffixClasses struct {
	names        map[uint64]bool     // hashes of the file names at one place
	waiting      map[uint64][]string // hash of a name that was not met yet -> suffixes of names that begin with it
	total        map[string]int      // names by their suffixes
	derived      map[string]int      // names by their suffixes, where the name without the suffix was met too
	accepted     map[string]bool     // suffixes that mark a class of their own
	nextRevision int                 // number of names at which accepted suffixes are tested again
}

// A suffix is accepted if the names that have it and begin with another name are at
// least minDerived, more than minDerivedShare of all names with the suffix, and at
// least minSuffixShare of all names. Where names consist of several words, some begin
// with another by accident, but with ever other suffixes.
const (
	minDerived      = 5
	minDerivedShare = .5
	minSuffixShare  = .05
	maxNames        = 20000 // after which no more are learned from
)

// newSuffixClasses gives the classes of a place without names.
func newSuffixClasses() *suffixClasses {
	return &suffixClasses{names: map[uint64]bool{}, waiting: map[uint64][]string{}, total: map[string]int{}, derived: map[string]int{}, accepted: map[string]bool{}}
}

// learn takes in a name, and reports whether the accepted suffixes have
// changed. A suffix that was accepted among the first names is rejected if
// later names lack it. Cost: constant, on average, and linear in the suffixes
// that wait for the name.
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

// countDerived counts a name with this suffix of which the part before the
// suffix is a name too, and reports whether the suffix is accepted by that.
func (e *suffixClasses) countDerived(end string) bool {
	e.derived[end]++
	if e.accepted[end] || !e.qualifies(end) {
		return false
	}
	e.accepted[end] = true
	return true
}

// qualifies reports whether a suffix marks a class, going by the names so far.
func (e *suffixClasses) qualifies(end string) bool {
	n := float64(e.derived[end])
	return n >= minDerived && n > minDerivedShare*float64(e.total[end]) && n >= minSuffixShare*float64(len(e.names))
}

// suffixOf gives the suffix of a name if it is accepted.
func (e *suffixClasses) suffixOf(name string) string {
	if beginning, end := splitSuffix(name); beginning != "" && e.accepted[end] {
		return end
	}
	return ""
}

// splitSuffix splits a name before its last subtoken, and drops the separators
// between: "qlabel-members" into "qlabel" and "members".
func splitSuffix(name string) (beginning, end string) {
	end = urlparts.LastSubtoken(name)
	beginning = strings.TrimRightFunc(name[:len(name)-len(end)], func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r)
	})
	return beginning, end
}

// suffixClass gives the part of a class that stands for an accepted suffix of a
// name, "" if it has none.
func (c *Classes) suffixClass(at []byte, name string, note bool) string {
	e := c.suffixes[string(at)]
	if e == nil {
		if !note {
			return ""
		}
		e = newSuffixClasses()
		c.suffixes[string(at)] = e
	}
	if note && e.learn(name, c.seed) {
		c.Stale = true
	}
	if end := e.suffixOf(name); end != "" {
		return "~" + end
	}
	return ""
}
