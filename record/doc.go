// Package record defines what is read from a page about its entity: the form in which the reader gives it to
// the catalog and to files that other programs open.
//
// The one idea: a record has no keys that depend on the page. Labels are values, under "label", and what
// repeats on a page (offers, reviews) is rows of a group. So a file of records has one schema, which data
// frames, databases and jq find by themselves. Each value has its place on the page, and its meaning where that
// is known: a number with its unit, a date, an address.
//
// The package is pure: values in, values out.
package record
