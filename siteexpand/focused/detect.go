package focused

import (
	"slices"

	"verde/page"
	"verde/siteexpand"
	"verde/siteexpand/similarity"
	"verde/siteexpand/site"
	"verde/siteexpand/urlclass"
	"verde/siteexpand/urlparts"
)

// detect looks for the cases that only a focused crawl can see, or sees in its
// own way: a sample that is no entity page, and features that all pages found
// share and others lack.
func (f *crawl) detect(starts []site.ID, found []siteexpand.EntityPage) {
	for _, u := range starts {
		f.detectOdd(u, len(found))
	}
	f.detectTokens(starts)
	f.detectUnlike(starts[0])
	f.detectNames()
}

// detectOdd looks whether a sample is the front page or a list of entity pages
// rather than an entity page.
func (f *crawl) detectOdd(u site.ID, found int) {
	u = f.Resolve(u)
	if urlparts.IsHome(f.URL(u)) {
		f.AddDiagnosis(siteexpand.HomePage, "give a page about one entity", "sample %s is the front page of its site", f.URL(u))
		return
	}
	type list struct {
		class string
		path  page.LinkPath
	}
	lists := map[list]int{}
	var most list
	var example site.ID
	for _, l := range f.Page(u).Links {
		t := f.record(f.Resolve(l.To))
		if t == nil || t.class == f.record(u).class {
			continue
		}
		at := list{t.classKey, l.Path}
		if lists[at]++; lists[at] > lists[most] {
			most, example = at, l.To
		}
	}
	if n := lists[most]; n >= site.LongList && n > found {
		f.AddDiagnosis(siteexpand.IndexPage, "give one of those if they are what is wanted",
			"sample %s lists %d pages with URLs like %s, and %d pages are like itself", f.URL(u), n, f.URL(f.Resolve(example)), found)
	}
}

// detectTokens looks for samples whose URLs have too few tokens to separate
// them (SSUP 2019, §6.1). That matters where pages of other types have such
// URLs too.
func (f *crawl) detectTokens(starts []site.ID) {
	for _, u := range starts {
		u = f.Resolve(u)
		t := f.record(u)
		short := slices.ContainsFunc(page.Terms(f.URL(u)), func(term string) bool { return term == "size_1" || term == "size_2" })
		if short && t.class.tried >= urlclass.Trials && t.class.matchShare() < pureShare {
			f.AddRemark(siteexpand.TwoTokens, "check the pages: only what they are made of tells them apart; several samples help",
				"of %d pages with URLs as short as that of sample %s, %d are not like it", t.class.tried, f.URL(u), t.class.tried-t.class.matching)
			return
		}
	}
}

// detectUnlike compares the first sample with the pages that were found, as SSUP
// 2019, §6.2 does to find pages that were made by hand.
func (f *crawl) detectUnlike(sample site.ID) {
	n := f.Page(sample)
	var coefficients []float64
	for _, u := range f.fetched {
		if t := f.record(f.Resolve(u)); t != nil && !t.sample && f.isEntityPage(t) && len(coefficients) < sizeDownloads {
			coefficients = append(coefficients, similarity.Jaccard(n.Features, f.Page(u).Features))
		}
	}
	if len(coefficients) == 0 {
		return
	}
	slices.Sort(coefficients)
	if median := coefficients[len(coefficients)/2]; median < site.MinTemplateHTML {
		f.AddRemark(siteexpand.Handcrafted, "check the pages: pages of other kinds may be among them, and others be missing; give samples that are made alike",
			"half of the pages found share less than %.0f %% of elements and link-paths with sample %s", 100*median, f.URL(f.Resolve(sample)))
	}
}

// detectNames looks at the features that the file names of samples and of pages
// found have in common. A feature that all pages found share and most names in
// the same directories lack may be the type's, or that of a family from which
// all samples were taken.
func (f *crawl) detectNames() {
	var names urlclass.FeatureSet // of file names
	for i, t := range f.profile.Features {
		if t.Kind >= urlclass.First {
			names |= 1 << i
		}
	}
	shared, found := names, 0
	dirs := map[string]bool{}
	f.eachPage(func(u site.ID, t *urlRecord, in bool) {
		if !in {
			return
		}
		u = f.Resolve(u)
		found++
		shared &= t.features
		dirs[page.Dir(f.URL(u))] = true
	})
	beside := 0
	var example site.ID
	f.eachPage(func(u site.ID, t *urlRecord, in bool) {
		u = f.Resolve(u)
		if !in && t.sampleForm && shared&^t.features != 0 && dirs[page.Dir(f.URL(u))] {
			if beside++; beside == 1 {
				example = u
			}
		}
	})
	if beside >= urlclass.Trials && beside > found {
		f.AddRemark(siteexpand.Narrow, "give a sample without it if they are meant too",
			"the names of all %d pages found have %s, and those of %d pages beside them have not, such as %s", found, f.profile.Describe(shared), beside, f.URL(example))
	}
}
