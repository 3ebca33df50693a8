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
	heads := make(map[string]*head)
	begin := func(words []string, n int) string { return strings.Join(words[:n], " ") }
	for i := range all {
		words := all[i].words
		for n := 1; n <= maxFramed && n < len(words); n++ {
			h := heads[begin(words, n)]
			if h == nil {
				h = &head{last: -1, next: words[n]}
				heads[begin(words, n)] = h
			}
			h.branches = h.branches || words[n] != h.next
			if h.twice = h.twice || h.last == all[i].page; h.last != all[i].page {
				h.pages, h.last = h.pages+1, all[i].page
			}
		}
	}
	// What a frame holds, by page: each is the beginning of a sentence that no page has twice, up to where values differ.
	labels, on := make(map[frame]map[string]bool), make(map[frame]map[int]int)
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
	frames := slices.DeleteFunc(slices.Collect(maps.Keys(labels)), func(f frame) bool {
		several := 0
		for _, n := range on[f] {
			several += min(1, n-1)
		}
		return len(labels[f]) < minFramed || 2*several < len(on[f])
	})
	slices.SortFunc(frames, func(x, y frame) int {
		return cmp.Or(cmp.Compare(len(labels[y]), len(labels[x])), strings.Compare(x.before, y.before), strings.Compare(x.behind, y.behind))
	})
	var kept []frame
	of := make(map[frame]int) // labels of the widest frame around
	for _, f := range frames {
		around := slices.IndexFunc(kept, func(k frame) bool { return k.holds(f) || f.holds(k) })
		switch {
		case around < 0:
			kept = append(kept, f)
			of[f] = len(labels[f])
		case kept[around].holds(f) && near(len(labels[f]), of[kept[around]]): // the other words are of the labels no more
			of[f] = of[kept[around]]
			kept[around] = f
		}
	}
	names, behind := make(map[string]bool), make(map[string]bool)
	for _, f := range kept {
		maps.Copy(names, labels[f])
		behind[f.behind] = true
	}
	// find gives a label in a sentence, and how many words are before the value; "" if it has none.
	find := func(words []string) (label string, end int) {
		for to := 1; to < min(len(words), maxFramed); to++ {
			n := 0 // words behind the label
			for f := range behind {
				if m := strings.Count(f, " ") + 1; m > n && to+m < len(words)-1 && strings.Join(words[to:to+m], " ") == f {
					n = m
				}
			}
			for from := 0; from < to && n > 0; from++ {
				label := strings.Join(words[from:to], " ")
				h := heads[begin(words, to)]
				if names[label] || slices.Contains(kept, frame{begin(words, from), strings.Join(words[to:to+n], " ")}) && h.pages > 1 && !h.twice {
					return label, to + n
				}
			}
		}
		return "", 0
	}
	for i := range all { // those of few pages, too
		if label, _ := find(all[i].words); label != "" {
			names[label] = true
		}
	}
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
		label, end := find(words)
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
	var out []Pattern
	for _, at := range slices.Sorted(maps.Keys(uses)) {
		if u := uses[at]; u.pages > 1 {
			out = append(out, Pattern{{Words: strings.Split(at, " "), Label: u.label}, {Words: []string{u.mark}}})
		}
	}
	return out
}
