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
		for i, d := range samples[0].Dirs[:common] {
			if i >= len(a.Dirs) || a.Dirs[i] != d {
				common = i
				break
			}
		}
	}
	if !even {
		k.folder = append(k.folder[:common], "**")
		return k
	}
	for _, a := range samples {
		for i, d := range a.Dirs {
			if d != samples[0].Dirs[i] {
				k.folder[i] = "*"
			}
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

// subtokens are the first and the last one of a name.
func subtokens(name string) [2]string {
	return [2]string{urlparts.FirstSubtoken(name), urlparts.LastSubtoken(name)}
}

// nameFeatures are what names of a kind may share.
func nameFeatures(name string) [3]string {
	t := subtokens(name)
	return [3]string{nameForm(name), t[0], t[1]}
}

// placeNames counts the names of a place, by their first and last subtokens.
type placeNames struct {
	all    int
	counts [2]map[string]int
}

func (p *placeNames) add(name string) {
	p.all++
	for i, t := range subtokens(name) {
		p.counts[i][t]++
	}
}

// frequent gives the subtokens of a name that make a class, "*" for each that is
// too rare for it.
func (p *placeNames) frequent(name string) string {
	tokens := subtokens(name)
	for i, t := range tokens {
		if n := p.counts[i][t]; t == "" || n < frequentNames || float64(n) < frequentShare*float64(p.all) {
			tokens[i] = "*"
		}
	}
	return tokens[0] + " " + tokens[1]
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

// decided reports whether a class is taken or left as a whole, by its own pages.
func (c *urlClass) decided() (take, done bool) {
	if c.tried < min(classPages, len(c.members)) || c.tried == 0 {
		return false, false
	}
	share := float64(c.similar) / float64(c.tried)
	return share >= takeShare, share >= takeShare || share <= leaveShare
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
