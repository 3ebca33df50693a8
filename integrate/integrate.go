package integrate

import (
	"cmp"
	"fmt"
	"iter"
	"slices"
)

// Granularity is what counts as one entity where sites list several versions of a work.
type Granularity string

const (
	// Auto lets the data decide: attributes in which the records of one site differ distinguish entities. Records
	// with different ISBNs are never one entity if the ISBNs are in an attribute of kind key of which most values
	// are ISBNs; elsewhere an ISBN is compared like any value.
	Auto Granularity = "auto"
	// Work ignores what versions of a work differ in: numbers, dates, keys, and attributes whose values recur
	// often (publisher, format).
	Work Granularity = "work"
	// Edition is Auto, but records with different keys or dates are never one entity.
	Edition Granularity = "edition"
)

// Options of [Integrate]. The zero value is a first run without decisions.
type Options struct {
	Granularity Granularity // Auto if empty
	Decisions   []Decision
	Known       []Known               // entities of the previous run, oldest first; their IDs are kept
	Names       map[ColumnName]string // columns whose attribute of the vertical is known
	// Unfused leaves Result.Fused empty. Fused values take most of a result's memory; [Result.ByAttribute]
	// computes them one attribute at a time.
	Unfused bool
}

// ColumnName identifies a column by its site and label.
type ColumnName struct{ Site, Label string }

// Result is one catalog of all sites.
type Result struct {
	*Matching
	*Resolution
	Entities  []Entity   // by ID
	Redirects []Redirect // IDs of earlier runs that are no longer used
	Fused     []Fused    // by entity and attribute; empty with Options.Unfused
	Idle      []Decision // decisions about records, columns, entities or attributes that are not in the input
	Cut       Cut        // input that exceeded a limit

	options Options
}

// rounds is how often columns and records are matched: the links of the first round are more evidence for columns
// than the seeds were. A third round changes nothing on the sites measured.
const rounds = 2

// Check returns an error for an unknown granularity, and for decisions that are incomplete or contradict each
// other (see [CheckDecisions]).
func (o *Options) Check() error {
	switch o.Granularity {
	case "", Auto, Work, Edition:
		return CheckDecisions(o.Decisions)
	}
	return fmt.Errorf("no granularity %q: there are %s, %s and %s", o.Granularity, Auto, Work, Edition)
}

// Integrate makes one catalog of all tables. Its errors are those of [Options.Check]. Cost: that of the parts,
// twice if the links of the first round lead to other attributes than the seeds did.
func Integrate(tables []Table, opt Options) (*Result, error) {
	return IntegrateEach(tablesBySite(tables), opt)
}

// IntegrateEach is [Integrate] for tables that come one at a time, one for each site, in the order of the sites'
// names, so that they need not be in memory together. An error of the sequence ends it. Memory: some 2.5 kB for a
// record of ten values, and 100 MB for training.
func IntegrateEach(tables iter.Seq2[Table, error], opt Options) (*Result, error) {
	if err := opt.Check(); err != nil {
		return nil, err
	}
	opt.Granularity = cmp.Or(opt.Granularity, Auto)
	c, err := readEach(tables, opt.Decisions)
	if err != nil {
		return nil, err
	}
	pairs := c.Seeds()
	var r Result
	for n := range rounds {
		before := r.Matching
		r.Matching = c.Match(pairs, opt)
		if before != nil && slices.EqualFunc(before.Attributes, r.Matching.Attributes, sameColumns) {
			break // records would be compared by the same again
		}
		r.Resolution = c.Resolve(r.Matching, pairs, opt)
		if n+1 < rounds {
			pairs = append(r.surePairs(pairs), c.unmatchedSiteSeeds(r.Matching)...)
		}
	}
	r.Entities, r.Redirects = c.identify(r.Clusters, opt.Known)
	r.options = opt
	r.Cut = c.cut
	r.Idle = r.idle(opt.Decisions)
	if !opt.Unfused {
		r.Fused = slices.Concat(slices.Collect(r.ByAttribute())...)
		slices.SortStableFunc(r.Fused, func(a, b Fused) int { return cmp.Compare(a.Entity, b.Entity) })
	}
	return &r, nil
}

// ByAttribute yields the fused values: all at once if Result.Fused has them, otherwise (Options.Unfused)
// computed one attribute at a time. Cost: linear in the claims; the square of those of one entity and
// attribute.
func (r *Result) ByAttribute() iter.Seq[[]Fused] {
	return func(yield func([]Fused) bool) {
		if r.Fused != nil || r.Resolution == nil {
			yield(r.Fused)
			return
		}
		for list := range r.resolver.fuseAll(r.Matching, r.Entities, decidedValues(r.Redirects, r.options.Decisions)) {
			if !yield(list) {
				return
			}
		}
	}
}

// sameColumns reports whether records are compared by two attributes in the same way.
func sameColumns(a, b Attribute) bool {
	return slices.Equal(a.Columns, b.Columns) && slices.Equal(a.OfKind, b.OfKind) && a.Shared() == b.Shared() && a.Kind == b.Kind
}

// surePairs appends the links that are as certain as seeds.
func (r *Resolution) surePairs(pairs []Pair) []Pair {
	had := make([]candidate, len(pairs))
	for i, p := range pairs {
		had[i] = candidate{p.a, p.b}
	}
	slices.SortFunc(had, compareCandidates)
	for _, l := range r.links { // the surest first
		if l.odds <= seedOdds {
			break
		}
		if _, ok := slices.BinarySearchFunc(had, candidate{l.a, l.b}, compareCandidates); !ok {
			pairs = append(pairs, Pair{a: l.a, b: l.b})
		}
	}
	return slices.Clip(pairs)
}
