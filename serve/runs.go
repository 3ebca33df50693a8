package serve

import (
	"fmt"
	"html/template"
	"maps"
	"math"
	"net/http"
	"net/url"
	"slices"
	"time"

	"verde/catalog"
	"verde/outcome"
	"verde/report"
	"verde/runs"
	"verde/serve/plot"
	"verde/vertical"
)

// runLine is a run in the list of runs.
type runLine struct {
	Name, Dir, Domain, State string
	Changed                  time.Time
	Sources, Pages, Records  int
	Doubts                   []string
	Doing, Left              string // of a run under way here
}

// notShown is the state of a run that is known and can't be opened or read.
const notShown = "not shown"

// listRuns is the first page: all runs, with what is doubtful about each.
func (s *Server) listRuns(r *http.Request) (*Page, error) {
	var lines []runLine
	state := s.stateOfAll(r.Context()) // before they are read: what changes meanwhile is told
	for _, run := range s.all() {
		var o *overviewData
		var sites []catalog.SiteStats
		err := run.lost
		if err == nil {
			o, err = overviewOf(run, r)
		}
		if err == nil {
			sites, err = run.catalog.SiteStats(r.Context())
		}
		if r.Context().Err() != nil {
			return nil, err
		}
		if err != nil { // the others are shown
			lines = append(lines, runLine{Name: run.Name, Dir: run.String(), State: notShown, Doubts: []string{err.Error()}})
			continue
		}
		line := runLine{Name: run.Name, Dir: run.String(), Domain: o.Vertical.Domain, State: o.State, Changed: o.Changed, Doubts: o.Doubts}
		c, err := s.control(r.Context(), run)
		if err != nil {
			return nil, err
		}
		line.Doing, line.Left = c.Doing, c.Left
		for _, s := range sites {
			line.Pages += s.Pages
			line.Records += s.Records
			if s.State == catalog.Expanded {
				line.Sources++
			}
		}
		lines = append(lines, line)
	}
	return &Page{Title: "Runs", Template: "runs", Here: "runs", Live: renewed, Events: "/events?state=" + state, Data: lines}, nil
}

// overviewData is the first page of a run.
type overviewData struct {
	State    string
	Changed  time.Time
	Vertical *vertical.Vertical
	Report   *report.Report
	Stats    catalog.Stats
	Entities int
	Doubts   []string
	Control  *control
	Watching *watching // nil where the server keeps nothing fresh
	Sizes    []size
	Funnel   template.HTML
	lost     map[string]int // results by the reason of their loss
	Growth   template.HTML
}

// Ended says why the run ended, "" of one that goes on.
func (o *overviewData) Ended() string {
	if o.State == string(runs.UnderWay) {
		return ""
	}
	return o.Report.Ended
}

// roundLine is what a round did and what the sites that it found came to.
type roundLine struct {
	Report         report.Round
	Pages, Records int
	Entities       int // first met there
}

// Rounds are all rounds.
func (o *overviewData) Rounds() []roundLine {
	var lines []roundLine
	for _, round := range o.Report.Rounds {
		l := roundLine{Report: round, Entities: o.Stats.EntitiesByRound[round.Round]}
		for _, s := range o.Stats.PerSite {
			if s.Round == round.Round {
				l.Pages += s.Pages
				l.Records += s.Records
			}
		}
		lines = append(lines, l)
	}
	return lines
}

// Missing is the estimate of missing sites, from the last round that has one; a round under
// way has none yet.
func (o *overviewData) Missing() string {
	last := len(o.Report.Rounds) - 1
	for i := last; i >= 0; i-- {
		switch round := o.Report.Rounds[i]; {
		case round.Unseen == nil:
		case i < last:
			return fmt.Sprintf("%s, after round %d", round.Estimate(), round.Round)
		default:
			return round.Estimate()
		}
	}
	return "no estimate"
}

func (s *Server) overview(run *run, r *http.Request) (*Page, error) {
	o, err := overviewOf(run, r)
	if err != nil {
		return nil, err
	}
	if o.Stats, err = run.catalog.Stats(r.Context()); err != nil {
		return nil, err
	}
	if o.Entities, err = run.entityCount(r.Context()); err != nil {
		return nil, err
	}
	if o.Control, err = s.control(r.Context(), run); err != nil {
		return nil, err
	}
	if o.Watching, err = s.watching(run); err != nil {
		return nil, err
	}
	o.Sizes = sizes
	results, err := outcome.Lost(r.Context(), run.catalog)
	if err != nil {
		return nil, err
	}
	o.lost = make(map[string]int)
	for _, x := range results {
		o.lost[x.Reason]++
	}
	o.Funnel = plot.Funnel("How much was left after each step", o.steps(run))
	if len(o.Report.Rounds) > 1 {
		o.Growth = plot.Lines("What was found, by round", o.Report.Rounds[0].Round, growth(o.Report.Rounds))
	}
	return &Page{Title: run.Name, Template: "overview", Here: "overview", Live: renewed, Data: o}, nil
}

// overviewOf is an overview without what has to be counted.
func overviewOf(run *run, r *http.Request) (*overviewData, error) {
	st, err := run.standing(r.Context())
	if err != nil {
		return nil, err
	}
	o := &overviewData{Changed: st.Changed, State: string(st.Status)}
	if o.Report, o.Vertical, err = run.report(r.Context()); err != nil {
		return nil, err
	}
	o.Doubts = doubts(o)
	return o, nil
}

// doubts lists what may be wrong with a run, advice first.
func doubts(o *overviewData) []string {
	out := slices.Clone(o.Report.Advice)
	for _, site := range slices.Sorted(maps.Keys(o.Report.Doubtful)) {
		out = append(out, site+": "+o.Report.Doubtful[site])
	}
	for _, reason := range byCount(o.Report.Incomplete) {
		out = append(out, fmt.Sprintf("%s: %d", reason, o.Report.Incomplete[reason]))
	}
	if o.State == string(runs.Stopped) {
		out = append(out, "the run was stopped before its end, and can be gone on with")
	}
	return out
}

// steps is the funnel from queries to entities.
func (o *overviewData) steps(run *run) []plot.Step {
	var f report.Funnel
	evaluated := 0
	for _, r := range o.Report.Rounds {
		f.Queries, f.Led, f.Elsewhere = f.Queries+r.Queries, f.Led+r.Led, f.Elsewhere+r.Elsewhere
		evaluated += r.Evaluated
	}
	states := make(map[string]int)
	for _, s := range o.Stats.PerSite {
		if s.Role == catalog.Discovered {
			states[s.State]++
		}
	}
	sites := 0
	for _, n := range states {
		sites += n
	}
	at := func(path string, query url.Values) string { return address(run, path, query) }
	in := func(state string) string { return at("sources", url.Values{"state": {state}}) }
	lostAt := func(step string) string { return at("lost", url.Values{"at": {step}}) }
	lostResult := func(reason string) string { return at("lost", url.Values{"at": {lostResults}, "reason": {reason}}) }
	lost := func(all ...plot.Loss) []plot.Loss {
		return slices.DeleteFunc(all, func(l plot.Loss) bool { return l.N <= 0 })
	}
	return []plot.Step{
		{Label: "queries", N: f.Queries, Href: at("queries", nil), Lost: lost(plot.Loss{N: f.Queries - f.Led, Why: "without results", Href: at("queries", url.Values{"without": {"results"}})})},
		{Label: "led to other sites", N: f.Elsewhere, Lost: lost(plot.Loss{N: f.Led - f.Elsewhere, Why: "only to sites known", Href: lostAt(lostResults)})},
		{Label: "results", N: o.Stats.Results, Href: at("queries", nil)},
		{Label: "sites with clusters", N: sites, Href: at("sources", nil), Lost: lost(plot.Loss{N: o.lost[outcome.Unclustered], Why: "results in no cluster", Href: lostResult(outcome.Unclustered)})},
		{Label: "pages looked at", N: evaluated, Href: at("sources", nil), Lost: lost(plot.Loss{N: o.lost[outcome.Unjudged], Why: "results not looked at", Href: lostResult(outcome.Unjudged)},
			plot.Loss{N: o.lost[outcome.Undownloaded] + o.lost[outcome.Unmatched] + o.lost[outcome.Prose], Why: "refused by the judge", Href: lostAt(lostResults)})},
		{Label: "sources found", N: states[catalog.Expanded], Href: in(catalog.Expanded), Lost: lost(plot.Loss{N: states[catalog.Refused], Why: "refused", Href: in(catalog.Refused)},
			plot.Loss{N: states[catalog.Doubtful], Why: "doubtful", Href: in(catalog.Doubtful)}, plot.Loss{N: states[catalog.Failed], Why: "not readable", Href: in(catalog.Failed)})},
		{Label: "entity pages", N: o.Stats.Pages, Href: in(catalog.Expanded), Lost: lost(plot.Loss{N: o.Stats.Missing, Why: "linked, but gone", Href: lostAt(lostPages)})},
		{Label: "records", N: o.Stats.Records, Href: at("entities", nil)},
		{Label: "entities", N: o.Entities, Href: at("entities", nil)},
	}
}

// NotTaken are the reasons why URLs of the sites searched are no entity pages, or were not followed: the
// commonest first.
func (o *overviewData) NotTaken() []string { return byCount(o.Report.Dropped) }

// growth is what was found by the end of each round.
func growth(rounds []report.Round) []plot.Line {
	sources, unseen := plot.Line{Label: "sources"}, plot.Line{Label: "estimated missing"}
	n := 1.0 // the training site
	for _, r := range rounds {
		n += float64(r.Accepted)
		sources.N = append(sources.N, n)
		left := math.NaN() // no estimate
		if r.Unseen != nil {
			left = *r.Unseen
		}
		unseen.N = append(unseen.N, left)
	}
	return []plot.Line{sources, unseen}
}
