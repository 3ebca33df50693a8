package query

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"verde/values"
)

// Words have to be translated, and numbers and dates are written in many ways, but a code ("J01CA04", "NOR-012") is the same on
// sites in all languages. Queries have a code as a further alternative beside the name, for sites that have none of the other values. Since the
// name is required, this leads to no other pages.

// NewCodes gives the columns of codes beside the identifier: most of their values are codes, and nearly all are different, of two
// records at least. Without such a column it gives an empty slice, not nil. Cost: linear in the values.
func NewCodes(records []Record, identifier string) []string {
	columns := []string{}
	type count struct {
		values, codes int
		seen          map[string]bool
	}
	counts := map[string]*count{}
	for _, r := range records {
		for name, texts := range r.Values {
			if len(texts) == 0 || name == identifier {
				continue
			}
			c := counts[name]
			if c == nil {
				c = &count{seen: map[string]bool{}}
				counts[name] = c
			}
			c.values++
			c.seen[values.Fold(texts[0])] = true
			if codeLike(texts[0]) {
				c.codes++
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(counts)) {
		c := counts[name]
		n := float64(c.values)
		if len(c.seen) > 1 && n >= MinCoverage*float64(len(records)) && float64(c.codes) >= minUsable*n && float64(len(c.seen)) >= MinIdentifying*n {
			columns = append(columns, name)
		}
	}
	return columns
}

// minCodeDigits is the least number of digits of a code: shorter ones ("B12") are on many pages.
const minCodeDigits = 3

// timeOfDay is a time in the usual form (ISO 8601), as in opening hours.
var timeOfDay = regexp.MustCompile(`\b\d{1,2}:\d{2}\b`)

// codeLike reports whether a value is a code: it is short enough to be asked for, at least a third of its letters and digits are digits, and it is not
// a quantity, date, time or telephone number, which sites write in their own ways, nor a URL. A number followed by a word is a quantity, in whatever unit.
func codeLike(v string) bool {
	v = clean(v)
	if first, _, several := strings.Cut(v, " "); several && !strings.ContainsFunc(first, unicode.IsLetter) || strings.Contains(v, "://") || timeOfDay.MatchString(v) {
		return false
	}
	letters, digits := lettersAndDigits(v)
	return digits >= minCodeDigits && digits*3 >= digits+letters && values.Length(v) <= maxLength && values.CountWords(v) <= 3 && len(values.Readings(v)) == 0
}

// codeOf gives the code of a record for the i-th instance, from the columns in rotation; ok is false if the record has none.
func codeOf(r Record, columns []string, i int) (code Value, ok bool) {
	for k := range columns {
		column := columns[(i+k)%len(columns)]
		if texts := r.Values[column]; len(texts) > 0 && codeLike(texts[0]) {
			return Value{column, clean(texts[0])}, true
		}
	}
	return Value{}, false
}
