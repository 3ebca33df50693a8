package parts

import (
	"cmp"
	"slices"
	"strings"
)

// The tally: lists of words are aligned by those that all have, and what stands in between by
// the phrases that many have there.

// someShare is the share of the texts that have to have what others lack, for it to be no accident.
const someShare = .1

// align makes a pattern of lists of words: those that all have in the same order, and
// between them what else many have in common. What few have where the others have nothing is no part.
func align(lists [][]string) Pattern {
	common := lists[0]
	for _, words := range lists[1:] {
		common = commonWords(common, words)
	}
	gaps := make([][][]string, len(common)+1) // what stands before each common word, and behind the last
	for _, words := range lists {
		at := 0
		for k, to := range embed(common, words) {
			gaps[k] = append(gaps[k], words[at:to])
			at = to + 1
		}
		gaps[len(common)] = append(gaps[len(common)], words[at:])
	}
	out := Pattern{{}}
	for k, gap := range gaps {
		held := 0
		for _, words := range gap {
			held += min(1, len(words))
		}
		if held > 0 && float64(held) >= someShare*float64(len(gap)) {
			out = append(append(out, among(gap, held < len(gap))...), Literal{})
		}
		if k < len(common) {
			last := &out[len(out)-1]
			last.Words = append(last.Words, common[k])
		}
	}
	return out
}

// among gives the optional literals of what stands between two others, in some texts perhaps nothing.
func among(gap [][]string, some bool) Pattern {
	var out Pattern
	having := phrases(gap)
	best, n := phrase{}, 0
	for p, lists := range having {
		if c := cmp.Or(cmp.Compare(len(lists), n), strings.Compare(best[0], p[0]), strings.Compare(best[1], p[1])); c > 0 && longer(gap, lists) {
			best, n = p, len(lists)
		}
	}
	if n >= minCompound && float64(n) >= someShare*float64(len(gap)) {
		var with [][]string
		for _, i := range having[best] {
			with = append(with, gap[i])
		}
		if inner := align(with); some || inner.leads(with) {
			for _, l := range inner {
				if len(l.Words) > 0 {
					out = append(out, Literal{Words: l.Words, Optional: true})
				}
			}
		}
	}
	if some && len(out) == 0 {
		out = Pattern{{Optional: true}}
	}
	return out
}

// leads tells whether a part stands behind the first words of a pattern: words behind a part alone may be its own,
// as those of a company's form.
func (pattern Pattern) leads(lists [][]string) bool {
	first := slices.IndexFunc(pattern, func(l Literal) bool { return len(l.Words) > 0 })
	if first < 0 {
		return false
	}
	different := make(map[string]bool)
	for _, words := range lists {
		text := strings.Join(words, " ")
		if spans := pattern.Spans(text); len(spans) > first && spans[first].End > 0 {
			different[text[spans[first].At:spans[first].End]] = true
		}
	}
	return len(different) > 1
}

// longer tells whether the lists of words with a phrase are longer than the others, by the phrase
// at least: a word that takes turns with others is no phrase but a value.
func longer(gap [][]string, with []int) bool {
	has, rest := 0, 0
	for _, words := range gap {
		rest += len(words)
	}
	for _, i := range with {
		has += len(gap[i])
	}
	rest -= has
	others := len(gap) - len(with)
	return others > 0 && float64(has)/float64(len(with)) >= float64(rest)/float64(others)+2
}

// phrase is two words, or words and marks, side by side, of which one is "" at the beginning and at the end of a text.
type phrase [2]string

// inner is 1 for a phrase within a text, which tells more than a word at an end, else 0.
func (p phrase) inner() int { return min(1, len(p[0])) * min(1, len(p[1])) }

// phrases gives the lists in which each phrase is that says something, without numbers.
func phrases(lists [][]string) map[phrase][]int {
	out := make(map[phrase][]int)
	for i, words := range lists {
		if len(words) == 0 {
			continue
		}
		for k := range len(words) + 1 {
			var p phrase
			if k > 0 {
				p[0] = words[k-1]
			}
			if k < len(words) {
				p[1] = words[k]
			}
			if digitAt(p[0], 0) || digitAt(p[1], 0) || !wordlike(p[0]) && !wordlike(p[1]) && p[1] != "(" {
				continue
			}
			if in := out[p]; len(in) == 0 || in[len(in)-1] != i {
				out[p] = append(in, i)
			}
		}
	}
	return out
}

// embed gives the places of common words in a list that has them in this order, as many as
// possible side by side, of equal ones the first.
func embed(common, words []string) []int {
	m, n := len(common), len(words)
	const never = -1 << 30
	most := make([]int, n+2) // by place: pairs side by side of the words from the i-th on, that one there or later
	next := make([][]int, m)
	exact, behind := make([]int, n+2), make([]int, n+2)
	for i := m - 1; i >= 0; i-- {
		exact, behind = behind, exact // behind is of word i+1, if it stands in this place itself
		next[i] = make([]int, n+2)
		later := slices.Clone(most)
		most[n] = never
		for j := n - 1; j >= 0; j-- {
			exact[j] = never
			if words[j] == common[i] {
				if exact[j] = later[j+1]; i+1 < m {
					exact[j] = max(exact[j], behind[j+1]+1)
				}
			}
			if most[j], next[i][j] = most[j+1], next[i][j+1]; exact[j] >= most[j] {
				most[j], next[i][j] = exact[j], j
			}
		}
		exact[n] = never
	}
	out := make([]int, m)
	at := 0
	for i := range m {
		out[i] = next[i][at]
		at = out[i] + 1
	}
	return out
}

// commonWords is the longest common subsequence of two lists.
func commonWords(x, y []string) []string {
	most := make([][]int, len(x)+1)
	for i := range most {
		most[i] = make([]int, len(y)+1)
	}
	for i := len(x) - 1; i >= 0; i-- {
		for j := len(y) - 1; j >= 0; j-- {
			most[i][j] = max(most[i+1][j], most[i][j+1])
			if x[i] == y[j] {
				most[i][j] = max(most[i][j], 1+most[i+1][j+1])
			}
		}
	}
	var out []string
	for i, j := 0, 0; i < len(x) && j < len(y); {
		switch {
		case x[i] == y[j] && most[i][j] == 1+most[i+1][j+1]:
			out = append(out, x[i])
			i, j = i+1, j+1
		case most[i+1][j] >= most[i][j+1]:
			i++
		default:
			j++
		}
	}
	return out
}
