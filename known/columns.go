package known

import (
	"cmp"
	"maps"
	"slices"

	"golang.org/x/net/html"

	"verde/query"
	"verde/record"
	"verde/values"
)

// A column gets the name of an attribute if at least minAgreeing pages show the known
// entity's value of the attribute in it, and at least the share minAgreement of the
// pages where both sides have a value. One page may agree by chance; not all agree,
// since sites write values in formats that can't be compared.
const (
	minAgreeing  = 2
	minAgreement = 0.5
	maxPairs     = 60 // pages compared; more change nothing
)

// NameColumns maps columns of a new site to attributes of the vertical by the values
// that they share with known entities. It is nil if no column repeats the
// identifying values. askedFor maps the URL of a page that a query led to, to the
// folded name of the entity that was asked for.
//
// First comes the identifying column (see identifyingColumn). It joins each record
// with a known entity; on these pairs the other columns are compared with the
// attributes. The column and attribute that agree on most pages come first, and
// each attribute is given to one column. Cost: records x columns for the first, maxPairs x columns x attributes
// for the second.
func (e *Entities) NameColumns(records []record.Record, askedFor map[string]string) map[string]string {
	identifier := e.identifyingColumn(records, askedFor)
	if identifier == "" {
		return nil
	}
	votes := e.votes(identifier, namesIn(records, identifier), records, askedFor)
	keys := slices.SortedFunc(maps.Keys(votes), func(a, b [2]string) int {
		return cmp.Or(cmp.Compare(votes[b].agree, votes[a].agree), cmp.Compare(votes[a].both, votes[b].both), slices.Compare(a[:], b[:]))
	})
	names, taken := map[string]string{identifier: e.profile.Identifier}, map[string]bool{e.profile.Identifier: true}
	for _, key := range keys {
		v, label, attribute := votes[key], key[0], key[1]
		if v.agree < minAgreeing || float64(v.agree) < minAgreement*float64(v.both) || taken[attribute] || names[label] != "" {
			continue
		}
		names[label], taken[attribute] = attribute, true
	}
	return names
}

// vote counts pages about known entities for one column and one attribute.
type vote struct {
	both  int // the page has a value in the column, its entity one of the attribute
	agree int // and a value is the same
}

// votes gives the votes by column and attribute, on the first maxPairs pages that the
// column identifier names a known entity for.
func (e *Entities) votes(identifier string, as *query.Names, records []record.Record, askedFor map[string]string) map[[2]string]*vote {
	votes := map[[2]string]*vote{}
	pairs := 0
	for _, r := range records {
		shown := r.Whole().ByLabel()
		in, ok := e.find(as, shown[identifier], askedFor[r.URL])
		if !ok {
			continue
		}
		if pairs++; pairs > maxPairs {
			break
		}
		for label, texts := range shown {
			if label == identifier {
				continue
			}
			for _, attribute := range e.profile.Attributes {
				theirs := in.record.Values[attribute.Name]
				if len(theirs) == 0 {
					continue
				}
				key := [2]string{label, attribute.Name}
				if votes[key] == nil {
					votes[key] = new(vote)
				}
				votes[key].both++
				if anySame(texts, theirs) {
					votes[key].agree++
				}
			}
		}
	}
	return votes
}

// identifyingColumn finds the column of names: the one that on most pages repeats the
// very name that was asked for there; of equals the one that gives a known name on
// most pages; of these the one with the shortest names, in which nothing else stands; of
// these the one that fewest pages have. It is "" if no column gives a
// known name on minAgreeing pages.
func (e *Entities) identifyingColumn(records []record.Record, askedFor map[string]string) string {
	type score struct{ asked, known, length, pages int }
	scores, names := map[string]*score{}, namesByLabel(records)
	for _, r := range records {
		for label, shown := range r.Whole().ByLabel() {
			if scores[label] == nil {
				scores[label] = new(score)
			}
			scores[label].pages++
			if _, ok := e.find(names[label], shown, askedFor[r.URL]); ok {
				scores[label].known++
				scores[label].length += len(shown[0])
				if name := askedFor[r.URL]; name != "" && sameName(name, values.Fold(shown[0])) {
					scores[label].asked++
				}
			}
		}
	}
	best := ""
	for _, label := range slices.Sorted(maps.Keys(scores)) {
		s := scores[label]
		if s.known < minAgreeing {
			continue
		}
		if b := scores[best]; best == "" || cmp.Or(cmp.Compare(s.asked, b.asked), cmp.Compare(s.known, b.known), cmp.Compare(b.length, s.length), cmp.Compare(b.pages, s.pages)) > 0 {
			best = label
		}
	}
	return best
}

// namesByLabel tells of each column how it would name entities.
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

// namesIn is namesByLabel of one column.
func namesIn(records []record.Record, label string) *query.Names {
	var names []string
	for _, r := range records {
		if shown := r.Whole().ByLabel()[label]; len(shown) == 1 && len(shown[0]) <= maxValueBytes {
			names = append(names, shown[0])
		}
	}
	return query.NewNames(names)
}

// anySame reports whether a value of a is the same as one of b (see [values.Same]).
// Values over maxValueBytes are not compared.
func anySame(a, b []string) bool {
	for _, s := range a {
		for _, t := range b {
			if len(s) <= maxValueBytes && len(t) <= maxValueBytes && values.Same(s, t) {
				return true
			}
		}
	}
	return false
}

// maxOthers is the number of other known names from which on a fragment is a list.
const maxOthers = 4

// InList reports whether a fragment of a page names at least maxOthers known entities
// other than the one with the folded name given, as a list of entities does. Only a
// text node that is a name and nothing else counts: prose may mention others.
// Cost: linear in the fragment.
func (e *Entities) InList(fragment *html.Node, name string) bool {
	if fragment == nil {
		return false
	}
	others := map[string]bool{}
	for n := range fragment.Descendants() {
		if n.Type != html.TextNode || len(n.Data) > maxValueBytes {
			continue
		}
		if f := values.Fold(n.Data); !sameName(f, name) && len(e.byName[query.Key(n.Data)]) > 0 {
			if others[f] = true; len(others) >= maxOthers {
				return true
			}
		}
	}
	return false
}
