package demoweb

import (
	"slices"
	"strings"
)

// clause is a part of a boolean query.
type clause struct {
	op    operator
	term  string    // folded, of a term
	parts []*clause // of the others
}

type operator uint8

const (
	isTerm   operator = iota
	allOf             // every part, but those that are optional
	anyOf             // at least one part
	noneOf            // no part
	optional          // raises the rank, is not required
)

// maxDepth bounds how deep groups and exclusions are nested; deeper ones are
// read as if they were not there.
const maxDepth = 20

// parseQuery reads a query as the large engines do: what stands side by side
// or is joined by AND goes together; OR binds closer than that and makes
// alternatives; - or NOT excludes. Phrases are required, and so are words
// that AND or + makes so; a word by itself, and words that are alternatives to
// each other, only raise the rank, unless there is nothing else. No text is an
// error.
func parseQuery(q string) *clause {
	p := parser{tokens: tokenize(q)}
	c := &clause{op: allOf}
	for len(p.tokens) > 0 { // an unmatched ) ends a group, not the query
		c.parts = append(c.parts, p.group(0).parts...)
		p.skip(")")
	}
	required := func(c *clause) bool { return c.op != optional && c.op != noneOf }
	if !slices.ContainsFunc(c.parts, required) {
		words := &clause{op: anyOf}
		c.parts = slices.DeleteFunc(c.parts, func(c *clause) bool {
			if c.op == optional {
				words.parts = append(words.parts, c.parts...)
			}
			return c.op == optional
		})
		c.parts = append(c.parts, words)
	}
	return c
}

type parser struct{ tokens []string }

// tokenize splits a query into phrases, which begin with a quotation mark,
// parentheses, and words.
func tokenize(q string) []string {
	var out []string
	for q = strings.TrimSpace(q); q != ""; q = strings.TrimSpace(q) {
		end := strings.IndexAny(q, " \t\r\n\"()")
		switch {
		case q[0] == '"':
			body, rest, _ := strings.Cut(q[1:], `"`)
			out, q = append(out, `"`+body), rest
			continue
		case end == 0:
			end = 1
		case end < 0:
			end = len(q)
		}
		out, q = append(out, q[:end]), q[end:]
	}
	return out
}

// skip drops the next token if it is t, and reports whether it was.
func (p *parser) skip(t string) bool {
	if len(p.tokens) == 0 || p.tokens[0] != t {
		return false
	}
	p.tokens = p.tokens[1:]
	return true
}

// group reads alternatives side by side up to the end or a closing parenthesis.
func (p *parser) group(depth int) *clause {
	c := &clause{op: allOf}
	joined := false
	for len(p.tokens) > 0 && p.tokens[0] != ")" {
		if p.skip("AND") {
			joined = true
			if n := len(c.parts); n > 0 {
				c.parts[n-1] = c.parts[n-1].stripped()
			}
			continue
		}
		if next := p.alternatives(depth); next != nil {
			if joined {
				next = next.stripped()
			}
			c.parts = append(c.parts, next)
		}
		joined = false
	}
	return c
}

// alternatives reads what OR joins.
func (p *parser) alternatives(depth int) *clause {
	first := p.operand(depth)
	if len(p.tokens) == 0 || p.tokens[0] != "OR" {
		return first
	}
	c := &clause{op: anyOf}
	words := true
	for next := first; ; next = p.operand(depth) {
		if next != nil {
			words = words && next.op == optional
			c.parts = append(c.parts, next.stripped())
		}
		if !p.skip("OR") {
			break
		}
	}
	switch {
	case len(c.parts) == 0:
		return nil
	case words:
		return &clause{op: optional, parts: []*clause{c}}
	}
	return c
}

// operand reads a phrase, a word or a group, with its sign; nil if it says
// nothing.
func (p *parser) operand(depth int) *clause {
	if len(p.tokens) == 0 || p.tokens[0] == ")" {
		return nil
	}
	t := p.tokens[0]
	p.tokens = p.tokens[1:]
	switch {
	case t == "OR" || t == "+" || depth >= maxDepth && (t == "(" || t == "NOT" || t == "-"):
		return nil
	case t == "NOT" || t == "-":
		if c := p.operand(depth + 1); c != nil {
			return &clause{op: noneOf, parts: []*clause{c.stripped()}}
		}
		return nil
	case t == "(":
		c := p.group(depth + 1)
		p.skip(")")
		switch len(c.parts) {
		case 0:
			return nil
		case 1:
			return c.parts[0]
		}
		return c
	}
	folded := fold(strings.TrimLeft(t, "+-"))
	if strings.TrimSpace(folded) == "" {
		return nil
	}
	c := &clause{term: folded}
	switch t[0] {
	case '-':
		return &clause{op: noneOf, parts: []*clause{c}}
	case '"', '+':
		return c
	}
	return &clause{op: optional, parts: []*clause{c}}
}

// stripped is c without being optional.
func (c *clause) stripped() *clause {
	if c.op == optional {
		return c.parts[0]
	}
	return c
}

// matches reports whether d is what c asks for.
func (c *clause) matches(d *document) bool {
	match := func(c *clause) bool { return c.matches(d) }
	switch c.op {
	case isTerm:
		return strings.Contains(d.words, c.term) || strings.Contains(d.titleWords, c.term)
	case allOf:
		return !slices.ContainsFunc(c.parts, func(c *clause) bool { return !c.matches(d) })
	case anyOf:
		return slices.ContainsFunc(c.parts, match)
	case noneOf:
		return !slices.ContainsFunc(c.parts, match)
	}
	return true
}

// terms appends the different terms that speak for a page.
func (c *clause) terms(to []string) []string {
	if c.op == isTerm && !slices.Contains(to, c.term) {
		to = append(to, c.term)
	}
	if c.op != noneOf {
		for _, part := range c.parts {
			to = part.terms(to)
		}
	}
	return to
}
