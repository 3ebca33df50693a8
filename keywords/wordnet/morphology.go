package wordnet

import (
	"slices"
	"strings"
)

// rule takes an inflection off: a word that ends in suffix may be a form of
// the word that ends in base instead.
type rule struct{ suffix, base string }

// rules are English inflections as WordNet itself takes them off (its manual
// page morphy), by part of speech. What they give is a guess until a lemma of
// that part of speech confirms it.
func rules(p part) []rule {
	switch p {
	case noun:
		return []rule{
			{"s", ""}, {"ses", "s"}, {"xes", "x"}, {"zes", "z"},
			{"ches", "ch"}, {"shes", "sh"}, {"men", "man"}, {"ies", "y"},
		}
	case verb:
		return []rule{
			{"s", ""}, {"ies", "y"}, {"es", "e"}, {"es", ""},
			{"ed", "e"}, {"ed", ""}, {"ing", "e"}, {"ing", ""},
		}
	case adjective:
		return []rule{{"er", ""}, {"est", ""}, {"er", "e"}, {"est", "e"}}
	}
	return nil
}

// bases calls yield with every word that the folded word may be a form of, by
// the irregular forms first and by rule where there is none. A word may come
// twice.
func (g *Graph) bases(word string, yield func(base string, p part)) {
	var known [numParts]bool
	if form, ok := g.exceptions.find(word); ok {
		i, _ := slices.BinarySearchFunc(g.exceptional, irregular{form: form}, compareIrregular)
		for ; i < len(g.exceptional) && g.exceptional[i].form == form; i++ {
			x := g.exceptional[i]
			known[x.part] = true
			yield(g.words.at(x.base), x.part)
		}
	}
	for p := range numParts {
		if known[p] || p == noun && strings.HasSuffix(word, "ss") {
			continue
		}
		for _, r := range rules(p) {
			if stem, ok := strings.CutSuffix(word, r.suffix); ok && stem != "" {
				yield(stem+r.base, p)
			}
		}
	}
}
