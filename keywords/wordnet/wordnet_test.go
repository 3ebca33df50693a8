package wordnet

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func load(t testing.TB) *Graph {
	t.Helper()
	g, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func TestDistance(t *testing.T) {
	t.Parallel()
	g := load(t)
	tests := []struct {
		a, b string
		want int // -1: farther than 4, or unknown
	}{
		{"book", "book", 0},
		{"movie", "film", 0}, // synonyms
		{"Movies", "films", 0},
		{"book", "paperback", 1},
		{"book", "publish", 2},
		{"book", "author", 3},
		{"book", "title", 3},
		{"book", "banana", -1},
		{"book", "checkout", -1},
		{"player", "team", 2},
		{"player", "season", -1},
		{"basketball player", "basketball", 2},
		{"university", "college", 1},
		{"university", "faculty", 2},
		{"restaurant", "hotel", 2},
		{"car", "engine", 2},
		{"car", "sedan", 1},
		{"camera", "lens", 2},
		{"job", "employer", 2},
		{"book", "isbn", -1}, // not in WordNet
		{"", "book", -1},
	}
	for _, test := range tests {
		d, ok := g.Distance(test.a, test.b, 4)
		if !ok {
			d = -1
		}
		back, okBack := g.Distance(test.b, test.a, 4)
		if !okBack {
			back = -1
		}
		if d != test.want || back != test.want {
			t.Errorf("%q to %q: %d, back %d, want %d", test.a, test.b, d, back, test.want)
		}
	}
}

// TestDistanceEqualsOneSided holds the search from both ends against a plain
// breadth-first search.
func TestDistanceEqualsOneSided(t *testing.T) {
	t.Parallel()
	g := load(t)
	words := []string{"book", "car", "job", "film", "write", "quick", "quickly", "banana", "restaurant", "france", "entity", "isbn"}
	for _, a := range words {
		for limit := range 6 {
			for _, b := range words {
				want, wantOK := oneSided(g, g.Senses(a), g.Senses(b), limit)
				got, ok := g.Distance(a, b, limit)
				if got != want || ok != wantOK {
					t.Fatalf("%q to %q within %d: %d, %v, want %d, %v", a, b, limit, got, ok, want, wantOK)
				}
			}
		}
	}
}

func oneSided(g *Graph, a, b []Synset, limit int) (int, bool) {
	depth := map[Synset]int{}
	queue := slices.Clone(a)
	for len(queue) > 0 {
		v := queue[0]
		queue = queue[1:]
		if slices.Contains(b, v) {
			return depth[v], true
		}
		if depth[v] == limit {
			continue
		}
		for _, w := range g.edges[g.edgeStart[v]:g.edgeStart[v+1]] {
			if _, ok := depth[w]; !ok && !slices.Contains(a, w) {
				depth[w] = depth[v] + 1
				queue = append(queue, w)
			}
		}
	}
	return 0, false
}

func TestSize(t *testing.T) {
	t.Parallel()
	synsets, relations, words := load(t).Size()
	if diff := cmp.Diff([3]int{117659, 183789, 147306}, [3]int{synsets, relations, words}); diff != "" {
		t.Errorf("synsets, relations, words (-want +got):\n%s", diff)
	}
}

func TestMorphology(t *testing.T) {
	t.Parallel()
	g := load(t)
	for form, base := range map[string]string{
		"publishers": "publisher",
		"libraries":  "library",
		"boxes":      "box",
		"children":   "child",
		"wrote":      "write",
		"written":    "write",
		"publishing": "publish",
		"published":  "publish",
		"faster":     "fast",
		"PLAYERS":    "player",
	} {
		baseSenses := g.Senses(base)
		shared := slices.DeleteFunc(g.Senses(form), func(s Synset) bool { return !slices.Contains(baseSenses, s) })
		if len(shared) == 0 {
			t.Errorf("%q has no sense of %q", form, base)
		}
	}
	for _, unknown := range []string{"xyzzy", "xyzzys", "isbn", ""} {
		if g.Has(unknown) {
			t.Errorf("%q is known", unknown)
		}
	}
	// An inflection of one part of speech gives senses of no other: the plural
	// "writes" isn't a noun, for "write" is none.
	for _, s := range g.Senses("writes") {
		if p := g.part(s); p != verb {
			t.Errorf("writes has a sense as part of speech %d", p)
		}
	}
}

func TestConcurrentUse(t *testing.T) {
	t.Parallel()
	g := load(t)
	results := make(chan int)
	for range 4 {
		go func() {
			sum := 0
			for range 200 {
				d, _ := g.Distance("book", "author", 4)
				sum += d
			}
			results <- sum
		}()
	}
	for range 4 {
		if sum := <-results; sum != 600 {
			t.Errorf("distances sum up to %d, want 600", sum)
		}
	}
}

func BenchmarkLoad(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Decode(embedded); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkDistance(b *testing.B) {
	g := load(b)
	b.ReportAllocs()
	for b.Loop() {
		g.Distance("restaurant", "banana", 4)
	}
}
