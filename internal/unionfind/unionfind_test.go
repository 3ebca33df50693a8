package unionfind

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestForest(t *testing.T) {
	t.Parallel()
	type edge struct {
		a, b int32
		two  bool
	}
	for _, c := range []struct {
		name  string
		n     int
		edges []edge
		want  [][]int
	}{
		{"none", 0, nil, [][]int{}},
		{"apart", 3, nil, [][]int{{0}, {1}, {2}}},
		{"chain backwards", 4, []edge{{3, 2, true}, {2, 1, true}, {1, 3, false}}, [][]int{{0}, {1, 2, 3}}},
		{"two sets become one", 5, []edge{{4, 3, true}, {1, 0, true}, {3, 1, true}, {4, 0, false}}, [][]int{{0, 1, 3, 4}, {2}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			f := New(c.n)
			for _, e := range c.edges {
				if two := f.Union(e.a, e.b); two != e.two {
					t.Errorf("Union(%d, %d) = %v", e.a, e.b, two)
				}
			}
			if diff := cmp.Diff(c.want, f.Sets()); diff != "" {
				t.Error(diff)
			}
			for _, set := range c.want {
				for _, i := range set {
					if root := f.Find(int32(i)); int(root) != set[0] {
						t.Errorf("Find(%d) = %d, want %d", i, root, set[0])
					}
				}
			}
		})
	}
}

func TestKeyed(t *testing.T) {
	t.Parallel()
	f := Keyed[string]{}
	for i, c := range []struct {
		a, b, rootA, rootB string
		two                bool
	}{
		{"a", "b", "a", "b", true},
		{"c", "b", "c", "a", true}, // the root of the first stays
		{"d", "a", "d", "c", true},
		{"b", "c", "d", "d", false},
	} {
		if a, b, two := f.Union(c.a, c.b); a != c.rootA || b != c.rootB || two != c.two {
			t.Errorf("union %d: %q, %q, %v", i, a, b, two)
		}
	}
	for k, want := range map[string]string{"a": "d", "b": "d", "c": "d", "d": "d", "e": "e"} {
		if got := f.Find(k); got != want {
			t.Errorf("Find(%q) = %q, want %q", k, got, want)
		}
	}
}
