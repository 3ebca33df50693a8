package classes

import (
	"slices"
	"strings"

	"verde/page"
	"verde/siteexpand/site"
	"verde/siteexpand/urlparts"
)

// kind is what the samples' URLs have in common.
type kind struct {
	folder  []string // its parts: "*" where the samples differ, and "**" at the end if they do in depth
	ext     map[string]bool
	queries map[string]bool
}

func newKind(samples []urlparts.Parts) kind {
	k := kind{folder: slices.Clone(samples[0].Dirs), ext: map[string]bool{}, queries: map[string]bool{}}
	even, common := true, len(k.folder)
	for _, a := range samples {
		k.ext[a.Ext], k.queries[a.Form.Query] = true, true
		even = even && len(a.Dirs) == len(k.folder)
		for i := range min(common, len(a.Dirs)) {
			if a.Dirs[i] != samples[0].Dirs[i] {
				common = i
				break
			}
		}
		common = min(common, len(a.Dirs))
	}
	if !even {
		k.folder = append(k.folder[:common], "**")
		return k
	}
	for i := range k.folder {
		if slices.ContainsFunc(samples, func(a urlparts.Parts) bool { return a.Dirs[i] != samples[0].Dirs[i] }) {
			k.folder[i] = "*"
		}
	}
	return k
}

// hasFolder reports whether a folder is one of the kind.
func (k *kind) hasFolder(dirs []string) bool {
	for i, want := range k.folder {
		switch {
		case want == "**":
			return true
		case i >= len(dirs) || want != "*" && dirs[i] != want:
			return false
		}
	}
	return len(dirs) == len(k.folder)
}

// nameForm is the form of a name: the kind of its first letter, and whether it has
// a hyphen.
func nameForm(name string) string {
	if strings.Contains(name, "-") {
		return urlparts.NameForm(name) + "-"
	}
	return urlparts.NameForm(name)
}

// nameFeatures are what names of a kind may share.
func nameFeatures(name string) [3]string {
	return [3]string{nameForm(name), urlparts.FirstSubtoken(name), urlparts.LastSubtoken(name)}
}

// placeNames counts the names of a place by their first and last subtokens.
type placeNames struct {
	all           int
	firsts, lasts map[string]int
}

func (p *placeNames) add(name string) {
	p.all++
	p.firsts[urlparts.FirstSubtoken(name)]++
	p.lasts[urlparts.LastSubtoken(name)]++
}

// frequent gives the subtokens of a name that make a class, "*" for each that is
// too rare for it.
func (p *placeNames) frequent(name string) string {
	first, last := urlparts.FirstSubtoken(name), urlparts.LastSubtoken(name)
	if !p.isFrequent(first, p.firsts) {
		first = "*"
	}
	if !p.isFrequent(last, p.lasts) {
		last = "*"
	}
	return first + " " + last
}

func (p *placeNames) isFrequent(token string, counts map[string]int) bool {
	n := counts[token]
	return token != "" && n >= frequentNames && float64(n) >= frequentShare*float64(p.all)
}

// member is a URL of the site that was met.
type member struct {
	id         site.ID
	class      *urlClass
	path       page.LinkPath
	from       *site.Page
	level      int
	name       string
	form       string // folder, extension, query and form of the name: classes of one form are alike
	place      string // folder, extension and query
	fits       bool   // its place is the samples'
	given      bool
	fetched    bool    // or tried to be
	yield      float64 // new URLs of the kind that it brought
	similarity float64 // similarity, 0 if it is dead
	alive      bool
}

// urlClass is a class of URLs.
type urlClass struct {
	key, form      string
	fits           bool
	members        []*member
	tried, similar int
	yields         []float64
}

// share is that of the similar pages among those tried.
func (c *urlClass) share() float64 { return float64(c.similar) / float64(max(1, c.tried)) }

// decided reports whether a class is taken or left as a whole, by its own pages.
func (c *urlClass) decided() (take, done bool) {
	if c.tried < min(classPages, len(c.members)) || c.tried == 0 {
		return false, false
	}
	return c.share() >= takeShare, c.share() >= takeShare || c.share() <= leaveShare
}

// listKey is a class of URLs on one link-path.
type listKey struct {
	class string
	path  page.LinkPath
}

// linkGroup is the URLs of a class on one link-path.
type linkGroup struct {
	class   *urlClass
	waiting []*member
	size    int
	yields  []float64
	score   float64 // yield to expect of the next page
}
