package urlclass

import (
	"hash/maphash"
)

// commonNames finds the file names that many pages at one place share. Entities
// have names of their own, or all the same one. A page that each of them has
// besides, such as /17/print.html, is named for what it is.
type commonNames struct {
	counts       map[uint64]int // by the hash of the name
	accepted     map[uint64]bool
	total        int
	nextRevision int // total at which accepted names are tested again
}

// learn counts the name with this hash, and reports whether the accepted names have
// changed. Cost: constant, on average.
func (c *commonNames) learn(h uint64) (changed bool) {
	c.counts[h]++
	if c.total++; c.total > c.nextRevision {
		c.nextRevision = 2 * c.total
		for other := range c.accepted {
			if !c.qualifies(other) {
				delete(c.accepted, other)
				changed = true
			}
		}
	}
	if c.accepted[h] || !c.qualifies(h) {
		return changed
	}
	c.accepted[h] = true
	return true
}

// minCommonShare is the share of the names at a place that a common one has at least.
// Links that are relative by mistake repeat a name below several folders, but not
// one in twenty of all names.
const minCommonShare = .05

// qualifies reports whether a name is common, going by the names so far.
func (c *commonNames) qualifies(h uint64) bool {
	n := c.counts[h]
	return n >= minPrefixNames && n < c.total && float64(n) >= minCommonShare*float64(c.total)
}

// commonName gives the part of a class that stands for a common name, "" if the
// name is none, or a sample's.
func (c *Classes) commonName(at []byte, name string, note bool) string {
	if name == "" || c.profile.names[name] {
		return ""
	}
	names := c.common[string(at)]
	if names == nil {
		if !note {
			return ""
		}
		names = &commonNames{counts: map[uint64]int{}, accepted: map[uint64]bool{}}
		c.common[string(at)] = names
	}
	h := maphash.String(c.seed, name)
	if note && names.learn(h) {
		c.Stale = true
	}
	if !names.accepted[h] {
		return ""
	}
	return "=" + name
}
