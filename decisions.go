package verde

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"time"

	"verde/catalog"
	"verde/integrate"
	"verde/known"
	"verde/steering"
)

// decided gives the current decisions of persons. If they can't be read now, since somebody
// is editing the file, the last ones hold; if they could never be read, that is an error.
func (x *Explorer) decided() (steering.Steering, error) {
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

// obey removes from the catalog the sites that persons have decided against.
func (x *Explorer) obey(ctx context.Context) error {
	decided, err := x.decided()
	if err != nil {
		return err
	}
	out, err := Obey(ctx, x.Catalog, decided)
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

// Obey removes from a catalog the pages and records of sites that a person has decided are
// no sources, and returns these sites. Their pages stay in the archive, from which a site
// is read again if it is accepted later. The training site stays. Cost: linear in the
// sources and in what is removed.
func Obey(ctx context.Context, c *catalog.Catalog, decided steering.Steering) (out []string, err error) {
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

// Pending reports whether a person's decision on a site is not applied to the catalog yet:
// now if [Obey] can apply it at once, round if it needs pages or a verdict of the next round.
func Pending(src catalog.Source, d steering.Site) (now, round bool) {
	if d.IsOut() {
		settled := decidedOut(src, d).Source
		return src.Role != catalog.Training && (src.State != settled.State || src.Reason != settled.Reason), false
	}
	if d.Decide == steering.Accept {
		round = src.State != catalog.Expanded && src.State != catalog.Failed
	} else { // nothing is decided any more, and the site is still as it was
		round = strings.HasPrefix(src.Reason, steering.ByHand)
	}
	return false, round || rescopes(src, d.Scope)
}

// decidedOut is the result of settling a site that a person has decided is no source.
func decidedOut(src catalog.Source, d steering.Site) catalog.Settled {
	src.State, src.Reason = catalog.Refused, d.Reason()
	if d.Decide == steering.Doubt {
		src.State = catalog.Doubtful
	}
	src.Scopes = nil
	return catalog.Settled{Source: src, Report: json.RawMessage("{}")}
}

// ErrTraining is the error of a decision against the site that a run was started from.
var ErrTraining = errors.New("the run was started from this site: it can't be left out")

// Integration is what [Integrate] has come to.
type Integration struct {
	Report integrate.Report
	Out    []string  // sites that were taken out of the catalog, by what persons have decided
	Since  time.Time // when the report was made, if nothing has changed; zero if it was made now
}

// Integrate integrates the records of a catalog into entities, after applying the decisions of persons (see [Obey]). If
// nothing has changed since the last integration, its report is returned. Decisions should be checked before by
// [integrate.Options.Check].
func Integrate(ctx context.Context, c *catalog.Catalog, decided steering.Steering, same integrate.Granularity, now time.Time) (done Integration, err error) {
	if done.Out, err = Obey(ctx, c, decided); err != nil {
		return done, err
	}
	sites, err := c.Described(ctx)
	if err != nil {
		return done, err
	}
	r, input, err := integrateSites(ctx, c, sites, integrate.Options{Granularity: same, Decisions: decided.Matching})
	if r == nil && err == nil {
		last, _, err := c.Integrated(ctx)
		done.Report, done.Since = last.Report, last.At
		return done, err
	}
	if err != nil {
		return done, err
	}
	done.Report = r.Report()
	return done, c.PutEntities(ctx, r, input, now)
}

// integrateSites integrates the records of sites; r is nil if the stored entities were made of the same input. input is
// its [integrate.Fingerprint]. Cost: that of [integrate.IntegrateEach], and a pass over the records.
func integrateSites(ctx context.Context, c *catalog.Catalog, sites []string, opt integrate.Options) (r *integrate.Result, input string, err error) {
	if opt, err = c.Informed(ctx, opt); err != nil {
		return nil, "", err
	}
	if input, err = integrate.Fingerprint(c.EachTable(ctx, sites), opt); err != nil {
		return nil, "", err
	}
	if last, ok, err := c.Integrated(ctx); err != nil || ok && last.Input == input {
		return nil, input, err
	}
	opt.Unfused = true
	r, err = integrate.IntegrateEach(c.EachTable(ctx, sites), opt)
	return r, input, err
}

// CheckDecision returns an error for a decision that can't be applied: its site is unknown,
// or is the training site and would be left out, or does not offer the scope.
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

// rescopes reports whether a site is to be read again, since a person has chosen another one
// of its scopes.
func rescopes(src catalog.Source, scope string) bool {
	return slices.ContainsFunc(src.Scopes, func(s catalog.Scope) bool { return s.Name == scope && !s.Chosen })
}
