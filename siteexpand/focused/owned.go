package focused

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"verde/siteexpand"
	"verde/siteexpand/site"
	"verde/siteexpand/urlclass"
)

// tokens are the words of a URL, and the signs between them.
var tokens = regexp.MustCompile(`[\pL\pN%]+|[^\pL\pN%]`)

// added gives the part of a URL that differs from another URL: without the words and signs that both have in
// common at the beginning and at the end.
func added(url, other string) string {
	x, y := tokens.FindAllString(url, -1), tokens.FindAllString(other, -1)
	for ; len(x) > 0 && len(y) > 0 && x[len(x)-1] == y[len(y)-1]; x, y = x[:len(x)-1], y[:len(y)-1] {
	}
	for ; len(x) > 0 && len(y) > 0 && x[0] == y[0]; x, y = x[1:], y[1:] {
	}
	return strings.Join(x, "")
}

// leaveOutOwned leaves out of the result the pages that each belong to one entity page: its comments, its
// print version, its history. Such a page has all of these:
//
//   - The entity page is the only page that links to it.
//   - Its URL is the entity page's with a word added, or put in place of another (see added). No sample's
//     URL has that word.
//   - At least [urlclass.Trials] pages have the same word.
//
// If there are more than [urlclass.MaxLiterals] such words, none is left out: then they are names of the
// members that an entity has, and not of sections. Who links to a page is known only at the end of a
// crawl, so it is done there. Cost: linear in the links of the fetched pages.
func (f *crawl) leaveOutOwned() {
	alone := map[site.ID]*site.Page{} // the page that links to a page, nil if several do
	for n := range f.pages(slices.Concat(f.starts, f.fetched)...) {
		for _, l := range n.Links {
			to := f.Resolve(l.To)
			if by, ok := alone[to]; ok && by != n {
				alone[to] = nil
			} else if f.Page(to) != n {
				alone[to] = n
			}
		}
	}
	owned := map[string][]*urlRecord{} // by the word
	f.eachPage(func(met site.ID, t *urlRecord, in bool) {
		if n := alone[f.Resolve(met)]; in && n != nil && f.isEntityPage(f.record(f.Resolve(n.ID))) {
			word := added(f.URL(f.Resolve(met)), f.URL(f.Resolve(n.ID)))
			owned[word] = append(owned[word], t)
		}
	})
	maps.DeleteFunc(owned, func(word string, of []*urlRecord) bool {
		return len(of) < urlclass.Trials || !strings.ContainsFunc(word, unicode.IsLetter) ||
			slices.ContainsFunc(f.starts, func(u site.ID) bool { return strings.Contains(f.URL(f.Resolve(u)), word) })
	})
	if len(owned) == 0 || len(owned) > urlclass.MaxLiterals {
		return
	}
	f.kinds++
	left := 0
	words := slices.Sorted(maps.Keys(owned))
	for _, word := range words {
		left += len(owned[word])
		for _, t := range owned[word] {
			t.owned, t.urlAdmitted, t.kind = true, false, f.kinds
		}
	}
	f.AddRemark(siteexpand.OwnedPages, "give one of these as a second sample if they are meant",
		"%d pages that one entity page each alone links to, and whose URLs are its own but for %q, are left out, such as %s", left, words, owned[words[0]][0].url)
}
