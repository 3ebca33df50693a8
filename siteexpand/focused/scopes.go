package focused

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strings"

	"verde/siteexpand"
	"verde/siteexpand/similarity"
	"verde/siteexpand/site"
	"verde/siteexpand/template"
	"verde/siteexpand/urlparts"
)

const (
	trialDirs    = 8  // directories of which a page is looked at (by hand)
	sameTemplate = .6 // Jaccard coefficient of features, without texts, from which on a page has the sample's template (by hand)

	// listedShare is the share of the pages of the sample's directory that have to be listed together with
	// others for a wider scope to be chosen (see listedTogether). On the 35 types, those of one directory
	// have 0 to .18 and those of several .44 to 1, except for one site without lists. Without it -.037
	// with one sample.
	listedShare = .33
)

// chooseScope offers scopes that are wider than the directory of the given samples, chooses one, and
// concludes the run in it. own is the crawl of the samples' directory. If nothing else of the type is in
// that directory, it belongs to one entity and a wider scope is chosen. The samples of a wider scope are
// the given ones and pages from other directories that are most similar to the first. Pages are
// fetched once for all scopes.
func (s *expansion) chooseScope(ctx context.Context, own *crawl, given []site.ID) (*siteexpand.Result, error) {
	pages, _ := own.result()
	c := choice{expansion: s, given: given, last: own, requested: s.Options.Scope != "" && s.Options.Scope != siteexpand.Prefix}
	covered := c.offerOwn(pages)
	if c.chosen > 0 {
		if err := c.crawlCovered(ctx, own, covered); err != nil {
			return nil, err
		}
	}
	for _, name := range []string{siteexpand.Siblings, siteexpand.Anywhere} {
		if name == covered || covered == siteexpand.Anywhere {
			continue
		}
		if err := c.offerWider(ctx, own, name); err != nil {
			return nil, err
		}
	}
	scope := c.offered[c.chosen].Name
	c.last.restrictToScope(scope, c.sample()) // a crawl may have met more, by looking for wider scopes or where anything may come
	c.last.scopeChosen = scope != siteexpand.Folder && c.last.oneDirectory
	if !c.requested {
		c.offerPrefix()
	}
	if err := c.last.takeInFetched(ctx); err != nil {
		return nil, err
	}
	pages, err := c.last.conclude(ctx, given)
	if err != nil {
		return nil, err
	}
	c.offered[c.chosen].Chosen, c.offered[c.chosen].Pages = true, len(pages)
	s.Report.Scopes = c.offered
	c.diagnose()
	return s.Finish(pages), nil
}

// takeInFetched visits the pages of the crawl that other crawls have fetched: they are evidence too. Only other
// addresses of them, which a visit asks for, cost downloads.
func (f *crawl) takeInFetched(ctx context.Context) error {
	for _, u := range f.order {
		if !f.records[u].done && f.Page(u) != nil {
			if _, err := f.visit(ctx, u); err != nil {
				return err
			}
		}
	}
	return nil
}

// choice is the scopes that are offered, and which of them is chosen so far.
type choice struct {
	*expansion
	given     []site.ID
	requested bool // a scope was asked for
	offered   []siteexpand.Scope
	chosen    int    // of the offered scopes
	unsure    bool   // the site lists the pages of a wider scope together, and nothing but that all samples are from one directory speaks against it
	last      *crawl // that found the pages of the chosen scope
}

// offerOwn offers the directory of the samples. If the own crawl found pages of other directories too
// (at one position of the path any value may come), it also offers the scope that has all of them, and
// returns its name. That scope is chosen if one wider than the directory was asked for, or no scope was and the directory
//
//   - has nothing but the samples, or
//   - takes part in it (see takesPart), or
//   - has less than half of what was found, and it would be no great coincidence that all samples are from it.
func (c *choice) offerOwn(pages []siteexpand.EntityPage) (covered string) {
	home := folder(c.sample())
	inside, elsewhere := 0, ""
	for _, e := range pages {
		if folder(e.URL) == home {
			inside++
			continue
		}
		if elsewhere == "" {
			elsewhere, covered = e.URL, siteexpand.Siblings
		}
		if !inScope(siteexpand.Siblings, c.sample(), e.URL) {
			covered = siteexpand.Anywhere
		}
	}
	c.offered = []siteexpand.Scope{{Name: siteexpand.Folder, Samples: c.Report.Samples, Pages: inside}}
	if covered == "" {
		return ""
	}
	c.offered = append(c.offered, siteexpand.Scope{Name: covered, Samples: append(slices.Clone(c.Report.Samples), elsewhere), Pages: len(pages)})
	switch most := 2*inside >= len(pages); {
	case c.requested && c.Options.Scope == siteexpand.Folder:
	case c.requested || inside <= len(c.given) || c.takesPart(c.last, inside, len(pages)) || !most && c.chance(inside, len(pages)) >= likelyShare:
		c.chosen = 1
	}
	return covered
}

// crawlCovered crawls the scope that offerOwn has chosen, from samples all over it: the own crawl has met no more of it than has paths like
// its samples'. The choice falls back on the folder if so many pages are found that it would be a coincidence that all samples are from there.
func (c *choice) crawlCovered(ctx context.Context, own *crawl, name string) error {
	others, _, err := own.samplesElsewhere(ctx, name, own.leastAlike(own.exemplars[0]))
	if err != nil {
		return err
	}
	f, found, err := c.crawlScope(ctx, name, append(slices.Clone(c.given), others...), c.Options.MaxDownloads)
	if err != nil {
		return err
	}
	if c.offered[1].AtLeast = c.Report.Downloads >= c.Options.MaxDownloads; found < c.offered[1].Pages {
		return nil // too few downloads were left: the own crawl has met more of it
	}
	inside := c.offered[0].Pages
	c.offered[1].Pages = found
	if c.requested || inside <= len(c.given) || c.chance(inside, found) >= likelyShare {
		c.last = f
	} else {
		c.chosen, c.unsure = 0, true
	}
	return nil
}

// sample is the URL of the first sample.
func (c *choice) sample() string { return c.URL(c.Resolve(c.given[0])) }

// independent reports whether samples from one directory are evidence for a scope: there are several, and
// they were chosen independently.
func (c *choice) independent() bool {
	return len(c.given) > 1 && c.Options.Chosen == siteexpand.Independently
}

// chance is the probability that all samples are from one directory if they are drawn at random from a wider
// scope. directory and wider are the numbers of pages of both. It is 1 if the samples are not independent.
func (c *choice) chance(directory, wider int) float64 {
	if !c.independent() {
		return 1
	}
	return math.Pow(float64(directory)/max(1, float64(wider)), float64(len(c.given)-1))
}

// takesPart reports whether the pages of a directory are part of a wider scope, which f crawled: the site
// lists them together with its other pages, and the chance that all samples are from the directory is at
// least likelyShare.
func (c *choice) takesPart(f *crawl, directory, wider int) bool {
	together, p := c.listsTogether(f), c.chance(directory, wider)
	c.unsure = c.unsure || together && p < likelyShare
	return together && p >= likelyShare
}

// listsTogether reports whether the site lists the pages of the scope that is chosen so far together with others.
func (c *choice) listsTogether(f *crawl) bool {
	chosen, sample := c.offered[c.chosen].Name, c.sample()
	return f.listedTogether(func(url string) bool { return inScope(chosen, sample, url) }) >= listedShare
}

// offerWider offers the scope of this name if there are pages of it outside of the samples' directory. It
// crawls the scope as a whole if that may be chosen: a part of the lists is no sample of them, since the crawl
// meets first those near the samples. Else it spends up to sideDownloads, to know its size. The scope is chosen if
//
//   - it was asked for, or
//   - no scope was asked for, and the chosen one has at most one page besides the samples, or
//   - no scope was asked for, and the samples' directory takes part in it (see takesPart). Where the
//     directories differ in more than one position, most of those looked at also have to have a page
//     like the sample.
func (c *choice) offerWider(ctx context.Context, own *crawl, name string) error {
	others, alike, err := own.samplesElsewhere(ctx, name, c.last.leastAlike(own.exemplars[0]))
	if err != nil || len(others) == 0 {
		return err
	}
	choose := c.Options.Scope == name || !c.requested && c.offered[c.chosen].Pages <= len(c.given)+1
	byLists := !choose && !c.requested && (name == siteexpand.Siblings || alike)
	if !choose && !alike && !byLists && len(c.given) > 1 {
		return nil // hardly a type, and to find out its size costs downloads
	}
	starts := append(slices.Clone(c.given), others...)
	limit := c.Options.MaxDownloads
	switch {
	case choose:
	case byLists: // what is left is for the scope that is chosen in its place
		limit = max(limit-sideDownloads, c.Report.Downloads)
	default:
		limit = min(limit, c.Report.Downloads+sideDownloads)
	}
	f, found, err := c.crawlScope(ctx, name, starts, limit)
	if err != nil {
		return err
	}
	choose = choose || byLists && c.takesPart(f, c.offered[c.chosen].Pages, found)
	offered := siteexpand.Scope{Name: name, Pages: found, AtLeast: c.Report.Downloads >= limit}
	for _, u := range starts {
		offered.Samples = append(offered.Samples, c.URL(c.Resolve(u)))
	}
	if choose {
		c.last, c.chosen = f, len(c.offered)
	}
	c.offered = append(c.offered, offered)
	return nil
}

// crawlScope crawls a wider scope from samples of it until the run has made limit downloads, and counts the pages that it finds there.
func (c *choice) crawlScope(ctx context.Context, name string, starts []site.ID, limit int) (f *crawl, found int, err error) {
	if f, err = c.crawl(ctx, starts, name == siteexpand.Anywhere, limit); err != nil {
		return nil, 0, err
	}
	pages, _ := f.result()
	for _, e := range pages {
		if inScope(name, c.sample(), e.URL) {
			found++
		}
	}
	return f, found, nil
}

// offerPrefix offers the part of the chosen scope whose file names have the samples'
// prefix, and chooses it, if the prefix separates it from the rest.
func (c *choice) offerPrefix() {
	sc, ok := c.last.prefixScope(c.given)
	if !ok {
		return
	}
	c.offered = append(c.offered, sc)
	c.chosen = len(c.offered) - 1
}

// listedTogether is the share of the entity pages of a scope that the site lists together with entity pages
// outside of it. A list that counts is on a page that is no entity page, on one link-path; at least
// acceptShare of its links lead to entity pages, and at least half of these are outside of the scope.
// Pages that a site lists by themselves are a type of their own, however similar others are: parameters
// for HTML and those for print, the identifiers of one library. Cost: linear in the links of the
// fetched pages.
func (f *crawl) listedTogether(scope func(url string) bool) float64 {
	in, home := map[site.ID]bool{}, map[site.ID]bool{}
	f.eachPage(func(met site.ID, _ *urlRecord, entity bool) {
		u := f.Resolve(met)
		if in[u] = entity; entity && scope(f.URL(u)) {
			home[u] = true
		}
	})
	together := map[site.ID]bool{}
	for list := range f.pageLists(func(u site.ID) bool { return in[u] }) {
		entities, homes := 0., []site.ID(nil)
		for _, to := range list.to {
			if in[to] {
				entities++
			}
			if home[to] {
				homes = append(homes, to)
			}
		}
		if entities >= acceptShare*float64(len(list.to)) && entities >= 2*float64(len(homes)) {
			for _, u := range homes {
				together[u] = true
			}
		}
	}
	return float64(len(together)) / float64(max(1, len(home)))
}

// diagnose says which scope was chosen if there were several, or that the one asked for does not exist.
func (c *choice) diagnose() {
	chosen := c.offered[c.chosen].Name
	switch asked := c.Options.Scope; {
	case asked != "" && asked != chosen:
		c.AddDiagnosis(siteexpand.OneSample, "leave the scope open", "no pages were found that make scope %s; %s was taken", asked, chosen)
	case asked == "" && c.unsure && chosen == siteexpand.Folder:
		c.AddDiagnosis(siteexpand.OneSample, "give a sample from another folder if those beside are meant, or choose with --scope",
			"all samples are from one folder, which was chosen, though pages of most folders beside are like them and the site lists them together")
	case asked == "" && len(c.given) == 1 && chosen == siteexpand.Folder && c.meantWider() >= likelyShare:
		c.AddDiagnosis(siteexpand.OneSample, "give a sample from another folder if those beside are meant, or choose with --scope",
			"the sample's folder was chosen, of %d pages; with a probability of %.2f pages of other folders are meant too", c.offered[c.chosen].Pages, c.meantWider())
	case asked == "" && len(c.offered) > 1:
		c.AddRemark(siteexpand.OneSample, "choose with --scope, or give a second sample from elsewhere on the site",
			"the samples may stand for %d scopes, of which %s was chosen", len(c.offered), chosen)
	}
}

// meantWider is the probability that a wider scope is meant where one sample's folder was chosen: a type that several
// folders hold has several times as many pages as one of them, and else few others look like it. Its two numbers are
// those of a logistic regression on 68 runs of 35 sites, each site with the same weight. With the site left out
// the area under the ROC curve is .81 and the Brier score .187, where the mean has .245; from likelyShare on it tells of 15 of 19
// results with an F1 below .9 that nothing else tells of, and of 2 of 31 from .95 on.
func (c *choice) meantWider() float64 {
	widest := 0
	for _, s := range c.offered {
		if s.Name != siteexpand.Prefix && s.Name != siteexpand.Folder {
			widest = max(widest, s.Pages)
		}
	}
	if widest == 0 {
		return 0
	}
	return 1 / (1 + math.Exp(2.16-1.32*math.Log(float64(widest)/float64(c.offered[c.chosen].Pages))))
}

// samplesElsewhere looks for samples of a wider scope: it fetches a page of each of a few directories that
// the scope adds to the sample's (see inOtherDirectory). These are pages that are listed with entity
// pages, or any URLs if there are none. A page has the sample's template if its Jaccard coefficient with the
// sample is at least sameTemplate and least. others are the minExemplars-1 most similar of these;
// alike says whether a quorum of the directories have such a page. Cost: at most 2·trialDirs downloads.
func (f *crawl) samplesElsewhere(ctx context.Context, name string, least float64) (others []site.ID, alike bool, err error) {
	sample := f.exemplars[0]
	home := f.URL(f.Resolve(sample.ID))
	at := urlparts.Split(home)
	like, looked := map[site.ID]float64{}, 0
	for i, from := 0, [][]site.ID{f.listedWithEntities(), f.order}; i < len(from) && looked == 0; i++ {
		for _, u := range f.dirRepresentatives(&at, name, from[i]) {
			n, err := f.Fetch(ctx, u)
			if err != nil {
				return nil, false, err
			}
			if n == nil || folder(f.URL(n.ID)) == folder(home) || // an alias of a page in the sample's own directory
				copied(sample, n, at.Name == urlparts.Split(f.URL(n.ID)).Name) || !f.Options.AllLanguages && f.inOtherLanguage(n) {
				continue
			}
			looked++
			if like[n.ID] = similarity.Jaccard(sample.Features, n.Features); like[n.ID] >= max(sameTemplate, least) {
				others = append(others, n.ID)
			}
		}
	}
	alike = float64(len(others)) >= template.Quorum*float64(looked)
	slices.SortStableFunc(others, func(a, b site.ID) int { return cmp.Compare(like[b], like[a]) })
	return others[:min(len(others), minExemplars-1)], alike, nil
}

// leastAlike is the lower bound of the Jaccard coefficient with the sample that a further page of the type
// has with a probability of confidence, by the order statistics of the pages found; 0 if they are too few.
func (f *crawl) leastAlike(sample *site.Page) float64 {
	var like []float64
	for n, t := range f.pages(f.fetched...) {
		if f.isEntityPage(t) && !t.sample {
			like = append(like, similarity.Jaccard(sample.Features, n.Features))
		}
	}
	slices.Sort(like)
	rank := int((1 - confidence) * float64(len(like)+1))
	if rank == 0 {
		return 0
	}
	return like[rank-1]
}

// inOtherLanguage reports whether a page declares a language that none of the starts has, and all of these
// declare one.
func (f *crawl) inOtherLanguage(n *site.Page) bool {
	return n.Language != "" && !slices.ContainsFunc(f.starts, func(u site.ID) bool {
		s := f.Page(u)
		return s == nil || s.Language == "" || s.Language == n.Language
	})
}

// copied reports whether a page is a copy of the sample in another directory: it has the same file name,
// title and features. Mirrors have such pages, and sites with pages that are not translated yet.
func copied(sample, n *site.Page, sameName bool) bool {
	return sameName && sample.Title == n.Title && slices.Equal(sample.Features, n.Features)
}

// listedWithEntities gives the URLs that are in a list with an entity page: on one link-path of a page that is
// no entity page. It leaves out sections of a directory with a page for each entity, which are not listed
// with the entities. Cost: linear in the links of the fetched pages.
func (f *crawl) listedWithEntities() (urls []site.ID) {
	entity := map[site.ID]bool{}
	f.eachPage(func(met site.ID, _ *urlRecord, in bool) { entity[f.Resolve(met)] = in })
	is := func(u site.ID) bool { return entity[u] }
	for list := range f.pageLists(is) {
		if slices.ContainsFunc(list.to, is) {
			urls = append(urls, list.to...)
		}
	}
	return urls
}

// dirRepresentatives gives, of some URLs, the first in each of up to trialDirs directories that a scope adds to
// the sample's. Only URLs of the sample's form and with its features of the file name count. Cost: linear
// in the URLs.
func (f *crawl) dirRepresentatives(sample *urlparts.Parts, name string, urls []site.ID) (pages []site.ID) {
	marks := string(f.profile.Signature(nil, f.profile.SharedFeatures(sample)))
	seen := map[string]bool{}
	for _, u := range urls {
		u = f.Resolve(u)
		a := f.split(u)
		dir := strings.Join(a.Dirs, "/")
		if len(pages) == trialDirs || seen[dir] || !inOtherDirectory(a.Dirs, sample.Dirs, f.profile.Varies, name) ||
			!f.profile.HasSampleForm(a) || string(f.profile.Signature(nil, f.profile.SharedFeatures(a))) != marks {
			continue
		}
		seen[dir] = true
		pages = append(pages, u)
	}
	return pages
}
