package align

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"verde/extract/leaves"
	"verde/extract/rules"
	"verde/extract/token"
)

// looksOf gives the signature of a text by its place: tags from the root, then
// classes behind points, as in "html body p.isbn".
func looksOf(c *rules.Corpus, place string) int32 {
	var s leaves.Signature
	s.InlineTags = c.Syms.Intern("")
	for tag := range strings.FieldsSeq(place) {
		tag, class, _ := strings.Cut(tag, ".")
		s.Path = c.Paths.Extend(s.Path, c.Syms.Intern(tag))
		if class != "" {
			s.Classes = c.Classes.Extend(s.Classes, c.Syms.Intern(class))
		}
	}
	return c.Signature(s)
}

// How well a text fits a column: node similarity (DCA, Equation 4: .3 of the path,
// .2 each of ids and classes, .3 of the types), more or less for its shape, and
// more for the very place and text of a member.
func TestScore(t *testing.T) {
	t.Parallel()
	c := rules.NewCorpus()
	member := looksOf(c, "html body div p.isbn")
	column := Profile{Sigs: []int32{member}, Types: []token.Types{token.Integer}, positionalPaths: []int32{7}, contents: []int32{9}}
	two := Profile{Sigs: []int32{looksOf(c, "html head title"), member}, Types: []token.Types{token.Integer, token.Integer}}
	for _, test := range []struct {
		name    string
		leaf    leaves.Leaf
		profile Profile
		want    float64
	}{
		{"as the member is", leaves.Leaf{Sig: member, Types: token.Integer}, column, 1 + .1},
		{"at its place", leaves.Leaf{Sig: member, Types: token.Integer, PositionalPath: 7}, column, 1 + .1 + .15},
		{"with its text", leaves.Leaf{Sig: member, Types: token.Integer, Content: 9}, column, 1 + .1 + .1},
		{"in all", leaves.Leaf{Sig: member, Types: token.Integer, PositionalPath: 7, Content: 9}, column, 1 + .1 + .15 + .1},
		{"of another type", leaves.Leaf{Sig: member, Types: token.Capitalised}, column, .7 + .1},
		{"of that type and another", leaves.Leaf{Sig: member, Types: token.Integer | token.Capitalised}, column, .7 + .3/2 + .1},
		{"another class: another shape", leaves.Leaf{Sig: looksOf(c, "html body div p.price"), Types: token.Integer}, column, .8 - .1},
		{"another element: another shape", leaves.Leaf{Sig: looksOf(c, "html body div b.isbn"), Types: token.Integer}, column, .7 + .3*3/4 - .1},
		{"deeper, but of the same shape", leaves.Leaf{Sig: looksOf(c, "html body div div p.isbn"), Types: token.Integer}, column, .7 + .3*4/5 + .1},
		{"too little in common, whatever the place", leaves.Leaf{Sig: looksOf(c, "html head p.x"), Types: token.Capitalised, PositionalPath: 7, Content: 9}, column, 0},
		{"the better of two members", leaves.Leaf{Sig: member, Types: token.Integer}, two, 1 + .1},
	} {
		if got := float64(Score(c, &test.leaf, &test.profile)); math.Abs(got-test.want) > 1e-6 {
			t.Errorf("%s: %g, want %g", test.name, got, test.want)
		}
	}
	// A similarity that is just the least one is enough, in spite of rounding.
	l := leaves.Leaf{Sig: member, Types: token.Capitalised}
	if got := Score(c, &l, &column); math.Abs(float64(got)-.8) > 1e-6 {
		t.Errorf("at the least similarity: %g", got)
	}
}

// match finds the best sum that there is, in order, with no column taken twice.
func TestMatch(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 0))
	for range 500 {
		n, m := r.IntN(5), r.IntN(5)
		fits, stray := make([]float32, n*m), make([]float32, n)
		for k := range fits {
			fits[k] = float32(max(0, r.IntN(8)-3)) // many fit nowhere
		}
		for k := range stray {
			stray[k] = float32(r.IntN(3))
		}
		fit, astray := func(i, j int) float32 { return fits[i*m+j] }, func(i int) float32 { return stray[i] }
		var best func(i, j int) float32
		best = func(i, j int) float32 { // of items from i on and columns from j on
			if i == n {
				return 0
			}
			sum := astray(i) + best(i+1, j)
			for k := j; k < m; k++ {
				if s := fit(i, k); s > 0 {
					sum = max(sum, s+best(i+1, k+1))
				}
			}
			return sum
		}
		got, last := float32(0), -1
		for i, j := range match(n, m, fit, astray) {
			switch {
			case j < 0:
				got += astray(i)
			case j <= last || fit(i, j) <= 0:
				t.Fatalf("item %d goes to column %d after %d, where it fits %g", i, j, last, fit(i, j))
			default:
				got, last = got+fit(i, j), j
			}
		}
		if want := best(0, 0); got != want {
			t.Fatalf("%d items, %d columns: %g, want %g", n, m, got, want)
		}
	}
}

func TestApart(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		x, y []int32
		want bool
	}{
		{nil, nil, true},
		{[]int32{1}, nil, true},
		{[]int32{1, 3, 5}, []int32{2, 4, 6}, true},
		{[]int32{1, 3, 5}, []int32{2, 4, 5}, false},
		{[]int32{1, 2, 9}, []int32{9}, false},
		{[]int32{4}, []int32{1, 2, 3}, true},
	} {
		if shareNone(c.x, c.y) != c.want || shareNone(c.y, c.x) != c.want {
			t.Errorf("%v and %v: want that they share none: %v", c.x, c.y, c.want)
		}
	}
}
