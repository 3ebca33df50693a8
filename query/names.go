package query

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"verde/values"
)

// Names is a model of the names that one site gives its entities: which words they share,
// and how much information each word has. It is only read, and safe for concurrent use. The
// zero value is the model of no site: it strips nothing, and all words have equal information.
//
// The one idea: a word that all names of a site share ("Overview", "Tech Specs", "The
// City of") distinguishes no entity, and other sites do not write it. The information of a
// word is its inverse document frequency over the site's names (Spärck Jones 1972). A number
// that the site itself gives each entity ("B-4737 Old Mill Bridge") is the opposite case: it
// distinguishes all entities, but no other site has it (see [numbering]).
type Names struct {
	first, last []string        // folded words that the names begin and end with, the outermost first
	pages       map[string]int  // word (see [values.Wording]) -> number of names with it
	letters     map[string]int  // letter -> number of names with a word that begins with it
	n           int             // number of distinct names
	persons     bool            // the names are like names of persons
	initialed   bool            // most of these persons have initials in place of given names; see [Family]
	leads       map[string]bool // folded first words of one name each, nil if these are no key of the names; see [Names.Lead]
	numbered    []numbering     // where the site puts numbers of its own, in the order in which they are removed
}

// A word is shared if nine of ten names have it, since some page of a site is always of another
// kind; its information is then less than a sixth of a bit. Fewer than fewNames may share a word
// by chance.
const (
	sharedByAll = 0.9
	fewNames    = 5
)

// Persons reports whether the names are like names of persons and share no word: names of bridges share one.
func (s *Names) Persons() bool { return s.persons && len(s.first)+len(s.last) == 0 }

// NewNames makes the model of a site's names; repeated names count once. Cost:
// linear in the words, for each shared word.
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
	s.leads = leads(list)
	if number, rests, ok := s.numbering(whole); ok {
		rest := NewNames(rests)
		rest.numbered = slices.Insert(rest.numbered, 0, number)
		return rest
	}
	return s
}

// distinct gives the words without repetitions, in their order.
func distinct(words []string) []string {
	out := make([]string, 0, len(words))
	for _, w := range words {
		if !slices.Contains(out, w) {
			out = append(out, w)
		}
	}
	return out
}

// Core is a name as other sites may write it: cleaned, without the words that all names of its
// site share at their ends, without the site's own number, and [Bare]. A step that would leave no name is skipped.
func (s *Names) Core(name string) string { return stripEndsBare(s.unnumbered(name), s.first, s.last) }

// Keys are the keys that a name may be found by, the surest first: of its core and of its root
// (see [Names.Root]); of the name with the shared words at one end or at both, since a site of one maker has the maker in
// all names, and other sites have it, too; at last of the core and the whole name in other spellings (see [values.Skeleton]).
func (s *Names) Keys(name string) []string {
	core, whole := s.Core(name), stripEndsBare(name, nil, nil)
	keys := []string{Key(core), Key(s.Root(name)), Key(stripEndsBare(name, nil, s.last)), Key(stripEndsBare(name, s.first, nil)), Key(whole), Key(name), values.Skeleton(core), values.Skeleton(whole)}
	if len(s.numbered) > 0 { // the number distinguishes two entities with one name
		keys = slices.Insert(keys, 0, Key(name))
	}
	return distinct(keys)
}

// Root is the core without shared words that no blank separates from the rest either: "flask" of
// "python3-flask-dev". Many sites may write such names in the same way ("MPI_Send"), so the root is asked for
// only if the core has led nowhere.
func (s *Names) Root(name string) string {
	core := s.Core(name)
	if len(s.first)+len(s.last) == 0 {
		return core
	}
	tokens := stripEnd(splitParts(Bare(clean(s.unnumbered(name)))), s.last, cutLast)
	tokens = stripEnd(tokens, s.first, cutFirst)
	root := strings.TrimFunc(strings.Join(tokens, ""), func(r rune) bool { return values.Fold(string(r)) == "" })
	if len(values.Fold(root)) >= len(values.Fold(core)) || !namelike(root) {
		return core
	}
	return root
}

// Key is the folded words of the name's core, sorted, each once. So it is equal for names with the
// same words in any order: "CARLSEN Magnus" and "Magnus Carlsen". Cost: that of sorting the words.
func (s *Names) Key(name string) string { return Key(s.Core(name)) }

// Key is [Names.Key] of a name as it stands.
func Key(name string) string {
	words := strings.Fields(values.Fold(name))
	slices.Sort(words)
	return strings.Join(slices.Compact(words), " ")
}

// AskedKey is equal for two names that need only one query: names with the same words in any order, each as often, and codes
// that are separated in different ways (see [values.Unparted]), whose order counts. Cost: that of sorting the words.
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

// Bits is the information of a word (see [values.Wording]): log2(names / names with the word). A word
// that no name has counts as if one had it.
func (s *Names) Bits(word string) float64 {
	return math.Log2(float64(max(1, s.n)) / float64(max(1, s.pages[word])))
}

// bitsOf is the information of a word, or of a letter that abbreviates any word that begins with it.
func (s *Names) bitsOf(word string) float64 {
	if values.IsLetter(word) {
		return math.Log2(float64(max(1, s.n)) / float64(max(1, s.letters[word])))
	}
	return s.Bits(word)
}

// longName is the number of words up to which a text is taken as a name. Longer ones
// are descriptions, which each site writes in its own way.
const longName = 6

// Asked is the text by which queries ask for a name: its core, or for a long name the
// shortest part that distinguishes it on its site (see [Names.Short]).
func (s *Names) Asked(name string) string {
	core := s.Core(name)
	if values.CountWords(core) <= maxWords && values.Length(core) <= maxLength {
		return core
	}
	return s.Short(core)
}

// Short is the shortest part of a name that distinguishes it on its site: the fewest consecutive
// words with log2(names) bits or more, among equally many words the first with the most bits. A single
// word suffices only if it is a code, since many things have the same one-word name. If no part
// suffices, Short is the root of the name (see [Names.Root]). Cost: quadratic in the words, at most maxLength of them.
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

// Lead is the first word of a name, if it names the entity by itself: "Gobisaurus" of "Gobisaurus velox", where hardly two of the site's
// names begin with the same word. It is "" for other names. Other sites may show it alone, which no word of the name shows by its bits: many
// things have the same one-word name.
func (s *Names) Lead(name string) string {
	first, _, several := strings.Cut(s.Core(name), " ")
	if !several || !s.leads[values.Fold(first)] || !askableName(first) {
		return ""
	}
	return first
}

// leads gives the first words of one name each, if most of the names, each as its words, have several words, and hardly two names the same
// first word (see ambiguity); else nil.
func leads(names [][]string) map[string]bool {
	rests := map[string]map[string]bool{}
	several := 0
	for _, words := range names {
		if len(words) > 1 {
			several++
			pair(rests, words[0], strings.Join(words[1:], " "))
		}
	}
	var firsts ambiguity
	if firsts.add(rests); float64(several) < MinIdentifying*float64(len(names)) || !firsts.little() {
		return nil
	}
	out := map[string]bool{}
	for first, others := range rests {
		if len(others) == 1 {
			out[first] = true
		}
	}
	return out
}

// Wording is the words of a name's core by which names are compared; see [values.Wording].
func (s *Names) Wording(name string) []string { return values.Wording(s.Core(name)) }

// Like reports whether two different names, each as its [Names.Wording], may be one entity's: one of them leaves out, abbreviates or adds
// words. The words that both have must have more bits than the words that only one has, where a word has the bits of the site that has it in more
// names. In addition:
//
//   - Descriptions, of more than longName words: the shared bits have to suffice to choose one of the names, log2(names). Over ten shops' names of
//     cameras this joins nine of ten pairs of shops, and every pair looked at was of one camera, but for its colour.
//   - Shorter names: only one of them may have further words, without digits, and these must not suffice to choose one of the names, as they
//     would name another entity. Names of persons may have any, since they have middle names.
//
// Whether the shared words are those of one name only is for the caller to check, who has the names. Cost: that of [values.Overlay].
func (s *Names) Like(name []string, o *Names, other []string) bool {
	if s.n == 0 {
		s = o // without a model of one site the other is used for both
	}
	x := values.Overlay(name, other)
	bits := func(words []string) (sum float64) {
		for _, w := range words {
			sum += min(s.bitsOf(w), o.bitsOf(w))
		}
		return sum
	}
	both, more := bits(x.Same)+bits(x.Letters), bits(x.RestA)+bits(x.RestB)
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
