package clean

import (
	"regexp"
	"strconv"
	"strings"
)

// grouped matches a number with three digits behind each point, and ungrouped one without a point. The rest of the
// text has no point or comma before a digit; with one ("1.234,50", "12 x 3.5") the meaning of the points is clear,
// or there is a second number.
var (
	grouped   = regexp.MustCompile(`^[^0-9.,]*([1-9][0-9]{0,2}(?:\.[0-9]{3})+)` + noFraction)
	ungrouped = regexp.MustCompile(`^[^0-9.,]*([0-9]+)` + noFraction)
)

const noFraction = `(?:[^0-9.,](?:[^.,]|[.,][^0-9])*[.,]?)?$`

// readThousands reads the points of a column of numbers as thousands separators, as many languages write them:
// "987 m", "1.234 m". A single number is ambiguous: 1,234 or 1.234. But where a point is always followed by three
// digits, and no number without one has more than three, it is no decimal point. Cost: linear in the texts.
func (c *Column) readThousands() {
	marked, small := 0, 0
	for _, cell := range c.Cells {
		for _, t := range cell.Texts {
			if grouped.MatchString(t.Clean) {
				marked++
				continue
			}
			m := ungrouped.FindStringSubmatch(t.Clean)
			if m == nil {
				return
			}
			if n, err := strconv.Atoi(m[1]); err != nil || n >= 1000 {
				return
			}
			small++
		}
	}
	if marked < minRows || small < minRows {
		return
	}
	for i := range c.Cells {
		for j := range c.Cells[i].Texts {
			t := &c.Cells[i].Texts[j]
			if at := grouped.FindStringSubmatchIndex(t.Clean); at != nil {
				t.Clean = t.Clean[:at[2]] + strings.ReplaceAll(t.Clean[at[2]:at[3]], ".", ",") + t.Clean[at[3]:]
			}
		}
	}
}
