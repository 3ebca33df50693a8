package siteexpand

import (
	"net/url"
	"path"
	"slices"
	"strings"
	"unicode"
)

// classes puts URLs of a site into classes: URLs that differ only where the
// site's URLs vary. What varies is learned from the samples and from the URLs
// seen so far. At each place of a path or query that stands behind the same
// beginning, values are kept apart while they are few; once there are more than
// maxLiterals, the place is a wildcard. File names are apart if they differ in a
// trait that all samples share.
type classes struct {
	scope *scope
	seen  map[string]map[string]int  // beginning of a URL -> values that followed, with their number
	first map[string]map[string]int  // beginning -> first subtokens of file names
	wild  map[string]bool            // beginnings after which anything may come
	under map[string]map[string]bool // value of a free place -> beginnings that it stood behind, up to recurring
	names map[string]bool            // values that recur in free places: sections that many things have
	stale bool                       // a wildcard or a recurring name was added since the classes were made
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

func lastSubtoken(name string) string {
	i := strings.LastIndexFunc(name, func(r rune) bool { return !unicode.IsLetter(r) })
	return name[i+1:]
}

func newClasses(scope *scope) *classes {
	return &classes{scope: scope, seen: map[string]map[string]int{}, first: map[string]map[string]int{}, wild: map[string]bool{}, under: map[string]map[string]bool{}, names: map[string]bool{}}
}

// of gives the class of a URL and, if note is set, learns from it.
func (c *classes) of(a *anatomy, note bool) string {
	at := ""
	step := func(value string, keep bool) {
		if note {
			c.note(at, value)
		}
		if c.wild[at] && !keep {
			value = "*"
		}
		at += "/" + value
	}
	for i, d := range a.dirs {
		if note {
			c.recur(a.dirs[:i], d)
		}
		if c.scope.varies[i] || i >= c.scope.free {
			if !c.names[d] {
				d = "*"
			}
			at += "/" + d
			continue
		}
		step(d, c.names[d] || c.scope.common[trait{directory, i}] == d)
	}
	at += a.ext + "?" + a.shape.query
	switch first := firstSubtoken(a.name); {
	case c.scope.forms[a.form()]:
		at += c.scope.marks(a)
		if c.scope.given == 1 {
			at += c.prefix(at, first, note)
		}
	default:
		at += formOf(a.name) + c.prefix(at, first, note)
	}
	for _, q := range a.query {
		step(q[1], false)
	}
	return at
}

// folder is the part of a class that tells the folder and the file extension.
func folder(class string) string {
	at, _, _ := strings.Cut(class, "?")
	return at
}

// prefix gives the first subtoken of a file name if it is frequent.
func (c *classes) prefix(at, first string, note bool) string {
	if first == "" {
		return ""
	}
	if note {
		bump(c.first, at, first)
	}
	if n := c.first[at][first]; n >= frequentPrefix && n < total(c.first[at]) {
		return first
	}
	return ""
}

// recur notes a value of a free place.
func (c *classes) recur(beginning []string, value string) {
	if c.names[value] || len(c.names) >= maxLiterals {
		return
	}
	if c.under[value] == nil {
		c.under[value] = map[string]bool{}
	}
	c.under[value][strings.Join(beginning, "/")] = true
	if len(c.under[value]) >= recurring {
		c.names[value], c.stale = true, true
		delete(c.under, value)
	}
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
