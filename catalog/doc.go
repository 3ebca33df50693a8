// Package catalog keeps what a run has found: the sources with the evidence
// for them, their entity pages, the records with the provenance of every
// value, and the queries that were asked with the answers they got.
//
// The one idea: a site is the unit of truth. [Catalog.PutSite] replaces all
// that is known of a site in one transaction, and [Catalog.PutAnswer] all
// results of a query, so a run that is killed at any moment leaves whole sites
// and whole answers behind, and a run that starts again asks the catalog what
// it need not do twice.
//
// A catalog is one SQLite file (write-ahead log, no cgo) that any SQLite tool
// opens; its view "facts" has one row a value. Text from the web is bounded
// and made valid UTF-8 on its way in. A [Catalog] is safe for concurrent use:
// there is one writer at a time, and readers see the last whole transaction.
//
// Errors are those of the database and its file (a full disk, a file that is
// locked or damaged), and ctx's when it ends; what was to be written is then not
// there at all. Lists are read as they are iterated over: an error comes in place
// of an element and is the last. Cost: linear in what is written or read, and a
// transaction for each call that writes.
package catalog
