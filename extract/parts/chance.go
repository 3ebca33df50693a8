package parts

import (
	"math"
	"slices"
)

// Words that are common on the pages stand in many texts by chance: that fifteen descriptions of forty have "of the"
// says nothing of how they are made.

// chance is the probability up to which texts share a literal by accident for it to be one: one literal of a hundred is.
const chance = .01

// Usage is how often words and marks stand in texts. The zero Usage is that of none.
type Usage struct {
	times map[string]int
	all   int
}

// Add counts the beginning of a text, as much of it as is looked at. Cost: linear in it.
func (u *Usage) Add(text string) {
	if u.times == nil {
		u.times = make(map[string]int)
	}
	text = text[:min(len(text), maxRead)]
	for _, word := range wordsOf(text, tokensOf(text)) {
		u.times[word]++
		u.all++
	}
}

// share bounds the share of places at which the words stand, in the texts of u but for those of own, from above: a phrase
// is as common as its rarest word at most. What was not seen was seen once (Laplace).
func (u *Usage) share(words []string, own *Usage) float64 {
	least := 1.
	for _, word := range words {
		least = min(least, float64(u.times[word]-own.times[word]+1)/float64(u.all-own.all+1))
	}
	return least
}

// beyondChance gives the pattern without the literals that the texts of pages may share by chance, nil if it says nothing
// then.
//
// Of texts that no template makes, one with n tokens where the literal may stand has it with probability q = 1-(1-p)^n,
// p being the share of the literal in other texts. That k of N texts have it is at most as likely as there are choices of k
// texts, times their q; and as many words might have been found as a text has.
func (pattern Pattern) beyondChance(pages [][]string, usage, own *Usage) Pattern {
	if len(pattern) == 0 {
		return pattern
	}
	having, log := make([]int, len(pattern)), make([]float64, len(pattern))
	shares := make([]float64, len(pattern))
	for k, l := range pattern {
		shares[k] = usage.share(l.Words, own)
	}
	var made []string // what the pattern makes, of each page the first
	tokens := 0
	for _, texts := range pages {
		for _, text := range texts {
			x := beginningOf(text)
			_, of := pattern.find(&x)
			if of.At == of.End {
				continue
			}
			at := pattern.place(text, x.tokens[of.At:of.End])
			made = append(made, text[x.tokens[of.At].At:x.tokens[of.End-1].End])
			tokens += of.End - of.At
			before := 0 // the end of the literal before
			for k, q := range at {
				if q < 0 {
					continue
				}
				having[k]++
				places := 1 // the first literal stands at the beginning, the last at the end
				if k > 0 && k < len(at)-1 {
					next := of.End - of.At
					if n := slices.IndexFunc(at[k+1:], func(q int) bool { return q >= 0 }); n >= 0 {
						next = at[k+1+n]
					}
					places = max(1, next-before-len(pattern[k].Words)+1)
				}
				log[k] += math.Log(1 - math.Pow(1-shares[k], float64(places)))
				before = q + len(pattern[k].Words)
			}
			break
		}
	}
	if len(made) == 0 {
		return nil
	}
	tried := math.Log(float64(tokens) / float64(len(made)))
	out := pattern[:0:0]
	certain, apart := true, -1
	for k, l := range pattern {
		if len(l.Words) > 0 && log[k]+choices(len(pages), having[k])+tried > math.Log(chance) {
			certain = false
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
	if !certain && !out.parts(made) {
		return nil
	}
	return out
}

// choices is the logarithm of the number of ways to choose k of n.
func choices(n, k int) float64 {
	log := func(n int) float64 { x, _ := math.Lgamma(float64(n) + 1); return x }
	return log(n) - log(k) - log(n-k)
}
