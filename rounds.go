package verde

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"

	"verde/catalog"
	"verde/evidence"
	"verde/judge"
	"verde/known"
	"verde/progress"
	"verde/query"
)

// A round is three kinds of steps: it is opened, each of its candidates is settled,
// and it is closed. Each step takes all that it needs from the catalog, and what
// comes of it goes there in one transaction, so that it may be any process that
// does the next one, or the same again.

// candidate is what the catalog keeps of a candidate: all that its settling depends
// on but the web. While it stays the same, a candidate that is settled stays so.
type candidate struct {
	Support int             `json:"support"`
	Leads   []evidence.Lead `json:"leads"`
	Basis   string          `json:"basis"` // a hash of what it is judged by: what is known, by what measures, and its history
}

// OpenRound asks the queries of round n (from 1) and finds the sites that they
// speak for: the round's candidates, which the catalog then has. The round knows the
// sites of the rounds before it, which are closed. It is not opened if there is
// nothing to ask.
//
// Opening a round again asks only for what the catalog lacks. A candidate for which
// nothing has changed stays settled. Cost: the queries, and linear in all results.
func (x *Explorer) OpenRound(ctx context.Context, v *Vertical, n int) (opened bool, err error) {
	if n == 1 {
		if err := x.addOfflineRound(ctx); err != nil {
			return false, err
		}
	}
	plan, err := x.schedule(ctx, v)
	if err != nil {
		return false, err
	}
	x.tell(progress.Event{Phase: progress.Asking, Round: n, Of: plan.last})
	entities, err := x.known(ctx, v, n)
	if err != nil {
		return false, err
	}
	queries, err := x.queries(ctx, v, n, entities)
	switch {
	case err != nil:
		return false, err
	case len(queries) == 0 && n == 1:
		return false, noQuery(v, entities)
	case len(queries) == 0:
		return false, nil
	}
	report := &RoundReport{Round: n}
	results, err := x.gather(ctx, v, entities, queries, report)
	if err != nil {
		return false, err
	}
	found := results.Candidates(entities.Explored, x.Options.withDefaults().MaxCut)
	report.Sites = len(found)
	candidates, err := x.candidates(ctx, n, found, results, entities)
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
	return true, x.share(ctx, v, n, entities)
}

// noQuery is the error of a vertical, maybe edited, that leaves nothing to ask.
func noQuery(v *Vertical, entities *known.Entities) error {
	return &VerticalError{fmt.Sprintf("nothing to ask for: none of the %d entities of %s has a second value worth asking with; give the vertical more \"attributes\"", entities.Len(), v.Site)}
}

// candidates are sites as the catalog keeps them.
func (x *Explorer) candidates(ctx context.Context, n int, found []evidence.Candidate, results *evidence.Results, entities *known.Entities) ([]catalog.Candidate, error) {
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
		basis := sha256.Sum256(fmt.Appendf(nil, "%s %s", measures, history))
		body, err := json.Marshal(candidate{Support: c.Support, Leads: results.Leads(c.URLs), Basis: hex.EncodeToString(basis[:8])})
		if err != nil {
			return nil, err
		}
		out[i] = catalog.Candidate{Round: n, Site: c.Site, Body: body}
	}
	return out, nil
}

// SettleSite is the unit of work: it judges a candidate of round n, and if it is
// accepted finds all pages of the site that are like those that were judged, and
// reads them into records. What comes of it is returned and not stored: whoever
// called puts it into the catalog by [catalog.Catalog.PutSettled]. Several sites may
// be settled at a time.
//
// The site has to agree with what is known: columns are named by the attribute whose
// known values they repeat, and a site whose identifying column can't be found this
// way, or whose pages turn out to be about something else than what was asked for,
// is [catalog.Doubtful], whatever its pages look like. A site that the catalog has
// read already comes back as it stands there, unless it has pages that this run may
// be able to read and the one before was not: those over a lower Options.MaxPages,
// and those that failed for a reason that passes, be it while the site was searched.
// What the archive holds of it costs no request then.
//
// The error is for what ends the run; a site that can't be judged or read comes back
// with its state and reason.
func (x *Explorer) SettleSite(ctx context.Context, v *Vertical, n int, site string) (catalog.Settled, error) {
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
	common, err := x.shared(ctx, v, n)
	if err != nil {
		return catalog.Settled{}, err
	}
	list := make([]string, len(c.Leads))
	for i, l := range c.Leads {
		list[i] = l.URL
	}
	s := &settling{x: x, round: n, entities: common.entities, told: common.told, before: stored.Report,
		candidate: evidence.Candidate{Site: site, Support: c.Support, URLs: list},
		results:   evidence.FromLeads(c.Leads, common.queries), history: history}
	return s.settle(ctx)
}

// CloseRound puts together what the candidates of round n came to, which all have to
// be settled, and tells whether a further round is to be opened. The round's report
// is in the catalog then. Cost: linear in the sources and candidates.
func (x *Explorer) CloseRound(ctx context.Context, v *Vertical, n int) (more bool, err error) {
	rounds, err := reports(ctx, x.Catalog, n)
	if err != nil {
		return false, err
	}
	if len(rounds) == 0 || rounds[len(rounds)-1].Round != n {
		return false, fmt.Errorf("round %d is not open", n)
	}
	r := &rounds[len(rounds)-1]
	r.Evaluated, r.Accepted, r.Refused = 0, 0, 0
	candidates, err := x.Catalog.Candidates(ctx, n)
	if err != nil {
		return false, err
	}
	for _, c := range candidates {
		s, err := settledOf(c)
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
	r.Unseen = unseen(foundBy(sources, n))
	text, err := json.Marshal(r)
	if err != nil {
		return false, err
	}
	if err := x.Catalog.PutRound(ctx, catalog.Round{Round: n, Report: text, Closed: true}); err != nil {
		return false, err
	}
	x.log().Info("round ended", "round", n, "queries", r.Queries, "results", r.Results, "sites", r.Sites, "accepted", r.Accepted, "refused", r.Refused, "unseen", r.Estimate())
	plan, err := x.schedule(ctx, v)
	if err != nil {
		return false, err
	}
	_, more = plan.after(rounds)
	return more, nil
}

// openSites gives the candidates of a round that are not settled or may come to more
// if they are settled again: those first that most entities speak for, then by name.
func (x *Explorer) openSites(ctx context.Context, n int) ([]string, error) {
	all, err := x.Catalog.Candidates(ctx, n)
	if err != nil {
		return nil, err
	}
	support := map[string]int{}
	var sites []string
	for _, c := range all {
		open := !c.Settled
		if !open {
			if open, err = x.mayComeToMore(ctx, c); err != nil {
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

// mayComeToMore reports whether settling a candidate again may come to something
// else than it did: it met a failure that passes, or the site has pages that were not
// read and now may be.
func (x *Explorer) mayComeToMore(ctx context.Context, c catalog.Candidate) (bool, error) {
	was, err := settledOf(c)
	if err != nil || was.Transient || !was.Accepted {
		return was.Transient, err
	}
	src, _, err := x.Catalog.Source(ctx, c.Site)
	if err != nil {
		return false, err
	}
	statuses, err := x.Catalog.PageStatuses(ctx, c.Site)
	return err == nil && x.reader().Lacks(statuses, src.Reason != ""), err
}

// shared is what the settlings of a round have in common, made once a round in each
// process.
type shared struct {
	round    int
	vertical *Vertical
	entities *known.Entities
	queries  map[string]query.Query // that were asked or recognised, by ID
	told     *judging
}

// share makes what the sites of a round have in common. The caller holds x.sharing.
func (x *Explorer) share(ctx context.Context, v *Vertical, n int, entities *known.Entities) error {
	s := &shared{round: n, vertical: v, entities: entities, queries: map[string]query.Query{}, told: &judging{tell: x.tell}}
	for q, err := range x.Catalog.Recognised(ctx) {
		if err != nil {
			return err
		}
		s.queries[q.ID] = q
	}
	asked, err := x.Catalog.Queries(ctx)
	if err != nil {
		return err
	}
	for _, a := range asked {
		s.queries[a.Query.ID] = a.Query
	}
	x.common = s
	return nil
}

// shared gives what the sites of a round have in common, as [Explorer.OpenRound] has
// left it, or else made now.
func (x *Explorer) shared(ctx context.Context, v *Vertical, n int) (*shared, error) {
	x.sharing.Lock()
	defer x.sharing.Unlock()
	if x.common == nil || x.common.round != n || x.common.vertical != v {
		entities, err := x.known(ctx, v, n)
		if err != nil {
			return nil, err
		}
		if err := x.share(ctx, v, n, entities); err != nil {
			return nil, err
		}
	}
	return x.common, nil
}
