// Package evidence keeps what queries have led to, by URL, and finds in it the
// sites that are worth a look (VerDE §V).
//
// The one idea: one result says nothing, results of several queries about
// different entities do. A site whose URLs of one cluster answer queries for two
// entities or more is a [Candidate]; within it, [Group] sorts the URLs by their
// shape, since a search engine finds a site's lists and reviews along with its
// entity pages, and what one page of a shape turns out to be the others likely
// are. No page is downloaded for any of this.
//
// The package is pure: results in, candidates out.
package evidence
