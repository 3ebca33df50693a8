// Package meaning finds out what the texts of a column mean: their type, the unit of
// numbers, and the order of day and month in dates. A text alone may mean several
// things; what most texts of a column may mean, it means.
//
// The package is pure.
package meaning

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

// Meaning is what the texts of a column mean. The zero Meaning is that of text.
type Meaning struct {
	Type string // one of package record's
	Unit string // of numbers, as kg, "" for none; of dates the order of day and month, "" if it is not known
}

// typesInOrder are the types that a column may have, each before those that its
// values may have as well: the digits of an ISBN are a number too. Plain digits
// are a number sooner than a telephone's.
var typesInOrder = [...]record.Type{record.ISBN, record.Date, record.Money, record.Percent, record.Number, record.Mass, record.Length, record.Quantity, record.Duration, record.Phone, record.URL, record.Email}

// Check gives an error if columns have no such type.
func Check(kind string) error {
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

// typesOf gives the types that a text may have, and of a quantity the unit that its number is in.
func typesOf(text string) (out map[record.Type]bool, unit string) {
	out = make(map[record.Type]bool)
	for _, v := range values.Parse(text) {
		out[TypeOf(v)] = true
		switch v := v.(type) {
		case values.Quantity:
			unit = string(v.Unit)
		case values.Duration:
			unit = seconds
		}
	}
	switch {
	case webAddress.MatchString(text):
		out[record.URL] = true
	case mailAddress.MatchString(text):
		out[record.Email] = true
	}
	return out, unit
}

// seconds is the unit of durations.
const seconds = "s"

// TypeOf is the type of a reading of a text.
func TypeOf(v values.Value) record.Type {
	switch v := v.(type) {
	case values.Number:
		return record.Number
	case values.Percent:
		return record.Percent
	case values.Money:
		return record.Money
	case values.Quantity:
		switch v.Unit {
		case values.Kilogram:
			return record.Mass
		case values.Months:
			return record.Duration
		case values.Metre:
			return record.Length
		}
		return record.Quantity
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

// Of finds what texts mean, most of them at least.
//
// Cost: at most typeSample texts, evenly spread, are read.
func Of(texts []string) Meaning {
	types, units, measured, n := make(map[record.Type]int), make(map[string]int), make(map[string]int), 0
	step := 1 + len(texts)/typeSample
	for k := step - 1; k < len(texts); k += step {
		n++
		of, unit := typesOf(texts[k])
		measured[unit]++
		for t := range of {
			types[t]++
		}
		if of[record.Date] {
			units[orderOf(texts[k])]++
		}
		if _, unit := withUnit(texts[k]); unit != "" {
			units[unit]++
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
		m := Meaning{Type: string(t)}
		switch t {
		case record.Mass, record.Length, record.Quantity, record.Duration:
			for unit, k := range measured { // weeks and months are in two
				if enough(k) {
					m.Unit = unit
				}
			}
		case record.Date:
			switch {
			case units[dayFirst] > 0 && units[monthFirst] == 0:
				m.Unit = dayFirst
			case units[monthFirst] > 0 && units[dayFirst] == 0:
				m.Unit = monthFirst
			}
		case record.Number:
			for unit, k := range units {
				if enough(k) {
					m.Unit = unit
				}
			}
		}
		return m
	}
	return Meaning{}
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

// Describe says what a value of the column means, if its text can be read so.
func (m Meaning) Describe(v *record.Value) {
	switch t := record.Type(m.Type); t {
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
		if TypeOf(x) == record.Type(m.Type) {
			found = append(found, x)
		}
	}
	switch {
	case len(found) == 1:
		explain(v, found[0])
	case len(found) > 1:
		v.Type = record.Type(m.Type) // which of them is meant is not known
		if d := m.dateAmong(found); d != nil && v.Date == "" {
			v.Date = d.String()
		}
	case m.Type == string(record.Number):
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
func (m Meaning) dateAmong(found []values.Value) values.Value {
	switch m.Unit {
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
	v.Type = TypeOf(x)
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
		number(float64(x)/1e9, seconds)
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

// Date is the day, or month, that a machine-readable date gives, "" if it gives
// none.
func Date(datetime string) string {
	for _, x := range values.Parse(strings.TrimSpace(datetime)) {
		if d, ok := x.(values.Date); ok {
			return d.String()
		}
	}
	return ""
}
