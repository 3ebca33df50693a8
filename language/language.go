// Package language knows what the libraries of the search index have for single languages,
// function words and stemmers, and tells which language pages are written in.
//
// The one idea: a language is a resource, never a condition. A [Language] without any is
// a language too: its words are their own stems, and what its function words are has to
// be learned from the pages (package keywords does). So nothing has to be asked of a
// user, and an unknown language costs quality where the resource would have helped, and
// nothing else.
//
// The lists of function words are those of Lucene and Snowball, as bleve's analysis/lang
// packages have them, the stemmers Snowball's. The package is pure. It is safe for
// concurrent use.
package language

import (
	"iter"
	"strings"
	"sync"
	"unicode"

	"github.com/blevesearch/bleve/v2/analysis"
	tags "golang.org/x/text/language"
)

// Language is what is known of a language. The zero value is one that nothing is known of.
type Language struct {
	code string // ISO 639, the shortest there is: "de"
	*resource
}

// resource is what the libraries have of a language.
type resource struct {
	stop func() analysis.TokenMap
	stem func(word string) string // nil if there is none
}

// Named gives the language of a tag (BCP 47, as html's lang attribute has it: "de",
// "pt-BR"). Of a tag that is none it is the zero value.
func Named(tag string) Language {
	base, confidence := tags.Make(strings.TrimSpace(tag)).Base()
	if confidence != tags.Exact {
		return Language{}
	}
	code := base.String()
	if code == "nb" || code == "nn" { // of one list and stemmer
		code = "no"
	}
	return Language{code, resources()[code]}
}

// Code is the language's code by ISO 639 ("de"), "" if it is not known.
func (l Language) Code() string { return l.code }

// Stem maps the inflected forms of a word in lower case to one string, for comparison
// only: stems are no words. Without a stemmer a word is its own.
func (l Language) Stem(word string) string {
	if l.resource == nil || l.stem == nil {
		return word
	}
	if s := l.stem(word); s != "" {
		return s
	}
	return word
}

// IsFunctionWord reports whether a word in lower case is on the language's list of words
// that have no subject of their own (articles, prepositions, pronouns).
func (l Language) IsFunctionWord(word string) bool { return l.resource != nil && l.stop()[word] }

// The limits of what is taken for told. A list's words are 30 to 50 % of running text in its
// language, and below 15 % in another of the same script, but for near ones (Danish and
// Norwegian), where what the page declares is as good. Pages of labels and names have few.
const (
	// telling is the share of words on a language's list from which on a text tells its
	// language against what it declares.
	telling = 0.15
	// leading is how many times as many words of another language's list contradict a
	// declaration.
	leading = 2
	// kana is the share of characters from which on a text of Han characters is Japanese.
	kana = 0.05
)

// Of tells the language of pages. What most of them declare (html's lang, Content-Language in the page or its HTTP header)
// holds, unless their text contradicts it: it is in a script that the language is not
// written in, or has more than twice as many words of another list of function words than of
// its own, of which those count less that several lists have. A language without a list is
// contradicted by its script alone: Catalan has many of the words on the list of Spanish.
// Where nothing is declared, the script tells the languages that have one alone, the lists
// the others. The zero value means that it could not be told.
//
// declared has an element for each page, "" if it declares none; docs are words in lower
// case. Cost: a look-up in each list for each word.
func Of(declared []string, docs iter.Seq[[]string]) Language {
	said := most(declared)
	c := count(docs)
	if own := c.ownScript(); own != "" {
		if said.code != "" && (sameScript(said.code, own) || own == "zh" && writesHan(said.code)) {
			return said
		}
		return Named(own)
	}
	best := ""
	for code, n := range c.weighed {
		if n > c.weighed[best] || n == c.weighed[best] && code < best {
			best = code
		}
	}
	switch {
	case best == "":
		return said
	case said.code == "":
		return Named(best)
	case best == said.code || float64(c.listed[best]) < telling*float64(c.words):
		return said
	case said.resource == nil && sameScript(said.code, best):
		return said
	case said.resource != nil && c.weighed[best] <= leading*c.weighed[said.code]:
		return said
	}
	return Named(best)
}

// most gives the language that most pages declare, of those that declare any.
func most(declared []string) Language {
	n, best := map[string]int{}, Language{}
	for _, tag := range declared {
		if l := Named(tag); l.code != "" {
			if n[l.code]++; n[l.code] > n[best.code] {
				best = l
			}
		}
	}
	return best
}

// counts are what a text has of each script and list.
type counts struct {
	words   int
	letters int                // of all scripts
	scripts map[string]int     // letters, by the code of the language that the script is of
	listed  map[string]int     // words on the list of each language
	weighed map[string]float64 // the same, each word divided by the lists that it is on
}

// alone are the scripts that one language is written in, or most text of which is in one.
func alone() map[string]*unicode.RangeTable {
	return map[string]*unicode.RangeTable{
		"ko": unicode.Hangul, "th": unicode.Thai, "el": unicode.Greek, "he": unicode.Hebrew, "hi": unicode.Devanagari, "hy": unicode.Armenian,
		"ka": unicode.Georgian, "bn": unicode.Bengali, "ta": unicode.Tamil, "te": unicode.Telugu, "km": unicode.Khmer, "lo": unicode.Lao, "my": unicode.Myanmar,
		"zh": unicode.Han, "ja": kanaTable(),
	}
}

// kanaTable has both syllabaries of Japanese.
func kanaTable() *unicode.RangeTable {
	return &unicode.RangeTable{R16: append(append([]unicode.Range16{}, unicode.Hiragana.R16...), unicode.Katakana.R16...)}
}

// maxCounted bounds the words that are looked at: of so many a share of 15 % (see telling) is
// known to half a point, at a confidence of 95 %.
const maxCounted = 20_000

func count(docs iter.Seq[[]string]) counts {
	c := counts{scripts: map[string]int{}, listed: map[string]int{}, weighed: map[string]float64{}}
	lists, scripts := resources(), alone()
	var on []string // the lists that have a word
	for doc := range docs {
		for _, w := range doc {
			if c.words++; c.words > maxCounted {
				return c
			}
			for _, r := range w {
				if !unicode.IsLetter(r) {
					continue
				}
				c.letters++
				if r >= 0x370 { // where Greek begins, the first of the scripts
					for code, table := range scripts {
						if unicode.Is(table, r) {
							c.scripts[code]++
						}
					}
				}
			}
			on = on[:0]
			for code, l := range lists {
				if l.stop()[w] {
					on = append(on, code)
				}
			}
			for _, code := range on {
				c.listed[code]++
				c.weighed[code] += 1 / float64(len(on))
			}
		}
	}
	return c
}

// ownScript gives the language whose script most letters are of, "" if there is none.
func (c counts) ownScript() string {
	if han := c.scripts["zh"] + c.scripts["ja"]; 2*han > c.letters {
		if float64(c.scripts["ja"]) >= kana*float64(han) {
			return "ja"
		}
		return "zh"
	}
	for code, n := range c.scripts {
		if 2*n > c.letters && code != "zh" && code != "ja" {
			return code
		}
	}
	return ""
}

// sameScript reports whether two languages are written alike, as Marathi and Hindi.
func sameScript(a, b string) bool {
	x, _ := tags.Make(a).Script()
	y, _ := tags.Make(b).Script()
	return x == y
}

// writesHan reports whether a language is written in Han characters, in whatever set of them:
// Japanese, and the languages of China. Kana, which only Japanese has, may be missing in labels.
func writesHan(code string) bool {
	script, _ := tags.Make(code).Script()
	switch script.String() {
	case "Hans", "Hant", "Hani", "Jpan":
		return true
	}
	return false
}

// resources are those that there are, by code.
var resources = sync.OnceValue(func() map[string]*resource {
	out := map[string]*resource{}
	for code, have := range libraries() {
		out[code] = &resource{stem: have.stem, stop: sync.OnceValue(func() analysis.TokenMap {
			words := analysis.NewTokenMap()
			_ = words.LoadBytes(have.stop) // from memory
			return words
		})}
	}
	return out
})
