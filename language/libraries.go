package language

import (
	"sync"

	"github.com/blevesearch/bleve/v2/analysis"
	"github.com/blevesearch/bleve/v2/analysis/lang/ar"
	"github.com/blevesearch/bleve/v2/analysis/lang/bg"
	"github.com/blevesearch/bleve/v2/analysis/lang/cs"
	"github.com/blevesearch/bleve/v2/analysis/lang/da"
	"github.com/blevesearch/bleve/v2/analysis/lang/de"
	"github.com/blevesearch/bleve/v2/analysis/lang/el"
	"github.com/blevesearch/bleve/v2/analysis/lang/en"
	"github.com/blevesearch/bleve/v2/analysis/lang/es"
	"github.com/blevesearch/bleve/v2/analysis/lang/fa"
	"github.com/blevesearch/bleve/v2/analysis/lang/fi"
	"github.com/blevesearch/bleve/v2/analysis/lang/fr"
	"github.com/blevesearch/bleve/v2/analysis/lang/hi"
	"github.com/blevesearch/bleve/v2/analysis/lang/hu"
	"github.com/blevesearch/bleve/v2/analysis/lang/id"
	"github.com/blevesearch/bleve/v2/analysis/lang/it"
	"github.com/blevesearch/bleve/v2/analysis/lang/nl"
	"github.com/blevesearch/bleve/v2/analysis/lang/no"
	"github.com/blevesearch/bleve/v2/analysis/lang/pl"
	"github.com/blevesearch/bleve/v2/analysis/lang/pt"
	"github.com/blevesearch/bleve/v2/analysis/lang/ro"
	"github.com/blevesearch/bleve/v2/analysis/lang/ru"
	"github.com/blevesearch/bleve/v2/analysis/lang/sv"
	"github.com/blevesearch/bleve/v2/analysis/lang/tr"
	"github.com/blevesearch/snowballstem"
	"github.com/blevesearch/snowballstem/arabic"
	"github.com/blevesearch/snowballstem/danish"
	"github.com/blevesearch/snowballstem/dutch"
	"github.com/blevesearch/snowballstem/english"
	"github.com/blevesearch/snowballstem/finnish"
	"github.com/blevesearch/snowballstem/french"
	"github.com/blevesearch/snowballstem/german"
	"github.com/blevesearch/snowballstem/hungarian"
	"github.com/blevesearch/snowballstem/italian"
	"github.com/blevesearch/snowballstem/norwegian"
	"github.com/blevesearch/snowballstem/portuguese"
	"github.com/blevesearch/snowballstem/romanian"
	"github.com/blevesearch/snowballstem/russian"
	"github.com/blevesearch/snowballstem/spanish"
	"github.com/blevesearch/snowballstem/swedish"
	"github.com/blevesearch/snowballstem/turkish"
)

// library is what the libraries have of a language: a list of function words, and a
// stemmer or nil.
type library struct {
	stop []byte
	stem func(word string) string
}

// libraries are the languages that there is a list of. Of Japanese, Chinese and Vietnamese the
// libraries have neither a list nor a stemmer; their words are not inflected.
func libraries() map[string]library {
	return map[string]library{
		"ar": {ar.ArabicStopWords, snowball(arabic.Stem)},
		"bg": {bg.BulgarianStopWords, nil},
		"cs": {cs.CzechStopWords, nil},
		"da": {da.DanishStopWords, snowball(danish.Stem)},
		"de": {de.GermanStopWords, snowball(german.Stem)},
		"el": {el.GreekStopWords, nil},
		"en": {en.EnglishStopWords, snowball(english.Stem)},
		"es": {es.SpanishStopWords, snowball(spanish.Stem)},
		"fa": {fa.PersianStopWords, nil},
		"fi": {fi.FinnishStopWords, snowball(finnish.Stem)},
		"fr": {fr.FrenchStopWords, snowball(french.Stem)},
		"hi": {hi.HindiStopWords, nil},
		"hu": {hu.HungarianStopWords, snowball(hungarian.Stem)},
		"id": {id.IndonesianStopWords, nil},
		"it": {it.ItalianStopWords, snowball(italian.Stem)},
		"nl": {nl.DutchStopWords, snowball(dutch.Stem)},
		"no": {no.NorwegianStopWords, snowball(norwegian.Stem)},
		"pl": {pl.PolishStopWords, stempel()},
		"pt": {pt.PortugueseStopWords, snowball(portuguese.Stem)},
		"ro": {ro.RomanianStopWords, snowball(romanian.Stem)},
		"ru": {ru.RussianStopWords, snowball(russian.Stem)},
		"sv": {sv.SwedishStopWords, snowball(swedish.Stem)},
		"tr": {tr.TurkishStopWords, snowball(turkish.Stem)},
	}
}

// snowball makes a function of a stemmer.
func snowball(stem func(*snowballstem.Env) bool) func(string) string {
	return func(word string) string {
		env := snowballstem.NewEnv(word)
		stem(env)
		return env.Current()
	}
}

// stempel is the stemmer of Polish, whose table is read at first use.
func stempel() func(string) string {
	load := sync.OnceValues(pl.NewPolishStemmerFilter)
	return func(word string) string {
		filter, err := load()
		if err != nil {
			return word // the table is embedded, and was read when the library was tested
		}
		return string(filter.Filter(analysis.TokenStream{{Term: []byte(word)}})[0].Term)
	}
}
