package siteexpand

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"verde/page"
)

// Scope is an extent of the type that one sample page may stand for: the pages
// of its own directory, those of sibling directories too, those anywhere on the
// site with the same template, or of either only those whose file names have
// the sample's prefix. Two or more samples from different directories tell
// which; one does not.
type Scope struct {
	Name    string   `json:"name"`
	Samples []string `json:"samples"` // that stand for the scope; give them to get it
	Pages   int      `json:"pages"`
	AtLeast bool     `json:"at_least,omitempty"` // only a part of the scope was looked at
	Chosen  bool     `json:"chosen,omitempty"`
}

// Names of scopes.
const (
	Folder   = "folder"   // pages of the sample's directory
	Siblings = "siblings" // and of directories that differ from it in one position of the path
	Anywhere = "anywhere" // and of all others on the site
	Prefix   = "prefix"   // of either, the pages whose file names have the sample's prefix
)

// ScopeNames lists the scopes that [Options] take.
func ScopeNames() []string { return []string{Folder, Siblings, Anywhere, Prefix} }

// mostScopes is the number of scopes that are offered at most: a choice, not a
// catalog.
const mostScopes = 3

const (
	trialDirs     = 8   // directories of which a page is looked at
	sameTemplate  = .6  // Jaccard coefficient of features, texts left out, from which on a page has the sample's template
	partDirs      = 4   // directories with a page of the sample's template that it takes to choose a wider scope
	partShare     = .75 // ... and their share of those looked at: then directories are parts of one type
	partSize      = .4  // share of the wider scope from which on the sample's directory is no part but a type of its own
	listedShare   = .33 // share of the pages of the sample's directory that lists have to give together with others to choose a wider scope (see listedTogether): types of one directory have 0 to .18, types of several .44 to 1, but for one site without lists
	sizeDownloads = 100 // downloads to find out the size of a scope that is not chosen
)

// chooseScope tries wider scopes than that of own, the crawl of the directory
// of the given samples: one sample, or some that were chosen by what they
// share. A directory with no other page of the type belongs to one entity and
// is no scope. Samples of a wider scope are pages from other directories that
// are most like the given one; pages fetched once serve all scopes.
func (s *focusedRun) chooseScope(ctx context.Context, own *crawl, given []urlID) (*Result, error) {
	last := own
	pages, _ := own.result()
	offered := []Scope{{Name: Folder, Samples: s.report.Samples, Pages: len(pages)}}
	chosen, whole := 0, len(given) > 1 && s.opt.Chosen == Independently // they show the whole type
	requested := s.opt.Scope != "" && s.opt.Scope != Prefix
	var err error
	for _, name := range []string{Siblings, Anywhere} {
		others, parts, err := own.samplesElsewhere(ctx, name)
		if err != nil {
			return nil, err
		}
		if len(others) == 0 {
			continue
		}
		starts := append(slices.Clone(given), others...)
		alone := offered[chosen].Pages <= len(given)+1
		choose := s.opt.Scope == name || !requested && (parts && !whole || alone)
		if !choose && !parts && len(given) > 1 && s.opt.Chosen != Searched {
			continue // hardly a type, and to find out its size costs downloads
		}
		limit := s.opt.MaxDownloads
		if !choose {
			limit = min(limit, s.report.Downloads+sizeDownloads)
		}
		f, err := s.crawl(ctx, starts, name == Anywhere, limit)
		if err != nil {
			return nil, err
		}
		found, _ := f.result()
		sc := Scope{Name: name, Pages: len(found), AtLeast: !choose}
		for _, u := range starts {
			sc.Samples = append(sc.Samples, s.url(s.resolve(u)))
		}
		if choose && !requested && !alone && s.opt.Chosen != Searched {
			choose = f.listedTogether(page.Dir(s.url(s.resolve(given[0])))) >= listedShare
		}
		if choose && (requested || float64(offered[0].Pages) < partSize*float64(len(found))) {
			last, chosen = f, len(offered)
		}
		offered = append(offered, sc)
	}
	if !requested {
		if sc, ok := last.prefixScope(given); ok {
			offered = append(offered, sc)
			if n := len(offered); n > mostScopes { // of anywhere, which was the last, there is no such part
				offered = slices.Delete(offered, n-2, n-1)
			}
			chosen = len(offered) - 1
		}
	}
	if pages, err = last.conclude(ctx, given); err != nil {
		return nil, err
	}
	offered[chosen].Chosen, offered[chosen].Pages = true, len(pages)
	s.report.Scopes = offered
	s.diagnoseScope(offered, offered[chosen].Name)
	return s.finish(pages), nil
}

// listedTogether is the share of the entity pages of a directory that the site
// lists together with those of other directories: on a page that is none itself, on
// one link-path, most links of which lead to entity pages, and at least as many of
// other directories as of this one. What a site lists apart is a type of its own,
// whatever other pages look like: the parameters for HTML and those for print, the
// identifiers of one library. Cost: linear in the links of the fetched pages.
func (f *crawl) listedTogether(dir string) float64 {
	in, home := map[urlID]bool{}, map[urlID]bool{}
	f.eachPage(func(met urlID, _ *urlRecord, entity bool) {
		u := f.resolve(met)
		in[u] = entity
		home[u] = entity && page.Dir(f.url(u)) == dir
	})
	own := 0
	for _, h := range home {
		if h {
			own++
		}
	}
	together := map[urlID]bool{}
	for _, u := range f.fetched {
		n := f.seen(u)
		if n == nil || in[f.resolve(u)] {
			continue
		}
		type list struct {
			all, entities int
			home          []urlID
		}
		lists := map[page.LinkPath]*list{}
		for _, l := range n.links {
			x := lists[l.path]
			if x == nil {
				x = &list{}
				lists[l.path] = x
			}
			to := f.resolve(l.to)
			if x.all++; in[to] {
				x.entities++
			}
			if home[to] {
				x.home = append(x.home, to)
			}
		}
		for _, x := range lists {
			if float64(x.entities) >= acceptShare*float64(x.all) && x.entities >= 2*len(x.home) {
				for _, u := range x.home {
					together[u] = true
				}
			}
		}
	}
	return float64(len(together)) / float64(max(1, own))
}

// diagnoseScope says which scope was chosen where there were several, or that
// there is none as asked for.
func (s *focusedRun) diagnoseScope(offered []Scope, chosen string) {
	switch asked := s.opt.Scope; {
	case asked != "" && asked != chosen:
		s.addDiagnosis(OneSample, "leave the scope open", "no pages were found that make scope %s; %s was taken", asked, chosen)
	case asked == "" && len(offered) > 1:
		s.addDiagnosis(OneSample, "choose with --scope, or give a second sample from elsewhere on the site",
			"it may stand for %d scopes, of which %s was chosen", len(offered), chosen)
	}
}

// samplesElsewhere gives up to two pages from other directories that are most
// like the sample, and whether most directories have a page with its template.
// With Siblings, the directories are those that differ from the sample's in one
// position of the path, else those that differ in more; one page of each is
// looked at (see [crawl.dirRepresentatives]).
func (f *crawl) samplesElsewhere(ctx context.Context, name string) (others []urlID, parts bool, err error) {
	sample := f.exemplars[0]
	home := f.resolve(sample.id)
	at := dissect(f.url(home))
	if name == Siblings {
		if err := f.openSiblings(ctx, at.dirs); err != nil {
			return nil, false, err
		}
	}
	representatives := f.dirRepresentatives(&at, name)
	type candidate struct {
		id   urlID
		like float64
	}
	var found []candidate
	same := 0
	for _, u := range representatives {
		n, err := f.fetch(ctx, u)
		if err != nil {
			return nil, false, err
		}
		if n == nil || page.Dir(f.url(n.id)) == page.Dir(f.url(home)) { // an alias of a page in the sample's own directory
			continue
		}
		if copied(sample, n, at.name == fileName(f.url(n.id))) || !f.opt.AllLanguages && f.foreign(n) {
			continue
		}
		c := candidate{n.id, jaccard(sample.features, n.features)}
		if found = append(found, c); c.like >= sameTemplate {
			same++
		}
	}
	slices.SortStableFunc(found, func(a, b candidate) int { return cmp.Compare(b.like, a.like) })
	for _, c := range found[:min(same, minExemplars-1)] {
		others = append(others, c.id)
	}
	return others, same >= partDirs && float64(same) >= partShare*float64(len(found)), nil
}

// foreign reports whether a page declares another language than each of the
// pages that the crawl began with, where all of these declare one.
func (f *crawl) foreign(n *node) bool {
	return n.language != "" && !slices.ContainsFunc(f.starts, func(u urlID) bool {
		s := f.seen(u)
		return s == nil || s.language == "" || s.language == n.language
	})
}

// copied reports whether a page is a copy of the sample in another directory,
// as on mirrors or for pages that are not translated: with the same file name
// and title, and the same features.
func copied(sample, n *node, sameName bool) bool {
	return sameName && sample.title == n.title && slices.Equal(sample.features, n.features)
}

// fileName is the file name of a URL, without its extension.
func fileName(url string) string {
	a := dissect(url)
	return a.name
}

// dirRepresentatives gives a page of each of up to trialDirs other
// directories: the one with the sample's file name, else one whose name has the
// sample's prefix, else the first met.
func (f *crawl) dirRepresentatives(sample *anatomy, name string) []urlID {
	marks := string(f.profile.signature(nil, f.profile.sharedFeatures(sample)))
	word := firstSubtoken(sample.name)
	type representative struct {
		id   urlID
		rank int
	}
	var all []representative
	of := map[string]int{} // by directory
	sameName := 0
	for _, u := range f.order {
		if sameName == trialDirs {
			break
		}
		u = f.resolve(u)
		a := f.split(u)
		if !f.profile.hasSampleForm(a) || string(f.profile.signature(nil, f.profile.sharedFeatures(a))) != marks || !beside(a.dirs, sample.dirs, f.profile.varies, name) {
			continue
		}
		rank := 0
		switch {
		case a.name == sample.name:
			rank = rankSameName
		case word != "" && firstSubtoken(a.name) == word:
			rank = 1
		}
		dir := strings.Join(a.dirs, "/")
		i, met := of[dir]
		if !met {
			i = len(all)
			of[dir] = i
			all = append(all, representative{u, -1})
		}
		if rank > all[i].rank {
			all[i] = representative{u, rank}
			if rank == rankSameName {
				sameName++
			}
		}
	}
	slices.SortStableFunc(all, func(a, b representative) int { return cmp.Compare(b.rank, a.rank) })
	var out []urlID
	for _, d := range all[:min(len(all), trialDirs)] {
		out = append(out, d.id)
	}
	return out
}

// rankSameName is the rank of a page with the sample's own file name.
const rankSameName = 2

// openSiblings fetches the pages of sibling directories that the crawl has met
// and not fetched, so that their links are known.
func (f *crawl) openSiblings(ctx context.Context, dirs []string) error {
	opened := 0
	for i := 0; i < len(f.order) && opened < trialDirs; i++ { // grows meanwhile
		u := f.resolve(f.order[i])
		a := f.split(u)
		if f.visited(u) || a.ext != "" || len(a.query) > 0 || a.name == "" || !beside(append(a.dirs, a.name), dirs, f.profile.varies, Siblings) {
			continue
		}
		opened++
		n, err := f.fetch(ctx, u)
		if err != nil {
			return err
		}
		f.openLinks(n)
	}
	return nil
}

// beside reports whether a directory differs from the sample's in one position
// (with Siblings), or in more positions or in depth. Positions in which the
// samples differ do not count.
func beside(dirs, sample []string, varies map[int]bool, name string) bool {
	differing := 0
	for i := range max(len(dirs), len(sample)) {
		if varies[i] && i < min(len(dirs), len(sample)) {
			continue
		}
		if i >= min(len(dirs), len(sample)) || dirs[i] != sample[i] {
			differing++
		}
	}
	if name == Siblings {
		return differing == 1 && len(dirs) == len(sample)
	}
	return differing > 1 || differing == 1 && len(dirs) != len(sample)
}
