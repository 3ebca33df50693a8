package verde

import (
	"context"
	"time"

	"verde/catalog"
	"verde/integrate"
	"verde/steering"
)

// Integration is the result of [Integrate].
type Integration struct {
	Report integrate.Report
	Out    []string  // sites that persons have refused and that this call removed from the catalog
	Since  time.Time // of the last integration, if its records and decisions were the same; zero if the report is new
}

// Integrate applies the decisions of persons (see [ApplyDecisions]), integrates the records of
// a catalog into entities and stores these. If nothing has changed since the last integration,
// its report is returned. Callers check the decisions by [integrate.Options.Check] before.
// Errors are those of the catalog. Cost: see [integrateSites].
func Integrate(ctx context.Context, c *catalog.Catalog, decided steering.Steering, same integrate.Granularity, now time.Time) (done Integration, err error) {
	if done.Out, err = ApplyDecisions(ctx, c, decided); err != nil {
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

// integrateSites integrates the records of sites. input is their [integrate.Fingerprint]; r is
// nil if the stored entities have the same one. Cost: that of [integrate.IntegrateEach], and a
// pass over the records.
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
