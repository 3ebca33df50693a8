package extract

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"verde/record"
)

// A page is template and values, so that values hold no template. What is left of it in them is phrases that come again on
// other pages among words that do not: labels that were not read. Where as many phrases are left as there are columns, more
// of what the pages say has no label than has one: the pages are read badly.

// phraseWords is how many words side by side are a phrase: two come again in all running text, as "of the".
const phraseWords = 3

// minPhrasePages is how many pages have to have a phrase, besides half of all.
const minPhrasePages = 3

// Leftover is template that a wrapper leaves in the values of a column.
type Leftover struct {
	Column, Phrase string  // the label, and a phrase that comes again in the values
	Share          float64 // of the column's words, those of such phrases

	pages int // that have the phrase
}

func (l Leftover) String() string {
	return fmt.Sprintf("%s: %.0f %% of the words, as %q on %d pages", l.Column, 100*l.Share, l.Phrase, l.pages)
}

// clause is the words of a value between two marks.
type clause struct {
	column int
	words  []string
}

// key is the words in one text.
func (c *clause) key() string { return strings.Join(c.words, " ") }

// onPages counts pages, one after the other.
type onPages struct{ pages, last int }

func (n onPages) on(page int) onPages {
	if n.pages > 0 && n.last == page {
		return n
	}
	return onPages{n.pages + 1, page}
}

// leftover gives the columns of w whose values in t hold template if pages have as many phrases of it as columns
// in the mean, else nil.
//
// Cost: linear in the texts.
func (w *Wrapper) leftover(t *Table) []Leftover {
	var all []clause
	columns := 0
	phrases, said := make(map[string]onPages), make(map[string]onPages)
	for i := range t.Pages {
		for k := range w.Columns {
			c, cell := &w.Columns[k], &t.Columns[k].Cells[i]
			if !c.Kind.Data() || c.PartOf != "" || c.SameAs != "" || len(cell.Values) == 0 {
				continue
			}
			if columns++; cell.Rows != nil || c.Type == string(record.Image) || len(c.Styles) > 0 && strings.HasSuffix(c.Styles[0].Path, "/title") {
				continue
			}
			for _, v := range cell.Values {
				if v.Key != "" || v.Href != "" {
					continue
				}
				for _, text := range strings.FieldsFunc(v.Text, func(r rune) bool { return strings.ContainsRune(".!?;|", r) }) {
					x := clause{k, strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) })}
					all = append(all, x)
					said[x.key()] = said[x.key()].on(i)
					for n := phraseWords; n <= len(x.words); n++ {
						phrase := strings.Join(x.words[n-phraseWords:n], " ")
						phrases[phrase] = phrases[phrase].on(i)
					}
				}
			}
		}
	}
	left, words := make([]Leftover, len(w.Columns)), make([]int, len(w.Columns))
	sum := 0
	for i := range all {
		c := &all[i]
		words[c.column] += len(c.words)
		if said[c.key()].pages > 1 {
			continue // it says nothing of the page
		}
		n, end := 0, 0 // words of phrases, and where the last one ends
		l := &left[c.column]
		for k := phraseWords; k <= len(c.words); k++ {
			phrase := strings.Join(c.words[k-phraseWords:k], " ")
			if on := phrases[phrase].pages; on >= minPhrasePages && 2*on >= len(t.Pages) {
				n, end = n+min(phraseWords, k-end), k
				if on > l.pages {
					l.Phrase, l.pages = phrase, on
				}
			}
		}
		if n < len(c.words) {
			l.Share += float64(n)
			sum += n
		}
	}
	if sum < phraseWords*columns || sum == 0 {
		return nil
	}
	var out []Leftover
	for k := range left {
		if left[k].Share > 0 {
			left[k].Column, left[k].Share = w.Columns[k].Label, left[k].Share/float64(words[k])
			out = append(out, left[k])
		}
	}
	return out
}

// Leftover gives the columns whose values on the learned pages hold template, with a phrase of each, most first, where as much of it is
// left in values as is read as labels: the pages are read badly. It is nil of a wrapper that was not just learned, whose
// columns have the confidence of that.
func (w *Wrapper) Leftover() []Leftover {
	out := slices.Clone(w.left)
	for _, other := range w.Others {
		out = append(out, other.left...)
	}
	slices.SortStableFunc(out, func(x, y Leftover) int { return cmp.Compare(y.Share, x.Share) })
	return out
}
