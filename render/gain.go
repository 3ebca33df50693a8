package render

import (
	"bytes"
	"regexp"
	"strings"
	"unicode"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"verde/page"
)

// Gain is what a rendering adds to the page as sent.
type Gain struct {
	Links int     // new distinct link targets on its site
	Words float64 // share of the rendering's distinct words that are new: neither in the page's text nor in its scripts
}

// Some reports whether the gain is worth a rendering: a new link, or a tenth of the words
// is new. Less than that are clocks, counters and greetings.
func (g Gain) Some() bool { return g.Links > 0 || g.Words >= minWords }

// minWords is the least share of new words that is a gain. Of 90 pages of 19 real sites
// ("verde expand --render always --verbose" shows the shares), six have more than .67 (trees
// and lists that a script builds), all others less than .08 (a button beside each heading,
// folded parts).
const minWords = .1

// gainOf gives what a rendering adds to a page with some contents. Words that stand in
// scripts are not new: package extract reads the state that is embedded there. Cost: linear.
func gainOf(before *contents, rendered *page.Page) (Gain, error) {
	after, err := contentsOf(rendered)
	if err != nil {
		return Gain{}, err
	}
	var g Gain
	for l := range after.links {
		if !before.links[l] {
			g.Links++
		}
	}
	fresh := 0
	for w := range after.words {
		if !before.words[w] && !before.state[w] {
			fresh++
		}
	}
	if len(after.words) > 0 {
		g.Words = float64(fresh) / float64(len(after.words))
	}
	return g, nil
}

// scripted tells whether a page has scripts.
func scripted(p *page.Page) bool {
	return bytes.Contains(bytes.ToLower(p.Body), []byte("<script"))
}

// contents is what a page can be compared by.
type contents struct {
	links  map[string]bool // normal URLs on the site
	words  map[string]bool // that can be seen
	state  map[string]bool // words of its scripts
	shape  uint64          // of the elements
	builds bool            // it has scripts that can change it
	script int             // bytes of scripts
	text   int             // bytes that can be seen
}

// externalScript is the size, in bytes, that an external script counts with in contents.script: a
// guess at the text of a page whose content comes from there (as in package siteexpand/site).
const externalScript = 400

// empty tells whether a page has more script than text that can be seen.
func (c *contents) empty() bool { return c.script > c.text }

// contentsOf reads a page.
func contentsOf(p *page.Page) (contents, error) {
	doc, err := page.Parse(p.Body)
	if err != nil {
		return contents{}, err
	}
	c := contents{links: make(map[string]bool), words: make(map[string]bool), state: make(map[string]bool)}
	c.walk(doc, p.URL)
	return c, nil
}

func (c *contents) walk(n *html.Node, url string) {
	switch {
	case n.Type == html.TextNode:
		c.text += len(strings.TrimSpace(n.Data))
		collect(c.words, n.Data)
	case n.Type == html.ElementNode:
		c.shape = (c.shape ^ uint64(n.DataAtom)) * 1099511628211 // FNV-1a
		switch n.DataAtom {
		case atom.Script:
			c.scripts(n)
			return
		case atom.Style, atom.Template, atom.Noscript:
			return
		case atom.A:
			for _, a := range n.Attr {
				if a.Key != "href" {
					continue
				}
				if to, err := page.Resolve(url, a.Val); err == nil && page.Site(to) == page.Site(url) {
					c.links[to] = true
				}
			}
		}
	}
	for child := n.FirstChild; child != nil; child = child.NextSibling {
		c.walk(child, url)
	}
}

// scripts reads a script element. Data blocks can't change a page, and neither can an inline
// script that uses none of the functions and properties by which the DOM and HTML standards let
// scripts write into a document.
func (c *contents) scripts(n *html.Node) {
	runs, external := true, false
	for _, a := range n.Attr {
		switch a.Key {
		case "src":
			external = true
		case "type":
			kind := strings.ToLower(strings.TrimSpace(a.Val))
			runs = kind == "" || kind == "module" || strings.HasSuffix(kind, "javascript") || strings.HasSuffix(kind, "ecmascript")
		}
	}
	text := ""
	for t := n.FirstChild; t != nil; t = t.NextSibling {
		text += t.Data
	}
	collect(c.state, text)
	switch {
	case runs && external:
		c.builds, c.script = true, c.script+externalScript
	case runs:
		c.builds, c.script = c.builds || writes.MatchString(text), c.script+len(text)
	}
}

var writes = regexp.MustCompile(`\b(?:write|writeln|innerHTML|outerHTML|innerText|textContent|nodeValue|insertAdjacent\w*|appendChild|append|prepend|insertBefore|before|after|replace\w*|createElement|cloneNode|import|src)\b`)

func collect(words map[string]bool, text string) {
	for _, w := range strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsNumber(r) && !unicode.IsMark(r) }) {
		words[w] = true
	}
}
