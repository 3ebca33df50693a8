// Package siteexpand finds, on one site, all pages that show an entity of the
// same type as a few sample pages. It is the only package that follows links.
//
// The one idea: a site keeps the pages of one type together, in three senses
// that can be seen without understanding a word on them. Their URLs share terms
// that other URLs of the site lack, index pages link to them by the same
// link-path, and they have the same template, so their own link-paths are much
// the same.
//
// A [Method] takes a [page.Fetcher] and samples and gives a [Result]: the
// entity pages with how each was found, and a [Report] of what it cost and
// where the method may have gone wrong. [verde/siteexpand/methods] finds them by
// name:
//
//   - "focused", in [verde/siteexpand/focused]: the default, a focused crawl that
//     decides for classes of URLs by a few of their pages, without a tree to climb.
//
//   - "classes", in [verde/siteexpand/classes]: the same idea as simple as it can
//     be, without scopes, estimates or known pages: what the default has to beat.
//
//   - "ssup", in [verde/siteexpand/ssup]: SSUP 2019. It climbs from the sample to
//     the index page that links to most pages with URLs like it, from there to
//     that page's index page, and walks down again, keeping at each level the
//     pages like the one on the path.
//
//   - "ssup2014": its earlier form, which also looks for the further parts of
//     lists. "ssup+pagination" is SSUP 2019 with that step.
//
//   - "indesit", in [verde/siteexpand/indesit]: INDESIT 2004. It knows pages by
//     their link-paths alone and learns which link collections lead to nothing but
//     pages like the sample.
//
//   - "trivial": TrivialSearch, INDESIT's own baseline, which follows whatever
//     links back.
//
//   - "gpp", in [verde/siteexpand/gpp]: Growing Parallel Paths 2013. It searches for the
//     paths of lists from the front page to the sample, and follows the lists that a browser
//     shows alike. It needs a fetcher that is a [page.LayoutFinder].
//
// With "+jaccard" INDESIT and TrivialSearch compare pages by a coefficient, as later
// papers do, rather than by a distance.
//
// Sites are hostile. Each method reads the site through one page source,
// [verde/siteexpand/site], that fetches and parses each page once, unifies the
// URLs of one page (redirects, canonical links, needless parameters, other
// languages, print versions), keeps to the site, and ends with a budget of
// downloads. A page that can't be fetched is counted with its reason.
package siteexpand
