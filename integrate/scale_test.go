package integrate

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"verde/integrate/compare"
)

// rated makes tables of four sites that list the same entities, each with what it writes for an entity's score and
// another number of it.
func rated(entities uint64, show [4]func(score, other float64) string) []Table {
	var out []Table
	for s := range 4 {
		t := Table{Site: fmt.Sprintf("s%02d.example", s)}
		for e := range entities {
			random := rand.New(rand.NewPCG(e, 7))
			score, other := math.Round(20+79*random.Float64())/10, random.NormFloat64()
			t.Records = append(t.Records, Record{URL: fmt.Sprintf("http://%s/%d", t.Site, e), Values: map[string][]string{
				fmt.Sprint("name", s): {name(1, e, 3)}, fmt.Sprint("maker", s): {name(2, e/3, 2)}, fmt.Sprint("score", s): {show[s](score, other)},
			}})
		}
		out = append(out, t)
	}
	return out
}

func of10(score, _ float64) string    { return fmt.Sprintf("%.1f/10", score) }
func percent(score, _ float64) string { return fmt.Sprintf("%.0f%%", 10*score) }
func of5(score, _ float64) string     { return fmt.Sprintf("%.2f", score/2) }

// Scores on three scales are one attribute, and one value of each entity.
func TestScales(t *testing.T) {
	t.Parallel()
	r := must(t, rated(120, [4]func(score, other float64) string{of10, percent, of5, percent}), Options{})
	if got := attributesOf(r); !got["score0 score1 score2 score3"] {
		t.Fatalf("attributes are %v", got)
	}
	one := 0.
	for _, c := range r.Columns {
		if c.Label == "score0" {
			one = c.Scale
		}
	}
	for _, c := range r.Columns {
		if want, ok := map[string]float64{"score0": 1, "score1": .1, "score2": 2, "score3": .1}[c.Label]; ok && math.Abs(c.Scale/one-want) > 1e-6*want {
			t.Errorf("%s times %g, want %g", c.Label, c.Scale/one, want)
		}
	}
	for _, f := range r.Fused {
		if strings.HasPrefix(f.Attribute, "score") && len(f.Groups) != 1 {
			t.Fatalf("%s has %+v", f.Entity, f.Groups)
		}
	}
}

// Prices of one entity that differ from site to site are one attribute where the dearer is so everywhere; what is paid
// for something else is not, though it is of the same magnitude.
func TestPrices(t *testing.T) {
	t.Parallel()
	var show [4]func(score, other float64) string
	for s := range 4 {
		random := rand.New(rand.NewPCG(uint64(s), 1))
		show[s] = func(score, _ float64) string { return fmt.Sprintf("$%.2f", score*(1+.5*random.Float64())) }
	}
	own := rand.New(rand.NewPCG(9, 1))
	show[3] = func(_, _ float64) string { return fmt.Sprintf("$%.2f", 2+10*own.Float64()) }
	r := must(t, rated(120, show), Options{})
	if got := attributesOf(r); !got["score0 score1 score2"] {
		t.Errorf("attributes are %v", got)
	}
}

// What two numbers of an entity have to do with each other is a scale only if they are multiples as
// exactly as they are rounded, and not by chance.
func TestRescaled(t *testing.T) {
	t.Parallel()
	lexicon := compare.NewLexicon()
	format := func(format string) func(x float64) string {
		return func(x float64) string { return fmt.Sprintf(format, x) }
	}
	whole := format("%.0f")
	for _, test := range []struct {
		name string
		a, b func(x, noise float64) float64 // x from 0 to 1, noise normal
		show [2]func(x float64) string
		want float64
	}{
		{"percent and of 10", func(x, _ float64) float64 { return 20 + 79*x }, func(x, _ float64) float64 { return 2 + 7.9*x }, [2]func(float64) string{format("%.0f%%"), format("%.1f/10")}, 10},
		{"of 5, rounded", func(x, _ float64) float64 { return 2 + 3*x }, func(x, _ float64) float64 { return 40 + 60*x }, [2]func(float64) string{format("%.1f"), whole}, .05},
		{"thousands", func(x, _ float64) float64 { return 1e5 + 9e5*x }, func(x, _ float64) float64 { return 100 + 900*x }, [2]func(float64) string{whole, whole}, 1000},
		{"thousands and grouped", func(x, _ float64) float64 { return 1e5 + 9e5*x }, func(x, _ float64) float64 { return 100 + 900*x }, [2]func(float64) string{func(x float64) string { return fmt.Sprintf("%d,%03d", int(x)/1000, int(x)%1000) }, whole}, 1000},
		{"about a multiple", func(x, _ float64) float64 { return 20 + 79*x }, func(x, n float64) float64 { return (2 + 7.9*x) * (1 + .1*n) }, [2]func(float64) string{whole, format("%.1f")}, 0},
		{"linear, but not through the origin", func(x, _ float64) float64 { return 32 + 180*x }, func(x, _ float64) float64 { return 100 * x }, [2]func(float64) string{whole, whole}, 0},
		{"pages and year", func(x, _ float64) float64 { return 300 + 40*x }, func(_, n float64) float64 { return 2000 + 5*n }, [2]func(float64) string{whole, whole}, 0},
		{"two years", func(x, _ float64) float64 { return 1990 + 20*x }, func(x, n float64) float64 { return 1992 + 20*x + n }, [2]func(float64) string{whole, whole}, 0},
		{"stars and count", func(x, _ float64) float64 { return 1 + 4*x }, func(x, n float64) float64 { return 20 + 80*x + 3*n }, [2]func(float64) string{whole, whole}, 0},
		{"stars and half stars", func(x, _ float64) float64 { return 1 + 4*x }, func(x, _ float64) float64 { return 2 + 8*x }, [2]func(float64) string{whole, whole}, 0},
		{"powers of two, in words for 1000 and for 1024", func(x, _ float64) float64 { return math.Exp2(math.Floor(10 * x)) }, func(x, _ float64) float64 { return 1024 * math.Exp2(math.Floor(10*x)) }, [2]func(float64) string{format("%.0fK"), format("%.0f bytes")}, 1000. / 1024},
		{"nearly all the same", func(x, _ float64) float64 { return 4.5 + .05*x }, func(_, n float64) float64 { return 90 + n/4 }, [2]func(float64) string{format("%.1f"), whole}, 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			random := rand.New(rand.NewPCG(1, 2))
			var a, b measures
			read := func(to *measures, text string) {
				amount, half, ok := lexicon.Value(text, compare.Form{Kind: compare.Number}).Measure()
				if !ok {
					t.Fatalf("%q is no number", text)
				}
				to.cells, to.n = append(to.cells, measure{amount, half}), to.n+1
			}
			for range 100 {
				x, noise := random.Float64(), random.NormFloat64()
				read(&a, test.show[0](test.a(x, noise)))
				read(&b, test.show[1](test.b(x, noise)))
			}
			m := rescaled(a, b, 10)
			if m.Counts != (test.want > 0) || math.Abs(m.Scale-test.want) > .01*test.want {
				t.Errorf("times %g, %+v; want %g", m.Scale, m, test.want)
			}
		})
	}
	if slices.ContainsFunc([]string{"56° N", "none"}, func(s string) bool {
		_, _, ok := lexicon.Value(s, compare.Form{Kind: compare.Number}).Measure()
		return ok
	}) {
		t.Error("an angle or a word is a number")
	}
}

// A scale is as simple as its error allows.
func TestSimplest(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ x, err, want float64 }{
		{.9988, .003, 1}, {.01664, .003, 1. / 60}, {.30481, 1e-4, .3048}, {10, 0, 10}, {19.76, .02, 20}, {3.14159265, 0, 3.14159265}, {1e-200, .1, 1e-200},
	} {
		if got := simplest(test.x, test.err); math.Abs(got-test.want) > 1e-9*test.want {
			t.Errorf("%g of %g, want %g", got, test.x, test.want)
		}
	}
}

// Neighbours on one scale are two numbers, and a coarser one is the nearest that it may be.
func TestNearest(t *testing.T) {
	t.Parallel()
	value := func(amount, half float64) scaledValue {
		return scaledValue{measure{amount, half}, &compare.Value{Text: fmt.Sprint(amount)}}
	}
	list := []scaledValue{value(28, .5), value(29, .5), value(32, 1)}
	for _, test := range []struct {
		v    scaledValue
		want string
	}{{value(30, .5), ""}, {value(29, .05), "29"}, {value(28.6, .05), "29"}, {value(31, .5), "32"}, {value(20, .5), ""}} {
		got := ""
		if v := nearest(list, test.v); v != nil {
			got = v.Text
		}
		if got != test.want {
			t.Errorf("%g stands for %q, want %q", test.v.amount, got, test.want)
		}
	}
}
