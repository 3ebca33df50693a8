package integrate

import (
	"cmp"
	"math"
	"slices"

	"verde/integrate/compare"
)

const (
	rareBound = 3  // nats that the rarity of an equal value may add or take
	linkOdds  = 1  // 73 %: a wrong link costs more than one that is missing
	seedOdds  = 3  // 95 %
	doubtOdds = 3  // as sure as a seed is no doubt, for nor against
	maxDoubts = 50 // pairs that are named: more than a person decides at a time
)

// link is a pair with its log-odds.
type link struct {
	a, b int32
	odds float64
}

// resolve finds the pairs that are one entity's: those with log-odds above 0, surest
// first; and those of which a person could tell most: each other's best of two sites,
// with log-odds nearest to 0, and not decided yet. Memory: 8 bytes for each candidate, and some 80
// for each of [mostLearned] of them.
func (r *resolver) resolve(b blocks, seeds []Pair, d decided) (out, doubtful []link) {
	cross, own := r.sample(b.cross, mostLearned), r.sample(r.different(b.own), mostLearned)
	learned := r.learn(cross, own, seeds)
	if len(cross) == len(b.cross) {
		return r.linked(cross, r.allOdds(learned), d)
	}
	learned = nil
	for rest := b.cross; len(rest) > 0; {
		// Pairs are in the order of their first records: those that compete come together with all of its site.
		n := min(len(rest), mostLearned)
		for n < len(rest) && r.siteOf[rest[n].a] == r.siteOf[rest[n-1].a] {
			n++
		}
		links, doubts := r.linked(rest[:n], r.allOdds(r.compareAll(rest[:n])), d)
		out, doubtful = append(out, links...), mostDoubtful(append(doubtful, doubts...))
		rest = rest[n:]
	}
	slices.SortFunc(out, compareLinks)
	return out, doubtful
}

// linked picks the links and the doubts among candidates with their log-odds.
func (r *resolver) linked(cross []candidate, odds []float64, d decided) (out, doubtful []link) {
	for i, s := range odds {
		if s > 0 {
			out = append(out, link{cross[i].a, cross[i].b, s})
		}
	}
	for _, i := range r.rivals(cross).mutual(odds) {
		x, y := cross[i].a, cross[i].b
		if s := odds[i]; math.Abs(s) < doubtOdds && !d.pairs[[2]int32{min(x, y), max(x, y)}] {
			doubtful = append(doubtful, link{x, y, s})
		}
	}
	slices.SortFunc(out, compareLinks)
	return out, mostDoubtful(doubtful)
}

// compareLinks has the surest first.
func compareLinks(a, b link) int {
	return cmp.Or(cmp.Compare(b.odds, a.odds), cmp.Compare(a.a, b.a), cmp.Compare(a.b, b.b))
}

// mostDoubtful gives the first of links by their doubt.
func mostDoubtful(list []link) []link {
	slices.SortFunc(list, func(a, b link) int {
		return cmp.Or(cmp.Compare(math.Abs(a.odds), math.Abs(b.odds)), cmp.Compare(a.a, b.a), cmp.Compare(a.b, b.b))
	})
	return slices.Clip(list[:min(len(list), maxDoubts)])
}

// Resolution is which records are one entity's, with what was learned.
type Resolution struct {
	Clusters []Cluster
	Model    Model
	// Compared are the attributes that records were compared by, as numbers into those
	// of the matching: the model has one row for each.
	Compared []int
	links    []link
	doubtful []link
	r        *resolver
	names    []string
}

// Resolve joins records into entities by the attributes of a matching. pairs start
// the model: see [Corpus.Seeds]. Cost: maxFrequency (100) for each word of a record,
// two comparisons for each record and other site, the square of its sites for each
// entity.
func (c *Corpus) Resolve(m *Matching, pairs []Pair, opt Options) *Resolution {
	out := &Resolution{}
	var used []Attribute
	for k, a := range m.Attributes {
		if !a.Shared() || c.composed(a) || opt.Same == Work && !c.identifies(a) {
			continue
		}
		used = append(used, a)
		out.Compared = append(out.Compared, k)
		out.names = append(out.names, a.Name)
	}
	out.r = newResolver(c, c.attribute(used))
	for k, a := range used {
		switch opt.Same {
		case Edition:
			out.r.apart[k] = a.Kind == compare.Key.String() || a.Kind == compare.Date.String()
		case Auto:
			out.r.apart[k] = a.Kind == compare.Key.String() && c.issued(a)
		}
	}
	d := c.decided(opt.Decisions)
	out.links, out.doubtful = out.r.resolve(c.block(out.r.of), pairs, d)
	out.Model = out.r.model
	out.Clusters = out.r.cluster(out.links, d)
	return out
}

// identifies reports whether an attribute tells works apart: it is text, and its
// values recur on a site less than twice in the mean.
func (c *Corpus) identifies(a Attribute) bool {
	if a.Kind != compare.Text.String() {
		return false
	}
	seen, total := 0, 0
	for _, col := range a.Columns {
		values := make(map[int32]bool)
		s := c.columns[col].site
		for r := c.first[s]; r < c.first[s+1]; r++ {
			for _, v := range c.cell(r, int32(col)) {
				values[v.Whole] = true
				total++
			}
		}
		seen += len(values)
	}
	return 2*seen > total
}

// issued reports whether most values of an attribute are ISBNs. An ISBN is issued to one
// edition, and its check digit tells that it was read rightly, so two that differ are two
// entities. How like the rest is says nothing against it: sites that list one edition of
// each book don't show how often editions share all else. Of a telephone number this can't
// be said: a restaurant has several.
func (c *Corpus) issued(a Attribute) bool {
	n, total := 0, 0
	for _, col := range a.Columns {
		s := c.columns[col].site
		for r := c.first[s]; r < c.first[s+1]; r++ {
			for _, v := range c.cell(r, int32(col)) {
				total++
				if v.ISBN() {
					n++
				}
			}
		}
	}
	return 2*n > total
}

// Site gives the site of a record, by its number.
func (r *Resolution) Site(record int32) string { return r.r.sites[r.r.siteOf[record]] }
