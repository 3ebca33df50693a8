package integrate

import (
	"cmp"
	"fmt"
	"iter"
	"slices"
)

// Same says what counts as one entity where sites list several versions of a work.
type Same string

// The granularities.
const (
	// Auto lets the sites tell: what differs between the records of one site tells
	// entities apart. Records with different ISBNs are never one, where these are under an
	// attribute of keys of which most are ISBNs; elsewhere an ISBN is a value like others.
	Auto Same = "auto"
	// Work ignores what versions of a work differ in: numbers, dates, keys, and
	// attributes whose values recur often (publisher, format).
	Work Same = "work"
	// Edition is Auto, and records with different keys or dates are never one.
	Edition Same = "edition"
)

// Options of [Integrate]. The zero value is a first run without decisions.
type Options struct {
	Same      Same
	Decisions []Decision
	Known     []Known               // entities of the run before, oldest first: their IDs stay
	Names     map[ColumnName]string // attributes of the vertical that columns are known to be
	// Unfused leaves Result.Fused empty: most of what a result takes is what each site says of each
	// entity, which [Result.ByAttribute] makes when it is wanted.
	Unfused bool
}

// ColumnName names a column of a site by its label.
type ColumnName struct{ Site, Label string }

// Result is one catalog of all sites.
type Result struct {
	*Matching
	*Resolution
	Entities  []Entity   // in order of their IDs
	Redirects []Redirect // IDs of earlier runs that are no longer used
	Fused     []Fused    // by entity and attribute; see Options.Unfused
	Idle      []Decision // about records, columns, entities or attributes that are not here
	Cut       Cut        // what was too much

	options Options
}

// rounds is how often columns and records are matched: the links of the first round
// are more evidence for columns than the seeds were. A third changes nothing on the
// sites measured.
const rounds = 2

// Check tells what is wrong with the options: decisions that are not whole or contradict
// each other (see [CheckDecisions]), or a granularity that there is not.
func (o *Options) Check() error {
	switch o.Same {
	case "", Auto, Work, Edition:
		return CheckDecisions(o.Decisions)
	}
	return fmt.Errorf("no granularity %q: there are %s, %s and %s", o.Same, Auto, Work, Edition)
}

// Integrate makes one catalog of all tables. Errors are those of
// [Options.Check]. Cost: that of the parts, twice where the links join other columns than
// the seeds did.
func Integrate(tables []Table, opt Options) (*Result, error) {
	return IntegrateEach(bySite(tables), opt)
}

// IntegrateEach is [Integrate] of one table of a site at a time, in the order of the sites, so
// that they need not be in memory together. An error of theirs ends it. Memory: some 2.5 kB a record of
// ten values, and 100 MB for what is learned from.
func IntegrateEach(tables iter.Seq2[Table, error], opt Options) (*Result, error) {
	if err := opt.Check(); err != nil {
		return nil, err
	}
	opt.Same = cmp.Or(opt.Same, Auto)
	c, err := read(tables, opt.Decisions)
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
			pairs = append(r.more(pairs), c.strangers(r.Matching)...)
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

// ByAttribute gives what is known of the entities: in one piece if it is there, else, by
// Options.Unfused, made of one attribute after the other. Cost: see [Corpus.Fuse].
func (r *Result) ByAttribute() iter.Seq[[]Fused] {
	return func(yield func([]Fused) bool) {
		if r.Fused != nil || r.Resolution == nil {
			yield(r.Fused)
			return
		}
		for list := range r.r.fuseAll(r.Matching, r.Entities, facts(r.Redirects, r.options.Decisions)) {
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

// more adds the links that are as sure as seeds.
func (r *Resolution) more(pairs []Pair) []Pair {
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
