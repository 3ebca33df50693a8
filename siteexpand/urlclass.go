package siteexpand

import (
	"math"
	"net/url"
	"path"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// classes puts URLs of a site into classes: URLs that differ only where the
// site's URLs vary. What varies is learned from the URLs seen so far. At each
// place of a path or query that stands behind the same beginning, values are
// kept apart while they are few; once there are more than maxLiterals, the
// place is a wildcard and only the form of the value counts.
type classes struct {
	seen   map[string]map[string]int // beginning of a URL -> values that followed, with their number
	first  map[string]map[string]int // beginning -> first subtokens of file names
	wild   map[string]bool           // beginnings after which anything may come
	shapes []shape                   // of the samples
	free   []map[int]bool            // places at which samples of one shape differ, by shape
	names  []map[string]bool         // file names of the samples, by shape
	traits []map[string]string       // what all samples of a shape have in common
	counts []map[string]int          // how often URLs of the shape have those traits
	met    []int                     // URLs of the shape
	given  int                       // samples
	stale  bool                      // a wildcard was added since the classes were made
}

// maxLiterals is the number of different values that a place may have before
// it is a wildcard. Sections of a site are few, things are many; between 8 and
// 20 the outcome on the 16 types of bench/expand hardly changes.
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

func dissect(raw string) anatomy {
	var a anatomy
	u, err := url.Parse(raw)
	if err != nil {
		return a
	}
	for part := range strings.SplitSeq(u.Path, "/") {
		if part != "" {
			a.dirs = append(a.dirs, part)
		}
	}
	folder := strings.HasSuffix(u.Path, "/")
	if n := len(a.dirs); n > 1 && !folder && isIndex(a.dirs[n-1]) { // what a server sends for the folder
		a.dirs, folder = a.dirs[:n-1], true
	}
	if n := len(a.dirs); n > 0 {
		a.name = a.dirs[n-1]
		a.dirs = a.dirs[:n-1]
		if !folder {
			if ext := path.Ext(a.name); len(ext) <= 6 && !strings.ContainsFunc(ext[min(1, len(ext)):], unicode.IsDigit) {
				a.name, a.ext = strings.TrimSuffix(a.name, ext), ext
			}
		} else {
			a.ext = "/"
		}
	}
	names := make([]string, 0, 4)
	for part := range strings.FieldsFuncSeq(u.RawQuery, func(r rune) bool { return r == '&' || r == ';' }) {
		k, v, _ := strings.Cut(part, "=")
		a.query = append(a.query, [2]string{k, v})
	}
	slices.SortFunc(a.query, func(x, y [2]string) int { return slices.Compare(x[:], y[:]) })
	for _, q := range a.query {
		names = append(names, q[0])
	}
	a.shape = shape{len(a.dirs), a.ext, strings.Join(names, "&")}
	return a
}

// isIndex tells the names under which servers look for a folder's own page.
func isIndex(name string) bool {
	base, _, _ := strings.Cut(strings.ToLower(name), ".")
	return base == "index" || base == "default"
}

// traitsOf lists what may be common to the URLs of one kind of page: each path
// part, the form of the name, its first and last subtoken, what separates them.
func (a *anatomy) traitsOf() map[string]string {
	t := map[string]string{"form": formOf(a.name), "first": firstSubtoken(a.name), "last": lastSubtoken(a.name),
		"separators": separatorsOf(a.name)}
	for i, d := range a.dirs {
		t[strconv.Itoa(i)] = d
	}
	return t
}

func lastSubtoken(name string) string {
	i := strings.LastIndexFunc(name, func(r rune) bool { return !unicode.IsLetter(r) })
	return name[i+1:]
}

func separatorsOf(name string) string {
	out := ""
	for _, sep := range "-_.+" {
		if strings.ContainsRune(name, sep) {
			out += string(sep)
		}
	}
	return out
}

func newClasses() *classes {
	return &classes{seen: map[string]map[string]int{}, first: map[string]map[string]int{}, wild: map[string]bool{}}
}

// samples learns from the samples: the shapes that an entity page may have, the
// places at which samples of one shape differ, which are wildcards from the
// start, and the traits that all of them have.
func (c *classes) samples(raws []string) {
	c.given = len(raws)
	for _, raw := range raws {
		a := dissect(raw)
		k := slices.Index(c.shapes, a.shape)
		if k < 0 {
			k = len(c.shapes)
			c.shapes = append(c.shapes, a.shape)
			c.free, c.names = append(c.free, map[int]bool{}), append(c.names, map[string]bool{})
			c.traits, c.counts, c.met = append(c.traits, a.traitsOf()), append(c.counts, map[string]int{}), append(c.met, 0)
		}
		c.names[k][a.name] = true
		own := a.traitsOf()
		for trait, v := range c.traits[k] {
			if own[trait] != v {
				delete(c.traits[k], trait)
				if i, err := strconv.Atoi(trait); err == nil {
					c.free[k][i] = true
				}
			}
		}
	}
}

// byChance is the probability below which samples are not taken to share a
// trait by chance.
const byChance = .05

// fits reports whether a URL may be that of an entity page: it has the shape of
// a sample and the traits that all samples share and would hardly share by
// chance, going by how many URLs of the shape have them. One sample shares all
// its traits with itself; of it only the sections of the path count, where the
// site has few.
//
// Behind a file name with a query stands a program, and another program makes
// other pages, so there the name has to be a sample's.
func (c *classes) fits(raw string) bool {
	a := dissect(raw)
	k := slices.Index(c.shapes, a.shape)
	if k < 0 || len(a.query) > 0 && !c.names[k][a.name] {
		return false
	}
	own := a.traitsOf()
	at := ""
	for i, d := range a.dirs {
		trait := strconv.Itoa(i)
		if v, shared := c.traits[k][trait]; shared && v != d && c.required(k, trait, at) {
			return false
		}
		if c.free[k][i] || c.wild[at] {
			at += "/*"
		} else {
			at += "/" + d
		}
	}
	for _, trait := range []string{"form", "first", "last", "separators"} {
		if v, shared := c.traits[k][trait]; shared && v != own[trait] && c.required(k, trait, "") {
			return false
		}
	}
	return true
}

func (c *classes) required(k int, trait, at string) bool {
	if c.given == 1 {
		_, err := strconv.Atoi(trait)
		return err == nil && !c.wild[at]
	}
	frequency := float64(c.counts[k][trait]+1) / float64(c.met[k]+1)
	return math.Pow(frequency, float64(c.given)) < byChance
}

// count notes the traits of a URL that was met.
func (c *classes) count(raw string) {
	a := dissect(raw)
	k := slices.Index(c.shapes, a.shape)
	if k < 0 {
		return
	}
	c.met[k]++
	own := a.traitsOf()
	for trait, v := range c.traits[k] {
		if own[trait] == v {
			c.counts[k][trait]++
		}
	}
}

// of gives the class of a URL and, if note is set, learns from it.
func (c *classes) of(raw string, note bool) string {
	a := dissect(raw)
	k := slices.Index(c.shapes, a.shape)
	at := ""
	step := func(value, masked string, free bool) {
		if free {
			at += "/*"
			return
		}
		if note {
			c.note(at, value)
		}
		if c.wild[at] {
			at += "/" + masked
			return
		}
		at += "/" + value
	}
	for i, d := range a.dirs {
		step(d, "*", k >= 0 && c.free[k][i])
	}
	at += a.ext + "?" + a.shape.query
	first := firstSubtoken(a.name)
	if note && first != "" {
		bump(c.first, at, first)
	}
	form := formOf(a.name)
	if n := c.first[at][first]; first != "" && n >= frequentPrefix && n < total(c.first[at]) {
		form = first + form
	}
	step(a.name, "*"+form, false)
	for _, q := range a.query {
		step(q[1], "*", false)
	}
	return at
}

func (c *classes) note(at, value string) {
	if c.wild[at] {
		return
	}
	bump(c.seen, at, value)
	if len(c.seen[at]) > maxLiterals {
		c.wild[at], c.stale = true, true
		delete(c.seen, at)
	}
}

func bump(m map[string]map[string]int, at, value string) {
	if m[at] == nil {
		m[at] = map[string]int{}
	}
	m[at][value]++
}

func total(m map[string]int) int {
	n := 0
	for _, k := range m {
		n += k
	}
	return n
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
	switch r := []rune(name); {
	case len(r) == 0:
		return "0"
	case digits:
		return "9"
	case unicode.IsUpper(r[0]):
		return "A"
	case unicode.IsLower(r[0]):
		return "a"
	}
	return "."
}
