package query

import (
	"slices"
	"strings"

	"verde/values"
)

// maxWith is the number of attributes that name an entity beside the identifier: more are
// a description, which other sites do not repeat whole.
const maxWith = 2

// with picks the columns that tell entities of one name apart: the one with which most
// records are different, and so on until nearly all are. A column of which nearly all
// values are different (a code, a price) is none, since others do not show it.
// Cost: linear in the values, for each column taken.
func with(records []Record, columns []*column, name string) []string {
	var out []string
	most := distinctBy(records, []string{name})
	for len(out) < maxWith && most < MinIdentifying {
		best := ""
		for _, c := range columns {
			if c.Name == name || slices.Contains(out, c.Name) || !c.tellsApart() || copies(records, c.Name, name) {
				continue
			}
			if d := distinctBy(records, append([]string{name, c.Name}, out...)); d > most {
				best, most = c.Name, d
			}
		}
		if best == "" {
			break
		}
		out = append(out, best)
	}
	return out
}

// tellsApart reports whether a column may tell entities of one name apart: nearly every
// record has a value, several share it, and most values are names or years.
func (c *column) tellsApart() bool {
	return len(c.seen) > 1 && c.Coverage >= MinIdentifying && c.Distinct < MinIdentifying && max(c.usable, c.years) >= minUsable
}

// distinctBy is the share of different combinations of first values among the records that
// have a value of the first column.
func distinctBy(records []Record, columns []string) float64 {
	seen, n := map[string]bool{}, 0
	for _, r := range records {
		if len(r.Values[columns[0]]) == 0 {
			continue
		}
		n++
		var key strings.Builder
		for _, c := range columns {
			if v := r.Values[c]; len(v) > 0 {
				key.WriteString(values.Fold(v[0]))
			}
			key.WriteByte(0)
		}
		seen[key.String()] = true
	}
	return float64(len(seen)) / float64(max(1, n))
}

// isYear reports whether a value is a year of our time.
func isYear(v string) bool {
	v = clean(v)
	return len(v) == 4 && (strings.HasPrefix(v, "19") || strings.HasPrefix(v, "20")) && strings.Trim(v[2:], "0123456789") == ""
}

// apart gives the values that tell a record's entity from others of its name.
func (p Profile) apart(r Record) []Value {
	var out []Value
	for _, a := range p.With {
		if v := r.Values[a]; len(v) > 0 && a != p.Identifier && clean(v[0]) != "" && len(v[0]) <= maxLength {
			out = append(out, Value{a, clean(v[0])})
		}
	}
	return out
}

// NameOf is the whole name that values are: the texts with a blank between them.
func NameOf(named []Value) string {
	texts := make([]string, len(named))
	for i, v := range named {
		texts[i] = v.Text
	}
	return strings.Join(texts, " ")
}
