package rules

import (
	"math"
	"slices"
)

// placeInRow is a place in rows: the nth text of a path below them.
type placeInRow struct{ path, nth int32 }

// saidText is a text of a row, with its place.
type saidText struct {
	content int32
	place   placeInRow
}

// placeStats is what is counted about the texts that rows have in one place.
type placeStats struct {
	rows         map[int32]int // by text
	all          int
	pairs, equal int                 // of rows of one page, and of these with the same text
	orders       map[[2]int32][2]int // by two texts of a page: pages on which the one and the other comes first
	here         []int32             // on the page that is counted; rows with the same one that follow each other count as one
}

// maxOrdered is how many rows of a page are looked at for their order: their pairs grow with the square.
const maxOrdered = 20

// note notes the text of one more row of a page.
func (p *placeStats) note(content int32) {
	if n := len(p.here); n > 0 && p.here[n-1] == content {
		return
	}
	p.here = append(p.here, content)
}

// endPage counts the rows of a page.
func (p *placeStats) endPage() {
	if p.rows == nil {
		p.rows, p.orders = make(map[int32]int), make(map[[2]int32][2]int)
	}
	here := make(map[int32]int)
	for _, content := range p.here {
		p.rows[content]++
		p.equal += here[content]
		here[content]++
	}
	p.all += len(p.here)
	p.pairs += len(p.here) * (len(p.here) - 1) / 2
	once := slices.DeleteFunc(p.here[:min(len(p.here), maxOrdered)], func(content int32) bool { return here[content] > 1 })
	for i, x := range once {
		for _, y := range once[:i] {
			n := p.orders[[2]int32{min(x, y), max(x, y)}]
			if y < x {
				n[0]++
			} else {
				n[1]++
			}
			p.orders[[2]int32{min(x, y), max(x, y)}] = n
		}
	}
	p.here = p.here[:0]
}

// draws reports whether the texts are values rather than labels, by the log-likelihood ratio of two models. Values: each row of a page
// draws one independently, with the frequencies of all rows, so that texts repeat and are in any order. Labels: a text is on a page
// once, in the order of the template.
func (p *placeStats) draws() bool {
	if p.pairs == 0 {
		return false
	}
	same := 0.
	for _, n := range p.rows {
		same += float64(n) * float64(n-1)
	}
	same = min(max(same/float64(p.all)/float64(max(1, p.all-1)), labelTwice), 1-labelTwice)
	ratio := float64(p.equal)*math.Log(same/labelTwice) + float64(p.pairs-p.equal)*math.Log((1-same)/(1-labelTwice))
	ordered := 0. // of order against any order
	for _, n := range p.orders {
		if m := float64(n[0] + n[1]); m > 1 {
			most, least := float64(max(n[0], n[1])), float64(min(n[0], n[1]))
			of := func(x, y float64) float64 { return math.Pow(labelOrder, x) * math.Pow(1-labelOrder, y) }
			ordered += math.Log((of(most, least)+of(least, most))/2) + m*math.Ln2
		}
	}
	likelihood := func(any float64) float64 { // of order, against any order
		return math.Log(any + (1-any)*math.Exp(min(ordered, 700)))
	}
	return ratio+likelihood(1-valuesSorted)-likelihood(labelShuffled) > 0
}
