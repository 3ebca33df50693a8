package main

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	dom "golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"verde/pageeval"
	"verde/query"
)

func fragmentsOf(doc *dom.Node, a, b string) []pageeval.Fragment {
	return pageeval.Fragments(doc, query.Query{Required: []query.Value{{Text: a}, {Text: b}}})
}

func (c *collector) try(site, kind string, data bool, pair []string, fragments []pageeval.Fragment) {
	if len(fragments) > 0 {
		c.trials = append(c.trials, trial{site, kind, data, pair, fragments})
	}
}

// names are capitalised words inside sentences, numbers, and where there are
// too few, the longer words. What has no blank over many letters is a sentence of
// a script without blanks.
func names(n *dom.Node) []string { return namesIn(text(n)) }

func namesIn(s string) []string {
	var named, long []string
	words := strings.Fields(s)
	for i := 0; i < len(words); i++ {
		w := strings.TrimFunc(words[i], unicode.IsPunct)
		if len(w) < minArticleLetter || utf8.RuneCountInString(w) > maxArticleLetter {
			continue
		}
		r := []rune(w)[0]
		starts := i == 0 || strings.ContainsAny(words[i-1][len(words[i-1])-1:], ".!?:")
		switch {
		case (unicode.IsUpper(r) || unicode.IsDigit(r)) && !starts:
			if i+1 < len(words) && unicode.IsUpper([]rune(words[i+1])[0]) && !strings.ContainsAny(words[i], ".,;:!?") {
				w += " " + strings.TrimFunc(words[i+1], unicode.IsPunct)
				i++
			}
			named = append(named, w)
		case len(w) > 6:
			long = append(long, w)
		}
	}
	full := slices.DeleteFunc(slices.Clone(named), func(s string) bool { return !strings.Contains(s, " ") })
	switch { // a query has names of several words rather than "2019" or "News"
	case len(full) > 2:
		return full
	case len(named) > 1:
		return named
	}
	return append(named, long...)
}

// text is the text of an element that a reader sees.
func text(n *dom.Node) string {
	var b strings.Builder
	for d := range n.Descendants() {
		if d.Type == dom.TextNode && visible(d) {
			b.WriteString(d.Data)
			b.WriteByte(' ')
		}
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

func visible(n *dom.Node) bool {
	for p := n.Parent; p != nil; p = p.Parent {
		switch p.DataAtom {
		case atom.Script, atom.Style, atom.Head, atom.Noscript, atom.Template, atom.Iframe, atom.Textarea:
			return false
		}
	}
	return true
}
