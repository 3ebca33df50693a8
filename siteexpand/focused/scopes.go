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
	"verde/siteexpand/urlclass"
	"verde/siteexpand/urlparts"
)

// mostScopes is the number of scopes that are offered at most: a choice, not a
// catalog.
const mostScopes = 3

const (
	trialDirs    = 8   // directories of which a page is looked at
	sameTemplate = .6  // Jaccard coefficient of features, texts left out, from which on a page has the sample's template, and may be one of the first three exemplars: by hand
	listedShare  = .33 // share of the pages of the sample's directory that lists have to give together with others to choose a wider scope (see listedTogether): types of one directory have 0 to .18, types of several .44 to 1, but for one site without lists; without it -.037 with one sample
)

// chooseScope tries wider scopes than that of own, the crawl of the directory
// of the given samples: one sample, or some that were chosen by what they
// share. A directory with no other page of the type belongs to one entity and
// is no scope. Samples of a wider scope are pages from other directories that
// are most like the given one; pages fetched once serve all scopes.
func (s *expansion) chooseScope(ctx context.Context, own *crawl, given []site.ID) (*siteexpand.Result, error) {
	pages, _ := own.result()
	c := choice{expansion: s, given: given, last: own, found: len(pages), requested: s.Options.Scope != "" && s.Options.Scope != siteexpand.Prefix}
	covered := c.offerOwn(pages)
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
	pages, err := c.last.conclude(ctx, given)
	if err != nil {
		return nil, err
	}
	c.offered[c.chosen].Chosen, c.offered[c.chosen].Pages = true, len(pages)
	s.Report.Scopes = c.offered
	c.diagnose()
	return s.Finish(pages), nil
}

// choice is the scopes that are offered, and which of them is chosen so far.
type choice struct {
	*expansion
	given     []site.ID
	requested bool // a scope was asked for
	found     int  // pages of the own crawl
	offered   []siteexpand.Scope
	chosen    int    // of the offered scopes
	torn      bool   // the site shows a wider scope, and only that all samples are from one directory speaks against it
	last      *crawl // that found its pages
}

// offerOwn offers the directory of the samples and, if the own crawl found pages of
// other directories too, since anything may come at one place of the path, the scope
// that this makes, whose name it returns. That one is chosen unless the directory is
// asked for, or it is a great coincidence that all samples are from there.
func (c *choice) offerOwn(pages []siteexpand.EntityPage) (covered string) {
	home := c.home()
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
	switch {
	case c.Options.Scope == siteexpand.Folder:
	case !c.requested && c.independent() && inside > len(c.given) && !c.byChance(inside, len(pages)):
		c.torn = c.listsTogether(c.last)
	default:
		c.chosen = 1
	}
	return covered
}

// sample is the URL of the first sample, and home its directory.
func (c *choice) sample() string { return c.URL(c.Resolve(c.given[0])) }
func (c *choice) home() string   { return folder(c.sample()) }

// independent reports whether it means something that all samples are from one
// directory.
func (c *choice) independent() bool {
	return len(c.given) > 1 && c.Options.Chosen == siteexpand.Independently
}

// byChance reports whether it is no less likely that independent samples of a wider scope are all from one
// directory, that with so many of its pages, than not.
func (c *choice) byChance(directory, wider int) bool {
	return math.Pow(float64(directory)/float64(max(1, wider)), float64(len(c.given)-1)) >= likelyShare
}

// listsTogether reports whether the site lists the pages of the samples' directory together with others.
func (c *choice) listsTogether(f *crawl) bool { return f.listedTogether(c.home()) >= listedShare }

// offerWider offers a scope that is wider than the directory of the samples, if there
// is one, crawled as far as is needed to tell its size if it is not to be chosen. It
// is chosen if it was asked for, or there is hardly anything narrower, or most
// directories beside have the template, the site lists their pages together, and it is
// no great coincidence that all samples are from there.
func (c *choice) offerWider(ctx context.Context, own *crawl, name string) error {
	others, parts, looked, err := own.samplesElsewhere(ctx, name, own.order)
	if err != nil || len(others) == 0 {
		return err
	}
	alone := c.offered[c.chosen].Pages <= len(c.given)+1
	choose := c.Options.Scope == name || !c.requested && (parts || alone)
	if !choose && !parts && len(c.given) > 1 {
		return nil // hardly a type, and to find out its size costs downloads
	}
	open := choose && !c.requested && !alone // what the site shows decides
	starts := append(slices.Clone(c.given), others...)
	limit := c.Options.MaxDownloads
	if !choose || open && c.independent() {
		limit = min(limit, c.Report.Downloads+sideDownloads)
	}
	f, found, err := c.crawlScope(ctx, name, starts, limit)
	if err == nil && !choose && !c.requested && looked < urlclass.Trials { // the own crawl met too few directories to tell; this one met more
		_, choose, _, err = own.samplesElsewhere(ctx, name, f.order)
		open = choose
	}
	if err != nil {
		return err
	}
	byChance := func() bool { return !open || !c.independent() || c.byChance(c.found, found) }
	if choose = choose && byChance(); choose && limit < c.Options.MaxDownloads {
		if f, found, err = c.crawlScope(ctx, name, starts, c.Options.MaxDownloads); err != nil {
			return err
		}
		choose = byChance()
	}
	c.torn = c.torn || open && !choose && c.listsTogether(f)
	offered := siteexpand.Scope{Name: name, Pages: found, AtLeast: !choose}
	for _, u := range starts {
		offered.Samples = append(offered.Samples, c.URL(c.Resolve(u)))
	}
	if choose && open {
		choose = c.listsTogether(f)
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
	if n := len(c.offered); n > mostScopes { // of the widest, which was the last, there is no such part
		c.offered = slices.Delete(c.offered, n-2, n-1)
	}
	c.chosen = len(c.offered) - 1
}

// listedTogether is the share of the entity pages of a directory that the site
// lists together with those of other directories: on a page that is none itself, on
// one link-path, most links of which lead to entity pages, and at least as many of
// other directories as of this one. What a site lists apart is a type of its own,
// whatever other pages look like: the parameters for HTML and those for print, the
// identifiers of one library. Cost: linear in the links of the fetched pages.
func (f *crawl) listedTogether(dir string) float64 {
	in, home := map[site.ID]bool{}, map[site.ID]bool{}
	f.eachPage(func(met site.ID, _ *urlRecord, entity bool) {
		u := f.Resolve(met)
		if in[u] = entity; entity && folder(f.URL(u)) == dir {
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

// diagnose says which scope was chosen where there were several, or that
// there is none as asked for.
func (c *choice) diagnose() {
	chosen := c.offered[c.chosen].Name
	switch asked := c.Options.Scope; {
	case asked != "" && asked != chosen:
		c.AddDiagnosis(siteexpand.OneSample, "leave the scope open", "no pages were found that make scope %s; %s was taken", asked, chosen)
	case asked == "" && c.torn && chosen == siteexpand.Folder:
		c.AddDiagnosis(siteexpand.OneSample, "give a sample from another folder if those beside are meant, or choose with --scope",
			"all samples are from one folder, which was chosen, though pages of most folders beside are like them and the site lists them together")
	case asked == "" && len(c.offered) > 1:
		c.AddRemark(siteexpand.OneSample, "choose with --scope, or give a second sample from elsewhere on the site",
			"the samples may stand for %d scopes, of which %s was chosen", len(c.offered), chosen)
	}
}

// samplesElsewhere gives of the URLs met up to two pages from other directories that are most
// like the sample, and whether the directories are parts of one type: at least as many as decide a class, and a
// quorum of those looked at, whose number is returned, have a page with its template.
// With Siblings, the directories are those that differ from the sample's in one
// position of the path, else those that differ in more; one page of each is
// looked at (see [crawl.dirRepresentatives]).
func (f *crawl) samplesElsewhere(ctx context.Context, name string, met []site.ID) (others []site.ID, parts bool, looked int, err error) {
	sample := f.exemplars[0]
	home := f.URL(f.Resolve(sample.ID))
	at := urlparts.Split(home)
	like := map[site.ID]float64{}
	for _, u := range f.dirRepresentatives(&at, name, met) {
		n, err := f.Fetch(ctx, u)
		if err != nil {
			return nil, false, 0, err
		}
		if n == nil || folder(f.URL(n.ID)) == folder(home) || // an alias of a page in the sample's own directory
			copied(sample, n, at.Name == urlparts.Split(f.URL(n.ID)).Name) || !f.Options.AllLanguages && f.foreign(n) {
			continue
		}
		looked++
		if like[n.ID] = similarity.Jaccard(sample.Features, n.Features); like[n.ID] >= sameTemplate {
			others = append(others, n.ID)
		}
	}
	parts = len(others) >= urlclass.Trials && float64(len(others)) >= template.Quorum*float64(looked)
	slices.SortStableFunc(others, func(a, b site.ID) int { return cmp.Compare(like[b], like[a]) })
	return others[:min(len(others), minExemplars-1)], parts, looked, nil
}

// foreign reports whether a page declares another language than each of the
// pages that the crawl began with, where all of these declare one.
func (f *crawl) foreign(n *site.Page) bool {
	return n.Language != "" && !slices.ContainsFunc(f.starts, func(u site.ID) bool {
		s := f.Page(u)
		return s == nil || s.Language == "" || s.Language == n.Language
	})
}

// copied reports whether a page is a copy of the sample in another directory,
// as on mirrors or for pages that are not translated: with the same file name
// and title, and the same features.
func copied(sample, n *site.Page, sameName bool) bool {
	return sameName && sample.Title == n.Title && slices.Equal(sample.Features, n.Features)
}

// dirRepresentatives gives of the URLs met the first in each of up to trialDirs other directories. Cost: linear in the URLs.
func (f *crawl) dirRepresentatives(sample *urlparts.Parts, name string, met []site.ID) (pages []site.ID) {
	marks := string(f.profile.Signature(nil, f.profile.SharedFeatures(sample)))
	seen := map[string]bool{}
	for _, u := range met {
		u = f.Resolve(u)
		a := f.split(u)
		dir := strings.Join(a.Dirs, "/")
		if len(pages) == trialDirs || seen[dir] || !beside(a.Dirs, sample.Dirs, f.profile.Varies, name) ||
			!f.profile.HasSampleForm(a) || string(f.profile.Signature(nil, f.profile.SharedFeatures(a))) != marks {
			continue
		}
		seen[dir] = true
		pages = append(pages, u)
	}
	return pages
}
