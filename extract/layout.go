package extract

import (
	"cmp"
	"fmt"
	"math/bits"
	"slices"

	"verde/extract/rules"
)

// A site that was designed anew shows some entities in the old layout and others in the new one, within one frame.
// The frame makes such pages alike (see schemas). What tells them apart is that the layouts exclude each other:
// each page has texts of kinds that no page of the other layout has. Parts that a page may lack do not divide
// pages so, since the pages without have nothing instead.

const (
	minLayoutTexts = 3   // texts that each page has of kinds of its layout alone: fewer are one fact in other markup, with a link, say
	minLayoutPages = 2   // pages that a kind of a layout is on: others are what single pages have
	maxDivisions   = 256 // ways to divide the pages that are tried, those of the kinds with most texts

	// layoutShare is the least share that kinds of its layout alone have of a page's texts, without those of kinds that all pages
	// have. It was chosen between .46 to 1, in nine generated sites of two layouts, and .09, in a shop (book-amazon of SWDE) of one.
	layoutShare = .25
)

// texts counts the texts of each kind of a page.
type texts map[int]int

// textsOf counts the texts of a page, pictures that may say something left out.
func textsOf(c *rules.Corpus, d *rules.Doc) texts {
	out := make(texts)
	for i := range d.Leaves {
		if !d.Leaves[i].Icon {
			s := &c.Sigs[d.Leaves[i].Sig]
			out[int(c.Kinds.Extend(c.Kinds.Extend(0, s.Path), c.Classes.Last(s.Classes)))]++
		}
	}
	return out
}

// division is the pages that the same kinds are on, as a set of places.
type division struct {
	on    []uint64
	size  int
	texts []int // of these kinds, by place
	all   int   // of them together
}

// layoutsOf divides pages, given as places in counts, into those of each layout, the largest first.
//
// Cost: for each of at most maxTemplates layouts linear in the kinds of the pages, and in the pages for each pair of the divisions tried.
func layoutsOf(counts []texts, pages []int) [][]int {
	out := [][]int{pages}
	for k := 0; k < len(out) && len(out) < maxTemplates; {
		here, there := divide(counts, out[k])
		if there == nil {
			k++
			continue
		}
		out[k] = here
		out = append(out, there)
	}
	slices.SortStableFunc(out, func(x, y []int) int { return cmp.Compare(len(y), len(x)) })
	return out
}

// divide divides pages into two layouts so that the page with the least share of texts of its layout alone has
// most; there is nil if they are of one.
func divide(counts []texts, pages []int) (here, there []int) {
	if len(pages) < 2*minOddPages {
		return pages, nil
	}
	all := divisions(counts, pages)
	vary := make([]int, len(pages)) // texts of kinds that some pages lack
	for _, d := range all {
		for i, n := range d.texts {
			vary[i] += n
		}
	}
	var chosen *division
	best := 0.
	for _, d := range all {
		if d.size < minOddPages || d.size > len(pages)-minOddPages {
			continue
		}
		least := 1.
		for i, n := range d.own(all) {
			if n < minLayoutTexts {
				least = 0
				break
			}
			least = min(least, float64(n)/float64(vary[i]))
		}
		if least >= layoutShare && least > best {
			chosen, best = d, least
		}
	}
	if chosen == nil {
		return pages, nil
	}
	for i, p := range pages {
		if chosen.texts[i] > 0 {
			here = append(here, p)
		} else {
			there = append(there, p)
		}
	}
	return here, there
}

// divisions are those of all kinds, those with most texts first.
func divisions(counts []texts, pages []int) []*division {
	words := (len(pages) + 63) / 64
	on := make(map[int][]uint64)
	for i, p := range pages {
		for kind := range counts[p] {
			if on[kind] == nil {
				on[kind] = make([]uint64, words)
			}
			on[kind][i/64] |= 1 << (i % 64)
		}
	}
	of := make(map[string]*division)
	for kind, set := range on {
		key := fmt.Sprint(set)
		d := of[key]
		if d == nil {
			d = &division{on: set, texts: make([]int, len(pages))}
			for _, word := range set {
				d.size += bits.OnesCount64(word)
			}
			of[key] = d
		}
		for i, p := range pages {
			d.texts[i] += counts[p][kind]
			d.all += counts[p][kind]
		}
	}
	out := make([]*division, 0, len(of))
	for _, d := range of {
		if d.size < len(pages) {
			out = append(out, d)
		}
	}
	slices.SortFunc(out, func(x, y *division) int {
		return cmp.Or(cmp.Compare(y.all, x.all), slices.Compare(x.on, y.on))
	})
	return out[:min(len(out), maxDivisions)]
}

// own counts for each page the texts of kinds that are on its side of the division alone, and there on minLayoutPages.
func (d *division) own(all []*division) []int {
	out := make([]int, len(d.texts))
	for _, x := range all {
		within, without := true, true
		for k, word := range x.on {
			within = within && word&^d.on[k] == 0
			without = without && word&d.on[k] == 0
		}
		if !within && !without || x.size < minLayoutPages {
			continue
		}
		for i, n := range x.texts {
			out[i] += n
		}
	}
	return out
}
