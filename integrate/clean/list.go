package clean

import (
	"strings"
	"unicode"

	"verde/values"
)

// separators separate the elements of a list that is written as one text.
var separators = []string{";", "|", "•", "·", ",", "/"}

// minListShare is the share of list elements that have to occur by themselves before texts are taken for lists.
const minListShare = .5

// splitLists makes several texts of one where a site writes lists: "Drama, Comedy" here, "Comedy" there and
// "Comedy, Crime" elsewhere. In lists, elements are also whole values, or come first in one list and later in
// another. In other texts with a separator they are not: "King, Stephen", "Austin, TX", "16 city / 21 highway".
// Each element keeps the text as written. Cost: linear in the texts, for each separator.
func (c *Column) splitLists() {
	for _, sep := range separators {
		if !isListColumn(c.sample(), sep) {
			continue
		}
		for i := range c.Cells {
			var texts []Text
			for _, t := range c.Cells[i].Texts {
				parts := listElements(t.Clean, sep)
				if len(parts) < 2 {
					texts = append(texts, t)
					continue
				}
				for _, p := range parts {
					texts = append(texts, Text{p, t.Written})
				}
			}
			c.Cells[i].Texts = texts
		}
	}
}

// isListColumn reports whether texts are lists with a separator.
func isListColumn(texts []string, sep string) bool {
	whole, first, later := make(map[string]bool), make(map[string]bool), make(map[string]bool)
	var all []string
	lists := 0
	for _, t := range texts {
		parts := listElements(t, sep)
		if len(parts) < 2 {
			whole[values.Fold(t)] = true
			continue
		}
		lists++
		for i, p := range parts {
			p = values.Fold(p)
			if all = append(all, p); i == 0 {
				first[p] = true
			} else {
				later[p] = true
			}
		}
	}
	free := 0
	for _, p := range all {
		if whole[p] || first[p] && later[p] {
			free++
		}
	}
	return lists >= minRows && float64(free) >= minListShare*float64(len(all))
}

// listElements splits a text at a separator, but not within numbers, and trims marks around the elements.
func listElements(text, sep string) (out []string) {
	if !strings.Contains(text, sep) {
		return nil
	}
	from := 0
	add := func(to int) {
		if p := strings.TrimFunc(text[from:to], func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune("-–—;|•·,/", r) }); p != "" {
			out = append(out, p)
		}
	}
	for i := 0; ; {
		n := strings.Index(text[i:], sep)
		if n < 0 {
			break
		}
		at := i + n
		i = at + len(sep)
		if at > 0 && i < len(text) && isDigit(text[at-1]) && isDigit(text[i]) {
			continue
		}
		add(at)
		from = i
	}
	add(len(text))
	return out
}

func isDigit(b byte) bool { return '0' <= b && b <= '9' }
