package rules

import (
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
