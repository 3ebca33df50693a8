package verde

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
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
// pages, and of the instances found on it at all, a fair share. The first is
// VerDE §V's demand on clusters made on pages, the second keeps out sites of
// prose where a table happens to stand. Instances are counted and not pages,
// since a page about another thing may mention what was asked for. Whether the
// site really shows the same things is decided once it was read (see name).
const (
	minInstances   = 2
	minSemiShare   = 0.3
	openQuestion   = 0.25 // probability from which on a page is no proof but reason enough to read the site, see sureScore
	queriesPerURL  = 3    // queries tried on one page
	clustersPerCut = 3    // clusters judged of one site at each cut
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

// judge evaluates pages of a candidate's clusters (VerDE §VI), the clusters of
// the smallest cut first, until the pages of one URL shape make it a source. It
// returns the source, accepted or refused with the reason, and the number of
// pages it downloaded.
//
// The pages are counted by the shape of their URLs and not by cluster: a search
// engine finds a site's lists, reviews and print versions as well, whose URLs
// are near those of the entity pages, and their verdicts say nothing about
// these.
func (x *Explorer) judge(ctx context.Context, round int, c candidate, a *answers) (catalog.Source, int, error) {
	opt := x.Options.withDefaults()
	judged := map[string]impression{} // by URL
	best := catalog.Source{State: catalog.Refused, Reason: "no cluster of its URLs was judged"}
	perCut := map[int]int{}
	for i, cluster := range c.clusters {
		if perCut[cluster.Cut]++; perCut[cluster.Cut] > clustersPerCut {
			continue
		}
		for _, url := range diverse(cluster.URLs, a.asked, opt.Evaluate) {
			if _, seen := judged[url]; seen {
				continue
			}
			v, err := x.evaluate(ctx, url, a)
			if err != nil {
				return best, len(judged), err
			}
			judged[url] = v
		}
		// A larger cut may bring pages that differ more, and so better samples.
		if src := weighUp(judged, cluster.Support, opt.Samples); src.State == catalog.Accepted || i == 0 || best.State != catalog.Accepted {
			best = src
		}
		if best.State == catalog.Accepted && cluster.Cut == opt.MaxCut {
			break
		}
	}
	best.Site, best.Role, best.Round = c.site, catalog.Discovered, round
	return best, len(judged), nil
}

// impression is a verdict with what else the page showed.
type impression struct {
	catalog.Verdict
	links int // to other pages of the site
}

// weighUp decides from all that was judged of a site. The shape of URLs with
// the most instances shown as data counts; of equals that whose pages link to
// most others, since print versions are a dead end.
func weighUp(judged map[string]impression, support, samples int) catalog.Source {
	type tally struct {
		shape              string
		pages, links       int
		semi               []impression
		matched, instances map[string]bool // queries: met at all, met by data
	}
	shapes := map[string]*tally{}
	for _, url := range slices.Sorted(maps.Keys(judged)) {
		v := judged[url]
		key := urlcluster.Shape(url)
		t := shapes[key]
		if t == nil {
			t = &tally{shape: key, matched: map[string]bool{}, instances: map[string]bool{}}
			shapes[key] = t
		}
		t.pages++
		if v.Matched {
			t.matched[v.QueryID] = true
		}
		if v.SemiStructured || v.Probability >= openQuestion {
			t.semi = append(t.semi, v)
			t.instances[v.QueryID] = true
			t.links += min(v.links, manyLinks)
		}
	}
	var best *tally
	for _, key := range slices.Sorted(maps.Keys(shapes)) {
		t := shapes[key]
		if best == nil || len(t.instances)*(1+t.links) > len(best.instances)*(1+best.links) {
			best = t
		}
	}
	src := catalog.Source{State: catalog.Refused, Support: support, Evaluated: best.pages}
	for _, v := range best.semi {
		if v.SemiStructured {
			src.SemiStructured++
		}
		src.Score += v.Probability / float64(len(best.semi))
		src.Evidence = append(src.Evidence, catalog.Evidence{URL: v.URL, QueryID: v.QueryID, FragmentXPath: v.FragmentXPath, Probability: v.Probability})
	}
	switch {
	case len(best.matched) == 0:
		src.Reason = fmt.Sprintf("none of %d pages like %s shows the values that were asked for", best.pages, best.shape)
		return src
	case len(best.instances) < minInstances || float64(len(best.instances)) < minSemiShare*float64(len(best.matched)):
		src.Reason = fmt.Sprintf("%d of %d instances on pages like %s are shown as data", len(best.instances), len(best.matched), best.shape)
		return src
	}
	slices.SortStableFunc(src.Evidence, func(p, q catalog.Evidence) int { return cmp.Compare(q.Probability, p.Probability) })
	src.Samples = apart(src.Evidence, samples)
	src.SampleURL, src.Container = src.Evidence[0].URL, src.Evidence[0].FragmentXPath
	src.State = catalog.Accepted
	return src
}

// manyLinks is the number of links from which on a page is part of its site.
const manyLinks = 10

// apart picks n pages whose URLs differ most, the surest first: one after the
// other the one farthest from those picked already, since what samples share is
// taken for what all pages of the kind share.
func apart(evidence []catalog.Evidence, n int) []string {
	out := []string{evidence[0].URL}
	for len(out) < min(n, len(evidence)) {
		far, best := -1, ""
		for _, e := range evidence {
			near := urlcluster.Infinity
			for _, u := range out {
				near = min(near, urlcluster.Dissimilarity(e.URL, u))
			}
			if near > far {
				far, best = near, e.URL
			}
		}
		if far == 0 {
			break
		}
		out = append(out, best)
	}
	return out
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
func (x *Explorer) evaluate(ctx context.Context, url string, a *answers) (impression, error) {
	ids := a.asked[url]
	best := impression{Verdict: catalog.Verdict{URL: url, QueryID: ids[0]}}
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
	return best, x.Catalog.PutVerdict(ctx, best.Verdict)
}

func (x *Explorer) evaluatePage(p *page.Page, ids []string, queries map[string]query.Query, best *impression) error {
	doc, err := p.Parse()
	if err != nil {
		return err
	}
	var paths page.Paths
	seen := map[string]bool{p.URL: true}
	for _, l := range page.NewOutline(p.URL, doc, &paths, page.Tag).Links {
		if page.Site(l.URL) == page.Site(p.URL) && !seen[l.URL] {
			seen[l.URL] = true
			best.links++
		}
	}
	for _, id := range ids {
		for _, q := range queries[id].Cases() {
			v := x.Classifier.Evaluate(doc, q)
			f := v.Best()
			if !v.Matched || best.Matched && f.Probability <= best.Probability {
				continue
			}
			best.QueryID, best.Matched, best.SemiStructured = id, true, v.SemiStructured
			best.Probability, best.FragmentXPath = f.Probability, f.XPath
		}
	}
	return nil
}
