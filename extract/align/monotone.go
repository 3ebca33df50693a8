package align

import (
	"cmp"
	"slices"

	"verde/extract/leaves"
	"verde/extract/rules"
)

// Bonuses and penalties on node similarity in monotone matching. The first
// two are what a trial on 22 SWDE sites settled on; the shape terms were tuned
// on the sites of bench/extract, where .05 to .2 makes little difference.
const (
	bonusSpot    = .15 // the same positional path as a member
	bonusText    = .1  // the same text as a member
	BonusShape   = .1  // the same block, class and decoration
	penaltyShape = .1  // another one
)

// MaxMatrix bounds monotone matching: a run and its columns whose product is
// larger are matched by first fit instead.
const MaxMatrix = 1 << 21

// Score is how well l fits the column with profile p; 0 when it does not.
func Score(c *rules.Corpus, l *leaves.Leaf, p *Profile) float32 {
	best := float32(0)
	for k, s := range p.Sigs {
		if c.Sigs[l.Sig].Prop != c.Sigs[s].Prop { // what markup tells apart is apart
			continue
		}
		v := Structure(c, l.Sig, s) + WeightTypes*l.Types.Similarity(p.Types[k])
		if float64(v) < nodeSimilarity-1e-6 {
			continue
		}
		if SameEnd(c, l.Sig, s) {
			v += BonusShape
		} else {
			v -= penaltyShape
		}
		best = max(best, v)
	}
	if best == 0 {
		return 0
	}
	if slices.Contains(p.positionalPaths, l.PositionalPath) {
		best += bonusSpot
	}
	if slices.Contains(p.contents, l.Content) {
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
func (a *Alignment) clusterMonotone(after int, runs []run) []*Column {
	rows, order := make([][][]int32, len(runs)), make([]int, len(runs))
	for i, r := range runs {
		rows[i], order[i] = Items(a.Docs[r.page].Leaves, r.lo, r.hi), i
	}
	slices.SortStableFunc(order, func(x, y int) int { return cmp.Compare(len(rows[y]), len(rows[x])) })
	var cols []*Column
	for _, r := range order {
		d, page, row := a.Docs[runs[r].page], runs[r].page, rows[r]
		to := Pair(len(row), len(cols), func(i, j int) float32 {
			return Score(a.Set.Corpus, &d.Leaves[row[i][0]], &cols[j].Profile)
		}, func(int) float32 { return 0 })
		cols = a.place(cols, to, row, page, after)
	}
	return cols
}

// place puts items into the columns found for them, and into new columns
// right of the preceding item's where none was.
func (a *Alignment) place(cols []*Column, to []int, row [][]int32, page, after int) []*Column {
	d := a.Docs[page]
	out := make([]*Column, 0, len(cols)+len(row))
	next := 0
	for i, item := range row {
		if to[i] >= 0 {
			out = append(out, cols[next:to[i]+1]...)
			next = to[i] + 1
			c := out[len(out)-1]
			c.Put(page, d, item...)
			c.Multi = c.Multi || len(item) > 1
			continue
		}
		c := a.NewColumn(after)
		c.Put(page, d, item...)
		c.Multi = len(item) > 1
		out = append(out, c)
	}
	return append(out, cols[next:]...)
}

// Pair is match, or where that would cost too much a first fit within a window
// of columns.
func Pair(n, m int, fit func(i, j int) float32, astray func(i int) float32) []int {
	if n*m <= MaxMatrix {
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

// Items are what is matched with columns: leaves, and lists without their
// separators.
func Items(of []leaves.Leaf, lo, hi int32) [][]int32 {
	var out [][]int32
	flat := make([]int32, 0, hi-lo)
	last := int32(0)
	for p := lo; p < hi; p++ {
		l := &of[p]
		if l.Taken {
			continue
		}
		if l.List > 0 && l.List == last {
			if list := &out[len(out)-1]; !leaves.Joint(&of[(*list)[0]], l) {
				*list = append(*list, p)
			}
			continue
		}
		last = l.List
		flat = append(flat, p)
		out = append(out, flat[len(flat)-1:len(flat):len(flat)])
	}
	return out
}
