package query

import (
	"maps"
	"slices"
	"strings"
	"unicode"

	"verde/values"
)

// Parts has the column whose values the names of one site begin or end with, such as the
// makers in a list of phones ("Nokia 3310"). Another site may leave such a value out of its
// names and show it beside them: the words of the name are there, but as two values of the
// record. Parts is only read, and safe for concurrent use.
type Parts struct{ column string }

// NewParts finds the column in the records of a site: its value is at an end of at least half of
// the names of its records (see mostTitles), and of more names than any other column's. Several records
// have to share its values, since a value that is unique to a page is a name itself. Names of
// persons have no such parts: they begin with given names. Cost: linear in the values.
func NewParts(records []Record, identifier string, names *Names) *Parts {
	type count struct {
		n, has int
		seen   map[string]bool
	}
	counts := map[string]*count{}
	for _, r := range records {
		texts := r.Values[identifier]
		if len(texts) == 0 || names.persons {
			continue
		}
		name := names.Core(texts[0])
		for label, shown := range r.Values {
			if label == identifier || len(shown) != 1 || !Usable(shown[0]) {
				continue
			}
			c := counts[label]
			if c == nil {
				c = &count{seen: map[string]bool{}}
				counts[label] = c
			}
			c.n++
			c.seen[values.Fold(shown[0])] = true
			if Without(name, shown[0]) != "" {
				c.has++
			}
		}
	}
	p, most := new(Parts), 0
	for _, label := range slices.Sorted(maps.Keys(counts)) {
		c := counts[label]
		shared := len(c.seen) > 1 && float64(len(c.seen)) < MinIdentifying*float64(c.n)
		if shared && c.has > most && float64(c.has) >= mostTitles*float64(c.n) {
			p.column, most = label, c.has
		}
	}
	return p
}

// Of splits a name of a record into the shared value that it begins or ends with and the rest;
// ok is false if it has no such value.
func (p *Parts) Of(r Record, name string) (rest, shared string, ok bool) {
	if p == nil || len(r.Values[p.column]) != 1 {
		return "", "", false
	}
	shared = clean(r.Values[p.column][0])
	rest = Without(name, shared)
	return rest, shared, rest != ""
}

// Without is a name, cleaned, without the words of a value at its beginning or end; "" if the
// value is at neither, or no letter or digit remains.
func Without(name, value string) string {
	folded, words := values.Fold(name), values.Fold(value)
	tokens := splitWords(clean(name))
	switch {
	case words == "":
		return ""
	case strings.HasPrefix(folded, words+" "):
		tokens = stripEnd(tokens, strings.Fields(words), cutFirst)
	case strings.HasSuffix(folded, " "+words):
		from := strings.Fields(words)
		slices.Reverse(from)
		tokens = stripEnd(tokens, from, cutLast)
	default:
		return ""
	}
	rest := clean(strings.Join(tokens, ""))
	if !strings.ContainsFunc(rest, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) {
		return ""
	}
	return rest
}

// InParts is q for a page that shows the name as two separate values (see [Parts]). The other required
// values become optional, since the second part is itself a value beside the name. ok is false if
// the name has no such parts.
func (q Query) InParts() (parts Query, ok bool) {
	if len(q.Parts) == 0 {
		return q, false
	}
	parts = q
	parts.Required, parts.Named = q.Parts, len(q.Parts)
	parts.Optional = slices.Concat(q.Required[1:], q.With, q.OneOf, q.Optional)
	parts.With, parts.OneOf, parts.Parts, parts.Spellings = nil, nil, nil, nil
	return parts, true
}
