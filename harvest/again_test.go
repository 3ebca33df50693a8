package harvest

import (
	"context"
	"errors"
	"slices"
	"testing"

	"verde/page"
)

// recovering answers with an error for some URLs, and lists those that failed.
type recovering struct {
	errs    map[string]error
	failing []string
	asked   []string
}

func (r *recovering) Fetch(_ context.Context, url string) (*page.Page, error) {
	r.asked = append(r.asked, url)
	return &page.Page{URL: url}, r.errs[url]
}

func (r *recovering) Failing(context.Context, string) ([]string, error) { return r.failing, nil }

// A site is read again for pages under a limit that is higher now, or if anything
// that failed does not fail for a passing reason any more; and only then.
func TestMayReadMore(t *testing.T) {
	t.Parallel()
	down, gone := &page.Error{Reason: page.Status, Status: 503}, &page.Error{Reason: page.Status, Status: 404}
	other := errors.New("the disk is full")
	for name, x := range map[string]struct {
		statuses map[string]int
		inPart   bool
		failing  []string
		errs     map[string]error
		lacks    bool
		more     bool
		asked    int
		err      error
	}{
		"whole":                      {statuses: map[string]int{"fetched": 9, "status 404": 1}},
		"over the limit as it is":    {statuses: map[string]int{"fetched": 10, OverLimit: 3}},
		"over a lower limit":         {statuses: map[string]int{"fetched": 9, OverLimit: 3}, lacks: true, more: true},
		"over it, and pages failed":  {statuses: map[string]int{"fetched": 8, "timeout": 1, OverLimit: 3}, lacks: true, more: true, failing: []string{"a"}},
		"still down":                 {statuses: map[string]int{"fetched": 9, "status 503": 1}, failing: []string{"a", "b"}, errs: map[string]error{"a": down, "b": down}, lacks: true, asked: 2},
		"one is back":                {statuses: map[string]int{"fetched": 9, "status 503": 1}, failing: []string{"a", "b"}, errs: map[string]error{"a": down}, lacks: true, more: true, asked: 2},
		"one is gone for good":       {statuses: map[string]int{"fetched": 9, "status 503": 1}, failing: []string{"a", "b"}, errs: map[string]error{"a": gone, "b": down}, lacks: true, more: true, asked: 1},
		"a list was missing, is not": {statuses: map[string]int{"fetched": 9}, inPart: true, failing: []string{"a"}, lacks: true, more: true, asked: 1},
		"nothing to tell it by":      {statuses: map[string]int{"fetched": 9}, inPart: true, lacks: true, more: true},
		"the fetcher fails":          {statuses: map[string]int{"fetched": 9}, inPart: true, failing: []string{"a"}, errs: map[string]error{"a": other}, lacks: true, asked: 1, err: other},
	} {
		f := &recovering{errs: x.errs, failing: x.failing}
		r := Reader{Pages: f, MaxPages: 10}
		if got := r.Lacks(x.statuses, x.inPart); got != x.lacks {
			t.Errorf("%s: lacks something %v, want %v", name, got, x.lacks)
		}
		more, err := r.MayReadMore(t.Context(), "a.example", x.statuses, x.inPart)
		if more != x.more || !errors.Is(err, x.err) || len(f.asked) != x.asked {
			t.Errorf("%s: more %v after asking for %q, error %v; want %v after %d", name, more, f.asked, err, x.more, x.asked)
		}
	}
	if more, err := (Reader{Pages: failing{}}).MayReadMore(t.Context(), "a.example", nil, true); !more || err != nil {
		t.Errorf("a fetcher that knows of no failures: %v, %v; want the site read again", more, err)
	}
}

// Samples are spread evenly and begin with the first.
func TestEvenSample(t *testing.T) {
	t.Parallel()
	for _, x := range []struct {
		n, k int
		want []int
	}{{0, 3, nil}, {2, 3, []int{0, 1}}, {3, 3, []int{0, 1, 2}}, {10, 4, []int{0, 2, 5, 7}}, {10, 1, []int{0}}} {
		if got := evenSample(x.n, x.k); !slices.Equal(got, x.want) {
			t.Errorf("%d of %d: %v, want %v", x.k, x.n, got, x.want)
		}
	}
}
