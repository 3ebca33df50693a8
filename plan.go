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

// plan is how the queries of a round were made, and how many its run was to ask. The catalog
// keeps the plan's text with the queries of the round.
type plan struct {
	words     string // a hash of the parts of queries: the vertical's domain, keywords and attributes
	instances int    // that a round asks for
	rounds    int    // of the run, at most
}

// givenPlan is the plan of rounds whose queries the run did not choose: see [givenQueries].
var givenPlan = plan{words: "given"}

// planFor is the plan of the rounds of a run with these options. It changes if somebody edits
// the vertical.
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
	if p == givenPlan {
		return p.words
	}
	return fmt.Sprintf("%s %dx%d", p.words, p.instances, p.rounds)
}

// parsePlan reads the text that [plan.String] writes. A text without numbers, as older versions
// wrote it, gives the greatest ones.
func parsePlan(text string) plan {
	if text == givenPlan.words {
		return givenPlan
	}
	p := plan{words: text}
	if n, _ := fmt.Sscanf(text, "%s %dx%d", &p.words, &p.instances, &p.rounds); n < 3 {
		p.instances, p.rounds = math.MaxInt, math.MaxInt
	}
	return p
}

// covers reports whether a round of plan p asked in the same words as one of plan o, and for at
// least as many instances. A round whose plan is not known counts as covering.
func (p plan) covers(o plan) bool {
	return p.words == "" || p.words == o.words && p.instances >= o.instances
}

// schedule decides how many rounds a run has: those that the catalog has from earlier runs,
// which are replayed, and new ones.
type schedule struct {
	now      plan         // of new rounds
	plans    map[int]plan // of the replayed rounds
	recorded int          // the last replayed round
	last     int          // the last round of the run
}

// countsAsIdle reports whether a round that finds nothing new is a reason to end the run. A
// new round is. A replayed one is if its plan covers this run's and had as many rounds:
// otherwise a run with an edited vertical, or with more rounds, would end before it has asked
// anything.
func (s *schedule) countsAsIdle(round int) bool {
	p, replayed := s.plans[round]
	return !replayed || p.covers(s.now) && p.rounds >= s.now.rounds
}

// after reports whether another round comes after the given ones, which are the first rounds of
// the run. why is the reason if none does, report.AllRounds if the run had as many rounds as
// it was to have.
func (s *schedule) after(rounds []report.Round) (why string, more bool) {
	why = report.AllRounds
	idle := 0 // rounds in a row that found nothing new
	for _, r := range rounds {
		switch {
		case r.Accepted > 0:
			idle = 0
		case s.countsAsIdle(r.Round):
			idle++
		}
		why = r.End(idle)
	}
	n := len(rounds)
	return why, n < s.last && (why == report.AllRounds || n < s.recorded)
}

// scheduleOf makes a schedule of the catalog's rounds. Recorded rounds whose plan does not cover
// the plan now (other words, or fewer instances) do not count towards the rounds that it allows.
func scheduleOf(ctx context.Context, cat *catalog.Catalog, now plan) (*schedule, error) {
	s := &schedule{now: now, plans: map[int]plan{}, last: now.rounds}
	asked, err := cat.Queries(ctx)
	if err != nil {
		return nil, err
	}
	for _, a := range asked {
		if _, ok := s.plans[a.Round]; !ok {
			s.plans[a.Round] = parsePlan(a.Plan)
		}
	}
	for round, p := range s.plans {
		s.recorded = max(s.recorded, round)
		if !p.covers(s.now) {
			s.last++
		}
	}
	s.last = max(s.last, s.recorded) // an earlier run may have had more rounds, which are in the report, too
	return s, nil
}

// givenQueries are the queries that no round chooses: those that a dump has answers to, and
// those for entities that a person has named.
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

// addGivenRound adds a round to the catalog, after its last one, with the queries that were
// never asked. A run that has asked nothing yet asks them in its first round instead.
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
	return cat.AddQueries(ctx, last+1, givenPlan.String(), more)
}

// queries gives the queries of a round: those that the catalog has from an earlier run, else
// new ones, which it stores, about instances that were not asked for in the same words. simple
// reports whether the round asks by names alone (see asksSimply).
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
	useless := neverBack(before, func(r report.Round) map[string]report.Tried { return r.Attributes })
	noNames := neverBack(before, func(r report.Round) map[string]report.Tried { return r.Names })
	names, old := map[string]bool{}, map[string]bool{}
	for _, a := range asked {
		old[a.Query.ID] = true
		if a.Round == round {
			mine = append(mine, a.Query)
		} else if a.Round < round && a.Query.Site == "" && len(a.Query.Required) > 0 && a.Query.Simple() == simple && slices.Contains([]string{plan.words, givenPlan.words, ""}, parsePlan(a.Plan).words) {
			names[query.AskedKey(a.Query.Name())] = true
		}
	}
	if len(mine) > 0 {
		return mine, simple, nil
	}
	// A query of another plan may have the same text, and its answer is in the catalog.
	stale := func(q query.Query) bool { return old[q.ID] }
	for {
		before := len(names)
		instances := entities.Choose(known.Choice{N: opt.Instances - len(mine), Seed: opt.Seed + uint64(round), Simple: simple, Useless: useless, NoNames: noNames}, names)
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
