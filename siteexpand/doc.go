// Package siteexpand finds, on one site, all pages that show an entity of the
// same type as a few sample pages. It is the only package that follows links.
//
// The one idea: a site puts pages of one kind in one place, in three senses
// that can be seen without reading a word of them. Their URLs share terms that
// other URLs of the site lack, they hang on the same link-path of index pages,
// and their own link-paths are much the same, since one template made them.
//
// A [Method] takes a [page.Fetcher] and samples and gives a [Result]: the entity
// pages with how each was found, and a [Report] of what it cost and where the
// method may have gone wrong. [MethodByName] gives:
//
//   - "focused": the default, a focused crawl that decides for classes of URLs
//     by a few of their pages, without a tree to climb: see [Focused].
//   - "classes": the same idea as simple as it can be, without scopes, estimates or
//     known pages: what the default has to beat. See [Classes].
//   - "ssup": SSUP 2019. It climbs from the sample to the index page that points
//     to most pages with URLs like it, from there to that page's index page, and
//     walks down again, at each level keeping the pages like the one it came by.
//   - "ssup2014": its earlier form, which also looks for the further parts of
//     lists. "ssup+pagination" is SSUP 2019 with that step.
//   - "indesit": INDESIT 2004. It knows pages by their link-paths alone and
//     learns which link collections lead to nothing but pages like the sample.
//   - "trivial": TrivialSearch, INDESIT's own baseline, which follows whatever
//     points back.
//
// With "+jaccard" the last two compare pages by a coefficient, as later papers
// do, rather than by a distance.
//
// Sites are hostile. Whatever a method does goes through one page source that
// fetches and parses each page once, takes redirects, canonical links, session
// parameters, other languages and print versions for names of one page, keeps to
// the site, and ends with a budget of downloads. A page that can't be had is counted with its reason.
package siteexpand
