package siteexpand

import "verde/page"

// urlJaccard tells the greatest Weak URL Similarity (SSUP 2014, Definition 10) of
// a page to some others: the Jaccard coefficient of their URL terms. Nothing is
// kept of the page, as would be if its terms were numbered.
type urlJaccard struct {
	holders map[page.Term][]int32 // which of the others have a term
	counts  []int                 // of each
	split   []page.Term           // scratch
	both    []int                 // scratch
}

func newURLJaccard(others []string) *urlJaccard {
	k := &urlJaccard{holders: map[page.Term][]int32{}, both: make([]int, len(others))}
	for i, url := range others {
		terms := page.AppendTerms(nil, url)
		for _, t := range terms {
			k.holders[t] = append(k.holders[t], int32(i))
		}
		k.counts = append(k.counts, len(terms))
	}
	return k
}

// max gives the kinship of a URL. Cost: linear in it, times the others.
func (k *urlJaccard) max(url string) (most float64) {
	k.split = page.AppendTerms(k.split[:0], url)
	clear(k.both)
	for _, t := range k.split {
		for _, i := range k.holders[t] {
			k.both[i]++
		}
	}
	for i, both := range k.both {
		most = max(most, float64(both)/float64(len(k.split)+k.counts[i]-both))
	}
	return most
}
