package verde

import (
	"fmt"

	"verde/catalog"
	"verde/internal/binomial"
)

// UnreadPages estimates the share of the entities on the sites found that is on no page read of them, by the entities that results name there (see
// [Recapture]). Those whose pages a site was read from are left out: they are found in any case. Entities are counted, not URLs: a page may have
// several addresses, and a site several pages of an entity. All sites' are taken together, so that sites that more results lead to count more.
type UnreadPages struct {
	Named    int       `json:"named"`              // entities of the sites found
	Unread   int       `json:"unread"`             // of these, those on no page read
	Share    *float64  `json:"share"`              // the posterior median, nil if too few are named to tell
	Interval *Interval `json:"interval,omitempty"` // 90 % credible
}

// String is the estimate for people: "4 % (1 to 9)", or "no estimate".
func (u UnreadPages) String() string {
	if u.Share == nil {
		return "no estimate"
	}
	return fmt.Sprintf("%.0f %% (%.0f to %.0f)", 100**u.Share, 100*u.Interval.Low, 100*u.Interval.High)
}

// much reports whether the share is likelier above muchMissing than below.
func (u UnreadPages) much() bool { return u.Share != nil && *u.Share >= muchMissing }

// recount is what results name on one site.
type recount struct{ named, unread int }

// estimateUnread estimates the share from the counts of each site. Pages of one site are found or missed together, so that entities of a few sites tell
// less than as many of many: the posterior is that of the effective number of entities, by the variance between sites (Korn and Graubard 1998, "Confidence
// intervals for proportions with small expected number of positive counts"). There is no estimate if finding all that is named would leave it
// open whether muchMissing is missing.
func estimateUnread(sites []recount) UnreadPages {
	var out UnreadPages
	clusters := 0.
	for _, s := range sites {
		out.Named, out.Unread = out.Named+s.named, out.Unread+s.unread
		if s.named > 0 {
			clusters++
		}
	}
	n := float64(out.Named)
	if n == 0 || binomial.Posterior(0, n).Quantile(.95) > muchMissing {
		return out
	}
	share, between := float64(out.Unread)/n, 0.
	for _, s := range sites {
		d := float64(s.unread) - share*float64(s.named)
		between += d * d
	}
	effective := n
	if clusters > 1 && share > 0 && share < 1 {
		variance := clusters / (clusters - 1) * between / (n * n)
		effective = min(n, share*(1-share)/variance)
	}
	posterior := binomial.Posterior(share*effective, effective)
	median := posterior.Quantile(.5)
	out.Share, out.Interval = &median, &Interval{posterior.Quantile(.05), posterior.Quantile(.95)}
	return out
}

// countUnread gives the counts of the sites found: by the results of all rounds, where it was held against them, else by those that led to it when it was found.
func countUnread(sources []catalog.Source, rounds []RoundReport, settled map[string]settledReport) (sites []recount) {
	for _, s := range sources {
		if s.Role != catalog.Discovered || s.State != catalog.Expanded {
			continue
		}
		count := recount{settled[s.Site].Named, settled[s.Site].Unread}
		if len(rounds) > 0 {
			if r, ok := rounds[len(rounds)-1].Recaptured[s.Site]; ok {
				count = r.recount(s.Samples)
			}
		}
		sites = append(sites, count)
	}
	return sites
}
