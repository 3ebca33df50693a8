package rules

import (
	"fmt"
	"slices"
	"testing"
)

// TestNotCompared checks that grids whose cells name the page's entity twice, or with no other, or not first, are none.
func TestNotCompared(t *testing.T) {
	t.Parallel()
	for body, want := range map[string][]int{
		"<h1>X</h1><table><tr><th></th><th>X</th><th>Y</th></tr><tr><th>a</th><td>1</td><td>2</td></tr><tr><th>b</th><td>3</td><td>4</td></tr></table>":           {1},
		"<h1>X</h1><table><tr><th></th><th>Y</th><th>X</th></tr><tr><th>a</th><td>1</td><td>2</td></tr><tr><th>b</th><td>3</td><td>4</td></tr></table>":           {2},
		"<h1>X Pro</h1><table><tr><th></th><th>X</th><th>X Pro</th></tr><tr><th>a</th><td>1</td><td>2</td></tr><tr><th>b</th><td>3</td><td>4</td></tr></table>":   {2},
		"<title>X | Y</title><table><tr><th></th><th>Z</th><th>X</th></tr><tr><th>a</th><td>1</td><td>2</td></tr><tr><th>b</th><td>3</td><td>4</td></tr></table>": {2},
		"<h1>X</h1><table><tr><th></th><th>X</th><th>X</th></tr><tr><th>a</th><td>1</td><td>2</td></tr><tr><th>b</th><td>3</td><td>4</td></tr></table>":           nil,
		"<h1>Z</h1><table><tr><th></th><th>X</th><th>Y</th></tr><tr><th>a</th><td>1</td><td>2</td></tr><tr><th>b</th><td>3</td><td>4</td></tr></table>":           nil,
		"<h1>X</h1><table><tr><th></th><th>X</th></tr><tr><th>a</th><td>1</td></tr><tr><th>b</th><td>3</td></tr></table>":                                         nil,
		"<h1>X</h1><table><tr><th></th><th>X</th><th>Y</th></tr><tr><th>a</th><td>1</td><td>2</td></tr></table>":                                                  nil,
		"<h1>X</h1><table><tr><th></th><th>to X</th><th>Y</th></tr><tr><th>a</th><td>1</td><td>2</td></tr><tr><th>b</th><td>3</td><td>4</td></tr></table>":        nil,
	} {
		p := document("http://compared.example/", body)
		root, err := p.Parse()
		if err != nil {
			t.Fatal(err)
		}
		c := NewCorpus()
		var got []int
		for _, x := range c.comparisons(c.Read(p.URL, root)) {
			if x.own > 0 {
				got = append(got, x.own)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: columns %d, want %d", body, got, want)
		}
	}
}

// TestPairsAreNotCompared checks that a maker which titles begin with, and which stands in a row with the next label, makes a
// table of labels and values no comparison of entities, as names that differ from page to page do.
func TestPairsAreNotCompared(t *testing.T) {
	t.Parallel()
	table := func(x, y string) string {
		return fmt.Sprintf("<table><tr><td>Maker</td><td>%s</td><td>%s</td></tr><tr><td>Size</td><td>1</td><td>2</td></tr><tr><td>Year</td><td>3</td><td>4</td></tr></table>", x, y)
	}
	other := func(i int) string { return fmt.Sprintf("Other %c", 'P'+i) }
	for name, tt := range map[string]struct {
		firms  int
		second func(i int) string
		want   int
	}{
		"the next label":          {6, func(int) string { return "Kind" }, 0},
		"another each page":       {6, other, 1},
		"the town of a few firms": {2, other, 0},
	} {
		a := &Set{Corpus: NewCorpus()}
		for i := range 6 {
			own := fmt.Sprintf("Firm%c", 'A'+i%tt.firms)
			p := document(fmt.Sprintf("http://pairs.example/%d", i), "<h1>"+own+" 100</h1>"+table(own, tt.second(i)))
			root, err := p.Parse()
			if err != nil {
				t.Fatal(err)
			}
			a.Docs = append(a.Docs, a.Read(p.URL, root))
		}
		if got := len(a.findCompared()); got != tt.want {
			t.Errorf("%s: %d kinds of comparisons, want %d", name, got, tt.want)
		}
	}
}
