package urlcluster

import (
	"slices"
	"strings"
)

// pattern writes the cluster's URLs as one, with * where they differ: for a
// whole part, or for the middle of parts that begin and end alike at a
// character that is neither letter nor digit. Parts that not all URLs have
// stand in brackets.
func pattern(urls []string) string {
	first := split(urls[0])
	common := slices.Clone(first.vector)
	shortest, longest := len(common), len(common)
	var buf []string
	for _, u := range urls[1:] {
		v := splitInto(buf, u).vector
		buf = v
		shortest, longest = min(shortest, len(v)), max(longest, len(v))
		for i := 0; i < min(len(common), len(v)); i++ {
			common[i] = merge(common[i], v[i])
		}
	}
	var b strings.Builder
	b.WriteString(strings.TrimPrefix(first.authority, "\x00"))
	for i := fixedParts; i < shortest; i++ {
		b.WriteString("/" + common[i])
	}
	for i := shortest; i < longest; i++ {
		b.WriteString("[/*]")
	}
	if longest == fixedParts {
		b.WriteByte('/')
	}
	if common[1] != "" {
		b.WriteString("?" + common[1])
	}
	return b.String()
}

// merge generalises a part pattern (at most one *) and a part.
func merge(p, s string) string {
	if p == s {
		return p
	}
	head, tail, wild := strings.Cut(p, "*")
	if !wild {
		head, tail = p, p
	}
	h := 0
	for h < len(head) && h < len(s) && head[h] == s[h] {
		h++
	}
	for h > 0 && isAlnum(head[h-1]) {
		h--
	}
	t := 0
	for t < len(tail) && t < len(s)-h && t < len(p)-h && tail[len(tail)-1-t] == s[len(s)-1-t] {
		t++
	}
	for t > 0 && isAlnum(tail[len(tail)-t]) {
		t--
	}
	if wild && h == len(head) && t == len(tail) {
		return p // as it mostly is
	}
	return head[:h] + "*" + tail[len(tail)-t:]
}

func isAlnum(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c >= 0x80
}
