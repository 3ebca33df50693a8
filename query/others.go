package query

import (
	"strings"

	"verde/values"
)

// maxOthers is the greatest share of a column's values that may be names of other
// entities of the site. An author may have the name of a book; a column in
// which one value in ten names another entity shows related items.
const maxOthers = 0.1

// others has the names of a site's entities, to find columns that refer to other entities.
type others struct {
	identifier string
	names      *Names
	keys       map[string]bool // keys of the names
	folded     map[string]bool // the names, whole and as their cores, if long enough
}

func newOthers(records []Record, identifier string) *others {
	o := &others{identifier, NewNames(Column(records, identifier)), map[string]bool{}, map[string]bool{}}
	for _, r := range records {
		for _, v := range r.Values[identifier] {
			o.keys[o.names.Key(v)] = true
			for _, name := range []string{values.Fold(v), values.Fold(o.names.Core(v))} {
				o.folded[name] = values.Length(name) >= minLength
			}
		}
	}
	return o
}

// refersToOthers reports whether a column names other entities of the site (see also,
// related items, next and previous): a share of more than maxOthers of its values are names of
// other entities, or several names in a row. Queries do not use such a column, since other sites
// relate other entities.
func (o *others) refersToOthers(records []Record, column string) bool {
	n, others := 0, 0
	for _, r := range records {
		own := ""
		for _, v := range r.Values[column] {
			if own == "" {
				own = o.names.Key(strings.Join(r.Values[o.identifier], " "))
			}
			n++
			if k := o.names.Key(v); o.keys[k] && k != own || o.several(v) {
				others++
			}
		}
	}
	return float64(others) > maxOthers*float64(n)
}

// several reports whether a text begins with the name of one entity and ends with the name of
// another: "Emma - Ulysses" on the page of a list, or a list of names without separators. Cost: a
// look-up for each letter.
func (o *others) several(text string) bool {
	text = values.Fold(text)
	first := 0
	for i := minLength; i < len(text) && first == 0; i++ {
		if o.folded[text[:i]] {
			first = i
		}
	}
	for i := first; first > 0 && i <= len(text)-minLength; i++ {
		if end := text[i:]; o.folded[end] && !strings.HasPrefix(end, text[:first]) && !strings.HasPrefix(text[:first], end) {
			return true
		}
	}
	return false
}
