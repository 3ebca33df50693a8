package catalog

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"iter"
	"math"
	"slices"
)

// The roles of a source.
const (
	Training   = "training"   // the run was started from it
	Discovered = "discovered" // the run found it
)

// The states of a source, in the order in which it goes through them.
const (
	Refused  = "refused"  // judged not to be semi-structured, see the reason
	Accepted = "accepted" // judged to be a source, and to be expanded
	Expanded = "expanded" // its entity pages and records are in the catalog
	Failed   = "failed"   // could not be expanded, see the reason
	Doubtful = "doubtful" // read, but its pages are not about what was asked for, or only their titles are, see the reason
)

// Source is a site that was considered as a source of the vertical.
type Source struct {
	Site           string            `json:"site"`                  // see page.Site
	Role           string            `json:"role,omitempty"`        // [Training] or [Discovered]
	Round          int               `json:"round"`                 // in which it was found
	Score          float64           `json:"score"`                 // from 0 to 1, the product of its parts; see [ScoreParts.Score]
	Support        int               `json:"support"`               // instance queries that its URL cluster answers
	SampleURL      string            `json:"sample_url"`            // the page that expansion starts from
	Samples        []string          `json:"samples,omitempty"`     // all pages that it may start from
	Container      string            `json:"container"`             // XPath of the sample's fragment
	Evaluated      int               `json:"evaluated"`             // pages looked at
	SemiStructured int               `json:"semistructured"`        // of those, pages with a semi-structured fragment
	State          string            `json:"state,omitempty"`       // [Refused], [Accepted], [Expanded], [Failed] or [Doubtful]
	Reason         string            `json:"reason,omitempty"`      // why it is in that state
	Evidence       []Evidence        `json:"evidence"`              // one a page that speaks for it
	Attributes     map[string]string `json:"attributes,omitempty"`  // column label -> attribute of the vertical
	Parts          *ScoreParts       `json:"score_parts,omitempty"` // of a site that was judged
	Scopes         []Scope           `json:"scopes,omitempty"`      // what its samples may stand for, of a site that was expanded; none where there was nothing to choose
	Doubts         []Doubt           `json:"doubts,omitempty"`      // why the pages found on it may be wrong or not all, of a site that was expanded
}

// Doubt is a reason to think that pages of another kind were found on a site, or not all of its entity pages; see
// [verde/siteexpand.Diagnosis].
type Doubt struct {
	Case   string `json:"case"`
	Detail string `json:"detail"`
	Remedy string `json:"remedy"`
	// Missing is the share of the site's entity pages that is missing, by an estimate that the case makes, 0 if it
	// makes none.
	Missing float64 `json:"missing,omitempty"`
}

// Scope is a part of a site that its samples may represent; see [verde/siteexpand.Scope].
type Scope struct {
	Name    string   `json:"name"`
	Samples []string `json:"samples,omitempty"` // that are in it
	Pages   int      `json:"pages"`
	AtLeast bool     `json:"at_least,omitempty"` // Pages is a lower bound, as only a part of it was looked at
	Chosen  bool     `json:"chosen,omitempty"`
}

// ScoreParts are the factors of a discovered site's score. Pages are those of one template that were looked at,
// near duplicates counted once.
type ScoreParts struct {
	Probability float64 `json:"probability"` // mean over the pages that show, or may show, what was asked for as data
	Instances   int     `json:"instances"`   // different entities on these pages
	Met         int     `json:"met"`         // different entities on any of the pages, in prose and lists too; of several titled with one, only on such
	Agreement   float64 `json:"agreement"`   // mean similarity of their templates to the first one's, from 0 to 1
	Duplicates  int     `json:"duplicates"`  // pages left out because they repeat another
}

// Score is probability x instances/met x agreement x (1 - 2^-instances): how sure it is that the pages are data,
// are about what was asked for, share a template, and that this is no coincidence.
func (p ScoreParts) Score() float64 {
	if p.Met == 0 {
		return 0
	}
	return p.Probability * float64(p.Instances) / float64(p.Met) * p.Agreement * (1 - math.Exp2(-float64(p.Instances)))
}

// Evidence is a page of a source with a query's values in a semi-structured fragment. The query may never have
// been asked, see [Catalog.Recognised].
type Evidence struct {
	URL           string  `json:"url"`
	QueryID       string  `json:"query_id"`
	FragmentXPath string  `json:"fragment_xpath"`
	Probability   float64 `json:"probability"`
}

// PutSource replaces a source. Its pages and records stay.
func (c *Catalog) PutSource(ctx context.Context, s Source) error {
	if err := c.write(ctx, func(tx *txn) error { return putSource(ctx, tx, s) }); err != nil {
		return fmt.Errorf("storing source %s: %w", s.Site, err)
	}
	return nil
}

const sourceColumns = "site, role, round, score, support, sample_url, samples, container, evaluated, semistructured, state, reason, evidence, attributes, parts, scopes, doubts"

func putSource(ctx context.Context, tx *txn, s Source) error {
	if s.Site == "" {
		return errors.New("a source needs a site")
	}
	if err := checkFinite("score", s.Score); err != nil {
		return err
	}
	evidence := make([]Evidence, len(s.Evidence))
	for i, e := range s.Evidence {
		evidence[i] = Evidence{URL: storable(e.URL), QueryID: storable(e.QueryID), FragmentXPath: storable(e.FragmentXPath), Probability: e.Probability}
	}
	attributes := make(map[string]string, len(s.Attributes))
	for label, name := range s.Attributes {
		attributes[storable(label)] = storable(name)
	}
	scopes := slices.Clone(s.Scopes)
	for i := range scopes {
		scopes[i].Name, scopes[i].Samples = storable(scopes[i].Name), storableAll(scopes[i].Samples)
	}
	doubts := make([]Doubt, len(s.Doubts))
	for i, d := range s.Doubts {
		doubts[i] = Doubt{Case: storable(d.Case), Detail: storable(d.Detail), Remedy: storable(d.Remedy), Missing: d.Missing}
	}
	parts := 0
	if s.Parts != nil {
		parts = 1
	}
	var packed [6]string
	for i, p := range []struct {
		v any
		n int
	}{{storableAll(s.Samples), len(s.Samples)}, {evidence, len(evidence)}, {attributes, len(attributes)}, {s.Parts, parts}, {scopes, len(scopes)}, {doubts, len(doubts)}} {
		var err error
		if packed[i], err = pack(p.v, p.n); err != nil {
			return err
		}
	}
	_, err := tx.ExecContext(ctx, tx.upsert("sources", sourceColumns, 1),
		storable(s.Site), storable(s.Role), s.Round, s.Score, s.Support, storable(s.SampleURL), packed[0], storable(s.Container),
		s.Evaluated, s.SemiStructured, storable(s.State), storable(s.Reason), packed[1], packed[2], packed[3], packed[4], packed[5])
	return err
}

func scanSource(row scanner) (Source, error) {
	var s Source
	var samples, evidence, attributes, parts, scopes, doubts string
	if err := row.Scan(&s.Site, &s.Role, &s.Round, &s.Score, &s.Support, &s.SampleURL, &samples, &s.Container,
		&s.Evaluated, &s.SemiStructured, &s.State, &s.Reason, &evidence, &attributes, &parts, &scopes, &doubts); err != nil {
		return s, err
	}
	return s, errors.Join(unpack(samples, &s.Samples), unpack(evidence, &s.Evidence), unpack(attributes, &s.Attributes), unpack(parts, &s.Parts), unpack(scopes, &s.Scopes), unpack(doubts, &s.Doubts))
}

// Source returns what is known of a site, and whether anything is.
func (c *Catalog) Source(ctx context.Context, site string) (Source, bool, error) {
	s, err := scanSource(c.reader.QueryRowContext(ctx, "SELECT "+sourceColumns+" FROM sources WHERE site = $1", site))
	if errors.Is(err, sql.ErrNoRows) {
		return Source{}, false, nil
	}
	if err != nil {
		return Source{}, false, fmt.Errorf("reading source %s: %w", site, err)
	}
	return s, true, nil
}

// Sources returns all sources, by round, score (best first) and site.
func (c *Catalog) Sources(ctx context.Context) ([]Source, error) {
	return readAll(sources(ctx, c.reader, ""))
}

func sources(ctx context.Context, db querier, site string) iter.Seq2[Source, error] {
	where, args := siteCondition(site)
	return each(ctx, db, scanSource, "SELECT "+sourceColumns+" FROM sources "+where+" ORDER BY round, score DESC, site", args...)
}
