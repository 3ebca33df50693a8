package focused

import (
	"iter"

	"verde/page"
	"verde/siteexpand/site"
	"verde/siteexpand/template"
)

// pageList is the links on one link-path of a page.
type pageList struct {
	at listPlace
	to []site.ID
}

// listPlace is where a list is: the links on one link-path of all pages of a class.
type listPlace struct {
	class string
	path  page.LinkPath
}

// pageLists gives the lists on the fetched pages but some. Cost: linear in their links.
func (f *crawl) pageLists(but func(site.ID) bool) iter.Seq[pageList] {
	return func(yield func(pageList) bool) {
		for n, t := range f.pages(f.fetched...) {
			if but(n.ID) {
				continue
			}
			at, lists := map[page.LinkPath]int{}, []pageList(nil)
			for _, l := range n.Links {
				i, ok := at[l.Path]
				if !ok {
					i = len(lists)
					at[l.Path], lists = i, append(lists, pageList{at: listPlace{t.classKey, l.Path}})
				}
				lists[i].to = append(lists[i].to, f.Resolve(l.To))
			}
			for _, l := range lists {
				if !yield(l) {
					return
				}
			}
		}
	}
}

// navigation gives the pages to which a quorum of the fetched pages link. Cost: linear in the links of the fetched pages.
func (f *crawl) navigation() map[site.ID]bool {
	fetched, linked := 0., map[site.ID]float64{}
	for n := range f.pages(f.fetched...) {
		fetched++
		to := map[site.ID]bool{}
		for _, l := range n.Links {
			if v := f.Resolve(l.To); !to[v] {
				to[v] = true
				linked[v]++
			}
		}
	}
	navigation := map[site.ID]bool{}
	for u, n := range linked {
		if n >= template.Quorum*fetched {
			navigation[u] = true
		}
	}
	return navigation
}
