// Package record is the shape of what is read from a page about its entity, from
// the reader to the catalog and the files that programs open.
//
// The one idea: a record has no keys that depend on the page. Labels are values,
// under "label", and what repeats on a page (offers, reviews) is rows of a group;
// so a file of records has one schema, which data frames, databases and jq find by
// themselves. Each value says where it stands, and what it means where that is
// known: a number with its unit, a date, an address.
//
// The package is pure: values in, values out.
package record
