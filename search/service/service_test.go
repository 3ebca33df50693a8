package service

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"verde/search"
	"verde/search/answer"
)

const whole = `name: mine
documented: https://example.org/api
endpoint: https://example.org/search
keys: [MINE_KEY]
optional: [MINE_PLACE]
pages: 5
interval: 2s
dialect: google
request:
  path: /v1/{query}
  query: {q: "{query}", first: "{first}", place: "{MINE_PLACE}", after: "{next}"}
  header: {Authorization: "Bearer {MINE_KEY}"}
  body: {text: "about {query}", from: "{offset}", size: "{count}", deep: [{page: "{page}"}, "{next}", true, 1.5], place: "{MINE_PLACE}"}
  count: 20
answer:
  recognise: $.hits
  results: $.hits[*]
  url: [$.url, $.link]
  next: $.cursor
`

// What is wrong with a description is told with its file, line and key.
func TestParse(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct{ old, new, want string }{
		"an unknown key":             {"pages: 5", "page: 5", `mine.yaml, line 6: there is no key "page"`},
		"an unknown key below":       {"  count: 20", "  number: 20", `mine.yaml, line 14: there is no key "number"`},
		"a key twice":                {"pages: 5", "name: x", `mine.yaml, line 6: mapping key "name" already defined at line 1`},
		"a wrong type":               {"pages: 5", "pages: five", `mine.yaml, line 6: cannot unmarshal`},
		"no YAML":                    {"pages: 5", "pages: [5", `mine.yaml, line `},
		"no JSONPath":                {"$.hits[*]", "hits[*]", `mine.yaml, line 17: "hits[*]" is no JSONPath`},
		"no JSONPath in a list":      {"[$.url, $.link]", "[$.url, '$[']", `mine.yaml, line 18: "$[" is no JSONPath`},
		"a path that is none":        {"$.hits[*]", "{a: b}", "mine.yaml, line 17: a JSONPath is a text"},
		"a costly path":              {"$.hits[*]", "$..hits..url", `mine.yaml, line 17: a JSONPath has at most 500 bytes, one ".."`},
		"a path that doubles":        {"$.hits[*]", "'$" + strings.Repeat("[0,0]", 80) + "'", "mine.yaml, line 17: a JSONPath has at most"},
		"no name":                    {"name: mine", "name: ../mine", "mine.yaml, line 1: name: "},
		"no results":                 {"  results: $.hits[*]\n", "", "answer.results: it is missing"},
		"no url":                     {"  url: [$.url, $.link]\n", "", "mine.yaml, line 15: answer.url: it is missing"},
		"nothing to recognise":       {"  recognise: $.hits\n", "", "answer.recognise: it is missing"},
		"another scheme":             {"https://example.org/search", "ftp://example.org/", "mine.yaml, line 3: endpoint: "},
		"a password in the endpoint": {"https://example.org/search", "https://a:b@example.org/", "mine.yaml, line 3: endpoint: "},
		"no endpoint and no example": {"endpoint: https://example.org/search\n", "", "mine.yaml, line 1: example: "},
		"no dialect":                 {"dialect: google", "dialect: altavista", "mine.yaml, line 8: dialect: unknown query dialect"},
		"a key that is no variable":  {"[MINE_KEY]", "[mine-key]", "mine.yaml, line 4: keys: "},
		"a key that is not sent":     {`{Authorization: "Bearer {MINE_KEY}"}`, `{Accept: x}`, "mine.yaml, line 9: request: nothing of it has {MINE_KEY}"},
		"a variable of nobody":       {"Bearer {MINE_KEY}", "{HOME} {MINE_KEY}", "mine.yaml, line 12: request.header.Authorization: there is nothing for {HOME}"},
		"another host by its header": {"{Authorization:", "{Host: evil.example, Authorization:", `mine.yaml, line 12: request.header: "Host" can't be set`},
		"a method that writes":       {"  count: 20", "  count: 20\n  method: DELETE", "mine.yaml, line 15: request.method: "},
		"a path without slash":       {"/v1/{query}", "v1", "mine.yaml, line 10: request.path: "},
		"an offset without count":    {"  count: 20\n", "", "needs request.count"},
		"next without answer.next":   {"  next: $.cursor\n", "", "{next} needs answer.next"},
		"pages that are not asked":   {whole[strings.Index(whole, "  path:"):strings.Index(whole, "  count:")], "  query: {q: \"{query}{MINE_KEY}{MINE_PLACE}\"}\n", "mine.yaml, line 6: pages: nothing of the request asks for a further page"},
		"nothing asked":              {"{query}", "x", "mine.yaml, line 9: request: nothing of it has {query}"},
		"below 0":                    {"pages: 5", "pages: -5", "numbers are not below 0"},
		"a body that is no JSON":     {"{text:", "{1: 2, text:", "mine.yaml, line 13: request.body: it can't be sent as JSON"},
		"two services":               {"name: mine", "name: a\n---\nname: mine", "a file describes one service"},
		"empty":                      {whole, "", "mine.yaml, line 1: it is empty"},
		"long":                       {"name: mine", "name: mine #" + strings.Repeat("x", MaxFile), "longer than 65536 bytes"},
		"an alias that grows":        {"name: mine", "a: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\nname: mine", "there is no key"},
		"a list in place of a file":  {whole, "[a]", "mine.yaml, line 1: cannot unmarshal"},
	} {
		_, err := Parse("mine.yaml", []byte(strings.ReplaceAll(whole, test.old, test.new)))
		if err == nil || !strings.Contains(err.Error(), test.want) || !strings.HasPrefix(err.Error(), "mine.yaml, line ") || strings.Contains(err.Error(), "service.") {
			t.Errorf("%s: error %v, want one with %q", name, err, test.want)
		}
	}
	if s, err := Parse("mine.yaml", []byte(whole)); err != nil || string(s.Source()) != whole {
		t.Errorf("the whole: %v", err)
	}
	if _, err := ParseShape("mine.yaml", []byte("name: a\nanswer: {recognise: $.a, results: $.a, url: $.u}")); err != nil {
		t.Errorf("a shape: %v", err)
	}
}

// How placeholders are filled in, on the first page and a later one.
func TestNewRequest(t *testing.T) {
	t.Parallel()
	s, err := Parse("mine.yaml", []byte(whole))
	if err != nil {
		t.Fatal(err)
	}
	u, _ := url.Parse("https://example.org/search?own=1")
	for _, test := range []struct {
		ask       Ask
		url, body string
	}{
		{Ask{Query: `a/b "{page}"`, Page: 1, Keys: map[string]string{"MINE_KEY": "k"}},
			"https://example.org/search/v1/a%2Fb%20%22%7Bpage%7D%22?first=1&own=1&q=a%2Fb+%22%7Bpage%7D%22",
			`{"deep":[{"page":1},true,1.5],"from":0,"size":20,"text":"about a/b \"{page}\""}`},
		{Ask{Query: "q", Page: 3, Next: "t&", Keys: map[string]string{"MINE_KEY": "k", "MINE_PLACE": "p"}},
			"https://example.org/search/v1/q?after=t%26&first=41&own=1&place=p&q=q",
			`{"deep":[{"page":3},"t&",true,1.5],"from":40,"place":"p","size":20,"text":"about q"}`},
	} {
		r, err := s.Request.New(u, test.ask)
		if err != nil {
			t.Fatal(err)
		}
		var body, want any
		if err := json.NewDecoder(r.Body).Decode(&body); err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal([]byte(test.body), &want); err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(want, body); d != "" || r.URL.String() != test.url || r.Method != "POST" || r.Header.Get("Authorization") != "Bearer k" {
			t.Errorf("%s %s %v (-want +got):\n%s", r.Method, r.URL, r.Header, d)
		}
	}
	if u.String() != "https://example.org/search?own=1" {
		t.Errorf("the endpoint is changed: %s", u)
	}
}

// The number of results that is taken of one answer has a bound, which is told.
func TestMaxResults(t *testing.T) {
	t.Parallel()
	s, err := Shipped("marginalia")
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	for i := range MaxResults + 7 {
		list = append(list, fmt.Sprintf(`{"url":"http://e.org/%d"}`, i))
	}
	p, err := s.Read([]byte(`{"license":"x","results":[` + strings.Join(list, ",") + `]}`))
	if err != nil || len(p.Results) != MaxResults || p.Dropped != 7 || len(p.Missing) != 1 {
		t.Errorf("%d results, %d dropped, missing %v, %v", len(p.Results), p.Dropped, p.Missing, err)
	}
}

// Whatever stands in a description, it is refused, or a request can be made of it that
// goes to the endpoint's host alone.
func FuzzParse(f *testing.F) {
	f.Add([]byte(whole), "query", "next")
	for _, s := range shipped() {
		f.Add(s.source, `"a" {KEY}`, "1")
	}
	f.Add([]byte("name: a\nanswer: &x {recognise: $, results: '$..*', url: $}\n"), "", "")
	f.Fuzz(func(t *testing.T, data []byte, text, next string) {
		if _, err := ParseShape("x", data); err != nil && !strings.HasPrefix(err.Error(), "x, line ") {
			t.Fatalf("error %q", err)
		}
		s, err := Parse("x", data)
		if err != nil || s.Retired != "" {
			return
		}
		u, _ := url.Parse("https://example.org/search")
		r, err := s.Request.New(u, Ask{Query: text, Page: 2, Next: next, Keys: map[string]string{}})
		if err == nil && (r.URL.Host != "example.org" || r.URL.Scheme != "https" || r.Host != "example.org") {
			t.Fatalf("%q is sent to %s", data, r.URL)
		}
	})
}

// Whatever a service sends, its results are within the bounds; and what package answer
// knows is detected as it reads it.
func FuzzRead(f *testing.F) {
	for _, a := range answers {
		f.Add([]byte(a.some))
		f.Add([]byte(a.failure))
	}
	f.Add([]byte(`{"hits":[{"url":["http://a.org/1"]}],"processingTimeMs":1}`))
	f.Add([]byte(`[[[[]]]]`))
	f.Fuzz(func(t *testing.T, data []byte) {
		check := func(p *answer.Page) {
			for _, r := range p.Results {
				if r.URL == "" || len(r.URL) > search.MaxURL || len(r.Title) > search.MaxText || len(r.Snippet) > search.MaxText {
					t.Fatalf("%+v", r)
				}
			}
			if len(p.Results) > MaxResults && !answer.Knows(p.Service) || len(p.Failure) > search.MaxText {
				t.Fatalf("%d results, failure %q", len(p.Results), p.Failure)
			}
		}
		for _, s := range shipped() {
			if p, err := s.Read(data); err == nil {
				check(&p.Page)
			}
			s.Failure(data)
		}
		if p, err := Detect(data); err == nil {
			check(p)
		}
	})
}

// What docs/engines.md changes in a description is one that reads as it says.
func TestDocumentedChange(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../docs/engines.md")
	if err != nil {
		t.Fatal(err)
	}
	s, err := Shipped("elasticsearch")
	if err != nil {
		t.Fatal(err)
	}
	mine := string(s.Source())
	_, text, _ = bytes.Cut(text, []byte("mine.yaml\n"))
	text, _, _ = bytes.Cut(text, []byte("\n$ "))
	var old, changed string
	for line := range strings.Lines(string(text) + "\n< \n") {
		switch {
		case strings.HasPrefix(line, "< ") && changed != "":
			if !strings.Contains(mine, old) {
				t.Fatalf("the description has no %q", old)
			}
			mine, old, changed = strings.Replace(mine, old, changed, 1), line[2:], ""
		case strings.HasPrefix(line, "< "):
			old += line[2:]
		case strings.HasPrefix(line, "> "):
			changed += line[2:]
		default:
			t.Fatalf("unexpected %q", line)
		}
	}
	if s, err = Parse("mine.yaml", []byte(mine)); err != nil {
		t.Fatal(err)
	}
	p, err := s.Read([]byte(`{"hits":{"hits":[{"_source":{"page_uri":"http://a.org/1","heading":"A","body_txt":["s","t"]}}]}}`))
	if err != nil || p.Service != "library" || len(p.Results) != 1 || p.Results[0].Title != "A" || p.Results[0].Snippet != "s" {
		t.Errorf("%+v, %v", p, err)
	}
}
