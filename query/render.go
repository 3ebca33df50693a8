package query

import (
	"fmt"
	"slices"
	"strings"
)

// Dialect is how an engine wants boolean queries written.
type Dialect string

// The dialects. All of them treat a quoted phrase as required in this order.
const (
	Plain         Dialect = "plain"       // VerDE's own: AND written out, alternatives as quoted words
	Google        Dialect = "google"      // phrases are ANDed by standing beside each other; OR in capitals and parentheses
	Bing          Dialect = "bing"        // as Google, AND may be written
	Brave         Dialect = "brave"       // as Bing
	DuckDuckGo    Dialect = "duckduckgo"  // phrases, and words that only raise the rank
	SearXNG       Dialect = "searxng"     // hands the text on to others: the common subset
	QueryString   Dialect = "querystring" // Elasticsearch and OpenSearch query_string
	Bleve         Dialect = "bleve"       // bleve's query string: + requires
	PostgreSQL    Dialect = "postgresql"  // websearch_to_tsquery
	numberDialect         = 9
)

// Dialects lists all of them.
func Dialects() []Dialect {
	return append(make([]Dialect, 0, numberDialect), Plain, Google, Bing, Brave, DuckDuckGo, SearXNG, QueryString, Bleve, PostgreSQL)
}

// ParseDialect finds a dialect by name.
func ParseDialect(name string) (Dialect, error) {
	if d := Dialect(strings.ToLower(name)); slices.Contains(Dialects(), d) {
		return d, nil
	}
	names := make([]string, 0, numberDialect)
	for _, d := range Dialects() {
		names = append(names, string(d))
	}
	return "", fmt.Errorf("unknown query dialect %q: there are %s", name, strings.Join(names, ", "))
}

// Render writes q in a dialect. Values are quoted so that nothing in them is
// an operator; the characters that would end a phrase are left out.
//
// Where a dialect has no words that only raise the rank, the alternatives are
// left out rather than required: a page of an instance need not contain the
// name of its kind (VerDE §IV).
func (q Query) Render(d Dialect) string {
	var phrases []string
	for _, v := range q.Required {
		if t := clean(v.Text); t != "" {
			phrases = append(phrases, quote(t, d))
		}
	}
	var words []string
	for _, w := range q.Any {
		if w = clean(w); w != "" {
			words = append(words, quote(w, d))
		}
	}
	switch d {
	case Google, Bing, Brave:
		sep := " AND "
		if d == Google {
			sep = " "
		}
		if len(words) > 1 {
			return strings.Join(append(phrases, "("+strings.Join(words, " OR ")+")"), sep)
		}
		return strings.Join(append(phrases, words...), sep)
	case DuckDuckGo:
		for i, w := range words {
			words[i] = strings.Trim(w, `"`)
		}
		return strings.Join(append(phrases, words...), " ")
	case QueryString, Bleve:
		for i := range phrases {
			phrases[i] = "+" + phrases[i]
		}
		return strings.Join(append(phrases, words...), " ")
	case SearXNG:
		for i, w := range words {
			words[i] = strings.Trim(w, `"`)
		}
		return strings.TrimSpace(strings.Join(phrases, " AND ") + " " + strings.Join(words, " OR "))
	case PostgreSQL:
		return strings.Join(phrases, " ")
	default:
		return strings.TrimSpace(strings.Join(phrases, " AND ") + " " + strings.Join(words, " "))
	}
}

// quote makes a phrase. Inside one, query_string and bleve still read escapes;
// clean has left no backslash and no quotation mark to escape.
func quote(s string, _ Dialect) string { return `"` + s + `"` }

// Parse reads a query that somebody else wrote, as it stands in a result dump:
// quoted phrases become required values unless OR stands beside them, other
// words are alternatives. The identifying value is the first phrase.
func Parse(text string) Query {
	var q Query
	type term struct {
		text   string
		phrase bool
	}
	var terms []term
	for rest := text; rest != ""; {
		before, after, open := strings.Cut(rest, `"`)
		for _, w := range strings.Fields(before) {
			if w = strings.Trim(w, "()+"); w != "" {
				terms = append(terms, term{w, false})
			}
		}
		phrase, tail, closed := strings.Cut(after, `"`)
		if phrase = clean(phrase); open && phrase != "" {
			terms = append(terms, term{phrase, true})
		}
		if !closed {
			break
		}
		rest = tail
	}
	isOr := func(i int) bool { return i >= 0 && i < len(terms) && !terms[i].phrase && terms[i].text == "OR" }
	linked := false // some term is joined by AND: phrases without it are alternatives, as VerDE writes them
	for _, t := range terms {
		linked = linked || !t.phrase && t.text == "AND"
	}
	for i, t := range terms {
		and := func(j int) bool { return j >= 0 && j < len(terms) && !terms[j].phrase && terms[j].text == "AND" }
		switch {
		case !t.phrase && (t.text == "AND" || t.text == "OR" || strings.HasPrefix(t.text, "-")):
		case t.phrase && !isOr(i-1) && !isOr(i+1) && (!linked || and(i-1) || and(i+1)):
			q.Required = append(q.Required, Value{Text: t.text})
		default:
			q.Any = append(q.Any, t.text)
		}
	}
	q.ID = identify(q.Required)
	if len(q.Required) == 0 {
		q.ID = identify([]Value{{Text: clean(text)}})
	}
	return q
}
