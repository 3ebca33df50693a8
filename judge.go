package verde

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"verde/catalog"
	"verde/page"
	"verde/query"
	"verde/search"
	"verde/urlcluster"
)

// What makes a site a source: two different instances found in data of its
// pages, and at least half of the pages that hold their values hold them as
// data. The first is VerDE §V's demand on clusters made on pages, the second
// keeps out sites of prose where a table happens to stand.
const (
	minInstances     = 2
	minSemiShare     = 0.5
	queriesPerURL    = 3 // queries tried on one page
	clustersPerSite  = 6 // clusters judged of one site before it is refused
	samplesPerSource = 3
)

// judgeAndExplore judges the candidates of a round and explores those that are
// accepted, several sites at a time. What is known is fixed before, so the
// order in which sites end does not matter.
func (x *Explorer) judgeAndExplore(ctx context.Context, round int, list []candidate, a *answers, known *knowledge, r *RoundReport) error {
	opt := x.Options.withDefaults()
	x.progress().Sites.Add(int64(len(list)))
	var evaluated, accepted, refused atomic.Int64
	group, gctx := errgroup.WithContext(ctx)
	group.SetLimit(opt.Sites)
	for _, c := range list {
		group.Go(func() error {
			defer x.progress().SitesDone.Add(1)
			src, pages, err := x.judge(gctx, round, c, a)
			if err != nil {
				return err
			}
			evaluated.Add(int64(pages))
			if src.State == catalog.Accepted {
				if src, err = x.ExploreSite(gctx, src, known); err != nil {
					return err
				}
			} else if err := x.Catalog.PutSource(gctx, src); err != nil {
				return err
			}
			if src.State == catalog.Expanded {
				accepted.Add(1)
			} else {
				refused.Add(1)
				x.log().Info("refused", "site", src.Site, "why", src.Reason)
			}
			return nil
		})
	}
	err := group.Wait()
	r.Evaluated, r.Accepted, r.Refused = int(evaluated.Load()), int(accepted.Load()), int(refused.Load())
	return err
}

// Judge judges the sites of search results without exploring them: those that
// several queries led to, in the order of their support. It needs no catalog.
func (x *Explorer) Judge(ctx context.Context, queries []query.Query, results []search.Result) ([]catalog.Source, error) {
	opt := x.Options.withDefaults()
	a := newAnswers()
	for _, q := range queries {
		a.queries[q.ID] = q
	}
	for _, r := range results {
		if q, ok := a.queries[r.QueryID]; ok {
			a.add(q, r)
		}
	}
	list := a.candidates(&knowledge{}, opt.MaxCut)
	sources := make([]catalog.Source, len(list))
	group, gctx := errgroup.WithContext(ctx)
	group.SetLimit(opt.Sites)
	for i, c := range list {
		group.Go(func() (err error) {
			sources[i], _, err = x.judge(gctx, 0, c, a)
			return err
		})
	}
	return sources, group.Wait()
}

// judge evaluates pages of a candidate's clusters (VerDE §VI) until one cluster
// makes it a source. It returns the source, accepted or refused with the
// reason, and the number of pages it downloaded.
func (x *Explorer) judge(ctx context.Context, round int, c candidate, a *answers) (catalog.Source, int, error) {
	src := catalog.Source{Site: c.site, Role: catalog.Discovered, Round: round, State: catalog.Refused,
		Reason: "no cluster of its URLs was judged"}
	judged := map[string]catalog.Verdict{} // by URL
	for i, cluster := range c.clusters {
		if i == clustersPerSite {
			break
		}
		best, err := x.judgeCluster(ctx, cluster, a, judged)
		if err != nil {
			return src, len(judged), err
		}
		best.Site, best.Role, best.Round = src.Site, src.Role, src.Round
		if best.State == catalog.Accepted {
			return best, len(judged), nil
		}
		if best.SemiStructured > src.SemiStructured || src.Evaluated == 0 {
			src = best
		}
	}
	return src, len(judged), nil
}

// judgeCluster evaluates up to Options.Evaluate pages of one cluster, of as
// many different instances as possible.
func (x *Explorer) judgeCluster(ctx context.Context, cluster urlcluster.Cluster, a *answers, judged map[string]catalog.Verdict) (catalog.Source, error) {
	opt := x.Options.withDefaults()
	src := catalog.Source{State: catalog.Refused, Support: cluster.Support}
	instances := map[string]bool{}
	matched := 0
	for _, url := range diverse(cluster.URLs, a.asked, opt.Evaluate) {
		v, seen := judged[url]
		if !seen {
			var err error
			if v, err = x.evaluate(ctx, url, a); err != nil {
				return src, err
			}
			judged[url] = v
		}
		src.Evaluated++
		if v.Matched {
			matched++
		}
		if v.SemiStructured {
			src.SemiStructured++
			src.Score += v.Probability
			instances[v.QueryID] = true
			src.Evidence = append(src.Evidence, catalog.Evidence{URL: v.URL, QueryID: v.QueryID, FragmentXPath: v.FragmentXPath, Probability: v.Probability})
		}
	}
	switch {
	case matched == 0:
		src.Reason = fmt.Sprintf("none of %d pages (%s) shows the values that were asked for", src.Evaluated, cluster.Pattern)
		return src, nil
	case len(instances) < minInstances || float64(src.SemiStructured) < minSemiShare*float64(matched):
		src.Reason = fmt.Sprintf("%d of %d pages (%s) show the values as data", src.SemiStructured, matched, cluster.Pattern)
		return src, nil
	}
	slices.SortStableFunc(src.Evidence, func(p, q catalog.Evidence) int { return cmp.Compare(q.Probability, p.Probability) })
	for _, e := range src.Evidence {
		if len(src.Samples) < cmp.Or(opt.Samples, samplesPerSource) {
			src.Samples = append(src.Samples, e.URL)
		}
	}
	src.Score /= float64(src.SemiStructured)
	src.SampleURL, src.Container = src.Evidence[0].URL, src.Evidence[0].FragmentXPath
	src.State = catalog.Accepted
	return src, nil
}

// diverse picks up to n of a cluster's URLs, in rounds of one URL an instance.
func diverse(urls []string, asked map[string][]string, n int) []string {
	byQuery := map[string][]string{}
	var order []string
	for _, url := range urls {
		id := asked[url][0]
		if byQuery[id] == nil {
			order = append(order, id)
		}
		byQuery[id] = append(byQuery[id], url)
	}
	var out []string
	for i := 0; len(out) < n && len(out) < len(urls); i++ {
		for _, id := range order {
			if i < len(byQuery[id]) && len(out) < n {
				out = append(out, byQuery[id][i])
			}
		}
	}
	return out
}

// evaluate downloads one result page and judges it by the queries that led to
// it: the best verdict counts. A page that can't be had is a verdict with the
// reason.
func (x *Explorer) evaluate(ctx context.Context, url string, a *answers) (catalog.Verdict, error) {
	ids := a.asked[url]
	best := catalog.Verdict{URL: url, QueryID: ids[0]}
	p, err := x.Pages.Fetch(ctx, url)
	if err == nil {
		err = x.evaluatePage(p, ids[:min(len(ids), queriesPerURL)], a.queries, &best)
	}
	var pe *page.Error
	switch {
	case errors.As(err, &pe):
		best.Reason = string(pe.Reason)
		x.log().Debug("not evaluated", "error", err)
	case err != nil:
		return best, err
	}
	if x.Catalog == nil {
		return best, nil
	}
	return best, x.Catalog.PutVerdict(ctx, best)
}

func (x *Explorer) evaluatePage(p *page.Page, ids []string, queries map[string]query.Query, best *catalog.Verdict) error {
	doc, err := p.Parse()
	if err != nil {
		return err
	}
	for _, id := range ids {
		v := x.Classifier.Evaluate(doc, queries[id])
		if !v.Matched || best.Matched && v.Best().Probability <= best.Probability {
			continue
		}
		f := v.Best()
		best.QueryID, best.Matched, best.SemiStructured = id, true, v.SemiStructured
		best.Probability, best.FragmentXPath = f.Probability, f.XPath
	}
	return nil
}
