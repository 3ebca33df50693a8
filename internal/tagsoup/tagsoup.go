// Package tagsoup makes HTML documents of tags in no order, as tests of what
// reads HTML need them.
package tagsoup

import (
	"fmt"
	"strings"
)

// groups are names of elements that rules of their own hold for, by what the
// rules are about, some with attributes that matter.
var groups = [][]string{
	strings.Split("table table tr td th tbody tfoot caption colgroup col form form,id=c input input,type=hidden p a,href=x", " "),
	strings.Split("a b i nobr font,size=1 font,size=2 font,size=1,color=x b,title='</b>' a,href=x p div span button object td", " "),
	strings.Split("select option optgroup form button input p div hr a,href=x b", " "),
	strings.Split("p div ul li dl dt dd h1 h2 pre center button object marquee ruby rt rp x-y br", " "),
	strings.Split("svg g desc title style a/ g/ svg/ foreignobject use font,size=1 b p table a,href=x", " "),
	strings.Split("html body head link title script style noscript textarea input !DOCTYPE p table", " "),
}

// texts are what may stand between tags.
var texts = []string{"x", " ", "\n", "<!--<i></b>-->", "&amp;", "</body>", "</html>", "<script></b><i></script>", "x<"}

// Document spells a document out of tags, of which each byte of moves says
// the next: the start of an element, the end of the one that was started last,
// the end of any, or a text. The first bytes choose a few names that all tags
// of the document have, most of one group: what goes wrong between elements
// takes several of the same, which of all names seldom meet (swarm testing;
// Groce and others, ISSTA 2012).
func Document(moves []byte) string {
	const head = 8
	var b strings.Builder
	if len(moves) < head {
		return ""
	}
	b.WriteString([]string{"<!DOCTYPE html><html><head></head><body>", "<body>", "<html><head> ", ""}[moves[0]%4])
	names := make([]string, 0, head)
	group := groups[int(moves[1])%len(groups)]
	for _, m := range moves[2 : 3+moves[0]>>4%(head-3)] {
		names = append(names, group[int(m)%len(group)])
	}
	group = groups[int(moves[head-1]>>4)%len(groups)]
	names = append(names, group[int(moves[head-1])%len(group)])
	var open []string
	for _, m := range moves[head:] {
		name := names[int(m>>2)%len(names)]
		bare, _, _ := strings.Cut(name, ",")
		switch {
		case m%4 == 3 && m>>2 < 32:
			b.WriteString(texts[int(m>>2)%len(texts)])
		case m%4 == 3:
			fmt.Fprintf(&b, "</%s>", bare)
		case m%4 == 2 && len(open) > 0:
			fmt.Fprintf(&b, "</%s>", open[len(open)-1])
			open = open[:len(open)-1]
		default:
			fmt.Fprintf(&b, "<%s>", strings.ReplaceAll(name, ",", " "))
			open = append(open, bare)
		}
	}
	return b.String()
}
