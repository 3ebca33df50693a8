// Package urlclass knows what the URLs of sample pages have in common, tells which
// of that defines their type, and puts the URLs of their site into classes.
package urlclass

import (
	"slices"
	"strings"

	"verde/siteexpand/urlparts"
)

// Classes puts URLs of a site into classes. URLs of one class differ only where the site's URLs vary.
// What varies is learned from the samples and from the URLs met so far:
//
//   - A position of a path or query, after a certain beginning, makes a class for each value while there
//     are at most MaxLiterals values. With more it is a wildcard. So are all positions from the 65th on.
//   - File names make different classes if they differ in a feature that all samples share. For example
//     /book/17.html and /book/18.html both become "/book.html?" and the form of the name.
//   - The name of a program before a query counts as a directory: /book.php?id=17 is of another class
//     than /author.php?id=3.
type Classes struct {
	profile   *Profile
	values    map[string]map[string]bool // beginning of a URL -> values that came after it
	prefixes  map[string]*valueCounts    // beginning -> first subtokens of the file names
	wildcard  map[string]bool            // beginnings after which any value may come
	behind    map[string][]string        // value at a position where the samples vary -> the beginnings before it, fewer than minRecurring
	recurring map[string]bool            // values with at least minRecurring such beginnings: sections that many entities have
	Stale     bool                       // a wildcard or a recurring value was added since URLs were last classified

	interned map[string]string // classes, each string kept once
	buffer   []byte
}

// valueCounts counts how often each value was met.
type valueCounts struct {
	counts map[string]int
	total  int
}

// minRecurring is the number of different beginnings after which the name of a directory is taken for a
// section that many entities have ("class-use", "reviews"), and not for an entity. Without it the mean F1
// of 35 types changes by -.003, -.007 and -.001 with one, two and three samples (one draw of each, as in
// the other comments here), and a quarter more is downloaded.
const minRecurring = 5

// MaxLiterals is the greatest number of different values of a position that is no wildcard: sections of a site
// are few, entities are many. With 8 to 20 the results on 16 types of 11 sites hardly change.
const MaxLiterals = 12

// minPrefixNames is the number of file names with the same first subtoken from which on they are a class of
// their own ("review-12.html" among "item-3.html"). Without such classes -.025, -.006, -.001.
const minPrefixNames = 8

// New makes the classes of a site, by what the samples have in common.
func New(profile *Profile) *Classes {
	return &Classes{profile: profile, values: map[string]map[string]bool{}, prefixes: map[string]*valueCounts{}, wildcard: map[string]bool{},
		behind: map[string][]string{}, recurring: map[string]bool{}, interned: map[string]string{}}
}

// ClassOf gives the class of a URL that has these features and, if note is set,
// learns from it.
func (c *Classes) ClassOf(a *urlparts.Parts, has FeatureSet, note bool) string {
	at := c.buffer[:0]
	steps := 0
	step := func(value string, keep bool) {
		if steps++; steps > maxFeatures { // each position remembers the beginning before it: a bound on the memory
			return
		}
		if note {
			c.noteValue(at, value)
		}
		if c.wildcard[string(at)] && !keep {
			value = "*"
		}
		at = append(append(at, '/'), value...)
	}
	for i, d := range a.Dirs {
		if note && i < maxFeatures {
			c.noteRecurring(a.Dirs[:i], d)
		}
		if c.profile.Varies[i] || i >= c.profile.freeFrom {
			if !c.recurring[d] {
				d = "*"
			}
			at = append(append(at, '/'), d...)
			continue
		}
		step(d, c.recurring[d] || c.profile.common[Feature{Directory, i}] == d)
	}
	if len(a.Query) > 0 && a.Ext != "" && !strings.Contains(a.Ext, "htm") { // a program, in which the query chooses the page
		step(a.Name, false)
	}
	at = append(append(append(at, a.Ext...), '?'), a.Form.Query...)
	switch first := urlparts.FirstSubtoken(a.Name); {
	case c.profile.forms[a.Form.AnyDepth()]:
		at = c.profile.Signature(at, has)
		if c.profile.Samples == 1 {
			at = append(at, c.prefixClass(at, first, note)...)
		}
	default:
		prefix := c.prefixClass(at, first, note)
		at = append(append(at, urlparts.NameForm(a.Name)...), prefix...)
	}
	for _, q := range a.Query {
		step(q[1], false)
	}
	c.buffer = at
	class, ok := c.interned[string(at)]
	if !ok {
		class = string(at)
		c.interned[class] = class
	}
	return class
}

// Place is the part of a class that says where its URLs are: the directory and the file extension. If the
// class has values of a query, it is all of the class.
func Place(class string) string {
	at, rest, _ := strings.Cut(class, "?")
	if strings.Contains(rest, "/") {
		return class
	}
	return at
}

// prefixClass gives the first subtoken of a file name if at least minPrefixNames names after this beginning
// have it, but not all; else "".
func (c *Classes) prefixClass(at []byte, first string, note bool) string {
	if first == "" {
		return ""
	}
	t := c.prefixes[string(at)]
	if t == nil {
		if !note {
			return ""
		}
		t = &valueCounts{counts: map[string]int{}}
		c.prefixes[string(at)] = t
	}
	if note {
		t.counts[first]++
		t.total++
	}
	if n := t.counts[first]; n >= minPrefixNames && n < t.total {
		return first
	}
	return ""
}

// noteRecurring notes the beginning after which a value of the path came.
func (c *Classes) noteRecurring(beginning []string, value string) {
	if c.recurring[value] || len(c.recurring) >= MaxLiterals {
		return
	}
	at := strings.Join(beginning, "/")
	switch behind := c.behind[value]; {
	case slices.Contains(behind, at):
	case len(behind)+1 < minRecurring:
		c.behind[value] = append(behind, at)
	default:
		c.recurring[value], c.Stale = true, true
		if delete(c.behind, value); len(c.recurring) >= MaxLiterals {
			c.behind = nil // no more are taken
		}
	}
}

// noteValue notes a value after a beginning, and makes the position a wildcard if there are too many.
func (c *Classes) noteValue(at []byte, value string) {
	if c.wildcard[string(at)] {
		return
	}
	values := c.values[string(at)]
	if values == nil {
		values = map[string]bool{}
		c.values[string(at)] = values
	}
	values[value] = true
	if len(values) > MaxLiterals {
		c.wildcard[string(at)], c.Stale = true, true
		delete(c.values, string(at))
	}
}

// HasSamplePath reports whether a URL has the depth of path that all samples share, if they do, and the samples'
// shared value at each position that is no wildcard.
func (c *Classes) HasSamplePath(a *urlparts.Parts) bool {
	if d, ok := c.profile.common[Feature{Kind: Depth}]; ok && (Feature{Kind: Depth}).of(a) != d {
		return false
	}
	at := ""
	for i, d := range a.Dirs {
		if v, ok := c.profile.common[Feature{Directory, i}]; ok && v != d && !c.wildcard[at] {
			return false
		}
		at += "/" + d
	}
	return true
}

// Trials is the number of fetched pages that decide a class.
const Trials = 4
