package leaves

import (
	"testing"

	"verde/values"
)

// FuzzGaps checks that gaps are at the beginnings of words of the text whose white space is folded.
func FuzzGaps(f *testing.F) {
	for _, text := range []string{"\nSpan   120 m\n\n  Deck\toak ", "a\u00a0\u00a0b", "\ufeff  a  \ufeff b", "a  \xff  b\n"} {
		f.Add(text, true)
		f.Add(text, false)
	}
	f.Fuzz(func(t *testing.T, text string, pre bool) {
		folded := values.FoldOnly(text, values.Space)
		for _, g := range new(printed).gaps(text, pre) {
			if g.At < 0 || g.At > len(folded) || g.At > 0 && folded[g.At-1] != ' ' {
				t.Errorf("a gap at %d of %q", g.At, folded)
			}
		}
	})
}
