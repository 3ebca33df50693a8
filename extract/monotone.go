package extract

import (
	"cmp"
	"slices"
)

// Bonuses and penalties on node similarity in monotone matching. The first
// two are what a trial on 22 SWDE sites settled on; the shape terms were tuned
// on the sites of bench/extract, where .05 to .2 makes little difference.
const (
	bonusSpot    = .15 // the same positional path as a member
	bonusText    = .1  // the same text as a member
	bonusShape   = .1  // the same block, class and decoration
	penaltyShape = .1  // another one
)

// maxMatrix bounds monotone matching: a run and its columns whose product is
// larger are matched by first fit instead.
const maxMatrix = 1 << 21

// score is how well l fits the column with profile p; 0 when it does not.
func (c *corpus) score(l *leaf, p *profile) float32 {
	best := float32(0)
	for k, s := range p.sigs {
		if c.sigs[l.sig].prop != c.sigs[s].prop { // what markup tells apart is apart
			continue
		}
		v := c.structure(l.sig, s) + weightTypes*l.types.Similarity(p.types[k])
		if float64(v) < nodeSimilarity-1e-6 {
			continue
		}
		if c.sameEnd(l.sig, s) {
			v += bonusShape
		} else {
			v -= penaltyShape
		}
		best = max(best, v)
	}
	if best == 0 {
		return 0
	}
	if slices.Contains(p.positionalPaths, l.positionalPath) {
		best += bonusSpot
	}
	if slices.Contains(p.contents, l.content) {
		best += bonusText
	}
	return best
}

// match aligns n items with m columns so that both keep their order, a column
// takes one item at most and the sum of the scores is largest. fit(i, j) is the
// score of item i in column j, 0 for not at all; astray(i) that of an item that
// goes to no column. It returns for each item its column, -1 for none.
//
// Cost: n·m time, n·m bytes.
func match(n, m int, fit func(i, j int) float32, astray func(i int) float32) []int {
	out := make([]int, n)
	from := make([]byte, n*m) // 1 = pair, 2 = skip the item, 3 = skip the column
	prev, row := make([]float32, m+1), make([]float32, m+1)
	for i := range n {
		apart := astray(i)
		row[0] = prev[0] + apart
		for j := range m {
			best, how := prev[j+1]+apart, byte(2)
			if row[j] >= best {
				best, how = row[j], 3
			}
			if s := fit(i, j); s > 0 && prev[j]+s > best {
				best, how = prev[j]+s, 1
			}
			row[j+1], from[i*m+j] = best, how
		}
		prev, row = row, prev
	}
	for i := range out {
		out[i] = -1
	}
	for i, j := n-1, m-1; i >= 0 && j >= 0; {
		switch from[i*m+j] {
		case 1:
			out[i] = j
			i, j = i-1, j-1
		case 2:
			i--
		default:
			j--
		}
	}
	return out
}

// clusterMonotone makes the columns of a group: the page with most leaves
// opens them, every further page is matched to what is there, and what fits
// nowhere opens a column at its place.
func (a *alignment) clusterMonotone(after int, runs []run) []*column {
	rows, order := make([][][]int32, len(runs)), make([]int, len(runs))
	for i, r := range runs {
		rows[i], order[i] = items(a.docs[r.page].leaves, r.lo, r.hi), i
	}
	slices.SortStableFunc(order, func(x, y int) int { return cmp.Compare(len(rows[y]), len(rows[x])) })
	var cols []*column
	for _, r := range order {
		d, page, row := a.docs[runs[r].page], runs[r].page, rows[r]
		to := pair(len(row), len(cols), func(i, j int) float32 {
			return a.score(&d.leaves[row[i][0]], &cols[j].profile)
		}, func(int) float32 { return 0 })
		cols = a.place(cols, to, row, page, after)
	}
	return cols
}

// place puts items into the columns found for them, and into new columns
// right of the preceding item's where none was.
func (a *alignment) place(cols []*column, to []int, row [][]int32, page, after int) []*column {
	d := a.docs[page]
	out := make([]*column, 0, len(cols)+len(row))
	next := 0
	for i, item := range row {
		if to[i] >= 0 {
			out = append(out, cols[next:to[i]+1]...)
			next = to[i] + 1
			c := out[len(out)-1]
			c.put(page, d, item...)
			c.multi = c.multi || len(item) > 1
			continue
		}
		c := a.newColumn(after)
		c.put(page, d, item...)
		c.multi = len(item) > 1
		out = append(out, c)
	}
	return append(out, cols[next:]...)
}

// pair is match, or where that would cost too much a first fit within a window
// of columns.
func pair(n, m int, fit func(i, j int) float32, astray func(i int) float32) []int {
	if n*m <= maxMatrix {
		return match(n, m, fit, astray)
	}
	const window = 64
	to := make([]int, n)
	from := 0
	for i := range to {
		to[i] = -1
		for j := from; j < min(from+window, m); j++ {
			if fit(i, j) > astray(i) {
				to[i], from = j, j+1
				break
			}
		}
	}
	return to
}

// items are what is matched with columns: leaves, and lists without their
// separators.
func items(of []leaf, lo, hi int32) [][]int32 {
	var out [][]int32
	flat := make([]int32, 0, hi-lo)
	last := int32(0)
	for p := lo; p < hi; p++ {
		l := &of[p]
		if l.taken {
			continue
		}
		if l.list > 0 && l.list == last {
			if list := &out[len(out)-1]; !joint(&of[(*list)[0]], l) {
				*list = append(*list, p)
			}
			continue
		}
		last = l.list
		flat = append(flat, p)
		out = append(out, flat[len(flat)-1:len(flat):len(flat)])
	}
	return out
}
