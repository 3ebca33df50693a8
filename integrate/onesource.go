package integrate

import (
	"cmp"
	"slices"

	"verde/integrate/clean"
)

const (
	// singleShare is the share of its site's records that a column needs to be an attribute of one
	// source: what most pages of a site don't have is of some of them, or of their boilerplate.
	singleShare = .5
	// maxSingles bounds the attributes of a site that no other has, those of most records first:
	// each makes the table of entities wider.
	maxSingles = 20
)

// ofOneSource makes attributes of columns of a site that are in none: what one site alone shows is known of
// its entities all the same, under the label that the site has for it. A label has to be one that is shown to
// people, values are no prose, and not those of nearly all records. taken are attributes that there are.
func (c *Corpus) ofOneSource(site int32, taken []Attribute, names map[ColumnName]string) (out []Attribute) {
	joined := make(map[int]bool)
	for i := range taken {
		for _, col := range taken[i].Columns {
			joined[col] = true
		}
	}
	for _, i := range c.of[site] {
		col := &c.columns[i]
		if joined[int(i)] || col.Reason != "" {
			continue
		}
		col.unsplit = c.splitInVain(i, joined)
		if c.tellsAlone(i) {
			a := Attribute{Columns: []int{int(i)}, Sites: 1, Basis: OneSource}
			a.Name, a.Kind = c.name([]int32{i}, names)
			out = append(out, a)
		}
	}
	slices.SortStableFunc(out, func(a, b Attribute) int {
		return cmp.Compare(c.columns[b.Columns[0]].Records, c.columns[a.Columns[0]].Records)
	})
	out = out[:min(len(out), maxSingles)]
	slices.SortFunc(out, func(a, b Attribute) int { return cmp.Compare(a.Columns[0], b.Columns[0]) })
	return out
}

// splitInVain reports whether a column has most of a site's values that are in parts, none of which another site has:
// then they are shown as they are written, once.
func (c *Corpus) splitInVain(i int32, joined map[int]bool) bool {
	col := &c.columns[i]
	parts, most := 0, i
	for _, k := range c.of[col.site] {
		if o := &c.columns[k]; o.Label == col.Label && o.Part != clean.Whole {
			if parts++; joined[int(k)] {
				return false
			}
			if o.Records > c.columns[most].Records {
				most = k
			}
		}
	}
	return parts > 1 && most == i
}

// tellsAlone reports whether a column tells something of its site's entities.
func (c *Corpus) tellsAlone(i int32) bool {
	col := &c.columns[i]
	if _, again := c.restates[i]; again || col.relates || c.isPart(i) || c.wordingOf(col, col.Label) < worded {
		return false
	}
	s := col.site
	records, words, total := 0, 0, 0
	counts := make(map[int32]int)
	for r := c.first[s]; r < c.first[s+1]; r++ {
		if len(c.cells[r]) > 0 {
			records++
		}
		for _, v := range c.cell(r, i) {
			words += len(v.Words)
			total++
			counts[v.Whole]++
		}
	}
	most := 0
	for _, n := range counts {
		most = max(most, n)
	}
	return float64(col.Records) >= singleShare*float64(records) && words <= profileWords*total && !repeats(most, total)
}

// repeatedShare is the share of a column's values from which on one of them is said of nearly all
// records, as the words of a template are.
const repeatedShare = .8

// repeats reports whether so many values of all are one and the same.
func repeats(most, total int) bool { return float64(most) >= repeatedShare*float64(total) }

// Shared reports whether columns of several sites are known to say the same under an
// attribute: by records of one entity, or by a person, and not by the kind of their values.
func (a *Attribute) Shared() bool { return a.Basis != ByValues && a.Basis != OneSource }
