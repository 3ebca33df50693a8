package query

import (
	"fmt"
	"hash/fnv"
	"slices"
	"strings"

	"verde/values"
)

// Value is one value of an attribute.
type Value struct {
	Attribute string `json:"attribute"`
	Text      string `json:"text"`
}

// Instance is one entity, with the values that are worth asking for.
type Instance struct {
	ID        string   // stable: made of the values that name it
	Values    []Value  // the identifying value first, then qualifiers, then the values of the best attributes
	Named     int      // number of the first values that name it: the identifying value and its qualifiers; 0 means 1
	Forms     []Value  // other ways to write the qualifiers; see [Qualifiers.Forms]
	Spellings []string // other ways to write the identifying value; see [Spellings] and [Names.Written]
	Words     bool     // the words of the identifying value are asked for, in any order and at any distance, and not the phrase
	Parts     []Value  // the identifying value as two values of a record; nil if it has no such parts; see [Parts]
	Code      []Value  // a code, which is the same in all languages, as a further alternative; nil if there is none
	Alone     bool     // asked for by its name and nothing else
	Source    string   // URL of the page that shows it
}

// Query asks for one instance.
type Query struct {
	ID        string   `json:"query_id"`
	Instance  string   `json:"instance,omitempty"`  // ID of the instance
	Required  []Value  `json:"required"`            // all of them, the identifying value first
	With      []Value  `json:"with,omitempty"`      // qualifiers of the instance, if OneOf has them in several forms
	Named     int      `json:"named,omitempty"`     // number of Required values that name the instance, if it is not 1; see [Instance]
	Spellings []string `json:"spellings,omitempty"` // other ways to write the identifying value, any of which will do; see [Spellings]
	Words     bool     `json:"words,omitempty"`     // the words of the identifying value are asked for, and not the phrase
	Parts     []Value  `json:"parts,omitempty"`     // the identifying value as two values of a page; see [Query.InParts]
	OneOf     []Value  `json:"one_of,omitempty"`    // at least one of them, if there are any
	Optional  []Value  `json:"optional,omitempty"`  // further values of the instance, not part of the query's text
	Any       []string `json:"any,omitempty"`       // the domain and its entity keywords
	Site      string   `json:"site,omitempty"`      // host of the pages, its subdomains included; "" for any
	Unasked   bool     `json:"unasked,omitempty"`   // no engine is asked: its results are results of other queries, by their titles
}

// Options of [Build]. The zero value means the defaults.
type Options struct {
	Required int // values required of a page; default 2, as in the experiments of VerDE §VII
	OneOf    int // alternatives for the last required value; below 2 there is no choice, as in VerDE §IV
	Optional int // further values kept to evaluate pages by; default 4

	Site string // host to restrict the query to; "" for the whole web
}

const (
	defaultRequired = 2
	defaultOptional = 4
)

// Build makes one query of each instance: the identifying value and the next
// Options.Required-1 values by AND, the domain and the keywords by OR. An
// instance without values gives none.
//
// With Options.OneOf the last required value is one of several. Sites
// of a domain share its entities rather than their attributes, so a query that
// requires the one value that its training site happens to show best misses
// the sites that lack it or write it in their own way.
//
// An instance with qualifiers (Instance.Named is 2 or more) requires its first value and one of the qualifiers in any
// of their forms: they distinguish entities of the same name, and other sites need not write them as the
// training site does. Other values are no alternatives to them, since these would lead to all entities with the
// name. Without Options.OneOf all naming values are required. An instance that is asked for alone (see [Instance])
// requires only its name.
func Build(instances []Instance, domain string, keywords []string, opt Options) []Query {
	if opt.Required == 0 {
		opt.Required = defaultRequired
	}
	if opt.Optional == 0 {
		opt.Optional = defaultOptional
	}
	words := Words(domain, keywords)
	var out []Query
	for _, in := range instances {
		values := make([]Value, 0, len(in.Values))
		for _, v := range in.Values {
			if v.Text = clean(v.Text); v.Text != "" {
				values = append(values, v)
			}
		}
		if len(values) == 0 {
			continue
		}
		named := min(max(1, in.Named), len(values))
		n := min(max(opt.Required, named), len(values))
		q := Query{Instance: in.ID, Spellings: in.Spellings, Words: in.Words, Parts: in.Parts, Any: words, Site: opt.Site}
		switch of := min(n-1+opt.OneOf, len(values)); {
		case in.Alone:
			q.Required, n = values[:1:1], 1
		case named > 1 && opt.OneOf > 1 && named+len(in.Forms) > 2:
			q.Required, q.With, n = values[:1:1], values[1:named:named], named
			q.OneOf = slices.Concat(q.With, in.Forms)
		case n > 1 && of > n && named == 1:
			q.OneOf = slices.Concat(values[n-1:of], in.Code)
			q.Required, n = values[:n-1:n-1], of
		default:
			q.Required = values[:n:n]
			if named > 1 {
				q.Named = named
			}
		}
		q.Optional = slices.Clone(values[n:min(n+opt.Optional, len(values))])
		if len(q.OneOf) == 0 || named > 1 {
			q.Optional = append(q.Optional, in.Code...)
		}
		q.ID = q.identify()
		out = append(out, q)
	}
	return out
}

// Words are the words that the queries of [Build] mention: the domain first.
func Words(domain string, keywords []string) []string {
	words := make([]string, 0, len(keywords)+1)
	for _, w := range append([]string{domain}, keywords...) {
		if w = clean(w); w != "" {
			words = append(words, w)
		}
	}
	return words
}

func (q Query) identify() string {
	values := slices.Clone(q.Required)
	if len(q.OneOf) > 0 {
		values = append(append(values, Value{}), q.OneOf...)
	}
	if q.Site != "" {
		values = append(values, Value{}, Value{}, Value{Text: q.Site})
	}
	for _, s := range q.Spellings {
		values = append(values, Value{}, Value{}, Value{}, Value{Text: s})
	}
	if q.Words {
		values = append(values, Value{}, Value{}, Value{}, Value{})
	}
	return identify(values)
}

// Name is the whole name that q asks for, with its qualifiers; see [NameOf]. It is "" if q requires nothing.
func (q Query) Name() string {
	return NameOf(slices.Concat(q.Required[:min(max(1, q.Named), len(q.Required))], q.With))
}

// Simple reports whether q requires only values that name the instance.
func (q Query) Simple() bool { return len(q.Required) <= max(1, q.Named) && len(q.OneOf) == 0 }

// ByNameAlone reports whether q requires one value only, the identifying one.
func (q Query) ByNameAlone() bool { return len(q.Required) == 1 && len(q.OneOf) == 0 }

// Admits reports whether a page of the given host may answer q.
func (q Query) Admits(host string) bool {
	return q.Site == "" || host == q.Site || strings.HasSuffix(host, "."+q.Site)
}

// Clauses gives the condition for a page to answer q, in conjunctive form: it has one text of each clause as a phrase.
func (q Query) Clauses() [][]string {
	out := q.required()
	if len(q.OneOf) > 0 {
		out = append(out, textsOf(q.OneOf))
	}
	return out
}

// required is [Query.Clauses] without the alternatives.
func (q Query) required() (out [][]string) {
	for i, t := range textsOf(q.Required) {
		switch {
		case i == 0 && q.Words:
			for _, w := range nameWords(t) {
				out = append(out, []string{w})
			}
		case i == 0:
			out = append(out, slices.Concat([]string{t}, q.Spellings))
		default:
			out = append(out, []string{t})
		}
	}
	return out
}

// textsOf gives the cleaned texts of values, without empty ones.
func textsOf(list []Value) (out []string) {
	for _, v := range list {
		if t := clean(v.Text); t != "" {
			out = append(out, t)
		}
	}
	return out
}

// Cases lists conjunctive queries whose disjunction is q, one for each value of
// OneOf: a page answers q if it answers one of them. The other values are optional in
// a case. Without OneOf it is q alone.
func (q Query) Cases() []Query {
	if len(q.OneOf) == 0 {
		return []Query{q}
	}
	out := make([]Query, len(q.OneOf))
	for i, v := range q.OneOf {
		c := q
		c.Required = append(slices.Clone(q.Required), v)
		c.Optional = slices.Concat(q.OneOf[:i], q.OneOf[i+1:], q.Optional)
		c.OneOf = nil
		out[i] = c
	}
	return out
}

// identify names a set of required values: the same values always have the
// same ID, so answers can be joined with queries over runs and files.
func identify(values []Value) string {
	h := fnv.New64a()
	for _, v := range values {
		fmt.Fprintf(h, "%d:%s", len(v.Text), v.Text)
	}
	return fmt.Sprintf("%016x", h.Sum64())
}

// NameOf joins the texts of naming values with blanks.
func NameOf(named []Value) string {
	texts := make([]string, len(named))
	for i, v := range named {
		texts[i] = v.Text
	}
	return strings.Join(texts, " ")
}

// nameWords are the words of a name that a query asks for: without single letters if two other words remain.
func nameWords(name string) []string {
	words := strings.Fields(strings.ReplaceAll(clean(name), ",", " "))
	full := slices.DeleteFunc(slices.Clone(words), func(w string) bool { f := values.Fold(w); return f == "" || values.IsLetter(f) })
	if len(full) < 2 {
		return words
	}
	return full
}
