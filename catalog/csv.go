package catalog

import (
	"encoding/csv"
	"strconv"
	"strings"
	"unicode"
)

// csvTable writes CSV rows. Error returns the first error.
type csvTable struct {
	*csv.Writer
	formulas bool
}

func (t csvTable) row(cells ...string) {
	if !t.formulas {
		for i, cell := range cells {
			cells[i] = escapeFormula(cell)
		}
	}
	t.Write(cells)
}

// escapeFormula keeps a spreadsheet from running a cell from the web: a cell that starts like a formula gets a '
// before it, and so does one that starts with a tab or a carriage return, at which some readers begin another
// cell. Plain numbers stay numbers.
func escapeFormula(cell string) string {
	if strings.HasPrefix(cell, "\t") || strings.HasPrefix(cell, "\r") {
		return "'" + cell
	}
	start := strings.TrimLeftFunc(cell, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) })
	r := strings.TrimLeft(start, "=+-@＝＋－＠")
	if len(r) == len(start) || isNumber(cell) {
		return cell
	}
	return "'" + cell
}

// isNumber reports whether s is a sign with digits, points and commas.
func isNumber(s string) bool {
	digits := strings.TrimLeft(s, "+-")
	return len(s)-len(digits) <= 1 && digits != "" && strings.Trim(digits, "0123456789.,") == ""
}

func number(f float64) string { return strconv.FormatFloat(f, 'g', -1, 64) }
