package serve

import (
	"slices"
	"strings"
	"testing"

	"verde/catalog"
)

// Sites stand in the order in which a person wants them, each with why.
func TestRank(t *testing.T) {
	t.Parallel()
	parts := &catalog.ScoreParts{Instances: 3, Met: 4}
	lines := []sourceLine{
		{Source: catalog.Source{Site: "prose", State: catalog.Refused, Role: catalog.Discovered, Score: .9, Reason: "prose"}},
		{Source: catalog.Source{Site: "weak", State: catalog.Expanded, Role: catalog.Discovered, Score: .5, Parts: parts}},
		{Source: catalog.Source{Site: "maybe", State: catalog.Doubtful, Role: catalog.Discovered, Reason: "two of six", Parts: parts}},
		{Source: catalog.Source{Site: "gone", State: catalog.Failed, Role: catalog.Discovered, Reason: "status 500"}},
		{Source: catalog.Source{Site: "begun", State: catalog.Expanded, Role: catalog.Training}},
		{Source: catalog.Source{Site: "good", State: catalog.Expanded, Role: catalog.Discovered, Score: .8, Parts: parts, Doubts: []catalog.Doubt{{Case: "few pages"}}}},
		{Source: catalog.Source{Site: "often", State: catalog.Expanded, Role: catalog.Discovered, Score: .5, Support: 3, Parts: parts}},
		{Source: catalog.Source{Site: "soon", State: catalog.Accepted, Role: catalog.Discovered, Score: 1, Parts: parts}},
	}
	slices.SortFunc(lines, func(a, b sourceLine) int { return rank(a.Source, b.Source) })
	var got []string
	for _, l := range lines {
		got = append(got, l.Site+": "+l.Why())
	}
	const shown = "3 of 4 entities met are shown as data"
	want := []string{"begun: the run began from it", "good: " + shown + "; in doubt: few pages", "often: " + shown, "weak: " + shown, "soon: " + shown, "maybe: two of six", "gone: status 500", "prose: prose"}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}
