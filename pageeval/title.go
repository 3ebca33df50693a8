package pageeval

import (
	"github.com/PuerkitoBio/goquery"
	"github.com/andybalholm/cascadia"

	"verde/page"
	"verde/values"
)

// titleElement is the first that says something; those of drawings name their
// parts.
var titleElement = goquery.SingleMatcher(cascadia.MustCompile("title:not(:empty):not(svg title)"))

// headingLevels are the headings of a page, the highest first.
var headingLevels = [...]cascadia.Selector{cascadia.MustCompile("h1"), cascadia.MustCompile("h2"), cascadia.MustCompile("h3"),
	cascadia.MustCompile("h4"), cascadia.MustCompile("h5"), cascadia.MustCompile("h6")}

// maxTitleWords is how many words may be in a page's title and headings for
// further headings to be read.
const maxTitleWords = 1000

// title is what the title element of the page says.
func (s *valueMap) title() string { return s.document().FindMatcher(titleElement).Text() }

// titleWords are the words of the title of the page and of its headings of the
// highest level. Cost: linear in the document.
func (s *valueMap) titleWords() []string {
	said := values.Words(s.title())
	for _, level := range headingLevels {
		headings := s.document().FindMatcher(level)
		for text := range page.Texts(headings) {
			if len(said) >= maxTitleWords {
				break
			}
			said = append(said, values.Words(text)...)
		}
		if headings.Length() > 0 {
			break
		}
	}
	return said
}

// document is the page, to look up elements in by selectors.
func (s *valueMap) document() *goquery.Document {
	return goquery.NewDocumentFromNode(s.elements[0].node)
}
