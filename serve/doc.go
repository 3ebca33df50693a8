// Package serve is the web interface to runs: progress and doubts of a run, its sources
// with their evidence, archived pages with the extracted values marked, and the catalog
// of entities, with the provenance of every value one step away. Programs get the same
// as JSON.
//
// The one idea: a page shows a run's folder at one moment, and is rendered on the
// server. Between requests only open files are kept, so a run in another process is
// shown in its current state. A change is announced to the browser, which then
// requests the page again.
//
// What is shown comes from the web and is hostile. Templates escape it, long texts are
// cut, bidirectional controls have no effect outside their text, and archived pages
// are sanitized by verde/serve/archived. The Content-Security-Policy of every page
// forbids all scripts but the two of this package, and requests to other hosts. The
// server answers only to the host names it was started with, which protects it from
// DNS rebinding.
package serve
