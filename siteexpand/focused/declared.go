package focused

import (
	"slices"

	"verde/siteexpand/similarity"
	"verde/siteexpand/site"
	"verde/siteexpand/urlclass"
)

// declaredOthers gives those of some pages that declare to be of another kind than the samples, by
// the classes of their html and body elements. Many content management systems write the kind of a
// page there ("single-book"). A page is of another kind if it lacks the samples' kind class and has a
// class that no sample has.
//
// The kind class is one that all samples have and that some fetched page lacks. If there are several,
// it is the one on most of the fetched pages: a kind class is on every page of its kind, and the class
// of a category or of a number on few. Cost: linear in the features of the fetched pages.
func (f *crawl) declaredOthers(records []*urlRecord) (others []*urlRecord) {
	counts, declaring := map[similarity.Feature]int{}, 0
	for n := range f.pages(slices.Concat(f.starts, f.fetched)...) {
		of := declared(n)
		for _, c := range of {
			counts[c]++
		}
		if len(of) > 0 {
			declaring++
		}
	}
	sampled := map[similarity.Feature]int{}
	for _, u := range f.starts {
		for _, c := range declared(f.Page(u)) {
			sampled[c]++
		}
	}
	var kind similarity.Feature // of the samples' bodies, 0 for none
	for c, n := range sampled {
		most, less := counts[c] > counts[kind], counts[c] == counts[kind] && c > kind
		if n == len(f.starts) && counts[c] >= urlclass.Trials && counts[c] < declaring && (most || less) {
			kind = c
		}
	}
	if kind == 0 {
		return nil
	}
	for _, t := range records {
		of := declared(f.Page(f.Resolve(t.id)))
		if !t.sample && !slices.Contains(of, kind) && slices.ContainsFunc(of, func(c similarity.Feature) bool { return sampled[c] == 0 }) {
			others = append(others, t)
		}
	}
	return others
}

// declared gives the classes of a page's html and body elements.
func declared(n *site.Page) (of []similarity.Feature) {
	for _, c := range n.Features {
		if c&(similarity.Textual|similarity.Declared) == similarity.Declared {
			of = append(of, c)
		}
	}
	return of
}

// byClass divides pages of other kinds by the classes of their URLs: nothing else is known of
// which of them are of one kind.
func byClass(records []*urlRecord) (parts [][]*urlRecord) {
	at := map[string]int{}
	for _, t := range records {
		i, ok := at[t.classKey]
		if !ok {
			i = len(parts)
			at[t.classKey], parts = i, append(parts, nil)
		}
		parts[i] = append(parts[i], t)
	}
	return parts
}
