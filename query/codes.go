package query

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"verde/values"
)

// Words have to be translated, numbers and dates are written in many ways; a code ("J01CA04", "NOR-012") is the same on
// the sites of all languages. One is asked for as a further alternative beside the name: a site that has none of the words then has it, and the query
// leads nowhere else, since the name is required.

// NewCodes gives the columns of codes beside the identifier, not nil if there is none: most values are codes, and hardly two records have the
// same, which one record alone does not tell. Cost: linear in the values.
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

// minCodeDigits is the number of digits of a code at least: with fewer ("B12") it is on many pages.
const minCodeDigits = 3

// timeOfDay is a time as all write it, as in hours of opening (ISO 8601).
var timeOfDay = regexp.MustCompile(`\b\d{1,2}:\d{2}\b`)

// codeLike reports whether a value is a code: as short as what is asked for, a third of it digits, and nothing that sites write in their own
// ways, as quantities, dates, times and telephone numbers, and no URL. A number with a word behind it is a quantity, in whatever unit.
func codeLike(v string) bool {
	v = clean(v)
	if first, _, several := strings.Cut(v, " "); several && !strings.ContainsFunc(first, unicode.IsLetter) || strings.Contains(v, "://") || timeOfDay.MatchString(v) {
		return false
	}
	letters, digits := lettersAndDigits(v)
	return digits >= minCodeDigits && digits*3 >= digits+letters && values.Length(v) <= maxLength && values.CountWords(v) <= 3 && len(values.Readings(v)) == 0
}

// codeOf gives the code of a record that is asked for with the i-th name, of its columns by turns; none if it has none.
func codeOf(r Record, columns []string, i int) (Value, bool) {
	for k := range columns {
		column := columns[(i+k)%len(columns)]
		if texts := r.Values[column]; len(texts) > 0 && codeLike(texts[0]) {
			return Value{column, clean(texts[0])}, true
		}
	}
	return Value{}, false
}
