package site

import (
	"fmt"
	"strings"
	"testing"

	"verde/internal/sitetest"
	"verde/siteexpand"
)

// Three thousand URLs with a hundred needless parameters each: a pass over all URLs for each of the
// names takes some seventy times as long as one pass for all.
func TestDropParameters(t *testing.T) {
	t.Parallel()
	s := New("test", sitetest.NewMemory(nil), siteexpand.Options{})
	s.root("http://e.org/")
	var names []string
	for i := range 100 {
		names = append(names, fmt.Sprintf("session%02d", i))
	}
	query := strings.Join(names, "=1&") + "=1"
	var with []ID
	for i := range 3000 {
		with = append(with, s.Intern(fmt.Sprintf("http://e.org/thing/%d?%s", i, query)))
	}
	other := s.Intern("http://e.org/session00/list?page=2")
	s.params.needless = names
	s.dropParameters(names)
	for i, u := range with {
		if got, want := s.URL(s.Resolve(u)), fmt.Sprintf("http://e.org/thing/%d", i); got != want {
			t.Fatalf("%s stands for it, want %s", got, want)
		}
	}
	if s.Resolve(other) != other {
		t.Errorf("%s has no needless parameter", s.URL(other))
	}
}
