package siteexpand

import "verde/page"

// Result is what a method found, samples first, then in the order of discovery.
type Result struct {
	Pages  []EntityPage
	Report Report
}

// EntityPage is a page that a method takes to show an entity of the samples'
// type.
type EntityPage struct {
	URL            string   `json:"url"` // final or canonical where known
	Site           string   `json:"site"`
	Level          int      `json:"level"`               // links from the root of the entity-tree
	From           string   `json:"from,omitempty"`      // page that links to it
	LinkPath       string   `json:"link_path,omitempty"` // by which that page links to it
	URLSimilarity  float64  `json:"url_similarity"`      // of methods that compare URLs; 0 else, 1 for samples
	HTMLSimilarity float64  `json:"html_similarity"`     // 0 when not fetched
	Status         string   `json:"status"`              // Sample, Fetched or Inferred
	Aliases        []string `json:"aliases,omitempty"`
}

// Status says what is known of an entity page.
const (
	Sample   = "sample"   // given
	Fetched  = "fetched"  // fetched and found to match
	Known    = "known"    // given as known, and not fetched
	Inferred = "inferred" // taken with the group of URLs it belongs to, without being fetched
)

// Report is what a run did.
type Report struct {
	Samples     []string         `json:"sample"`
	Method      string           `json:"method"`
	Height      int              `json:"height,omitempty"`
	PagePath    []string         `json:"page_path,omitempty"` // root first, of the first sample that has one
	Estimate    *Estimate        `json:"estimate,omitempty"`  // nil if the method makes none, or could check nothing for it
	Listed      *Listed          `json:"listed,omitempty"`    // nil if nobody else lists the site's URLs, or the method asks nobody
	Changes     *Changes         `json:"changes,omitempty"`
	Scopes      []Scope          `json:"scopes,omitempty"` // what one sample may stand for
	Runs        []Run            `json:"runs,omitempty"`   // one a sample, where a method runs once a sample; of gpp one a path
	Explained   []Explanation    `json:"explained,omitempty"`
	Pages       int              `json:"pages"`
	Inferred    int              `json:"inferred"`         // of them, not fetched
	Downloads   int              `json:"downloads"`        // pages got
	Requests    int              `json:"requests"`         // pages asked for
	Evaluations int              `json:"evaluations"`      // page comparisons by HTML
	Layout      *page.LayoutCost `json:"layout,omitempty"` // of a method that looks at pages as people see them
	Seconds     float64          `json:"seconds"`
	Diagnoses   []Diagnosis      `json:"diagnoses"`         // doubts first
	Dropped     map[string]int   `json:"dropped,omitempty"` // URLs not followed or not returned, by reason
	LeftOut     []LeftOut        `json:"-"`                 // of them, those that are known, by reason, [MostLeftOut] of each
	Lacking     []string         `json:"-"`                 // pages of the result that lack labels, see [OtherForm]: who knows their names may know better
}

// LeftOut is a URL that is not followed or not returned, and why.
type LeftOut struct{ URL, Reason string }

// MostLeftOut bounds the URLs of a site that are named for a reason: as many as a person looks through
// in pages of a hundred.
const MostLeftOut = 1000

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

// Run is what SSUP did with one sample, or gpp with one path to it.
type Run struct {
	Sample   string   `json:"sample"`
	PagePath []string `json:"page_path"`
	Pages    int      `json:"pages"`
	MinHTML  float64  `json:"min_html"` // HTML threshold of the last level; 0 of gpp, which has none
	MinURL   float64  `json:"min_url"`  // URL similarity of the last group that passed; likewise
}

// Estimate is the precision and recall that a run expects of its own result, judged by
// more than the likeness that took the pages: how far their template is above the
// threshold, whether lists that have a sample have them too, what their URLs share with
// the samples', and how alike they are in all. So an error that the pages of a class
// share is likely to be seen. Pages whose host was left alone or gave no answer count
// as missed. It knows nothing of URLs to which no fetched page links.
type Estimate struct {
	Precision float64  `json:"precision"` // as likely above as below
	Recall    float64  `json:"recall"`    // so too; of pages whose URLs have what the samples' URLs share
	Within    Bounded  `json:"within"`
	Short     float64  `json:"short"`               // probability that F1 is below [PromisedF1]
	Elsewhere float64  `json:"elsewhere,omitempty"` // expected pages of the type among fetched ones with other URLs, unless a scope was asked for
	Checked   int      `json:"checked"`             // pages fetched for the estimate alone, or because all were to be
	Dead      *Dead    `json:"dead,omitempty"`      // of the pages not fetched; nil if there are none
	Doubtful  []string `json:"doubtful,omitempty"`  // pages of the result that are likely of another kind, the likeliest first, some
	Left      []string `json:"left,omitempty"`      // pages left out that are likely of the type, some
	Outside   []string `json:"outside,omitempty"`   // of those elsewhere, some
}

// PromisedF1 is the F1 below which a result is no good: one whose F1 may well be below is in doubt.
const PromisedF1 = .9

// Bounded holds intervals for precision and recall, lower and upper bound, that are
// made to hold the truth with a probability of .95. On sites whose truth is known they
// did in .96 and .94 of 184 runs with one to three samples (40 generated sites, eleven sets of
// documentation; on the latter alone in .91 and .85).
type Bounded struct {
	Precision [2]float64 `json:"precision"`
	Recall    [2]float64 `json:"recall"` // pages elsewhere lower the lower bound
}

// Dead estimates how many of the pages that were taken without being fetched
// are dead, from URLs like them that were asked for: those of their class, or
// where their link-path differs in it from the others, those on the link-path.
type Dead struct {
	Asked int     `json:"asked"` // URLs of their classes, whatever the link-path, that the site answered for
	Dead  int     `json:"dead"`  // of them
	Share float64 `json:"share"` // of the pages not fetched; each class and link-path counts by its number of them
	Low   float64 `json:"low"`   // bounds of Share: with a probability of .95 it is between them
	High  float64 `json:"high"`
}

// Listed compares a result with what others list of the site, as the index of an archive
// does (see [page.URLLister]). They have found the pages in another way than the run, so
// what both have tells what neither has, as with animals that are caught twice. Archives
// follow links, too: pages that are hard to reach are hard for both, so that more may be
// missing than is estimated.
type Listed struct {
	URLs   int `json:"urls"`             // that are listed
	Failed int `json:"failed,omitempty"` // of them, asked for in vain, as they are gone or redirect to another site
	Pages  int `json:"pages"`            // of the result that are listed
	New    int `json:"new"`              // of the result that are not
	Linked int `json:"linked"`           // of those listed, that the site's own links and sitemaps lead to; the others are known by the list alone

	Share   float64  `json:"share"` // Linked of Pages: of all pages of the type, the site leads to as many
	Low     float64  `json:"low"`   // bounds of Share: with a probability of .95 it is between them
	High    float64  `json:"high"`
	Missing *Missing `json:"missing,omitempty"` // nil if no page is linked and listed
}

// Missing is how many pages of the type are neither listed nor led to, with bounds between
// which it is with a probability of .95.
type Missing struct {
	Pages float64 `json:"pages"`
	Low   float64 `json:"low"`
	High  float64 `json:"high"`
}

// Changes says what became of the pages that were known before.
type Changes struct {
	New      []string    `json:"new,omitempty"`
	Gone     []string    `json:"gone,omitempty"`     // the server says so
	Moved    [][2]string `json:"moved,omitempty"`    // from, to
	Unlinked []string    `json:"unlinked,omitempty"` // no fetched page links to them; the site does not say that they are gone
}

// Scope is an extent of the type that one sample page may stand for: the pages
// of its own directory, those of sibling directories too, those anywhere on the
// site with the same template, or of either only those whose file names have
// the sample's prefix. Two or more samples from different directories tell
// which; one does not.
type Scope struct {
	Name    string   `json:"name"`
	Samples []string `json:"samples"` // that stand for the scope; give them to get it
	Pages   int      `json:"pages"`
	AtLeast bool     `json:"at_least,omitempty"` // only a part of the scope was looked at
	Chosen  bool     `json:"chosen,omitempty"`
}

// Names of scopes.
const (
	Folder   = "folder"   // pages of the sample's directory
	Siblings = "siblings" // and of directories that differ from it in one position of the path
	Anywhere = "anywhere" // and of all others on the site
	Prefix   = "prefix"   // of either, the pages whose file names have the sample's prefix
)

// ScopeNames lists the scopes that [Options] take.
func ScopeNames() []string { return []string{Folder, Siblings, Anywhere, Prefix} }

// Explanation says why a URL is in the result of a focused crawl or not.
type Explanation struct {
	URL       string  `json:"url"`
	Taken     bool    `json:"taken"`
	Why       string  `json:"why"`
	Class     string  `json:"class,omitempty"` // directory, extension and form of the name, as URLs are classed
	URLs      int     `json:"urls,omitempty"`  // of the class that were met
	Fetched   int     `json:"fetched,omitempty"`
	Matching  int     `json:"matching,omitempty"`  // of those fetched, by their template
	Score     float64 `json:"score,omitempty"`     // share of the template that the page has; 0 if it was not fetched
	Threshold float64 `json:"threshold,omitempty"` // from which on it matches
	Like      float64 `json:"like,omitempty"`      // Jaccard coefficient of its features with those of the sample most like it
	Listed    float64 `json:"listed,omitempty"`    // share of the links that lead to pages of the result, on a page whose list has it, and of the whole list, that has a sample, as prior
	Likely    float64 `json:"likely,omitempty"`    // probability that it is of the type by all of this, see [Estimate]; 0 if it was not fetched
	From      string  `json:"from,omitempty"`      // page that links to it
	LinkPath  string  `json:"link_path,omitempty"` // by which it does
}
