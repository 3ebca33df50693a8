package integrate

import (
	"cmp"
	"slices"

	"verde/integrate/clean"
)

const (
	// minSourceShare is the share of its site's records that a column needs to be an attribute of one source: what
	// fewer pages have is said of some entities only, or is boilerplate.
	minSourceShare = .5
	// maxSingleSource bounds the attributes of one source of a site, those of most records first: each makes the
	// table of entities wider.
	maxSingleSource = 20
)

// singleSourceAttributes makes attributes of a site's columns that are in none of taken: what one site alone says
// is known of its entities, too. Such a column needs a label that is shown to people, and values that are neither
// prose nor nearly all the same.
func (c *Corpus) singleSourceAttributes(site int32, taken []Attribute, names map[ColumnName]string) (out []Attribute) {
	joined := make(map[int]bool)
	for i := range taken {
		for _, col := range taken[i].Columns {
			joined[col] = true
		}
	}
	for _, i := range c.columnsOf[site] {
		col := &c.columns[i]
		if joined[int(i)] || col.Reason != "" {
			continue
		}
		col.showWritten = c.isNeedlesslySplit(i, joined)
		if c.isInformative(i) {
			a := Attribute{Columns: []int{int(i)}, Sites: 1, Basis: OneSource}
			a.Name, a.Kind = c.nameAndKind([]int32{i}, names)
			out = append(out, a)
		}
	}
	slices.SortStableFunc(out, func(a, b Attribute) int {
		return cmp.Compare(c.columns[b.Columns[0]].Records, c.columns[a.Columns[0]].Records)
	})
	out = out[:min(len(out), maxSingleSource)]
	slices.SortFunc(out, func(a, b Attribute) int { return cmp.Compare(a.Columns[0], b.Columns[0]) })
	return out
}

// isNeedlesslySplit reports whether a column was split into parts none of which another site has, and is the part
// of most records: then it shows the texts as written, once.
func (c *Corpus) isNeedlesslySplit(i int32, joined map[int]bool) bool {
	col := &c.columns[i]
	parts, most := 0, i
	for _, k := range c.columnsOf[col.site] {
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

// isInformative reports whether a column says something of its site's entities that is worth an attribute.
func (c *Corpus) isInformative(i int32) bool {
	col := &c.columns[i]
	if _, isCopy := c.nameCopyOf[i]; isCopy || col.isRelation || c.isPart(i) || c.labelQualityIn(col, col.Label) < labelWorded {
		return false
	}
	records, words := 0, 0
	for r := c.firstRecord[col.site]; r < c.firstRecord[col.site+1]; r++ {
		if len(c.cells[r]) > 0 {
			records++
		}
	}
	for _, v := range c.eachValue(i) {
		words += len(v.Words)
	}
	most, total := c.mostFrequent(i)
	return float64(col.Records) >= minSourceShare*float64(records) && words <= maxProfileWords*total && !nearlyConstant(most, total)
}

// mostFrequent returns how often a column has its most frequent value, and how many values it has. Cost: linear in them.
func (c *Corpus) mostFrequent(p int32) (most, total int) {
	counts := make(map[int32]int)
	for _, v := range c.eachValue(p) {
		counts[v.Whole]++
		most, total = max(most, counts[v.Whole]), total+1
	}
	return most, total
}

// constantShare is the share of a column's values from which on one value is nearly all of them, as words of a
// template are.
const constantShare = .8

// nearlyConstant reports whether one value that occurs so often among total values is nearly all of them.
func nearlyConstant(most, total int) bool { return float64(most) >= constantShare*float64(total) }

// Shared reports whether columns of several sites are known to have the attribute's meaning: by records of one
// entity, by names, or by a person, and not by the distribution of their values.
func (a *Attribute) Shared() bool { return a.Basis != ByValues && a.Basis != OneSource }
