package verde

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"math/bits"
	"slices"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"verde/catalog"
	"verde/evidence"
	"verde/known"
	"verde/page"
	"verde/urlcluster"
)

// What makes a site a source: two different instances found in data of its
// pages, and of the instances found on it at all, a fair share. The first is
// VerDE §V's demand on clusters made on pages, the second keeps out sites of
// prose where a table happens to stand. Instances are counted and not pages,
// since a page about another thing may mention what was asked for. Whether the
// site really shows the same things is decided once it was read (see
// [known.Entities.RejectReason]).
const (
	minInstances = evidence.MinEntities
	minSemiShare = 0.3
	openQuestion = 0.25 // probability from which on a page is no proof but reason enough to read the site

	templatesRead = 2 // templates of a site whose pages are read in a round, if those of the first turn out to be about something else
)

// judgeAndExplore judges the candidates of a round and explores those that are
// accepted, several sites at a time. What is known is fixed before, so the
// order in which sites end does not matter.
//
// What was seen of sites refused in earlier rounds is in refused, and goes there.
func (x *Explorer) judgeAndExplore(ctx context.Context, round int, list []evidence.Candidate, a *evidence.Results, entities *known.Entities, refused map[string]dossier, r *RoundReport) error {
	opt := x.Options.withDefaults()
	told := x.tellJudging(len(list))
	dossiers := make([]*dossier, len(list)) // of the sites refused now
	var evaluated, accepted atomic.Int64
	group, gctx := errgroup.WithContext(ctx)
	group.SetLimit(opt.Sites)
	for i, c := range list {
		group.Go(func() error {
			defer told.ended(c.Site)
			d := refused[c.Site]
			src, downloaded, err := x.settle(gctx, round, c, a, entities, &d, told)
			if err != nil {
				return err
			}
			evaluated.Add(int64(downloaded))
			if src.State == catalog.Expanded {
				accepted.Add(1)
			} else {
				dossiers[i] = &d
				x.log().Info("refused", "site", src.Site, "why", src.Reason)
			}
			return nil
		})
	}
	err := group.Wait()
	r.Evaluated, r.Accepted = int(evaluated.Load()), int(accepted.Load())
	for i, d := range dossiers {
		if d != nil {
			refused[list[i].Site] = *d
			r.Refused++
		}
	}
	return err
}

// settle judges a candidate, explores it if it is accepted, and puts what it came
// to into the catalog. It returns the source and the number of pages downloaded
// to judge it, and adds what it saw to the dossier.
//
// Where the pages of one template turn out to be lists or the like once they are
// read, the others are judged without them: a site shows its entities on pages of
// one template, and lists them on those of another.
func (x *Explorer) settle(ctx context.Context, round int, c evidence.Candidate, a *evidence.Results, entities *known.Entities, d *dossier, told *judging) (catalog.Source, int, error) {
	told.begun(c.Site)
	src, downloaded, err := x.judge(ctx, round, c, a, entities, d)
	if err != nil {
		return src, downloaded, err
	}
	told.judged(src.State == catalog.Accepted)
	if src.State == catalog.Accepted {
		defer told.read()
	}
	for tried := 0; src.State == catalog.Accepted && tried < templatesRead; tried++ {
		if src, err = x.ExploreSite(ctx, src, entities, a.Entity); err != nil || src.State != catalog.Doubtful {
			return src, downloaded, err
		}
		d.doubt(src, entities.Len())
		more := 0
		src, more, err = x.judge(ctx, round, c, a, entities, d)
		if downloaded += more; err != nil {
			return src, downloaded, err
		}
	}
	if d.why != "" {
		src.State, src.Reason = catalog.Doubtful, d.why
	}
	return src, downloaded, errors.Join(x.noteSource(src), x.Catalog.PutSource(ctx, src))
}

// Judge judges the sites of search results without exploring them: those that
// several queries led to, in the order of their support. It needs no catalog.
// A site whose pages may be data, so that only reading it would tell, is refused.
func (x *Explorer) Judge(ctx context.Context, results *evidence.Results) ([]catalog.Source, error) {
	opt, none := x.Options.withDefaults(), func(string) bool { return false }
	list := results.Candidates(none, opt.MaxCut)
	sources := make([]catalog.Source, len(list))
	told := x.tellJudging(len(list))
	group, gctx := errgroup.WithContext(ctx)
	group.SetLimit(opt.Sites)
	for i, c := range list {
		group.Go(func() error {
			told.begun(c.Site)
			defer told.ended(c.Site)
			s, _, err := x.judge(gctx, 0, c, results, new(known.Entities), new(dossier))
			if s.State == catalog.Accepted && s.SemiStructured < minInstances {
				s.State, s.Reason = catalog.Refused, fmt.Sprintf("%d of %d pages are data for sure, %d may be", s.SemiStructured, s.Evaluated, len(s.Evidence)-s.SemiStructured)
			}
			sources[i] = s
			told.judged(false)
			return err
		})
	}
	return sources, group.Wait()
}

// judge inspects a candidate and decides. It returns the source, accepted or
// refused with the reason, and the number of pages it downloaded, and adds what
// it saw to the dossier.
func (x *Explorer) judge(ctx context.Context, round int, c evidence.Candidate, a *evidence.Results, entities *known.Entities, d *dossier) (catalog.Source, int, error) {
	in, err := x.inspect(ctx, c, a, entities, *d)
	if err != nil {
		return catalog.Source{}, 0, err
	}
	src := weighUp(in.judged, c.Support, x.Options.withDefaults().Samples)
	src.Site, src.Role, src.Round = c.Site, catalog.Discovered, round
	d.keep(in)
	return src, in.downloaded, nil
}

// impression is a verdict with what else the page showed.
type impression struct {
	catalog.Verdict
	thing  string // that its query asks for
	shape  string // of its URL
	schema page.Schema
	named  bool     // its title in the results has what the query asks for
	tried  []string // queries that the page was judged by
	links  int      // to other pages of the site
	print  uint64   // simhash of the fragment's text, 0 if it is too short for one

	doubted bool // it is of a template whose pages were read and are not about what was asked for, as far as is known by now
}

// nearDuplicate is the number of bits up to which simhashes are of near
// duplicates (Manku, Jain and Das Sarma 2007, for 64 bits).
const nearDuplicate = 3

// copyOf reports whether v shows what o shows: one page under two addresses,
// which queries for different things may lead to.
func (v impression) copyOf(o impression) bool {
	return v.print != 0 && o.print != 0 && bits.OnesCount64(v.print^o.print) <= nearDuplicate
}

// promising reports whether the page shows what was asked for as data, or may.
func (v impression) promising() bool {
	return !v.doubted && (v.SemiStructured || v.Probability >= openQuestion)
}

// tally counts the pages judged of one template.
type tally struct {
	shape              string
	pages, links       int             // pages without near duplicates
	duplicates         int             // pages that repeat one of semi
	semi               []impression    // promising
	matched, instances map[string]bool // things: met at all, shown by promising pages
	named              map[string]bool // things met by pages titled with them
}

// tallies counts by shape, then joins shapes whose promising pages have the
// same schema: a part of the URL by which they differ (a shelf, a year) is none
// of the template, as opposed to that of a print version. The order is that of
// the shapes. Cost: linear in the pages, quadratic in the shapes, which are
// few (shapesProbed).
func tallies(judged map[string]impression) []*tally {
	shapes := map[string]*tally{}
	for _, url := range slices.Sorted(maps.Keys(judged)) {
		v := judged[url]
		t := shapes[v.shape]
		if t == nil {
			t = &tally{shape: v.shape, matched: map[string]bool{}, instances: map[string]bool{}, named: map[string]bool{}}
			shapes[v.shape] = t
		}
		t.add(v)
	}
	var out []*tally
	for _, key := range slices.Sorted(maps.Keys(shapes)) {
		t := shapes[key]
		i := slices.IndexFunc(out, func(o *tally) bool {
			return len(o.semi) > 0 && len(t.semi) > 0 && o.semi[0].schema.Similarity(t.semi[0].schema) >= SameTemplate
		})
		if i < 0 {
			out = append(out, t)
			continue
		}
		out[i].join(t)
	}
	return out
}

// add counts a page. A near duplicate of one that was counted says nothing new.
func (t *tally) add(v impression) {
	if v.promising() && slices.ContainsFunc(t.semi, v.copyOf) {
		t.duplicates++
		return
	}
	t.pages++
	if v.Matched {
		t.matched[v.thing] = true
		if v.named {
			t.named[v.thing] = true
		}
	}
	if v.promising() {
		t.semi = append(t.semi, v)
		t.instances[v.thing] = true
		t.links += min(v.links, manyLinks)
	}
}

// join adds what was counted of another shape.
func (t *tally) join(o *tally) {
	t.pages += o.pages - len(o.semi)
	t.duplicates += o.duplicates
	for _, v := range o.semi {
		t.add(v)
	}
	semi := map[string]bool{} // what only near duplicates were met for is not met
	for _, v := range o.semi {
		semi[v.thing] = true
	}
	for id := range o.matched {
		if !semi[id] {
			t.matched[id] = true
			if o.named[id] {
				t.named[id] = true
			}
		}
	}
}

// met is the number of things that pages met, in whatever form. Where several
// pages titled with what was asked for are promising, the template is such that
// pages have titles of their own, and those titled with something else say
// nothing: a query has led there by mistake.
func (t *tally) met() int {
	titled, n := 0, 0
	for id := range t.matched {
		switch {
		case t.instances[id] && t.named[id]:
			titled++
			n++
		case t.instances[id] || t.named[id]:
			n++
		}
	}
	if titled >= minInstances {
		return n
	}
	return len(t.matched)
}

// parts of the score that the pages counted earn.
func (t *tally) parts() *catalog.ScoreParts {
	p := &catalog.ScoreParts{Instances: len(t.instances), Met: t.met(), Duplicates: t.duplicates}
	for _, v := range t.semi {
		p.Probability += v.Probability / float64(len(t.semi))
		p.Agreement += v.schema.Similarity(t.semi[0].schema) / float64(len(t.semi))
	}
	return p
}

// weighUp decides from all that was judged of a site, at least one page. The
// template counts for which the instances shown as data times the links of these
// pages to others of the site is most, since print versions are a dead end.
func weighUp(judged map[string]impression, support, samples int) catalog.Source {
	var best *tally
	for _, t := range tallies(judged) {
		if best == nil || len(t.instances)*(1+t.links) > len(best.instances)*(1+best.links) {
			best = t
		}
	}
	src := catalog.Source{State: catalog.Refused, Support: support, Evaluated: best.pages, Parts: best.parts()}
	src.Score = src.Parts.Score()
	for _, v := range best.semi {
		if v.SemiStructured {
			src.SemiStructured++
		}
		src.Evidence = append(src.Evidence, catalog.Evidence{URL: v.URL, QueryID: v.QueryID, FragmentXPath: v.FragmentXPath, Probability: v.Probability})
	}
	switch {
	case len(best.matched) == 0:
		src.Reason = fmt.Sprintf("none of %d pages like %s shows the values that were asked for", best.pages, best.shape)
		return src
	case len(best.instances) < minInstances || float64(len(best.instances)) < minSemiShare*float64(best.met()):
		src.Reason = fmt.Sprintf("%d of %d instances on pages like %s are shown as data", len(best.instances), best.met(), best.shape)
		return src
	}
	slices.SortStableFunc(src.Evidence, func(p, q catalog.Evidence) int { return cmp.Compare(q.Probability, p.Probability) })
	src.Samples = apart(src.Evidence, samples)
	src.SampleURL, src.Container = src.Evidence[0].URL, src.Evidence[0].FragmentXPath
	src.State = catalog.Accepted
	return src
}

// SameTemplate is the similarity of two link schemas ([page.Schema.Similarity])
// from which on the pages are of one template.
const SameTemplate = 0.8

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
