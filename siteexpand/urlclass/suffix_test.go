package urlclass

import (
	"fmt"
	"hash/maphash"
	"testing"
)

// TestEndings puts names of a place in, in either order, and asks which of them
// are of a kind of their own.
func TestSuffixes(t *testing.T) {
	t.Parallel()
	series := func(form string) (names []string) {
		for i := range 8 {
			names = append(names, fmt.Sprintf(form, string(rune('a'+i))))
		}
		return names
	}
	tests := []struct {
		name  string
		names [][]string
		ask   string
		want  string
	}{
		{"pages about pages", [][]string{series("q%sbox"), series("q%sbox-members")}, "qnew-members", "members"},
		{"what they are about", [][]string{series("q%sbox"), series("q%sbox-members")}, "qnew", ""},
		{"by another sign", [][]string{series("%s_8c"), series("%s_8c_source")}, "new_8c_source", "source"},
		{"suffixes that are names themselves", [][]string{series("%s-event")}, "mouse-event", ""},
		{"pairs, without a page of the first alone", [][]string{series("%s-home"), series("%s-away")}, "a-home", ""},
		{"no beginning", [][]string{series("%s"), series("%s-members")}, "members", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			for _, back := range []bool{false, true} {
				e, seed := newSuffixClasses(), maphash.MakeSeed()
				var all []string
				for _, names := range tt.names {
					all = append(all, names...)
				}
				for i := range all {
					if back {
						i = len(all) - 1 - i
					}
					e.learn(all[i], seed)
					e.learn(all[i], seed) // a name counts once
				}
				if got := e.suffixOf(tt.ask); got != tt.want {
					t.Errorf("of(%q) = %q, want %q (backwards: %v)", tt.ask, got, tt.want, back)
				}
			}
		})
	}
}

// TestSuffixesRevised holds that a suffix is rejected that most names have without
// beginning with another name, and so is one that few names have, such as names of
// functions that begin with another's now and then, whichever come first.
func TestSuffixesRevised(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, Others string
		n            int
	}{
		{"others with the suffix", "alone%d-event", 30},
		{"others", "other%d", 400},
	}
	for _, tt := range tests {
		for _, first := range []bool{true, false} {
			t.Run(fmt.Sprintf("%s, first %v", tt.name, first), func(t *testing.T) {
				t.Parallel()
				e, seed := newSuffixClasses(), maphash.MakeSeed()
				others := func() {
					for i := range tt.n {
						e.learn(fmt.Sprintf(tt.Others, i), seed)
					}
				}
				if first {
					others()
				}
				for i := range 8 {
					e.learn(fmt.Sprintf("frame%d", i), seed)
					e.learn(fmt.Sprintf("frame%d-event", i), seed)
				}
				if made := e.suffixOf("frame1-event") != ""; made == first {
					t.Errorf("8 of %d names begin with another: a kind %v", len(e.names), made)
				}
				if !first {
					others()
				}
				if e.suffixOf("frame1-event") != "" {
					t.Errorf("%d of %d names with the suffix begin with another name, and it is accepted", e.derived["event"], e.total["event"])
				}
			})
		}
	}
}
