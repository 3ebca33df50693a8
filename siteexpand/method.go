package siteexpand

import (
	"context"
	"time"

	"verde/page"
)

// Method finds the entity pages of a site.
type Method interface {
	Name() string

	// Expand finds the pages on the site of the samples that are of the same
	// type. The samples are URLs of entity pages of one site; samples that can't be
	// fetched are dropped and counted. The error is for samples that give
	// nothing to start from and for what ends the run, such as a context that
	// is done; pages that can't be fetched on the way are counted in the report. If the context has ended, a method
	// may give what it knew by then beside the error.
	Expand(ctx context.Context, src page.Fetcher, samples []string, opt Options) (*Result, error)
}

// Options say how far a method goes. The zero value means the defaults.
type Options struct {
	Height       int              // estimated height H of the entity-tree; default 5 (SSUP 2019, §5.2.1), with trivial 2
	Paths        int              // number K of paths that are grown; default 3, the best of two of the three datasets of SSUP 2019, §5.2.3; gpp only
	Notation     page.Notation    // how link-paths are spelled; default tag+attr
	Exact        bool             // the paper's algorithm as printed, where a method departs from it
	Scope        string           // which scope of one sample is returned, if it is offered; default the method's choice (see Scope)
	Known        []string         // entity pages of an earlier run: they are not fetched again, and the report has what is new, gone and moved; focused only
	Bounds       Bounds           // of what is followed
	MaxDownloads int              // pages fetched at most; default 20000
	Wide         bool             // the site is the registrable domain rather than the host
	AllLanguages bool             // pages in other languages than the samples are pages of their own, not other names of one
	Verify       bool             // every page that is returned is fetched, except known ones, and left out if it is dead or of another type; costs a download a page
	Chosen       Choice           // how the samples were chosen; focused only
	Explain      []string         // URLs about which the report says why they are in the result or not; focused only
	Progress     func(Progress)   // called after each download, if set
	Now          func() time.Time // only for the report's seconds; nil leaves them 0
}

const (
	defaultHeight       = 5     // SSUP 2019, §5.2.1: enough on all of its sites
	defaultPaths        = 3     // SSUP 2019, §5.2.3
	defaultMaxDownloads = 20000 // at a page a second, a working day
)

// WithDefaults fills in the defaults.
func (o Options) WithDefaults() Options {
	if o.Height <= 0 {
		o.Height = defaultHeight
	}
	if o.Paths <= 0 {
		o.Paths = defaultPaths
	}
	if o.MaxDownloads <= 0 {
		o.MaxDownloads = defaultMaxDownloads
	}
	o.Bounds = o.Bounds.withDefaults()
	return o
}

// Choice says how several samples were chosen, and so what it proves that they
// share something.
type Choice string

const (
	// Independently is the default: each sample could have been any page of the
	// type. If all are from one directory, it most likely holds the whole type: of
	// a type of which it holds a share p, n samples would be from it with the
	// probability p^(n-1).
	Independently Choice = ""
	// Together says that the samples were chosen from one place of the site, such
	// as a list, or by one search. That they are from one directory proves nothing.
	Together Choice = "together"
)

// Progress is how far a run has come.
type Progress struct {
	Method    string
	URL       string // last fetched
	Downloads int    // pages fetched
	Found     int    // entity pages by what is known now, where the method knows any before its end; it falls where a class of pages turns out to be of another type
	Ahead     int    // downloads that are still made if none has a yield; more if some do
}

// DefaultMethod is the name of the method that is taken where none is named.
const DefaultMethod = "focused"
