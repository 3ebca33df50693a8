package query

import "verde/internal/binomial"

// With probability aliasSure less than maxAmbiguous of the texts of a key stand beside several others: 28 values that are not shared
// are enough, twelve are not. The names of entities are held to less (see MinIdentifying), but two films of one
// director would be taken for one film if the director named them.
const (
	maxAmbiguous = 0.1
	aliasSure    = 0.98
)

// pair adds b to what stands beside a.
func pair(beside map[string]map[string]bool, a, b string) {
	if beside[a] == nil {
		beside[a] = map[string]bool{}
	}
	beside[a][b] = true
}

// ambiguity counts texts, and those of them that stand beside several others.
type ambiguity struct{ several, n int }

func (x *ambiguity) add(beside map[string]map[string]bool) {
	x.n += len(beside)
	for _, others := range beside {
		if len(others) > 1 {
			x.several++
		}
	}
}

// little reports whether hardly any of the texts stands beside several others.
func (x *ambiguity) little() bool {
	return binomial.Posterior(float64(x.several), float64(x.n)).CDF(maxAmbiguous) >= aliasSure
}
