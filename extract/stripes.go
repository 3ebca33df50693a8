package extract

import (
	"slices"
	"strings"
)

// stripedShare is the least share of the runs of two classes in turn that have an odd number of elements, and that have
// an even one: of label and value each run is even, of values and marks between them each is odd, of stripes half are.
const stripedShare = .2

// findStriped gives the words by which two classes differ that elements of one parent and tag have in turn, in runs of
// odd and of even length.
//
// Cost: linear in the elements.
func (a *alignment) findStriped() map[string]bool {
	type stripe struct{ x, y int32 } // classes, the lesser first
	type last struct {
		tag, class int32
		of         stripe
		n          int // elements of the run
	}
	runs, twice := make(map[stripe][2]int), make(map[int32]bool)
	for _, d := range a.docs {
		open := make(map[int32]*last)
		end := func(l *last) {
			if l.n > 1 {
				n := runs[l.of]
				n[l.n%2]++
				runs[l.of] = n
			}
		}
		for e := range d.elems {
			x := &d.elems[e]
			l := open[x.parent]
			if l == nil {
				l = &last{tag: -1}
				open[x.parent] = l
			}
			of := stripe{min(l.class, x.class), max(l.class, x.class)}
			switch turn := l.tag == x.tag && l.class != x.class && of.x >= 0; {
			case turn && l.n > 1 && l.of == of:
				l.n++
			case turn:
				end(l)
				l.of, l.n = of, 2
			default:
				end(l)
				l.n = 1
				twice[x.class] = twice[x.class] || l.tag == x.tag && l.class == x.class
			}
			l.tag, l.class = x.tag, x.class
		}
		for _, l := range open {
			end(l)
		}
	}
	out := make(map[string]bool)
	for of, n := range runs {
		if least := stripedShare * float64(n[0]+n[1]); twice[of.x] || twice[of.y] || min(n[0], n[1]) < 2 || float64(min(n[0], n[1])) < least {
			continue
		}
		x, y := strings.Fields(a.syms.names[of.x]), strings.Fields(a.syms.names[of.y])
		for _, word := range slices.Concat(x, y) {
			if !slices.Contains(x, word) || !slices.Contains(y, word) {
				out[word] = true
			}
		}
	}
	return out
}
