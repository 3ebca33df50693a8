package pageeval

import (
	"slices"
	"strings"

	"github.com/PuerkitoBio/goquery"
	"github.com/andybalholm/cascadia"
	"golang.org/x/net/html/atom"

	"verde/page"
	"verde/values"
)

// titleElement is the first title that is not empty, those of SVG drawings excepted.
var titleElement = goquery.SingleMatcher(cascadia.MustCompile("title:not(:empty):not(svg title)"))

// headingLevels select the headings of a page, the highest level first.
var headingLevels = [...]cascadia.Selector{cascadia.MustCompile("h1"), cascadia.MustCompile("h2"), cascadia.MustCompile("h3"),
	cascadia.MustCompile("h4"), cascadia.MustCompile("h5"), cascadia.MustCompile("h6")}

// maxTitleWords is how many words of a page's title and headings are enough: no heading
// is read after them.
const maxTitleWords = 1000

// isNamedAfterEntity reports whether at least half of the words of the identifying value
// are in the page's title or in its headings of the highest level. Titles are cut off,
// and have a site's name or an edition in them, so not all words need to. A page that
// has neither has no name to go by, and passes. Cost: linear in the document.
func (s *valueIndex) isNamedAfterEntity() bool {
	name := s.patterns[0].Words()
	if len(name) == 0 || len(s.elements) == 0 {
		return true
	}
	title := s.titleWords()
	if len(title) == 0 {
		return true
	}
	if s.patterns[0].In(strings.Join(title, " ")) { // a code, parted in other places
		return true
	}
	found := 0
	for _, w := range name {
		if slices.Contains(title, w) {
			found++
		}
	}
	return found*2 >= len(name)
}

// inTitleOrH1 reports whether the title of the page or a first-level heading has the
// identifying value.
func (s *valueIndex) inTitleOrH1() bool {
	for _, o := range s.occurrences {
		for e := o.element; o.pattern == 0 && e >= 0; e = s.elements[e].parent {
			if s.elements[e].node.DataAtom == atom.H1 {
				return true
			}
		}
	}
	return len(s.elements) > 0 && s.patterns[0].In(s.title())
}

// titleWords are the words of the page's title and of its headings of the highest level.
// Cost: linear in the document.
func (s *valueIndex) titleWords() []string {
	words := values.Words(s.title())
	for _, level := range headingLevels {
		headings := s.selection().FindMatcher(level)
		for text := range page.Texts(headings) {
			if len(words) >= maxTitleWords {
				break
			}
			words = append(words, values.Words(text)...)
		}
		if headings.Length() > 0 {
			break
		}
	}
	return words
}

// title is the text of the page's title element.
func (s *valueIndex) title() string { return s.selection().FindMatcher(titleElement).Text() }

// selection is the page, for goquery.
func (s *valueIndex) selection() *goquery.Document {
	return goquery.NewDocumentFromNode(s.elements[0].node)
}
