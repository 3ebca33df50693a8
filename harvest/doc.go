// Package harvest reads a site into pages and records, and visits them again.
//
// The one idea: what could not be had now may be had later. A [Reader] finds the
// entity pages of a site like some samples, learns a wrapper on an even sample of
// them and reads all; each page that can't be had keeps its place with the reason
// as its status. A reason that may pass ([IsTransient]) makes a later run ask
// again, for these pages alone.
package harvest
