package urlcluster

import (
	"slices"
	"strings"
)

// pattern writes URLs as one, with * where they differ: for a whole part, or for the
// middle of parts that begin and end with the same text up to a character that is neither
// letter nor digit. Path parts and parameters that only some URLs have are in brackets.
func pattern(urls []string) string {
	first := split(urls[0])
	common := slices.Clone(first.parts[fixedParts:])
	shortest, longest := len(common), len(common)
	var q parameters
	q.add(first.parts[1])
	var buf []string
	for _, u := range urls[1:] {
		buf = splitInto(buf, u).parts
		v := buf[fixedParts:]
		shortest, longest = min(shortest, len(v)), max(longest, len(v))
		for i := 0; i < min(len(common), len(v)); i++ {
			common[i] = generalise(common[i], v[i])
		}
		q.add(buf[1])
	}
	var b strings.Builder
	b.WriteString(strings.TrimPrefix(first.authority, "\x00"))
	for _, part := range common[:shortest] {
		b.WriteString("/" + part)
	}
	b.WriteString(strings.Repeat("[/*]", longest-shortest))
	if longest == 0 {
		b.WriteByte('/')
	}
	b.WriteString(q.String())
	return b.String()
}

// parameters are what the queries of URLs have in common.
type parameters struct {
	urls   int
	names  []string // in the order in which they came
	byName map[string]*parameter
}

type parameter struct {
	value string // a pattern
	urls  int    // that have it
}

// maxParameters is how many names a pattern has: sites with more names in their queries
// generate them.
const maxParameters = 12

func (q *parameters) add(query string) {
	q.urls++
	if query == "" {
		return
	}
	if q.byName == nil {
		q.byName = map[string]*parameter{}
	}
	for pair := range strings.SplitSeq(query, "&") {
		name, value, _ := strings.Cut(pair, "=")
		p := q.byName[name]
		switch {
		case p != nil:
			p.value = generalise(p.value, value)
			p.urls++
		case len(q.names) < maxParameters:
			q.byName[name] = &parameter{value, 1}
			q.names = append(q.names, name)
		}
	}
}

// String writes the parameters that all URLs have, then the others.
func (q *parameters) String() string {
	var all, some []string
	for _, name := range q.names {
		p := q.byName[name]
		text := name
		if p.value != "" {
			text += "=" + p.value
		}
		if p.urls >= q.urls {
			all = append(all, text)
		} else {
			some = append(some, text)
		}
	}
	out := ""
	if len(all) > 0 {
		out = "?" + strings.Join(all, "&")
	}
	for _, text := range some {
		sep := "&"
		if out == "" {
			sep = "?"
		}
		out += "[" + sep + text + "]"
	}
	return out
}

// generalise gives the pattern of all that matches the pattern p, which has at most one *,
// and of s.
func generalise(p, s string) string {
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
