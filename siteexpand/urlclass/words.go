package urlclass

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"verde/siteexpand/urlparts"
)

// Words counts what file names begin and end with, of the URLs that have all features of
// the path that the samples share.
type Words struct {
	profile     *Profile
	names       []string
	first, last map[string]float64 // names by their beginning, of as many words as the samples share, and by their last subtoken
	length      int                // that many
	having      []float64          // names by the feature of the profile that they have
}

// NewWords counts nothing yet.
func (s *Profile) NewWords() *Words {
	w := &Words{profile: s, first: map[string]float64{}, last: map[string]float64{}, having: make([]float64, len(s.Features))}
	for i, t := range s.Features {
		if t.Kind == First {
			w.length = len(strings.FieldsFunc(s.values[i], notLetter))
		}
	}
	return w
}

// Add counts a URL that has these features. Cost: linear in its name.
func (w *Words) Add(a *urlparts.Parts, has FeatureSet) {
	for i, t := range w.profile.Features {
		if t.Kind <= Depth && has&(1<<i) == 0 {
			return
		}
	}
	w.names = append(w.names, a.Name)
	w.first[beginning(a.Name, w.length)]++
	w.last[urlparts.LastSubtoken(a.Name)]++
	for i := range w.having {
		if has&(1<<i) != 0 {
			w.having[i]++
		}
	}
}

// share is the share of the names that begin or end with the word that all samples' names
// begin or end with, the i-th feature, if that is one of the few words that most names begin or end with, as
// in "trait.Clone.html" or "rest_engraver". Such words say what kind of page it is, however alike the pages
// are, while of names that are titles nearly each begins and ends with another word, or with one that stands
// in as many others at another place, as in "zoom-3x" and "3x-zoom-lcd", of which many titles are made. For
// these, and for other features, it is 1. Cost: linear in the words, and where few of them are frequent, in the names
// for each of these.
func (w *Words) share(kind FeatureKind, i int) float64 {
	words, cut := w.first, strings.CutPrefix
	switch kind {
	case Last:
		words, cut = w.last, strings.CutSuffix
	case First:
	default:
		return 1
	}
	few, all := map[string]float64{}, float64(len(w.names))
	covered := 0.
	for word, n := range words {
		if word != "" && n >= max(leastWord, frequentWord*all) {
			few[word] = n
			covered += n
		}
	}
	for word, n := range few {
		if covered >= kindShare*all && w.elsewhere(word, cut) > n {
			covered -= n
		}
	}
	if covered < kindShare*all {
		return 1
	}
	return w.having[i] / max(1, all)
}

// elsewhere counts the names that have a word at another place than the one that it is cut from.
func (w *Words) elsewhere(word string, cut func(name, word string) (rest string, found bool)) (n float64) {
	for _, name := range w.names {
		if rest, _ := cut(name, word); hasWord(rest, word) {
			n++
		}
	}
	return n
}

// hasWord reports whether a text has a word, or several, with no letters beside.
func hasWord(text, word string) bool {
	for from := 0; ; {
		at := strings.Index(text[from:], word)
		if at < 0 {
			return false
		}
		before, _ := utf8.DecodeLastRuneInString(text[:from+at])
		from += at + len(word)
		if behind, _ := utf8.DecodeRuneInString(text[from:]); notLetter(before) && notLetter(behind) {
			return true
		}
	}
}

// beginning gives the first n words of a name that has more, "" of another.
func beginning(name string, n int) string {
	end := 0
	for range n {
		start := strings.IndexFunc(name[end:], unicode.IsLetter)
		if start < 0 {
			return ""
		}
		word := strings.IndexFunc(name[end+start:], notLetter)
		if word < 0 {
			return ""
		}
		end += start + word
	}
	return name[:end]
}

func notLetter(r rune) bool { return !unicode.IsLetter(r) }

// The constants of the words.
const (
	frequentWord = .05 // of the names, from which on a word is one of few: there are at most twenty
	leastWord    = 3   // names at least that have it: where few are known, two may by chance
	kindShare    = .5  // of the names that begin, or end, with one of few: most
	lesserShare  = .22 // of the names, up to which the samples' word is required though two samples share it by chance now and then: that is said; with a chance of .01 demanded instead, 12 types lose .116 from two samples and 27 others gain .013 (one draw)
)
