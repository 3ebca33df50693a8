package leaves

import (
	"slices"
	"strconv"
	"strings"
)

// Rows may be numbered in a cell of their own, as those of spreadsheets are. The number of an attribute says where it stands and
// nothing of the entity: it is left out, so that the row begins with its label. That of a row of a group may be its rank, and stays.

// numbered are the rows of an element from the first one that begins with a number on, without the numbers, which are the leaves
// before. There are none unless each number is alone in its cell, and that of the row before and one.
func (c *Corpus) numbered(d *Doc, rows []row) []row {
	var out []row
	before := 0
	for _, r := range rows {
		n, err := strconv.Atoi(strings.TrimRight(d.Leaves[r.lo].Text, ".)"))
		alone := r.lo+1 == r.hi || d.below(d.Leaves[r.lo].Elem, r.elem) != d.below(d.Leaves[r.lo+1].Elem, r.elem)
		switch {
		case err == nil && alone && (out == nil || n == before+1):
			before = n
			out = append(out, row{span{r.lo + 1, r.hi}, r.elem})
		case out != nil:
			return nil
		}
	}
	if len(out) < minTurns {
		return nil
	}
	return out
}

// findNumbered gives the kinds of numbered rows that make up attributes without their numbers.
//
// Cost: linear in the leaves and their depth.
func (a *Set) findNumbered(usual, every func(content int32) bool) map[int32]bool {
	tallies, whole := make(map[int32]*groupStats), a.fixedRows(every)
	for _, d := range a.Docs {
		for _, run := range a.runsOf(d) {
			rows := slices.DeleteFunc(a.numbered(d, run.rows), func(r row) bool { return r.lo == r.hi })
			if len(rows) > 0 {
				tallyOf(tallies, a.rowKind(run.kind)).add(a.Corpus, d, rows, usual, every, whole)
			}
		}
	}
	out := make(map[int32]bool)
	for kind, t := range tallies {
		if t.verdict() == rowsOfAttributes {
			out[kind] = true
		}
	}
	return out
}

// dropNumbers leaves the numbers of such rows out.
//
// Cost: that of runsOf.
func (c *Corpus) dropNumbers(d *Doc) {
	if len(c.Numbered) == 0 {
		return
	}
	drop := make(map[int32]bool)
	for _, run := range c.runsOf(d) {
		if c.Numbered[c.rowKind(run.kind)] {
			for _, r := range c.numbered(d, run.rows) {
				drop[r.lo-1] = true
			}
		}
	}
	d.drop(drop)
}
