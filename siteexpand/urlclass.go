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
// seen so far. At each place of a path or query that stands behind the same
// beginning, values are kept apart while they are few; once there are more than
// maxLiterals, the place is a wildcard. File names are apart if they differ in a
// trait that all samples share.
type classes struct {
	scope *scope
	seen  map[string]map[string]bool // beginning of a URL -> values that followed
	first map[string]*tally          // beginning -> first subtokens of file names
	wild  map[string]bool            // beginnings after which anything may come
	under map[string][]uint64        // value of a free place -> hashes of the beginnings that it stood behind, up to recurring
	names map[string]bool            // values that recur in free places: sections that many things have
	stale bool                       // a wildcard, a recurring name or an ending was added since the classes were made

	ends   map[string]*endings // by folder and form, of one sample only
	made   map[string]string   // classes, each kept once
	buffer []byte
	seed   maphash.Seed
}

// tally counts values.
type tally struct {
	of  map[string]int
	all int
}

// recurring is the number of beginnings behind which a folder's name has to
// stand to be taken for a section that many things have ("class-use", "reviews")
// rather than for a thing.
const recurring = 5

// maxLiterals is the number of different values that a place may have before
// it is a wildcard. Sections of a site are few, things are many; between 8 and
// 20 the outcome on the 16 types of bench/RESULTS.md hardly changes.
const maxLiterals = 12

// frequentPrefix is the number of file names that begin with one subtoken from
// which on it is a class of its own ("review-12.html" among "item-3.html").
const frequentPrefix = 8

// shape is what URLs of one kind of page have in common before anything is
// known of the site: the number of path parts, the file extension, the names of
// the query.
type shape struct {
	parts int
	ext   string
	query string
}

// anatomy is a URL taken apart.
type anatomy struct {
	dirs  []string // all path parts but the last
	name  string   // last path part without extension
	ext   string
	query [][2]string // names and values in alphabetic order
	shape shape
}

// dissect takes a normal URL apart; of one that is none there is nothing.
func dissect(raw string) (a anatomy) {
	a.dissect(raw)
	return a
}

// dissect does the same in the space of a URL that is done with.
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
	if n := len(a.dirs); n > 1 && !folder && isIndex(a.dirs[n-1]) { // what a server sends for the folder
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

// isIndex tells the names under which servers look for a folder's own page.
func isIndex(name string) bool {
	base, _, _ := strings.Cut(strings.ToLower(name), ".")
	return base == "index" || base == "default"
}

// namespace parts a name such as "Special:about", as wikis have them: what stands
// before the colon is a folder by another sign. In "Blade:_Trinity" and
// "std::map" it is not.
func namespace(name string) (space, rest string, ok bool) {
	space, rest, ok = strings.Cut(name, ":")
	if !ok || space == "" || rest == "" || strings.ContainsFunc(space, func(r rune) bool { return !unicode.IsLetter(r) }) {
		return "", "", false
	}
	r, _ := utf8.DecodeRuneInString(rest)
	return space + ":", rest, unicode.IsLetter(r) || unicode.IsDigit(r)
}

// isExtension tells whether the end of a name from its last dot on is a file
// extension: one to five letters. In "All_About_Me." and "Miracle_at_St._Anna"
// the dot is the name's.
func isExtension(ext string) bool {
	return len(ext) > 1 && len(ext) <= 6 && !strings.ContainsFunc(ext[1:], func(r rune) bool { return !unicode.IsLetter(r) })
}

func lastSubtoken(name string) string {
	i := strings.LastIndexFunc(name, func(r rune) bool { return !unicode.IsLetter(r) })
	return name[i+1:]
}

func newClasses(scope *scope) *classes {
	return &classes{scope: scope, seen: map[string]map[string]bool{}, first: map[string]*tally{}, wild: map[string]bool{},
		under: map[string][]uint64{}, names: map[string]bool{}, made: map[string]string{}, ends: map[string]*endings{}, seed: maphash.MakeSeed()}
}

// of gives the class of a URL that has these traits and, if note is set, learns
// from it.
func (c *classes) of(a *anatomy, has traits, note bool) string {
	at := c.buffer[:0]
	step := func(value string, keep bool) {
		if note {
			c.note(at, value)
		}
		if c.wild[string(at)] && !keep {
			value = "*"
		}
		at = append(append(at, '/'), value...)
	}
	for i, d := range a.dirs {
		if note {
			c.recur(a.dirs[:i], d)
		}
		if c.scope.varies[i] || i >= c.scope.free {
			if !c.names[d] {
				d = "*"
			}
			at = append(append(at, '/'), d...)
			continue
		}
		step(d, c.names[d] || c.scope.common[trait{directory, i}] == d)
	}
	at = append(append(append(at, a.ext...), '?'), a.shape.query...)
	end := ""
	if c.scope.given == 1 {
		end = c.ending(at, a.name, note)
	}
	switch first := firstSubtoken(a.name); {
	case c.scope.forms[a.form()]:
		at = c.scope.marks(at, has)
		if c.scope.given == 1 {
			at = append(at, c.prefix(at, first, note)...)
		}
		at = append(at, end...)
	default:
		prefix := c.prefix(at, first, note)
		at = append(append(at, formOf(a.name)...), prefix...)
	}
	for _, q := range a.query {
		step(q[1], false)
	}
	c.buffer = at
	class, ok := c.made[string(at)]
	if !ok {
		class = string(at)
		c.made[class] = class
	}
	return class
}

// folder is the part of a class that tells the folder and the file extension.
func folder(class string) string {
	at, _, _ := strings.Cut(class, "?")
	return at
}

// prefix gives the first subtoken of a file name if it is frequent.
func (c *classes) prefix(at []byte, first string, note bool) string {
	if first == "" {
		return ""
	}
	t := c.first[string(at)]
	if t == nil {
		if !note {
			return ""
		}
		t = &tally{of: map[string]int{}}
		c.first[string(at)] = t
	}
	if note {
		t.of[first]++
		t.all++
	}
	if n := t.of[first]; n >= frequentPrefix && n < t.all {
		return first
	}
	return ""
}

// recur notes a value of a free place.
func (c *classes) recur(beginning []string, value string) {
	if c.names[value] || len(c.names) >= maxLiterals {
		return
	}
	var h maphash.Hash
	h.SetSeed(c.seed)
	for _, d := range beginning {
		h.WriteString(d)
		h.WriteByte('/')
	}
	at := h.Sum64()
	switch behind := c.under[value]; {
	case slices.Contains(behind, at):
	case len(behind)+1 < recurring:
		c.under[value] = append(behind, at)
	default:
		c.names[value], c.stale = true, true
		if delete(c.under, value); len(c.names) >= maxLiterals {
			c.under = nil // no more are taken
		}
	}
}

func (c *classes) note(at []byte, value string) {
	if c.wild[string(at)] {
		return
	}
	values := c.seen[string(at)]
	if values == nil {
		values = map[string]bool{}
		c.seen[string(at)] = values
	}
	values[value] = true
	if len(values) > maxLiterals {
		c.wild[string(at)], c.stale = true, true
		delete(c.seen, string(at))
	}
}

// firstSubtoken is the beginning of a name that is set off from the rest by a
// separator or by digits.
func firstSubtoken(name string) string {
	i := strings.IndexFunc(name, func(r rune) bool { return !unicode.IsLetter(r) })
	if i <= 0 {
		return ""
	}
	return name[:i]
}

// formOf is the form of a name: digits alone, an upper or a lower first letter,
// something else.
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
