package clean

import (
	"regexp"
	"strconv"
	"strings"
)

// dotted is a number whose digits behind each point are three, and plain one without a
// point. What stands behind has no point or comma in front of a digit: where there is one
// ("1.234,50", "12 x 3.5"), it says itself what the points are, or is another number.
var (
	dotted = regexp.MustCompile(`^[^0-9.,]*([1-9][0-9]{0,2}(?:\.[0-9]{3})+)` + noFraction)
	plain  = regexp.MustCompile(`^[^0-9.,]*([0-9]+)` + noFraction)
)

const noFraction = `(?:[^0-9.,](?:[^.,]|[.,][^0-9])*[.,]?)?$`

// thousands reads the points of a column of numbers as marks of thousands, as many languages
// write them: "987 m", "1.234 m". One number does not tell whether it is 1,234 or 1.234; but
// where a point never has other than three digits behind it, and no number without one has
// more than three digits, it is no decimal point. Cost: linear in the texts.
func (c *Column) thousands() {
	marked, small := 0, 0
	for _, cell := range c.Cells {
		for _, t := range cell.Texts {
			if dotted.MatchString(t.Clean) {
				marked++
				continue
			}
			m := plain.FindStringSubmatch(t.Clean)
			if m == nil {
				return
			}
			if n, err := strconv.Atoi(m[1]); err != nil || n >= 1000 {
				return
			}
			small++
		}
	}
	if marked < constantAt || small < constantAt {
		return
	}
	for i := range c.Cells {
		for j := range c.Cells[i].Texts {
			t := &c.Cells[i].Texts[j]
			if at := dotted.FindStringSubmatchIndex(t.Clean); at != nil {
				t.Clean = t.Clean[:at[2]] + strings.ReplaceAll(t.Clean[at[2]:at[3]], ".", ",") + t.Clean[at[3]:]
			}
		}
	}
}
