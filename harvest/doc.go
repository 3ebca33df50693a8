// Package harvest reads a site into pages and records, and visits them again.
//
// The one idea: a page that can't be had now may be had later. A [Reader] expands samples
// to all entity pages of a site, learns a wrapper on an even sample of these and reads
// all into records, a [Harvest]. A page that can't be had stays in it with the reason as
// its status. If the reason may pass ([IsTransient]), a later run requests these pages
// again, and no others. [Reader.Refresh] visits the pages of a catalog to find changes.
package harvest
