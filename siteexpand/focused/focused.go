package focused

import (
	"context"

	"verde/page"
	"verde/siteexpand"
	"verde/siteexpand/site"
)

// Method is a focused crawl that needs no single entity-tree. It keeps from
// SSUP that URL and HTML features are weighted by how well they separate and
// that thresholds come from the site itself; what it gives up is the climb to
// one root, where SSUP fails on sites with several hierarchies, endless chains
// of lists, or samples that no index page points back from.
//
//   - URLs are put into classes (see [urlclass.Classes]); a few fetched pages of a class
//     decide for all its URLs.
//   - Pages are recognised by their template: the features (elements with their
//     classes, link-paths, short texts) that the exemplars, pages known to show
//     entities of the type, have in common. Each feature is weighted by how
//     much rarer it is elsewhere on the site (see [template.Template]). With one or two
//     samples, features that are common in the exemplars' directories weigh
//     more.
//   - Fetched pages whose URLs may be of the type are divided by their template, unless the site lists
//     both kinds together (see [template.Pages.Divide]), and in a class of several kinds each page is fetched.
//   - Pages are of another kind if their place in the hierarchy that pages name by rel=up says so (see
//     placedElsewhere).
//   - What all samples' URLs share defines the type or is a coincidence. Pages
//     that match the template decide, one URL feature at a time (see
//     [urlclass.Profile]). With one sample only the prefix of its file name is tested
//     (see [siteexpand.Prefix]).
//   - The frontier is divided into groups, a class of URLs on one link-path.
//     The next page comes from the group whose pages led to most new URLs of
//     the type.
//   - A class with dead links, or its URLs on one link-path, is abandoned once
//     so many are dead that hardly any other can be a page (see hopeless).
//   - At the end a few URLs that were taken with their class are fetched. Then all evidence decides about each fetched page: template, lists, URL and similarity to a
//     sample (see weigh).
//   - The report has an estimate of precision and recall, and of how many of the unfetched pages
//     are dead.
type Method struct{}

// Name is "focused".
func (Method) Name() string { return siteexpand.DefaultMethod }

// Expand implements [siteexpand.Method]. From one sample it cannot be told whether its
// directory holds all entities of the type or some, so wider scopes are
// tried, and named in the report: see [siteexpand.Scope].
//
// Cost: the downloads; each page is compared with the template, again whenever
// the number of pages has doubled.
func (Method) Expand(ctx context.Context, src page.Fetcher, samples []string, opt siteexpand.Options) (*siteexpand.Result, error) {
	opened, starts, err := site.Open(ctx, siteexpand.DefaultMethod, src, samples, opt)
	if err != nil {
		return nil, err
	}
	s := &expansion{Site: opened}
	result, err := s.expand(ctx, starts)
	if err != nil && ctx.Err() != nil && s.first != nil {
		pages, _ := s.first.result()
		return s.Finish(pages), err
	}
	return result, err
}

func (s *expansion) expand(ctx context.Context, starts []site.ID) (*siteexpand.Result, error) {
	given := len(starts)
	if len(s.Options.Known) > 0 {
		s.seedKnown()
		var err error
		if starts, err = s.knownExemplars(ctx, starts); err != nil {
			return nil, err
		}
	}
	f, err := s.crawl(ctx, starts, len(starts) > 1, s.Options.MaxDownloads)
	if err != nil {
		return nil, err
	}
	if (given == 1 || s.inOneDirectory(starts)) && len(s.Options.Known) == 0 {
		return s.chooseScope(ctx, f, starts)
	}
	if prefix := s.knownPrefix(starts); prefix != "" {
		f.restrictToPrefix(prefix, starts)
	}
	pages, err := f.conclude(ctx, starts)
	if err != nil {
		return nil, err
	}
	if len(s.Options.Known) > 0 {
		if pages, err = s.changes(ctx, pages); err != nil {
			return nil, err
		}
	}
	return s.Finish(pages), nil
}
