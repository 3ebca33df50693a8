// Package serve is the web page over runs: what a run is doing and what is doubtful
// about it, its sources with their evidence, the archived pages with the values marked,
// and the catalog of entities, with every value's provenance one step away. The same is
// given to programs as JSON.
//
// The one idea: a page is a view of a run's folder at one moment, written on the
// server. Nothing is kept between requests but open files, so a run that goes on in
// another process is seen as it stands; a change is only told to the browser, which
// asks again.
//
// What is shown comes from the web and is hostile: templates escape it, long texts are
// cut, direction marks can't reach out of their place, archived pages go through
// verde/serve/archived, and the policy that every page is sent with forbids scripts
// but the two of this package and requests to other hosts. The server answers only
// to names that it is known by, so a page of another site can't read it through a
// name of its own (DNS rebinding).
package serve
