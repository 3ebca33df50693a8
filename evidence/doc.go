// Package evidence keeps search results by URL, and finds in them the sites that are
// worth judging (VerDE §V).
//
// The one idea: one result proves nothing, but results of several queries about
// different entities do. A site whose URLs of one cluster answer queries for two
// entities or more is a [Candidate]. Within it, a [Group] has the URLs of one shape: a
// search engine finds a site's lists and reviews along with its entity pages, and pages
// of one shape are likely of one kind. No page is downloaded for any of this.
//
// The package is pure: results in, candidates out.
package evidence
