package report

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"

	"verde/catalog"
	"verde/estimate"
	"verde/evidence"
	"verde/page"
	"verde/query"
)

// Round is what one round of queries measured.
type Round struct {
	Round   int `json:"round"`
	Queries int `json:"queries"` // without queries to a single site
	Probed  int `json:"probed"`  // sites with low support, for which queries to the site alone were asked
	Results int `json:"results"` // distinct URLs so far

	// Simple is set if the round asked by names alone, in their shortest form, since the
	// round before found no site or half or more of its queries led to no other.
	Simple bool `json:"simple,omitempty"`

	// Elsewhere counts the queries that led to a page titled with what they asked for, or
	// without a title in the results, on a site that was not known, or on several sites.
	Elsewhere int `json:"elsewhere"`

	// Attributes counts, for each attribute that was asked with beside the name, the queries
	// with a value of it, and how many of these led elsewhere. An attribute that never does is
	// no longer asked with.
	Attributes map[string]Tried `json:"attributes,omitempty"`
	// Names counts the same for each attribute whose values the queries asked for as names.
	Names map[string]Tried `json:"names,omitempty"`

	// What became of the queries: Queries is the sum of these five.
	Led       int `json:"led"`                   // had results
	Empty     int `json:"empty"`                 // were answered without any
	Failed    int `json:"failed"`                // had no answer from some engine, and no results from the others
	Cut       int `json:"cut,omitempty"`         // were not asked, since the budget of a paid engine was spent
	NotInDump int `json:"not_in_dump,omitempty"` // could be asked of nobody: no dump has an answer

	// Answers, those to queries to a single site included.
	Failures map[string]int `json:"failures,omitempty"` // that were not had in this run, by engine and reason, as "searxng: status 429"
	InPart   map[string]int `json:"in_part,omitempty"`  // with results, but not all, by engine

	// Recognised counts known entities that no query asked for, but that titles of results
	// name; each counts as a query that led to the sites of these results.
	Recognised int `json:"recognised"`

	Sites     int `json:"sites"`     // sites not known yet on which queries for at least two entities lead to pages of one URL cluster
	Evaluated int `json:"evaluated"` // pages downloaded to judge them, each in one round only
	Accepted  int `json:"accepted"`  // of Sites, those that were judged to be sources and read
	Refused   int `json:"refused"`   // of Sites, the others; a later round may judge them again

	// Reached counts, for each site read before, the entities whose queries have led to it so
	// far, see [estimate.Reached].
	Reached map[string]int `json:"reached,omitempty"`

	// Recaptured has, for each site read before, the entities that the results so far name on it and that no page read of it is about.
	Recaptured map[string]estimate.Recapture `json:"recaptured,omitempty"`

	// Unreached estimates how many sites of the domain at most one query leads to: a lower bound after Chao (1987) from how
	// many queries led to each site that was found. It is nil as long as fewer than estimate.MinSources were found, and after the
	// first round if it would state that none is missing.
	Unreached *float64 `json:"unreached,omitempty"`

	// Unseen estimates how many sources were not found by the end of the round: unreached sites, and sites that were wrongly
	// refused or made doubtful. UnseenInterval most likely contains the true number.
	Unseen         *float64           `json:"unseen"`
	UnseenInterval *estimate.Interval `json:"unseen_interval,omitempty"`
}

// Tried counts the queries that asked with an attribute.
type Tried struct {
	Asked     int `json:"asked"`     // queries that required a value of it, or one of several
	Elsewhere int `json:"elsewhere"` // of these, queries that led to a page elsewhere that may be the entity's own
}

// Why an exploration asked no further round.
const (
	AllRounds    = "all rounds"     // as many as it was to ask
	NothingNew   = "nothing new"    // the last ones found nothing, and nothing is estimated to be left
	NothingToAsk = "nothing to ask" // all that is known was asked for
	NoAnswer     = "no answer"      // no engine answered any query
	ByHand       = "by hand"        // verde.Explorer.Enough said so
)

// End is the reason that no round comes after this one: NoAnswer, NothingNew, or AllRounds if
// there is none but the number of rounds. idle is the number of rounds in a row that found
// nothing new, up to this one.
func (r *Round) End(idle int) string {
	switch {
	case r.unanswered():
		return NoAnswer // nor would the engines answer the next
	case idle >= idleRounds && r.Unreached != nil && *r.Unreached < NothingMissing:
		return NothingNew
	}
	return AllRounds
}

// Rounds end after idleRounds that found nothing, if Unreached is below NothingMissing, half a site; without an estimate they go on. One
// idle round is not enough: a site that shares few entities with the others is found late, and gives no sign before.
const (
	idleRounds     = 2
	NothingMissing = 0.5
)

// Estimate is Unseen for people: "1.5 (0 to 4)", or "no estimate".
func (r *Round) Estimate() string {
	if r.Unseen == nil {
		return "no estimate"
	}
	text := strconv.FormatFloat(*r.Unseen, 'f', 1, 64)
	if i := r.UnseenInterval; i != nil {
		text += fmt.Sprintf(" (%.0f to %.0f)", math.Floor(i.Low), math.Ceil(i.High))
	}
	return text
}

// Missed are the answers of a round that engines did not give.
type Missed struct {
	Reasons map[string]int  // missing answers by engine and reason, as "searxng: status 429"
	Failed  map[string]bool // IDs of queries that some engine failed to answer
	Cut     map[string]bool // IDs of queries that were not asked, since the engine's budget was spent
	InPart  map[string]int  // incomplete answers by engine
}

// Count counts the round's queries by what they led to, queries to a single site left out.
// askable reports whether some engine could be asked a query.
func (r *Round) Count(queries []query.Query, found *evidence.Results, missed Missed, askable func(query.Query) bool) {
	for _, q := range queries {
		if q.Site != "" {
			continue
		}
		r.Queries++
		switch {
		case found.Led(q.ID):
			r.Led++
		case missed.Failed[q.ID]:
			r.Failed++
		case missed.Cut[q.ID]:
			r.Cut++
		case askable(q):
			r.Empty++
		default:
			r.NotInDump++
		}
	}
	r.Failures, r.InPart = missed.Reasons, missed.InPart
}

// Silent reports whether most of the queries that were asked brought nothing.
func (r *Round) Silent() bool { return r.Empty+r.Failed > r.Led }

// unanswered reports whether no engine answered any query.
func (r *Round) unanswered() bool { return r.Failed+r.Cut > 0 && r.Led+r.Empty == 0 }

// missing adds to the counts by reason the answers that the round did not get, and, if most
// queries brought nothing, the answers without results, which are not plausible then.
func (r *Round) missing(incomplete map[string]int) {
	for reason, n := range r.Failures {
		incomplete["search "+reason] += n
	}
	if r.Silent() && r.Empty > 0 {
		incomplete["search "+NoResults] += r.Empty
	}
}

// NoResults is the reason, in Report.Incomplete, of queries without results in a
// round in which most brought nothing.
const NoResults = "without results"

// CountElsewhere counts the queries, queries to a single site left out, that led to a page
// that may be the entity's own on a site that is not known, or on several sites: then the
// query was not made from one of them. A page may be the entity's own if it is titled
// with what was asked for, or if nothing is known of its title. Other pages may not: news
// and blogs mention what was asked for, whatever it is.
func (r *Round) CountElsewhere(queries []query.Query, results *evidence.Results, known func(site string) bool) {
	sites := map[string]map[string]bool{} // by query
	for _, url := range results.URLs() {
		for _, id := range results.QueriesTo(url) {
			if !results.Untitled(url) && !results.Titled(url, id) {
				continue
			}
			if sites[id] == nil {
				sites[id] = map[string]bool{}
			}
			sites[id][page.Site(url)] = true
		}
	}
	for _, q := range queries {
		if q.Site != "" || len(q.Required) == 0 {
			continue
		}
		other := len(sites[q.ID]) > 1
		for site := range sites[q.ID] {
			other = other || !known(site)
		}
		if other {
			r.Elsewhere++
		}
		if results.Led(q.ID) {
			r.countTried(q, other)
		}
	}
}

// countTried counts a query for the attribute that names what it asks for, and for those that it asks with beside the name.
func (r *Round) countTried(q query.Query, elsewhere bool) {
	seen := map[string]bool{}
	for _, v := range slices.Concat(q.Required[min(max(1, q.Named), len(q.Required)):], q.OneOf) {
		if v.Attribute != "" && !seen[v.Attribute] {
			seen[v.Attribute] = true
			r.Attributes = count(r.Attributes, v.Attribute, elsewhere)
		}
	}
	r.Names = count(r.Names, q.Required[0].Attribute, elsewhere)
}

func count(by map[string]Tried, attribute string, elsewhere bool) map[string]Tried {
	if by == nil {
		by = map[string]Tried{}
	}
	tried := by[attribute]
	if tried.Asked++; elsewhere {
		tried.Elsewhere++
	}
	by[attribute] = tried
	return by
}

// Rounds gives the reports of the first n rounds, as far as they were opened.
func Rounds(ctx context.Context, cat *catalog.Catalog, n int) ([]Round, error) {
	rounds, err := cat.Rounds(ctx)
	if err != nil {
		return nil, err
	}
	var out []Round
	for _, r := range rounds {
		if r.Round == 0 || r.Round > n {
			continue // the training site's, or of a run that went further
		}
		var report Round
		if err := json.Unmarshal(r.Report, &report); err != nil {
			return nil, fmt.Errorf("report of round %d: %w", r.Round, err)
		}
		out = append(out, report)
	}
	return out, nil
}

// FoundBy gives the sources found up to a round. Later ones are left out, since a repeated
// run has them in the catalog already.
func FoundBy(sources []catalog.Source, round int) []catalog.Source {
	return slices.DeleteFunc(slices.Clone(sources), func(s catalog.Source) bool { return s.Round > round })
}
