package integrate

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

// rated makes tables of four sites that list the same entities, each with its own texts for an entity's score.
func rated(entities uint64, show [4]func(score float64) string) []Table {
	var out []Table
	for s := range 4 {
		t := Table{Site: fmt.Sprintf("s%02d.example", s)}
		for e := range entities {
			random := rand.New(rand.NewPCG(e, 7))
			score := math.Round(20+79*random.Float64()) / 10
			t.Records = append(t.Records, Record{URL: fmt.Sprintf("http://%s/%d", t.Site, e), Values: map[string][]string{
				fmt.Sprint("name", s): {name(1, e, 3)}, fmt.Sprint("maker", s): {name(2, e/3, 2)}, fmt.Sprint("score", s): {show[s](score)},
			}})
		}
		out = append(out, t)
	}
	return out
}

// Prices that differ from site to site are one attribute if what is expensive on one site is so on all; the
// price of something else is not, though it is of the same magnitude.
func TestPrices(t *testing.T) {
	t.Parallel()
	var show [4]func(score float64) string
	for s := range 4 {
		random := rand.New(rand.NewPCG(uint64(s), 1))
		show[s] = func(score float64) string { return fmt.Sprintf("$%.2f", score*(1+.5*random.Float64())) }
	}
	own := rand.New(rand.NewPCG(9, 1))
	show[3] = func(float64) string { return fmt.Sprintf("$%.2f", 2+10*own.Float64()) }
	r := must(t, rated(120, show), Options{})
	if got := attributesOf(r); !got["score0 score1 score2"] {
		t.Errorf("attributes are %v", got)
	}
}
