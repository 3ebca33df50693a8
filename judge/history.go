package judge

import (
	"maps"
	"slices"

	"verde/catalog"
	"verde/page"
)

// History is what is known of a site that was refused: a later round leads to
// more of its pages, but pages judged before are not judged again, nor are more pages
// of a shape that never showed anything. It is a value that can be kept as JSON; the
// zero value knows nothing. Its methods change copies.
type History struct {
	Pages map[string]PageJudgement `json:"pages,omitempty"` // by URL

	// Templates whose pages were read and are about something else. That was decided by
	// what was known then, so with more known they may be read again.
	Rejected     []page.HashedSchema `json:"rejected,omitempty"`
	KnownThen    int                 `json:"known_then,omitempty"`    // entities known when they were rejected, 0 if there is no such template
	RejectReason string              `json:"reject_reason,omitempty"` // of the last rejected template
}

// Reject adds the templates of a source whose pages were read in vain while a number of
// entities were known.
func (h History) Reject(src catalog.Source, known int) History {
	if h.KnownThen != known {
		h.KnownThen, h.Rejected = known, nil
	}
	h.Rejected, h.RejectReason = slices.Clone(h.Rejected), src.Reason
	for _, e := range src.Evidence {
		if schema := h.Pages[e.URL].Schema; len(schema) > 0 && !isOfAny(schema, h.Rejected) {
			h.Rejected = append(h.Rejected, schema)
		}
	}
	return h
}

// with adds judged pages.
func (h History) with(judged map[string]PageJudgement) History {
	pages := make(map[string]PageJudgement, len(h.Pages)+len(judged))
	maps.Copy(pages, h.Pages)
	maps.Copy(pages, judged)
	h.Pages = pages
	return h
}
