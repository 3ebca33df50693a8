package dump

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/klauspost/compress/zstd"

	"verde/query"
	"verde/search"
	"verde/search/searchtest"
)

const text = `"Emma" AND "Jane Austen" book`

// The same two results in every format.
var formats = map[string]string{
	"verde":            `{"query":"\"Emma\" AND \"Jane Austen\" book","rank":1,"url":"http://a.org/1","title":"A","snippet":"s"}` + "\n" + `{"query":"\"Emma\" AND \"Jane Austen\" book","rank":2,"url":"http://a.org/2","title":"B","snippet":"t"}`,
	"tavily":           `{"query":"\"Emma\" AND \"Jane Austen\" book","response_time":1,"results":[{"url":"http://a.org/1","title":"A","content":"s"},{"url":"http://a.org/2","title":"B","content":"t"}]}`,
	"mojeek":           `{"response":{"status":"OK","head":{"query":"\"Emma\" AND \"Jane Austen\" book"},"results":[{"url":"http://a.org/1","title":"A","desc":"s"},{"url":"http://a.org/2","title":"B","desc":"t"}]}}`,
	"meilisearch":      `{"hits":[{"url":"http://a.org/1","title":"A","text":"s"},{"url":"http://a.org/2","title":"B","text":"t"}],"query":"\"Emma\" AND \"Jane Austen\" book","processingTimeMs":1}`,
	"solr, over lines": "{\n  \"responseHeader\":{\n    \"status\":0,\n    \"params\":{\n      \"q\":\"\\\"Emma\\\" AND \\\"Jane Austen\\\" book\"}},\n  \"response\":{\"numFound\":2,\"docs\":[\n      {\n        \"url\":\"http://a.org/1\",\n        \"title\":[\"A\"],\"content\":\"s\"},\n      {\n        \"url\":\"http://a.org/2\",\"title\":\"B\",\"content\":\"t\"}]\n  }}\n",
	"searxng":          `{"query":"\"Emma\" AND \"Jane Austen\" book","results":[{"url":"http://a.org/1","title":"A","content":"s"},{"url":"http://a.org/2","title":"B","content":"t"}]}`,
	"bing":             `{"queryContext":{"originalQuery":"\"Emma\" AND \"Jane Austen\" book"},"webPages":{"value":[{"url":"http://a.org/1","name":"A","snippet":"s"},{"url":"http://a.org/2","name":"B","snippet":"t"}]}}`,
	"brave":            `{"query":{"original":"\"Emma\" AND \"Jane Austen\" book"},"web":{"results":[{"url":"http://a.org/1","title":"A","description":"s"},{"url":"http://a.org/2","title":"B","description":"t"}]}}`,
	"google":           `{"queries":{"request":[{"searchTerms":"\"Emma\" AND \"Jane Austen\" book","startIndex":1}]},"items":[{"link":"http://a.org/1","title":"A","snippet":"s"},{"link":"http://a.org/2","title":"B","snippet":"t"}]}`,
	"serpapi":          `{"search_parameters":{"q":"\"Emma\" AND \"Jane Austen\" book"},"organic_results":[{"position":1,"link":"http://a.org/1","title":"A","snippet":"s"},{"position":2,"link":"http://a.org/2","title":"B","snippet":"t"}]}`,
	"serper":           `{"searchParameters":{"q":"\"Emma\" AND \"Jane Austen\" book"},"organic":[{"position":1,"link":"http://a.org/1","title":"A","snippet":"s"},{"position":2,"link":"http://a.org/2","title":"B","snippet":"t"}]}`,
	"csv":              "query,rank,url,title,snippet\n" + `"""Emma"" AND ""Jane Austen"" book",1,http://a.org/1,A,s` + "\n" + `"""Emma"" AND ""Jane Austen"" book",2,http://a.org/2,B,t`,
	"tsv":              "URL\tQuery\tTitle\tSnippet\r\nhttp://a.org/1\t" + text + "\tA\ts\r\nhttp://a.org/2\t" + text + "\tB\tt\r\n",
	"pages": `{"searchParameters":{"q":"\"Emma\" AND \"Jane Austen\" book","page":1},"organic":[{"position":1,"link":"http://a.org/1","title":"A","snippet":"s"}]}` + "\n" +
		`{"searchParameters":{"q":"\"Emma\" AND \"Jane Austen\" book","page":2},"organic":[{"position":1,"link":"http://a.org/2","title":"B","snippet":"t"}]}`,
	"many lines": "{\n  \"query\": \"\\\"Emma\\\" AND \\\"Jane Austen\\\" book\",\n  \"results\": [\n    {\n      \"url\": \"http://a.org/1\",\n      \"title\": \"A\",\n\n      \"content\": \"s\"\n    },\n" +
		"    {\n      \"url\": \"http://a.org/2\",\n      \"title\": \"B\",\n      \"content\": \"t\"\n    }\n  ]\n}\n",
	"array":                              "[\n" + `{"query":"\"Emma\" AND \"Jane Austen\" book","href":"http://a.org/1","title":"A","body":"s"}` + "\n," + `{"query":"\"Emma\" AND \"Jane Austen\" book","href":"http://a.org/2","title":"B","body":"t"}` + "\n]",
	"one line":                           `[{"query":"\"Emma\" AND \"Jane Austen\" book","href":"http://a.org/1","title":"A","body":"s"}, {"query":"\"Emma\" AND \"Jane Austen\" book","href":"http://a.org/2","title":"B","body":"t"}]`,
	"headless":                           text + "\t1\thttp://a.org/1\tA\ts\n" + text + "\t2\thttp://a.org/2\tB\tt\n",
	"ddgs, to be named " + text + ".csv": "title,href,body\nA,http://a.org/1,s\nB,http://a.org/2,t\n",
}

func TestFormats(t *testing.T) {
	t.Parallel()
	q := query.Query{ID: query.Parse(text).ID}
	for name, data := range formats {
		path := filepath.Join(t.TempDir(), strings.TrimPrefix(name, "ddgs, to be named "))
		if err := os.WriteFile(path, []byte(data), 0o600); err != nil {
			t.Fatal(err)
		}
		d, err := Open([]string{path}, nil, Options{})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if err := searchtest.TestEngine(t.Context(), d, q); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		var got []search.Result
		for r, err := range d.Search(t.Context(), q) {
			if err != nil {
				t.Fatal(err)
			}
			r.QueryID, r.Engine, r.Page = "", "", 0
			got = append(got, r)
		}
		want := []search.Result{{Query: text, Rank: 1, URL: "http://a.org/1", Title: "A", Snippet: "s"}, {Query: text, Rank: 2, URL: "http://a.org/2", Title: "B", Snippet: "t"}}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
		if d.BadLines != 0 {
			t.Errorf("%s: bad lines %v", name, d.Bad)
		}
	}
}

// Formats that have neither titles nor texts.
func TestURLs(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		data string
		want []search.Result
		bad  []int
	}{
		"lists under their queries.txt": {"# emma book\nhttp://a.org/1,2\nhttps://a.org/2\n\nnothing\nulysses\n  http://a.org/3\nend\n", []search.Result{
			{Query: "emma book", Rank: 1, URL: "http://a.org/1,2"}, {Query: "emma book", Rank: 2, URL: "https://a.org/2"}, {Query: "ulysses", Rank: 1, URL: "http://a.org/3"}}, []int{5, 8}},
		"emma book.txt": {"http://a.org/1\nhttp://a.org/2", []search.Result{{Query: "emma book", Rank: 1, URL: "http://a.org/1"}, {Query: "emma book", Rank: 2, URL: "http://a.org/2"}}, nil},
		"shop.cdxj.gz": {`com,shop)/a 20240102030405 {"url": "http://shop.com/a", "mime": "text/html", "status": "200", "digest": "X"}` + "\n" +
			`com,shop)/b 20240102030405 {"url": "http://shop.com/b", "status": "301"}` + "\n" + `com,shop)/c 20240102030405 {"url": 5}`,
			[]search.Result{{Query: "shop", Rank: 1, URL: "http://shop.com/a", FetchedAt: time.Date(2024, 1, 2, 3, 4, 5, 0, time.UTC)}}, []int{3}},
		"rows of one.csv": {"q,http://a.org/1\nq;2;http://a.org/2", []search.Result{{Query: "q", Rank: 1, URL: "http://a.org/1"}, {Query: "q", Rank: 2, URL: "http://a.org/2"}}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, bad := collect(t, strings.NewReader(test.data), name)
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(test.bad, bad); diff != "" {
				t.Errorf("bad lines (-want +got):\n%s", diff)
			}
		})
	}
}

// collect reads all, and gives the numbers of the bad lines.
func collect(t *testing.T, r io.Reader, name string) (results []search.Result, bad []int) {
	t.Helper()
	for r, err := range Read(r, name) {
		var le *LineError
		switch {
		case err == nil:
			results = append(results, r)
		case errors.As(err, &le):
			bad = append(bad, le.Line)
		default:
			t.Fatalf("error %v is no LineError", err)
		}
	}
	return results, bad
}

// Objects and rows over several lines end where they are torn, and what comes
// after is read.
func TestManyLines(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		data string
		want []string
		bad  []int
	}{
		"a torn object":          {"{\n  \"url\": \"http://a.org/1\",\n  \"title\": \"A\n{\"url\":\"http://a.org/2\"}", []string{"http://a.org/2"}, []int{1}},
		"torn at the end":        {"{\"url\":\"http://a.org/1\"}\n{\n  \"url\":", []string{"http://a.org/1"}, []int{2}},
		"torn in an array":       {"[\n  {\"url\":\"http://a.org/1\"\n  {\"url\":\"http://a.org/2\"},\n  {\"url\":\"http://a.org/3\"}\n]", []string{"http://a.org/2", "http://a.org/3"}, []int{2}},
		"text between":           {`{"url":"http://a.org/1"} x {"url":"http://a.org/2"}`, []string{"http://a.org/1"}, []int{1}},
		"a bracket in a text":    {`{"url":"http://a.org/1","title":"}\\\"{"}`, []string{"http://a.org/1"}, nil},
		"a row of three lines":   {"url,title\nhttp://a.org/1,\"A\nb \"\"c\"\"\nd\"\nhttp://a.org/2,B", []string{"http://a.org/1", "http://a.org/2"}, nil},
		"a quote that is open":   {"url,title\nhttp://a.org/1,\"A\nhttp://a.org/2,B\n", []string{"http://a.org/1", "http://a.org/2"}, nil},
		"a bare quote":           {"url,title\nhttp://a.org/1,5\" disk\nhttp://a.org/2,B\n", []string{"http://a.org/1", "http://a.org/2"}, nil},
		"a service's error":      {`{"error":{"message":"quota"}}` + "\n" + `{"url":"http://a.org/1"}`, []string{"http://a.org/1"}, []int{1}},
		"rows like JSON":         {",url,title\n,http://a.org/1,A\n[x],http://a.org/2,B", []string{"http://a.org/1", "http://a.org/2"}, nil},
		"a result without a URL": {`{"results":[{"url":"http://a.org/1"},{"title":"A"}]}`, []string{"http://a.org/1"}, []int{1}},
		"a table with a BOM":     {"\ufeffurl;title\nhttp://a.org/1;A", []string{"http://a.org/1"}, nil},
		"deeply torn":            {strings.Repeat(" {\n", 50_000) + `{"url":"http://a.org/1"}`, []string{"http://a.org/1"}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			results, bad := collect(t, strings.NewReader(test.data), "x")
			var urls []string
			for _, r := range results {
				urls = append(urls, r.URL)
			}
			if diff := cmp.Diff(test.want, urls); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(test.bad, bad); diff != "" && name != "deeply torn" {
				t.Errorf("bad lines (-want +got):\n%s", diff)
			}
		})
	}
}

func gzipped(t *testing.T, data string) []byte {
	t.Helper()
	var out bytes.Buffer
	z := gzip.NewWriter(&out)
	if _, err := z.Write([]byte(data)); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func TestBadLines(t *testing.T) {
	t.Parallel()
	data := strings.Join([]string{
		`{"query":"a","url":"http://a.org/1"}`,
		``,
		`{"query":"a","url":"http://a.org/2"`,
		`{"query":"a"}`,
		`{"query":"a","url":"http://a.org/1"}`,
		`no header, no url`,
		`[1,2]`,
		`{"query":"b","query_id":"own","url":"http://a.org/3"}`,
		`{"query":"b","url":"http://a.org/` + strings.Repeat("x", MaxLine) + `"}`,
		`{"query":"c","url":"http://a.org/4"}`,
	}, "\n")
	packed := gzipped(t, data)
	z2, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	twice := gzipped(t, data[:100]) // members in a row, as of joined files
	twice = append(twice, gzipped(t, data[100:])...)
	for name, file := range map[string][]byte{"plain": []byte(data), "gzip": packed, "two members": twice, "zstd": z2.EncodeAll([]byte(data), nil)} {
		d, err := Open([]string{"-"}, bytes.NewReader(file), Options{})
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		var lines []int
		for _, b := range d.Bad {
			lines = append(lines, b.Line)
		}
		if diff := cmp.Diff([]int{3, 4, 6, 7, 9}, lines); diff != "" {
			t.Errorf("%s: bad lines (-want +got):\n%s", name, diff)
		}
		if d.Results != 3 || d.Duplicates != 1 || len(d.Queries()) != 3 || d.Queries()[1].ID != "own" {
			t.Errorf("%s: %d results, %d duplicates, queries %+v", name, d.Results, d.Duplicates, d.Queries())
		}
	}
	for end, want := range map[string]int{"": 2, "\n": 2, "\n{": 3} { // behind a long line
		d, err := Open([]string{"-"}, strings.NewReader("{\"query\":\"a\",\"url\":\"http://a.org/1\"}\n"+strings.Repeat("x", MaxLine+1)+end), Options{})
		if err != nil {
			t.Fatalf("end %q: %v", end, err)
		}
		if d.Results != 1 || d.BadLines != want-1 || d.Bad[0].Line != 2 || !errors.Is(d.Bad[0], errLongLine) || d.Bad[want-2].Line != want {
			t.Errorf("end %q: %d results, bad lines %v", end, d.Results, d.Bad)
		}
	}
	torn := packed[:len(packed)/2]
	if results, bad := collect(t, bytes.NewReader(torn), "torn.gz"); len(results) == 0 || len(bad) == 0 {
		t.Errorf("a torn file gives %d results and %d errors", len(results), len(bad))
	}
}

// Of a dump as much is kept as is wanted.
func TestOptions(t *testing.T) {
	t.Parallel()
	const lines = `{"query":"\"a\"","rank":3,"url":"http://a.org/1","title":"A","snippet":"s"}` + "\n" + `{"query":"\"b\"","url":"http://a.org/1","title":"B","snippet":"t"}` + "\n" +
		`{"query":"\"a\"","rank":1,"url":"http://a.org/2","title":"C","snippet":"u"}` + "\n" + `{"query":"\"a\"","url":"http://a.org/1"}`
	a, b := query.Parse(`"a"`), query.Parse(`"b"`)
	for name, test := range map[string]struct {
		options Options
		want    []string
		summary Summary
	}{
		"all":       {Options{}, []string{"3 http://a.org/1 A s", "4 http://a.org/2 C u", "1 http://a.org/1 B t"}, Summary{Results: 3, Duplicates: 1}},
		"brief":     {Options{Brief: true}, []string{"3 http://a.org/1 A ", "4 http://a.org/2 C ", "1 http://a.org/1 A "}, Summary{Results: 3, Duplicates: 1}},
		"one query": {Options{Only: func(q query.Query) bool { return q.ID == b.ID }}, []string{"1 http://a.org/1 B t"}, Summary{Results: 1, Others: 3}},
		"none":      {Options{Only: func(query.Query) bool { return false }}, nil, Summary{Others: 4}},
	} {
		d, err := Open([]string{"-"}, strings.NewReader(lines), test.options)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, q := range []query.Query{a, b} {
			for r, err := range d.Search(t.Context(), q) {
				if err != nil || r.QueryID != q.ID || r.Query != `"`+q.Required[0].Text+`"` {
					t.Errorf("%s: %+v, %v", name, r, err)
				}
				got = append(got, fmt.Sprintf("%d %s %s %s", r.Rank, r.URL, r.Title, r.Snippet))
			}
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
		if diff := cmp.Diff(test.summary, d.Summary); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

// Too many are an error, and no part of a dump.
func TestMaxURLs(t *testing.T) {
	t.Parallel()
	for most, want := range map[int]error{0: nil, 4: ErrTooMany, 5: nil} {
		d, err := Open([]string{"-"}, &endless{n: 20, urls: 5}, Options{MaxURLs: most})
		if !errors.Is(err, want) || (d == nil) != (want != nil) {
			t.Errorf("at most %d of 5 URLs: %v, %v", most, d, err)
		}
	}
}

// A stream passes everything on as it comes, duplicates too, until told to end.
func TestStream(t *testing.T) {
	t.Parallel()
	const lines = `{"query":"\"Emma\" AND \"Jane Austen\"","url":"http://a.org/1"}` + "\n" + `{"query":"q","query_id":"own","url":"http://a.org/2"}` + "\n{}\n" +
		`{"query":"q","query_id":"own","url":"http://a.org/2"}`
	var got []string
	s, err := Stream([]string{"-"}, strings.NewReader(lines), func(q query.Query, r search.Result) error {
		got = append(got, fmt.Sprintf("%s %d %s", q.ID, len(q.Required), r.URL))
		return nil
	})
	want := []string{query.Parse(`"Emma" AND "Jane Austen"`).ID + " 2 http://a.org/1", "own 0 http://a.org/2", "own 0 http://a.org/2"}
	if d := cmp.Diff(want, got); d != "" || err != nil {
		t.Errorf("%v (-want +got):\n%s", err, d)
	}
	if s.Results != 3 || s.Unasked != 0 || s.BadLines != 1 || len(s.Bad) != 1 || s.Bad[0].Line != 3 {
		t.Errorf("%+v", s)
	}
	without := `{"meta":{"id":"1"},"data":{"search":[{"url":"http://a.org/1"},{"url":"http://a.org/2"}]}}` // Kagi's
	if s, err := Stream([]string{"-"}, strings.NewReader(without), func(query.Query, search.Result) error { return nil }); s.Unasked != 2 || err != nil {
		t.Errorf("%+v, %v", s, err)
	}
	full := errors.New("full")
	if s, err := Stream([]string{"-"}, strings.NewReader(lines), func(query.Query, search.Result) error { return full }); !errors.Is(err, full) || s.Results != 1 {
		t.Errorf("%d results, %v", s.Results, err)
	}
}

func TestOpenErrors(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	empty := filepath.Join(dir, "empty")
	if err := os.WriteFile(empty, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{dir, empty, filepath.Join(dir, "none")} {
		if _, err := Open([]string{path}, nil, Options{}); err == nil || !strings.Contains(err.Error(), path) {
			t.Errorf("Open(%s): %v; want an error that names it", path, err)
		}
	}
}

// A file that is no dump is refused by its name, also beside one that is. Lines
// that are torn or bring nothing make none of a dump.
func TestNoDump(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	write := func(name, data string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(data), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	dump := write("results.jsonl", formats["verde"])
	for name, test := range map[string]struct {
		data string
		want string // in the error, "" for a dump
	}{
		"picture.png":   {"\x89PNG\r\n\x1a\n\x00\x00http://a.org/1\nhttp://a.org/2\n", "binary"},
		"utf16.csv":     {"\xff\xfeu\x00r\x00l\x00\n\x00", "UTF-16"},
		"page.html":     {"\n<!doctype html><script>x,\nhttp://a.org/1\nhttp://a.org/2\n", "a page of HTML or XML"},
		"feed.xml":      {"\ufeff<?xml version='1.0'?>\nhttp://a.org/1", "a page of HTML or XML"},
		"README.md":     {strings.Repeat("Some words about it.\n", 50) + "http://a.org/1\nhttp://a.org/2\n" + strings.Repeat("And more.\n", 50), "2 results, and 99 lines of another kind, such as line 1: "},
		"vertical.json": {"{\n  \"domain\": \"book\"\n}\n", "neither a result nor an answer"},
		"records.jsonl": {`{"url":"http://a.org/1","site":"a.org","values":{"Name":["Emma"]}}`, "a record or an entity page of a catalog"},
		"pages.jsonl":   {`{"url":"http://a.org/1","site":"a.org","level":1,"from":"","link_path":"","url_similarity":0}`, "a record or an entity page of a catalog"},
		"torn.jsonl":    {`{"url":"http://a.o`, ""},
		"error.json":    {`{"error":{"message":"quota"}}`, ""},
		"nothing.json":  {`{"results":[]}`, ""},
		"empty":         {"", ""},
		"list.txt":      {strings.Repeat("nothing found\n", 9) + "emma\nhttp://a.org/1", ""},
		"urls.jsonl":    {`{"url":"http://a.org/1","value":5}`, ""},
	} {
		path := write(name, test.data)
		for _, paths := range [][]string{{path, dump}, {dump, path}} {
			_, err := Open(paths, nil, Options{})
			switch {
			case test.want == "" && err != nil:
				t.Errorf("%s is refused: %v", name, err)
			case test.want != "" && (!errors.Is(err, ErrNoDump) || !strings.Contains(err.Error(), test.want) || !strings.HasPrefix(err.Error(), path+" is no dump of results")):
				t.Errorf("%s: error %v, want one with %q", name, err, test.want)
			}
		}
	}
}

// Whatever stands in a dump, reading ends, results are within bounds, and
// errors say where.
func FuzzRead(f *testing.F) {
	for _, s := range formats {
		f.Add([]byte(s))
	}
	f.Add([]byte("\x1f\x8b"))
	f.Fuzz(func(t *testing.T, data []byte) {
		for r, err := range Read(bytes.NewReader(data), "x") {
			if err != nil {
				var le *LineError
				if !errors.As(err, &le) || le.Line < 1 {
					t.Fatalf("error %v", err)
				}
				continue
			}
			if r.URL == "" || len(r.URL) > search.MaxURL || r.Rank < 1 || len(r.Title) > search.MaxText {
				t.Fatalf("result %+v", r)
			}
		}
	})
}

// endless gives n lines of as many queries' answers or, if urls is not 0, of
// queries that are all answered by so many URLs.
type endless struct {
	n    int
	urls int
	rest []byte
}

func (e *endless) Read(p []byte) (int, error) {
	if len(e.rest) == 0 {
		if e.n == 0 {
			return 0, io.EOF
		}
		e.n--
		query, url := e.n, e.n
		if e.urls > 0 {
			query, url = e.n/e.urls, e.n%e.urls
		}
		e.rest = fmt.Appendf(nil, `{"query":"q%d","results":[{"url":"http://a.org/%d","title":"%s","content":"%[3]s"}]}`+"\n", query, url, strings.Repeat("t", 500))
	}
	n := copy(p, e.rest)
	e.rest = e.rest[n:]
	return n, nil
}

// Memory does not grow with a dump: not parallel, since it looks at the heap.
func TestMemory(t *testing.T) {
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	n, most := 0, uint64(0)
	for _, err := range Read(&endless{n: 30_000}, "x") {
		if err != nil {
			t.Fatal(err)
		}
		if n++; n%10_000 == 0 {
			runtime.GC()
			runtime.ReadMemStats(&after)
			most = max(most, after.HeapAlloc)
		}
	}
	if used := int64(most) - int64(before.HeapAlloc); n != 30_000 || used > 6<<20 {
		t.Errorf("%d results, %d MB of memory", n, used>>20)
	}
}

// Brief, neither snippets nor what comes again is kept, and not the lines that
// they stood in: not parallel, since it looks at the heap.
func TestBriefMemory(t *testing.T) {
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	const queries, urls = 40, 1000
	d, err := Open([]string{"-"}, &endless{n: queries * urls, urls: urls}, Options{Brief: true})
	if err != nil {
		t.Fatal(err)
	}
	runtime.GC()
	runtime.ReadMemStats(&after)
	if used := int64(after.HeapAlloc) - int64(before.HeapAlloc); d.Results != queries*urls || used > 4<<20 {
		t.Errorf("%d results, %d KB of memory", d.Results, used>>10)
	}
	runtime.KeepAlive(d)
}

// Objects end where a reader of single bytes says that they do, however the
// text is cut.
func TestBrackets(t *testing.T) {
	t.Parallel()
	end := func(text string) int {
		depth, quoted, escaped := 0, false, false
		for i, c := range []byte(text) {
			switch {
			case escaped:
				escaped = false
			case quoted:
				escaped, quoted = c == '\\', c != '"'
			case c == '"':
				quoted = true
			case c == '{' || c == '[':
				depth++
			case c == '}' || c == ']':
				if depth--; depth == 0 {
					return i + 1
				}
			}
		}
		return -1
	}
	r := rand.New(rand.NewPCG(1, 2))
	ends := 0
	for range 20_000 {
		b := []byte("{")
		for range 1 + r.IntN(30) {
			b = append(b, `{}[]""\\\\ax`[r.IntN(12)])
		}
		var s brackets
		cut := r.IntN(len(b))
		got := s.scan(b[:cut])
		if got < 0 {
			if got = s.scan(b[cut:]); got >= 0 {
				got += cut
			}
		}
		if want := end(string(b)); got != want {
			t.Fatalf("%s cut at %d: the end is at %d, want %d", b, cut, got, want)
		} else if want >= 0 {
			ends++
		}
	}
	if ends < 1000 {
		t.Errorf("only %d objects end", ends)
	}
}

func BenchmarkRead(b *testing.B) {
	data, err := io.ReadAll(&endless{n: 10_000})
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(data)))
	for b.Loop() {
		for range Read(bytes.NewReader(data), "x") {
		}
	}
}
