package query

import (
	"maps"
	"slices"
	"strings"
	"unicode"

	"verde/values"
)

// Parts knows the column whose values the names of one site begin or end with, as that of
// makers in a list of phones ("Nokia 3310"). Another site may leave such a value out of its
// names, since it shows it beside: the words of the name are there, as two values of the
// record. It is only read, by several goroutines at once if need be.
type Parts struct{ column string }

// NewParts learns from the records of a site. The column is the one that at least half of
// the names of its records (see mostTitles) have at an end, of several the one that most
// have; its values are shared, since one that is unique to a page is a name itself. Names of
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

// Of gives what a name of a record is without the value that it begins or ends with, and
// this value; false if it has none.
func (p *Parts) Of(r Record, name string) (rest, shared string, ok bool) {
	if p == nil || len(r.Values[p.column]) != 1 {
		return "", "", false
	}
	shared = clean(r.Values[p.column][0])
	rest = Without(name, shared)
	return rest, shared, rest != ""
}

// Without is a name without the words of a value that it begins or ends with, cleaned; ""
// if it does not, or no letter and no digit is left.
func Without(name, value string) string {
	folded, words := values.Fold(name), values.Fold(value)
	tokens := places(clean(name))
	switch {
	case words == "":
		return ""
	case strings.HasPrefix(folded, words+" "):
		tokens = takeOff(tokens, strings.Fields(words), cutFirst)
	case strings.HasSuffix(folded, " "+words):
		from := strings.Fields(words)
		slices.Reverse(from)
		tokens = takeOff(tokens, from, cutLast)
	default:
		return ""
	}
	rest := clean(strings.Join(tokens, ""))
	if !strings.ContainsFunc(rest, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) {
		return ""
	}
	return rest
}

// InParts is q for a page that shows the name in two parts, each as a value of its own (see
// [Parts]); what else q requires is optional then, as the second part is another value that is
// known beside what the page is called. It is false if the name has no such parts.
func (q Query) InParts() (Query, bool) {
	if len(q.Parts) == 0 {
		return q, false
	}
	parts := q
	parts.Required, parts.Named = q.Parts, len(q.Parts)
	parts.Optional = slices.Concat(q.Required[1:], q.With, q.OneOf, q.Optional)
	parts.With, parts.OneOf, parts.Parts, parts.Spellings = nil, nil, nil, nil
	return parts, true
}
