// Package judge separates sites that show what was asked for as data from sites that
// mention it in prose (VerDE §VI).
//
// The one idea: a site is judged by a few of its result pages, grouped by the
// shape of their URLs, since pages of one shape mostly have one template. A
// site is a source if pages of one template show two different entities as data, and
// these are a fair share of the entities that were found on such pages at all.
//
// A [Judge] takes a candidate, the results that led to it and the [History] of earlier
// rounds, and returns a [Judgement] with a new history. It stores nothing itself: the
// history can be kept as JSON and be given to a later round, also of another process.
// The package touches the network only through the [verde/page.Fetcher] that it is
// given.
//
// Read it from the top down: [Judge.Site] inspects pages and decides. An inspection
// groups result pages and evaluates some of each group, and finds views, pages that
// another page of the entity makes redundant. The decision counts the judged pages by
// template, takes the best one, and picks samples of it.
package judge
