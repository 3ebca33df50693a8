package outcome

import "testing"

// A result is lost at the first step that it did not pass.
func TestLost(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		result         Result
		reason, detail string
	}{
		{Result{}, Unclustered, ""},
		{Result{Clustered: true, Refusal: "too few entities"}, Unjudged, "too few entities"},
		{Result{Clustered: true, Failure: "status 500"}, Undownloaded, "status 500"},
		{Result{Clustered: true, Failure: "status 500", Downloaded: true}, Unmatched, ""},
		{Result{Downloaded: true, Matched: true, Probability: 0.25}, Prose, "probability of data 0.25"},
		{Result{Downloaded: true, Matched: true, Positive: true, Refusal: "too few entities"}, SiteRefused, "too few entities"},
	} {
		if reason, detail := test.result.lost(); reason != test.reason || detail != test.detail {
			t.Errorf("%+v: lost by %q, %q, want %q, %q", test.result, reason, detail, test.reason, test.detail)
		}
	}
}
