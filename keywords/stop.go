package keywords

import (
	"iter"
	"strings"
	"sync"

	"verde/language"
)

// Stop are words that say nothing of what a page is about, whatever it is about. The zero
// value has those alone by which sites speak of themselves.
type Stop struct {
	of      language.Language
	learned map[string]bool
}

const (
	// longText is the number of words from which on a text is running text, which has
	// function words, and no label, value or menu: two lines.
	longText = 20
	// stopShare is the share of such texts that have a function word. Of English, "the",
	// "and", "of", "to", "a" and "in" pass it, and no word of a subject does.
	stopShare = 0.5
	// fewTexts is the number of them below which nothing is learned.
	fewTexts = 10
)

// NewStop gives the function words of a language, as far as there is a list, and learns others
// from texts, each the [Tokens] of a text node: the words that half of all longer ones have,
// whatever these are about. So words are told in a language without a list, too, the
// commonest of them. Cost: linear in texts, which may be nil.
func NewStop(of language.Language, texts iter.Seq[[]string]) Stop {
	s := Stop{of: of, learned: map[string]bool{}}
	if texts == nil {
		return s
	}
	n, having := 0, map[string]int{}
	for text := range texts {
		if len(text) < longText {
			continue
		}
		n++
		seen := map[string]bool{}
		for _, w := range text {
			if !seen[w] {
				seen[w] = true
				having[w]++
			}
		}
	}
	for w, k := range having {
		if n >= fewTexts && float64(k) >= stopShare*float64(n) {
			s.learned[w] = true
		}
	}
	return s
}

// Has reports whether a word in lower case is one of them, or one by which sites speak of
// themselves ("login").
func (s Stop) Has(word string) bool {
	return s.learned[word] || s.of.IsFunctionWord(word) || ofTheWeb()[word] || s.of.Code() == "en" && ofEnglish()[word]
}

// functionWords are English words that carry no subject of their own: more than the
// library's list has. Without the rest, and without webWords, the keywords of five of the
// seventeen sites of table keywords are worse ("categories, related" for "reviews,
// publisher").
const functionWords = `a about above across after again against all almost along already also although always am among an and
another any anybody anyone anything anywhere are aren't around as at away be became because become been before behind being below
between both but by can can't cannot could couldn't did didn't do does doesn't doing don't done down during each either else
enough etc even ever every everyone everything except few for from further get gets getting go goes going gone got had has hasn't
have haven't having he her here hers herself him himself his how however i i'd i'll i'm i've if in instead into is isn't it
it's its itself just least less let let's like made make makes many may maybe me might mine more most much must my myself near
need neither never next no nobody none nor not nothing now of off often on once one ones only onto or other others ought our
ours ourselves out over own per perhaps please quite rather really same see several shall she should since so some somebody
someone something such than that that's the their theirs them themselves then there these they they're this those though
through thus till to together too toward towards two under unless until up upon us use used using very via was wasn't we we'll
we're were what what's when where whether which while who whole whom whose why will with within without won't would yes yet you
you'll you're you've your yours yourself yourselves`

// webWords are words by which a site speaks of itself, not of what its pages
// are about. They are on the pages of every kind of entity, and sites in other languages
// have many of them, too; their own words of the kind are no labels.
const webWords = `account add added advertise advertisement affiliate affiliates ajax app apps blog blogs bookmark browse browser button buy cancel cart
checkout clear click close com comment comments contact continue cookie cookies copyright css default delete detail details digg
directory disclaimer download email expand facebook faq faqs favorites feed feedback feeds follow forum forums forward friend friends
ftp go google help hide home homepage html http https inc index info information item items jump latest learn link links list load log
login logo logout ltd map member members message messages mobile more myspace navigation net new news newsletter newsletters ok online
options page pages parent password pinterest policy popular popup post posted powered previous print privacy product products profile
recommend recommended refresh register registration related remove reserved reset results retrieve return rights rss save search secure
select send settings share shopping sign signin signup site sitemap skip sort sponsor sponsored sponsors submit subscribe support tag
tags tell terms thumbnail today toggle top twitter update updated updates url username view viewed visit welcome widget wishlist www
yahoo youtube zip`

var (
	ofTheWeb  = sync.OnceValue(func() map[string]bool { return wordSet(webWords) })
	ofEnglish = sync.OnceValue(func() map[string]bool { return wordSet(functionWords) })
)

// wordSet returns the words of a list.
func wordSet(list string) map[string]bool {
	set := map[string]bool{}
	for w := range strings.FieldsSeq(list) {
		set[w] = true
	}
	return set
}
