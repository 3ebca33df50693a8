package gotest

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"verde/bench/table"
)

func TestParseBenchmarks(t *testing.T) {
	t.Parallel()
	got, err := parseBenchmarks("siteexpand", "goos: linux\nBenchmarkDownload-2   \t       3\t 350500000 ns/op\t       909.0 pages/op\t  64 B/op\nPASS\n")
	if err != nil {
		t.Fatal(err)
	}
	want := []table.Figures{{"package": "siteexpand", "benchmark": "Download", "ms a run": "350.5", "other figures": "909.0 pages/op, 64 B/op"}}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	if _, err := parseBenchmarks("x", "PASS\n"); err == nil {
		t.Error("no error without a benchmark")
	}
}

func TestParseKeywords(t *testing.T) {
	t.Parallel()
	const out = `=== RUN   TestCorpora/auto-aol
    corpora_test.go:80: no LSA        [x]  y(0.00+0.50,0.22)
    corpora_test.go:80: pages         [auto automobiles]  auto(0.31+0.50,0.25) green driving(0.05+0.50,0.23)
=== RUN   TestCorpora/none
`
	want := []table.Figures{{"site": "auto-aol", "entity keywords": "auto, automobiles", "the first related words": "auto (0.31+0.50), green driving (0.05+0.50)"}}
	if d := cmp.Diff(want, parseKeywords(out)); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}

func TestParseFolders(t *testing.T) {
	t.Parallel()
	got, err := parseFolders("BenchmarkFolders/cmake-doc-2 \t 1\t 350500000 ns/op\t 0.99812 without-tree\t 0.3149 x-parse-cpu\nPASS\n")
	if err != nil {
		t.Fatal(err)
	}
	want := []table.Figures{{"pages of": "cmake-doc", "read without a tree": "0.998", "reading, times the parse": "0.31"}}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	if _, err := parseFolders("PASS\n"); err == nil {
		t.Error("no error without a folder")
	}
}
