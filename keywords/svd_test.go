package keywords

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// randomSparse is a matrix with about the given share of entries; rank limits
// it to a product of two thin sparse matrices, 0 doesn't.
func randomSparse(rows, columns, rank int, share float64, seed uint64) *mat.Dense {
	rnd := rand.New(rand.NewPCG(seed, 1))
	fill := func(r, c int) *mat.Dense {
		m := mat.NewDense(r, c, nil)
		for i := range r {
			for j := range c {
				if rnd.Float64() < share {
					m.Set(i, j, rnd.NormFloat64())
				}
			}
		}
		return m
	}
	if rank == 0 {
		return fill(rows, columns)
	}
	var m mat.Dense
	m.Mul(fill(rows, rank), fill(rank, columns))
	return &m
}

func toSparse(m *mat.Dense) *sparse {
	s := &sparse{start: []int{0}}
	s.rows, s.columns = m.Dims()
	for i := range s.rows {
		for j := range s.columns {
			if v := m.At(i, j); v != 0 {
				s.column, s.value = append(s.column, uint32(j)), append(s.value, v)
			}
		}
		s.start = append(s.start, len(s.column))
	}
	return s
}

// TestTruncatedSVD compares with gonum's full SVD. If the rank is within reach
// of the range finder the result is exact, else near.
func TestTruncatedSVD(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name                   string
		rows, columns, rank, k int
		tolerance              float64 // relative to the largest singular value
	}{
		{"low rank, tall", 80, 30, 6, 6, 1e-10},
		{"low rank, wide", 30, 80, 6, 4, 1e-10},
		{"rank within surplus", 60, 60, 14, 5, 1e-10},
		{"full rank", 120, 100, 0, 10, 0.05},
		{"k above both sides", 8, 5, 0, 100, 1e-10},
		{"one row", 1, 9, 0, 3, 1e-10},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			m := randomSparse(test.rows, test.columns, test.rank, 0.3, 7)
			var full mat.SVD
			if !full.Factorize(m, mat.SVDThin) {
				t.Fatal("no full SVD")
			}
			want := full.Values(nil)
			sigma, u := truncatedSVD(toSparse(m), test.k, 3)
			if len(sigma) != min(test.k, test.rows, test.columns) || u.Cols != len(sigma) || u.Rows != test.rows {
				t.Fatalf("%d values, vectors %d x %d", len(sigma), u.Rows, u.Cols)
			}
			for i, s := range sigma {
				if math.Abs(s-want[i]) > test.tolerance*want[0] {
					t.Errorf("singular value %d: %v, want %v", i, s, want[i])
				}
			}
			// UᵀU = I, and uᵀ·M has the length sigma.
			uu := mat.NewDense(u.Rows, u.Cols, u.Data)
			var gram, projected mat.Dense
			gram.Mul(uu.T(), uu)
			projected.Mul(uu.T(), m)
			for i, s := range sigma {
				for j := range i + 1 {
					want := 0.0
					if i == j {
						want = 1
					}
					if math.Abs(gram.At(i, j)-want) > 1e-9 {
						t.Errorf("left vectors %d and %d have product %v", i, j, gram.At(i, j))
					}
				}
				if n := mat.Norm(projected.RowView(i), 2); math.Abs(n-s) > 1e-9*want[0] {
					t.Errorf("projection on left vector %d has length %v, want %v", i, n, s)
				}
			}
		})
	}
}

func TestTruncatedSVDOfNothing(t *testing.T) {
	t.Parallel()
	for _, m := range []*sparse{{start: []int{0}}, {rows: 3, start: make([]int, 4)}} {
		if sigma, _ := truncatedSVD(m, 5, 0); sigma != nil {
			t.Errorf("%v", sigma)
		}
	}
	sigma, u := truncatedSVD(&sparse{rows: 3, columns: 2, start: make([]int, 4)}, 5, 0)
	for i, s := range sigma {
		if s != 0 || math.IsNaN(u.Data[i]) {
			t.Errorf("zero matrix: values %v, vectors %v", sigma, u.Data)
		}
	}
}

func BenchmarkTruncatedSVD(b *testing.B) {
	rnd := rand.New(rand.NewPCG(1, 1))
	m := &sparse{rows: 5000, columns: 2000, start: []int{0}}
	for range m.rows {
		for j := range m.columns {
			if rnd.Float64() < 0.02 {
				m.column, m.value = append(m.column, uint32(j)), append(m.value, rnd.Float64())
			}
		}
		m.start = append(m.start, len(m.column))
	}
	for b.Loop() {
		truncatedSVD(m, 100, 1)
	}
}
