package known

import (
	"cmp"
	"maps"
	"slices"
	"strconv"

	"golang.org/x/net/html"

	"verde/integrate"
	"verde/integrate/clean"
	"verde/query"
	"verde/record"
	"verde/values"
)

// MinAgreeing is the least number of pages with known names in a column that names entities: one may
// have one by chance.
const MinAgreeing = 2

// maxKnown bounds the known entities that a new site's columns are compared with: the
// entities of its pages, and others, so that values of most entities have little weight.
const maxKnown = 300

// NameColumns maps columns of a new site to attributes of the known entities, under
// the vertical's names or those that the sites found give them. It is nil if no column
// repeats the identifying values. askedFor maps the URL of a page that a query led
// to, to the folded name of the entity that was asked for.
//
// The identifying column (see identifyingColumn) joins records with known entities. On these pairs the
// other columns are compared with the attributes, as the columns of any two sites are (see
// [integrate.Corpus.Match]). Cost: that of comparing the site with maxKnown entities.
func (e *Entities) NameColumns(records []record.Record, askedFor map[string]string) map[string]string {
	identifier := e.identifyingColumn(records, askedFor)
	if identifier == "" {
		return nil
	}
	names := map[string]string{identifier: e.profile.Identifier}
	for _, m := range e.matched(identifier, records, askedFor) {
		if m.shared {
			names[m.label] = m.attribute
		}
	}
	return names
}

// match is a column of a new site that matches an attribute.
type match struct {
	label, attribute string
	shared           bool // by the same entities, and not only by the kind of values
}

// Site names of the two sides of a comparison.
const (
	ours   = "known"
	theirs = "new"
)

// matched compares the columns of a new site, but the identifying one, with the
// attributes.
func (e *Entities) matched(identifier string, records []record.Record, askedFor map[string]string) (out []match) {
	as := namesIn(records, identifier)
	site := integrate.Table{Site: theirs}
	chosen := make(map[int]bool)
	var pairs [][2]string
	for i, r := range records {
		e.gather(records, i, func(page map[string][]string) []int { return e.placesOf(as, page[identifier], page) })
		shown := r.Whole().ByLabel()
		url := theirs + strconv.Itoa(i)
		at, ok := e.placeOf(as, shown[identifier], shown, askedFor[r.URL])
		if ok && (chosen[at] || len(chosen) < maxKnown) {
			chosen[at] = true
			pairs = append(pairs, [2]string{ours + strconv.Itoa(at), url})
		}
		delete(shown, identifier)
		site.Records = append(site.Records, integrate.Record{URL: url, Values: shown})
	}
	c := integrate.Read([]integrate.Table{e.table(chosen), site})
	m := c.Match(c.Pairs(pairs), integrate.Options{})
	for _, a := range m.Attributes {
		x := match{shared: a.Shared()}
		for _, i := range a.Columns {
			switch col := m.Columns[i]; {
			case col.Part != clean.Whole: // a part of a value has no label of its own
			case col.Site == theirs:
				x.label = col.Label
			default:
				x.attribute = col.Label
			}
		}
		if x.label != "" && x.attribute != "" {
			out = append(out, x)
		}
	}
	return out
}

// placeOf finds the known entity that a page names, by its usual name, with the certainty that comparing columns needs: by find, by
// uniquelyNamed, or by inParts.
func (e *Entities) placeOf(as *query.Names, names []string, page map[string][]string, asked string) (at int, ok bool) {
	if at, ok = e.find(as, names, page, asked); !ok {
		at, ok = e.uniquelyNamed(as, names)
	}
	if !ok {
		at, ok = e.inParts(as, names, page)
	}
	if ok {
		at = e.stored(at)
	}
	return at, ok
}

// placesOf gives the known entities whose values placeOf compares with a page.
func (e *Entities) placesOf(as *query.Names, names []string, page map[string][]string) []int {
	places := e.comparedPlaces(as, names)
	for found := range e.divided(as, names, page) {
		places = append(places, found...)
	}
	return places
}

// table gives the chosen entities, and an even sample of others up to maxKnown, without their names.
func (e *Entities) table(chosen map[int]bool) integrate.Table {
	t := integrate.Table{Site: ours}
	places := slices.Collect(maps.Keys(chosen))
	step := max(1, e.named/maxKnown)
	for i := 0; i < e.named && len(places) < maxKnown; i += step {
		if !chosen[i] {
			places = append(places, i)
		}
	}
	e.prefetch(places)
	for _, i := range places {
		shown := maps.Clone(e.valuesAt(i))
		delete(shown, e.profile.Identifier)
		t.Records = append(t.Records, integrate.Record{URL: ours + strconv.Itoa(i), Values: shown})
	}
	return t
}

// identifyingColumn finds the column of names, "" if no column has a known name on MinAgreeing pages. The criteria are, in
// order:
//
//  1. most pages with the name that was asked for there, a part of it, or the name with more around it;
//  2. most pages with the whole name, since the maker is a part of a product's name;
//  3. least text around the name or left out of it, since a sentence may have the name;
//  4. most pages with a known name;
//  5. the shortest names;
//  6. the fewest pages.
//
// So a column with other known entities does not win over names that the site decorates.
func (e *Entities) identifyingColumn(records []record.Record, askedFor map[string]string) string {
	type score struct{ asked, whole, around, known, length, pages int }
	scores, names := map[string]*score{}, namesByLabel(records)
	for i, r := range records {
		e.gather(records, i, func(page map[string][]string) (places []int) {
			for label, shown := range page {
				places = append(places, e.comparedPlaces(names[label], shown)...)
			}
			return places
		})
		page := r.Whole().ByLabel()
		for label, shown := range page {
			if scores[label] == nil {
				scores[label] = new(score)
			}
			scores[label].pages++
			_, found := e.find(names[label], shown, page, askedFor[r.URL])
			name, asked := "", askedFor[r.URL]
			if len(shown) == 1 && len(shown[0]) <= maxValueBytes {
				name = values.Fold(shown[0])
			}
			repeats := e.decorates(name, asked)
			if repeats {
				scores[label].asked++
				if values.HasName(name, asked) {
					scores[label].whole++
				}
				scores[label].around += max(len(name)-len(asked), len(asked)-len(name))
			}
			if repeats || found {
				scores[label].known++
				scores[label].length += len(shown[0])
			}
		}
	}
	best := ""
	for _, label := range slices.Sorted(maps.Keys(scores)) {
		s := scores[label]
		if s.known < MinAgreeing {
			continue
		}
		if b := scores[best]; best == "" || cmp.Or(cmp.Compare(s.asked, b.asked), cmp.Compare(s.whole, b.whole), cmp.Compare(b.around, s.around), cmp.Compare(s.known, b.known), cmp.Compare(b.length, s.length), cmp.Compare(b.pages, s.pages)) > 0 {
			best = label
		}
	}
	return best
}

// pagesAtOnce is the number of pages that share a look-up. A page may have a dozen columns of a few words, each in the names of up to widespread
// entities: 100 pages are compared with some 10,000 entities, whose values are a fifth of shelfBytes.
const pagesAtOnce = 100

// gather caches the values of known entities that the i-th page and the ones after it are compared with, for pagesAtOnce pages at a time;
// places gives these entities for a page. It has to be called for each page in order. Cost: one look-up for pagesAtOnce pages.
func (e *Entities) gather(records []record.Record, i int, places func(page map[string][]string) []int) {
	if e.shelf == nil || i%pagesAtOnce != 0 {
		return
	}
	all := map[int]bool{}
	for _, r := range records[i:min(i+pagesAtOnce, len(records))] {
		for _, at := range places(r.Whole().ByLabel()) {
			all[at] = true
		}
	}
	e.prefetch(slices.Sorted(maps.Keys(all)))
}

// extends reports whether a name is another one with middle names (see [values.Form.Extends]), if the known entities are persons: "Old Mill
// Bridge" is not "Old Bridge".
func (e *Entities) extends(name, asked string) bool {
	return len(e.all) > 0 && e.namesOf(e.all[0]).Persons() && values.NewForm(name).Extends(values.NewForm(asked))
}

// decorates reports whether one of two folded names, name and asked, contains the other, and the rest is no known name: "Aalto - Zumthor"
// heads a list. A person's name may have further middle names.
func (e *Entities) decorates(name, asked string) bool {
	if asked != "" && e.extends(name, asked) {
		return true
	}
	if asked == "" || !values.SameName(asked, name) {
		return false
	}
	rest, ok := values.Beside(name, asked)
	if !ok {
		rest = name
	}
	key := query.Key(rest)
	return len(e.byName[key]) == 0 || e.sameEntity(key, query.Key(asked))
}

// namesByLabel gives, for each column, the model of its values as names.
func namesByLabel(records []record.Record) map[string]*query.Names {
	texts := map[string][]string{}
	for _, r := range records {
		for label, shown := range r.Whole().ByLabel() {
			list := texts[label]
			if len(shown) == 1 && len(shown[0]) <= maxValueBytes {
				list = append(list, shown[0])
			}
			texts[label] = list
		}
	}
	out := make(map[string]*query.Names, len(texts))
	for label, list := range texts {
		out[label] = query.NewNames(list)
	}
	return out
}

// namesIn is namesByLabel for one column.
func namesIn(records []record.Record, label string) *query.Names {
	var names []string
	for _, r := range records {
		if shown := r.Whole().ByLabel()[label]; len(shown) == 1 && len(shown[0]) <= maxValueBytes {
			names = append(names, shown[0])
		}
	}
	return query.NewNames(names)
}

// Names reports whether a text is the name of a known entity. Cost: a look-up.
func (e *Entities) Names(text string) bool {
	return len(text) <= maxValueBytes && len(e.byName[query.Key(text)]) > 0
}

// maxOthers is the least number of other known names in a fragment that is a list.
const maxOthers = 4

// InList reports whether a fragment of a page names at least maxOthers known entities
// other than the one with the given folded name, as a list of entities does. Only
// text nodes that are a name and nothing else count: prose may mention others.
// Cost: linear in the fragment.
func (e *Entities) InList(fragment *html.Node, name string) bool {
	if fragment == nil {
		return false
	}
	others := map[int]bool{} // by place of the entity
	for n := range fragment.Descendants() {
		if n.Type != html.TextNode || !e.Names(n.Data) {
			continue
		}
		f := values.Fold(n.Data)
		if values.SameName(f, name) || e.sameEntity(query.Key(f), query.Key(name)) {
			continue
		}
		if at := e.stored(e.byName[query.Key(f)][0]); !others[at] {
			if others[at] = true; len(others) >= maxOthers {
				return true
			}
		}
	}
	return false
}
