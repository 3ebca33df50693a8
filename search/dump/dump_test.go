package dump

import (
	"bytes"
	"compress/gzip"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"verde/query"
	"verde/search"
	"verde/search/searchtest"
)

const text = `"Emma" AND "Jane Austen" book`

// The same two results in every shape.
var shapes = map[string]string{
	"verde":   `{"query":"\"Emma\" AND \"Jane Austen\" book","rank":1,"url":"http://a.org/1","title":"A","snippet":"s"}` + "\n" + `{"query":"\"Emma\" AND \"Jane Austen\" book","rank":2,"url":"http://a.org/2","title":"B","snippet":"t"}`,
	"searxng": `{"query":"\"Emma\" AND \"Jane Austen\" book","results":[{"url":"http://a.org/1","title":"A","content":"s"},{"url":"http://a.org/2","title":"B","content":"t"}]}`,
	"bing":    `{"queryContext":{"originalQuery":"\"Emma\" AND \"Jane Austen\" book"},"webPages":{"value":[{"url":"http://a.org/1","name":"A","snippet":"s"},{"url":"http://a.org/2","name":"B","snippet":"t"}]}}`,
	"brave":   `{"query":{"original":"\"Emma\" AND \"Jane Austen\" book"},"web":{"results":[{"url":"http://a.org/1","title":"A","description":"s"},{"url":"http://a.org/2","title":"B","description":"t"}]}}`,
	"google":  `{"queries":{"request":[{"searchTerms":"\"Emma\" AND \"Jane Austen\" book","startIndex":1}]},"items":[{"link":"http://a.org/1","title":"A","snippet":"s"},{"link":"http://a.org/2","title":"B","snippet":"t"}]}`,
	"serpapi": `{"search_parameters":{"q":"\"Emma\" AND \"Jane Austen\" book"},"organic_results":[{"position":1,"link":"http://a.org/1","title":"A","snippet":"s"},{"position":2,"link":"http://a.org/2","title":"B","snippet":"t"}]}`,
	"serper":  `{"searchParameters":{"q":"\"Emma\" AND \"Jane Austen\" book"},"organic":[{"position":1,"link":"http://a.org/1","title":"A","snippet":"s"},{"position":2,"link":"http://a.org/2","title":"B","snippet":"t"}]}`,
	"csv":     "query,rank,url,title,snippet\n" + `"""Emma"" AND ""Jane Austen"" book",1,http://a.org/1,A,s` + "\n" + `"""Emma"" AND ""Jane Austen"" book",2,http://a.org/2,B,t`,
	"tsv":     "URL\tQuery\tTitle\tSnippet\r\nhttp://a.org/1\t" + text + "\tA\ts\r\nhttp://a.org/2\t" + text + "\tB\tt\r\n",
}

func TestShapes(t *testing.T) {
	t.Parallel()
	q := query.Query{ID: query.Parse(text).ID}
	for name, data := range shapes {
		path := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(path, []byte(data), 0o600); err != nil {
			t.Fatal(err)
		}
		d, err := Open([]string{path}, nil)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if err := searchtest.TestEngine(t.Context(), d, q); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		var got []search.Result
		for r := range d.All() {
			r.Engine = ""
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
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	z.Write([]byte(data))
	z.Close()
	for name, file := range map[string][]byte{"plain": []byte(data), "gzip": packed.Bytes()} {
		d, err := Open([]string{"-"}, bytes.NewReader(file))
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
	torn := packed.Bytes()[:packed.Len()/2]
	n, bad := 0, 0
	for _, err := range Read(bytes.NewReader(torn), "torn.gz") {
		if err != nil {
			var le *LineError
			if !errors.As(err, &le) {
				t.Fatalf("error %v is no LineError", err)
			}
			bad++
		} else {
			n++
		}
	}
	if n == 0 || bad == 0 {
		t.Errorf("a torn file gives %d results and %d errors", n, bad)
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
		if _, err := Open([]string{path}, nil); err == nil || !strings.Contains(err.Error(), path) {
			t.Errorf("Open(%s): %v; want an error that names it", path, err)
		}
	}
}

// Whatever stands in a dump, reading ends, results are within bounds, and
// errors say where.
func FuzzRead(f *testing.F) {
	for _, s := range shapes {
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
