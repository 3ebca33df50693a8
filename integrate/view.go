package integrate

import (
	"slices"

	"verde/integrate/clean"
)

// views are the columns of a site's records, where what several pages show of one entity (see
// Record.Of) is in the row of one of them: records are compared by what all views say
// together. of is the row of each record.
type views struct {
	of      []int
	columns []clean.Column
}

// viewsOf finds the views among a site's records, but for those of which somebody has decided
// that they are two entities', and cleans the columns of what is left.
func viewsOf(records []Record, parts map[string]string, decisions []Decision) views {
	v := views{of: make([]int, len(records))}
	at := make(map[string]int, len(records))
	for i, r := range records {
		v.of[i], at[r.URL] = i, i
	}
	v.subpages(records, at)
	for _, d := range decisions {
		a, okA := at[d.A]
		b, okB := at[d.B]
		if d.What != "different" || !okA || !okB || v.of[a] != v.of[b] {
			continue
		}
		main := v.of[a]
		for i := range v.of {
			if v.of[i] == main {
				v.of[i] = i
			}
		}
	}
	rows := make([]map[string][]string, len(records))
	for i, r := range records {
		if v.of[i] == i {
			rows[i] = r.Values
		}
	}
	merged := make(map[int]bool)
	for i, main := range v.of {
		if main == i {
			continue
		}
		if !merged[main] {
			merged[main] = true
			rows[main] = cloned(rows[main])
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

// subpages puts pages about the entity of another page into its row, if this is about its own.
func (v *views) subpages(records []Record, at map[string]int) {
	for i, r := range records {
		if main, ok := at[r.Of]; ok {
			if _, further := at[records[main].Of]; !further {
				v.of[i] = main
			}
		}
	}
}

func cloned(m map[string][]string) map[string][]string {
	out := make(map[string][]string, len(m))
	for k, v := range m {
		out[k] = v
	}
	return out
}

// see notes which records are views of which, and what each of them says. base is the number
// of the first one.
func (c *Corpus) see(base int, records []Record, of []int) {
	several := make(map[int]bool)
	for i, main := range of {
		if main != i {
			several[main] = true
			c.viewOf[int32(base+i)] = int32(base + main)
		}
	}
	for i, main := range of {
		if several[main] {
			c.said[int32(base+i)] = c.part(c.cells[base+main], &records[i], i == main)
		}
	}
}

// part is what a record says of what all views say together, as it writes it.
func (c *Corpus) part(cells []cell, r *Record, main bool) (out []cell) {
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

// says gives what a record says, where others of its entity on its site may say more.
func (c *Corpus) says(r int32) []cell {
	if own, ok := c.said[r]; ok {
		return own
	}
	return c.cells[r]
}

// main is the record that stands for all views of its entity on a site.
func (c *Corpus) main(r int32) int32 {
	if m, ok := c.viewOf[r]; ok {
		return m
	}
	return r
}

// withViews adds to records the views of them.
func (c *Corpus) withViews(clusters []Cluster) {
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
