package integrate

import (
	"strings"

	"verde/integrate/clean"
	"verde/integrate/compare"
	"verde/values"
)

// frame is what all values of a column begin and end with, and they are compared without (see package clean).
type frame struct{ front, behind string }

// keepWords has the claims of an attribute show the words that nearly all its values of a site begin or end with, where
// most of its sites have the same. One site's are its template's ("| Deepdiscount"), and the other sites do not
// know them; what they have in common is a part of what is said: "Museum of Turin", "Berlin Academy". What a colon ends
// is a label, and a name is asked for and compared without what all names of a site share. Cost: linear in the values.
func (c *Corpus) keepWords(members []int32) {
	of, columns := make(map[frame]map[string]bool), make(map[frame][]int32)
	sites := make(map[string]bool)
	for _, p := range members {
		col := &c.columns[p]
		if c.titled[col.site] == p {
			return
		}
		sites[col.Site] = true
		if col.Part != clean.Whole || col.form.Kind != compare.Text {
			continue
		}
		if w := c.wordsAround(p); w != (frame{}) && !strings.HasSuffix(w.front, ":") {
			if of[w] == nil {
				of[w] = make(map[string]bool)
			}
			of[w][col.Site] = true
			columns[w] = append(columns[w], p)
		}
	}
	for w, having := range of {
		if len(having) >= 2 && 2*len(having) > len(sites) {
			for _, p := range columns[w] {
				c.columns[p].unsplit = true
			}
		}
	}
}

// wordsAround gives the words that nearly all values of a column were without when it was read.
func (c *Corpus) wordsAround(p int32) frame {
	counts, n := make(map[frame]int), 0
	s := c.columns[p].site
	for r := c.first[s]; r < c.first[s+1]; r++ {
		for _, cell := range c.says(r) {
			if cell.column != p {
				continue
			}
			for i, v := range cell.values {
				n++
				if front, behind, ok := strings.Cut(plain(cell.written[i]), v.Text); ok {
					counts[frame{strings.TrimSpace(front), strings.TrimSpace(behind)}]++
				}
			}
		}
	}
	for w, k := range counts {
		if float64(k) >= affixShare*float64(n) {
			return w
		}
	}
	return frame{}
}

// plain is a text as it is shown: without the blanks of its page's source.
func plain(text string) string { return values.FoldOnly(text, values.Space) }
