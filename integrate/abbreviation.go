package integrate

import (
	"iter"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"verde/values"
)

// abbreviationLeast is the number of letters from which on a word with a full stop is taken for an abbreviation. A
// single one is an initial, which stands for as many words as there are names (see [compare.Initials]).
const abbreviationLeast = 2

// abbreviations writes out what a site abbreviates in the names of its pages ("Coll." for "College"), where the names
// of the other sites tell: a name is one of theirs if theirs has as many words, each the same or, of one with a full stop, one that
// begins so, and no other of their names is like that. A word stands for what nearly all such names have in its place,
// so that "St." is written out where it is "State" alone. What was written stays with each value. Cost: linear in the
// names, and for each that abbreviates in those that have its longest other word in the same place.
func (c *Corpus) abbreviations() {
	naming := c.namingColumns()
	var abbreviating []int32
	alike := make(map[nameKey][]sitesName)
	for _, p := range naming {
		if s := c.columns[p].site; c.titled[s] != p || !c.abbreviates(p) {
			continue
		}
		abbreviating = append(abbreviating, p)
		for _, words := range c.wordsOf(p) {
			if slices.ContainsFunc(words, isAbbreviation) {
				alike[keyOf(words)] = nil
			}
		}
	}
	if len(abbreviating) == 0 {
		return
	}
	for _, q := range naming {
		for _, words := range c.wordsOf(q) {
			for i := range len(words) + 1 {
				key := keyAt(words, i)
				if list, ok := alike[key]; ok {
					alike[key] = append(list, sitesName{c.columns[q].site, words})
				}
			}
		}
	}
	for _, p := range abbreviating {
		others := func(words []string) iter.Seq[[]string] {
			return func(yield func([]string) bool) {
				for _, n := range alike[keyOf(words)] {
					if n.site != c.columns[p].site && !yield(n.words) {
						return
					}
				}
			}
		}
		if full := writtenOut(c.wordsOf(p), others); len(full) > 0 {
			c.rewrite(p, func(name string) string { return writeOut(name, full) })
		}
	}
}

// sitesName is the folded words of a name, abbreviations with their full stops, and the site that has it.
type sitesName struct {
	site  int32
	words []string
}

// nameKey is what names have in common that are alike but for abbreviations: a word in a place, or how all words begin.
type nameKey struct {
	words, place int // one place behind the words for how they begin
	text         string
}

// keyAt is the key of names by the word in a place, or behind them by how they begin.
func keyAt(words []string, place int) nameKey {
	if place == len(words) {
		return nameKey{place, place, wordStarts(words)}
	}
	return nameKey{len(words), place, words[place]}
}

// keyOf is the key that the names are found by which a name may stand for: that of its longest word that is no
// abbreviation, as few others have it, and where all are that of how they begin.
func keyOf(words []string) nameKey {
	place, longest := len(words), 0
	for i, w := range words {
		if !isAbbreviation(w) && len(w) > longest {
			place, longest = i, len(w)
		}
	}
	return keyAt(words, place)
}

// abbreviates reports whether as many names have an abbreviation as two columns have to share values.
func (c *Corpus) abbreviates(p int32) bool {
	n := 0
	for _, words := range c.wordsOf(p) {
		if slices.ContainsFunc(words, isAbbreviation) {
			n++
		}
	}
	return n >= scarceLeast
}

// wordsOf are the different names of a column as folded words.
func (c *Corpus) wordsOf(p int32) (out [][]string) {
	seen := map[int32]bool{}
	s := c.columns[p].site
	for r := c.first[s]; r < c.first[s+1]; r++ {
		for _, v := range c.cell(r, p) {
			if words := nameWords(v.Text); !seen[v.Whole] && len(words) <= longestName {
				seen[v.Whole] = true
				out = append(out, words)
			}
		}
	}
	return out
}

// longestName is the number of words up to which a text is taken for a name.
const longestName = 20

// nameWords are the folded words of a name; one of letters alone that a full stop ends keeps it.
func nameWords(name string) (out []string) {
	for w := range strings.FieldsSeq(name) {
		folded := values.Fold(w)
		if body, stop := strings.CutSuffix(strings.TrimRight(w, ",;:"), "."); stop && utf8.RuneCountInString(body) >= abbreviationLeast && !strings.ContainsFunc(body, func(r rune) bool { return !unicode.IsLetter(r) }) {
			folded += "."
		}
		if folded != "" {
			out = append(out, folded)
		}
	}
	return out
}

func isAbbreviation(word string) bool { return strings.HasSuffix(word, ".") }

// wordStarts are the first letters of words, as many as the shortest abbreviation has: the same for names that are alike
// but for abbreviations.
func wordStarts(words []string) string {
	var b strings.Builder
	for _, w := range words {
		n := 0
		for _, r := range strings.TrimSuffix(w, ".") {
			if n++; n > abbreviationLeast {
				break
			}
			b.WriteRune(r)
		}
		b.WriteByte(' ')
	}
	return b.String()
}

// writtenOut gives what each abbreviation of some names stands for, as the names tell that others have, of which each name
// is given those that it may stand for. One that can be one of theirs alone counts once for each of its abbreviations.
func writtenOut(names [][]string, others func(words []string) iter.Seq[[]string]) map[string]string {
	count, all := map[[2]string]int{}, map[string]int{}
	for _, words := range names {
		if !slices.ContainsFunc(words, isAbbreviation) {
			continue
		}
		var only []string
		one := true
		for o := range others(words) {
			if standsForAll(words, o) && !slices.Equal(only, o) {
				if one = only == nil; !one {
					break
				}
				only = o
			}
		}
		if only == nil || !one {
			continue
		}
		for i, w := range words {
			if isAbbreviation(w) && w != only[i] {
				count[[2]string{w, only[i]}]++
				all[w]++
			}
		}
	}
	full := map[string]string{}
	for pair, n := range count {
		if n >= scarceLeast && float64(n) >= affixShare*float64(all[pair[0]]) {
			full[pair[0]] = pair[1]
		}
	}
	return full
}

// standsForAll reports whether each word is the other name's at its place, or an abbreviation of it.
func standsForAll(words, others []string) bool {
	if len(words) != len(others) {
		return false
	}
	for i, w := range words {
		o := others[i]
		if w != o && (!isAbbreviation(w) || isAbbreviation(o) || !strings.HasPrefix(o, strings.TrimSuffix(w, "."))) {
			return false
		}
	}
	return true
}

// writeOut is a name with its abbreviations written out.
func writeOut(name string, full map[string]string) string {
	words := strings.Fields(name)
	for i, w := range words {
		if n := nameWords(w); len(n) == 1 && full[n[0]] != "" {
			words[i] = full[n[0]]
		}
	}
	return strings.Join(words, " ")
}
