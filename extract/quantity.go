package extract

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"verde/record"
	"verde/values"
)

// typeShare is the share of a column's values that have to be of one type, and
// of one unit, for the column to be.
const typeShare = .8

// typeSample is how many values of a column, evenly spread, its type is told from: by
// as many a share is known to some 5 %.
const typeSample = 256

// The orders of day and month in all-numeric dates, which are the unit of a column
// of dates. Where a column has both, or none that shows it, "03/04/2003" is given
// without the day that it means.
const (
	dayFirst   = "day first"
	monthFirst = "month first"
)

// meaning is what the values of a column mean.
type meaning struct{ kind, unit string }

// typesInOrder are the types that a column may have, each before those that its
// values may have as well: the digits of an ISBN are a number too. Plain digits
// are a number sooner than a telephone's.
var typesInOrder = [...]record.Type{record.ISBN, record.Date, record.Money, record.Percent, record.Number, record.Mass, record.Length, record.Duration, record.Phone, record.URL, record.Email}

// checkType gives an error if columns have no such type.
func checkType(kind string) error {
	if t := record.Type(kind); t == record.Text || t == record.Image || slices.Contains(typesInOrder[:], t) {
		return nil
	}
	return fmt.Errorf("type %q: expected one of %q, image, or none for text", kind, typesInOrder)
}

var (
	webAddress  = regexp.MustCompile(`^(https?://|www\.)\S+$`)
	mailAddress = regexp.MustCompile(`^[^@\s]+@[^@\s]+\.[^@\s]+$`)
	numericDate = regexp.MustCompile(`^(\d{1,2})[-/.](\d{1,2})[-/.]\d{2,4}$`)
)

// typesOfValue gives the types that a text may have.
func typesOfValue(text string) map[record.Type]bool {
	out := make(map[record.Type]bool)
	for _, v := range values.Parse(text) {
		out[typeOfReading(v)] = true
	}
	switch {
	case webAddress.MatchString(text):
		out[record.URL] = true
	case mailAddress.MatchString(text):
		out[record.Email] = true
	}
	return out
}

func typeOfReading(v values.Value) record.Type {
	switch v := v.(type) {
	case values.Number:
		return record.Number
	case values.Percent:
		return record.Percent
	case values.Money:
		return record.Money
	case values.Quantity:
		if v.Unit == values.Kilogram {
			return record.Mass
		}
		return record.Length
	case values.Duration:
		return record.Duration
	case values.Date:
		return record.Date
	case values.Phone:
		return record.Phone
	case values.ISBN:
		return record.ISBN
	}
	return record.Text
}

// withUnit takes a number and the word behind it apart where package values knows no
// such unit: "240 pages". A number with more words is text.
func withUnit(text string) (number, unit string) {
	number, unit, ok := strings.Cut(text, " ")
	if !ok || len(text) > values.MaxValue || strings.ContainsAny(unit, " 0123456789") || !values.HasDigit(number) || strings.Trim(unit, ".,;:-–—/|·•") == "" {
		return "", ""
	}
	for _, v := range values.Parse(number) {
		if _, ok := v.(values.Number); ok && len(values.Parse(text)) == 0 {
			return number, strings.TrimRight(unit, ".,;")
		}
	}
	return "", ""
}

// meaningOf finds what the values of a column mean, most of them at least.
//
// Cost: at most typeSample values are read.
func (c *Column) meaningOf() meaning {
	types, units, all, n := make(map[record.Type]int), make(map[string]int), 0, 0
	for _, cell := range c.Cells {
		all += len(cell.Values)
	}
	step, k := 1+all/typeSample, 0
	for _, cell := range c.Cells {
		for i := range cell.Values {
			if k++; k%step != 0 {
				continue
			}
			n++
			text := cell.Values[i].Text
			of := typesOfValue(text)
			for t := range of {
				types[t]++
			}
			if of[record.Date] {
				units[orderOf(text)]++
			}
			if _, unit := withUnit(text); unit != "" {
				units[unit]++
			}
		}
	}
	enough := func(k int) bool { return n > 0 && float64(k) >= typeShare*float64(n) }
	same := 0 // numbers with the same word behind them: one that differs each time is no unit
	for unit, k := range units {
		if unit != dayFirst && unit != monthFirst {
			same = max(same, k)
		}
	}
	types[record.Number] += same
	for _, t := range typesInOrder {
		if !enough(types[t]) {
			continue
		}
		m := meaning{kind: string(t)}
		switch t {
		case record.Mass:
			m.unit = string(values.Kilogram)
		case record.Length:
			m.unit = string(values.Metre)
		case record.Duration:
			m.unit = "s"
		case record.Date:
			switch {
			case units[dayFirst] > 0 && units[monthFirst] == 0:
				m.unit = dayFirst
			case units[monthFirst] > 0 && units[dayFirst] == 0:
				m.unit = monthFirst
			}
		case record.Number:
			for unit, k := range units {
				if enough(k) {
					m.unit = unit
				}
			}
		}
		return m
	}
	return meaning{}
}

// orderOf tells of an all-numeric date that can be read in one way alone what its
// order is, "" of others.
func orderOf(text string) string {
	parts := numericDate.FindStringSubmatch(text)
	if parts == nil {
		return ""
	}
	first, _ := strconv.Atoi(parts[1])
	second, _ := strconv.Atoi(parts[2])
	switch {
	case first > 12 && second <= 12:
		return dayFirst
	case second > 12 && first <= 12:
		return monthFirst
	}
	return ""
}

// describe says what a value of the column means, if its text can be read so.
func (m meaning) describe(v *record.Value) {
	switch t := record.Type(m.kind); t {
	case record.Text, record.Image:
		if v.Date != "" { // a time element says it
			v.Type = record.Date
		} else {
			v.Type = cmp.Or(v.Type, t)
		}
		return
	case record.URL:
		if webAddress.MatchString(v.Text) {
			v.Type = t
		}
		return
	case record.Email:
		if mailAddress.MatchString(v.Text) {
			v.Type = t
		}
		return
	}
	var found []values.Value
	for _, x := range values.Parse(v.Text) {
		if typeOfReading(x) == record.Type(m.kind) {
			found = append(found, x)
		}
	}
	switch {
	case len(found) == 1:
		explain(v, found[0])
	case len(found) > 1:
		v.Type = record.Type(m.kind) // which of them is meant is not known
		if d := m.dateAmong(found); d != nil && v.Date == "" {
			v.Date = d.String()
		}
	case m.kind == string(record.Number):
		if number, unit := withUnit(v.Text); number != "" {
			explain(v, numberIn(number))
			v.Unit = unit
		}
	}
	if v.Date != "" {
		v.Type = record.Date
	}
}

func numberIn(text string) values.Value {
	for _, x := range values.Parse(text) {
		if n, ok := x.(values.Number); ok {
			return n
		}
	}
	return nil
}

// dateAmong picks the date that the order of the column gives of one that may be read
// in two ways, nil if the column has shown none. [values.Parse] gives that with the
// month first as the first one.
func (m meaning) dateAmong(found []values.Value) values.Value {
	switch m.unit {
	case monthFirst:
		return found[0]
	case dayFirst:
		return found[1]
	}
	return nil
}

// explain writes what a value means into it.
func explain(v *record.Value, x values.Value) {
	number := func(n float64, unit string) { v.Number, v.Unit = &n, unit }
	v.Type = typeOfReading(x)
	switch x := x.(type) {
	case values.Number:
		number(float64(x), "")
	case values.Percent:
		number(float64(x), "")
	case values.Money:
		number(x.Amount, "")
		v.Currency = x.Currency
	case values.Quantity:
		number(rounded(x.Amount), string(x.Unit))
	case values.Duration:
		number(float64(x)/1e9, "s")
	case values.Date:
		v.Date = cmp.Or(v.Date, x.String())
	case values.Phone:
		v.Code = string(x)
	case values.ISBN:
		v.Code = string(x)
	}
}

// rounded takes off what the change of a unit puts behind the digits that count: two
// numbers that differ in the tenth digit are one to package values.
func rounded(x float64) float64 {
	out, err := strconv.ParseFloat(strconv.FormatFloat(x, 'g', 10, 64), 64)
	if err != nil {
		return x
	}
	return out
}

// dateOf is the day, or month, that a machine-readable date gives, "" if it gives
// none.
func dateOf(datetime string) string {
	for _, x := range values.Parse(strings.TrimSpace(datetime)) {
		if d, ok := x.(values.Date); ok {
			return d.String()
		}
	}
	return ""
}
