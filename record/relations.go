package record

import (
	"maps"
	"regexp"
	"slices"
	"strings"
)

// maxLinks is how many links of a column are looked at: so many determine a share to three percent.
const maxLinks = 1000

// Relations finds how the pages of one site's records are related by their links: which columns name other entities, and
// which pages are about the entity of another page. The zero value has no record.
type Relations struct {
	templates map[string]int      // page of a record -> its template
	links     map[string][]link   // label -> its values
	titles    map[string]int      // label -> page titles under it
	titled    map[position][]link // links whose text is in the title of their page
	all       map[position][]link // maxLinks of all links
}

// position is where links are: a column of one template.
type position struct {
	template int
	label    string
}

// link is a value of a page and the address that it links to, "" if it is no link. If the page's title contains the value,
// rest is the title without it.
type link struct{ from, to, rest string }

// titleElement matches the XPath of the text of a page's title element.
var titleElement = regexp.MustCompile(`^/html(\[1\])?(/head(\[1\])?)?/title\b`)

// Add adds a record. Cost: linear in its values. Memory: its address, maxLinks values of each label, and the
// links whose text is in its title.
func (x *Relations) Add(r *Record) {
	if x.templates == nil {
		x.templates, x.links, x.titles = map[string]int{}, map[string][]link{}, map[string]int{}
		x.titled, x.all = map[position][]link{}, map[position][]link{}
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
			l := link{from: r.URL, to: v.Href}
			if len(list) < maxLinks {
				list = append(list, l)
			}
			if v.Href != "" {
				x.addLink(l, position{r.Template, f.Label}, title, v.Text)
			}
		}
		x.links[f.Label] = list
	}
}

// addLink adds a link, given its text and the page's title.
func (x *Relations) addLink(l link, at position, title, text string) {
	if list := x.all[at]; len(list) < maxLinks {
		x.all[at] = append(list, l)
	}
	if before, after, ok := strings.Cut(title, fold(text)); ok && text != "" {
		l.rest = before + "\x00" + after
		x.titled[at] = append(x.titled[at], l)
	}
}

// title returns the page's title, folded, and its label, "" if unknown.
func (r *Record) title() (label, text string) {
	for i := range r.Fields {
		for _, v := range r.Fields[i].Values {
			if titleElement.MatchString(v.XPath) && v.PartOf == "" {
				return r.Fields[i].Label, fold(v.Text)
			}
		}
	}
	return "", ""
}

// Titles returns the label under which the titles of most pages are, "" if there is none: a page's title is the
// name of its entity with words of the site.
func (x *Relations) Titles() (label string) {
	for _, l := range slices.Sorted(maps.Keys(x.titles)) {
		if x.titles[l] > x.titles[label] {
			label = l
		}
	}
	return label
}

// fold folds case and white space.
func fold(text string) string { return strings.ToLower(strings.Join(strings.Fields(text), " ")) }

// Labels returns the labels of relations between the site's entities: most of their values are links to other
// pages with records, as under "See also", "Customers also liked" or "Parent peak". They name other entities.
// Links to a page about the same entity (see [Relations.Subpages]) do not count.
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

// Subpages maps pages about the entity of another page, such as its photos, reviews or credits, to that page. A
// subpage links to the main page by the name in its own title. The rest of its title is its template's: the
// same on most pages whose links are in this position. So "Part One - The Whole" with a link to "The Whole" is
// no subpage: its title adds more than the template does. Pages of one template are never subpages of each
// other, as the site presents them alike.
func (x *Relations) Subpages() map[string]string {
	up := map[string]string{}
	ambiguous := map[string]bool{} // pages that lead to several
	for at, titled := range x.titled {
		rest, ok := x.titleRest(at, titled)
		if !ok {
			continue
		}
		for _, l := range titled {
			to := x.page(l.to)
			if to == "" || x.templates[to] == at.template || l.rest != rest {
				continue
			}
			if up[l.from] != "" && up[l.from] != to {
				ambiguous[l.from] = true
			}
			up[l.from] = to
		}
	}
	maps.DeleteFunc(up, func(p, _ string) bool { return ambiguous[p] })
	return roots(up)
}

// titleRest reports whether the links in a position are by the names of their own pages, and what most of the
// titles say beside the names.
func (x *Relations) titleRest(at position, titled []link) (rest string, ok bool) {
	rests := map[string]int{}
	for _, l := range titled {
		if to := x.page(l.to); to != "" && x.templates[to] != at.template {
			rests[l.rest]++
		}
	}
	toRecords := 0 // to pages of records
	for _, l := range x.all[at] {
		if to := x.page(l.to); to != "" && to != l.from {
			toRecords++
		}
	}
	for _, rest := range slices.Sorted(maps.Keys(rests)) {
		if rests[rest] > 1 && 2*min(rests[rest], maxLinks) > toRecords {
			return rest, true
		}
	}
	return "", false
}

// roots follows pages to those that lead no further. Cycles lead nowhere.
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

// maxDepth is how deep subpages may be nested: a photo of the photos of an entity.
const maxDepth = 4

// page returns the page of a record that an address leads to, with or without parameters or a fragment at its
// end (?ref=box, &utm_source=list, #reviews), "" if there is none.
func (x *Relations) page(address string) string {
	for range maxParameters {
		if _, ok := x.templates[address]; address == "" || ok {
			return address
		}
		address = address[:max(0, strings.LastIndexAny(address, "?&#"))]
	}
	return ""
}

// maxParameters bounds the parameters that are cut off an address to look it up.
const maxParameters = 10
