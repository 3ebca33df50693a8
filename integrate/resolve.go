package integrate

import (
	"cmp"
	"math"
	"slices"

	"verde/integrate/compare"
)

const (
	maxRarity = 3  // nats that the rarity of a shared value may add or take away
	linkOdds  = 1  // of a link (73 %): a wrong link costs more than a missing one
	seedOdds  = 3  // of a link that serves as a seed (95 %)
	doubtOdds = 3  // log-odds within which a pair is in doubt, either way
	maxDoubts = 50 // pairs in doubt that are reported: more than a person decides at a time
)

// link is a pair of records with its log-odds of being one entity.
type link struct {
	a, b int32
	odds float64
}

// findLinks trains the model and returns the pairs with log-odds above 0, surest first, and the pairs whose
// decision by a person would help most (the possible links of Fellegi and Sunter): mutual best pairs of two sites
// with log-odds nearest to 0, not decided yet. Memory: 8 bytes for each candidate, and some 80 for each of
// maxTrainingPairs of them.
func (r *resolver) findLinks(b candidatePairs, seeds []Pair, d recordDecisions) (out, doubtful []link) {
	cross, own := r.samplePairs(b.cross, maxTrainingPairs), r.samplePairs(r.withoutDuplicates(b.own), maxTrainingPairs)
	learned := r.learn(cross, own, seeds)
	if len(cross) == len(b.cross) {
		return r.classify(cross, r.allOdds(learned), d)
	}
	learned = nil
	for rest := b.cross; len(rest) > 0; {
		// Pairs are ordered by first record, so that all pairs of a site, and with them all competing pairs, are
		// in one batch.
		n := min(len(rest), maxTrainingPairs)
		for n < len(rest) && r.siteOf[rest[n].a] == r.siteOf[rest[n-1].a] {
			n++
		}
		links, doubts := r.classify(rest[:n], r.allOdds(r.compareAll(rest[:n])), d)
		out, doubtful = append(out, links...), mostDoubtful(append(doubtful, doubts...))
		rest = rest[n:]
	}
	slices.SortFunc(out, compareLinks)
	return out, doubtful
}

// classify picks links and doubtful pairs from candidates with their log-odds.
func (r *resolver) classify(cross []candidate, odds []float64, d recordDecisions) (out, doubtful []link) {
	for i, s := range odds {
		if s > 0 {
			out = append(out, link{cross[i].a, cross[i].b, s})
		}
	}
	for _, i := range r.slotsOf(cross).mutualBest(odds) {
		x, y := cross[i].a, cross[i].b
		if s := odds[i]; math.Abs(s) < doubtOdds && !d.pairs[[2]int32{min(x, y), max(x, y)}] {
			doubtful = append(doubtful, link{x, y, s})
		}
	}
	slices.SortFunc(out, compareLinks)
	return out, mostDoubtful(doubtful)
}

// compareLinks orders the surest link first.
func compareLinks(a, b link) int {
	return cmp.Or(cmp.Compare(b.odds, a.odds), cmp.Compare(a.a, b.a), cmp.Compare(a.b, b.b))
}

// mostDoubtful returns the maxDoubts links with log-odds nearest to 0.
func mostDoubtful(list []link) []link {
	slices.SortFunc(list, func(a, b link) int {
		return cmp.Or(cmp.Compare(math.Abs(a.odds), math.Abs(b.odds)), cmp.Compare(a.a, b.a), cmp.Compare(a.b, b.b))
	})
	return slices.Clip(list[:min(len(list), maxDoubts)])
}

// Resolution is which records are one entity, with the model that was learned.
type Resolution struct {
	Clusters []Cluster
	Model    Model
	// Compared are the attributes that records were compared by, as indexes into those of the matching: the model
	// has a row for each.
	Compared []int
	links    []link
	doubtful []link
	resolver *resolver
	names    []string // of the compared attributes
}

// Resolve joins records into entities by the attributes of a matching. Training starts from the pairs (see
// [Corpus.Seeds]). Cost: maxFrequency (100) for each word of a record, two comparisons for each record and other
// site, and for each entity the square of its sites.
func (c *Corpus) Resolve(m *Matching, pairs []Pair, opt Options) *Resolution {
	out := &Resolution{}
	var used []Attribute
	for k, a := range m.Attributes {
		if !a.Shared() || c.allComposite(a) || opt.Granularity == Work && !c.distinguishesWorks(a) {
			continue
		}
		used = append(used, a)
		out.Compared = append(out.Compared, k)
		out.names = append(out.names, a.Name)
	}
	out.resolver = newResolver(c, c.align(used))
	for k, a := range used {
		switch opt.Granularity {
		case Edition:
			out.resolver.mustAgree[k] = a.Kind == compare.Key.String() || a.Kind == compare.Date.String()
		case Auto:
			out.resolver.mustAgree[k] = a.Kind == compare.Key.String() && c.mostlyISBN(a)
		}
	}
	d := c.recordDecisions(opt.Decisions)
	out.links, out.doubtful = out.resolver.findLinks(c.findCandidates(out.resolver.aligned), pairs, d)
	out.Model = out.resolver.model
	out.Clusters = out.resolver.cluster(out.links, d)
	return out
}

// distinguishesWorks reports whether an attribute distinguishes works: it is text, and its values occur on a site
// less than twice on average.
func (c *Corpus) distinguishesWorks(a Attribute) bool {
	if a.Kind != compare.Text.String() {
		return false
	}
	distinct, total := 0, 0
	for _, col := range a.Columns {
		seen := make(map[int32]bool)
		for _, v := range c.eachValue(int32(col)) {
			seen[v.Whole] = true
			total++
		}
		distinct += len(seen)
	}
	return 2*distinct > total
}

// mostlyISBN reports whether most values of an attribute are ISBNs. An ISBN identifies one edition, and its check
// digit shows that it was read rightly, so records with two different ones are two entities, however alike they
// are otherwise: sites that list one edition of each book do not show how much editions have in common. Telephone
// numbers are no such keys: a restaurant has several.
func (c *Corpus) mostlyISBN(a Attribute) bool {
	n, total := 0, 0
	for _, col := range a.Columns {
		for _, v := range c.eachValue(int32(col)) {
			total++
			if v.ISBN() {
				n++
			}
		}
	}
	return 2*n > total
}

// Site returns the site of a record, by the record's number.
func (r *Resolution) Site(record int32) string { return r.resolver.sites[r.resolver.siteOf[record]] }
