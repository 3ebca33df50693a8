package verde

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"verde/catalog"
	"verde/known"
	"verde/steering"
)

// decisions gives the current decisions of persons. If their file can't be read, as while
// somebody edits it, those read last are given; it is an error only if none were read before.
func (x *Explorer) decisions() (steering.Steering, error) {
	if x.Steering == nil {
		return steering.Steering{}, nil
	}
	now, err := x.Steering()
	if err == nil {
		x.steered.Store(&now)
		return now, nil
	}
	last := x.steered.Load()
	if last == nil {
		return steering.Steering{}, err
	}
	x.log().Warn("decisions can't be read, the last ones hold", "error", err)
	return *last, nil
}

// applyDecisions is [ApplyDecisions] for the explorer's catalog and its current decisions.
func (x *Explorer) applyDecisions(ctx context.Context) error {
	decided, err := x.decisions()
	if err != nil {
		return err
	}
	out, err := ApplyDecisions(ctx, x.Catalog, decided)
	for _, site := range out {
		x.log().Info("left out of the catalog", "site", site, "why", decided.Sites[site].Reason())
	}
	return err
}

// leftOut gives a function that reports whether a site can't be a candidate: it was
// explored, is excluded, or was refused by a person.
func (x *Explorer) leftOut(entities *known.Entities, decided steering.Steering) func(site string) bool {
	return func(site string) bool {
		return entities.Explored(site) || x.Exclude.Site(site) || decided.Sites[site].IsOut()
	}
}

// ApplyDecisions removes from a catalog the pages and records of sites that a person has
// refused or doubts, except the training site, and returns these sites. Their pages stay in
// the archive, from which a site is read again if it is accepted later. On an error, the
// sites before it were removed. Cost: linear in the sources and in the rows removed.
func ApplyDecisions(ctx context.Context, c *catalog.Catalog, decided steering.Steering) (out []string, err error) {
	sources, err := c.Sources(ctx)
	if err != nil {
		return nil, err
	}
	for _, s := range sources {
		d := decided.Sites[s.Site]
		if now, _ := Pending(s, d); !now {
			continue
		}
		if err := c.PutSite(ctx, decidedOut(s, d).Source, nil, nil); err != nil {
			return out, err
		}
		out = append(out, s.Site)
	}
	return out, nil
}

// Pending reports whether a person's decision on a site still has to be applied to the
// catalog: now if [ApplyDecisions] can do it, round if the next round has to judge or read the
// site.
func Pending(src catalog.Source, d steering.Site) (now, round bool) {
	if d.IsOut() {
		settled := decidedOut(src, d).Source
		return src.Role != catalog.Training && (src.State != settled.State || src.Reason != settled.Reason), false
	}
	if d.Decide == steering.Accept {
		round = src.State != catalog.Expanded && src.State != catalog.Failed
	} else { // the decision was withdrawn, and the catalog still follows it
		round = strings.HasPrefix(src.Reason, steering.ByHand)
	}
	return false, round || rescopes(src, d.Scope)
}

// decidedOut gives the result of settling a site that a person has refused or doubts.
func decidedOut(src catalog.Source, d steering.Site) catalog.Settled {
	src.State, src.Reason = catalog.Refused, d.Reason()
	if d.Decide == steering.Doubt {
		src.State = catalog.Doubtful
	}
	src.Scopes = nil
	return catalog.Settled{Source: src, Report: json.RawMessage("{}")}
}

// ErrTraining is the error of [CheckDecision] for a decision against the training site.
var ErrTraining = errors.New("the run was started from this site: it can't be left out")

// CheckDecision returns an error if a decision can't be applied, since the catalog does not
// have its site, or it is the training site and would be left out ([ErrTraining]), or has no
// such scope. Other errors are those of the catalog.
func CheckDecision(ctx context.Context, c *catalog.Catalog, d steering.Site) error {
	if err := d.Check(); err != nil {
		return err
	}
	src, ok, err := c.Source(ctx, d.Site)
	switch {
	case err != nil:
		return err
	case !ok:
		return errors.New("this run has met no site of this name: " + d.Site)
	case src.Role == catalog.Training && d.IsOut():
		return ErrTraining
	case d.Scope != "" && !slices.ContainsFunc(src.Scopes, func(s catalog.Scope) bool { return s.Name == d.Scope }):
		return errors.New("the site does not offer the scope " + d.Scope)
	}
	return nil
}

// rescopes reports whether scope is one of a site's scopes and not the chosen one, so that the
// site has to be read again.
func rescopes(src catalog.Source, scope string) bool {
	return slices.ContainsFunc(src.Scopes, func(s catalog.Scope) bool { return s.Name == scope && !s.Chosen })
}
