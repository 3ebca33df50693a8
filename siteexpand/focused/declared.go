package focused

import (
	"slices"

	"verde/siteexpand/similarity"
	"verde/siteexpand/site"
	"verde/siteexpand/urlclass"
)

// declaredOthers gives those of some pages that say themselves that they are of another kind than the samples: the samples' bodies have a
// class that theirs lacks, and theirs one that no sample's has. Of several classes that all samples share it is the one that most of the fetched pages
// have, of those that some lack: that of the kind comes with each page of it, those of a category or a number with few. Cost: linear in the features of the
// fetched pages.
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

// byClass parts pages of other kinds by the classes of their URLs, each a kind of its own as far as is known.
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
