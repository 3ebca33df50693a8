package verde

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"

	"gonum.org/v1/gonum/stat/distuv"

	"verde/catalog"
	"verde/estimate"
	"verde/evidence"
	"verde/harvest"
	"verde/query"
	"verde/vertical"
)

// Report is what an exploration measured.
type Report struct {
	Domain  string        `json:"domain"`
	Rounds  []RoundReport `json:"rounds"`
	Ended   string        `json:"ended"` // why after these: [AllRounds], [NothingNew], [NothingToAsk], [NoAnswer] or [ByHand]
	Sources int           `json:"sources"`
	Pages   int           `json:"pages"`
	Records int           `json:"records"`
	Seconds float64       `json:"seconds"`          // since Learn or Explore was called first
	Funnel  Funnel        `json:"funnel"`           // where candidates were lost
	Advice  []string      `json:"advice,omitempty"` // what is wrong with the run, and what to try
	// Doubtful are sites whose pages look like data, but show something else than
	// what was asked for, with the reason; see [known.Entities.RejectReason].
	Doubtful map[string]string `json:"doubtful,omitempty"`
	// Doubts are reasons to think that pages of another kind were read on a site, or not all
	// that it has, by site; see [SitesInDoubt].
	Doubts     map[string][]catalog.Doubt `json:"doubts,omitempty"`
	Unread     estimate.UnreadPages       `json:"unread_pages"`         // what is missing of the sites found
	ReadAgain  map[string]Rereading       `json:"read_again,omitempty"` // by site, those read again from pages that were missed
	Incomplete map[string]int             `json:"incomplete,omitempty"` // what could not be had, by reason
	// Engines tells by name what each engine that is asked now has brought.
	Engines map[string]*Yield `json:"engines,omitempty"`
	Dropped map[string]int    `json:"dropped,omitempty"` // URLs of the sites searched that were not followed, not had or not taken, by reason
}

// RoundReport is one round of queries.
type RoundReport struct {
	Round   int `json:"round"`
	Queries int `json:"queries"` // those to a single site not included
	Probed  int `json:"probed"`  // sites asked again since too few queries led to them
	Results int `json:"results"` // distinct URLs so far

	// Simple tells that the round asked by names alone, in their shortest form, since
	// no round before found a site or most queries of the last one led to no other.
	Simple bool `json:"simple,omitempty"`

	// Elsewhere counts the queries that led to a page titled with what they asked for, or
	// without a title in the results, on a site that was not known, or on several sites.
	Elsewhere int `json:"elsewhere"`

	// Attributes tells of those asked with beside the name how many queries had a value
	// of each, and how many of these led elsewhere. Those that never do lose their turn.
	Attributes map[string]Tried `json:"attributes,omitempty"`

	// What became of the queries: Queries is the sum of these five.
	Led       int `json:"led"`                   // had results
	Empty     int `json:"empty"`                 // were answered without any
	Failed    int `json:"failed"`                // had no answer from some engine, and no results from the others
	Cut       int `json:"cut,omitempty"`         // were not asked, since the budget of a paid engine was spent
	NotInDump int `json:"not_in_dump,omitempty"` // could be asked of nobody: no dump has an answer

	// Answers, those to queries to a single site included.
	Failures map[string]int `json:"failures,omitempty"` // that were not had in this run, by engine and reason, as "searxng: status 429"
	InPart   map[string]int `json:"in_part,omitempty"`  // with results, but not all, by engine

	// Recognised are known entities that no query asked for, but that are named by
	// titles of results; each counts as a query for the sites.
	Recognised int `json:"recognised"`

	Sites     int `json:"sites"`     // sites not known yet; queries for at least two entities lead to pages of one URL cluster there
	Evaluated int `json:"evaluated"` // pages downloaded to judge them, each in one round only
	Accepted  int `json:"accepted"`  // of the sites, those that were judged to be sources and read
	Refused   int `json:"refused"`   // the others; a later round may judge them again

	// Reached counts by site, of those read before, the entities whose queries have led to
	// it so far, those left out that it alone is known to have.
	Reached map[string]int `json:"reached,omitempty"`

	// Recaptured tells by site, of those read before, which entities the results so far name on it that no page read of it is about.
	Recaptured map[string]estimate.Recapture `json:"recaptured,omitempty"`

	// Unreached estimates how many sites of the domain hardly a query leads to: a lower bound after Chao (1987) from how
	// many queries led to each site that was found. It is nil as long as fewer than four were found, which tell
	// too little, and after one round that would say that none is missing.
	Unreached *float64 `json:"unreached,omitempty"`

	// Unseen estimates how many sites were not found by the end of the round: those, and sites that were taken for none.
	// What it lies between, most likely, is UnseenInterval.
	Unseen         *float64           `json:"unseen"`
	UnseenInterval *estimate.Interval `json:"unseen_interval,omitempty"`
}

// Why an exploration asked no further round.
const (
	AllRounds    = "all rounds"     // as many as it was to ask
	NothingNew   = "nothing new"    // the last ones found nothing, and nothing is estimated to be left
	NothingToAsk = "nothing to ask" // all that is known was asked for
	NoAnswer     = "no answer"      // no engine answered any query
	ByHand       = "by hand"        // Explorer.Enough said so
)

// end tells why no round comes after this one, AllRounds for no reason of its
// own. Idle is the number of rounds in a row that found nothing new.
func (r *RoundReport) end(idle int) string {
	switch {
	case r.unanswered():
		return NoAnswer // nor would the engines answer the next
	case idle >= idleRounds && r.Unreached != nil && *r.Unreached < nothingUnseen:
		return NothingNew
	}
	return AllRounds
}

// Rounds end after so many that found nothing, if the estimate of the sites that no query led to
// is below half a site; where there is no estimate, nobody knows. One is not enough: a site that shares few things with
// the others is found late, and tells nothing of itself before.
const (
	idleRounds    = 2
	nothingUnseen = 0.5
)

// Estimate is Unseen for people: "1.5 (0 to 4)", or "no estimate".
func (r *RoundReport) Estimate() string {
	if r.Unseen == nil {
		return "no estimate"
	}
	text := strconv.FormatFloat(*r.Unseen, 'f', 1, 64)
	if i := r.UnseenInterval; i != nil {
		text += fmt.Sprintf(" (%.0f to %.0f)", math.Floor(i.Low), math.Ceil(i.High))
	}
	return text
}

// count counts the round's queries by what they have brought, those to a single
// site left out, and what was missed, of all of them.
func (r *RoundReport) count(queries []query.Query, found *evidence.Results, missed *misses, known func(query.Query) bool) {
	for _, q := range queries {
		if q.Site != "" {
			continue
		}
		r.Queries++
		switch {
		case found.Led(q.ID):
			r.Led++
		case missed.queries[q.ID]:
			r.Failed++
		case missed.cut[q.ID]:
			r.Cut++
		case known(q):
			r.Empty++
		default:
			r.NotInDump++
		}
	}
	r.Failures, r.InPart = missed.reasons, missed.inPart
}

// silent reports whether most of the queries that were asked brought nothing.
func (r *RoundReport) silent() bool { return r.Empty+r.Failed > r.Led }

// unanswered reports whether no engine answered any query.
func (r *RoundReport) unanswered() bool { return r.Failed+r.Cut > 0 && r.Led+r.Empty == 0 }

// missing counts by reason what the round had no answer to, and what it can't
// believe: that most of what it asked for is nowhere.
func (r *RoundReport) missing(incomplete map[string]int) {
	for reason, n := range r.Failures {
		incomplete["search "+reason] += n
	}
	if r.silent() && r.Empty > 0 {
		incomplete["search "+NoResults] += r.Empty
	}
}

// answeredInPart counts by engine the answers with results, but not all of them, where they
// may hide a site that nothing else tells of. An engine that asks others seldom has an
// answer of each. As long as this strikes by chance, it thins the queries that lead to a
// site, and the estimate of the sites not found, which is made of these, holds all the same.
// It is a reason where there is no estimate, and where the answers that were whole are too few to have
// found a site that only the missing part knows: one that as large a share of the queries leads to as to the median source
// is led to by evidence.MinEntities of them with a probability below 1-hiddenError. What leads to a source is counted
// over all rounds, as the answers are, and not up to the one that found it.
func answeredInPart(rounds []RoundReport, sources []catalog.Source, incomplete map[string]int) {
	led, inPart := 0, map[string]int{}
	for _, r := range rounds {
		led += r.Led
		for engine, n := range r.InPart {
			inPart[engine] += n
		}
	}
	if len(inPart) == 0 {
		return
	}
	last := rounds[len(rounds)-1]
	var support []int
	for _, s := range estimate.WithReached(sources, last.Reached) {
		if s.Role == catalog.Discovered && s.State == catalog.Expanded {
			support = append(support, s.Support)
		}
	}
	slices.Sort(support)
	for engine, n := range inPart {
		hidden := 1.
		if whole := led - n; whole > 0 && len(support) > 0 {
			share := min(1, float64(support[len(support)/2])/float64(led))
			hidden = distuv.Binomial{N: float64(whole), P: share}.CDF(evidence.MinEntities - 1)
		}
		if last.Unseen == nil || hidden > hiddenError {
			incomplete["search "+engine+": in part"] = n
		}
	}
}

// hiddenError is how likely a site may be hidden by answers in part that nobody is told of.
const hiddenError = 0.05

// NoResults is the reason, in Report.Incomplete, of queries without results in a
// round in which most brought nothing.
const NoResults = "without results"

// settledReport is what a settled candidate counts towards its round's report.
type settledReport struct {
	Evaluated            int            `json:"evaluated"`           // pages downloaded to judge it
	Accepted             bool           `json:"accepted"`            // it was judged to be a source, and read
	Transient            bool           `json:"transient,omitempty"` // something failed for a reason that passes: another run may come to something else
	estimate.EntityCount                // of its results, at the time when it was settled
	Further              []string       `json:"further,omitempty"` // pages that its search left out and names, and that are not taken so far
	Again                *Rereading     `json:"again,omitempty"`   // the last attempt to read it from pages that were missed
	Dropped              map[string]int `json:"dropped,omitempty"` // URLs of the site that were not followed, not had or not taken, by reason
}

// settledOf is what a candidate counts, nothing if it is not settled.
func settledOf(c catalog.Candidate) (s settledReport, err error) {
	if c.Report != nil {
		if err := json.Unmarshal(c.Report, &s); err != nil {
			return s, fmt.Errorf("candidate %s of round %d: %w", c.Site, c.Round, err)
		}
	}
	return s, nil
}

// report puts together what the first n rounds measured, and what the catalog holds
// by now.
func (x *Explorer) report(ctx context.Context, v *vertical.Vertical, n int) (*Report, error) {
	report := &Report{Domain: v.Domain, Incomplete: map[string]int{}}
	var err error
	if report.Rounds, err = reports(ctx, x.Catalog, n); err != nil {
		return nil, err
	}
	for _, r := range report.Rounds {
		r.missing(report.Incomplete)
	}
	stats, err := x.Catalog.Stats(ctx)
	if err != nil {
		return nil, err
	}
	report.Sources, report.Pages, report.Records = stats.Sources[catalog.Expanded], stats.Pages, stats.Records
	unread, err := x.Incomplete(ctx)
	if err != nil {
		return nil, err
	}
	maps.Copy(report.Incomplete, unread)
	sources, err := x.Catalog.Sources(ctx)
	if err != nil {
		return nil, err
	}
	answeredInPart(report.Rounds, foundBy(sources, n), report.Incomplete)
	report.tellDoubts(sources, stats.PerSite)
	if report.Engines, err = x.yields(ctx, report.Rounds, sources); err != nil {
		return nil, err
	}
	settled, err := report.countSettled(ctx, x.Catalog, n)
	if err != nil {
		return nil, err
	}
	if report.Unread = estimate.Pages(countUnread(foundBy(sources, n), report.Rounds, settled)); report.Unread.Much() {
		report.Incomplete[PagesMissing]++
	}
	return report, x.judgeRun(ctx, v, report, sources, n)
}

// tellDoubts notes which sites are doubtful, and what there is to doubt of those that were
// read; where these hold much of what was read, or much is missing of what they have, that is a reason for Incomplete.
//
// A site that is doubtful is none: how many of these are sources is part of the estimate of what is missing (see [estimate]),
// which says when that is much. Where there is none, doubtful sites are a reason by themselves.
func (r *Report) tellDoubts(sources []catalog.Source, read []catalog.SiteStats) {
	r.Doubtful, r.Doubts = map[string]string{}, map[string][]catalog.Doubt{}
	for _, s := range sources {
		switch {
		case s.State == catalog.Doubtful:
			r.Doubtful[s.Site] = s.Reason
		case s.State == catalog.Expanded && len(s.Doubts) > 0:
			r.Doubts[s.Site] = s.Doubts
		}
	}
	if len(r.Doubtful) > 0 && (len(r.Rounds) == 0 || r.Rounds[len(r.Rounds)-1].Unseen == nil) {
		r.Incomplete[SitesDoubtful] = len(r.Doubtful)
	}
	pages, doubted := 0., 0.
	sites, lacking := 0., 0. // those read in part, as the parts of them that are missing
	missing := 0.            // pages of these
	for _, s := range read {
		if s.State != catalog.Expanded {
			continue
		}
		sites++
		if pages += float64(s.Pages); r.Doubts[s.Site] != nil {
			doubted += float64(s.Pages)
		}
		for _, d := range r.Doubts[s.Site] {
			if d.Case == estimate.ReadInPart {
				lacking += d.Missing
				missing += float64(s.Pages) * d.Missing / max(1-d.Missing, 1/float64(1+s.Pages))
			}
		}
	}
	if much := func(n, of float64) bool { return n > 0 && n >= estimate.MuchMissing*of }; much(lacking, sites) || much(missing, pages+missing) || much(doubted, pages) {
		r.Incomplete[SitesInDoubt] = len(r.Doubts)
	}
}

// judgeRun says of a run as a whole where it lost candidates, whether it found what
// there is, and what to try if not.
func (x *Explorer) judgeRun(ctx context.Context, v *vertical.Vertical, report *Report, sources []catalog.Source, n int) error {
	report.Funnel = funnel(report.Rounds, sources, n)
	if len(report.Rounds) == 0 {
		return nil
	}
	why := report.Funnel.lacks(report.Rounds[len(report.Rounds)-1])
	if why == NoEstimate && x.Exclude != nil {
		why = "" // most sites are known already, and nobody counts them
	}
	if why != "" {
		report.Incomplete[why]++
	}
	if fewPages(v, x.Options) {
		report.Incomplete[FewPages]++
	}
	names, err := x.trainingNames(ctx, v)
	if err != nil {
		return err
	}
	report.Advice = x.advise(v, report, names, sources)
	return nil
}

// reports gives the reports of the first n rounds, as far as they were opened.
func reports(ctx context.Context, cat *catalog.Catalog, n int) ([]RoundReport, error) {
	rounds, err := cat.Rounds(ctx)
	if err != nil {
		return nil, err
	}
	var out []RoundReport
	for _, r := range rounds {
		if r.Round == 0 || r.Round > n {
			continue // the training site's, or of a run that went further
		}
		var report RoundReport
		if err := json.Unmarshal(r.Report, &report); err != nil {
			return nil, fmt.Errorf("report of round %d: %w", r.Round, err)
		}
		out = append(out, report)
	}
	return out, nil
}

// countSettled sums by reason what the sites of the rounds up to n dropped, the training
// site included, and notes which were read again. It gives what each site counts that was accepted.
func (r *Report) countSettled(ctx context.Context, cat *catalog.Catalog, n int) (map[string]settledReport, error) {
	accepted := map[string]settledReport{}
	for round := range n + 1 {
		candidates, err := cat.Candidates(ctx, round)
		if err != nil {
			return nil, err
		}
		for _, c := range candidates {
			s, err := settledOf(c)
			if err != nil {
				return nil, err
			}
			for reason, n := range s.Dropped {
				if r.Dropped == nil {
					r.Dropped = map[string]int{}
				}
				r.Dropped[reason] += n
			}
			if !s.Accepted {
				continue
			}
			if accepted[c.Site] = s; s.Again != nil {
				if r.ReadAgain == nil {
					r.ReadAgain = map[string]Rereading{}
				}
				r.ReadAgain[c.Site] = *s.Again
			}
		}
	}
	return accepted, nil
}

// Incomplete counts what was not read and what a later run may read, by reason.
// Entity pages count as "page limit" (over Options.MaxPages), "page timeout" and
// the like, and sites of which pages that lead to entity pages were not to be had as
// "site in part".
func (x *Explorer) Incomplete(ctx context.Context) (map[string]int, error) {
	statuses, err := x.Catalog.PageStatuses(ctx, "")
	if err != nil {
		return nil, err
	}
	out := make(map[string]int)
	for status, n := range statuses {
		if status == harvest.OverLimit || harvest.IsTransient(status) {
			out["page "+status] = n
		}
	}
	sources, err := x.Catalog.Sources(ctx)
	if err != nil {
		return nil, err
	}
	for _, s := range sources {
		if s.State == catalog.Expanded && s.Reason != "" {
			out["site in part"]++
		}
	}
	return out, nil
}

// countUnread gives the counts of the sites found: from the last round's recapture of a site if it has one, else from the results that led to the site
// when it was found.
func countUnread(sources []catalog.Source, rounds []RoundReport, settled map[string]settledReport) (sites []estimate.EntityCount) {
	for _, s := range sources {
		if s.Role != catalog.Discovered || s.State != catalog.Expanded {
			continue
		}
		count := settled[s.Site].EntityCount
		if len(rounds) > 0 {
			if r, ok := rounds[len(rounds)-1].Recaptured[s.Site]; ok {
				count = r.Count(s.Samples)
			}
		}
		sites = append(sites, count)
	}
	return sites
}
