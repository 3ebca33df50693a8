package site

import (
	"testing"

	"verde/siteexpand"
)

// A URL that two pages name as their alternate is the alternate of neither.
func TestDisputedAlternate(t *testing.T) {
	t.Parallel()
	s, _ := openSite(t, map[string]string{"/a": "A"}, "/a")
	a, b, front := s.Intern("http://e.org/a"), s.Intern("http://e.org/b"), s.Intern("http://e.org/de/")
	s.addAlternate(front, a)
	if s.Resolve(front) != a || s.Report.Dropped[siteexpand.DropLanguage] != 1 {
		t.Errorf("an alternate that one page names goes by %s, dropped %v", s.URL(s.Resolve(front)), s.Report.Dropped)
	}
	s.addAlternate(front, a)
	s.addAlternate(front, b)
	s.addAlternate(front, a)
	if s.Resolve(front) != front || s.Report.Dropped[siteexpand.DropLanguage] != 0 {
		t.Errorf("an alternate that two pages name goes by %s, dropped %v", s.URL(s.Resolve(front)), s.Report.Dropped)
	}
	if s.addAlternate(a, b); s.Resolve(a) != a {
		t.Error("a page that was downloaded became a name of another")
	}
}
