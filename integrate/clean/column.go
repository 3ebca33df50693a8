package clean

import (
	"strings"

	"verde/integrate/compare"
	"verde/values"
)

// Part says which part of what a site writes a column holds.
type Part string

// Text is a text of a cell.
type Text struct {
	Clean   string // what is compared and shown
	Written string // what the site has
}

// Cell is what one record has in a column.
type Cell struct {
	Row   int
	Texts []Text
}

// Column is one column of a site.
type Column struct {
	Label   string
	Part    Part
	Twins   []string // other labels with the same values, ascending
	Form    compare.Form
	Cells   []Cell // ascending by row
	Dropped string // why the column is of no use, "" if it is
	Unit    string // behind the numbers that nearly all values end with: it is shown, but not compared

	stripped int // words of its template that its values were without
}

// share is the part of texts for which f holds.
func share(texts []string, f func(string) bool) float64 {
	n := 0
	for _, t := range texts {
		if f(t) {
			n++
		}
	}
	return float64(n) / float64(max(1, len(texts)))
}

// sample gives up to sampleSize texts, evenly spread over the rows.
func (c *Column) sample() []string {
	step := max(1, len(c.Cells)/sampleSize)
	var out []string
	for i := 0; i < len(c.Cells); i += step {
		out = append(out, c.Cells[i].Texts[0].Clean)
	}
	return out
}

// cellOf gives the texts that have a character, without what is no text.
func cellOf(texts []string) (cell []Text) {
	for _, t := range texts {
		if clean := values.FoldOnly(bounded(t), values.Space); clean != "" {
			cell = append(cell, Text{clean, t})
		}
	}
	return cell
}

func bounded(s string) string {
	if len(s) > maxText {
		s = strings.Clone(s[:maxText])
	}
	return strings.ToValidUTF8(s, "")
}
