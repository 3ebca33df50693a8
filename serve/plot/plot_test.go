package plot

import (
	"encoding/xml"
	"errors"
	"io"
	"math"
	"strings"
	"testing"
)

// wellFormed fails unless s is one XML document that has what it should have.
func wellFormed(t *testing.T, s string, want ...string) {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader(s))
	for {
		_, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatalf("%v in %s", err, s)
		}
	}
	for _, w := range want {
		if !strings.Contains(s, w) {
			t.Errorf("no %s in %s", w, s)
		}
	}
	if strings.Contains(s, "NaN") || strings.Contains(s, "Inf") {
		t.Errorf("no numbers: %s", s)
	}
}

func TestFunnel(t *testing.T) {
	t.Parallel()
	wellFormed(t, string(Funnel("a <b>", []Step{{Label: "queries", N: 400}, {Label: "sites & more", N: 4, Lost: []Loss{{3, "refused", "y"}, {1, "<doubtful>", ""}}, Href: `x?a="b"&c`}, {Label: "none"}})),
		`aria-label="a &lt;b&gt;"`, `width="100.0%"`, `width="10.0%"`, `width="0.5%"`, "sites &amp; more", `<a href="y">3 refused</a>, 1 &lt;doubtful&gt;`, `href="x?a=&#34;b&#34;&amp;c"`, ">400<")
	wellFormed(t, string(Funnel("", nil)))
}

func TestLines(t *testing.T) {
	t.Parallel()
	wellFormed(t, string(Lines("growth <b>", 1, []Line{{"sources", []float64{1, 4, 4}}, {"unseen", []float64{3, 0.5}}, {"nothing", nil}, {"gaps", []float64{math.NaN(), 2, math.NaN()}}, {"unknown", []float64{math.NaN()}}})),
		"<title>growth &lt;b&gt;</title>", "sources 4", "gaps 2", "unseen 0.5", ">3</text>", `x1="41.0%" y1="0.0" x2="82.0%" y2="0.0"`)
	for _, lines := range [][]Line{nil, {{"one", []float64{0}}}, {{"large", []float64{1, 2_500_000}}}} {
		wellFormed(t, string(Lines("", 0, lines)))
	}
}

func TestNice(t *testing.T) {
	t.Parallel()
	for n, want := range map[float64]float64{1: 4, 4: 4, 5: 10, 11: 20, 21: 40, 41: 100, 401: 1000} {
		if got := nice(n); got != want {
			t.Errorf("nice(%v) = %v, want %v", n, got, want)
		}
	}
}
