// Package catalog stores what a run has found: the sources with the evidence for them, their entity pages, the
// records with the provenance of every value, and the queries with their answers.
//
// The one idea: a site is the unit of a transaction. [Catalog.PutSite] replaces everything about a site at once,
// and [Catalog.PutAnswer] all results of a query. So a run that is killed at any moment leaves complete sites and
// complete answers, and a run that starts again asks the catalog what is done already.
//
// A catalog is one SQLite file (write-ahead log, no cgo) that any SQLite tool opens; its view "facts" has one row
// for each value. Text from the web is bounded and made valid UTF-8 before it is stored. A [Catalog] is safe for
// concurrent use: there is one writer at a time, and readers see the last committed transaction.
//
// Errors are those of the database and its file (a full disk, a file that is locked or damaged), and ctx's when it
// ends; what was to be written is then not there at all. Lists are read while they are iterated over: an error
// comes in place of an element and is the last one. Cost: linear in what is written or read, and a transaction for
// each call that writes.
package catalog
