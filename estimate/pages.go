package estimate

import (
	"fmt"

	"verde/internal/binomial"
)

// UnreadPages estimates the share of the entities on the sites found that is on no page read of them, by the entities that results name there (see
// [Recapture]). Entities whose pages a site was read from are left out, since they are found in any case. Entities are counted and not URLs: a page
// may have several addresses, and a site several pages of an entity. The entities of all sites are taken together, so that sites that more results
// lead to count more.
type UnreadPages struct {
	Named    int       `json:"named"`              // entities that results name on the sites found
	Unread   int       `json:"unread"`             // of these, entities on no page read
	Share    *float64  `json:"share"`              // the posterior median; nil if too few are named for an estimate
	Interval *Interval `json:"interval,omitempty"` // 90 % credible
}

// String is the estimate for people: "4 % (1 to 9)", or "no estimate".
func (u UnreadPages) String() string {
	if u.Share == nil {
		return "no estimate"
	}
	return fmt.Sprintf("%.0f %% (%.0f to %.0f)", 100**u.Share, 100*u.Interval.Low, 100*u.Interval.High)
}

// Much reports whether the share is more likely above MuchMissing than below.
func (u UnreadPages) Much() bool { return u.Share != nil && *u.Share >= MuchMissing }

// EntityCount counts the entities that results name on one site, those left out whose pages it
// was read from.
type EntityCount struct {
	Named  int `json:"named,omitempty"`
	Unread int `json:"unread,omitempty"` // of these, entities that no page read is about
}

// Pages estimates the share of entities on no page read, from the counts of each site. Pages of one site are found or missed together, so that entities
// of a few sites tell less than as many of many: the posterior is that of the effective number of entities, by the variance between sites (Korn and
// Graubard 1998, "Confidence intervals for proportions with small expected number of positive counts"). There is no estimate if finding all that is
// named would leave open whether MuchMissing is missing.
func Pages(sites []EntityCount) UnreadPages {
	var out UnreadPages
	clusters := 0.
	for _, s := range sites {
		out.Named, out.Unread = out.Named+s.Named, out.Unread+s.Unread
		if s.Named > 0 {
			clusters++
		}
	}
	n := float64(out.Named)
	if n == 0 || binomial.Posterior(0, n).Quantile(.95) > MuchMissing {
		return out
	}
	share, between := float64(out.Unread)/n, 0.
	for _, s := range sites {
		d := float64(s.Unread) - share*float64(s.Named)
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
