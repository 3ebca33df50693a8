package expand

import (
	"testing"

	"verde/eval"
	"verde/siteexpand"
)

// The sample pages that a type names are drawn by nothing.
func TestCommand(t *testing.T) {
	t.Parallel()
	const command = "verde eval expand --sites $VERDE_CORPORA/sites/sites.json --pages $VERDE_SITES "
	for want, x := range map[string]runs{
		"--samples 3 --draws 2 --seed 1 --directory":       {3, 2, []string{"--directory"}},
		"--samples 1 --method ssup --sample-pages --exact": given("ssup", "--exact"),
	} {
		if got := x.command(); got != command+want {
			t.Errorf("got %s, want %s", got, command+want)
		}
	}
}

// The bound is chosen by runs that failed and right ones; a case that it doesn't decide counts whatever it is.
func TestChooseBound(t *testing.T) {
	t.Parallel()
	run := func(f1, short float64, cases ...string) eval.Row {
		return eval.Row{Score: eval.Score{F1: f1}, Estimate: &eval.Estimate{Short: short}, Cases: cases}
	}
	rows := []eval.Row{run(.5, .7), run(.5, .42), run(.5, .1, siteexpand.IndexPage), run(1, .37, siteexpand.Mistaken), run(1, .1), run(1, 0)}
	b := chooseBound(rows)
	if x := b.tally(rows); b != .4 || x.failed != 3 || x.doubted != 3 || x.right != 3 || x.falselyDoubted != 0 {
		t.Errorf("%g: %+v", b, x)
	}
}
