package parts

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Sentences may each be a label and a value, in any order: "Span is given as 120 m. Opened is given as 1932." The words around
// the labels are the same, their frame, and the labels come again on other pages with other values.

// Bounds of framed sentences.
const (
	maxFramed = 12 // words of a label with its frame
	minFramed = 3  // labels that a frame has, as of three points one tells that two are on a line by no accident
)

// frame is the words before a label and those between it and its value.
type frame struct{ before, behind string }

// holds tells whether other words of a frame are those of this one and more.
func (f frame) holds(other frame) bool {
	return strings.HasPrefix(other.before+" ", strings.TrimLeft(f.before+" ", " ")) && strings.HasSuffix(" "+other.behind, " "+f.behind)
}

// head is the beginning of sentences.
type head struct {
	pages, last int
	twice       bool   // on a page
	next        string // the word behind it first
	branches    bool   // other words are behind it too
}

// framed gives the patterns of sentences that are a label and a value in a frame, each with its label, and those of sentences
// of the same labels that begin otherwise.
//
// Cost: the sentences times the square of the words of a label.
func framed(all []said) []Pattern {
	x := framing{heads: headsOf(all), names: make(map[string]bool), behind: make(map[string]bool)}
	labels := x.heads.framesOf(all)
	x.kept = widest(labels)
	for _, f := range x.kept {
		maps.Copy(x.names, labels[f])
		x.behind[f.behind] = true
	}
	for i := range all { // labels of few pages, too
		if label, _ := x.find(all[i].words); label != "" {
			x.names[label] = true
		}
	}
	return x.patterns(all)
}

// begin is the first words of a sentence.
func begin(words []string, n int) string { return strings.Join(words[:n], " ") }

// heads are the beginnings of sentences, by their words.
type heads map[string]*head

func headsOf(all []said) heads {
	out := make(heads)
	for i := range all {
		words := all[i].words
		for n := 1; n <= maxFramed && n < len(words); n++ {
			h := out[begin(words, n)]
			if h == nil {
				h = &head{last: -1, next: words[n]}
				out[begin(words, n)] = h
			}
			h.branches = h.branches || words[n] != h.next
			if h.twice = h.twice || h.last == all[i].page; h.last != all[i].page {
				h.pages, h.last = h.pages+1, all[i].page
			}
		}
	}
	return out
}

// framesOf gives the frames that most pages with them have several of, with the labels that each holds: the beginning of a
// sentence that no page has twice, up to where values differ, is a label in any of the frames that it can be cut into.
func (heads heads) framesOf(all []said) map[frame]map[string]bool {
	labels, on := make(map[frame]map[string]bool), make(map[frame]map[int]int) // on is by page
	for i := range all {
		words := all[i].words
		n := 1
		for n <= maxFramed && n < len(words) && (heads[begin(words, n)].twice || !heads[begin(words, n)].branches) {
			n++
		}
		if n > maxFramed || n >= len(words) || heads[begin(words, n)].pages < minCompound {
			continue
		}
		for to := 1; to < n; to++ {
			for from := range to {
				f := frame{strings.Join(words[:from], " "), strings.Join(words[to:n], " ")}
				if labels[f] == nil {
					labels[f], on[f] = make(map[string]bool), make(map[int]int)
				}
				labels[f][strings.Join(words[from:to], " ")] = true
				on[f][all[i].page]++
			}
		}
	}
	maps.DeleteFunc(labels, func(f frame, of map[string]bool) bool {
		several := 0
		for _, n := range on[f] {
			several += min(1, n-1)
		}
		return len(of) < minFramed || 2*several < len(on[f])
	})
	return labels
}

// widest keeps of frames of which one holds the other the wider one, as long as it holds nearly as many labels: then the other words
// are of the labels no more.
func widest(labels map[frame]map[string]bool) (kept []frame) {
	frames := slices.SortedFunc(maps.Keys(labels), func(x, y frame) int {
		return cmp.Or(cmp.Compare(len(labels[y]), len(labels[x])), strings.Compare(x.before, y.before), strings.Compare(x.behind, y.behind))
	})
	of := make(map[frame]int) // labels of the narrowest frame within
	for _, f := range frames {
		around := slices.IndexFunc(kept, func(k frame) bool { return k.holds(f) || f.holds(k) })
		switch {
		case around < 0:
			kept = append(kept, f)
			of[f] = len(labels[f])
		case kept[around].holds(f) && near(len(labels[f]), of[kept[around]]):
			of[f] = of[kept[around]]
			kept[around] = f
		}
	}
	return kept
}

// framing is what is known of the frames of sentences.
type framing struct {
	heads  heads
	kept   []frame
	names  map[string]bool // labels
	behind map[string]bool // words between a label and its value
}

// find gives a label in a sentence, and how many words are before the value; "" if it has none.
func (x *framing) find(words []string) (label string, end int) {
	for to := 1; to < min(len(words), maxFramed); to++ {
		n := 0 // words behind the label
		for f := range x.behind {
			if m := strings.Count(f, " ") + 1; m > n && to+m < len(words)-1 && strings.Join(words[to:to+m], " ") == f {
				n = m
			}
		}
		for from := 0; from < to && n > 0; from++ {
			label := strings.Join(words[from:to], " ")
			h := x.heads[begin(words, to)]
			if x.names[label] || slices.Contains(x.kept, frame{begin(words, from), strings.Join(words[to:to+n], " ")}) && h.pages > 1 && !h.twice {
				return label, to + n
			}
		}
	}
	return "", 0
}

// patterns are those of the sentences with a label that several pages have, one for each beginning.
func (x *framing) patterns(all []said) (out []Pattern) {
	type use struct {
		head
		label, mark string // the mark of the end
	}
	uses := make(map[string]*use) // by the words before the value
	for i := range all {
		words := all[i].words
		mark := words[len(words)-1]
		if end, _ := utf8.DecodeRuneInString(mark); !unicode.Is(unicode.Sentence_Terminal, end) {
			continue
		}
		label, end := x.find(words)
		if label == "" {
			continue
		}
		at := begin(words, end)
		if uses[at] == nil {
			uses[at] = &use{head{last: -1}, label, mark}
		}
		if u := uses[at]; u.last != all[i].page {
			u.pages, u.last = u.pages+1, all[i].page
		}
	}
	for _, at := range slices.Sorted(maps.Keys(uses)) {
		if u := uses[at]; u.pages > 1 {
			out = append(out, Pattern{{Words: strings.Split(at, " "), Label: u.label}, {Words: []string{u.mark}}})
		}
	}
	return out
}
