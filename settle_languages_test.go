package verde

import (
	"context"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"verde/catalog"
	"verde/evidence"
	"verde/evidence/evidencetest"
	"verde/known"
	"verde/page"
	"verde/pageeval"
	"verde/query"
	"verde/record"
)

// bilingual is a site of plays that has each page in English and in French, which name each
// other as alternates.
type bilingual struct{}

func (bilingual) Fetch(_ context.Context, url string) (*page.Page, error) {
	words := map[string][]string{"en": {"Play", "Author", "Genre", "Acts", "First night"}, "fr": {"Pièce", "Auteur", "Genre", "Actes", "Première"}}
	language, number, _ := strings.Cut(strings.TrimPrefix(url, "http://stage.example/"), "/")
	i, err := strconv.Atoi(number)
	w, title := words[language], ""
	body := "<ul>"
	switch {
	case w != nil && number == "":
		for i, title := range titles {
			body += fmt.Sprintf("<li><a href=/%s/%d>%s</a></li>", language, i, title)
		}
	case w != nil && err == nil && i < len(titles):
		title = titles[i]
		body = fmt.Sprintf("<h1>%s</h1><p>%s</p><table><tr><th>%s<td>x<tr><th>%s<td>%s<tr><th>%s<td>%d<tr><th>%s<td>19%02d</table><a href=/%s/>%s</a>",
			title, w[0], w[1], w[2], genre(title), w[3], 1+i%5, w[4], 3*i, language, w[0])
	default:
		return nil, &page.Error{URL: url, Reason: page.Status, Status: 404}
	}
	head := fmt.Sprintf("<html lang=%s><title>%s</title>", language, title)
	for l := range words {
		head += fmt.Sprintf("<link rel=alternate hreflang=%[1]s href=/%[1]s/%[2]s>", l, number)
	}
	return &page.Page{URL: url, Requested: url, Status: 200, ContentType: "text/html; charset=utf-8", Body: []byte(head + body)}, nil
}

// Queries lead to the pages of a site in both its languages: the site is read in one.
func TestSettleLanguages(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine, and long under the race detector")
	}
	t.Parallel()
	classifier, err := pageeval.Default()
	if err != nil {
		t.Fatal(err)
	}
	entities := known.New(query.Profile{Identifier: "name", Attributes: []query.Attribute{{Name: "maker"}}})
	var records []record.Record
	var lines []string
	for i, title := range titles[:12] {
		records = append(records, record.FromTexts("http://a.example/"+title, map[string][]string{"name": {title}, "maker": {"x"}, "genre": {genre(title)}}))
		lines = append(lines, fmt.Sprintf("%s | http://stage.example/%s/%d | %s", title, []string{"en", "fr"}[i%2], i, title))
	}
	addTraining(t, entities, "a.example", records)
	cat, err := catalog.Open(t.Context(), filepath.Join(t.TempDir(), "c.sqlite"))
	if err != nil {
		t.Fatal(err)
	}
	defer cat.Close()
	x, results := &Explorer{Pages: bilingual{}, Catalog: cat, Classifier: classifier}, evidencetest.Results(lines...)
	s := &settling{x: x, round: 1, candidate: evidence.Candidate{Site: "stage.example", Support: 2, URLs: results.URLs()}, results: results,
		entities: entities, told: &judging{tell: x.tell}}
	out, err := s.settle(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if len(out.Records) != len(titles) || out.Source.State != catalog.Expanded {
		t.Errorf("%s (%s) with %d records of %d plays, samples %q", out.Source.State, out.Source.Reason, len(out.Records), len(titles), out.Source.Samples)
	}
}
