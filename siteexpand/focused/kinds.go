package focused

import (
	"maps"
	"slices"
	"strconv"

	"verde/siteexpand/similarity"
	"verde/siteexpand/site"
	"verde/siteexpand/template"
	"verde/siteexpand/urlclass"
)

// mostKinds bounds the kinds of page that are told apart: sections of a site are few.
const mostKinds = 12

// everywhere is the share of the fetched pages that link to a page from which on it is one of the
// site's navigation, and so hardly about an entity: a quorum, as of a template.
const everywhere = .75

// tellKinds parts the fetched pages whose URLs are admitted by their template, where the
// URL classes don't: on a site that has articles, lists and entities in one class, or nearly
// all, it is not known elsewhere what the frame of the site is, so that all pages are
// alike, and some may have become exemplars. Where pages of as many other classes as decide
// anything were fetched, these show it, and nothing is done. Exemplars of another kind than the samples are replaced. Cost: that of
// [template.Divide] for each kind.
func (f *crawl) tellKinds() {
	f.kinds = 0
	contrast := map[*classStats]bool{}
	for _, t := range f.pages(f.fetched...) {
		t.kind, contrast[t.class] = 0, true
	}
	for _, n := range f.exemplars {
		if t := f.record(f.Resolve(n.ID)); t != nil {
			delete(contrast, t.class)
		}
	}
	records, pages, samples := f.candidates()
	if len(contrast) >= urlclass.Trials {
		f.replaceExemplars(records)
		return
	}
	for f.kinds < mostKinds {
		other := template.Divide(pages, samples, f.frame(records))
		if other == nil {
			break
		}
		f.kinds++
		n := 0
		for i, t := range records {
			if other[i] {
				t.kind = f.kinds
				continue
			}
			records[n], pages[n], samples[n] = t, pages[i], samples[i]
			n++
		}
		records, pages, samples = records[:n], pages[:n], samples[:n]
	}
	f.replaceExemplars(records)
}

// candidates lists the fetched pages whose URLs are admitted, their features, and whether they
// stand for the type.
func (f *crawl) candidates() (records []*urlRecord, pages [][]similarity.Feature, samples []bool) {
	for n, t := range f.pages(slices.Concat(f.starts, f.fetched)...) {
		if t.urlAdmitted || t.sample {
			records, pages, samples = append(records, t), append(pages, n.Features), append(samples, t.sample || t.known)
		}
	}
	return records, pages, samples
}

// replaceExemplars puts pages of the samples' kind in the place of exemplars of another, and of
// views.
func (f *crawl) replaceExemplars(ours []*urlRecord) {
	had := len(f.exemplars)
	f.exemplars = slices.DeleteFunc(f.exemplars, func(n *site.Page) bool {
		t := f.record(f.Resolve(n.ID))
		return t != nil && !t.sample && (t.foreignKind() || t.view)
	})
	if len(f.exemplars) == had {
		return
	}
	for _, t := range ours {
		if t.foreignKind() || t.view {
			continue
		}
		if n := f.Page(f.Resolve(t.id)); len(f.exemplars) < maxExemplars && !slices.Contains(f.exemplars, n) {
			f.exemplars = append(f.exemplars, n)
		}
	}
	f.template.Exemplars = nil
	for _, n := range f.exemplars {
		f.template.Exemplars = append(f.template.Exemplars, n.Features)
	}
}

// contrastKey names the pages with which a fetched page is counted where it is asked what
// other pages of the site have: its kind, or its class.
func (t *urlRecord) contrastKey() string {
	if t.kind > 0 {
		return strconv.Itoa(t.kind)
	}
	return t.classKey
}

// frame gives the features that half of the other kinds of page have, each class and each
// kind counting once, and so the pages of the navigation. ours are the pages that
// may be of the type. Cost: linear in the links and features of the fetched pages.
func (f *crawl) frame(ours []*urlRecord) map[similarity.Feature]bool {
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
	own := map[*urlRecord]bool{}
	for _, t := range ours {
		own[t] = true
	}
	kinds := map[string][]*site.Page{}
	for n, t := range f.pages(f.fetched...) {
		switch {
		case t.sample:
		case linked[n.ID] >= everywhere*fetched:
			kinds["navigation"] = append(kinds["navigation"], n)
		case !own[t]:
			kinds[t.contrastKey()] = append(kinds[t.contrastKey()], n)
		}
	}
	shares, frame := map[similarity.Feature]float64{}, map[similarity.Feature]bool{}
	for _, kind := range slices.Sorted(maps.Keys(kinds)) { // in one order, so that sums are always the same
		pages := kinds[kind]
		for _, n := range pages {
			for _, k := range n.Features {
				if shares[k] += 1 / float64(len(pages)); 2*shares[k] >= float64(len(kinds)) {
					frame[k] = true
				}
			}
		}
	}
	return frame
}
