package clean

import (
	"slices"
	"unicode"
	"unicode/utf8"

	"verde/values"
)

// letterWords are the first words of a value that a list may be ordered by: "The Hobbit" under
// H, "Ray Allen" under A.
const letterWords = 4

// maxLetters bounds the columns of letters that are looked at: a site has lists of one kind or two.
const maxLetters = 16

// dropLetters drops columns of single letters with which nearly all values of another column
// begin: a list's place, which says nothing that the name does not. Cost: such columns times
// the cells.
func dropLetters(columns []Column) {
	var letters, others []int
	for i := range columns {
		c := &columns[i]
		switch {
		case c.Dropped != "":
		case share(c.sample(), isLetter) < AffixShare:
			others = append(others, i)
		case len(c.Cells) >= constantAt && len(letters) < maxLetters:
			letters = append(letters, i)
		}
	}
	for _, i := range letters {
		if slices.ContainsFunc(others, func(o int) bool { return columns[i].begins(&columns[o]) }) {
			columns[i].Dropped = "the first letters of another column"
		}
	}
}

func isLetter(s string) bool {
	r, n := utf8.DecodeRuneInString(s)
	return n == len(s) && unicode.IsLetter(r)
}

// begins reports whether words of another column begin with the letters of this one.
func (c *Column) begins(o *Column) bool {
	both, hits := 0, 0
	for i, j := 0, 0; i < len(c.Cells) && j < len(o.Cells); {
		switch x, y := c.Cells[i], o.Cells[j]; {
		case x.Row < y.Row:
			i++
		case y.Row < x.Row:
			j++
		default:
			both++
			letter := values.Fold(x.Texts[0].Clean)
			words := values.Words(y.Texts[0].Clean[:min(len(y.Texts[0].Clean), 256)])
			if slices.ContainsFunc(words[:min(len(words), letterWords)], func(w string) bool { r, n := utf8.DecodeRuneInString(w); return n > 0 && string(r) == letter }) {
				hits++
			}
			i, j = i+1, j+1
		}
	}
	return both >= constantAt && float64(both) >= twinRows*float64(len(c.Cells)) && float64(hits) >= twinShare*float64(both)
}
