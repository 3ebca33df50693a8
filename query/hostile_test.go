package query

import (
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/blevesearch/bleve/v2"
	blevequery "github.com/blevesearch/bleve/v2/search/query"
)

// hostile are values as pages have them, or as somebody might put them there
// to be asked for.
var hostile = []string{
	`say "no" OR -x \" (all)`, `“Emma” ‟x‟ ＂y＂`, "I <3 Books", "Airplane !images :fr !!g", `a" OR site:evil.example "b`, `\`, `\\"`, `trailing \`,
	"AND", "OR", "NOT x", "-minus", "+plus", "site:evil.example", "intitle:index.of", "title:x^5~2", "[1 TO 5]", "{a TO b}", "/re.*gex/", "_exists_:x", "*:*", "a && b || !c",
	"x'; DROP TABLE pages; --", "<script>alert(1)</script>", "a\x00b\r\nc\td", "\u202egnp.exe\u202c", "soft\u00adhyphen\u200b", "می\u200cخواهم", "\xff\xfebroken", "&amp; %22 %00",
	"((((", "))))", `"`, `""""`, "罪と罰", "🙂", "{{constructor}}", "${jndi:ldap://x}", "0", strings.Repeat("long ", 100),
}

var quotedPart = regexp.MustCompile(`"[^"]*"`)

// checkRendered says what is wrong with a query whose values hold anything: each
// dialect has its phrases, its own operators and nothing else.
func checkRendered(d Dialect, q Query) string {
	text := q.Render(d)
	if !utf8.ValidString(text) || strings.ContainsAny(text, "\\\x00\r\n\t") {
		return "characters that no query has"
	}
	if strings.Count(text, `"`)%2 != 0 {
		return "a phrase does not end"
	}
	outside := quotedPart.ReplaceAllString(text, " ")
	if strings.Count(outside, "(") != strings.Count(outside, ")") {
		return "parentheses"
	}
	wordy := []Dialect{SearXNG, DuckDuckGo, Conjunctive, Ranked} // words stand outside of phrases, and phrases lose marks
	operators := map[Dialect][]string{Plain: {"AND", "OR"}, Google: {"OR"}, Bing: {"AND", "OR"}, Brave: {"AND", "OR"}, DuckDuckGo: {"OR"}, SearXNG: {"AND", "OR"},
		QueryString: {"OR"}, PostgreSQL: {"or"}}[d]
	for _, w := range strings.FieldsFunc(outside, func(r rune) bool { return strings.ContainsRune(" ()+", r) }) {
		switch {
		case slices.Contains(operators, w):
		case !slices.Contains(wordy, d):
			return "outside of the phrases: " + w
		case strings.ContainsAny(w[:1], "-+!<:~^") || strings.ContainsAny(w, ":") || slices.Contains([]string{"NOT", "NEAR"}, w):
			return "an operator: " + w
		}
	}
	if d == SearXNG && slices.ContainsFunc(strings.Fields(text), func(w string) bool { return strings.ContainsAny(w[:1], "!:<") }) {
		return "a command of SearXNG"
	}
	for _, v := range q.Required {
		if c := clean(v.Text); c != "" && !slices.Contains(wordy, d) && !strings.Contains(text, quote(c)) {
			return "a value is missing: " + c
		}
	}
	return ""
}

func TestHostile(t *testing.T) {
	t.Parallel()
	for i, v := range hostile {
		other := hostile[(i+7)%len(hostile)]
		q := Query{Required: []Value{{"t", v}, {"a", other}}, Any: []string{"book", other}}
		choice := Query{Required: []Value{{"t", v}}, OneOf: []Value{{"a", other}, {"p", v}}, Any: []string{v}}
		for _, d := range Dialects() {
			for _, q := range []Query{q, choice} {
				if wrong := checkRendered(d, q); wrong != "" {
					t.Errorf("%s of %+v is %s: %s", d, q, q.Render(d), wrong)
				}
			}
		}
	}
	q := Query{Required: []Value{{"t", "I <3 !!g :fr Books"}}, Any: []string{"-site:x !g NOT", "nba player"}}
	for d, want := range map[Dialect]string{
		SearXNG:    `"I 3 g fr Books" site x g not nba player`,
		DuckDuckGo: `"I <3 g :fr Books" site x g not nba player`,
	} {
		if got := q.Render(d); got != want {
			t.Errorf("%s:\n got %s\nwant %s", d, got, want)
		}
	}
}

// bleve itself reads its dialect: the required phrases must, the rest should.
func TestBleveReads(t *testing.T) {
	t.Parallel()
	for _, v := range hostile {
		q := Query{Required: []Value{{"t", v}, {"a", "Jane Austen"}}, Any: []string{"book", v}}
		parsed, err := bleve.NewQueryStringQuery(q.Render(Bleve)).Parse()
		if err != nil {
			t.Errorf("%s: %v", q.Render(Bleve), err)
			continue
		}
		b := parsed.(*blevequery.BooleanQuery)
		var must []string
		for _, m := range b.Must.(*blevequery.ConjunctionQuery).Conjuncts {
			must = append(must, m.(*blevequery.MatchPhraseQuery).MatchPhrase)
		}
		want := texts(slices.DeleteFunc([]Value{{Text: clean(v)}, {Text: "Jane Austen"}}, func(v Value) bool { return v.Text == "" }))
		if !slices.Equal(must, want) || b.MustNot != nil && len(b.MustNot.(*blevequery.DisjunctionQuery).Disjuncts) > 0 {
			t.Errorf("%s requires %q, want %q", q.Render(Bleve), must, want)
		}
	}
}

func FuzzRender(f *testing.F) {
	for i, v := range hostile {
		f.Add(v, hostile[(i+1)%len(hostile)], hostile[(i+2)%len(hostile)])
	}
	f.Fuzz(func(t *testing.T, a, b, word string) {
		for _, q := range []Query{
			{Required: []Value{{"t", a}, {"a", b}}, Any: []string{word}},
			{Required: []Value{{"t", a}}, OneOf: []Value{{"a", b}, {"p", word}}, Any: []string{b, word}},
		} {
			for _, d := range Dialects() {
				if wrong := checkRendered(d, q); wrong != "" {
					t.Errorf("%s of %+v is %s: %s", d, q, q.Render(d), wrong)
				}
			}
		}
	})
}

// What somebody else wrote is read without harm, whatever it is.
func FuzzParse(f *testing.F) {
	for _, v := range hostile {
		f.Add(v)
		f.Add(`"Emma" AND ("` + v + `" OR "x") ` + v)
	}
	f.Fuzz(func(t *testing.T, text string) {
		q := Parse(text)
		if q.ID == "" || q.ID != Parse(text).ID {
			t.Fatalf("ID %q", q.ID)
		}
		for _, v := range append(q.Required, q.OneOf...) {
			if v.Text == "" || v.Text != clean(v.Text) {
				t.Fatalf("value %q", v.Text)
			}
		}
	})
}
