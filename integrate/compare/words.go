package compare

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// How similar two different words are.
const (
	initialSimilarity = .5 // J. for John
	prefixSimilarity  = .8 // Pub for Publishing; one letter wrong in five or more
	minPrefix         = 3
	minEdit           = 5
)

// compareText compares by the information in common and similar words.
func (l *Lexicon) compareText(a, b *Value) Level {
	var common float64
	named := false // a word of more than a letter is common
	var onlyA, onlyB [maxFuzzy]int32
	na, nb := 0, 0
	for i, j := 0, 0; i < len(a.Words) || j < len(b.Words); {
		switch {
		case j == len(b.Words) || i < len(a.Words) && a.Words[i] < b.Words[j]:
			if na < maxFuzzy {
				onlyA[na], na = a.Words[i], na+1
			}
			i++
		case i == len(a.Words) || b.Words[j] < a.Words[i]:
			if nb < maxFuzzy {
				onlyB[nb], nb = b.Words[j], nb+1
			}
			j++
		default:
			common += l.weight[a.Words[i]]
			named = named || utf8.RuneCountInString(l.texts[a.Words[i]]) > 1
			i, j = i+1, j+1
		}
	}
	inA, inB := common, common
	if na > 0 && nb > 0 {
		moreA, moreB := l.matchWords(onlyA[:na], onlyB[:nb])
		inA, inB = inA+moreA, inB+moreB
	}
	dice := (inA + inB) / (a.total + b.total)
	switch {
	case a.wordsHash == b.wordsHash:
		return Equal
	case dice >= diceDetail:
		return Detail
	}
	shorter, in := a, inA
	if b.total < a.total || b.total == a.total && inB < inA {
		shorter, in = b, inB
	}
	long, short := max(len(a.Words), len(b.Words)), min(len(a.Words), len(b.Words))
	switch {
	case in >= Coverage*shorter.total && long <= lengthRatio*short:
		return Contained
	case named && (l.areInitials(onlyA[:na], onlyB[:nb]) || l.areInitials(onlyB[:nb], onlyA[:na])):
		return Initials
	case dice >= diceRelated:
		return Related
	}
	return Different
}

// areInitials reports whether words are initials of others, each of another one: "J. R." and "Jane Ruth". A name
// with initials says nothing that the full name does not.
func (l *Lexicon) areInitials(words, others []int32) bool {
	if len(words) == 0 || len(words) > len(others) || len(others) == maxFuzzy {
		return false
	}
	var used [maxFuzzy]bool
	for _, w := range words {
		letter, n := l.texts[w], 0
		if l.digit[w] || utf8.RuneCountInString(letter) != 1 {
			return false
		}
		for n < len(others) && (used[n] || !strings.HasPrefix(l.texts[others[n]], letter)) {
			n++
		}
		if n == len(others) {
			return false
		}
		used[n] = true
	}
	return true
}

// matchWords pairs similar words of both sides one to one, and returns for each side the weight that they have in
// common.
func (l *Lexicon) matchWords(a, b []int32) (inA, inB float64) {
	type pair struct {
		i, j   int
		counts float64
	}
	var pairs []pair
	for i, x := range a {
		for j, y := range b {
			if c := l.wordSimilarity(x, y); c > 0 {
				pairs = append(pairs, pair{i, j, c})
			}
		}
	}
	slices.SortStableFunc(pairs, func(p, q pair) int { // best and heaviest first, whichever side is a
		wp, wq := l.weight[a[p.i]]+l.weight[b[p.j]], l.weight[a[q.i]]+l.weight[b[q.j]]
		switch {
		case p.counts*wp > q.counts*wq:
			return -1
		case p.counts*wp < q.counts*wq:
			return 1
		}
		return int(a[p.i]+b[p.j]) - int(a[q.i]+b[q.j])
	})
	var usedA, usedB [maxFuzzy]bool
	for _, p := range pairs {
		if usedA[p.i] || usedB[p.j] {
			continue
		}
		usedA[p.i], usedB[p.j] = true, true
		inA += p.counts * l.weight[a[p.i]]
		inB += p.counts * l.weight[b[p.j]]
	}
	return inA, inB
}

// wordSimilarity is how similar two different words are, from 0 to 1.
func (l *Lexicon) wordSimilarity(x, y int32) float64 {
	if l.digit[x] || l.digit[y] {
		return 0 // similar numbers are different ones
	}
	if l.ends[x][0] != l.ends[y][0] && l.ends[x][1] != l.ends[y][1] {
		return 0 // nearly all pairs end here
	}
	a, b := l.texts[x], l.texts[y]
	if len(a) > len(b) {
		a, b = b, a
	}
	if strings.HasPrefix(b, a) {
		switch n := len([]rune(a)); {
		case n == 1:
			return initialSimilarity
		case n >= minPrefix:
			return prefixSimilarity
		}
	}
	// One edit leaves the beginning or the end as it is.
	if len(a) >= minEdit && len(b)-len(a) < utf8.UTFMax && (a[0] == b[0] || a[len(a)-1] == b[len(b)-1]) && oneEdit(a, b) {
		return prefixSimilarity
	}
	return 0
}

// oneEdit reports whether inserting, deleting or changing one letter, or exchanging two neighbours, turns a into
// b.
func oneEdit(a, b string) bool {
	i := 0
	for i < len(a) && i < len(b) && a[i] == b[i] {
		i++
	}
	for i > 0 && (i < len(a) && !utf8.RuneStart(a[i]) || i < len(b) && !utf8.RuneStart(b[i])) {
		i--
	}
	a, b = a[i:], b[i:]
	x, n := utf8.DecodeRuneInString(a)
	y, m := utf8.DecodeRuneInString(b)
	if a[n:] == b[m:] || a == b[m:] || a[n:] == b {
		return true
	}
	x2, n2 := utf8.DecodeRuneInString(a[n:])
	y2, m2 := utf8.DecodeRuneInString(b[m:])
	return x == y2 && y == x2 && a[n+n2:] == b[m+m2:]
}
