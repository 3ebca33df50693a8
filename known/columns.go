package known

import (
	"cmp"
	"maps"
	"slices"

	"golang.org/x/net/html"

	"verde/catalog"
	"verde/query"
	"verde/values"
)

// How sure the naming of a column has to be: at least two pages agree, and at
// least half of those where both sides have a value. One page may agree by
// chance, and formats that can't be compared cost a part of the agreement.
const (
	minAgreeing  = 2
	minAgreement = 0.5
	maxPairs     = 60 // pages compared; more change nothing
)

// NameColumns maps columns of a new site to attributes of the vertical by the values
// that they share with known entities. It is nil if no column repeats the
// identifying values. askedFor gives for pages that queries led to the folded name
// of what they asked for.
//
// First comes the identifying column (see identifyingColumn). The others follow
// from the pairs of records that it joins, best agreement first, each attribute
// once. Cost: records x columns for the first, maxPairs x columns x attributes
// for the second.
func (e *Entities) NameColumns(records []catalog.Record, askedFor map[string]string) map[string]string {
	identifier := e.identifyingColumn(records, askedFor)
	if identifier == "" {
		return nil
	}
	votes := e.votes(identifier, records)
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

// vote counts pages that have a value in a column and are about a known entity
// that has one in an attribute, and of these those where a value is the same.
type vote struct{ agree, both int }

// votes compares columns of a site with attributes of the vertical, by column and
// attribute, on the pages whose entities the identifying column finds.
func (e *Entities) votes(identifier string, records []catalog.Record) map[[2]string]*vote {
	votes := map[[2]string]*vote{}
	pairs := 0
	for _, r := range records {
		shown := r.Shown()
		in, ok := e.lookup(shown[identifier])
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

// identifyingColumn finds the column that repeats known names: on the pages that
// queries led to the names that were asked for, and then on most pages.
func (e *Entities) identifyingColumn(records []catalog.Record, askedFor map[string]string) string {
	type score struct{ evident, all, total int }
	scores := map[string]*score{}
	for _, r := range records {
		for label, shown := range r.Shown() {
			if scores[label] == nil {
				scores[label] = new(score)
			}
			scores[label].total++
			if _, ok := e.lookup(shown); ok {
				scores[label].all++
				if name := askedFor[r.URL]; name == values.Fold(shown[0]) || name == values.Fold(query.Bare(shown[0])) {
					scores[label].evident++
				}
			}
		}
	}
	best := ""
	for _, label := range slices.Sorted(maps.Keys(scores)) {
		s := scores[label]
		if s.all < minAgreeing {
			continue
		}
		if b := scores[best]; best == "" || cmp.Or(cmp.Compare(s.evident, b.evident), cmp.Compare(s.all, b.all), cmp.Compare(b.total, s.total)) > 0 {
			best = label
		}
	}
	return best
}

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

// maxOthers is the number of known names in one fragment that make it a list.
const maxOthers = 4

// InList reports whether a fragment of a page shows other known entities beside the
// one of the folded name, as a list does. Only whole texts count: prose may mention
// others. Cost: linear in the fragment.
func (e *Entities) InList(fragment *html.Node, name string) bool {
	if fragment == nil {
		return false
	}
	others := map[string]bool{}
	for n := range fragment.Descendants() {
		if n.Type != html.TextNode || len(n.Data) > maxValueBytes {
			continue
		}
		if f := values.Fold(n.Data); f != name && len(e.byName[f]) > 0 {
			if others[f] = true; len(others) >= maxOthers {
				return true
			}
		}
	}
	return false
}
