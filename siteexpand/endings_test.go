package siteexpand

import (
	"fmt"
	"hash/maphash"
	"testing"
)

// TestEndings puts names of a place in, in either order, and asks which of them
// are of a kind of their own.
func TestEndings(t *testing.T) {
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
		{"endings of names that stand alone", [][]string{series("%s-event")}, "mouse-event", ""},
		{"pairs, without a page of the first alone", [][]string{series("%s-home"), series("%s-away")}, "a-home", ""},
		{"no beginning", [][]string{series("%s"), series("%s-members")}, "members", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			for _, back := range []bool{false, true} {
				e, seed := newEndings(), maphash.MakeSeed()
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
				if got := e.of(tt.ask); got != tt.want {
					t.Errorf("of(%q) = %q, want %q (backwards: %v)", tt.ask, got, tt.want, back)
				}
			}
		})
	}
}

// TestEndingsAlone holds that an ending is none that most names have without
// being made of another.
func TestEndingsAlone(t *testing.T) {
	t.Parallel()
	e, seed := newEndings(), maphash.MakeSeed()
	for i := range 30 {
		e.learn(fmt.Sprintf("alone%d-event", i), seed)
	}
	for i := range 10 {
		e.learn(fmt.Sprintf("frame%d", i), seed)
		if e.learn(fmt.Sprintf("frame%d-event", i), seed) {
			t.Errorf("%d of %d names that end alike begin with another, and that makes a kind", e.derived["event"], e.all["event"])
		}
	}
}

// TestEndingsFrequent holds that a rare ending is none, whatever it is made of:
// names of functions begin with those of others now and then.
func TestEndingsFrequent(t *testing.T) {
	t.Parallel()
	e, seed := newEndings(), maphash.MakeSeed()
	for i := range 400 {
		e.learn(fmt.Sprintf("frame%d", i), seed)
	}
	for i := range 10 {
		if e.learn(fmt.Sprintf("frame%d.mean", i), seed) {
			t.Errorf("10 of %d names end alike, and that makes a kind", len(e.names))
		}
	}
}
