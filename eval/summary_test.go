package eval

import (
	"encoding/xml"
	"errors"
	"flag"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write the golden files")

// example is three types of ten pages: one well found, one half, one not at all.
func example() []Row {
	failed := run("m", "x|y <z>", 1, 0, 0, 0)
	failed.Error = "gone"
	return []Row{run("m", "films", 2, 10, 0, 30), run("m", "films", 1, 10, 0, 10), run("m", "books", 1, 5, 5, 5), run("m", "books", 2, 5, 0, 10), failed}
}

func TestSummarize(t *testing.T) {
	t.Parallel()
	s := Summarize(example())
	if len(s.Types) != 3 || s.Types[0].Type != "books" || s.Draws != 2 || s.Types[2].Failed != 1 {
		t.Fatalf("types %+v, %d draws", s.Types, s.Draws)
	}
	books := Figures{Precision: .75, Recall: .5, F1: (.5 + 2./3) / 2, Downloads: 7.5, Requests: 8.5, Seconds: .5, PerEntity: 1.5}
	if d := cmp.Diff(books, s.Types[0].Mean, cmp.Comparer(near)); d != "" {
		t.Errorf("books (-want +got):\n%s", d)
	}
	// Films have 40 downloads for 20 pages, the third type has no page.
	if got := []float64{s.Types[1].Mean.PerEntity, s.Types[2].Mean.PerEntity, s.Median.PerEntity, s.Mean.PerEntity}; !cmp.Equal(got, []float64{2, math.Inf(1), 2, 55. / 30}, cmp.Comparer(near)) {
		t.Errorf("downloads per entity of films, the third, median, total: %v", got)
	}
	if !near(s.Mean.Precision, 1.75/3) || s.Median.Precision != .75 {
		t.Errorf("precision: mean %v, median %v", s.Mean.Precision, s.Median.Precision)
	}
}

// The best of the scopes that a run offered counts beside its own choice; a run
// that offered none had no better.
func TestBestOfScopes(t *testing.T) {
	t.Parallel()
	rows := []Row{run("m", "books", 1, 5, 0, 10), run("m", "books", 2, 10, 0, 10), run("m", "films", 1, 2, 0, 1)}
	better := run("m", "books", 1, 8, 2, 90)
	rows[0].Scopes = []ScopeScore{{Name: "folder", Chosen: true, Score: rows[0].Score}, {Name: "siblings", Score: better.Score}, {Name: "anywhere"}}
	s := Summarize(rows)
	if !s.Scoped || !near(s.Types[0].Best.F1, .9) || !near(s.Types[0].Best.Precision, .9) || !near(s.Best.F1, (.9+1./3)/2) {
		t.Errorf("best of books %+v, of all %+v", s.Types[0].Best, s.Best)
	}
	if !near(s.Types[0].Mean.F1, (2./3+1)/2) || s.Types[0].Mean.Downloads != 10 {
		t.Errorf("what could have been changes what was: %+v", s.Types[0].Mean)
	}
	var b strings.Builder
	if err := s.Markdown(&b); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"| best of scopes |\n", "| books | 10 | 1.000 | 0.750 | **0.833** | 0.667 | 10 | 11 | 0.50 | 1.333 | 0.900 |\n", "F1 0.617.\n"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %q in\n%s", want, b.String())
		}
	}
}

func TestMedian(t *testing.T) {
	t.Parallel()
	for want, values := range map[float64][]float64{3: {3}, 2: {3, 1}, 5: {9, 5, 1}, math.Inf(1): {1, math.Inf(1)}} {
		if got := median(values); got != want {
			t.Errorf("median of %v is %v, want %v", values, got, want)
		}
	}
}

func TestGoldens(t *testing.T) {
	t.Parallel()
	s := Summarize(example())
	better := []Row{run("n", "films", 2, 9, 0, 20), run("n", "films", 1, 9, 1, 10), run("n", "books", 1, 9, 0, 5), run("n", "books", 2, 8, 0, 10)}
	c, err := Compare(example(), better)
	if err != nil {
		t.Fatal(err)
	}
	for name, write := range map[string]func(io.Writer) error{
		"summary.md":  s.Markdown,
		"compare.md":  c.Markdown,
		"compare.svg": func(w io.Writer) error { return SVG(w, &c.A, &c.B) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var b strings.Builder
			if err := write(&b); err != nil {
				t.Fatal(err)
			}
			file := filepath.Join("testdata", name)
			if *update {
				if err := os.WriteFile(file, []byte(b.String()), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(string(want), b.String()); d != "" {
				t.Errorf("(-want +got):\n%s", d)
			}
		})
	}
}

// A picture is XML whatever the names, without a number that is none, and all
// in it is within its frame.
func TestSVGIsXML(t *testing.T) {
	t.Parallel()
	rows := append(example(), run("m", "</svg><script>alert(1)</script>&\x00", 1, 1, 0, 900), run("m", strings.Repeat("ä", 90), 1, 0, 3, 1))
	s := Summarize(rows)
	for _, list := range [][]*Summary{{&s}, {&s, &s, &s, &s, &s}, {{}}} {
		var b strings.Builder
		if err := SVG(&b, list...); err != nil {
			t.Fatal(err)
		}
		for _, bad := range []string{"NaN", "Inf", "<script"} {
			if strings.Contains(b.String(), bad) {
				t.Errorf("%q in the picture", bad)
			}
		}
		d := xml.NewDecoder(strings.NewReader(b.String()))
		for {
			_, err := d.Token()
			if errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				t.Fatal(err)
			}
		}
	}
}

func TestNiceTop(t *testing.T) {
	t.Parallel()
	for most, want := range map[float64]float64{0: 1, .4: 1, 1: 1, 1.1: 2, 3: 4, 4.1: 10, 30: 40, 95: 100, math.Inf(1): 1} {
		s := &Summary{Types: []TypeSummary{{Mean: Figures{PerEntity: most}}}}
		if got := niceTop([]*Summary{s}); got != want {
			t.Errorf("scale for %v is %v, want %v", most, got, want)
		}
	}
}
