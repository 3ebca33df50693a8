package clean

import (
	"strings"

	"verde/integrate/compare"
	"verde/values"
)

// Part is the part of a site's values that a column holds.
type Part string

// Text is a text of a cell.
type Text struct {
	Clean   string // compared and shown
	Written string // as the site has it
}

// Cell is the texts of one record in a column.
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
	Dropped string // why the column is of no use, "" if it is of use
	Unit    string // behind the numbers that end nearly all values: shown, but not compared

	templateWords int // words of the template that were removed from its values
}

// share is the share of texts for which f holds.
func share(texts []string, f func(string) bool) float64 {
	n := 0
	for _, t := range texts {
		if f(t) {
			n++
		}
	}
	return float64(n) / float64(max(1, len(texts)))
}

// sample returns up to sampleSize texts, evenly spread over the rows.
func (c *Column) sample() []string {
	step := max(1, len(c.Cells)/sampleSize)
	var out []string
	for i := 0; i < len(c.Cells); i += step {
		out = append(out, c.Cells[i].Texts[0].Clean)
	}
	return out
}

// newCell returns the texts that have a character, with white space and invalid bytes removed.
func newCell(texts []string) (cell []Text) {
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
