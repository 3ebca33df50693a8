package verde

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"verde/catalog"
	"verde/evidence"
	"verde/known"
	"verde/page"
	"verde/pageeval"
	"verde/query"
	"verde/record"
	"verde/search"
)

// stock is a shop that parts the numbers of what it sells with a blank behind the letters.
type stock struct{}

const goods = 30

// good is the number of the i-th thing for sale, in parts, with its maker and core and how many pins it has.
func good(i int) (letters, number, maker, core string, pins int) {
	return []string{"AL", "KX", "TD"}[i%3], fmt.Sprintf("32%c%d%s", 'F'+rune(i%5), 101+37*i, []string{"RC", "VB"}[i%2]), []string{"Ambralogic", "Kestrix", "Tessel Devices"}[i%3], []string{"Cortex-M3", "Cortex-M4F", "RISC-V"}[i/3%3], 20 + 4*(i%7)
}

func (stock) Fetch(_ context.Context, url string) (*page.Page, error) {
	at, list := strings.TrimPrefix(url, "http://stock.example/"), ""
	for i := range goods {
		letters, number, maker, core, pins := good(i)
		list += fmt.Sprintf("<li><a href=/part/%s-%s>%s %s</a></li>", letters, number, letters, number)
		if at == "part/"+letters+"-"+number {
			body := fmt.Sprintf("<title>%[1]s %[2]s | Stock</title><h1>%[1]s %[2]s</h1><table><tr><th>Vendor<td>%[3]s<tr><th>Architecture<td>%[4]s<tr><th>Pin count<td>%[5]d<tr><th>In stock<td>%[6]d</table><a href=/>Stock</a>",
				letters, number, maker, core, pins, 7*i)
			return &page.Page{URL: url, Requested: url, Status: 200, ContentType: "text/html", Body: []byte(body)}, nil
		}
	}
	if at != "" {
		return nil, &page.Error{URL: url, Reason: page.Status, Status: 404}
	}
	return &page.Page{URL: url, Requested: url, Status: 200, ContentType: "text/html", Body: []byte("<title>Stock</title><ul>" + list + "</ul>")}, nil
}

// A site that parts names otherwise than those known is a source: its pages are found, judged, read and recognised by them.
func TestSettleOtherSpelling(t *testing.T) {
	t.Parallel()
	classifier, err := pageeval.Default()
	if err != nil {
		t.Fatal(err)
	}
	entities := known.New(query.Profile{Identifier: "part", Attributes: []query.Attribute{{Name: "maker"}, {Name: "core"}}})
	var records []record.Record
	var asked []query.Record
	for i := range goods {
		letters, number, maker, core, pins := good(i)
		shown := map[string][]string{"part": {letters + number}, "maker": {maker}, "core": {core}, "pins": {fmt.Sprint(pins)}}
		records = append(records, record.FromTexts("http://a.example/"+letters+number, shown))
		asked = append(asked, query.Record{Source: "http://a.example/" + letters + number, Values: shown})
	}
	addTraining(t, entities, "a.example", records)
	profile := query.Rate(asked, "part")
	results := new(evidence.Results)
	for _, q := range query.Build(query.Instances(asked, profile, goods, 1, nil), "part", nil, query.Options{OneOf: 2}) {
		name := q.Required[0].Text
		other := name[:2] + " " + name[2:]
		if !strings.Contains(q.Render(query.SearXNG), `("`+name+`" OR "`+other+`" OR `) {
			t.Fatalf("%s does not ask for %s", q.Render(query.SearXNG), other)
		}
		results.Add(q, search.Result{URL: "http://stock.example/part/" + strings.ReplaceAll(other, " ", "-"), Title: other + " | Stock"})
	}
	cat, err := catalog.Open(t.Context(), filepath.Join(t.TempDir(), "c.sqlite"))
	if err != nil {
		t.Fatal(err)
	}
	defer cat.Close()
	x := &Explorer{Pages: stock{}, Catalog: cat, Classifier: classifier}
	s := &settling{x: x, round: 1, candidate: evidence.Candidate{Site: "stock.example", Support: goods, URLs: results.URLs()}, results: results,
		entities: entities, told: &judging{tell: x.tell}}
	out, err := s.settle(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if out.Source.State != catalog.Expanded || out.Source.SemiStructured == 0 || len(out.Records) != goods || out.Source.Attributes["Vendor"] != "maker" {
		t.Errorf("%s (%s), %d pages are data, %d records, columns %v", out.Source.State, out.Source.Reason, out.Source.SemiStructured, len(out.Records), out.Source.Attributes)
	}
}
