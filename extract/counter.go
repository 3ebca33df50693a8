package extract

import "regexp"

// Rows of label and value may begin with a cell that only counts them, or marks each with the same sign. Optional rows
// shift the numbers, so that they are neither labels nor values: they go up from row to row on every page, which the
// values of different labels do not, and the labels are the texts behind them, which recur from page to page.

// countsRows is a text that may count rows or mark them: it has no word.
var countsRows = regexp.MustCompile(`^\PL*\pL?\PL*$`)

// counterTally is what is known of the first texts of the rows of a kind, and of the rows without them.
type counterTally struct {
	rows groupStats
	not  bool // some row does not go on counting
}

// countedBy tells whether texts count rows: they go up, as numbers and letters do by length and alphabet, or are one sign.
func countedBy(texts []string) bool {
	up, one := true, true
	for k, text := range texts {
		if !countsRows.MatchString(text) {
			return false
		}
		if k > 0 {
			before := texts[k-1]
			up = up && (len(before) < len(text) || len(before) == len(text) && before < text)
			one = one && before == text
		}
	}
	return up || one
}

// findCounters gives the kinds of rows of attributes that begin with what counts them.
//
// Cost: linear in the leaves and their depth.
func (a *alignment) findCounters(usual, every func(int32) bool) {
	if len(a.docs) < 2 {
		return
	}
	tallies := make(map[rowKind]*counterTally)
	own := func(d *doc, run *rowRun) []row { // rows with texts of their own
		var out []row
		heads := a.findHeaded(d)
		for _, r := range run.rows {
			if r.hi-r.lo > 1 && !heads[r.elem] && !fixedRow(d, r, every) {
				out = append(out, r)
			}
		}
		return out
	}
	for _, d := range a.docs {
		runs := a.runsOf(d)
		for k := range runs {
			rows := own(d, &runs[k])
			if len(rows) < 2 {
				continue
			}
			t := tallies[runs[k].kind]
			if t == nil {
				t = &counterTally{rows: groupStats{texts: make(map[int32]*rowText)}}
				tallies[runs[k].kind] = t
			}
			var texts []string
			for i := range rows {
				texts = append(texts, d.leaves[rows[i].lo].text)
				rows[i].lo++
			}
			if t.not = t.not || !countedBy(texts); !t.not {
				t.rows.add(a.corpus, d, rows, usual, every)
			}
		}
	}
	a.counters = make(map[int32]bool)
	for kind, t := range tallies {
		if !t.not && t.rows.verdict() == rowsOfAttributes {
			a.counters[a.rowKind(kind)] = true
		}
	}
	for _, d := range a.docs {
		a.dropCounters(d, func(l *leaf) bool { return every(l.content) })
	}
}

// dropCounters leaves out what counts rows. Those of headings, whose texts are of the template alone, stay.
//
// Cost: linear in the leaves and their depth.
func (c *corpus) dropCounters(d *doc, every func(l *leaf) bool) {
	if len(c.counters) == 0 {
		return
	}
	drop := make(map[int32]bool)
	for _, run := range c.runsOf(d) {
		if !c.counters[c.rowKind(run.kind)] {
			continue
		}
		for _, r := range run.rows {
			drop[r.lo] = r.hi-r.lo > 1 && countsRows.MatchString(d.leaves[r.lo].text) && !fixed(d.leaves[r.lo:r.hi], every)
		}
	}
	d.dropLeaves(drop)
}

// dropLeaves leaves some leaves out.
func (d *doc) dropLeaves(drop map[int32]bool) {
	if len(drop) == 0 {
		return
	}
	kept := d.leaves[:0]
	for k := range d.leaves {
		if drop[int32(k)] {
			d.elems[d.leaves[k].elem].texts--
			continue
		}
		kept = append(kept, d.leaves[k])
	}
	d.leaves, d.runs = kept, nil
}
