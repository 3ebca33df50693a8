package catalog

import (
	"regexp"
	"strconv"
	"strings"
	"time"
	"unicode"

	"verde/values"
)

// reordered stands for reorder among the upgrades.
const reordered = ""

// reorder makes the numbers anew that the values of a catalog of an earlier version are
// sorted by. Cost: linear in its numbers and dates.
func reorder(tx *txn) error {
	type valued struct{ entity, attribute, kind, value string }
	scan := func(row scanner) (v valued, err error) {
		return v, row.Scan(&v.entity, &v.attribute, &v.kind, &v.value)
	}
	const all = `SELECT entity, attribute, kind, value FROM fused f JOIN attributes ON name = attribute WHERE chosen AND f.n = 0 AND kind IN ($1, $2)`
	var sorted []valued
	for v, err := range each(tx.ctx, tx, scan, all, numberKind, dateKind) {
		if err != nil {
			return err
		}
		sorted = append(sorted, v)
	}
	if len(sorted) == 0 {
		return nil
	}
	update, err := tx.PrepareContext(tx.ctx, "UPDATE fused SET number = $1 WHERE entity = $2 AND attribute = $3 AND n = 0")
	if err != nil {
		return err
	}
	defer update.Close()
	for _, v := range sorted {
		if _, err := update.ExecContext(tx.ctx, orderOf(v.kind, v.value), v.entity, v.attribute); err != nil {
			return err
		}
	}
	return nil
}

// orderOf is the number that a value of an attribute of some kind is sorted by, 0 for none:
// an amount, in one unit whatever the text has, or what a text begins with that is none; a
// date's digits from the year on, so that a year or month stands before its days.
func orderOf(kind, value string) float64 {
	digits := leadingNumber.FindString(strings.TrimSpace(value))
	switch kind {
	case dateKind:
		for _, v := range values.Parse(value) {
			if d, ok := v.(values.Date); ok {
				return float64(10_000*d.Year + 100*int(d.Month) + d.Day)
			}
		}
		year, err := strconv.Atoi(digits)
		if err != nil || year < 1000 || year > 9999 { // fewer digits are no year that can be told from other numbers
			return 0
		}
		return float64(10_000 * year)
	case numberKind:
		if amount, ok := amountOf(value); ok {
			return amount
		}
		n, err := strconv.ParseFloat(digits, 64)
		if err != nil {
			return 0
		}
		return n
	}
	return 0
}

// amountOf is the amount that the whole of a text means.
func amountOf(value string) (n float64, ok bool) {
	for _, v := range values.Parse(value) {
		switch v := v.(type) {
		case values.Number:
			return float64(v), true
		case values.Percent:
			return float64(v), true
		case values.Money:
			return v.Amount, true
		case values.Quantity:
			if v.Unit == values.Months {
				return v.Amount * values.Month.Seconds(), true
			}
			return v.Amount, true
		case values.Duration:
			return time.Duration(v).Seconds(), true
		case values.Clock:
			return time.Duration(v).Seconds(), true
		}
	}
	return 0, false
}

var leadingNumber = regexp.MustCompile(`^[-+]?[0-9]{1,300}(\.[0-9]{1,20})?`)

// wordsOf are the words of a text: what stands between anything else than letters,
// their marks and digits.
func wordsOf(s string) []string {
	return strings.FieldsFunc(s, func(r rune) bool { return !unicode.In(r, unicode.L, unicode.M, unicode.N) })
}

// matching writes a person's words as a full-text query: all of them, the last as a
// beginning. What the engine would read as an operator is a word like any other.
func (d *dialect) matching(s string) string {
	words := wordsOf(d.fold(s))
	for i, w := range words {
		words[i] = d.quote + w + d.quote
	}
	if len(words) == 0 {
		return ""
	}
	return strings.Join(words, d.words) + d.prefix
}
