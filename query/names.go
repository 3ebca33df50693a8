package query

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"verde/values"
)

// Names knows the names that one site gives its entities: the words around each
// that say nothing, and how much each word says. It is only read, by several
// goroutines at once if need be. The zero value knows no site: it strips nothing
// and takes all words for equally telling.
//
// The one idea: a word that all names of a site share ("Overview", "Tech Specs", "The
// City of") tells no entity from another, and other sites do not write it. What a
// word says is what it narrows the choice down to, its inverse document frequency
// over the site's names (Spärck Jones 1972). A number that the site itself gives each entity ("B-4737 Old Mill Bridge") is the other
// end of the same: it tells all entities apart, and no other site has it (see [numbering]).
type Names struct {
	first, last []string       // folded words that the names begin and end with, from outside in
	pages       map[string]int // word (see [values.Wording]) -> names that have it
	letters     map[string]int // letter -> names that have a word that begins with it
	n           int            // different names
	persons     bool           // they are like names of persons
	initialed   bool           // of most persons they have initials in place of given names; see [Family]
	numbered    []numbering    // where the site puts numbers of its own, in the order in which they come off
}

// Limits of the words around names that are left out. Nine names of ten, since some
// page of a site is always another; what it says then is less than a sixth of a bit.
// Of fewer than fewNames nobody knows whether they share a word by chance.
const (
	sharedByAll = 0.9
	fewNames    = 5
)

// Persons reports whether the names are like names of persons, and have no word in common, as those of bridges do.
func (s *Names) Persons() bool { return s.persons && len(s.first)+len(s.last) == 0 }

// NewNames learns from the names of a site, each given once or more often. Cost:
// linear in the words, for each word that is left out.
func NewNames(names []string) *Names {
	s := &Names{pages: map[string]int{}, letters: map[string]int{}}
	var whole []string
	var list [][]string
	seen := map[string]bool{}
	for _, name := range names {
		if folded := values.Fold(name); folded != "" && len(name) <= 4*maxLength && !seen[folded] {
			seen[folded] = true
			whole, list = append(whole, name), append(list, strings.Fields(folded))
		}
	}
	s.n = len(list)
	like, initialed, families := 0, 0, map[string]bool{}
	for name := range seen {
		if n, ok := values.ParseName(name); ok && (len(n.Words) == 2 || len(n.Words) == 3) {
			like++
			if family := Family(name); family != "" {
				initialed++
				families[family] = true
			}
		}
	}
	s.persons = s.n >= fewNames && float64(like) >= sharedByAll*float64(s.n)
	s.initialed = s.persons && 2*initialed > like && 2*len(families) > initialed // "Model A" and "Model B" are no relatives
	for name := range seen {
		var letters []string
		for _, w := range distinct(values.Wording(name)) {
			s.pages[w]++
			letters = append(letters, firstLetter(w))
		}
		for _, l := range distinct(letters) {
			s.letters[l]++
		}
	}
	if s.n < fewNames {
		return s
	}
	s.last = sharedEnds(list, cutLast)
	s.first = sharedEnds(list, cutFirst)
	if number, rests, ok := s.numbering(whole); ok {
		rest := NewNames(rests)
		rest.numbered = slices.Insert(rest.numbered, 0, number)
		return rest
	}
	return s
}

// distinct gives the different ones of words in their order.
func distinct(words []string) []string {
	out := make([]string, 0, len(words))
	for _, w := range words {
		if !slices.Contains(out, w) {
			out = append(out, w)
		}
	}
	return out
}

// Core is a name as other sites may write it, cleaned: without the words that all names
// of its site share at its ends, without the site's own number, and [Bare]. A name of which nothing is left stays.
func (s *Names) Core(name string) string { return without(s.unnumbered(name), s.first, s.last) }

// Keys are the keys that a name may be found by, the surest first: that of its core,
// that of what else it is without words of one (see [Names.Root]), and those of what it is
// with the words shared at one end or at both; at last those of the core and the whole in other spellings (see
// [values.Skeleton]). A site of one
// maker has the maker in all names, where others have it too.
func (s *Names) Keys(name string) []string {
	core, whole := s.Core(name), without(name, nil, nil)
	keys := []string{Key(core), Key(s.Root(name)), Key(without(name, nil, s.last)), Key(without(name, s.first, nil)), Key(whole), Key(name), values.Skeleton(core), values.Skeleton(whole)}
	if len(s.numbered) > 0 { // of two of one name the number tells which
		keys = slices.Insert(keys, 0, Key(name))
	}
	return distinct(keys)
}

// Root is the core without those words, too, that all names of the site share and that no blank
// parts from the rest: "flask" of "python3-flask-dev". Many sites may write such names alike
// ("MPI_Send"), so it is what to ask for where the core has led nowhere.
func (s *Names) Root(name string) string {
	core := s.Core(name)
	if len(s.first)+len(s.last) == 0 {
		return core
	}
	tokens := takeOff(joined(Bare(clean(s.unnumbered(name)))), s.last, cutLast)
	tokens = takeOff(tokens, s.first, cutFirst)
	root := strings.TrimFunc(strings.Join(tokens, ""), func(r rune) bool { return values.Fold(string(r)) == "" })
	if len(values.Fold(root)) >= len(values.Fold(core)) || !namelike(root) {
		return core
	}
	return root
}

// Key is the same for two names of which the cores have the same words, in whatever
// order: "CARLSEN Magnus" and "Magnus Carlsen". It is the folded words in order of the
// alphabet, each once. Cost: that of sorting them.
func (s *Names) Key(name string) string { return Key(s.Core(name)) }

// Key is [Names.Key] of a name as it stands.
func Key(name string) string {
	words := strings.Fields(values.Fold(name))
	slices.Sort(words)
	return strings.Join(slices.Compact(words), " ")
}

// AskedKey is the same for two names that need one query: those of which the words are the same in whatever order, each as often, and codes that are parted
// in different ways (see [values.Unparted]), whose order counts. Cost: that of sorting the words.
func AskedKey(name string) string {
	words := values.Words(name)
	if values.IsCoded(words...) {
		return values.Unparted(name)
	}
	return strings.Join(slices.Sorted(slices.Values(words)), " ")
}

// Shared are the words that all names of the site share at their beginnings and at
// their ends, in the order of reading, folded; "" for none.
func (s *Names) Shared() (first, last string) {
	reversed := slices.Clone(s.last)
	slices.Reverse(reversed)
	return strings.Join(s.first, " "), strings.Join(reversed, " ")
}

// Bits is what a word (see [values.Wording]) says of a name of the site: the logarithm of the share of
// names that have it. Of a word that no name has it is that of a word that one has.
func (s *Names) Bits(word string) float64 {
	return math.Log2(float64(max(1, s.n)) / float64(max(1, s.pages[word])))
}

// bitsOf is what a word says, or a letter that may stand for any that begins with it.
func (s *Names) bitsOf(word string) float64 {
	if values.IsLetter(word) {
		return math.Log2(float64(max(1, s.n)) / float64(max(1, s.letters[word])))
	}
	return s.Bits(word)
}

// longName is the number of words up to which a name is asked as it is. Longer ones
// are descriptions, which each site writes in its own way.
const longName = 6

// Asked is how an entity is asked for by its name: the core, of a long name the
// shortest part that tells it from the others of the site (see [Names.Short]).
func (s *Names) Asked(name string) string {
	core := s.Core(name)
	if values.CountWords(core) <= maxWords && values.Length(core) <= maxLength {
		return core
	}
	return s.Short(core)
}

// Short is the part of a name that tells it from the others of its site: the fewest
// words in a row of which the bits suffice to choose one of the site's names, of
// equally many those with most bits, of these the first. Words that are no codes are
// at least two, since one is the name of many things. A name of few words stays as it
// is, but for what [Names.Root] leaves out. Cost: quadratic in the words, at most maxLength of them.
func (s *Names) Short(name string) string {
	core := s.Root(name)
	tokens := strings.Fields(core)
	tokens = tokens[:min(len(tokens), maxLength)]
	need := math.Log2(float64(max(2, s.n)))
	best, most, least := "", 0., len(tokens)
	for from := range tokens {
		bits, code := 0., false
		for to := from; to < min(len(tokens), from+longName); to++ {
			for _, w := range values.Wording(tokens[to]) {
				if !isMeasure(tokens[to]) {
					bits += s.Bits(w)
				}
			}
			code = code || isCode(tokens[to])
			words := to - from + 1
			if bits+1e-9 < need || words < 2 && !code {
				continue
			}
			part := clean(strings.Join(tokens[from:to+1], " "))
			if values.Length(part) >= minLength && (words < least || words == least && bits > most) {
				best, most, least = part, bits, words
			}
			break
		}
	}
	return cmp.Or(best, core)
}

// Wording is the words of a name's core, as names are compared by; see [values.Wording].
func (s *Names) Wording(name string) []string { return values.Wording(s.Core(name)) }

// Like reports whether two names that are not the same, each in its [Names.Wording], may be one entity's: the one leaves
// out, abbreviates or adds words. So they say more of the same than either says beside it, in bits, of which a word counts those
// of the site that has it more often. Over ten shops' names of cameras, which are descriptions of more than longName words, that
// joins nine of ten pairs of shops, and every pair looked at was of one camera, but for its colour. What they say there
// has to suffice to choose one of the names.
//
// Of shorter names only one may say more, which is no number, and tells another entity if it suffices to choose one by itself, unless both
// sites have names of persons: they have middle names. Whether what both say is that of one name only, who has the names sees.
// Cost: that of [values.Overlay].
func (s *Names) Like(name []string, o *Names, other []string) bool {
	if s.n == 0 {
		s = o // what is known of no site is one of theirs
	}
	x := values.Overlay(name, other)
	say := func(words []string) (bits float64) {
		for _, w := range words {
			bits += min(s.bitsOf(w), o.bitsOf(w))
		}
		return bits
	}
	both, more := say(x.Same)+say(x.Letters), say(x.RestA)+say(x.RestB)
	choose := math.Log2(float64(max(2, min(s.n, o.n))))
	switch {
	case len(x.Same) == 0 || both <= more:
		return false
	case max(len(name), len(other)) > longName:
		return both >= choose
	case !x.Within() || slices.ContainsFunc(slices.Concat(x.RestA, x.RestB), values.HasDigit):
		return false
	}
	return s.persons && o.persons || more < choose
}
