// Package calendar knows the names of months and of days of the week in many languages, from
// Unicode's Common Locale Data Repository.
//
// The one idea: a name is looked up without knowing the language of the text. One that means the
// same month in all languages that have it is that month; one that is October in Croatian and
// November in Polish is none.
//
// It knows the languages of Europe and some others that use the Gregorian calendar. Of names
// that change with their case it has the one that dates are written with. The package is pure.
package calendar

import (
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/go-playground/locales"
	"github.com/go-playground/locales/af"
	"github.com/go-playground/locales/ar"
	"github.com/go-playground/locales/be"
	"github.com/go-playground/locales/bg"
	"github.com/go-playground/locales/bs"
	"github.com/go-playground/locales/ca"
	"github.com/go-playground/locales/cs"
	"github.com/go-playground/locales/cy"
	"github.com/go-playground/locales/da"
	"github.com/go-playground/locales/de"
	"github.com/go-playground/locales/el"
	"github.com/go-playground/locales/en"
	"github.com/go-playground/locales/es"
	"github.com/go-playground/locales/et"
	"github.com/go-playground/locales/eu"
	"github.com/go-playground/locales/fi"
	"github.com/go-playground/locales/fo"
	"github.com/go-playground/locales/fr"
	"github.com/go-playground/locales/fy"
	"github.com/go-playground/locales/ga"
	"github.com/go-playground/locales/gl"
	"github.com/go-playground/locales/he"
	"github.com/go-playground/locales/hi"
	"github.com/go-playground/locales/hr"
	"github.com/go-playground/locales/hu"
	"github.com/go-playground/locales/hy"
	"github.com/go-playground/locales/id"
	"github.com/go-playground/locales/is"
	"github.com/go-playground/locales/it"
	"github.com/go-playground/locales/ka"
	"github.com/go-playground/locales/kk"
	"github.com/go-playground/locales/lb"
	"github.com/go-playground/locales/lt"
	"github.com/go-playground/locales/lv"
	"github.com/go-playground/locales/mk"
	"github.com/go-playground/locales/ms"
	"github.com/go-playground/locales/mt"
	"github.com/go-playground/locales/nb"
	"github.com/go-playground/locales/nl"
	"github.com/go-playground/locales/nn"
	"github.com/go-playground/locales/pl"
	"github.com/go-playground/locales/pt"
	"github.com/go-playground/locales/ro"
	"github.com/go-playground/locales/ru"
	"github.com/go-playground/locales/sk"
	"github.com/go-playground/locales/sl"
	"github.com/go-playground/locales/sq"
	"github.com/go-playground/locales/sr"
	"github.com/go-playground/locales/sv"
	"github.com/go-playground/locales/sw"
	"github.com/go-playground/locales/tr"
	"github.com/go-playground/locales/uk"
	"github.com/go-playground/locales/uz"
	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

var languages = []func() locales.Translator{
	af.New, ar.New, be.New, bg.New, bs.New, ca.New, cs.New, cy.New, da.New, de.New, el.New, en.New, es.New, et.New, eu.New, fi.New, fo.New, fr.New,
	fy.New, ga.New, gl.New, he.New, hi.New, hr.New, hu.New, hy.New, id.New, is.New, it.New, ka.New, kk.New, lb.New, lt.New, lv.New, mk.New, ms.New,
	mt.New, nb.New, nl.New, nn.New, pl.New, pt.New, ro.New, ru.New, sk.New, sl.New, sq.New, sr.New, sv.New, sw.New, tr.New, uk.New, uz.New,
}

// least is the least number of letters of a name or abbreviation; shorter ones are ambiguous.
const least = 3

type names struct {
	wide, short map[string]int // month by its name, 0 for several
	days        map[string]int // day of the week from Monday on, 0 for several
}

// known reads what the languages call months and days when the first date is read.
var known = sync.OnceValue(func() *names {
	n := &names{wide: make(map[string]int), short: make(map[string]int), days: make(map[string]int)}
	for _, language := range languages {
		l := language()
		for i, m := range l.MonthsWide() {
			enter(n.wide, m, i+1)
		}
		for i, m := range l.MonthsAbbreviated() {
			enter(n.short, m, i+1)
		}
		for _, list := range [][]string{l.WeekdaysWide(), l.WeekdaysAbbreviated()} {
			for i, d := range list { // from Sunday on
				enter(n.days, d, (i+6)%7+1)
			}
		}
	}
	return n
})

func enter(to map[string]int, name string, number int) {
	name = fold(name)
	if utf8.RuneCountInString(name) < least || strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsMark(r) }) {
		return // "month 3", as some languages have it
	}
	if old, had := to[name]; had && old != number {
		number = 0
	}
	to[name] = number
}

// fold gives a name as words are looked up: without the point of an abbreviation.
func fold(name string) string {
	return norm.NFKC.String(cases.Fold().String(norm.NFKC.String(strings.TrimRight(name, "."))))
}

// Month gives the number of a month by its name, folded by Unicode's NFKC_Casefold. It is 0 for
// another word, and for a name that is different months in different languages.
func Month(name string) int { return known().wide[name] }

// ShortMonth is [Month] by an abbreviation without its point. Some are words in other
// languages: it is for texts that are dates and nothing else.
func ShortMonth(name string) int {
	if m, ok := known().wide[name]; ok {
		return m
	}
	return known().short[name]
}

// Day reports whether a word is the name of a day of the week or its abbreviation.
func Day(name string) bool { _, ok := known().days[name]; return ok }

// Weekday is the number of a day of the week, 1 for Monday, by its name or abbreviation without its point, folded as for [Month]. It is 0
// for what is none, or one day in one language and another in another.
func Weekday(name string) int { return known().days[name] }
