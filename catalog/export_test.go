package catalog

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"verde/record"
)

func export(t *testing.T, c *Catalog, opt ExportOptions) string {
	t.Helper()
	var b bytes.Buffer
	if err := c.ExportWith(t.Context(), &b, opt); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// library is a catalog of two sites that name things differently.
func library(t *testing.T) *Catalog {
	t.Helper()
	c, ctx := open(t), t.Context()
	for _, s := range []struct {
		source  Source
		records []record.Record
	}{
		{Source{Site: "b.example", Score: .5, State: Expanded, Attributes: map[string]string{"Writer": "Author"}, Parts: &ScoreParts{.875, 2, 3, .75, 1}}, []record.Record{
			{URL: "http://b.example/1", Source: "b.warc.gz:1", Fields: record.FromTexts("", map[string][]string{"Writer": {"=cmd()", "X"}, "site": {"<here> & \"there\""}}).Fields, FetchedAt: noon},
			{URL: "http://b.example/2"},
		}},
		{Source{Site: "a.example", Score: .25, State: Expanded, SampleURL: "http://a.example/", Evidence: []Evidence{{URL: "http://a.example/", QueryID: "q"}}}, []record.Record{
			{URL: "http://a.example/1", Match: 1, Fields: []record.Field{
				{Label: "Author", Values: []record.Value{{Text: "Y", XPath: "/html"}}, Confidence: .75}, {Label: "Year", Values: []record.Value{{Text: "-1851"}}}, {Label: "empty"}}},
		}},
	} {
		pages := []Page{{URL: "http://" + s.source.Site + "/1", Level: 1, Status: "fetched", URLSimilarity: .125}}
		if err := c.PutSite(ctx, s.source, pages, s.records); err != nil {
			t.Fatal(err)
		}
	}
	return c
}

func TestExport(t *testing.T) {
	t.Parallel()
	c := library(t)
	for _, test := range []struct {
		opt  ExportOptions
		want string
	}{
		{ExportOptions{}, `
{"url":"http://a.example/1","site":"a.example","source":"","template":0,"match":1,"fields":[{"label":"Author","values":[{"text":"Y","xpath":"/html"}],"confidence":0.75},{"label":"Year","values":[{"text":"-1851"}],"confidence":0}],"groups":[]}
{"url":"http://b.example/1","site":"b.example","source":"b.warc.gz:1","fetched_at":"2026-05-04T12:00:00.123Z","template":0,"match":0,"fields":[{"label":"Writer","values":[{"text":"=cmd()"},{"text":"X"}],"confidence":0},{"label":"site","values":[{"text":"<here> & \"there\""}],"confidence":0}],"groups":[]}
{"url":"http://b.example/2","site":"b.example","source":"","template":0,"match":0,"fields":[],"groups":[]}
`},
		{ExportOptions{Format: "values", Attributes: true}, `
{"url":"http://a.example/1","source":"","site":"a.example","values":{"Author":["Y"],"Year":["-1851"]}}
{"url":"http://b.example/1","source":"b.warc.gz:1","site":"b.example","values":{"Author":["=cmd()","X"],"site":["<here> & \"there\""]},"fetched_at":"2026-05-04T12:00:00.123Z"}
{"url":"http://b.example/2","source":"","site":"b.example","values":{}}
`},
		{ExportOptions{Format: "csv", What: "records"}, `
url,site,Author,Writer,Year,site 2
http://a.example/1,a.example,Y,,-1851,
http://b.example/1,b.example,,'=cmd() | X,,"<here> & ""there"""
http://b.example/2,b.example,,,,
`},
		{ExportOptions{Format: "csv", Formulas: true, Attributes: true}, `
url,site,Author,Year,site 2
http://a.example/1,a.example,Y,-1851,
http://b.example/1,b.example,=cmd() | X,,"<here> & ""there"""
http://b.example/2,b.example,,,
`},
		{ExportOptions{Format: "csv", Site: "a.example"}, `
url,site,Author,Year
http://a.example/1,a.example,Y,-1851
`},
		{ExportOptions{What: "pages", Site: "a.example"}, `
{"url":"http://a.example/1","site":"a.example","level":1,"from":"","link_path":"","url_similarity":0.125,"html_similarity":0,"status":"fetched"}
`},
		{ExportOptions{Format: "csv", What: "pages"}, `
url,site,level,from,link_path,url_similarity,html_similarity,status,aliases
http://a.example/1,a.example,1,,,0.125,0,fetched,
http://b.example/1,b.example,1,,,0.125,0,fetched,
`},
		{ExportOptions{What: "sources"}, `
{"site":"b.example","round":0,"score":0.5,"support":0,"sample_url":"","container":"","evaluated":0,"semistructured":0,"state":"expanded","evidence":[],"attributes":{"Writer":"Author"},"score_parts":{"probability":0.875,"instances":2,"met":3,"agreement":0.75,"duplicates":1}}
{"site":"a.example","round":0,"score":0.25,"support":0,"sample_url":"http://a.example/","container":"","evaluated":0,"semistructured":0,"state":"expanded","evidence":[{"url":"http://a.example/","query_id":"q","fragment_xpath":"","probability":0}]}
`},
		{ExportOptions{Format: "csv", What: "sources"}, `
site,role,round,score,support,sample_url,container,evaluated,semistructured,state,reason,evidence,probability,instances,met,agreement,duplicates
b.example,,0,0.5,0,,,0,0,expanded,,,0.875,2,3,0.75,1
a.example,,0,0.25,0,http://a.example/,,0,0,expanded,,http://a.example/,,,,,
`},
	} {
		if d := cmp.Diff(strings.TrimPrefix(test.want, "\n"), export(t, c, test.opt)); d != "" {
			t.Errorf("%+v (-want +got):\n%s", test.opt, d)
		}
	}
}

// An export as JSON Lines reads back as what was stored.
func TestExportReadsBack(t *testing.T) {
	t.Parallel()
	c := open(t)
	s, pages, want := site("a.example", 3)
	if err := c.PutSite(t.Context(), s, pages, want); err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := c.Export(t.Context(), &b, "jsonl", "records"); err != nil {
		t.Fatal(err)
	}
	var got []record.Record
	for d := json.NewDecoder(&b); d.More(); {
		var r record.Record
		if err := d.Decode(&r); err != nil {
			t.Fatal(err)
		}
		got = append(got, r)
	}
	if d := cmp.Diff(want, got, cmpopts.EquateEmpty()); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}

func TestExportRefuses(t *testing.T) {
	t.Parallel()
	c := library(t)
	for _, test := range []struct{ format, what, want string }{
		{"xml", "records", "choose jsonl, csv, values, parquet or jsonld"},
		{"csv", "values", "choose records, pages, sources, changes, entities or claims"},
		{"values", "pages", "of records"},
	} {
		if err := c.Export(t.Context(), new(bytes.Buffer), test.format, test.what); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("Export as %s of %s: error %v, want %q", test.format, test.what, err, test.want)
		}
	}
	full := errors.New("disk full")
	for _, format := range []string{"jsonl", "csv"} {
		if err := c.Export(t.Context(), failing{full}, format, "records"); !errors.Is(err, full) {
			t.Errorf("Export as %s to a full disk: error %v", format, err)
		}
	}
}

type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }

func TestHeading(t *testing.T) {
	t.Parallel()
	want := []string{"url", "site", "Site", "site 3", "site 2", "url 2"}
	if d := cmp.Diff(want, heading([]string{"Site", "site", "site 2", "url"})); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}

func TestInert(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ in, want string }{
		{"", ""}, {"plain", "plain"}, {"a=b", "a=b"}, {"-12.5", "-12.5"}, {"+1,000", "+1,000"}, {"1-2", "1-2"},
		{"=1+1", "'=1+1"}, {"@SUM(A1)", "'@SUM(A1)"}, {"-1+cmd|' /C calc'!A0", "'-1+cmd|' /C calc'!A0"}, {"+-1", "'+-1"},
		{"\t=1", "'\t=1"}, {"\r\n =1", "'\r\n =1"}, {"＝1", "'＝1"}, {"-", "'-"}, {"'=1", "'=1"}, {"\x1f=1", "'\x1f=1"},
		{"\tx", "'\tx"}, {"\rx", "'\rx"}, {"\nx", "\nx"},
	} {
		if got := escapeFormula(test.in); got != test.want {
			t.Errorf("inert(%q) = %q, want %q", test.in, got, test.want)
		}
	}
}

// No text makes a cell that a spreadsheet runs, nor a file of other cells.
func FuzzInert(f *testing.F) {
	f.Add("=1+1")
	f.Add(" \t-x")
	f.Add("+１")
	f.Fuzz(func(t *testing.T, in string) {
		got := escapeFormula(in)
		if strings.TrimPrefix(got, "'") != in && got != in {
			t.Fatalf("inert(%q) = %q", in, got)
		}
		if got != "" && strings.ContainsRune("=@\t\r", rune(got[0])) {
			t.Fatalf("inert(%q) = %q is a formula", in, got)
		}
		var b bytes.Buffer
		w := csvTable{csv.NewWriter(&b), false}
		w.row("x", in, "y")
		w.Flush()
		rows, err := csv.NewReader(&b).ReadAll()
		if err != nil || len(rows) != 1 || len(rows[0]) != 3 {
			t.Fatalf("%q gives rows %q, %v", in, rows, err)
		}
	})
}

// Pages of which the server says that there are none are no pages of the site.
func TestMissingPages(t *testing.T) {
	t.Parallel()
	c := open(t)
	s := Source{Site: "a.example", State: Expanded}
	var pages []Page
	for i, status := range []string{"sample", "fetched", "fetched", "limit", "timeout", "status 503", "status 429", "status 404", "status 410", "status 403"} {
		pages = append(pages, Page{URL: fmt.Sprint("http://a.example/", i), Status: status})
	}
	if err := c.PutSite(t.Context(), s, pages, nil); err != nil {
		t.Fatal(err)
	}
	st, err := c.Stats(t.Context())
	if err != nil || st.Pages != 7 || st.Missing != 3 || st.PerSite[0].Pages != 7 || st.PerSite[0].Missing != 3 {
		t.Errorf("%+v, %v", st, err)
	}
	statuses, err := c.PageStatuses(t.Context(), "")
	if err != nil || statuses["fetched"] != 2 || len(statuses) != 9 {
		t.Errorf("%v, %v", statuses, err)
	}
	if statuses, err := c.PageStatuses(t.Context(), "b.example"); err != nil || len(statuses) != 0 {
		t.Errorf("of another site: %v, %v", statuses, err)
	}
}

func TestStats(t *testing.T) {
	t.Parallel()
	c := library(t)
	if err := c.PutSource(t.Context(), Source{Site: "c.example", Round: 1, State: Refused, Role: Discovered}); err != nil {
		t.Fatal(err)
	}
	got, err := c.Stats(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	want := Stats{
		Sources: map[string]int{Expanded: 2, Refused: 1}, Pages: 2, Records: 3, Values: 5, EntitiesByRound: map[int]int{},
		PerSite: []SiteStats{
			{Site: "b.example", State: Expanded, Score: .5, Pages: 1, Records: 2, Values: 3},
			{Site: "a.example", State: Expanded, Score: .25, Pages: 1, Records: 1, Values: 2},
			{Site: "c.example", State: Refused, Role: Discovered, Round: 1},
		},
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	if n, err := c.Values(t.Context()); n != 5 || err != nil {
		t.Errorf("%d values, %v", n, err)
	}
}
