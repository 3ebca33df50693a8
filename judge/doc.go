// Package judge tells the sites that show what was asked for as data from those
// that mention it in prose (VerDE §VI).
//
// The one idea: a site is judged by a few of its result pages, counted by the
// shape of their URLs, since the pages of one shape are mostly of one template. A
// site is a source if two different entities are found in data of its pages, and a
// fair share of all that was met there. A [Judge] takes a candidate, the results
// that speak for it and what earlier rounds saw of it, and gives a [Judgement]: a
// value in, a value out. Nothing is stored on the way, and the [History] that a
// judgement leaves can be kept as JSON and given to a later round, also of another
// process.
//
// The package touches the network only through the [verde/page.Fetcher] that it
// is given.
package judge
