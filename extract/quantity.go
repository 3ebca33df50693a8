package extract

import "strings"

// typeShare is the share of a column's values that have to be of one type, and
// of one unit, for the column to be.
const typeShare = .8

// names of the types that a column of values may have; "" is text.
var typeNames = map[typeSet]string{typeInteger: "integer", typeDecimal: "decimal", typeCurrency: "currency", typePercent: "percent", typeDate: "date", typeAddress: "address"}

// quantity gives the type of a value, "" for text, and the unit of a number:
// "3 kg" is an integer of kg. A number with more than one word is text.
func quantity(value string) (kind, unit string) {
	number, unit, _ := strings.Cut(value, " ")
	if strings.Contains(unit, " ") {
		return "", ""
	}
	kind = typeNames[typeOf(number)]
	switch {
	case unit == "":
		return kind, ""
	case kind != "integer" && kind != "decimal" || strings.ContainsAny(unit, "0123456789"):
		return "", ""
	}
	return kind, strings.TrimRight(unit, ".,;")
}

// describe sets the type and the unit of a column of data: those of most of its
// values, integers passing for decimals where there are both.
//
// Cost: linear in the values.
func (c *Column) describe() {
	kinds, units, n := make(map[string]int), make(map[string]int), 0
	for _, cell := range c.Cells {
		for _, v := range cell.Values {
			kind, unit := quantity(v)
			kinds[kind]++
			units[unit]++
			n++
		}
	}
	if kinds["decimal"] > 0 {
		kinds["decimal"] += kinds["integer"]
	}
	enough := func(k int) bool { return n > 0 && float64(k) >= typeShare*float64(n) }
	for _, kind := range []string{"decimal", "integer", "currency", "percent", "date", "address"} {
		if enough(kinds[kind]) {
			c.Type = kind
			break
		}
	}
	for unit, k := range units {
		if c.Type != "" && unit != "" && enough(k) {
			c.Unit = unit
		}
	}
}
