package ssup

import (
	"context"

	"verde/page"
	"verde/siteexpand"
	"verde/siteexpand/site"
)

// SSUP2014 is the method of Manica, Galante and Dornelles: "SSUP – A URL-Based
// Method to Entity-Page Discovery", ICWE 2014, the earlier form of [SSUP]. It
// differs in that candidates for an index page are only looked for one link
// away, and in its pagination step ([run.paginate]). Of several samples it
// makes one run each and returns the union.
//
// [siteexpand.Options].Height is its parameter h. Where the paper is silent or disagrees
// with itself:
//   - the page-path also ends at a page without an index page;
//   - of a page on several link-paths of its index page the one with the largest
//     weight counts, and ties go to the candidate met first;
//   - the pages of a level take the place of those of the level above, which
//     Algorithm 4, line 18, adds them to;
//   - all levels below the root but the entities are paginated, as the text has
//     it; line 19 also leaves out the last level of index pages, which
//     [siteexpand.Options].Exact does.
type SSUP2014 struct{}

// Name is "ssup2014".
func (SSUP2014) Name() string { return "ssup2014" }

// Expand is Algorithm 4, for each sample.
//
// Cost: the downloads of [run.topLinkedPage] at each level up and, at each
// level down, those of the index pages, of one page a group of their links, and
// of all pages of the groups that look like pagination, most of which are noise
// (§4.2) and are then read for links to the next level; of the last level, the
// first group.
func (SSUP2014) Expand(ctx context.Context, src page.Fetcher, samples []string, opt siteexpand.Options) (*siteexpand.Result, error) {
	return entityTrees(ctx, "ssup2014", src, samples, opt, (*run).topLinkedPage, true)
}

// topLinkedPage finds the index page of sp, nil if it has none, and its
// Index_Score for sp (SSUP 2014, Algorithm 1): of the pages that sp links to
// and that link back, the one with the largest weight (Definition 14).
//
// Cost: the pages that sp links to are all fetched.
func (s *run) topLinkedPage(ctx context.Context, sp site.ID) (*site.Page, indexScore, error) {
	x := indexSearch{run: s, gp: sp, tried: map[site.ID]bool{s.Resolve(sp): true}}
	_, err := x.try(ctx, s.Page(sp), func(cp, _ *site.Page, sp site.ID) (indexScore, bool) {
		return s.candidate(cp, nil, sp)
	})
	return x.top, x.best, err
}
