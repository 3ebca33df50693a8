package verde

import (
	"fmt"
	"strconv"

	"verde/catalog"
	"verde/page"
)

// noteVerdict archives the verdict on a page as a note of it, for readers of the archive
// without the catalog.
func noteVerdict(with page.Fetcher, v catalog.Verdict) error {
	to, ok := page.Ability[page.Annotator](with)
	if !ok {
		return nil
	}
	fields := map[string]string{"Verdict": "no match", "Query": v.QueryID}
	switch {
	case v.Reason != "":
		fields["Verdict"], fields["Reason"] = "no page", v.Reason
	case v.SemiStructured:
		fields["Verdict"] = "data"
	case v.Matched:
		fields["Verdict"] = "not data"
	}
	if v.Matched {
		fields["Probability"], fields["Fragment"] = strconv.FormatFloat(v.Probability, 'f', 4, 64), v.FragmentXPath
	}
	return to.Annotate(v.URL, fields)
}

// noteSource archives the state of a site as a note of its front page.
func noteSource(with page.Fetcher, s catalog.Source) error {
	to, ok := page.Ability[page.Annotator](with)
	if !ok {
		return nil
	}
	fields := map[string]string{"Site": s.Site, "Site-State": s.State, "Site-Role": s.Role, "Round": strconv.Itoa(s.Round), "Score": fmt.Sprintf("%.4f", s.Score)}
	if s.Reason != "" {
		fields["Reason"] = s.Reason
	}
	if s.SampleURL != "" {
		fields["Sample"] = s.SampleURL
	}
	return to.Annotate("http://"+s.Site+"/", fields)
}
