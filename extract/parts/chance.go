package parts

import (
	"math"
	"slices"
	"unicode"
	"unicode/utf8"
)

// Words that are common on the pages stand in many texts by chance: that fifteen descriptions of forty have "of the"
// says nothing of how they are made.

// chance is the probability up to which texts share a literal by accident for it to be one: one literal of a hundred is.
const chance = .01

// patternsTried is how many sentences of a site may be found to have words in common, over all its columns, by order of magnitude: one
// of them by accident in a hundred sites (Bonferroni).
const patternsTried = 1000

// Usage is how often words and marks stand in texts. The zero Usage is that of none.
type Usage struct {
	times map[string]int
	all   int

	begins    map[string]int // sentences that begin with a word: more do with "The" than it has places elsewhere
	sentences int
}

// Add counts the beginning of a text, as much of it as is looked at. Cost: linear in it.
func (u *Usage) Add(text string) {
	u.add([]string{text}, func(string) bool { return true })
}

// add counts the words of the beginnings of some texts that are to be counted.
func (u *Usage) add(texts []string, counted func(word string) bool) {
	if u.times == nil {
		u.times, u.begins = make(map[string]int), make(map[string]int)
	}
	for _, text := range texts {
		x := beginningOf(text)
		words := wordsOf(x.text, x.tokens)
		for _, word := range words {
			if counted(word) {
				u.times[word]++
				u.all++
			}
		}
		for _, begin := range x.ends[:len(x.ends)-1] {
			if begin < len(words) {
				u.begins[words[begin]]++
				u.sentences++
			}
		}
	}
}

// addOnce counts each word of the beginnings of some texts once.
func (u *Usage) addOnce(texts []string) {
	seen := make(map[string]bool)
	u.add(texts, func(word string) bool {
		before := seen[word]
		seen[word] = true
		return !before
	})
}

// share bounds the share of places at which the words stand, in the texts of u but for what own has counted, from above: a phrase
// is as common as its rarest word at most. What was not seen was seen once (Laplace). Of words that begin a sentence the share of sentences
// that begin with the first one is taken.
func (u *Usage) share(words []string, begin bool, own *Usage) float64 {
	least := 1.
	for k, word := range words {
		x := float64(u.times[word]-own.times[word]+1) / float64(u.all-own.all+1)
		if begin && k == 0 {
			x = float64(u.begins[word]-own.begins[word]+1) / float64(u.sentences-own.sentences+1)
		}
		least = min(least, x)
	}
	return least
}

// beyondChance gives the pattern without the literals that the texts of pages may share by chance, nil if it says nothing
// then, or the pages may share all of them so. What pages may share by chance may be beyond it in their texts: a sentence
// stands once on a page, an item of a list is one of many.
func (pattern Pattern) beyondChance(pages [][]string, usage *Usage) Pattern {
	if len(pattern) == 0 {
		return pattern
	}
	certain, made := pattern.certain(pages, usage)
	if certain == nil {
		var texts [][]string
		for _, page := range pages {
			for _, text := range page {
				texts = append(texts, []string{text})
			}
		}
		if len(texts) > len(pages) {
			certain, made = pattern.certain(texts, usage)
		}
	}
	if certain == nil {
		return nil
	}
	out := pattern[:0:0]
	apart := -1
	for k, l := range pattern {
		if !certain[k] {
			if k > 0 && k < len(pattern)-1 {
				apart = k + 1
				continue // the parts on its two sides are one
			}
			l = Literal{}
		}
		if k == apart && k < len(pattern)-1 && len(l.Words) == 0 && !l.Optional {
			continue // it parts a number from what follows, behind the literal
		}
		out = append(out, l)
	}
	if slices.Contains(certain, false) && !out.parts(made) {
		return nil
	}
	return out
}

// certain tells of each literal of the pattern whether units, which are pages or texts, share it beyond chance, and gives what the pattern makes,
// of each unit the first; nil if they may share all literals by chance.
//
// Of texts that no template makes, one that has n tokens where the literal may stand has it with probability q = 1-(1-p)^n,
// p being the share of the literal in other texts, and in those of the unit where it stands again. Any of the m sentences of a unit
// may have all of them, with probability r = 1-(1-Πq)^m. That k of N units have a literal, or all, is at most as likely as
// there are choices of k units, times their q, or r; units of which the pattern makes the same count once, as a sentence that is
// repeated word by word shows nothing of how it is made; and for each literal as many words might have been found as a text has.
// A mark that ends sentences stands at the end of most: its q is 1.
func (pattern Pattern) certain(units [][]string, usage *Usage) (out []bool, made []string) {
	var own Usage
	for _, texts := range units {
		own.addOnce(texts)
	}
	having, log := make([]int, len(pattern)), make([]float64, len(pattern))
	shares := make([]float64, len(pattern))
	words := 0. // literals that have any
	for k, l := range pattern {
		shares[k] = usage.share(l.Words, k == 0, &own)
		words += float64(min(1, len(l.Words)))
	}
	tokens, all, alone := 0, 0., 0
	once := make(map[string]bool) // what the pattern makes of units
	for _, texts := range units {
		first, tries := pattern.first(texts)
		if first == nil {
			alone++
			continue
		}
		if once[first.text] {
			continue
		}
		once[first.text] = true
		made, tokens = append(made, first.text), tokens+first.tokens
		at := first.at
		before, joint := 0, 1. // the end of the literal before
		for k, q := range at {
			if q < 0 {
				continue
			}
			having[k]++
			places := 1 // the first literal stands at the beginning, the last at the end
			if k > 0 && k < len(at)-1 {
				next := first.tokens
				if n := slices.IndexFunc(at[k+1:], func(q int) bool { return q >= 0 }); n >= 0 {
					next = at[k+1+n]
				}
				places = max(1, next-before-len(pattern[k].Words)+1)
			}
			chance := 1 - math.Pow(1-shares[k], float64(places))
			log[k] += math.Log(chance)
			if k < len(at)-1 || !pattern[k].endsSentence() {
				joint *= chance
			}
			before = q + len(pattern[k].Words)
		}
		all += math.Log(1 - math.Pow(1-joint, float64(tries)))
	}
	if len(made) == 0 {
		return nil, nil
	}
	tried := math.Log(float64(tokens) / float64(len(made)))
	n := alone + len(made)
	if all+choices(n, len(made))+words*tried > math.Log(chance/patternsTried) {
		return nil, nil
	}
	out = make([]bool, len(pattern))
	for k, l := range pattern {
		out[k] = len(l.Words) == 0 || log[k]+choices(n, having[k])+tried <= math.Log(chance)
	}
	return out, made
}

// occurrence is what a pattern makes of a text.
type occurrence struct {
	text   string
	tokens int
	at     []int // of the literals, as of place
}

// first is the first occurrence of the pattern in some texts, nil if there is none, and in how many sentences, or whole texts, it might
// have been.
func (pattern Pattern) first(texts []string) (out *occurrence, tries int) {
	for _, text := range texts {
		x := beginningOf(text)
		tries += len(x.ends) - 1
		if out != nil {
			continue
		}
		_, of := pattern.find(&x)
		if of.At == of.End {
			continue
		}
		out = &occurrence{text[x.tokens[of.At].At:x.tokens[of.End-1].End], of.End - of.At, pattern.place(text, x.tokens[of.At:of.End])}
		if of == (Span{0, len(x.tokens)}) { // a text, and none of its sentences
			tries -= len(x.ends) - 2
		}
	}
	return out, tries
}

// endsSentence tells whether a literal is a mark that ends sentences.
func (l Literal) endsSentence() bool {
	if len(l.Words) != 1 {
		return false
	}
	mark, _ := utf8.DecodeRuneInString(l.Words[0])
	return unicode.Is(unicode.Sentence_Terminal, mark)
}

// choices is the logarithm of the number of ways to choose k of n.
func choices(n, k int) float64 {
	log := func(n int) float64 { x, _ := math.Lgamma(float64(n) + 1); return x }
	return log(n) - log(k) - log(n-k)
}
