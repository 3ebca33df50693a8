package report

import (
	"fmt"

	"verde/catalog"
	"verde/estimate"
)

// Funnel shows where candidates were lost on the way from queries to sources. Each
// number up to Sources is a part of the one before: Judged is Sites without Refused, and
// Sources is Judged without Doubtful and Unreadable.
type Funnel struct {
	Queries    int `json:"queries"`    // of all rounds, without queries to a single site
	Led        int `json:"led"`        // had results
	Elsewhere  int `json:"elsewhere"`  // led to a page titled with what it asked for on another site; see Round.Elsewhere
	Sites      int `json:"sites"`      // sites on which several queries led to pages of one kind
	Judged     int `json:"judged"`     // of these, sites whose pages show what was asked for, or may
	Sources    int `json:"sources"`    // sites that were read and are sources
	Doubtful   int `json:"doubtful"`   // sites that were judged so and turned out to show something else, with the reason in Report.Doubtful
	Refused    int `json:"refused"`    // sites whose pages do not show it as data
	Unreadable int `json:"unreadable"` // sites that could not be read
	Newest     int `json:"newest"`     // sources that the last round found
}

// String is the funnel in one line.
func (f Funnel) String() string {
	s := fmt.Sprintf("%d of %d queries led to a page titled with what they asked for on another site; %d sites that several led to, %d with pages that may be data, %d sources",
		f.Elsewhere, f.Queries, f.Sites, f.Judged, f.Sources)
	for _, lost := range []struct {
		n    int
		what string
	}{{f.Refused, "refused"}, {f.Doubtful, "doubtful"}, {f.Unreadable, "not readable"}} {
		if lost.n > 0 {
			s += fmt.Sprintf(", %d %s", lost.n, lost.what)
		}
	}
	return s
}

// funnel counts what became of the candidates of the first n rounds.
func funnel(rounds []Round, sources []catalog.Source, n int) Funnel {
	var f Funnel
	for _, r := range rounds {
		f.Queries, f.Led, f.Elsewhere = f.Queries+r.Queries, f.Led+r.Led, f.Elsewhere+r.Elsewhere
	}
	for _, s := range FoundBy(sources, n) {
		if s.Role != catalog.Discovered {
			continue
		}
		f.Sites++
		switch s.State {
		case catalog.Expanded:
			if f.Sources++; s.Round == n {
				f.Newest++
			}
		case catalog.Doubtful:
			f.Doubtful++
		case catalog.Failed:
			f.Unreadable++
		default:
			f.Refused++
		}
	}
	f.Judged = f.Sources + f.Doubtful + f.Unreadable
	return f
}

// Reasons in Report.Incomplete that are about the whole of a run.
const (
	NothingFound = "run without a source"
	ManyMissing  = "run that misses a quarter of the sites or more"
	PagesMissing = "run that misses a quarter of the pages or more of the sites found"
	StillFinding = "run whose last round found a quarter of the sites or more"
	NoEstimate   = "run with too few sites to estimate what is missing"
	FewPages     = "training site with a few entity pages"
)

// SitesInDoubt is the reason in Report.Incomplete of sites that may have been read in part or with
// pages of another kind (see Report.Doubts). Most runs have some. They are a reason if they hold a share of estimate.MuchMissing
// of all pages read, or if the sites read in part (see [estimate.ReadInPart]) miss as large a share of all pages, or of all sites, where a site
// of which half is missing counts as half a site.
const SitesInDoubt = "site in doubt"

// SitesDoubtful is the reason in Report.Incomplete of doubtful sites in a run without an estimate of missing sites.
const SitesDoubtful = "site doubtful"

// lacks gives the reason why a run as a whole is incomplete, "" if it is not: it found no source,
// or a quarter of the sites or more are estimated to be missing, or so few were found that there
// is no estimate. Without an estimate many are missing if most queries led nowhere, else it is unknown.
// A last round that found as many as would make a run incomplete shows that another would find more, whatever the estimate, which
// knows of the new sites only by queries that were made before they were known. After one round all sites are new.
func (f Funnel) lacks(last Round) string {
	switch {
	case f.Led == 0:
		return "" // engines did not answer, which is reported
	case f.Sources == 0:
		return NothingFound
	case last.Unseen != nil && *last.Unseen >= estimate.MuchMissing*(float64(f.Sources)+*last.Unseen):
		return ManyMissing
	case last.Round > 1 && f.Sources >= estimate.MinSources && float64(f.Newest) >= estimate.MuchMissing*float64(f.Sources):
		return StillFinding
	case last.UnseenInterval != nil || f.Sources >= estimate.MinSources: // after one round there is no estimate, and the advice says so
		return ""
	case 2*f.Elsewhere < f.Queries || f.Doubtful > f.Sources:
		return ManyMissing
	}
	return NoEstimate
}
