package leaves

import (
	"strings"
	"unicode"
)

// conjunctions are "and" and "or" in the fifteen languages that most of the web is in: English,
// Spanish, German, Japanese, French, Portuguese, Russian, Italian, Dutch, Polish, Turkish,
// Chinese, Persian, Vietnamese and Indonesian; but for the Dutch "of", which is another word
// in English. They are marks between the members of a list alone.
var conjunctions = map[string]bool{
	"and": true, "or": true, "y": true, "e": true, "o": true, "u": true, "und": true, "oder": true, "と": true, "や": true, "および": true, "または": true,
	"et": true, "ou": true, "и": true, "или": true, "ed": true, "en": true, "i": true, "oraz": true, "lub": true, "ve": true, "veya": true,
	"和": true, "与": true, "及": true, "或": true, "و": true, "یا": true, "và": true, "hoặc": true, "dan": true, "atau": true,
}

// Joint reports whether a text in the list that begins with first separates its members: a mark, or
// a conjunction in other markup than the members, with marks or without. One in their markup is a member: "en" among languages.
func Joint(first, l *Leaf) bool {
	return Separator(l.Text) || l.Sig != first.Sig && conjunctions[strings.Trim(l.Text, ",;،、 ")]
}

// Separator tells whether a text is no value wherever it stands: " | ", or the dots that lead from a label to its value,
// however many. Signs that are no punctuation say something by how many there are: "★★★", "$$". Of conjunctions these two are
// long enough; "en", "e" and "y" are a language, a grade and a yes elsewhere.
func Separator(text string) bool {
	if text == "and" || text == "or" {
		return true
	}
	signs := 0
	for _, r := range text {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return false
		}
		if unicode.In(r, unicode.So, unicode.Sc) {
			signs++
		}
	}
	return signs < 2
}
