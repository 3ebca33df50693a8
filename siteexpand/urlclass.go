package siteexpand

import (
	"net/url"
	"path"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// anatomy is a URL taken apart: the places at which URLs of a site may differ.
type anatomy struct {
	dirs  []string // all path parts but the last
	name  string   // last path part without extension
	ext   string
	query [][2]string // names and values in alphabetic order
	shape shape
}

// shape is what URLs of one kind of page have in common before anything is
// known of the site: the number of path parts, the file extension, the names of
// the query.
type shape struct {
	parts int
	ext   string
	query string
}

func dissect(raw string) *anatomy {
	a := &anatomy{}
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
		a.dirs, a.name = a.dirs[:n-1], a.dirs[n-1]
		ext := path.Ext(a.name)
		if !folder && len(ext) <= maxExtension && !strings.ContainsFunc(ext[min(1, len(ext)):], unicode.IsDigit) {
			a.name, a.ext = strings.TrimSuffix(a.name, ext), ext
		}
	}
	for part := range strings.FieldsFuncSeq(u.RawQuery, func(r rune) bool { return r == '&' || r == ';' }) {
		k, v, _ := strings.Cut(part, "=")
		a.query = append(a.query, [2]string{k, v})
	}
	slices.SortFunc(a.query, func(x, y [2]string) int { return slices.Compare(x[:], y[:]) })
	names := make([]string, len(a.query))
	for i, q := range a.query {
		names[i] = q[0]
	}
	a.shape = shape{len(a.dirs), a.ext, strings.Join(names, "&")}
	return a
}

// maxExtension is the length, with its dot, of a file extension at most:
// ".xhtml" is one, the end of "St._Anna" is none.
const maxExtension = 6

// isIndex tells the names under which servers look for a folder's own page.
func isIndex(name string) bool {
	base, _, _ := strings.Cut(strings.ToLower(name), ".")
	return base == "index" || base == "default"
}

// classes puts URLs of a site into classes: URLs that differ only where the
// site's URLs vary. What varies is learned from the URLs met: the values that
// follow the same beginning are kept apart while they are few, and make one
// class, of any value, once they are many. A value that turns up after many
// different beginnings ("reviews" in /item/1/reviews) is kept apart there too.
type classes struct {
	samples []*anatomy
	trusted bool // what samples share is no accident of how they were chosen

	wild    map[string]bool           // beginnings after which any value may come
	sample  map[string]map[string]int // beginnings of samples -> values of samples
	common  map[string]bool           // beginning and value: kept apart though the place is wild
	affixes map[string]map[string]int // beginning -> first and last subtokens of names
	traits  []traits                  // of the samples, one a shape
}

const (
	// A site has few sections and many things. Up to fewSections values after
	// one beginning are sections. From there to manyThings they are sections if
	// the one of the samples is large, things or small groups of them if not:
	// teams of a league, with a dozen players each. Between 8 and 20, 30 and 60,
	// and 15 and 30 the outcome on the 16 types of bench/expand hardly changes.
	fewSections  = 12
	manyThings   = 40
	largeSection = 20

	// commonValue is the number of beginnings, or of names with one affix, from
	// which on a value in a wild place is a class of its own.
	commonValue = 8
)

func newClasses(samples []string, trusted bool) *classes {
	c := &classes{trusted: trusted && len(samples) > 1}
	for _, raw := range samples {
		c.samples = append(c.samples, dissect(raw))
	}
	c.learn(nil)
	return c
}

// place is a value at a place of a URL.
type place struct {
	kind  byte // what stands here, so that unlike places are never compared
	value string
}

// places lists the values of a URL from left to right. The name follows the
// extension and the names of the query, so that programs and documents of one
// folder don't mix.
func (a *anatomy) places() []place {
	list := make([]place, 0, len(a.dirs)+1+len(a.query))
	for _, d := range a.dirs {
		list = append(list, place{'/', d})
	}
	list = append(list, place{'.', a.name})
	for _, q := range a.query {
		list = append(list, place{'=', q[1]})
	}
	return list
}

// start is the beginning that all URLs of a shape share.
func (a *anatomy) start() string {
	return strconv.Itoa(a.shape.parts) + a.shape.ext + "?" + a.shape.query
}

// learn makes the classes anew from all URLs met. Places are settled from left
// to right, since what stands after a wild place is compared over all that may
// stand there. Cost: linear in the URLs and their places.
func (c *classes) learn(met []*anatomy) {
	c.wild, c.sample = make(map[string]bool), make(map[string]map[string]int)
	c.common, c.affixes = make(map[string]bool), make(map[string]map[string]int)
	type cursor struct {
		at, raw string
		left    []place
		name    *anatomy
	}
	all := make([]cursor, 0, len(met)+len(c.samples))
	for i, a := range append(slices.Clone(c.samples), met...) {
		all = append(all, cursor{at: a.start(), raw: a.start(), left: a.places(), name: a})
		if i < len(c.samples) {
			all[i].raw = "sample"
		}
	}
	own := len(c.samples)
	for more := true; more; {
		more = false
		values := make(map[string]map[string]int)
		for i, x := range all {
			if len(x.left) == 0 {
				continue
			}
			more = true
			if i < own {
				bump(c.sample, x.at, x.left[0].value)
			} else {
				bump(values, x.at, x.left[0].value)
			}
		}
		for at, v := range values {
			c.wild[at] = c.varies(at, v)
		}
		for at, v := range c.sample {
			c.wild[at] = c.wild[at] || len(v) > 1
		}
		c.learnCommon(func(yield func(at, raw, value string)) {
			for _, x := range all[own:] {
				if len(x.left) > 0 && x.left[0].kind != '.' && c.wild[x.at] {
					yield(x.at, x.raw, x.left[0].value)
				}
			}
		})
		for i := range all {
			x := &all[i]
			if len(x.left) == 0 {
				continue
			}
			if x.left[0].kind == '.' && i >= own {
				bump(c.affixes, x.at, "^"+firstSubtoken(x.name.name))
				bump(c.affixes, x.at, "$"+lastSubtoken(x.name.name))
			}
			x.raw += "/" + x.left[0].value
			x.at = c.step(x.at, x.left[0])
			x.left = x.left[1:]
		}
	}
	c.learnTraits(met)
}

// varies reports whether any value may follow the beginning at, given those
// that do.
func (c *classes) varies(at string, values map[string]int) bool {
	if len(values) <= fewSections {
		return false
	}
	samples := c.sample[at]
	total, own, here := 0, 0, 0
	for v, n := range values {
		total += n
		if samples[v] > 0 {
			own += n
			here += samples[v]
		}
	}
	if len(samples) == 1 && c.trusted && here > 1 && byAccident(own, total, here) {
		return false
	}
	return len(values) > manyThings || len(samples) == 0 || own < largeSection
}

// learnCommon finds the values that follow many beginnings.
func (c *classes) learnCommon(each func(yield func(at, raw, value string))) {
	type after struct{ at, value string }
	beginnings := make(map[after]map[string]bool)
	each(func(at, raw, value string) {
		k := after{at, value}
		if c.common[at+"/"+value] {
			return
		}
		if beginnings[k] == nil {
			beginnings[k] = make(map[string]bool)
		}
		beginnings[k][raw] = true
		if len(beginnings[k]) >= commonValue {
			c.common[at+"/"+value] = true
			delete(beginnings, k)
		}
	})
}

// step gives the beginning that follows at with the next place.
func (c *classes) step(at string, p place) string {
	if c.wild[at] {
		return at + "/*"
	}
	return at + "/" + p.value
}

// of gives the class of a URL.
func (c *classes) of(a *anatomy) string {
	at := a.start()
	var class strings.Builder
	class.WriteString(at)
	for _, p := range a.places() {
		switch {
		case c.wild[at] && p.kind == '.':
			class.WriteString("/*" + c.form(at, p.value))
		case c.wild[at] && !c.common[at+"/"+p.value]:
			class.WriteString("/*")
		default:
			class.WriteString("/" + p.value)
		}
		at = c.step(at, p)
	}
	return class.String()
}

// form is what tells names in a wild place apart: how they begin, whether they
// have a separator, and their first and last subtoken where those are common
// ("review-12" among "item-3").
func (c *classes) form(at, name string) string {
	form := formOf(name)
	if separatorsOf(name) != "" {
		form += "-"
	}
	n := c.affixes[at]
	if first := firstSubtoken(name); first != "" && n["^"+first] >= commonValue {
		form += "^" + first
	}
	if last := lastSubtoken(name); last != "" && last != name && n["$"+last] >= commonValue {
		form += "$" + last
	}
	return form
}

func bump(m map[string]map[string]int, at, value string) {
	if m[at] == nil {
		m[at] = make(map[string]int)
	}
	m[at][value]++
}
