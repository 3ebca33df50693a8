package judge

import (
	"math/bits"
	"slices"

	"verde/catalog"
	"verde/page"
)

// PageJudgement is a verdict on a page with what else was found out of it.
type PageJudgement struct {
	catalog.Verdict
	Entity    string            `json:"entity"`                   // that the query of the verdict asks for
	Shape     string            `json:"shape"`                    // of the URL, see [verde/urlcluster.Shapes]
	Schema    page.HashedSchema `json:"schema"`                   // of the links
	Titled    bool              `json:"titled,omitempty"`         // its title in the results has what the query asks for
	Named     bool              `json:"named,omitempty"`          // that title is the name asked for, not a longer one that has it
	Listing   bool              `json:"listing,omitempty"`        // it shows the entity as one of many
	Alternate bool              `json:"alternate,omitempty"`      // it names another page as its canonical one
	Language  string            `json:"language,omitempty"`       // if it has alternates in other languages (hreflang)
	Tried     []string          `json:"tried,omitempty"`          // queries that the page was judged by
	Links     int               `json:"links,omitempty"`          // to other pages of the site
	Owner     string            `json:"owner,omitempty"`          // URL of a page of the site that it links to by the entity's name, if it is titled with the name and does not show the entity as data itself
	View      bool              `json:"view,omitempty"`           // another page shows the entity as data, and this one is beside it, as photos or reviews are
	Simhash   uint64            `json:"simhash,omitempty,string"` // of the fragment's text, 0 if it is too short for one

	rejected bool // it is of a rejected template, as far as is known by now
}

// openQuestion is the probability of data from which on a page is reason enough to read
// the site, though no proof.
const openQuestion = 0.25

// isPromising reports whether the page shows what was asked for as data, or may.
func (p PageJudgement) isPromising() bool {
	return !p.rejected && !p.View && (p.SemiStructured || p.Probability >= openQuestion)
}

// maxBitsApart is the number of bits up to which simhashes are of near
// duplicates (Manku, Jain and Das Sarma 2007, for 64 bits).
const maxBitsApart = 3

// isNearDuplicate reports whether p shows what o shows: one page may have two URLs, to
// which queries for different entities lead.
func (p PageJudgement) isNearDuplicate(o PageJudgement) bool {
	return p.Simhash != 0 && o.Simhash != 0 && bits.OnesCount64(p.Simhash^o.Simhash) <= maxBitsApart
}

// SameTemplate is the similarity of two link schemas ([page.Schema.Similarity])
// from which on the pages have the same template.
const SameTemplate = 0.8

// isOfAny reports whether a page with this schema is of one of the templates.
func isOfAny(schema page.HashedSchema, templates []page.HashedSchema) bool {
	return len(schema) > 0 && slices.ContainsFunc(templates, func(t page.HashedSchema) bool { return schema.Similarity(t) >= SameTemplate })
}
