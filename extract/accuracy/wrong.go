package accuracy

import (
	"fmt"
	"maps"
	"slices"

	"verde/extract"
	"verde/values"
)

// Wrong is a page on which the column of an attribute is not what is true.
type Wrong struct {
	Attribute, Column, Page string
	Expected, Found         []string
	Elsewhere               []string // columns that hold a true value of it on this page, or the texts that contain one
}

// Wrongs lists, for exact scores of records, the pages that cost precision or
// recall: on which a value of the column is not true, or none is though there is
// a true one. They are in order of attribute, then of the records.
//
// Cost: the number of values times that of attributes.
func Wrongs(records []extract.Record, truth Truth, scores map[string]Score) []Wrong {
	texts := folded(records)
	var out []Wrong
	for _, attribute := range slices.Sorted(maps.Keys(scores)) {
		column := scores[attribute].Column
		for i, r := range records {
			want, found := truth[attribute][r.URL], texts[column][i]
			right := 0
			for _, text := range found {
				if Exact.right(text, want) {
					right++
				}
			}
			if right < len(found) || right == 0 && len(want) > 0 {
				out = append(out, Wrong{attribute, column, r.URL, want, found, elsewhere(r, want, column)})
			}
		}
	}
	return out
}

// elsewhere finds the columns of a record that are, or else contain, one of the
// values.
func elsewhere(r extract.Record, want []string, but string) []string {
	var whole, part []string
	texts := r.ByLabel()
	for _, label := range slices.Sorted(maps.Keys(texts)) {
		for _, v := range texts[label] {
			switch v = values.FoldOnly(v, compared); {
			case label == but || len(want) == 0:
			case Exact.right(v, want):
				whole = append(whole, label)
			case Containment.right(v, want):
				part = append(part, fmt.Sprintf("within %s: %s", label, v))
			}
		}
	}
	if len(whole) > 0 {
		return slices.Compact(whole)
	}
	return part
}
