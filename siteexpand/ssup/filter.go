package ssup

import (
	"cmp"
	"math"
	"slices"

	"verde/siteexpand/site"
)

// child is a page that a page of the level above links to.
type child struct {
	id       site.ID
	from     site.ID   // first page that points to it
	via      site.Link // by which that page links to it
	samePath bool      // some page links to it by the link-path of the sample
	url      float64   // Strong URL Similarity to the sample
	html     float64   // HTML similarity to the sample, when it was fetched
	fetched  bool      // it was fetched
}

// filtered is the outcome of the Filter: the children that passed in the order
// of their groups, the HTML threshold, and the URL similarity of the last group
// that passed.
type filtered struct {
	children        []child
	minHTML, minURL float64
	first           int     // pages that set the threshold
	refused         []child // below the threshold
	offPath         []child // on other link-paths
}

// filter keeps the children that are like the sample page (SSUP 2019, Algorithm
// 2; the caller adds the sample itself, line 1). html fetches a child and
// compares it with the sample; it reports false for a page that can't be
// fetched, which then counts neither for its group nor against it and is not
// returned.
//
// Groups have equal URL similarity, rounded to [sameSimilarity]. The first
// group with a page sets the HTML threshold, so all of it is fetched; of a
// later one only as many as it takes until one passes. If no page of the first
// group can be fetched, the next group is the first.
func filter(children []child, html func(*child) (bool, error)) (filtered, error) {
	f := filtered{minHTML: 1, minURL: 1}
	kept := slices.DeleteFunc(slices.Clone(children), func(c child) bool { return !c.samePath })
	f.offPath = slices.DeleteFunc(slices.Clone(children), func(c child) bool { return c.samePath })
	for i := range kept {
		kept[i].url = math.Round(kept[i].url/sameSimilarity) * sameSimilarity
	}
	slices.SortStableFunc(kept, func(a, b child) int { return cmp.Compare(b.url, a.url) })
	for i := 0; i < len(kept); {
		j := i
		for j < len(kept) && kept[j].url == kept[i].url {
			j++
		}
		group := kept[i:j]
		setting := f.first == 0 // this group sets the threshold
		passed, had := setting, false
		for k := 0; k < len(group) && (setting || !passed); k++ {
			c := &group[k]
			ok, err := html(c)
			if err != nil {
				return f, err
			}
			if !ok {
				c.samePath = false
				continue
			}
			had = true
			if setting {
				f.minHTML = min(f.minHTML, c.html)
				f.first++
			} else if c.html >= f.minHTML {
				passed = true
			}
		}
		if !passed && had {
			f.refused = kept[i:]
			break
		}
		for _, c := range group {
			if c.samePath {
				f.children = append(f.children, c)
			}
		}
		if had {
			f.minURL = group[0].url
		}
		i = j
	}
	return f, nil
}

// sameSimilarity is the difference below which two similarities are the same:
// far above the error of adding a few dozen weights, far below a term's share.
const sameSimilarity = 1e-9
