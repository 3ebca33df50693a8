package integrate

import (
	"maps"
	"slices"

	"verde/integrate/clean"
)

// views are the columns of a site's records, where pages about one entity (see Record.Of) share the row of one of
// them: records are compared by all that their views say together.
type views struct {
	mainRow []int // record -> its row
	columns []clean.Column
}

// mergeViews finds which records of a site are views of one entity, unless somebody decided that they are two, and
// cleans the columns of the merged records.
func mergeViews(records []Record, parts map[string]string, decisions []Decision) views {
	v := views{mainRow: make([]int, len(records))}
	at := make(map[string]int, len(records))
	for i, r := range records {
		v.mainRow[i], at[r.URL] = i, i
	}
	v.attachSubpages(records, at)
	for _, d := range decisions {
		a, okA := at[d.A]
		b, okB := at[d.B]
		if d.What != "different" || !okA || !okB || v.mainRow[a] != v.mainRow[b] {
			continue
		}
		main := v.mainRow[a]
		for i := range v.mainRow {
			if v.mainRow[i] == main {
				v.mainRow[i] = i
			}
		}
	}
	rows := make([]map[string][]string, len(records))
	for i, r := range records {
		if v.mainRow[i] == i {
			rows[i] = r.Values
		}
	}
	merged := make(map[int]bool)
	for i, main := range v.mainRow {
		if main == i {
			continue
		}
		if !merged[main] {
			merged[main] = true
			rows[main] = make(map[string][]string, len(records[main].Values))
			maps.Copy(rows[main], records[main].Values)
		}
		for label, texts := range records[i].Values {
			if len(rows[main][label]) == 0 {
				rows[main][label] = texts
			}
		}
	}
	v.columns = clean.Columns(rows, parts)
	return v
}

// attachSubpages gives a page about the entity of another page that page's row, unless the other page is itself
// such a subpage.
func (v *views) attachSubpages(records []Record, at map[string]int) {
	for i, r := range records {
		if main, ok := at[r.Of]; ok {
			if _, further := at[records[main].Of]; !further {
				v.mainRow[i] = main
			}
		}
	}
}

// addViews notes which records are views of which, and the cells of each view. base is the number of the site's
// first record.
func (c *Corpus) addViews(base int, records []Record, of []int) {
	several := make(map[int]bool)
	for i, main := range of {
		if main != i {
			several[main] = true
			c.viewOf[int32(base+i)] = int32(base + main)
		}
	}
	for i, main := range of {
		if several[main] {
			c.viewCells[int32(base+i)] = c.cellsOfView(c.cells[base+main], &records[i], i == main)
		}
	}
}

// cellsOfView picks from the cells of all views those that a record has itself, with the texts as it writes them.
func (c *Corpus) cellsOfView(cells []cell, r *Record, main bool) (out []cell) {
	for _, of := range cells {
		col := &c.columns[of.column]
		i := slices.IndexFunc(col.labels(), func(label string) bool { return len(r.Values[label]) > 0 })
		if i < 0 {
			continue
		}
		if own := r.Values[col.labels()[i]]; !main {
			of.written = slices.Clone(of.written)
			for j := range of.written {
				of.written[j] = own[min(j, len(own)-1)]
			}
		}
		out = append(out, of)
	}
	return out
}

// cellsOf returns what a record itself says; other views of its entity may say more.
func (c *Corpus) cellsOf(r int32) []cell {
	if own, ok := c.viewCells[r]; ok {
		return own
	}
	return c.cells[r]
}

// mainView returns the record that represents all views of its entity on its site.
func (c *Corpus) mainView(r int32) int32 {
	if m, ok := c.viewOf[r]; ok {
		return m
	}
	return r
}

// addViewsToClusters adds to each cluster the other views of its records.
func (c *Corpus) addViewsToClusters(clusters []Cluster) {
	if len(c.viewOf) == 0 {
		return
	}
	views := make(map[int32][]int32)
	for v, m := range c.viewOf {
		views[m] = append(views[m], v)
	}
	for i := range clusters {
		own := clusters[i].Records
		for _, r := range own {
			clusters[i].Records = append(clusters[i].Records, views[r]...)
		}
		slices.Sort(clusters[i].Records)
	}
}
