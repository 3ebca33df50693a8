package verde

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"verde/catalog"
	"verde/estimate"
	"verde/evidence"
	"verde/harvest"
	"verde/judge"
	"verde/known"
	"verde/progress"
	"verde/query"
	"verde/report"
	"verde/steering"
	"verde/vertical"
)

// A round has three kinds of steps: it is opened, each of its candidates is settled,
// and it is closed. Each step takes its whole input from the catalog, and stores its
// result there in one transaction, so that any process may do the next step, or repeat the
// same one.

// candidate is the input of settling a candidate, beside the web, as the catalog stores it. While it is
// unchanged, a settled candidate stays settled.
type candidate struct {
	Support int             `json:"support"`
	Leads   []evidence.Lead `json:"leads"`
	Basis   string          `json:"basis"` // a hash of what it is judged by: the known entities, the options, and its history
}

// OpenRound asks the queries of round n (from 1) and stores the sites that several of
// their results lead to as the round's candidates. The queries are made of entities
// of the vertical's own site and of sites that earlier rounds accepted; these rounds
// have to be closed. opened
// is false if there is nothing to ask; in round 1 that is a [vertical.Error].
//
// Opening a round again asks only for what the catalog lacks. A candidate for which
// nothing has changed stays settled. Cost: the queries, and linear in all results.
func (x *Explorer) OpenRound(ctx context.Context, v *vertical.Vertical, n int) (opened bool, err error) {
	decided, err := x.decisions()
	if err != nil {
		return false, err
	}
	if n == 1 {
		if err := addGivenRound(ctx, x.Catalog, givenQueries(v, x.Engines, decided.Queries)); err != nil {
			return false, err
		}
	}
	plan, err := scheduleOf(ctx, x.Catalog, planFor(v, x.Options))
	if err != nil {
		return false, err
	}
	x.tell(progress.Event{Phase: progress.Asking, Round: n, Of: plan.last})
	if err := x.applyDecisions(ctx); err != nil {
		return false, err
	}
	if n == 1 {
		if err := x.rescopeTraining(ctx, v); err != nil {
			return false, err
		}
	}
	entities, err := x.known(ctx, v, n)
	if err != nil {
		return false, err
	}
	queries, simple, err := x.queries(ctx, v, n, entities, decided)
	switch {
	case err != nil:
		return false, err
	case len(queries) == 0 && n == 1:
		return false, noQuery(v, entities)
	case len(queries) == 0:
		return false, nil
	}
	report := &report.Round{Round: n, Simple: simple && slices.ContainsFunc(queries, query.Query.Simple)}
	candidates, err := x.results(ctx, v, entities, queries, report, decided)
	if err != nil {
		return false, err
	}
	text, err := json.Marshal(report)
	if err != nil {
		return false, err
	}
	if err := x.Catalog.OpenRound(ctx, catalog.Round{Round: n, Report: text}, candidates); err != nil {
		return false, err
	}
	x.sharing.Lock()
	defer x.sharing.Unlock()
	if x.Knowledge != nil {
		x.common = nil
		return true, x.storeKnowledge(ctx, n, entities)
	}
	return true, x.setShared(ctx, v, n, entities)
}

// results asks the queries of a round, counts in the report what they led to, and gives the sites that several results lead to.
func (x *Explorer) results(ctx context.Context, v *vertical.Vertical, entities *known.Entities, queries []query.Query, report *report.Round, decided steering.Steering) ([]catalog.Candidate, error) {
	results, err := x.gather(ctx, v, entities, queries, report)
	if err != nil {
		return nil, err
	}
	found := results.Candidates(x.leftOut(entities, decided), x.Options.withDefaults().MaxCut)
	report.Sites = len(found)
	report.CountElsewhere(queries, results, notNew(v, report.Round, results, entities))
	report.Reached = estimate.Reached(results, entities)
	explored, err := x.exploredBefore(ctx, report.Round)
	if err != nil {
		return nil, err
	}
	if report.Recaptured, err = x.recaptures(ctx, results, entities, explored); err != nil {
		return nil, err
	}
	return x.candidates(ctx, report.Round, found, results, entities, decided)
}

// noQuery is the error for a vertical, maybe edited by hand, of which no query can
// be made.
func noQuery(v *vertical.Vertical, entities *known.Entities) error {
	return vertical.Errorf("nothing to ask for: none of the %d entities of %s has a second value worth asking with; give the vertical more \"attributes\"", entities.Len(), v.Site)
}

// candidates turns the sites found in a round's results into rows of the catalog, each
// with a [candidate] as its body. Cost: a look-up in the catalog for each site.
func (x *Explorer) candidates(ctx context.Context, n int, found []evidence.Candidate, results *evidence.Results, entities *known.Entities, decided steering.Steering) ([]catalog.Candidate, error) {
	out := make([]catalog.Candidate, len(found))
	judge, err := x.judge(entities).Fingerprint()
	if err != nil {
		return nil, err
	}
	opt := x.Options.withDefaults()
	measures := fmt.Sprintf("%s %q %d %d", judge, opt.Method, opt.LearnPages, opt.MaxPages)
	for i, c := range found {
		history, err := x.Catalog.History(ctx, c.Site, n)
		if err != nil {
			return nil, err
		}
		basisText := fmt.Appendf(nil, "%s %s", measures, history)
		if d := decided.Sites[c.Site]; d.Decide != "" || d.Scope != "" {
			basisText = fmt.Appendf(basisText, " %q %q", d.Decide, d.Scope)
		}
		basis := sha256.Sum256(basisText)
		body, err := json.Marshal(candidate{Support: c.Support, Leads: results.Leads(c.URLs), Basis: hex.EncodeToString(basis[:8])})
		if err != nil {
			return nil, err
		}
		out[i] = catalog.Candidate{Round: n, Site: c.Site, Body: body}
	}
	return out, nil
}

// SettleSite is the unit of work: it judges a candidate of round n, and if the site
// is accepted finds all its pages that are like the pages judged, and reads them into
// records. The outcome is returned and not stored: the caller stores it by
// [catalog.Catalog.PutSettled]. Several sites may be settled at a time.
//
// The site has to agree with the known entities. Columns are named by the attribute whose
// known values they repeat. A site without an identifying column is
// [catalog.Doubtful], whatever its pages look like, and so is a site whose pages turn out
// to be about something else than what was asked for, unless a person has decided about
// the site (see Explorer.Steering).
//
// A site that an earlier run has read is returned as the catalog has it, unless this run
// may read more of it: it had more pages than a lower Options.MaxPages allowed, or pages
// failed for a reason that passes (a timeout, 503). Then it is read again, and what the
// archive holds of it costs no request.
//
// An error ends the run; a site that can't be judged or read is no error but is
// returned with its state and reason.
func (x *Explorer) SettleSite(ctx context.Context, v *vertical.Vertical, n int, site string) (catalog.Settled, error) {
	stored, ok, err := x.Catalog.Candidate(ctx, n, site)
	switch {
	case err != nil:
		return catalog.Settled{}, err
	case !ok:
		return catalog.Settled{}, fmt.Errorf("site %s is no candidate of round %d", site, n)
	}
	var c candidate
	if err := json.Unmarshal(stored.Body, &c); err != nil {
		return catalog.Settled{}, fmt.Errorf("candidate %s of round %d: %w", site, n, err)
	}
	var history judge.History
	text, err := x.Catalog.History(ctx, site, n)
	if err == nil && text != nil {
		err = json.Unmarshal(text, &history)
	}
	if err != nil {
		return catalog.Settled{}, fmt.Errorf("history of %s before round %d: %w", site, n, err)
	}
	decided, err := x.decisions()
	if err != nil {
		return catalog.Settled{}, err
	}
	d := decided.Sites[site]
	switch {
	case d.IsOut(): // since the round was opened
		return decidedOut(catalog.Source{Site: site, Role: catalog.Discovered, Round: n, Support: c.Support}, d), nil
	case d.Decide == steering.Accept:
		history.Rejected, history.RejectReason = nil, ""
	}
	common, err := x.shared(ctx, v, n)
	if err != nil {
		return catalog.Settled{}, err
	}
	list := make([]string, len(c.Leads))
	for i, l := range c.Leads {
		list[i] = l.URL
	}
	s := &settling{x: x, round: n, entities: common.entities, told: common.told, before: stored.Report, accepted: d.Decide == steering.Accept, scoped: d.Scope != "",
		candidate: evidence.Candidate{Site: site, Support: c.Support, URLs: list},
		results:   evidence.FromLeads(c.Leads, common.queries), history: history}
	out, err := s.settle(ctx)
	return out, errors.Join(err, common.entities.Err())
}

// CloseRound sums up round n, all candidates of which have to be settled, stores its
// report, integrates the records of all sites into the catalog's entities (see
// [verde/integrate.Integrate]), and tells whether a further round is to be opened. Cost:
// linear in the sources and candidates, and that of integrating.
func (x *Explorer) CloseRound(ctx context.Context, v *vertical.Vertical, n int) (more bool, err error) {
	rounds, err := report.Rounds(ctx, x.Catalog, n)
	if err != nil {
		return false, err
	}
	if len(rounds) == 0 || rounds[len(rounds)-1].Round != n {
		return false, fmt.Errorf("round %d is not open", n)
	}
	x.tell(progress.Event{Phase: progress.Comparing})
	if err := x.corroborate(ctx, v, n); err != nil {
		return false, err
	}
	r := &rounds[len(rounds)-1]
	if err := x.readAgain(ctx, v, n, r.Recaptured); err != nil {
		return false, err
	}
	r.Evaluated, r.Accepted, r.Refused = 0, 0, 0
	candidates, err := x.Catalog.Candidates(ctx, n)
	if err != nil {
		return false, err
	}
	for _, c := range candidates {
		s, err := report.SiteOf(c)
		switch {
		case err != nil:
			return false, err
		case !c.Settled:
			return false, fmt.Errorf("closing round %d: site %s is not settled", n, c.Site)
		case s.Accepted:
			r.Accepted++
		default:
			r.Refused++
		}
		r.Evaluated += s.Evaluated
	}
	sources, err := x.Catalog.Sources(ctx)
	if err != nil {
		return false, err
	}
	missing := estimate.Sites(estimate.WithReached(report.FoundBy(sources, n), r.Reached))
	if missing != nil && (n > 1 || missing.Unreached >= report.NothingMissing) { // the first round can't show that nothing is missing: it asks for what one site shows
		r.Unreached, r.Unseen, r.UnseenInterval = &missing.Unreached, &missing.Total, &missing.Interval
	}
	text, err := json.Marshal(r)
	if err != nil {
		return false, err
	}
	if err := x.Catalog.PutRound(ctx, catalog.Round{Round: n, Report: text, Closed: true}); err != nil {
		return false, err
	}
	if err := x.putEntities(ctx, n); err != nil {
		return false, err
	}
	x.log().Info("round ended", "round", n, "queries", r.Queries, "results", r.Results, "sites", r.Sites, "accepted", r.Accepted, "refused", r.Refused, "unseen", r.Estimate())
	plan, err := scheduleOf(ctx, x.Catalog, planFor(v, x.Options))
	if err != nil {
		return false, err
	}
	_, more = plan.after(rounds)
	return more, nil
}

// OpenSites gives the candidates of a round that are not settled, or may come to more
// if they are settled again, the best supported first.
func (x *Explorer) OpenSites(ctx context.Context, n int) ([]string, error) {
	return openSites(ctx, x.Catalog, x.reader(), n)
}

// openSites gives the candidates of a round that are not settled, or may come to more
// if they are settled again (see mayComeToMore), by support (the number of entities
// whose results lead to the site), highest first, then by name.
func openSites(ctx context.Context, cat *catalog.Catalog, reader harvest.Reader, n int) ([]string, error) {
	all, err := cat.Candidates(ctx, n)
	if err != nil {
		return nil, err
	}
	support := map[string]int{}
	var sites []string
	for _, c := range all {
		open := !c.Settled
		if !open {
			if open, err = mayComeToMore(ctx, cat, reader, c); err != nil {
				return nil, err
			}
		}
		if open {
			var body candidate
			if err := json.Unmarshal(c.Body, &body); err != nil {
				return nil, fmt.Errorf("candidate %s of round %d: %w", c.Site, n, err)
			}
			support[c.Site] = body.Support
			sites = append(sites, c.Site)
		}
	}
	slices.SortStableFunc(sites, func(a, b string) int { return support[b] - support[a] })
	return sites, nil
}

// mayComeToMore reports whether settling a settled candidate again may end in another
// way: judging met a failure that passes, or the site was accepted and pages of it
// were not read that this run may read.
func mayComeToMore(ctx context.Context, cat *catalog.Catalog, reader harvest.Reader, c catalog.Candidate) (bool, error) {
	was, err := report.SiteOf(c)
	if err != nil || was.Transient || !was.Accepted {
		return was.Transient, err
	}
	src, _, err := cat.Source(ctx, c.Site)
	if err != nil {
		return false, err
	}
	statuses, err := cat.PageStatuses(ctx, c.Site)
	return err == nil && reader.Lacks(statuses, src.Reason != ""), err
}
