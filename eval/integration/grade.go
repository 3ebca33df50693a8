// Package integration grades a catalog made of several sites' records against the truth: which columns have one
// meaning, which records are one entity, which values are right.
//
// The one idea: a catalog is graded by pairs. Two columns, or two records, that belong together and were joined
// are right; so ten tables that were never joined have a recall of 0, however well each was read. Records are
// graded by B-cubed too (Bagga and Baldwin 1998), in which large entities do not count by the square of their
// size.
//
// The package is pure.
package integration

import "cmp"

// Score is a precision, a recall and their harmonic mean.
type Score struct {
	Precision float64 `json:"precision"`
	Recall    float64 `json:"recall"`
	F1        float64 `json:"f1"`
}

// NewScore makes a score from the numbers of right results, of results, and of what there was to find. Without
// results the precision is 1: none is wrong.
func NewScore(right, found, want float64) Score {
	s := Score{Precision: 1, Recall: 1}
	if found > 0 {
		s.Precision = right / found
	}
	if want > 0 {
		s.Recall = right / want
	}
	if s.Precision+s.Recall > 0 {
		s.F1 = 2 * s.Precision * s.Recall / (s.Precision + s.Recall)
	}
	return s
}

// Pairs grades groups of elements by the pairs in them. truth maps each element to its true group; elements that
// are not in it are ignored. Cost: linear.
func Pairs[E comparable, T cmp.Ordered](groups [][]E, truth map[E]T) Score {
	var right, found, want float64
	sizes := make(map[T]int)
	for _, g := range groups {
		inside := make(map[T]int)
		n := 0
		for _, e := range g {
			if t, ok := truth[e]; ok {
				inside[t]++
				n++
			}
		}
		found += pairs(n)
		for t, k := range inside {
			right += pairs(k)
			sizes[t] += k
		}
	}
	for _, n := range sizes {
		want += pairs(n)
	}
	return NewScore(right, found, want)
}

func pairs(n int) float64 { return float64(n) * float64(n-1) / 2 }

// BCubed grades groups by element: the mean over the elements of the share of their group that belongs to their
// true group (precision), and of the share of their true group that is in their group (recall). Cost: linear.
func BCubed[E comparable, T cmp.Ordered](groups [][]E, truth map[E]T) Score {
	sizes := make(map[T]float64)
	var precision, recall, total float64
	type part struct{ size, inside float64 }
	parts := make(map[T][]part)
	for _, g := range groups {
		inside := make(map[T]float64)
		n := 0.
		for _, e := range g {
			if t, ok := truth[e]; ok {
				inside[t]++
				n++
			}
		}
		for t, k := range inside {
			sizes[t] += k
			parts[t] = append(parts[t], part{n, k})
		}
		total += n
	}
	for t, list := range parts {
		for _, p := range list {
			precision += p.inside * p.inside / p.size
			recall += p.inside * p.inside / sizes[t]
		}
	}
	if total == 0 {
		return NewScore(0, 0, 0)
	}
	p, r := precision/total, recall/total
	return Score{p, r, 2 * p * r / (p + r)}
}

// Column identifies a column of a site by its label; parts of a label's values are columns of that label.
type Column struct{ Site, Label string }

// Columns grades attributes. An attribute is a list of groups of columns, a group being the labels of one site
// that were found to have the same values. truth maps a column to its true attributes, several if one label has
// several; columns that are not in it are ignored. A pair of groups of two sites is right if they share a true
// attribute; a true attribute of two sites is found if some right pair shares it.
func Columns(attributes [][][]Column, truth map[Column][]string) Score {
	type pair struct{ s, t, attribute string }
	var right, found float64
	hit := make(map[pair]bool)
	for _, groups := range attributes {
		for i, g := range groups {
			for _, h := range groups[i+1:] {
				a, b := trueOf(g, truth), trueOf(h, truth)
				if len(a) == 0 || len(b) == 0 {
					continue
				}
				found++
				ok := false
				for t := range a {
					if b[t] {
						ok = true
						hit[pair{min(g[0].Site, h[0].Site), max(g[0].Site, h[0].Site), t}] = true
					}
				}
				if ok {
					right++
				}
			}
		}
	}
	sites := make(map[string]map[string]bool)
	for c, list := range truth {
		for _, t := range list {
			if sites[t] == nil {
				sites[t] = make(map[string]bool)
			}
			sites[t][c.Site] = true
		}
	}
	want := 0.
	for _, s := range sites {
		want += pairs(len(s))
	}
	s := NewScore(right, found, 0)
	s.Recall = NewScore(float64(len(hit)), 0, want).Recall
	s.F1 = 0
	if s.Precision+s.Recall > 0 {
		s.F1 = 2 * s.Precision * s.Recall / (s.Precision + s.Recall)
	}
	return s
}

func trueOf(columns []Column, truth map[Column][]string) map[string]bool {
	out := make(map[string]bool)
	for _, c := range columns {
		for _, t := range truth[c] {
			out[t] = true
		}
	}
	return out
}
