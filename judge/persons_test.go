package judge

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"verde/catalog"
	"verde/evidence"
	"verde/page"
	"verde/pageeval"
	"verde/query"
	"verde/search"
)

// register is a site of plays that lists persons by family name, each page with a table of
// performances below.
type register struct{}

func (register) Fetch(_ context.Context, url string) (*page.Page, error) {
	title := url[strings.LastIndexByte(url, '/')+1:]
	body := fmt.Sprintf("<html><title>%[1]s - Register</title><h1>%[1]s</h1><table><tr><th>Title<td>%[1]s<tr><th>Author<td>Maren, Ilse<tr><th>Translator<td>Ohm, Karl<tr><th>Acts<td>%[2]d</table><h2>Performances</h2><table>", title, len(title))
	for i := range 6 {
		body += fmt.Sprintf("<tr><td>19%02d<td>House %d<td>%s", 10+i*len(title), i, title)
	}
	return &page.Page{URL: url, Requested: url, Status: 200, ContentType: "text/html", Body: []byte(body + "</table>")}, nil
}

// Pages show the persons that are asked for, in whichever order either side writes their names.
func TestPersonsTurned(t *testing.T) {
	t.Parallel()
	classifier, err := pageeval.Default()
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ author, state string }{
		{"Ilse Maren", catalog.Accepted},
		{"Maren, Ilse", catalog.Accepted},
		{"Anna Maren", catalog.Refused},
	} {
		results := new(evidence.Results)
		for _, title := range []string{"Emma", "Dracula", "Kim"} {
			q := query.Query{ID: title, Required: []query.Value{{Attribute: "title", Text: title}, {Attribute: "author", Text: test.author}}}
			results.Add(q, search.Result{URL: "http://s.example/play/" + title, Title: title})
		}
		judged, err := Judge{Pages: register{}, Classifier: classifier}.Site(t.Context(), evidence.Candidate{Site: "s.example", Support: 3, URLs: results.URLs()}, results, History{})
		if err != nil {
			t.Fatal(err)
		}
		if s := judged.Source; s.State != test.state {
			t.Errorf("%s: %s (%s), score %.2f", test.author, s.State, s.Reason, s.Score)
		}
	}
}

// Pages titled with middle names are those of the persons whose words were asked for.
func TestMiddleNames(t *testing.T) {
	t.Parallel()
	classifier, err := pageeval.Default()
	if err != nil {
		t.Fatal(err)
	}
	for words, state := range map[bool]string{true: catalog.Accepted, false: catalog.Refused} {
		results := new(evidence.Results)
		for _, name := range []string{"Ada Brandt", "Otto Kern", "Lea Sommer"} {
			longer := strings.Replace(name, " ", " Maria ", 1)
			q := query.Query{ID: name, Words: words, Required: []query.Value{{Attribute: "name", Text: name}, {Attribute: "author", Text: "Ilse Maren"}}}
			results.Add(q, search.Result{URL: "http://s.example/play/" + strings.ReplaceAll(longer, " ", "-"), Title: longer})
		}
		judged, err := Judge{Pages: register{}, Classifier: classifier}.Site(t.Context(), evidence.Candidate{Site: "s.example", Support: 3, URLs: results.URLs()}, results, History{})
		if err != nil {
			t.Fatal(err)
		}
		if s := judged.Source; s.State != state {
			t.Errorf("asked by words %v: %s (%s), score %.2f", words, s.State, s.Reason, s.Score)
		}
	}
}

// A page of an earlier round may have been judged by a query that this one does not have; nothing is asked for then.
func TestForgottenQuery(t *testing.T) {
	t.Parallel()
	classifier, err := pageeval.Default()
	if err != nil {
		t.Fatal(err)
	}
	in := &inspection{Judge: Judge{Pages: marked{}, Classifier: classifier}.withDefaults(), results: new(evidence.Results), judged: map[string]PageJudgement{}}
	p, err := in.evaluateBy(t.Context(), PageJudgement{Verdict: catalog.Verdict{URL: "http://s.example/play/Emma", QueryID: "gone"}}, []string{"gone"})
	if err != nil || p.Matched || p.Reason != "" {
		t.Errorf("%+v, %v", p, err)
	}
}

// marked is a site whose pages say what they are to machines.
type marked struct{}

func (marked) Fetch(_ context.Context, url string) (*page.Page, error) {
	return &page.Page{URL: url, Requested: url, Status: 200, ContentType: "text/html", Body: []byte(`<title>Emma</title><script type="application/ld+json">{"@type": "Play", "name": "Emma", "author": "Ilse Maren"}</script>`)}, nil
}
