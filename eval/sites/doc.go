// Package sites reads descriptions of sites whose entity pages are known, and
// serves their pages from folders of files.
//
// The one idea: a measurement has to cost the same today and next year, and may
// not cost anybody's server anything. So a site is a folder, its pages are named
// by their files there, and all that a fetcher would see of it (its URLs, its
// other names, its redirects) is made from that.
//
// The format of a description is in package eval.
package sites
