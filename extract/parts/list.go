package parts

import "slices"

// Lists: a part may hold several values, with commas between them and a word before the last, in whatever
// language: "red, green and blue". Which word it is shows in the texts.

// Conjunction is the word that stands before the last of several values in texts, "" if there is none. Nearly all texts
// that have it or a comma are lists by it; and either those of two values have no comma and longer ones have, or most of
// what stands behind it stands before it or alone in other texts, so that the values change places: "son" never stands
// alone in "Lyon, the son of a baker", nor "Padua" in "University of Padua".
//
// Cost: the tokens of a bounded number of texts times the words that several of them have.
func Conjunction(texts []string) string {
	texts = slices.DeleteFunc(slices.Clone(texts), func(text string) bool { return len(text) > maxRead })
	sample := make([]string, min(len(texts), maxCompound))
	having := make(map[string]int)
	for i := range sample {
		sample[i] = texts[i*len(texts)/len(sample)]
		in := make(map[string]bool)
		for _, word := range wordsOf(sample[i], tokensOf(sample[i])) {
			if wordlike(word) && !in[word] {
				in[word] = true
				having[word]++
			}
		}
	}
	best := ""
	for word, n := range having {
		if n >= minCompound && (n > having[best] || n == having[best] && word < best) && joins(sample, word) {
			best = word
		}
	}
	return best
}

// joins tells whether a word is the conjunction of texts.
func joins(texts []string, word string) bool {
	lists, long, other := 0, 0, 0
	before, behind := make(map[string]bool), make(map[string]bool)
	for _, text := range texts {
		members := Members(text, word)
		for k, s := range members {
			if k > 0 && k == len(members)-1 {
				behind[text[s.At:s.End]] = true
			} else {
				before[text[s.At:s.End]] = true
			}
		}
		switch {
		case len(members) > 2:
			long++
			fallthrough
		case len(members) == 2:
			lists++
		case slices.ContainsFunc(wordsOf(text, tokensOf(text)), func(s string) bool { return s == word || comma(s) }):
			other++
		}
	}
	both := 0
	for text := range behind {
		if before[text] {
			both++
		}
	}
	return lists >= minCompound && float64(lists) >= madeAlike*float64(lists+other) && (2*both > len(behind) || min(long, lists-long) >= minCompound)
}

// Members are the values of a list with this conjunction; the text is one value if it is no such list, or if
// the conjunction is "".
func Members(text, conjunction string) []Span {
	tokens := tokensOf(text)
	if len(tokens) == 0 {
		return nil
	}
	words := wordsOf(text, tokens)
	whole := []Span{{tokens[0].At, tokens[len(tokens)-1].End}}
	last := slices.Index(words, conjunction)
	if last < 1 || last == len(words)-1 || slices.Contains(words[last+1:], conjunction) || slices.ContainsFunc(words[last+1:], comma) {
		return whole
	}
	var out []Span
	from := 0
	for k := range len(words) + 1 {
		if k < len(words) && k != last && !comma(words[k]) {
			continue
		}
		if from < k { // a comma may stand before the conjunction, too
			out = append(out, Span{tokens[from].At, tokens[k-1].End})
		}
		from = k + 1
	}
	return out
}

// comma tells whether a token is a comma, in any script. One within a number is none.
func comma(token string) bool { return slices.Contains([]string{",", "，", "、", "،"}, token) }
