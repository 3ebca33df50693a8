package known

import (
	"slices"

	"gonum.org/v1/gonum/stat/distuv"

	"verde/record"
	"verde/values"
)

// independent gives the labels without columns that another one determines, as each town has one county (a functional dependency), or
// whose values another one contains, as an address has the town. A column with unique values would determine
// all others, so only pairs of rows with the same value are evidence, and their agreement in the other column must not be explained by
// chance. rows have folded values by label.
func independent(labels []string, rows []map[string]string) []string {
	out := slices.Clone(labels)
	for _, label := range labels {
		if slices.ContainsFunc(out, func(o string) bool { return o != label && follows(label, o, rows) }) {
			out = slices.DeleteFunc(out, func(o string) bool { return o == label })
		}
	}
	return out
}

// firsts gives the folded first value of each label of records.
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

// follows reports whether the values under one label are determined by the values under another, or contained in them.
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
	chance := 0. // probability that two rows have the same value
	for _, n := range counts {
		chance += float64(n) / float64(both) * float64(n) / float64(both)
	}
	return pairs > 0 && float64(alike) >= minWithin*float64(pairs) && distuv.Binomial{N: float64(pairs), P: chance}.Survival(float64(alike)-1) < statedError
}

// minWithin is the least share of records that fulfil a dependency between columns: sites err in one of ten.
const minWithin = .9
