package catalog

import (
	"regexp"
	"strconv"
	"strings"
	"time"
	"unicode"

	"verde/values"
)

// recomputedSortNumbers is the upgrade that needs no SQL but [recomputeSortNumbers].
const recomputedSortNumbers = ""

// recomputeSortNumbers sets the numbers by which the values of a catalog of an earlier version are sorted. Cost:
// linear in its numbers and dates.
func recomputeSortNumbers(tx *txn) error {
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
		if _, err := update.ExecContext(tx.ctx, sortNumber(v.kind, v.value), v.entity, v.attribute); err != nil {
			return err
		}
	}
	return nil
}

// sortNumber is the number by which a value of an attribute of a kind is sorted, 0 for none. Of a number it is the
// amount, in one unit for all texts, or the number that a text begins with; of a date its digits from the year on,
// so that a year or month comes before its days.
func sortNumber(kind, value string) float64 {
	digits := leadingNumber.FindString(strings.TrimSpace(value))
	switch kind {
	case dateKind:
		for _, v := range values.Parse(value) {
			if d, ok := v.(values.Date); ok {
				return float64(10_000*d.Year + 100*int(d.Month) + d.Day)
			}
		}
		year, err := strconv.Atoi(digits)
		if err != nil || year < 1000 || year > 9999 { // years of fewer digits look like other numbers
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

// amountOf is the amount that a text as a whole means.
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

// wordsOf are the words of a text: sequences of letters, their marks and digits.
func wordsOf(s string) []string {
	return strings.FieldsFunc(s, func(r rune) bool { return !unicode.In(r, unicode.L, unicode.M, unicode.N) })
}

// fullTextQuery makes a full-text query of a person's words: all of them have to occur, and the last may be the
// beginning of a word. Operators of the engine are words like any other.
func (d *dialect) fullTextQuery(s string) string {
	words := wordsOf(d.fold(s))
	for i, w := range words {
		words[i] = d.wordQuote + w + d.wordQuote
	}
	if len(words) == 0 {
		return ""
	}
	return strings.Join(words, d.wordSeparator) + d.prefixMark
}
