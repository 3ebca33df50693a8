package siteexpand

import (
	"context"
	"fmt"
	"strings"
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
	// is done; pages that can't be fetched on the way are counted in the report.
	Expand(ctx context.Context, src page.Fetcher, samples []string, opt Options) (*Result, error)
}

// Options say how far a method goes. The zero value means the defaults.
type Options struct {
	Height       int              // estimated height H of the entity-tree; default 5 (SSUP 2019, §5.2.1), with trivial 2
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
	defaultMaxDownloads = 20000 // at a page a second, a working day
)

func (o Options) withDefaults() Options {
	if o.Height <= 0 {
		o.Height = defaultHeight
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
	// as a list. That they are from one directory proves nothing.
	Together Choice = "together"
	// Searched says that they are search results. What their URLs share may be the
	// words that were asked for, and proves nothing either.
	Searched Choice = "searched"
)

// Progress is how far a run has come.
type Progress struct {
	Method    string
	URL       string // last fetched
	Downloads int    // pages fetched
	Found     int    // entity pages by what is known now, where the method knows any before its end; it falls where a class of pages turns out to be of another type
	Ahead     int    // downloads that are still made if none has a yield; more if some do
}

// Status says what is known of an entity page.
const (
	Sample   = "sample"   // given
	Fetched  = "fetched"  // fetched and found to match
	Known    = "known"    // given as known, and not fetched
	Inferred = "inferred" // taken with the group of URLs it belongs to, without being fetched
)

// EntityPage is a page that a method takes to show an entity of the samples'
// type.
type EntityPage struct {
	URL            string   `json:"url"` // final or canonical where known
	Site           string   `json:"site"`
	Level          int      `json:"level"`               // links from the root of the entity-tree
	From           string   `json:"from,omitempty"`      // page that links to it
	LinkPath       string   `json:"link_path,omitempty"` // by which that page links to it
	URLSimilarity  float64  `json:"url_similarity"`
	HTMLSimilarity float64  `json:"html_similarity"` // 0 when not fetched
	Status         string   `json:"status"`          // Sample, Fetched or Inferred
	Aliases        []string `json:"aliases,omitempty"`
}

// Result is what a method found, samples first, then in the order of discovery.
type Result struct {
	Pages  []EntityPage
	Report Report
}

// Report is what a run did.
type Report struct {
	Samples     []string       `json:"sample"`
	Method      string         `json:"method"`
	Height      int            `json:"height,omitempty"`
	PagePath    []string       `json:"page_path,omitempty"` // root first, of the first sample that has one
	Estimate    *Estimate      `json:"estimate,omitempty"`  // nil if the method makes none, or could check nothing for it
	Changes     *Changes       `json:"changes,omitempty"`
	Scopes      []Scope        `json:"scopes,omitempty"` // what one sample may stand for
	Runs        []Run          `json:"runs,omitempty"`   // one a sample, where a method runs once a sample
	Explained   []Explanation  `json:"explained,omitempty"`
	Pages       int            `json:"pages"`
	Inferred    int            `json:"inferred"`    // of them, not fetched
	Downloads   int            `json:"downloads"`   // pages got
	Requests    int            `json:"requests"`    // pages asked for
	Evaluations int            `json:"evaluations"` // page comparisons by HTML
	Seconds     float64        `json:"seconds"`
	Diagnoses   []Diagnosis    `json:"diagnoses"`
	Dropped     map[string]int `json:"dropped,omitempty"` // URLs not followed or not returned, by reason
}

// Run is what SSUP did with one sample.
type Run struct {
	Sample   string   `json:"sample"`
	PagePath []string `json:"page_path"`
	Pages    int      `json:"pages"`
	MinHTML  float64  `json:"min_html"` // HTML threshold of the last level
	MinURL   float64  `json:"min_url"`  // URL similarity of the last group that passed
}

// Reasons of a report's dropped URLs beside those of package page.
const (
	DropOffSite  = "off site"        // leads to another site, by link or by redirect
	DropPath     = "other link-path" // linked by another link-path than the sample
	DropDistance = "below threshold" // too unlike the sample
	DropAlias    = "alias"           // another URL of a page that is in the result already
	DropCrowded  = "crowded page"    // on a page whose URLs take too much memory, see [page.Outline]
	DropLanguage = "other language"  // in another language than the samples
	DropDead     = "dead class"      // not fetched because URLs like it are dead
)

// defaultMethod is the name of the method that is taken where none is named.
const defaultMethod = "focused"

// methods lists all methods, the default first.
func methods() []Method {
	return []Method{Focused{}, Classes{}, SSUP{}, SSUP{Pagination: true}, SSUP2014{}, INDESIT{}, INDESIT{Jaccard: true}, Trivial{}, Trivial{Jaccard: true}}
}

// Names lists the methods, the default first.
func Names() (names []string) {
	for _, m := range methods() {
		names = append(names, m.Name())
	}
	return names
}

// MethodByName gives a method; "" is the default.
func MethodByName(name string) (Method, error) {
	for _, m := range methods() {
		if name == m.Name() || name == "" {
			return m, nil
		}
	}
	return nil, fmt.Errorf("no expansion method %q: choose one of %s", name, strings.Join(Names(), ", "))
}
