package siteexpand

import "fmt"

// Diagnosis is what a run found out about the worth of its own result.
type Diagnosis struct {
	Case   string `json:"case"`
	Detail string `json:"detail"`
	Remedy string `json:"remedy"`
	Doubt  bool   `json:"doubt"` // most of such results are wrong or incomplete; else a remark, which says where to look
}

// Diagnose adds a case to the report, once: one for doubt, or a remark, which is no
// reason for doubt by itself as at least as many right results have it as wrong
// ones. A case that is told twice is one for doubt if it was so once.
func (r *Report) Diagnose(doubt bool, name, remedy, detail string, args ...any) {
	for i, d := range r.Diagnoses {
		if d.Case == name {
			r.Diagnoses[i].Doubt = d.Doubt || doubt
			return
		}
	}
	r.Diagnoses = append(r.Diagnoses, Diagnosis{Case: name, Detail: fmt.Sprintf(detail, args...), Remedy: remedy, Doubt: doubt})
}

// The cases of a diagnosis. The first five are the failure cases of SSUP 2019,
// §6.1 to §6.5.
const (
	TwoTokens            = "two-token URLs"
	Handcrafted          = "handcrafted pages"
	DifferentPaths       = "different link-paths"
	DifferentHierarchies = "different hierarchies"
	Scripts              = "links built by JavaScript"
)

// What else was seen to go wrong: a climb that leads sideways and so covers too
// little, a threshold set by few nearly equal pages, an index of everything, samples
// without links, a single sample, and sites on which every page has all links.
const (
	Sideways   = "sideways page-path" // an index page is itself like the sample
	StrictSet  = "strict threshold"   // few pages with nearly the same HTML set a threshold that hardly any page meets
	MixedIndex = "index of everything"
	NoLinks    = "no links"             // the sample has none on its site
	NoIndex    = "no index page"        // the sample is its own entity-tree
	LoneSample = "lone sample"          // pages with URLs like the sample's are not like it, and others are
	OneSample  = "one sample"           // it may stand for several scopes
	LostSample = "sample not had"       // it could not be fetched, and the others are fewer than were given
	FullCrawl  = "full crawl"           // most of what was downloaded is not of the type
	Mixed      = "mixed class"          // some pages of a class of URLs are of the type, and not all were fetched
	DeadLinks  = "dead links"           // so few of a class of URLs have a page that the others were not asked for
	DeadPages  = "dead pages"           // at least one page that was not fetched is likely not to exist
	Mistaken   = "mistaken pages"       // most of what is expected to be lost are pages of another kind in the result
	OtherForm  = "other labels"         // pages lack labels that are usual of the others, and may be of another type
	Missed     = "missed pages"         // most of it are pages of the type that are left out
	Elsewhere  = "like pages elsewhere" // most of it are pages that are like those found, and whose URLs lack what samples share
	Unchecked  = "unchecked pages"      // many were taken by others like them, and none of these could be fetched
	Unanswered = "unanswered pages"     // likely of the type, and the site gave no answer for them
	Unasked    = "parameters not tried" // so many that it is not known of all whether they select anything
	CutShort   = "cut at the download limit"
	HomePage   = "home page"          // the sample is the site's front page, of which there is one
	NoPath     = "no path of lists"   // to the sample from the front page
	NotShown   = "pages not laid out" // of a method that looks at them as people do
	IndexPage  = "index page"         // the sample lists pages of one kind, and few pages are like the sample
)
