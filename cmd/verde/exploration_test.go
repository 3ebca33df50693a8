package main

import (
	"testing"

	"verde/report"
)

// TestIncomplete checks that the last line of a run says how much is lost in words, the most first, and what may get each.
func TestIncomplete(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		lost map[string]int
		want string
	}{
		{map[string]int{report.SitesInDoubt: 4, "site in part": 1}, "4 sites in doubt, 1 site read in part; sites in doubt were read, but maybe in part or with pages of another kind: " +
			"the lines above and report.json (doubts) say what to look at, and verde decide leaves one out or reads another scope of it; the same command asks for pages again"},
		{map[string]int{report.SitesDoubtful: 2}, "2 doubtful sites; doubtful sites are left out: the lines above say why, and a later round or verde decide may take one"},
		{map[string]int{"search searxng: in part": 53}, "53 queries (searxng: in part); --retry asks engines again that answered in part"},
		{map[string]int{"search " + report.NoResults: 1}, "1 query without results; look in a browser at what the engine answers; the same command asks again what had no results"},
		{map[string]int{"page limit": 40}, "40 pages (limit); a larger --max-pages reads more"},
		{map[string]int{report.ManyMissing: 1}, "1 run that misses a quarter of the sites or more; the notes above and in report.json (advice) say what to try"},
	} {
		if got := incomplete(c.lost).Error(); got != c.want {
			t.Errorf("%v: %q, want %q", c.lost, got, c.want)
		}
	}
}
