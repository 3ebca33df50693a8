package record

import (
	"maps"
	"regexp"
	"slices"
	"strings"
)

// maxLinks is the number of links of a column that are looked at: a share of so many is
// known to three percent.
const maxLinks = 1000

// Relations finds how the pages of one site's records are related by their links: which
// columns name other entities, and which pages are about the entity of another page. The zero
// value has seen no record.
type Relations struct {
	templates map[string]int // of the pages of records
	links     map[string][]leading
	titles    map[string]int      // labels under which titles of pages are, each by how many
	bearing   map[place][]leading // links of which the page's title bears the text
	places    map[place][]leading // maxLinks of all links of each
}

// place is where links stand: a column of one template.
type place struct {
	template int
	label    string
}

// leading is a value of a page, and where it leads, "" for one that is no link. rest is what the
// title of the page says beside the value, where it bears that.
type leading struct{ from, to, rest string }

// titleElement is the XPath of what the title element of a page says.
var titleElement = regexp.MustCompile(`^/html(\[1\])?(/head(\[1\])?)?/title\b`)

// Add adds a record. Cost: linear in its values. Memory: its address, maxLinks values
// of each label, and the links by the name in its title.
func (x *Relations) Add(r *Record) {
	if x.templates == nil {
		x.templates, x.links, x.titles = map[string]int{}, map[string][]leading{}, map[string]int{}
		x.bearing, x.places = map[place][]leading{}, map[place][]leading{}
	}
	x.templates[r.URL] = r.Template
	label, title := r.title()
	if label != "" {
		x.titles[label]++
	}
	for f := range r.All {
		list := x.links[f.Label]
		for i := range f.Values {
			v := &f.Values[i]
			if v.PartOf != "" {
				continue
			}
			l := leading{from: r.URL, to: v.Href}
			if len(list) < maxLinks {
				list = append(list, l)
			}
			if v.Href != "" {
				x.place(l, place{r.Template, f.Label}, title, v.Text)
			}
		}
		x.links[f.Label] = list
	}
}

// place enters a link by its text where it stands.
func (x *Relations) place(l leading, at place, title, text string) {
	if list := x.places[at]; len(list) < maxLinks {
		x.places[at] = append(list, l)
	}
	if before, after, ok := strings.Cut(title, folded(text)); ok && text != "" {
		l.rest = before + "\x00" + after
		x.bearing[at] = append(x.bearing[at], l)
	}
}

// title is what the title of the page says, folded, and the label that it is under, "" where it is not known.
func (r *Record) title() (label, text string) {
	for i := range r.Fields {
		for _, v := range r.Fields[i].Values {
			if titleElement.MatchString(v.XPath) && v.PartOf == "" {
				return r.Fields[i].Label, folded(v.Text)
			}
		}
	}
	return "", ""
}

// Titles gives the label under which the titles of most pages are, "" if there is none: what a page is called
// is what its entity is called, with words of the site's.
func (x *Relations) Titles() (label string) {
	for _, l := range slices.Sorted(maps.Keys(x.titles)) {
		if x.titles[l] > x.titles[label] {
			label = l
		}
	}
	return label
}

// folded is a text but for the size of letters and the width of spaces.
func folded(text string) string { return strings.ToLower(strings.Join(strings.Fields(text), " ")) }

// Labels gives the labels of the columns that relate the site's entities to each other: most of
// their values are links to other pages of which there are records, as those in "See also",
// "Customers also liked" or "Parent peak" are. They are names of other entities, and not what a
// page says of its own: a link to a page of the same entity (see [Relations.Subpages]) is none.
func (x *Relations) Labels() map[string]bool {
	about := x.Subpages()
	entity := func(page string) string {
		if of := about[page]; of != "" {
			return of
		}
		return page
	}
	out := map[string]bool{}
	for label, list := range x.links {
		n := 0
		for _, l := range list {
			if to := x.page(l.to); to != "" && entity(to) != entity(l.from) {
				n++
			}
		}
		if 2*n > len(list) {
			out[label] = true
		}
	}
	return out
}

// Subpages gives the pages that are about the entity of another page, as those of its photos,
// reviews or credits, and which page that is: each leads there by the very name that it is titled by. So most
// links of their column do, and what the titles say beside the names is their template's, or that of the page
// they lead to: "Part One - The Whole", which leads to "The Whole", is titled by more than that.
// Pages of one template are none of each other: they are two entities by the site's own lights.
func (x *Relations) Subpages() map[string]string {
	up := map[string]string{}
	apart := map[string]bool{} // pages that lead to several
	for at, named := range x.bearing {
		usual, ok := x.naming(at, named)
		if !ok {
			continue
		}
		for _, l := range named {
			to := x.page(l.to)
			if to == "" || x.templates[to] == at.template || l.rest != usual {
				continue
			}
			if up[l.from] != "" && up[l.from] != to {
				apart[l.from] = true
			}
			up[l.from] = to
		}
	}
	maps.DeleteFunc(up, func(p, _ string) bool { return apart[p] })
	return roots(up)
}

// naming reports whether the links of a place are by the names of their own pages, and what the titles of
// most of these say beside the names.
func (x *Relations) naming(at place, named []leading) (usual string, ok bool) {
	rests := map[string]int{}
	for _, l := range named {
		if to := x.page(l.to); to != "" && x.templates[to] != at.template {
			rests[l.rest]++
		}
	}
	leads := 0 // to pages of records
	for _, l := range x.places[at] {
		if to := x.page(l.to); to != "" && to != l.from {
			leads++
		}
	}
	for _, rest := range slices.Sorted(maps.Keys(rests)) {
		if rests[rest] > 1 && 2*min(rests[rest], maxLinks) > leads {
			return rest, true
		}
	}
	return "", false
}

// roots follows pages to those that lead no further; such as lead in a circle lead nowhere.
func roots(up map[string]string) map[string]string {
	out := map[string]string{}
	for p := range up {
		at := up[p]
		for n := 0; up[at] != "" && n < maxDepth; n++ {
			at = up[at]
		}
		if up[at] == "" {
			out[p] = at
		}
	}
	return out
}

// maxDepth is how many pages of pages there may be: a photo of the photos of an entity.
const maxDepth = 4

// page gives the page of a record that an address is, with or without parameters or a
// fragment at its end (?ref=box, &utm_source=list, #reviews), "" if there is none.
func (x *Relations) page(address string) string {
	for range maxCut {
		if _, ok := x.templates[address]; address == "" || ok {
			return address
		}
		address = address[:max(0, strings.LastIndexAny(address, "?&#"))]
	}
	return ""
}

// maxCut bounds the parameters that an address is looked up without.
const maxCut = 10
