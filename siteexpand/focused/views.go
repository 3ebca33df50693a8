package focused

import (
	"slices"
	"strings"
	"unicode"

	"verde/siteexpand/urlclass"
)

// tellViews finds the pages that are views of an entity beside its own page: photos, reviews, or
// its form for print. The site's frame makes them too, so that they have half of the template.
// A page may be a view of another that is of the type, and has more of the template, if a link joins them and its title has
// all words of the other's. With the very same words it is one: an entity has one page. With more,
// it may be about another entity, whose name shares words, or about a part, whose name begins with the entity's; but each of these
// has other words besides, and views have
// the same ("Review of ..."). So those of a URL class are told where at least acceptShare of them
// have words besides that several have, and these are few: one kind for ten views. A page that is
// told has to have nearly as much of the template as the exemplars (see nearThreshold), and views like a sample
// are of the type. Cost: linear in the links of the fetched pages.
func (f *crawl) tellViews() {
	titles := f.titleWords()
	same := map[*urlRecord]bool{}
	besides := map[*urlRecord][]string{} // words of views that the entity's title has not
	join := func(t, entity *urlRecord) {
		less := !t.sample && !entity.sample && entity.templateScore <= t.templateScore
		if t == entity || less || !t.urlAdmitted || !entity.urlAdmitted || !f.matchesTemplate(entity) {
			return
		}
		name, words := titles[entity], titles[t]
		more := slices.DeleteFunc(slices.Clone(words), func(w string) bool { return slices.Contains(name, w) })
		had, ok := besides[t]
		switch {
		case len(name) == 0 || len(more)+len(name) > len(words):
		case len(more) == 0:
			same[t] = !t.sample
		case !ok || len(more) < len(had):
			besides[t] = more
		}
	}
	for n, t := range f.pages(slices.Concat(f.starts, f.fetched)...) {
		for _, l := range n.Links {
			if to := f.record(f.Resolve(l.To)); to != nil && titles[to] != nil {
				join(t, to)
				join(to, t)
			}
		}
	}
	type kind struct {
		class   *classStats
		besides string
	}
	kindOf := func(t *urlRecord) kind { return kind{t.class, strings.Join(besides[t], " ")} }
	sizes, views := map[kind]int{}, map[*classStats]int{}
	for t := range besides {
		sizes[kindOf(t)]++
		views[t.class]++
	}
	kinds, covered := map[*classStats]int{}, map[*classStats]int{} // those of several views, and their views
	for k, n := range sizes {
		if n >= urlclass.Trials {
			kinds[k.class]++
			covered[k.class] += n
		}
	}
	for _, u := range f.starts {
		if t := f.record(f.Resolve(u)); besides[t] != nil {
			delete(sizes, kindOf(t))
		}
	}
	for t := range titles {
		t.view = same[t] || besides[t] != nil && sizes[kindOf(t)] >= urlclass.Trials &&
			float64(covered[t.class]) >= acceptShare*float64(views[t.class]) && float64(kinds[t.class]) <= refuseShare*float64(covered[t.class])
	}
}

// titleWords gives the different words of the fetched pages' titles, without those that most
// titles have: the site's name, say.
func (f *crawl) titleWords() map[*urlRecord][]string {
	titles, count := map[*urlRecord][]string{}, map[string]int{}
	for n, t := range f.pages(slices.Concat(f.starts, f.fetched)...) {
		words := strings.FieldsFunc(strings.ToLower(n.Title), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsMark(r) && !unicode.IsDigit(r) })
		slices.Sort(words)
		titles[t] = slices.Compact(words)
		for _, w := range titles[t] {
			count[w]++
		}
	}
	for t, words := range titles {
		titles[t] = slices.DeleteFunc(words, func(w string) bool { return 2*count[w] > len(titles) })
	}
	return titles
}
