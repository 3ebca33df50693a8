package report

import (
	"encoding/json"
	"fmt"

	"verde/catalog"
	"verde/estimate"
	"verde/evidence"
)

// Site is what settling a candidate measured; the catalog keeps it with the candidate.
type Site struct {
	Evaluated            int            `json:"evaluated"`           // pages downloaded to judge it
	Accepted             bool           `json:"accepted"`            // it was judged to be a source, and read
	Transient            bool           `json:"transient,omitempty"` // something failed for a reason that passes: another run may come to something else
	estimate.EntityCount                // from the results at the time when it was settled
	Further              []string       `json:"further,omitempty"` // likely entity pages that its search left out, and that are not taken so far
	Again                *Rereading     `json:"again,omitempty"`   // the last attempt to read it from pages that were missed
	Dropped              map[string]int `json:"dropped,omitempty"` // URLs of the site that were not followed, not had or not taken, by reason
}

// SiteOf gives what settling a candidate measured, the zero Site if it is not settled.
func SiteOf(c catalog.Candidate) (s Site, err error) {
	if c.Report != nil {
		if err := json.Unmarshal(c.Report, &s); err != nil {
			return s, fmt.Errorf("candidate %s of round %d: %w", c.Site, c.Round, err)
		}
	}
	return s, nil
}

// Rereading is the last attempt to read a site again, from pages that were missed.
type Rereading struct {
	From    int    `json:"from"`              // missed pages that it started from, beside the samples
	Before  int    `json:"before"`            // pages found by the reading before
	Found   int    `json:"found"`             // pages found by this one
	Missing int    `json:"missing"`           // entities that results name and that were on no page afterwards either
	Known   int    `json:"known"`             // records known at the time (see [verde/known.Entities.Len]), by which it was decided
	Refused string `json:"refused,omitempty"` // why the new pages are not taken; "" if they are
}

// String is the attempt in one line.
func (r Rereading) String() string {
	s := fmt.Sprintf("%d pages found, and %d from %d missed ones", r.Before, r.Found, r.From)
	if r.Refused != "" {
		s += ", which are not taken: " + r.Refused
	}
	return s
}

// Exhausted reports whether another attempt may be left out. One is made once the missing entities have doubled since the last attempt, to
// evidence.MinEntities at least, or, if its pages were refused, once the known records have doubled, by which this was decided. So the number of attempts
// is at most logarithmic in the results and in what is known.
func (r *Rereading) Exhausted(missing, known int) bool {
	return r != nil && missing < max(2*r.Missing, evidence.MinEntities) && (r.Refused == "" || known < 2*r.Known)
}
