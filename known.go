package verde

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"golang.org/x/net/html"

	"verde/catalog"
	"verde/pageeval"
	"verde/query"
	"verde/values"
)

// instance is one thing that the catalog knows, its values under the names of
// the vertical's attributes.
type instance struct {
	site   string
	round  int // in which its site was found, 0 for the training site
	record query.Record
	own    map[string][]string // its other values, under the names that its site gives them
}

// knowledge is what the sites explored before a round say, indexed by name.
type knowledge struct {
	identifier string
	attributes []string // the vertical's, best first
	instances  []instance
	byName     map[string][]int            // folded identifier -> instances
	sites      map[string]int              // explored site -> round
	asked      func(queryID string) string // gives the folded name that a query asks for
	confirmed  map[string]bool             // attributes that a site found shows too
}

// known gathers the instances of all sites explored before the given round.
func (x *Explorer) known(ctx context.Context, v *Vertical, round int) (*knowledge, error) {
	k := &knowledge{identifier: v.Identifier, byName: map[string][]int{}, sites: map[string]int{}, confirmed: map[string]bool{}}
	for _, a := range v.Attributes {
		k.attributes = append(k.attributes, a.Name)
	}
	sources, err := x.Catalog.Sources(ctx)
	if err != nil {
		return nil, err
	}
	for _, s := range sources {
		if s.State != catalog.Expanded || s.Role != catalog.Training && s.Round >= round {
			continue
		}
		k.sites[s.Site] = s.Round
		for _, attribute := range s.Attributes {
			k.confirmed[attribute] = true
		}
		for r, err := range x.Catalog.Records(ctx, s.Site) {
			if err != nil {
				return nil, err
			}
			in := instance{site: s.Site, round: s.Round, record: query.Record{Source: r.URL, Values: r.Shown()}}
			if s.Role != catalog.Training {
				in.record.Values, in.own = renamed(r.Shown(), s.Attributes)
			}
			k.add(in)
		}
	}
	return k, nil
}

// explored reports whether a site was explored before the round.
func (k *knowledge) explored(site string) bool {
	_, ok := k.sites[site]
	return ok
}

func (k *knowledge) add(in instance) {
	names := in.record.Values[k.identifier]
	if len(names) == 0 {
		return
	}
	for _, key := range slices.Compact([]string{values.Fold(names[0]), values.Fold(query.Bare(names[0]))}) {
		k.byName[key] = append(k.byName[key], len(k.instances))
	}
	k.instances = append(k.instances, in)
}

// renamed splits values into those of columns that have a name in the vertical,
// under that name, and the others.
func renamed(values map[string][]string, names map[string]string) (named, own map[string][]string) {
	named, own = make(map[string][]string, len(names)), make(map[string][]string, len(values))
	for _, label := range slices.Sorted(maps.Keys(values)) {
		switch v := values[label]; {
		case len(v) == 0:
		case names[label] != "":
			named[names[label]] = v
		default:
			own[label] = v
		}
	}
	return named, own
}

// ownMark goes before the names of a site's own columns, which may be those of
// other attributes of the vertical.
const ownMark = "its "

// wanted gives what can be asked with of the instances of one site, and the
// attributes in the order of their use: what other sites are known to show
// before what only this one may have. Of the training site these are the
// vertical's attributes, which a person may have edited; every site found
// brings attributes of its own that reach sites which lack the vertical's.
func (k *knowledge) wanted(v *Vertical, list []instance) ([]query.Record, query.Profile) {
	records := make([]query.Record, len(list))
	found := false
	for i, in := range list {
		records[i] = in.record
		if in.own == nil {
			continue
		}
		found = true
		records[i].Values = maps.Clone(in.record.Values)
		for label, values := range in.own {
			records[i].Values[ownMark+label] = values
		}
	}
	profile := v.profile()
	if found {
		profile = query.Rate(records, v.Identifier)
	}
	slices.SortStableFunc(profile.Attributes, func(p, q query.Attribute) int {
		return falseFirst(k.confirmed[q.Name], k.confirmed[p.Name])
	})
	return records, profile
}

// How sure the naming of a column has to be: at least two pages agree, and at
// least half of those where both sides have a value. One page may agree by
// chance, and formats that can't be compared cost a part of the agreement.
const (
	minAgreeing   = 2
	minAgreement  = 0.5
	maxPairs      = 60 // pages compared; more change nothing
	maxValueBytes = 300
)

// name maps columns of a new site to attributes of the vertical by the values
// that they share with known instances. It is nil if no column repeats the
// identifying values.
//
// First comes the identifying column (see identifyingColumn). The others follow
// from the pairs of records that it joins, best agreement first, each attribute
// once. Cost: records x columns for the first, maxPairs x columns x attributes
// for the second.
func (k *knowledge) name(src catalog.Source, records []catalog.Record) map[string]string {
	identifier := k.identifyingColumn(src, records)
	if identifier == "" {
		return nil
	}
	votes := k.votes(identifier, records)
	keys := slices.SortedFunc(maps.Keys(votes), func(a, b [2]string) int {
		return cmp.Or(cmp.Compare(votes[b].agree, votes[a].agree), cmp.Compare(votes[a].both, votes[b].both), slices.Compare(a[:], b[:]))
	})
	names, taken := map[string]string{identifier: k.identifier}, map[string]bool{k.identifier: true}
	for _, key := range keys {
		v, label, attribute := votes[key], key[0], key[1]
		if v.agree < minAgreeing || float64(v.agree) < minAgreement*float64(v.both) || taken[attribute] || names[label] != "" {
			continue
		}
		names[label], taken[attribute] = attribute, true
	}
	return names
}

// vote counts pages that have a value in a column and are about a known thing
// that has one in an attribute, and of these those where a value is the same.
type vote struct{ agree, both int }

// votes compares columns of a site with attributes of the vertical, by column and
// attribute, on the pages whose things the identifying column finds.
func (k *knowledge) votes(identifier string, records []catalog.Record) map[[2]string]*vote {
	votes := map[[2]string]*vote{}
	pairs := 0
	for _, r := range records {
		shown := r.Shown()
		in, ok := k.lookup(shown[identifier])
		if !ok {
			continue
		}
		if pairs++; pairs > maxPairs {
			break
		}
		for label, values := range shown {
			if label == identifier {
				continue
			}
			for _, attribute := range k.attributes {
				theirs := in.record.Values[attribute]
				if attribute == k.identifier || len(theirs) == 0 {
					continue
				}
				key := [2]string{label, attribute}
				if votes[key] == nil {
					votes[key] = new(vote)
				}
				votes[key].both++
				if anySame(values, theirs) {
					votes[key].agree++
				}
			}
		}
	}
	return votes
}

// sure is the mean probability of a site's evidence from which on its pages are
// data by their looks.
const sure = pageeval.Threshold

// doubt tells why a site that was read is refused, "" if it is not: no column
// repeats known names; or its pages are not data by their looks, and do not agree
// with what is known in a second attribute either. Prose may be titled with the
// name of a thing, but it does not line up its values.
//
// What looks like data is the mean probability of the pages that show what was
// asked for, and not the score: that is less for each page about something else
// that a query led to by mistake, which tells of the query and not of the site.
func (k *knowledge) doubt(src catalog.Source) string {
	switch {
	case src.Attributes == nil:
		return "no column of its pages repeats the names of known instances"
	case (src.Parts == nil || src.Parts.Probability < sure) && len(src.Attributes) < 2 && len(k.attributes) > 1:
		return "it shows names of known instances, but not as data, and nothing else of them"
	}
	return ""
}

// identifyingColumn finds the column that repeats known names: on the pages that
// queries led to the names that were asked for, and then on most pages.
func (k *knowledge) identifyingColumn(src catalog.Source, records []catalog.Record) string {
	evidence := map[string]string{} // page -> folded name of what it was found for
	for _, e := range src.Evidence {
		evidence[e.URL] = k.asked(e.QueryID)
	}
	type score struct{ evident, all, total int }
	scores := map[string]*score{}
	for _, r := range records {
		for label, shown := range r.Shown() {
			if scores[label] == nil {
				scores[label] = new(score)
			}
			scores[label].total++
			if _, ok := k.lookup(shown); ok {
				scores[label].all++
				if name := evidence[r.URL]; name == values.Fold(shown[0]) || name == values.Fold(query.Bare(shown[0])) {
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

// lookup finds a known instance by the one name that a column gives.
func (k *knowledge) lookup(names []string) (instance, bool) {
	if len(names) != 1 || len(names[0]) > maxValueBytes {
		return instance{}, false
	}
	for _, name := range []string{names[0], query.Bare(names[0])} {
		if found := k.byName[values.Fold(name)]; len(found) > 0 {
			return k.instances[found[0]], true
		}
	}
	return instance{}, false
}

// maxOthers is the number of known names in one fragment that make it a list.
const maxOthers = 4

// list reports whether a fragment shows other known things beside the named
// one, as a list of things does. Only whole texts count: prose may mention
// others. Cost: linear in the fragment.
func (k *knowledge) list(fragment *html.Node, name string) bool {
	if fragment == nil {
		return false
	}
	others := map[string]bool{}
	for n := range fragment.Descendants() {
		if n.Type != html.TextNode || len(n.Data) > maxValueBytes {
			continue
		}
		if f := values.Fold(n.Data); f != name && len(k.byName[f]) > 0 {
			if others[f] = true; len(others) >= maxOthers {
				return true
			}
		}
	}
	return false
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
