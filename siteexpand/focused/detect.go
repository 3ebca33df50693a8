package focused

import (
	"verde/siteexpand"
	"verde/siteexpand/site"
	"verde/siteexpand/urlparts"
)

// detectOdd looks whether a sample is the front page or a list of entity pages
// rather than an entity page.
func (f *crawl) detectOdd(u site.ID, found int) {
	u = f.Resolve(u)
	if urlparts.IsHome(f.URL(u)) {
		f.AddDiagnosis(siteexpand.HomePage, "give a page about one entity", "sample %s is the front page of its site", f.URL(u))
		return
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
