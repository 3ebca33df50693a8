package report

import (
	"context"
	"maps"

	"verde/catalog"
	"verde/estimate"
	"verde/harvest"
	"verde/vertical"
)

// Report is what an exploration measured.
type Report struct {
	Domain  string   `json:"domain"`
	Rounds  []Round  `json:"rounds"`
	Ended   string   `json:"ended"` // why no further round was opened: [AllRounds], [NothingNew], [NothingToAsk], [NoAnswer] or [ByHand]
	Sources int      `json:"sources"`
	Pages   int      `json:"pages"`
	Records int      `json:"records"`
	Seconds float64  `json:"seconds"`          // since the first call of verde.Explorer.Learn or Explore
	Funnel  Funnel   `json:"funnel"`           // where candidates were lost
	Advice  []string `json:"advice,omitempty"` // what is wrong with the run, and what to try
	// Doubtful has, by site, why sites are doubtful: their pages look like data, but show something
	// else than what was asked for; see [verde/known.Entities.RejectReason].
	Doubtful map[string]string `json:"doubtful,omitempty"`
	// Doubts has, by site, reasons to think that pages of another kind were read, or not all
	// entity pages; see [SitesInDoubt].
	Doubts     map[string][]catalog.Doubt `json:"doubts,omitempty"`
	Unread     estimate.UnreadPages       `json:"unread_pages"`         // share of the entities of the sites found that is on no page read
	ReadAgain  map[string]Rereading       `json:"read_again,omitempty"` // by site, the last attempt to read it again from missed pages
	Incomplete map[string]int             `json:"incomplete,omitempty"` // what could not be had, by reason
	Engines    map[string]*Yield          `json:"engines,omitempty"`    // by name, what each engine that is asked now has contributed
	Dropped    map[string]int             `json:"dropped,omitempty"`    // by reason, URLs of the sites searched that were not followed, could not be fetched or were not taken
}

// Run is the run that a report is about.
type Run struct {
	Vertical  *vertical.Vertical
	Catalog   *catalog.Catalog
	Engines   []string // names of the engines that are asked now
	Instances int      // instances that a round asks for
	Excluding bool     // sites that the user knows already were left out
}

// Report puts together what the first n rounds measured and what the catalog holds by now.
func (run *Run) Report(ctx context.Context, n int) (*Report, error) {
	report := &Report{Domain: run.Vertical.Domain, Incomplete: map[string]int{}}
	var err error
	if report.Rounds, err = Rounds(ctx, run.Catalog, n); err != nil {
		return nil, err
	}
	for _, r := range report.Rounds {
		r.missing(report.Incomplete)
	}
	stats, err := run.Catalog.Stats(ctx)
	if err != nil {
		return nil, err
	}
	report.Sources, report.Pages, report.Records = stats.Sources[catalog.Expanded], stats.Pages, stats.Records
	unread, err := Incomplete(ctx, run.Catalog)
	if err != nil {
		return nil, err
	}
	maps.Copy(report.Incomplete, unread)
	sources, err := run.Catalog.Sources(ctx)
	if err != nil {
		return nil, err
	}
	answeredInPart(report.Rounds, FoundBy(sources, n), report.Incomplete)
	report.addDoubts(sources, stats.PerSite)
	if report.Engines, err = yields(ctx, run.Catalog, run.Engines, report.Rounds, sources); err != nil {
		return nil, err
	}
	settled, err := report.countSettled(ctx, run.Catalog, n)
	if err != nil {
		return nil, err
	}
	if report.Unread = estimate.Pages(countUnread(FoundBy(sources, n), report.Rounds, settled)); report.Unread.Much() {
		report.Incomplete[PagesMissing]++
	}
	return report, run.judge(ctx, report, sources, n)
}

// addDoubts adds the doubtful sites, and the doubts about sites that were read. If the doubted sites hold much of what was
// read, or much is missing of them, this is a reason for r.Incomplete.
//
// Doubtful sites are no sources. The estimate of missing sites counts how many of them may be (see [estimate.Sites]); without an
// estimate, doubtful sites are a reason by themselves.
func (r *Report) addDoubts(sources []catalog.Source, read []catalog.SiteStats) {
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
	sites, missingSites := 0., 0. // a site of which half is missing counts as half a site
	missingPages := 0.
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
				missingSites += d.Missing
				missingPages += float64(s.Pages) * d.Missing / max(1-d.Missing, 1/float64(1+s.Pages))
			}
		}
	}
	if much := func(n, of float64) bool { return n > 0 && n >= estimate.MuchMissing*of }; much(missingSites, sites) || much(missingPages, pages+missingPages) || much(doubted, pages) {
		r.Incomplete[SitesInDoubt] = len(r.Doubts)
	}
}

// judge adds to a report where the run lost candidates, whether it found what there is, and
// what to try if not.
func (run *Run) judge(ctx context.Context, report *Report, sources []catalog.Source, n int) error {
	report.Funnel = funnel(report.Rounds, sources, n)
	if len(report.Rounds) == 0 {
		return nil
	}
	why := report.Funnel.lacks(report.Rounds[len(report.Rounds)-1])
	if why == NoEstimate && run.Excluding {
		why = "" // most sites are known already, and their number is unknown
	}
	if why != "" {
		report.Incomplete[why]++
	}
	if run.fewPages() {
		report.Incomplete[FewPages]++
	}
	names, err := run.names(ctx)
	if err != nil {
		return err
	}
	report.Advice = run.advise(report, names, sources)
	return nil
}

// countSettled adds the URLs that the sites of the rounds up to n dropped, by reason, the training site
// included, and the sites that were read again. It gives the measurements of each accepted site.
func (r *Report) countSettled(ctx context.Context, cat *catalog.Catalog, n int) (map[string]Site, error) {
	accepted := map[string]Site{}
	for round := range n + 1 {
		candidates, err := cat.Candidates(ctx, round)
		if err != nil {
			return nil, err
		}
		for _, c := range candidates {
			s, err := SiteOf(c)
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

// Incomplete counts by reason what was not read and what a later run may read, as a part of Report.Incomplete.
// Entity pages count as "page limit" (over verde.Options.MaxPages), "page timeout" and
// the like. Sites count as "site in part" if pages that lead to entity pages failed.
func Incomplete(ctx context.Context, cat *catalog.Catalog) (map[string]int, error) {
	statuses, err := cat.PageStatuses(ctx, "")
	if err != nil {
		return nil, err
	}
	out := make(map[string]int)
	for status, n := range statuses {
		if status == harvest.OverLimit || harvest.IsTransient(status) {
			out["page "+status] = n
		}
	}
	sources, err := cat.Sources(ctx)
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
func countUnread(sources []catalog.Source, rounds []Round, settled map[string]Site) (sites []estimate.EntityCount) {
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
