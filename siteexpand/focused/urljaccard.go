package focused

import (
	"verde/page"
)

// urlJaccard finds the greatest Weak URL Similarity (SSUP 2014, Definition 10)
// of a URL to the URLs of some pages: the Jaccard coefficient of URL terms. It
// keeps nothing of the URL asked for, since it is asked for each page of a
// result.
type urlJaccard struct {
	holders map[page.Term][]int32 // numbers of the pages whose URLs have a term
	counts  []int                 // number of terms of each page's URL
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

// max gives the greatest coefficient. Cost: linear in the URL, times the pages.
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
