package verde

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math"
	"slices"

	"verde/catalog"
	"verde/known"
	"verde/query"
	"verde/report"
	"verde/search"
	"verde/steering"
	"verde/vertical"
)

// plan is how a round asks, and how much its run was to ask. Its text goes with
// the round's queries into the catalog.
type plan struct {
	words             string // a hash of what queries are made of: the vertical's words and attributes
	instances, rounds int    // of a round, and at most
}

// given is the plan of rounds that ask what a dump has answers to.
var given = plan{words: "given"}

// planFor is the plan of the rounds of a run with these options. A vertical that
// somebody has edited gives another.
func planFor(v *vertical.Vertical, opt Options) plan {
	opt = opt.withDefaults()
	var attributes []string
	for _, a := range v.Attributes {
		if !a.Unasked {
			attributes = append(attributes, a.Name)
		}
	}
	h := sha256.Sum256(fmt.Appendf(nil, "%q %q %q %q %d %d", v.Domain, v.Keywords, v.Identifier, attributes, opt.Required, opt.OneOf))
	return plan{hex.EncodeToString(h[:8]), opt.Instances, opt.Rounds}
}

func (p plan) String() string {
	if p == given {
		return p.words
	}
	return fmt.Sprintf("%s %dx%d", p.words, p.instances, p.rounds)
}

// planOf reads the text of a plan. One without sizes comes from a catalog
// that was made before sizes were kept, and counts as large as any.
func planOf(text string) plan {
	if text == given.words {
		return given
	}
	p := plan{words: text}
	if n, _ := fmt.Sscanf(text, "%s %dx%d", &p.words, &p.instances, &p.rounds); n < 3 {
		p.instances, p.rounds = math.MaxInt, math.MaxInt
	}
	return p
}

// covers reports whether a round of plan p asked what one of plan o would ask: in
// the same words, of as many things. Of a round without a plan nobody knows.
func (p plan) covers(o plan) bool {
	return p.words == "" || p.words == o.words && p.instances >= o.instances
}

// schedule is the rounds that the catalog has, and what is to be done beyond
// them.
type schedule struct {
	now      plan
	plans    map[int]plan // of the rounds that are replayed
	recorded int          // the last one of these
	last     int          // the last one of all
}

// decides reports whether a round that finds nothing new is a reason to stop.
// A new one is, and a replayed one that asked as this run does when it was to go
// as far: with an edited vertical, or asked to go further, a run does not end
// before it has asked anything.
func (s *schedule) decides(round int) bool {
	p, replayed := s.plans[round]
	return !replayed || p.covers(s.now) && p.rounds >= s.now.rounds
}

// after tells why no round comes after these, which are the first ones, report.AllRounds
// for no reason of their own, and whether one does.
func (s *schedule) after(rounds []report.Round) (why string, more bool) {
	why = report.AllRounds
	idle := 0 // rounds in a row that found nothing new
	for _, r := range rounds {
		switch {
		case r.Accepted > 0:
			idle = 0
		case s.decides(r.Round):
			idle++
		}
		why = r.End(idle)
	}
	n := len(rounds)
	return why, n < s.last && (why == report.AllRounds || n < s.recorded)
}

// scheduleOf makes a schedule of the catalog's rounds. Rounds of this plan, as many as
// the options say, come after rounds that asked with other options or for fewer
// entities.
func scheduleOf(ctx context.Context, cat *catalog.Catalog, now plan) (*schedule, error) {
	s := &schedule{now: now, plans: map[int]plan{}, last: now.rounds}
	asked, err := cat.Queries(ctx)
	if err != nil {
		return nil, err
	}
	for _, a := range asked {
		if _, ok := s.plans[a.Round]; !ok {
			s.plans[a.Round] = planOf(a.Plan)
		}
	}
	for round, p := range s.plans {
		s.recorded = max(s.recorded, round)
		if !p.covers(s.now) {
			s.last++
		}
	}
	s.last = max(s.last, s.recorded) // an earlier run may have gone further: its rounds are in the report, too
	return s, nil
}

// givenQueries are the queries that are asked whatever the rounds choose: those that a dump
// has answers to, and those for entities that a person has named.
func givenQueries(v *vertical.Vertical, engines []search.Engine, named []steering.Query) []query.Query {
	out := offlineQueries(engines)
	for _, n := range named {
		in := query.Instance{Values: []query.Value{{Attribute: v.Identifier, Text: n.Name}, {Text: n.With}}}
		for _, q := range query.Build([]query.Instance{in}, v.Domain, v.Keywords, query.Options{}) {
			if !slices.ContainsFunc(out, func(o query.Query) bool { return o.ID == q.ID }) {
				out = append(out, q)
			}
		}
	}
	return out
}

// addGivenRound gives queries that were never asked a round of their own, after those that
// the catalog has. In a run that has asked nothing yet they are asked in the first round.
func addGivenRound(ctx context.Context, cat *catalog.Catalog, queries []query.Query) error {
	asked, err := cat.Queries(ctx)
	if err != nil || len(asked) == 0 {
		return err
	}
	old, last := map[string]bool{}, 0
	for _, a := range asked {
		old[a.Query.ID], last = true, max(last, a.Round)
	}
	more := slices.DeleteFunc(queries, func(q query.Query) bool { return old[q.ID] })
	if len(more) == 0 {
		return nil
	}
	return cat.AddQueries(ctx, last+1, given.String(), more)
}

// queries gives the queries of a round: those that the catalog has from an
// earlier run, else new ones about instances that were not asked for in these
// words. simple tells that the round asks by names alone (see asksSimply).
func (x *Explorer) queries(ctx context.Context, v *vertical.Vertical, round int, entities *known.Entities, decided steering.Steering) (mine []query.Query, simple bool, err error) {
	opt := x.Options.withDefaults()
	asked, err := x.Catalog.Queries(ctx)
	if err != nil {
		return nil, false, err
	}
	plan := planFor(v, opt)
	before, err := report.Rounds(ctx, x.Catalog, round-1)
	if err != nil {
		return nil, false, err
	}
	simple = asksSimply(before, round)
	useless := neverBack(before)
	names, old := map[string]bool{}, map[string]bool{}
	for _, a := range asked {
		old[a.Query.ID] = true
		if a.Round == round {
			mine = append(mine, a.Query)
		} else if a.Round < round && a.Query.Site == "" && len(a.Query.Required) > 0 && a.Query.Simple() == simple && slices.Contains([]string{plan.words, given.words, ""}, planOf(a.Plan).words) {
			names[query.AskedKey(a.Query.Name())] = true
		}
	}
	if len(mine) > 0 {
		return mine, simple, nil
	}
	// Another plan may ask for an entity by the same values; that query has its answer.
	stale := func(q query.Query) bool { return old[q.ID] }
	for {
		before := len(names)
		instances := entities.Choose(known.Choice{N: opt.Instances - len(mine), Seed: opt.Seed + uint64(round), Simple: simple, Useless: useless}, names)
		how := query.Options{Required: opt.Required, OneOf: opt.OneOf}
		if simple {
			how = query.Options{Required: 1, Optional: opt.Required + opt.OneOf}
		}
		built := query.Build(instances, v.Domain, v.Keywords, how)
		mine = append(mine, slices.DeleteFunc(slices.Clone(built), stale)...)
		if !slices.ContainsFunc(built, stale) || len(names) == before {
			break
		}
	}
	if round == 1 {
		mine = append(mine, slices.DeleteFunc(givenQueries(v, x.Engines, decided.Queries), stale)...)
	}
	if err := x.Catalog.AddQueries(ctx, round, plan.String(), mine); err != nil {
		return nil, false, err
	}
	return mine, simple, nil
}
