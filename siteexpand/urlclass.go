package siteexpand

import (
	"hash/maphash"
	"net/url"
	"path"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// classes puts URLs of a site into classes: URLs that differ only where the
// site's URLs vary. What varies is learned from the samples and from the URLs
// met so far. At each position of a path or query, for each beginning before
// it, values are different classes while they are few; once there are more than
// maxLiterals, the position is a wildcard. File names are in different classes
// if they differ in a feature that all samples share. For example,
// /book/17.html and /book/18.html become "/book.html?" and the form of the
// name.
type classes struct {
	profile   *urlProfile
	values    map[string]map[string]bool // beginning of a URL -> values that came after it
	prefixes  map[string]*valueCounts    // beginning -> first subtokens of the file names
	wildcard  map[string]bool            // beginnings after which any value may come
	behind    map[string][]uint64        // value at a free position -> hashes of the beginnings before it, up to minRecurring
	recurring map[string]bool            // values that recur at free positions: sections that many entities have
	stale     bool                       // a wildcard, a recurring value or a suffix was added since URLs were last classified

	suffixes map[string]*suffixClasses // by directory and extension, for one sample only
	interned map[string]string         // classes, each string kept once
	buffer   []byte
	seed     maphash.Seed
}

// valueCounts counts how often each value was met.
type valueCounts struct {
	counts map[string]int
	total  int
}

// minRecurring is the number of beginnings after which a directory's name has
// to come to be taken for a section that many entities have ("class-use",
// "reviews") rather than for an entity.
const minRecurring = 5

// maxLiterals is the number of different values that a position may have before
// it is a wildcard. Sections of a site are few, entities are many; between 8
// and 20 the outcome on 16 types of 11 sites hardly changes.
const maxLiterals = 12

// minPrefixNames is the number of file names with the same first subtoken from
// which on they are a class of their own ("review-12.html" among
// "item-3.html").
const minPrefixNames = 8

// shape is what URLs of one kind of page have in common before anything is
// known of the site: the number of path parts, the file extension, the names of
// the query.
type shape struct {
	parts int
	ext   string
	query string
}

// anyDepth is the shape without the number of path parts.
func (s shape) anyDepth() shape {
	s.parts = 0
	return s
}

// anatomy is a URL taken apart.
type anatomy struct {
	dirs  []string // all path parts but the last
	name  string   // last path part without extension
	ext   string
	query [][2]string // names and values in alphabetic order
	shape shape
}

// dissect takes a normal URL apart; of a string that is no URL it gives
// nothing.
func dissect(raw string) (a anatomy) {
	a.dissect(raw)
	return a
}

// dissect does the same, reusing the memory of the URL that a held before.
func (a *anatomy) dissect(raw string) {
	*a = anatomy{dirs: a.dirs[:0], query: a.query[:0]}
	_, rest, _ := strings.Cut(raw, "://")
	location, query, _ := strings.Cut(rest, "?")
	_, location, _ = strings.Cut(location, "/")
	if strings.IndexByte(location, '%') >= 0 {
		var err error
		if location, err = url.PathUnescape(location); err != nil {
			return
		}
	}
	for part := range strings.SplitSeq(location, "/") {
		if part != "" {
			a.dirs = append(a.dirs, part)
		}
	}
	folder := location == "" || location[len(location)-1] == '/'
	if n := len(a.dirs); n > 1 && !folder && isIndex(a.dirs[n-1]) { // the page that a server sends for the directory
		a.dirs, folder = a.dirs[:n-1], true
	}
	if n := len(a.dirs); n > 0 {
		a.name = a.dirs[n-1]
		a.dirs = a.dirs[:n-1]
		if space, rest, ok := namespace(a.name); ok {
			a.dirs, a.name = append(a.dirs, space), rest
		}
		if !folder {
			if ext := path.Ext(a.name); isExtension(ext) {
				a.name, a.ext = strings.TrimSuffix(a.name, ext), ext
			}
		}
	}
	a.shape = shape{parts: len(a.dirs), ext: a.ext}
	if query == "" {
		return
	}
	names := make([]string, 0, 4)
	for part := range strings.FieldsFuncSeq(query, func(r rune) bool { return r == '&' || r == ';' }) {
		k, v, _ := strings.Cut(part, "=")
		a.query = append(a.query, [2]string{k, v})
	}
	slices.SortFunc(a.query, func(x, y [2]string) int { return slices.Compare(x[:], y[:]) })
	for _, q := range a.query {
		names = append(names, q[0])
	}
	a.shape.query = strings.Join(names, "&")
}

// isIndex reports whether a file name is one under which servers look for a
// directory's own page: "index.html", and not "index.method.html".
func isIndex(name string) bool {
	base, ext, dotted := strings.Cut(strings.ToLower(name), ".")
	return (base == "index" || base == "default") && (!dotted || isExtension("."+ext))
}

// namespace splits a name such as "Special:about", as wikis have them: what
// comes before the colon is a directory in another notation. In
// "Blade:_Trinity" and "std::map" it is not.
func namespace(name string) (space, rest string, ok bool) {
	space, rest, ok = strings.Cut(name, ":")
	if !ok || space == "" || rest == "" || strings.ContainsFunc(space, func(r rune) bool { return !unicode.IsLetter(r) }) {
		return "", "", false
	}
	r, _ := utf8.DecodeRuneInString(rest)
	return space + ":", rest, unicode.IsLetter(r) || unicode.IsDigit(r)
}

// isExtension reports whether the end of a name from its last dot on is a file
// extension: one to five letters. In "All_About_Me." and "Miracle_at_St._Anna"
// the dot is part of the name.
func isExtension(ext string) bool {
	return len(ext) > 1 && len(ext) <= 6 && !strings.ContainsFunc(ext[1:], func(r rune) bool { return !unicode.IsLetter(r) })
}

func lastSubtoken(name string) string {
	i := strings.LastIndexFunc(name, func(r rune) bool { return !unicode.IsLetter(r) })
	return name[i+1:]
}

func newClasses(profile *urlProfile) *classes {
	return &classes{profile: profile, values: map[string]map[string]bool{}, prefixes: map[string]*valueCounts{}, wildcard: map[string]bool{},
		behind: map[string][]uint64{}, recurring: map[string]bool{}, interned: map[string]string{}, suffixes: map[string]*suffixClasses{}, seed: maphash.MakeSeed()}
}

// classOf gives the class of a URL that has these features and, if note is set,
// learns from it.
func (c *classes) classOf(a *anatomy, has featureSet, note bool) string {
	at := c.buffer[:0]
	step := func(value string, keep bool) {
		if note {
			c.noteValue(at, value)
		}
		if c.wildcard[string(at)] && !keep {
			value = "*"
		}
		at = append(append(at, '/'), value...)
	}
	for i, d := range a.dirs {
		if note {
			c.noteRecurring(a.dirs[:i], d)
		}
		if c.profile.varies[i] || i >= c.profile.freeFrom {
			if !c.recurring[d] {
				d = "*"
			}
			at = append(append(at, '/'), d...)
			continue
		}
		step(d, c.recurring[d] || c.profile.common[urlFeature{directory, i}] == d)
	}
	at = append(append(append(at, a.ext...), '?'), a.shape.query...)
	end := ""
	if c.profile.samples == 1 {
		end = c.suffixClass(at, a.name, note)
	}
	switch first := firstSubtoken(a.name); {
	case c.profile.forms[a.shape.anyDepth()]:
		at = c.profile.signature(at, has)
		if c.profile.samples == 1 {
			at = append(at, c.prefixClass(at, first, note)...)
		}
		at = append(at, end...)
	default:
		prefix := c.prefixClass(at, first, note)
		at = append(append(at, formOf(a.name)...), prefix...)
	}
	for _, q := range a.query {
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

// directoryKey is the part of a class for the directory and the file extension.
func directoryKey(class string) string {
	at, _, _ := strings.Cut(class, "?")
	return at
}

// prefixClass gives the first subtoken of a file name if it is frequent, but
// not in all names at this place; else "".
func (c *classes) prefixClass(at []byte, first string, note bool) string {
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

// noteRecurring notes a value at a free position.
func (c *classes) noteRecurring(beginning []string, value string) {
	if c.recurring[value] || len(c.recurring) >= maxLiterals {
		return
	}
	var h maphash.Hash
	h.SetSeed(c.seed)
	for _, d := range beginning {
		h.WriteString(d)
		h.WriteByte('/')
	}
	at := h.Sum64()
	switch behind := c.behind[value]; {
	case slices.Contains(behind, at):
	case len(behind)+1 < minRecurring:
		c.behind[value] = append(behind, at)
	default:
		c.recurring[value], c.stale = true, true
		if delete(c.behind, value); len(c.recurring) >= maxLiterals {
			c.behind = nil // no more are taken
		}
	}
}

func (c *classes) noteValue(at []byte, value string) {
	if c.wildcard[string(at)] {
		return
	}
	values := c.values[string(at)]
	if values == nil {
		values = map[string]bool{}
		c.values[string(at)] = values
	}
	values[value] = true
	if len(values) > maxLiterals {
		c.wildcard[string(at)], c.stale = true, true
		delete(c.values, string(at))
	}
}

// firstSubtoken is the beginning of a name that is separated from the rest by a
// separator or by digits: "item" of "item-3" and of "item3".
func firstSubtoken(name string) string {
	i := strings.IndexFunc(name, func(r rune) bool { return !unicode.IsLetter(r) })
	if i <= 0 {
		return ""
	}
	return name[:i]
}

// formOf is the form of a name: 9 for digits alone, A or a for an upper or
// lower first letter, 0 for no name, "." for another.
func formOf(name string) string {
	digits := strings.IndexFunc(name, func(r rune) bool { return !unicode.IsDigit(r) }) < 0
	switch r, _ := utf8.DecodeRuneInString(name); {
	case name == "":
		return "0"
	case digits:
		return "9"
	case unicode.IsUpper(r):
		return "A"
	case unicode.IsLower(r):
		return "a"
	}
	return "."
}
