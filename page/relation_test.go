package page

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestParseLinkHeader(t *testing.T) {
	t.Parallel()
	de := Relation{Rel: "alternate", Href: "/de/", Language: "de"}
	for _, test := range []struct {
		name   string
		values []string
		want   []Relation
	}{
		{"none", nil, nil},
		{"one", []string{`</de/>; rel="alternate"; hreflang="de"`}, []Relation{de}},
		{"no spaces, no quotes", []string{`</de/>;rel=alternate;hreflang=de`}, []Relation{de}},
		{"white space", []string{" ,\t</de/> \t; rel = \"alternate\" ;; hreflang\t=de ;, ,"}, []Relation{de}},
		{"names in any case", []string{`</de/>; REL=ALTERNATE; HrefLang=de`}, []Relation{de}},
		{"several in a value", []string{`<?page=1>; rel=prev, </c>; rel=canonical,<?page=3>;rel=next`},
			[]Relation{{Rel: "prev", Href: "?page=1"}, {Rel: "canonical", Href: "/c"}, {Rel: "next", Href: "?page=3"}}},
		{"several values", []string{`</c>; rel=canonical`, `</de/>; rel=alternate; hreflang=de`}, []Relation{{Rel: "canonical", Href: "/c"}, de}},
		{"several relations", []string{`</c>; rel="canonical self"`}, []Relation{{Rel: "canonical self", Href: "/c"}}},
		{"several languages", []string{`</de/>; rel=alternate; hreflang=de; hreflang=de-at`}, []Relation{de, {Rel: "alternate", Href: "/de/", Language: "de-at"}}},
		{"the first of a name", []string{`</de/>; rel=alternate; rel=canonical; media=print; media=screen; hreflang=de; type="text/html"; type=x`},
			[]Relation{{Rel: "alternate", Href: "/de/", Language: "de", Media: "print", Type: "text/html"}}},
		{"separators in quotes and in references", []string{`</a,b;c>; title="a, b; \"c\">; rel=next"; rel=canonical, </de/>; rel=alternate; hreflang="d\e"`},
			[]Relation{{Rel: "canonical", Href: "/a,b;c"}, de}},
		{"without value", []string{`</c>; crossorigin; rel=canonical; nopush`}, []Relation{{Rel: "canonical", Href: "/c"}}},
		{"extended value", []string{`</c>; rel=canonical; title*=UTF-8''%e4%bd%a0`}, []Relation{{Rel: "canonical", Href: "/c"}}},
		{"other relations", []string{`</s.css>; rel=preload; as=style, </x>; rel=shortlink, </y>, </c>; rel=canonical`}, []Relation{{Rel: "canonical", Href: "/c"}}},
		{"of another page", []string{`</c>; rel=canonical; anchor="/x", </de/>; rel=alternate; hreflang=de; anchor=""`}, []Relation{de}},
		{"something between", []string{`</x> y; rel=next, </c>; rel=canonical`}, []Relation{{Rel: "canonical", Href: "/c"}}},
		{"no link", []string{`/c; rel=canonical, </d>; rel=canonical`, `>`, `<`, `</d`, ``, `</c>; rel="canonical`}, []Relation{{Rel: "canonical", Href: "/c"}}},
	} {
		if diff := cmp.Diff(test.want, ParseLinkHeader(test.values)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, diff)
		}
	}
	many := make([]string, 2*maxAlternates)
	for i := range many {
		many[i] = fmt.Sprintf(`</%d>; rel=alternate; hreflang=x%d; hreflang=y%d; hreflang=z%d`, i, i, i, i)
	}
	if got := ParseLinkHeader(many); len(got) != maxAlternates {
		t.Errorf("%d relations of a header that names too many, want %d", len(got), maxAlternates)
	}
}

// What the header says adds to what the document says, which has the first word.
func TestRelate(t *testing.T) {
	t.Parallel()
	header := ParseLinkHeader([]string{`<c>; rel=canonical, <de>; rel=alternate; hreflang=DE, <?page=3>; rel=next, <mailto:x>; rel=next, </feed>; rel=alternate; type="application/rss+xml"; hreflang=en`})
	for _, test := range []struct {
		html       string
		canonical  string
		alternates []Alternate
	}{
		{`<base href="/other/">`, "http://e.org/d/c", []Alternate{{"http://e.org/d/de", "de"}}},
		{`<link rel=canonical href=/own><link rel=alternate hreflang=fr href=/fr>`, "http://e.org/own", []Alternate{{"http://e.org/fr", "fr"}, {"http://e.org/d/de", "de"}}},
	} {
		doc, err := Parse([]byte(test.html))
		if err != nil {
			t.Fatal(err)
		}
		o := NewOutline(&Page{URL: "http://e.org/d/x"}, doc, new(Paths), Tag)
		o.Relate(header)
		if o.Canonical != test.canonical || len(o.Parts) != 1 || o.Parts[0] != "http://e.org/d/x?page=3" {
			t.Errorf("%s: canonical %s, parts %v", test.html, o.Canonical, o.Parts)
		}
		if diff := cmp.Diff(test.alternates, o.Alternates); diff != "" {
			t.Errorf("%s: alternates (-want +got):\n%s", test.html, diff)
		}
	}
}

// Whatever a header says, what is taken of it is bounded, part of it, and the
// same when it is written again.
func FuzzParseLinkHeader(f *testing.F) {
	f.Add(`</de/>; rel="alternate"; hreflang=de; hreflang="d\e", </a,b>; title="a, \"b\""; rel=next, </c>; rel=canonical; anchor=x`)
	f.Add("<>;;=\"\\")
	f.Fuzz(func(t *testing.T, value string) {
		got := ParseLinkHeader([]string{value})
		if len(got) > maxAlternates {
			t.Fatalf("%d relations", len(got))
		}
		quote := strings.NewReplacer(`\`, `\\`, `"`, `\"`)
		var again []string
		for _, r := range got {
			if !r.inOutline() || !strings.Contains(value, "<"+r.Href+">") {
				t.Fatalf("relation %+v", r)
			}
			again = append(again, fmt.Sprintf(`<%s>; rel="%s"; hreflang="%s"; media="%s"; type="%s"`,
				r.Href, quote.Replace(r.Rel), quote.Replace(r.Language), quote.Replace(r.Media), quote.Replace(r.Type)))
		}
		if diff := cmp.Diff(got, ParseLinkHeader(again)); diff != "" {
			t.Fatalf("written again as %q (-got +again):\n%s", again, diff)
		}
	})
}
