package wordnet

import "slices"

// Senses returns the synsets of word and of the words that it is an inflected
// form of ("paintings": painting), sorted. Those of a form itself count as
// well, so that "left" is both a direction and a form of "leave".
// Cost: some binary searches over the lemmas.
func (g *Graph) Senses(word string) []Synset {
	word = lemmaOf(word)
	senses := slices.Clone(g.sensesOf(word))
	g.bases(word, func(base string, p part) {
		for _, s := range g.sensesOf(base) {
			if g.part(s) == p {
				senses = append(senses, s)
			}
		}
	})
	slices.Sort(senses)
	return slices.Compact(senses)
}

// Has reports whether word, or a word that it is a form of, is in WordNet. A
// word may be a phrase, "basketball player". Case doesn't matter.
func (g *Graph) Has(word string) bool { return len(g.Senses(word)) > 0 }

// Size returns the number of synsets, of relations between them, and of words.
func (g *Graph) Size() (synsets, relations, words int) {
	return len(g.edgeStart) - 1, len(g.edges) / 2, g.words.len()
}

func (g *Graph) sensesOf(lemma string) []Synset {
	i, ok := g.words.find(lemma)
	if !ok {
		return nil
	}
	return g.senses[g.senseStart[i]:g.senseStart[i+1]]
}
