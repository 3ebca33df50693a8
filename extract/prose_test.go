package extract

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"verde/extract/rules"
)

func TestJoinProse(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		body string
		want []string
	}{
		"paragraph":            {"<p>It was the best of <a>times</a>, it was the worst of <b>times</b>. <i>Charles Dickens</i> wrote it.</p>", []string{"It was the best of times, it was the worst of times. Charles Dickens wrote it."}},
		"words, no prose":      {"<p>by <a>Jane Austen</a></p><p><a>x</a>, <a>y</a></p>", []string{"by", "Jane Austen", "x", ",", "y"}},
		"code":                 {"<pre><b>def</b> f(<i>x</i>):\n  return <i>x</i></pre>", []string{"def f(x): return x"}},
		"label":                {"<p><b>Plot:</b> A tramp loves a blind girl and <a>finds</a> money for her.</p>", []string{"Plot:", "A tramp loves a blind girl and finds money for her."}},
		"label, colon outside": {"<p><b>Plot</b>: A tramp loves a blind girl and <a>finds</a> money for her.</p>", []string{"Plot", ": A tramp loves a blind girl and finds money for her."}},
		"another sentence":     {"<div>A tramp loves a blind girl and finds money. <a>See more</a></div>", []string{"A tramp loves a blind girl and finds money.", "See more"}},
		"another line":         {"<div>A tramp loves a blind girl and finds money<br>Black and white</div>", []string{"A tramp loves a blind girl and finds money", "Black and white"}},
		"the same sentence":    {"<div>A tramp loves a blind girl and finds <a>Money</a> for her</div>", []string{"A tramp loves a blind girl and finds Money for her"}},
		"heading":              {"<h1>The girl who kicked the nest of all hornets <small>Hardcover</small></h1>", []string{"The girl who kicked the nest of all hornets", "Hardcover"}},
		"no sentence":          {"<div>By <a>Jane Austen</a>, Jr.</div>", []string{"By", "Jane Austen", ", Jr."}},
		"trail":                {"<div><a>Home</a> &gt; <a>All the books of this shop and more</a> &gt; <a>A Bold Fresh Piece of Humanity, the second edition</a></div>", []string{"Home", ">", "All the books of this shop and more", ">", "A Bold Fresh Piece of Humanity, the second edition"}},
		"listing with a label": {"<pre><i># Print it:</i>\nprint(<b>x</b>)</pre>", []string{"# Print it: print(x)"}},
		"values side by side":  {"<div><span>2010 Acura MDX</span><span>a car with a 300-hp, 3.7-liter V-6 engine (premium fuel)</span></div>", []string{"2010 Acura MDX", "a car with a 300-hp, 3.7-liter V-6 engine (premium fuel)"}},
		"value in its label":   {"<div><span>Mileage <i>City: 17 to 19 miles, Highway: 22 to 24</i></span><span>Doors <i>2</i></span></div>", []string{"Mileage", "City: 17 to 19 miles, Highway: 22 to 24", "Doors", "2"}},
		"text in one element":  {"<div><font>A tramp loves a blind girl and finds <b>money</b> for her</font> <a>More</a></div>", []string{"A tramp loves a blind girl and finds money for her", "More"}},
		"terms":                {"<dl><dt><code>f</code>(<i>x</i>)<br><code>g</code><dd>y</dl>", []string{"f(x)", "g", "y"}},
		"blocks":               {"<p>It was the best of times, it was the worst</p><p>of times</p>", []string{"It was the best of times, it was the worst", "of times"}},
	} {
		c := rules.NewCorpus()
		root, err := document("x", tt.body).Parse()
		if err != nil {
			t.Fatal(err)
		}
		d := c.Read("x", root)
		c.JoinProse(d)
		var got []string
		for i := range d.Leaves {
			got = append(got, d.Leaves[i].Text)
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s (-want +got)\n%s", name, diff)
		}
	}
}

// TestRunsDeep checks that text in deeply nested markup, with a mark behind each element,
// takes no more time than its depth explains. It took minutes.
func TestRunsDeep(t *testing.T) {
	t.Parallel()
	const depth, words = 200, 1000
	p := document("http://deep.example/", "<div>"+strings.Repeat("<span>", depth)+strings.Repeat("<u>x</u>", words)+strings.Repeat("</span>|", depth)+"</div>")
	root, err := p.Parse()
	if err != nil {
		t.Fatal(err)
	}
	c := rules.NewCorpus()
	d := c.Read(p.URL, root)
	begun := time.Now()
	c.JoinProse(d)
	if len(d.Leaves) != words+depth || time.Since(begun) > 5*time.Second {
		t.Errorf("%d values after %v, want %d", len(d.Leaves), time.Since(begun), words+depth)
	}
}
