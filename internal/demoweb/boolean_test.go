package demoweb

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// spell writes a clause so that its structure shows: & all of, | any of,
// ! none of, ? optional.
func spell(c *clause) string {
	if c.op == isTerm {
		return strings.ReplaceAll(strings.TrimSpace(c.term), " ", "_")
	}
	var parts []string
	for _, p := range c.parts {
		parts = append(parts, spell(p))
	}
	return string("_&|!?"[c.op]) + "(" + strings.Join(parts, " ") + ")"
}

func TestParseQuery(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ query, want string }{
		{`"Moby-Dick" AND "Herman Melville"`, "&(moby_dick herman_melville)"},
		{`"Emma" "Jane Austen" book`, "&(emma jane_austen ?(book))"},
		{`"Emma" AND "Jane Austen" book OR author OR isbn`, "&(emma jane_austen ?(|(book author isbn)))"},
		{`"Emma" AND (book OR author)`, "&(emma |(book author))"},
		{`"Emma" ("book" OR "author")`, "&(emma |(book author))"},
		{`"a" OR "b" AND c`, "&(|(a b) c)"},
		{`c AND "a"`, "&(c a)"},
		{`+c "a" -d NOT "e f"`, "&(c a !(d) !(e_f))"},
		{`garden tools`, "&(|(garden tools))"},
		{`garden -tools`, "&(!(tools) |(garden))"},
		{`("a" AND ("b" OR "c"))`, "&(&(a |(b c)))"},
		{`-("a" OR "b") "c"`, "&(!(|(a b)) c)"},
		{`"open phrase`, "&(open_phrase)"},
		{`) AND ( "a" ) ) OR`, "&(a)"},
		{`"" "..." ()`, "&(|())"},
		{``, "&(|())"},
		{strings.Repeat("(", 1000) + `"a"`, "&(a)"},
		{`- - "a"`, "&(!(!(a)) |())"},
	} {
		if d := cmp.Diff(test.want, spell(parseQuery(test.query))); d != "" {
			t.Errorf("%.60s (-want +got):\n%s", test.query, d)
		}
	}
}

func TestMatches(t *testing.T) {
	t.Parallel()
	d := &document{words: fold("Emma, by Jane Austen: a novel"), titleWords: fold("Open Shelf")}
	for _, test := range []struct {
		query string
		want  bool
	}{
		{`"jane austen"`, true},
		{`"austen jane"`, false},
		{`"Austen" "open shelf"`, true},
		{`"aust"`, false},
		{`"emma" AND book`, false},
		{`"emma" book`, true},
		{`"emma" AND (book OR novel)`, true},
		{`"emma" AND (book OR film)`, false},
		{`"emma" -novel`, false},
		{`novel film`, true},
		{`film`, false},
		{``, false},
	} {
		if got := parseQuery(test.query).matches(d); got != test.want {
			t.Errorf("%s matches: %v, want %v", test.query, got, test.want)
		}
	}
}

// No text makes the parser fail or go on without end, and what it gives is
// always a query.
func FuzzParseQuery(f *testing.F) {
	for _, seed := range []string{`"a" AND (b OR -c)`, `((("`, `- - NOT OR AND )`, "+(\xff", strings.Repeat("NOT (", 1000)} {
		f.Add(seed)
	}
	d := &document{words: " a b ", titleWords: " c "}
	f.Fuzz(func(t *testing.T, q string) {
		c := parseQuery(q)
		c.matches(d)
		for _, term := range c.terms(nil) {
			if len(term) < 3 || term[0] != ' ' || term[len(term)-1] != ' ' {
				t.Fatalf("%q has the term %q", q, term)
			}
		}
	})
}
