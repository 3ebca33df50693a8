package expand

import "testing"

// The sample pages that a type names are drawn by nothing.
func TestCommand(t *testing.T) {
	t.Parallel()
	const eval = "verde eval expand --sites $VERDE_CORPORA/sites/sites.json --pages $VERDE_SITES "
	for want, x := range map[string]runs{
		"--samples 3 --draws 2 --seed 1 --directory":       {3, 2, []string{"--directory"}},
		"--samples 1 --method ssup --sample-pages --exact": given("ssup", "--exact"),
	} {
		if got := x.command(); got != eval+want {
			t.Errorf("got %s, want %s", got, eval+want)
		}
	}
}
