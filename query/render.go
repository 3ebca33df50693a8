package query

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"verde/values"
)

// Dialect is the query syntax of an engine.
type Dialect string

// The dialects. In all of them a quoted phrase requires its words in this order.
const (
	Plain       Dialect = "plain"       // VerDE's own: AND written out, alternatives as quoted words
	Google      Dialect = "google"      // adjacent phrases are joined by AND; OR in capitals and parentheses
	Bing        Dialect = "bing"        // as Google, AND may be written
	Brave       Dialect = "brave"       // as Bing
	DuckDuckGo  Dialect = "duckduckgo"  // phrases, and words that only raise the rank
	Conjunctive Dialect = "conjunctive" // no OR, and a page has to have the whole query: the names and the best of the alternatives
	Ranked      Dialect = "ranked"      // no operator but quotation marks; the rest only raises the rank
	SearXNG     Dialect = "searxng"     // passes the text on to other engines: their common subset
	QueryString Dialect = "querystring" // Elasticsearch and OpenSearch query_string
	Bleve       Dialect = "bleve"       // bleve's query string: + requires
	PostgreSQL  Dialect = "postgresql"  // websearch_to_tsquery
)

// Dialects lists all of them.
func Dialects() []Dialect {
	return []Dialect{Plain, Google, Bing, Brave, DuckDuckGo, Conjunctive, Ranked, SearXNG, QueryString, Bleve, PostgreSQL}
}

// ParseDialect finds a dialect by name.
func ParseDialect(name string) (Dialect, error) {
	if d := Dialect(strings.ToLower(name)); slices.Contains(Dialects(), d) {
		return d, nil
	}
	return "", fmt.Errorf("unknown query dialect %q: there are %s", name, DialectNames())
}

// DialectNames lists the names of all of them, for people.
func DialectNames() string {
	var names []string
	for _, d := range Dialects() {
		names = append(names, string(d))
	}
	return strings.Join(names, ", ")
}

// Render writes q in a dialect. Values are quoted so that nothing in them is
// an operator; the characters that would end a phrase are left out.
//
// If a dialect has no words that only raise the rank, the words of the domain are
// left out rather than required: a page of an instance need not contain the
// name of its kind (VerDE §IV). If a dialect can't restrict to a host, or the host
// has a port, the query is for all hosts: see [Query.Admits].
func (q Query) Render(d Dialect) string {
	return join(" ", q.render(d), q.restriction(d))
}

// restriction is the part of a query that restricts it to its host.
func (q Query) restriction(d Dialect) string {
	if !isHost(q.Site) {
		return ""
	}
	switch d {
	case PostgreSQL, Ranked:
		return ""
	case QueryString: // the field url may be indexed as words or as a whole
		return "+url:*" + q.Site + "*"
	case Bleve: // package index stores pages under their URLs
		return "+_id:*" + q.Site + "*"
	}
	return siteOperator + q.Site
}

// siteOperator restricts a query to a host in most dialects.
const siteOperator = "site:"

// isHost reports whether s is nothing but the name of a host.
func isHost(s string) bool {
	return s != "" && s[0] != '.' && s[0] != '-' && !strings.ContainsFunc(s, func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < '0' || r > '9') && r != '.' && r != '-'
	})
}

// render writes q without the restriction to its host.
func (q Query) render(d Dialect) string {
	oneOf, words := quoted(textsOf(q.OneOf)), make([]string, 0, len(q.Any))
	for _, w := range q.Any {
		if w = clean(w); w != "" {
			words = append(words, w)
		}
	}
	choice := ""
	if len(oneOf) > 0 {
		choice = "(" + strings.Join(oneOf, " OR ") + ")"
	}
	phrases, spellings := q.phrases(d)
	switch d {
	case Google, Bing, Brave:
		sep := " AND "
		if d == Google {
			sep = " "
		}
		any := ""
		if len(words) > 0 {
			any = strings.Join(quoted(words), " OR ")
		}
		if len(words) > 1 {
			any = "(" + any + ")"
		}
		return join(sep, append(phrases, choice, any)...)
	case DuckDuckGo:
		return inert(join(" ", append(append(phrases, choice), bare(words)...)...), "!")
	case Conjunctive:
		return inert(join(" ", append(phrases, bare(unquoted(oneOf[:min(1, len(oneOf))]))...)...), commandMarks)
	case Ranked:
		return inert(join(" ", append(phrases, bare(slices.Concat(unquoted(oneOf), words))...)...), commandMarks)
	case QueryString:
		for i := range phrases {
			phrases[i] = "+" + phrases[i]
		}
		if choice != "" {
			choice = "+" + choice
		}
		return join(" ", append(append(phrases, choice), quoted(words)...)...)
	case Bleve: // has no groups
		for i := range phrases {
			phrases[i] = "+" + phrases[i]
		}
		return join(" ", slices.Concat(phrases, oneOf, quoted(words))...)
	case SearXNG:
		if choice != "" {
			phrases = append(phrases, choice)
		}
		return inert(join(" ", append([]string{join(" AND ", phrases...)}, bare(words)...)...), commandMarks)
	case PostgreSQL: // or binds less than adjacency
		var cases []string
		for _, s := range spellings {
			all := slices.Concat([]string{s}, phrases[1:])
			for _, p := range oneOf {
				cases = append(cases, join(" ", append(slices.Clone(all), p)...))
			}
			if len(oneOf) == 0 {
				cases = append(cases, join(" ", all...))
			}
		}
		return join(" or ", cases...)
	default:
		if choice != "" {
			phrases = append(phrases, choice)
		}
		return join(" ", append([]string{join(" AND ", phrases...)}, quoted(words)...)...)
	}
}

// phrases gives the required phrases in a dialect, and the spellings of the first one.
func (q Query) phrases(d Dialect) (phrases, spellings []string) {
	for i, clause := range q.required() {
		switch any := quoted(clause); {
		case len(any) == 1:
			phrases = append(phrases, any[0])
		case d.or():
			spellings, phrases = any, append(phrases, "("+join(" OR ", any...)+")")
		default:
			phrases = append(phrases, any[chosenSpelling(clause)])
		}
		if i == 0 && len(spellings) == 0 {
			spellings = phrases
		}
	}
	return phrases, spellings
}

// or reports whether a dialect has alternatives for required phrases.
func (d Dialect) or() bool { return d != Conjunctive && d != Ranked && d != Bleve }

// chosenSpelling is the index of the spelling that a dialect without alternatives asks for: by a hash of the name the first one
// for half of the names, one of the others for the other half.
func chosenSpelling(spellings []string) int {
	hash := seededHash(0, spellings[0])
	if hash%2 == 0 {
		return 0
	}
	return 1 + int(hash/2%uint64(len(spellings)-1))
}

// commandMarks are the characters that begin a command in some engine.
const commandMarks = "!:<"

func quoted(words []string) []string {
	out := make([]string, len(words))
	for i, w := range words {
		out[i] = quote(w)
	}
	return out
}

// bare gives the words of texts that a query has without quotation marks, so that they only raise
// the rank: none of them is an operator, field or exclusion.
func bare(words []string) []string {
	var out []string
	for _, w := range words {
		for _, part := range strings.FieldsFunc(w, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune("():", r) }) {
			part = strings.TrimLeft(part, "-+~^!<>?*&|")
			if slices.Contains([]string{"AND", "OR", "NOT", "NEAR"}, part) {
				part = strings.ToLower(part)
			}
			if part != "" {
				out = append(out, part)
			}
		}
	}
	return out
}

// inert removes the marks from the beginnings of a query's words. Engines with commands such as
// !images, :fr or <3 read them after any space, also inside of phrases.
func inert(text, marks string) string {
	words := strings.Fields(text)
	for i, w := range words {
		words[i] = strings.TrimLeft(w, marks)
	}
	return join(" ", words...)
}

// join is strings.Join without the empty parts.
func join(sep string, parts ...string) string {
	return strings.Join(slices.DeleteFunc(parts, func(s string) bool { return s == "" }), sep)
}

// unquoted are the texts of phrases.
func unquoted(phrases []string) []string {
	out := make([]string, len(phrases))
	for i, p := range phrases {
		out[i] = strings.Trim(p, `"`)
	}
	return out
}

// quote makes a phrase. Inside one, query_string and bleve still read escapes;
// clean has left no backslash and no quotation mark to escape.
func quote(s string) string { return `"` + s + `"` }

// Parse reads a query that somebody else wrote, such as one in a result dump:
//
//   - Quoted phrases are required unless OR joins them. The first is the identifying value.
//   - If the first phrases are joined by OR and are forms of one name, the others are spellings of the
//     identifying value.
//   - Phrases joined by OR directly after it are values of which one is required. Later ones, after two
//     required values, are words of the domain, as are all other words.
//   - A word site:HOST restricts to the host; with words of several hosts there is no restriction, since
//     a query has one host and pages of all of them are answers.
func Parse(text string) Query {
	var q Query
	terms := tokens(text)
	op := func(i int, word string) bool {
		return i >= 0 && i < len(terms) && !terms[i].phrase && terms[i].text == word
	}
	several := false // different hosts
	linked := false  // some term is joined by AND: then phrases without AND are words of the domain, as in VerDE
	for i := range terms {
		linked = linked || op(i, "AND")
	}
	for i := 0; i < len(terms); i++ {
		t := terms[i]
		switch {
		case op(i, "AND") || op(i, "OR") || !t.phrase && strings.HasPrefix(t.text, "-"):
		case !t.phrase && strings.HasPrefix(t.text, siteOperator) && isHost(t.text[len(siteOperator):]):
			host := strings.TrimPrefix(t.text[len(siteOperator):], "www.")
			if several = several || q.Site != "" && q.Site != host; several {
				host = ""
			}
			q.Site = host
		case t.phrase && op(i+1, "OR") && len(q.Required) == 0 && i+2 < len(terms) && respelled(t, terms[i+2]):
			q.Required = append(q.Required, Value{Text: t.text})
			for ; op(i+1, "OR") && i+2 < len(terms) && respelled(t, terms[i+2]); i += 2 {
				q.Spellings = append(q.Spellings, terms[i+2].text)
			}
		case t.phrase && op(i+1, "OR") && len(q.Required) == 1 && len(q.OneOf) == 0 && (!linked || op(i-1, "AND")):
			q.OneOf = append(q.OneOf, Value{Text: t.text})
			for ; op(i+1, "OR") && i+2 < len(terms) && terms[i+2].phrase; i += 2 {
				q.OneOf = append(q.OneOf, Value{Text: terms[i+2].text})
			}
		case t.phrase && !op(i-1, "OR") && !op(i+1, "OR") && (!linked || op(i-1, "AND") || op(i+1, "AND")):
			q.Required = append(q.Required, Value{Text: t.text})
		default:
			q.Any = append(q.Any, t.text)
		}
	}
	q.ID = q.identify()
	if len(q.Required) == 0 {
		q.ID = identify([]Value{{Text: clean(text)}})
	}
	return q
}

// respelled reports whether two terms are phrases with different forms of one name.
func respelled(a, b token) bool {
	return a.phrase && b.phrase && a.text != b.text && values.IsName(b.text, a.text)
}

type token struct {
	text   string
	phrase bool
}

// tokens splits a query into its quoted phrases and words, without parentheses and
// plus signs.
func tokens(text string) []token {
	var out []token
	for rest := text; rest != ""; {
		before, after, open := strings.Cut(rest, `"`)
		for _, w := range strings.Fields(before) {
			if w = strings.Trim(w, "()+"); w != "" {
				out = append(out, token{w, false})
			}
		}
		phrase, tail, closed := strings.Cut(after, `"`)
		if phrase = clean(phrase); open && phrase != "" {
			out = append(out, token{phrase, true})
		}
		if !closed {
			break
		}
		rest = tail
	}
	return out
}
