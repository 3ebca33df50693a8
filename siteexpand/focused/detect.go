package focused

import (
	"verde/siteexpand"
	"verde/siteexpand/site"
	"verde/siteexpand/urlclass"
	"verde/siteexpand/urlparts"
)

// detectOdd reports a sample that is hardly an entity page: the front page, a list of entity pages,
// or a page that is unlike all others with such URLs. found is the size of the result.
func (f *crawl) detectOdd(u site.ID, found int) {
	u = f.Resolve(u)
	if urlparts.IsHome(f.URL(u)) {
		f.AddDiagnosis(siteexpand.HomePage, "give a page about one entity", "sample %s is the front page of its site", f.URL(u))
		return
	}
	if n := f.unlike(u); n >= urlclass.Trials && found > len(f.starts) {
		f.AddDiagnosis(siteexpand.LoneSample, "give another sample, that shows what the pages have in common",
			"none of the %d pages with URLs like sample %s that were fetched is like it, and what was found has other URLs", n, f.URL(u))
	}
	lists := map[listPlace]int{} // of the pages it leads to
	var most listPlace
	var example site.ID
	for _, l := range f.Page(u).Links {
		t := f.record(f.Resolve(l.To))
		if t == nil || t.class == f.record(u).class {
			continue
		}
		at := listPlace{t.classKey, l.Path}
		if lists[at]++; lists[at] > lists[most] {
			most, example = at, l.To
		}
	}
	if n := lists[most]; n >= site.LongList && n > found {
		f.AddDiagnosis(siteexpand.IndexPage, "give one of those if they are what is wanted",
			"sample %s lists %d pages with URLs like %s, and %d pages are like itself", f.URL(u), n, f.URL(f.Resolve(example)), found)
	}
}

// unlike counts the fetched pages of the class of a sample's URL if none of them is an entity page,
// and is 0 otherwise. Cost: linear in the fetched pages.
func (f *crawl) unlike(u site.ID) (count int) {
	v := f.record(u).class
	for _, t := range f.pages(f.fetched...) {
		if t.class != v || t.sample {
			continue
		}
		if f.isEntityPage(t) {
			return 0
		}
		count++
	}
	return count
}
