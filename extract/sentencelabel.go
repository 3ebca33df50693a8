package extract

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Sentences of one role begin with the same words, as in "Created by the typecheck checker.",
// wherever else the page has a sentence. Where nearly every page has one that
// begins with the same words, these are its label. They stay in the value too,
// which is no sentence without them.

// Bounds of sentence labels.
const (
	sentenceLabelShare = .9 // share of the pages that have exactly one such sentence
	minSentenceLabel   = 2  // words
	maxSentenceLabel   = maxInlineWords
)

// firstWords gives the first words of a sentence, "" if it has no more or they
// are not all letters.
func firstWords(text string, words int) string {
	if end, _ := utf8.DecodeLastRuneInString(text); !strings.ContainsRune(".!?。", end) {
		return ""
	}
	at := 0
	for range words {
		i := strings.IndexByte(text[at:], ' ')
		if i < 0 {
			return ""
		}
		at += i + 1
	}
	if strings.ContainsFunc(text[:at], func(r rune) bool { return r != ' ' && !unicode.IsLetter(r) }) {
		return ""
	}
	return text[:at-1]
}

// findSentenceLabels finds the labels that sentences of a signature begin with:
// the longest that serve.
//
// Cost: linear in the leaves.
func findSentenceLabels(docs []*doc) map[inlineKey]bool {
	type use struct {
		once, last int // pages that have it once; the last page that has it
		twice      bool
		rest       string
		differs    bool
	}
	uses := make(map[inlineKey]*use)
	for i, d := range docs {
		for k := range d.leaves {
			l := &d.leaves[k]
			for n := minSentenceLabel; l.prose && n <= maxSentenceLabel; n++ {
				label := firstWords(l.text, n)
				if label == "" {
					break
				}
				u := uses[inlineKey{l.sig, label}]
				if u == nil {
					u = &use{last: -1, rest: l.text}
					uses[inlineKey{l.sig, label}] = u
				}
				u.differs = u.differs || u.rest != l.text
				if u.last != i {
					u.once++
				}
				u.twice = u.twice || u.last == i
				u.last = i
			}
		}
	}
	out := make(map[inlineKey]bool)
	for key, u := range uses {
		if len(docs) > 2 && !u.twice && u.differs && float64(u.once) >= sentenceLabelShare*float64(len(docs)) {
			out[key] = true
		}
	}
	for key := range out {
		for other := range out {
			if other.sig == key.sig && len(other.label) > len(key.label) && strings.HasPrefix(other.label, key.label) {
				delete(out, key)
				break
			}
		}
	}
	return out
}

// labelSentences puts a leaf with the label before each sentence that begins
// with one.
func (c *corpus) labelSentences(d *doc, is func(sig int32, label string) bool) {
	var out []leaf
	done := 0
	for k := range d.leaves {
		l := &d.leaves[k]
		for n := maxSentenceLabel; l.prose && n >= minSentenceLabel; n-- {
			if label := firstWords(l.text, n); label != "" && is(l.sig, label) {
				head := c.part(*l, 0, label)
				head.prose = false
				l.section = 0
				out = append(append(out, d.leaves[done:k]...), head)
				done = k
				l.positionalPath = c.positionalPaths.extend(l.positionalPath, -1)
				break
			}
		}
	}
	if out != nil {
		d.leaves = append(out, d.leaves[done:]...)
	}
}
