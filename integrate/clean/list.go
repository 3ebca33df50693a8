package clean

import (
	"strings"
	"unicode"

	"verde/values"
)

// separators stand between the elements of a list that is written as one text.
var separators = []string{";", "|", "•", "·", ",", "/"}

// listShare is the share of the elements of lists that have to stand for themselves
// elsewhere before texts are taken for lists.
const listShare = .5

// list makes several texts of one where a site writes lists: "Drama, Comedy" here,
// "Comedy" there and "Comedy, Crime" elsewhere. That an element is also a whole value,
// or comes first as well as later, tells lists from texts that a separator is in for
// another reason: "King, Stephen", "Austin, TX", "16 city / 21 highway". What was
// written stays with each element. Cost: linear in the texts, for each separator.
func (c *Column) list() {
	for _, sep := range separators {
		if !listed(c.sample(), sep) {
			continue
		}
		for i := range c.Cells {
			var texts []Text
			for _, t := range c.Cells[i].Texts {
				parts := elements(t.Clean, sep)
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

// listed reports whether texts are lists with a separator.
func listed(texts []string, sep string) bool {
	whole, first, later := make(map[string]bool), make(map[string]bool), make(map[string]bool)
	var all []string
	lists := 0
	for _, t := range texts {
		parts := elements(t, sep)
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
	return lists >= constantAt && float64(free) >= listShare*float64(len(all))
}

// elements cuts a text at a separator, but not within numbers. Marks around elements are
// none of theirs.
func elements(text, sep string) (out []string) {
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
		if at > 0 && i < len(text) && digit(text[at-1]) && digit(text[i]) {
			continue
		}
		add(at)
		from = i
	}
	add(len(text))
	return out
}

func digit(b byte) bool { return '0' <= b && b <= '9' }
