package main

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	dom "golang.org/x/net/html"

	"verde/pageeval"
	"verde/values"
)

// maxAsked is the length of the longest value that is asked for.
const maxAsked = 100

// data adds where the values of the entity stand that a page is about, by pairs
// of them. Three rules keep out what would teach the wrong thing:
//
//   - Each value stands there in a text of its own, and not all in links: a
//     description or a list of links that mentions both is no data.
//   - Of the places of a pair only the one with the fewest words counts. The
//     page shows the pair as data there; the others, such as a review that ends
//     with the author's name, may be anything, and are left out.
//   - One of the two names the entity, or no other entity of the site has it. A
//     maker and a price that others have, too, may stand there for one of
//     those, in a box of related items.
func (c *collector) data(site string, doc *dom.Node, truth record, held map[string]int) {
	var names []string
	for name, v := range truth {
		if len(v) > 0 && len(v[0]) > 1 && len(v[0]) < maxAsked {
			names = append(names, name)
		}
	}
	slices.SortFunc(names, func(a, b string) int { // the name of the entity first, as in a query
		return cmp.Or(-cmp.Compare(naming(a), naming(b)), cmp.Compare(a, b))
	})
	seen := map[*dom.Node]bool{}
	var found []example
	for i, a := range names {
		for _, b := range names[i+1:] {
			pair := []string{truth[a][0], truth[b][0]}
			fragments := fragmentsOf(doc, pair[0], pair[1])
			if naming(a) > 0 { // no query lacks the name of the entity
				c.try(site, kindData, true, pair, fragments)
			}
			if overlap(pair[0], pair[1]) || naming(a) == 0 && held[values.Fold(pair[0])] > 1 && held[values.Fold(pair[1])] > 1 {
				continue
			}
			k, ok := closest(fragments, pair)
			if !ok || seen[k.Node] {
				continue
			}
			seen[k.Node] = true
			k.Listing, k.Aside = k.Listing && naming(a) > 0, k.Aside && naming(a) > 0
			found = append(found, example{site, kindData, true, pair, k})
		}
	}
	c.rng.Shuffle(len(found), func(i, j int) { found[i], found[j] = found[j], found[i] })
	c.set = append(c.set, found[:min(len(found), dataPerPage)]...)
}

// closest is the fragment with the fewest words of those where each value
// stands in a text of its own, and that are no list of links.
func closest(fragments []pageeval.Fragment, values []string) (best pageeval.Fragment, ok bool) {
	least := 0
	for _, k := range fragments {
		alone := !slices.ContainsFunc(values, func(v string) bool { return !standsAlone(k.Node, v) })
		if n := len(strings.Fields(text(k.Node))); alone && linkShare(k.Node) <= mostlyLinks && (!ok || n < least) {
			best, least, ok = k, n, true
		}
	}
	return best, ok
}

// overlap reports whether one value holds the other: asked for together they
// are one.
func overlap(a, b string) bool { return values.Contains(a, b) || values.Contains(b, a) }

// holders counts the entities that have a value, by its folded text.
func (r records) holders() map[string]int {
	out := map[string]int{}
	for _, in := range r {
		has := map[string]bool{}
		for _, texts := range in {
			for _, v := range texts {
				has[values.Fold(v)] = true
			}
		}
		for v := range has {
			out[v]++
		}
	}
	return out
}

// entity is a record as a page is searched for it. Folded texts stand between
// blanks, as words of a folded page do.
type entity struct {
	name, folded string
	values       []spelling // but the name
}

type spelling struct{ text, folded string }

func spell(s string) spelling { return spelling{s, " " + values.Fold(s) + " "} }

// entities are the records with a name of several words, each name once, sorted
// by page: a name of one word may stand anywhere.
func (r records) entities() []entity {
	seen := map[string]bool{}
	var out []entity
	for _, id := range slices.Sorted(maps.Keys(r)) {
		name := spell(nameOf(r[id]))
		if seen[name.folded] || strings.Count(name.folded, " ") < 3 {
			continue
		}
		seen[name.folded] = true
		t := entity{name: name.text, folded: name.folded}
		for _, a := range slices.Sorted(maps.Keys(r[id])) {
			if v := r[id][a]; naming(a) == 0 && len(v) > 0 && len(v[0]) < maxAsked && !overlap(name.text, v[0]) {
				t.values = append(t.values, spell(v[0]))
			}
		}
		out = append(out, t)
	}
	return out
}

// related adds where a page shows other entities of its site, by their names and
// another value of theirs: as structured as its data, and with true values, but
// not of what the page is about.
func (c *collector) related(site string, doc *dom.Node, truth record, all []entity) {
	folded := " " + values.Fold(text(doc)) + " "
	seen := map[*dom.Node]bool{}
	var found []example
	for _, t := range all {
		if !strings.Contains(folded, t.folded) || overlap(t.name, nameOf(truth)) {
			continue
		}
		for _, v := range t.values {
			if !strings.Contains(folded, v.folded) {
				continue
			}
			for _, k := range fragmentsOf(doc, t.name, v.text) {
				if !seen[k.Node] && standsAlone(k.Node, t.name) && trueValues(k.Node, truth) < 2 {
					seen[k.Node] = true
					found = append(found, example{site, kindRelated, false, []string{t.name, v.text}, k})
				}
			}
		}
	}
	c.rng.Shuffle(len(found), func(i, j int) { found[i], found[j] = found[j], found[i] })
	found = found[:min(len(found), relatedPerPage)]
	c.set = append(c.set, found...)
	for _, e := range found {
		c.try(site, kindRelated, false, e.query, fragmentsOf(doc, e.query[0], e.query[1]))
	}
}

// nameOf is the value that names the entity.
func nameOf(r record) string {
	for attribute, v := range r {
		if naming(attribute) > 0 && len(v) > 0 {
			return v[0]
		}
	}
	return ""
}

// naming is 1 for the attributes that name an entity in SWDE.
func naming(attribute string) int {
	if attribute == "title" || attribute == "model" || attribute == "name" {
		return 1
	}
	return 0
}

// labelRoom is how many words may stand beside a value in its text node.
const labelRoom = 5

func standsAlone(n *dom.Node, value string) bool {
	most := len(strings.Fields(value)) + labelRoom
	for d := range n.Descendants() {
		if d.Type == dom.TextNode && len(strings.Fields(d.Data)) <= most && values.Contains(d.Data, value) {
			return true
		}
	}
	return false
}
