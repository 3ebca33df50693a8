package meaning

import (
	"maps"
	"slices"
)

// A word that stands for a value that is not known, as "unknown" or "не указано", is told by where it stands: in columns
// that mean different things, neither of which it may mean itself.

const (
	// minTyped is how many texts of a column have to be left without a word for it to be known what they mean.
	minTyped = 5
	// missingPages is how many texts of a column have to be the word: one alone may be a slip.
	missingPages = 2
)

// Missing is the text that stands for no value in columns, given by their texts, and the columns in which it does; "" if
// there is none. It has no reading as a value, and the other texts of two columns that have it are of two
// types, as dates and numbers are.
//
// Cost: the texts, and that of [Of] for each column whose other texts may be of a type and each text that it has
// with another column, of which such a column has few.
func Missing(columns [][]string) (text string, in []int) {
	counts, of := make([]map[string]int, len(columns)), make(map[string][]int)
	for k, texts := range columns {
		counts[k] = make(map[string]int)
		for _, text := range texts {
			if counts[k][text]++; counts[k][text] == missingPages {
				of[text] = append(of[text], k)
			}
		}
	}
	typed := make([]float64, len(columns))
	for k, texts := range columns {
		typed[k] = typedShare(texts)
	}
	most := 0
	for _, word := range slices.Sorted(maps.Keys(of)) {
		if len(of[word]) < 2 || len(typesOf(word)) > 0 {
			continue
		}
		types, all := make(map[string]bool), 0
		for _, k := range of[word] {
			all += counts[k][word]
			if typed[k] < typeShare/2*(1-float64(counts[k][word])/float64(len(columns[k]))) { // half: it is told from a sample
				continue
			}
			rest := slices.DeleteFunc(slices.Clone(columns[k]), func(s string) bool { return s == word })
			if m := Of(rest); m.Type != "" && len(rest) >= minTyped {
				types[m.Type] = true
			}
		}
		if len(types) > 1 && all > most {
			text, in, most = word, of[word], all
		}
	}
	return text, in
}

// typedShare is the share of texts that have a reading as a value, by typeSample of them, evenly spread.
func typedShare(texts []string) float64 {
	typed, n := 0, 0
	step := 1 + len(texts)/typeSample
	for k := step - 1; k < len(texts); k += step {
		if n++; len(typesOf(texts[k])) > 0 {
			typed++
		}
	}
	return float64(typed) / float64(max(1, n))
}
