package judge

import (
	"maps"
	"math/bits"
	"slices"

	"verde/catalog"
	"verde/page"
)

// History is what is known of a site that was refused: a later round leads to
// more of its pages, but those of before are not looked at again, and not more
// of a kind that never showed anything. It is a value that JSON keeps; the zero
// value knows nothing. Its methods change copies.
type History struct {
	Pages map[string]PageJudgement `json:"pages,omitempty"` // by URL

	// Templates whose pages were read and are about something else. What is known
	// by then decides that, so with more known they may be read again.
	Rejected     []page.HashedSchema `json:"rejected,omitempty"`
	KnownThen    int                 `json:"known_then,omitempty"`    // entities known when they were, 0 if there is none
	RejectReason string              `json:"reject_reason,omitempty"` // of the last one
}

// Reject notes that the pages of a source were read in vain, while so many
// entities were known.
func (h History) Reject(src catalog.Source, known int) History {
	if h.KnownThen != known {
		h.KnownThen, h.Rejected = known, nil
	}
	h.Rejected, h.RejectReason = slices.Clone(h.Rejected), src.Reason
	for _, e := range src.Evidence {
		if schema := h.Pages[e.URL].Schema; len(schema) > 0 && !likeAny(schema, h.Rejected) {
			h.Rejected = append(h.Rejected, schema)
		}
	}
	return h
}

// with adds pages that were judged.
func (h History) with(judged map[string]PageJudgement) History {
	pages := make(map[string]PageJudgement, len(h.Pages)+len(judged))
	maps.Copy(pages, h.Pages)
	maps.Copy(pages, judged)
	h.Pages = pages
	return h
}

// SameTemplate is the similarity of two link schemas ([page.Schema.Similarity])
// from which on the pages are of one template.
const SameTemplate = 0.8

// likeAny reports whether a schema is of one of the templates.
func likeAny(schema page.HashedSchema, templates []page.HashedSchema) bool {
	return len(schema) > 0 && slices.ContainsFunc(templates, func(t page.HashedSchema) bool { return schema.Similarity(t) >= SameTemplate })
}

// PageJudgement is a verdict with what else the page showed.
type PageJudgement struct {
	catalog.Verdict
	Entity    string            `json:"entity"`                   // that its query asks for
	Shape     string            `json:"shape"`                    // of its URL, see [verde/urlcluster.Shapes]
	Schema    page.HashedSchema `json:"schema"`                   // of its links
	Titled    bool              `json:"titled,omitempty"`         // its title in the results has what the query asks for
	Named     bool              `json:"named,omitempty"`          // that title is its name, and no longer one that has it
	Listing   bool              `json:"listing,omitempty"`        // it shows the entity as one of many
	Alternate bool              `json:"alternate,omitempty"`      // it says that another page is its canonical one
	Language  string            `json:"language,omitempty"`       // of the page, if it names forms of itself in several ones, as hreflang has it
	Tried     []string          `json:"tried,omitempty"`          // queries that the page was judged by
	Links     int               `json:"links,omitempty"`          // to other pages of the site
	Owner     string            `json:"owner,omitempty"`          // page of the site that it links to by the entity's name, if it is titled with that and does not show it as data itself
	View      bool              `json:"view,omitempty"`           // another page shows the entity as data, and this is beside that one, as photos or reviews are
	Simhash   uint64            `json:"simhash,omitempty,string"` // of the fragment's text, 0 if it is too short for one

	rejected bool // it is of a template whose pages were read and are not about what was asked for, as far as is known by now
}

// nearDuplicate is the number of bits up to which simhashes are of near
// duplicates (Manku, Jain and Das Sarma 2007, for 64 bits).
const nearDuplicate = 3

// copyOf reports whether p shows what o shows: one page under two addresses,
// which queries for different entities may lead to.
func (p PageJudgement) copyOf(o PageJudgement) bool {
	return p.Simhash != 0 && o.Simhash != 0 && bits.OnesCount64(p.Simhash^o.Simhash) <= nearDuplicate
}

// openQuestion is the probability from which on a page is no proof but reason
// enough to read the site.
const openQuestion = 0.25

// promising reports whether the page shows what was asked for as data, or may.
func (p PageJudgement) promising() bool {
	return !p.rejected && !p.View && (p.SemiStructured || p.Probability >= openQuestion)
}
