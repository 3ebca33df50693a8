package focused

import (
	"cmp"
	"fmt"

	"verde/page"
	"verde/siteexpand"
	"verde/siteexpand/site"
)

// explain says for each URL that the options ask about whether it is in the result and why. listed is
// that of [crawl.lists]. Cost: linear in the pages of the result.
func (f *crawl) explain(pages []siteexpand.EntityPage, listed map[site.ID]float64) (list []siteexpand.Explanation) {
	if len(f.Options.Explain) == 0 {
		return nil
	}
	in := make(map[string]bool, len(pages))
	for i := range pages {
		in[pages[i].URL] = true
	}
	for _, raw := range f.Options.Explain {
		x := siteexpand.Explanation{URL: raw}
		switch u, err := page.Normalize(raw); {
		case err != nil:
			x.Why = err.Error()
		case !f.Within(u):
			x.Why = "it is not of the site " + f.Name()
		default:
			f.explainURL(&x, f.Intern(u), in, listed)
		}
		list = append(list, x)
	}
	return list
}

// explainURL explains a URL of the site.
func (f *crawl) explainURL(x *siteexpand.Explanation, met site.ID, in map[string]bool, listed map[site.ID]float64) {
	u := f.Resolve(met)
	x.Taken = in[f.URL(u)]
	t := cmp.Or(f.record(u), f.record(met))
	if t == nil {
		x.Why = "no page that was fetched links to it, and no sitemap lists it"
		return
	}
	x.Class, x.URLs, x.Fetched, x.Matching = t.classKey, t.class.members, t.class.tried, t.class.matching
	if t.from != nil {
		x.From, x.LinkPath = f.URL(f.Resolve(t.from.ID)), f.LinkPathName(t.path)
	}
	if n := f.Page(u); n != nil && t.scored && !t.sample {
		x.Score, x.Threshold = t.templateScore, f.matchThreshold(t)
		e := f.evidenceOf(t, n, listed[u])
		x.Like, x.Listed, x.Likely = e.like, e.listed, e.right()
	}
	if x.Why = f.reason(u, t); u != met {
		x.Why = fmt.Sprintf("it is another URL of %s: %s", f.URL(u), x.Why)
	}
}

// reason says what decided about the page at u.
func (f *crawl) reason(u site.ID, t *urlRecord) string {
	v := t.class
	switch failed := f.Failure(u); {
	case t.sample:
		return "it stands for the type"
	case t.known:
		return "it is known from an earlier run"
	case failed != nil:
		return "it can't be fetched: " + failed.Error()
	case !t.sampleForm:
		return "its file extension, the names of its query or the beginning of its name are not the samples'"
	case !t.urlAdmitted:
		return "its URL lacks what the samples have in common: " + f.profile.Lacking(t.features, f.oneDirectory)
	case t.weighed && !t.likely && t.kind == 0 && f.matchesTemplate(t):
		return "it was fetched and has the samples' template, and what else is known of it outweighs that"
	case t.scored && f.matchesTemplate(t):
		return "it was fetched and has the samples' template"
	case t.likely && t.kind == 0:
		return "it was fetched, and what is on it and the lists that have it outweigh what it lacks of the samples' template"
	case t.scored && t.kind > 0:
		return "it was fetched and is of another type: it lacks what is usual of the samples' pages and has what others share, or its texts are those of pages that other lists have"
	case t.scored:
		return "it was fetched and has another template than the samples"
	case t.abandoned():
		return "it was not asked for: URLs like it have no page"
	case t.likelyEntity():
		return fmt.Sprintf("it was not fetched: of %d pages with URLs like it %d have the samples' template", v.tried, v.matching)
	case v.tried == 0:
		return "neither it nor a page with a URL like it was fetched"
	}
	return fmt.Sprintf("it was not fetched: of %d pages with URLs like it only %d have the samples' template", v.tried, v.matching)
}
