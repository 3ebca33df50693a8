package page

import (
	"context"
	"testing"
)

// archive is a fetcher with one ability.
type archive struct{ notes map[string]string }

func (archive) Fetch(context.Context, string) (*Page, error) { return nil, &Error{Reason: NotArchived} }

func (a archive) Annotate(url string, fields map[string]string) error {
	a.notes[url] = fields["Verdict"]
	return nil
}

// counting wraps a fetcher and says so; opaque does not.
type counting struct{ Fetcher }

func (c counting) Unwrap() Fetcher { return c.Fetcher }

type opaque struct{ Fetcher }

// What a fetcher can do is found behind any number of wrappers.
func TestAbility(t *testing.T) {
	t.Parallel()
	a := archive{map[string]string{}}
	for name, test := range map[string]struct {
		fetcher Fetcher
		want    bool
	}{
		"none":                  {nil, false},
		"itself":                {a, true},
		"wrapped":               {counting{a}, true},
		"wrapped twice":         {counting{counting{a}}, true},
		"wrapper of none":       {counting{}, false},
		"who does not say":      {opaque{a}, false},
		"behind one of the two": {counting{opaque{a}}, false},
	} {
		to, ok := Ability[Annotator](test.fetcher)
		if ok != test.want {
			t.Errorf("%s: found: %v, want %v", name, ok, test.want)
		}
		if ok {
			if err := to.Annotate(name, map[string]string{"Verdict": "data"}); err != nil || a.notes[name] != "data" {
				t.Errorf("%s: the note is lost, %v", name, err)
			}
		}
		if _, ok := Ability[SitemapFinder](test.fetcher); ok {
			t.Errorf("%s: finds sitemaps", name)
		}
	}
}
