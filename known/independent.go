package known

import (
	"slices"

	"gonum.org/v1/gonum/stat/distuv"

	"verde/record"
	"verde/values"
)

// independent gives those of some columns that do not follow from another: of each value of a town there is one county. Columns that
// have one another's values, as an address has the town, say one thing, too. A column whose values are all
// different would tell all others, and says nothing of that kind: pairs of rows with the same value
// count, and that they all have one value in the other column, too, has to be no chance. rows have folded values by label.
func independent(labels []string, rows []map[string]string) []string {
	out := slices.Clone(labels)
	for _, label := range labels {
		if slices.ContainsFunc(out, func(o string) bool { return o != label && follows(label, o, rows) }) {
			out = slices.DeleteFunc(out, func(o string) bool { return o == label })
		}
	}
	return out
}

// firsts gives the first value of each label of records, folded.
func firsts(records []record.Record) []map[string]string {
	out := make([]map[string]string, len(records))
	for i, r := range records {
		out[i] = map[string]string{}
		for label, texts := range r.Whole().ByLabel() {
			if len(texts) > 0 {
				out[i][label] = values.Fold(texts[0])
			}
		}
	}
	return out
}

// follows reports whether what rows have under one label is told by what they have under another, or part of it.
func follows(label, from string, rows []map[string]string) bool {
	within, both, pairs, alike := 0, 0, 0, 0
	last, counts := map[string]string{}, map[string]int{}
	for _, row := range rows {
		x, y := row[label], row[from]
		if x == "" || y == "" {
			continue
		}
		both++
		counts[x]++
		if values.HasName(y, x) {
			within++
		}
		if old, ok := last[y]; ok {
			pairs++
			if old == x {
				alike++
			}
		}
		last[y] = x
	}
	if both > 0 && float64(within) >= minWithin*float64(both) {
		return true
	}
	chance := 0. // that two rows have one value
	for _, n := range counts {
		chance += float64(n) / float64(both) * float64(n) / float64(both)
	}
	return pairs > 0 && float64(alike) >= minWithin*float64(pairs) && distuv.Binomial{N: float64(pairs), P: chance}.Survival(float64(alike)-1) < statedError
}

// minWithin is the share of records in which one column's value is told by another's: sites err in one of ten.
const minWithin = .9
