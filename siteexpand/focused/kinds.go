package focused

import (
	"maps"
	"math"
	"slices"
	"strconv"

	"verde/siteexpand/similarity"
	"verde/siteexpand/site"
	"verde/siteexpand/template"
	"verde/siteexpand/urlclass"
)

// tellKinds parts the fetched pages whose URLs are admitted by their template, where the
// URL classes don't: on a site that has articles, lists and entities in one class, or nearly
// all, it is not known elsewhere what the frame of the site is, so that all pages are
// alike, and some may have become exemplars. Where there are classes enough to know it by, the template's score decides: to
// divide there as well takes apart what one type has in several folders or forms (jdk17-classes loses .16 and .46 in two draws of two
// samples). Pages of another type from the same template are
// told by their texts and by the pages that list them apart: first of all
// pages, then of those that have the template, since where lists have URLs like the entities'
// only the lack of it tells that they are no entities. What was told once is asked again, as the
// template may lack since then what these pages have. Exemplars of another kind than the samples
// are replaced. Cost: that of [template.Pages.Divide] for each kind, with the links of the fetched
// pages for each beginning.
func (f *crawl) tellKinds() {
	told, contrast := map[*urlRecord]bool{}, map[*classStats]bool{}
	for _, t := range f.pages(f.fetched...) {
		told[t] = t.kind > 0
		t.kind, contrast[t.class] = 0, true
	}
	for _, n := range f.exemplars {
		if t := f.record(f.Resolve(n.ID)); t != nil {
			delete(contrast, t.class)
		}
	}
	f.kinds, f.leftOut = 0, nil
	all := f.candidates(func(t *urlRecord) bool { return t.urlAdmitted })
	f.elsewhere = nil
	if others := f.placedElsewhere(all.records); len(others) > 0 {
		if !f.severalSamples && 2*len(others) >= len(all.records) { // more than are left: another section may be of the type
			f.elsewhere = others
		}
		f.addKind(others, true)
		all.keep(func(i int) bool { return all.records[i].kind == 0 })
	}
	if len(contrast) < urlclass.Trials {
		f.divide(&all, func(frame featureSet) []bool { return all.pages.Divide(frame, false, always) }, f.addKind)
	}
	f.divideByTexts(&all)
	all.keep(func(i int) bool { return told[all.records[i]] || f.matchesTemplate(all.records[i]) })
	f.divideByTexts(&all)
	f.replaceExemplars(all.records)
}

// shownApart reports whether lists show two kinds of page apart.
func (f *crawl) shownApart(records []*urlRecord, other []bool) bool {
	return f.mixing(records, other).apart()
}

// candidates are pages that may be of the type.
type candidates struct {
	records []*urlRecord
	pages   *template.Pages
}

// candidates gives the samples and those of the fetched pages that may be of the type.
func (f *crawl) candidates(may func(*urlRecord) bool) (c candidates) {
	var features [][]similarity.Feature
	var samples []bool
	for n, t := range f.pages(slices.Concat(f.starts, f.fetched)...) {
		if t.sample || may(t) {
			c.records, features, samples = append(c.records, t), append(features, n.Features), append(samples, t.sample || t.known)
		}
	}
	c.pages = template.NewPages(features, samples)
	return c
}

// keep leaves out the others.
func (c *candidates) keep(in func(i int) bool) {
	c.pages.Keep(in)
	n := 0
	for i := range c.records {
		if in(i) {
			c.records[n] = c.records[i]
			n++
		}
	}
	c.records = c.records[:n]
}

// divideByTexts takes pages with other texts out of those that may be of the type, if they are listed apart: a shop lists what it sells
// together, whatever that is, and makes all of it from one template. Labels alone do not tell: a few pages with little on them would have
// each page of their class fetched (mpich-functions: 637 downloads for 116).
func (f *crawl) divideByTexts(c *candidates) {
	c.pages.Texts()
	f.divide(c, func(frame featureSet) []bool {
		return c.pages.Divide(frame, true, func(other []bool) bool {
			return f.shownApart(c.records, other) && f.leavesOut(c.records, other)
		})
	}, f.addKind)
}

// muchLacked is the share of the labels of the samples' kind from which on pages that lack them may be of
// another type. Of entities of which less is known those of five real types lack up to .17, posts among
// records .25 (TestPostsAmongRecords).
const muchLacked = .2

// featureSet is features of pages.
type featureSet = map[similarity.Feature]bool

// always agrees.
func always([]bool) bool { return true }

// divide takes pages of other kinds out of those that may be of the type, as long as tell, which is given the frame of the site, tells of
// some. They are handed to add, with whether the samples tell that they are of another type.
func (f *crawl) divide(c *candidates, tell func(frame featureSet) []bool, add func(others []*urlRecord, told bool)) {
	for range urlclass.MaxLiterals { // sections of a site are few
		other := tell(f.frame(c.records))
		if other == nil {
			break
		}
		add(which(c.records, other), f.decides(c.records, other))
		c.keep(func(i int) bool { return !other[i] })
	}
}

// addKind notes in the records of pages of another kind of which they are.
func (f *crawl) addKind(others []*urlRecord, told bool) {
	f.kinds++
	for _, t := range others {
		t.kind = f.kinds
	}
	if !told {
		f.leftOut = append(f.leftOut, others...)
	}
}

// leavesOut reports whether pages of another kind are left out. Where the samples do not tell that they are of another type,
// the greater part stays.
func (f *crawl) leavesOut(records []*urlRecord, other []bool) bool {
	return f.decides(records, other) || 2*len(which(records, other)) < len(records)
}

// replaceExemplars puts pages of the samples' kind that are like the first exemplar in the place of
// exemplars of another kind: what is left of the pages whose URLs may be entities' is of
// any kind.
func (f *crawl) replaceExemplars(ours []*urlRecord) {
	had := len(f.exemplars)
	f.exemplars = slices.DeleteFunc(f.exemplars, func(n *site.Page) bool {
		t := f.record(f.Resolve(n.ID))
		return t != nil && !t.sample && t.kind > 0
	})
	if len(f.exemplars) == had {
		return
	}
	for _, t := range ours {
		n := f.Page(f.Resolve(t.id))
		if t.kind == 0 && len(f.exemplars) < maxExemplars && f.likeFirst(n) && !slices.Contains(f.exemplars, n) {
			f.exemplars = append(f.exemplars, n)
		}
	}
	f.template = template.Template{}
	for _, n := range f.exemplars {
		f.template.Add(n.Features)
	}
}

// likeFirst reports whether a page is as like the first exemplar as one of the first three has to be.
func (f *crawl) likeFirst(n *site.Page) bool {
	return similarity.Jaccard(n.Features, f.exemplars[0].Features) >= sameTemplate
}

// contrastKey names the pages with which a fetched page is counted where it is asked what
// other pages of the site have: its kind, or its class.
func (t *urlRecord) contrastKey() string {
	if t.kind > 0 {
		return strconv.Itoa(t.kind)
	}
	return t.classKey
}

// mixing counts how the site lists pages of another kind with those of the samples' kind: the
// pairs that they make on one page of a list, or in all of it, with a page that may be of the type (see [listPages.told]). A list is the links on one link-path of all pages of a class,
// as for [crawl.lists], but for pages that may be of the type. Cost: linear in the links of the fetched pages.
func (f *crawl) mixing(records []*urlRecord, other []bool) (m mixing) {
	may := map[site.ID]int{} // index of the record
	for i, t := range records {
		may[f.Resolve(t.id)] = i
	}
	m.others = float64(len(which(records, other)))
	m.ours = float64(len(records)) - m.others
	listed, lists := map[site.ID]bool{}, map[listPlace]*listPages{}
	for part := range f.pageLists(func(u site.ID) bool { _, ok := may[u]; return ok }) {
		x := list{}
		for _, u := range part.to {
			switch i, ok := may[u]; {
			case !ok:
			case other[i]:
				listed[u] = true
				x.others++
			default:
				x.ours++
				x.sampled = x.sampled || records[i].sample
			}
		}
		if lists[part.at] == nil {
			lists[part.at] = &listPages{}
		}
		lists[part.at].add(x)
	}
	m.listed = float64(len(listed))
	for _, x := range lists {
		m.pairs.add(x.told())
	}
	return m
}

// mixing is how two kinds of page are listed.
type mixing struct {
	ours, others, listed float64 // pages, and those of the other kind that are listed
	pairs
}

// list counts the links of a list, on one page or on all, to pages of the samples' kind, and of the other.
type list struct {
	ours, others float64
	sampled      bool // one of them to a sample
}

func (x list) size() float64 { return x.ours + x.others }

func (x *list) add(other bool) {
	if other {
		x.others++
	} else {
		x.ours++
	}
}

// pairs counts the pairs of a page of the other kind with one of the samples' kind, and with any that may be of the type.
type pairs struct{ mixed, all float64 }

func (p *pairs) add(q pairs) { p.mixed, p.all = p.mixed+q.mixed, p.all+q.all }

func (x list) pairs() pairs { return pairs{x.others * x.ours, x.others * (x.ours + x.others - 1)} }

// listPages is a list on all its pages. These may be groups, as where each maker lists its own products: each with some of the
// samples' kind has a sample, and more have others.
type listPages struct {
	whole                           list
	paged                           pairs   // in which both are on one page
	withOurs, withOthers, unsampled float64 // pages; of the first those without a sample
}

func (x *listPages) add(p list) {
	x.whole.ours, x.whole.others = x.whole.ours+p.ours, x.whole.others+p.others
	x.paged.add(p.pairs())
	if p.others > 0 {
		x.withOthers++
	}
	if p.ours > 0 {
		if x.withOurs++; !p.sampled {
			x.unsampled++
		}
	}
}

// told gives the pairs on one page, or of the whole list if its pages may be groups.
func (x *listPages) told() pairs {
	if x.unsampled == 0 && x.withOthers > x.withOurs {
		return x.whole.pairs()
	}
	return x.paged
}

// apart reports whether the kinds are known to be listed apart: at least half of the pages of the other kind are listed, and of the pairs
// at most refuseShare as many are mixed as if the order were any. A type that lists show together with the samples' has some
// 1 of these, one that they don't has 0 but for a page of news or of the latest changes. From .03 to .1 the bound
// is all the same to verde eval expand --samples 3; with .6 erlang-modules falls from .96 to .21, and without
// any csound-opcodes and wx32-classes lose .09 and .02 as well (one draw).
// Pages of one type that come in two forms, as recipes in two
// languages or classes and interfaces, differ as much in their labels, but the same pages list them.
func (m mixing) apart() bool {
	return 2*m.listed >= m.others && m.all > 0 && m.mixed <= refuseShare*m.all*m.ours/(m.ours+m.others-1)
}

// listedApart is how far lists tell the other pages from those of the samples' kind, from 0 to 1: 1 less
// the share of pages of the samples' kind beside one of the others, as a part of what it would be if the
// order were any. Of the lists that have a page, on one of their pages, the shortest counts: an index of
// everything says nothing of a kind, and a category much. The pages in no list, to which only pages that may
// be of the type lead, count as a list: if these are the others, they are sections of entities. The share
// expected by chance counts as a prior worth minList pages. Cost: linear in the links of the fetched pages.
func (f *crawl) listedApart(records []*urlRecord, other []bool) float64 {
	may := map[site.ID]int{} // index of the record
	for i, t := range records {
		may[f.Resolve(t.id)] = i
	}
	shortest := make([]list, len(records))
	for part := range f.pageLists(func(u site.ID) bool { _, ok := may[u]; return ok }) {
		x, on := list{}, map[int]bool{}
		for _, u := range part.to {
			if i, ok := may[u]; ok && !on[i] {
				on[i] = true
				x.add(other[i])
			}
		}
		for i := range on {
			if was := shortest[i].size(); x.size() >= minList && (was == 0 || x.size() < was) {
				shortest[i] = x
			}
		}
	}
	return apartBy(shortest, other)
}

// apartBy is [crawl.listedApart] for pages of which the shortest list is known, empty for one in no list.
func apartBy(shortest []list, other []bool) float64 {
	all, unlisted := list{}, list{}
	for i, x := range shortest {
		if all.add(other[i]); x.size() == 0 {
			unlisted.add(other[i])
		}
	}
	chance := all.ours / (all.size() - 1)
	mixed, pages := minList*chance, float64(minList)
	for i, x := range shortest {
		if x.size() == 0 {
			x = unlisted
		}
		if other[i] {
			mixed, pages = mixed+x.ours/max(1, x.size()-1), pages+1
		}
	}
	return max(0, 1-mixed/(pages*chance))
}

// wrongShare is the share of wrong pages to be expected if the other pages are as likely of another type as of this one.
func (f *crawl) wrongShare(records []*urlRecord, other []bool) float64 {
	share := float64(len(which(records, other))) / float64(len(records))
	return share * (1 - f.sameType(share))
}

// sameType is the probability that pages without a sample are of the samples' type if they were as likely so as not: were they, samples
// would be among them but by chance. share is their share of the pages.
func (f *crawl) sameType(share float64) float64 {
	none := math.Pow(1-share, float64(len(f.starts)))
	return none / (1 + none)
}

// which gives the records of the other pages.
func which(records []*urlRecord, other []bool) (others []*urlRecord) {
	for i, o := range other {
		if o {
			others = append(others, records[i])
		}
	}
	return others
}

// decides reports whether the samples tell that the other pages are of another type: several do,
// and one if none of these is at its place. Else its labels may be those of one form of the type. Then
// the lesser part is left out: it is less that is lost if that is wrong (see [crawl.diagnoseLeftOut]).
func (f *crawl) decides(records []*urlRecord, other []bool) bool {
	if f.severalSamples {
		return true
	}
	own := map[string]bool{}
	for _, u := range f.starts {
		own[urlclass.Place(f.record(f.Resolve(u)).classKey)] = true
	}
	return !slices.ContainsFunc(which(records, other), func(t *urlRecord) bool { return own[urlclass.Place(t.classKey)] })
}

// frame gives the features that half of the other kinds of page have, each class and each
// kind counting once, and so the pages of the navigation. ours are the pages that
// may be of the type. Cost: linear in the links and features of the fetched pages.
func (f *crawl) frame(ours []*urlRecord) featureSet {
	navigation := f.navigation()
	own := map[*urlRecord]bool{}
	for _, t := range ours {
		own[t] = true
	}
	kinds := map[string][]*site.Page{}
	for n, t := range f.pages(f.fetched...) {
		switch {
		case t.sample:
		case navigation[n.ID]:
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
