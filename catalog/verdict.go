package catalog

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"iter"
)

// Verdict is the result of evaluating a result page.
type Verdict struct {
	URL            string  `json:"url"`
	QueryID        string  `json:"query_id"`       // asked (see [Catalog.Queries]) or recognised (see [Catalog.Recognised])
	Matched        bool    `json:"matched"`        // the page has the query's required values
	SemiStructured bool    `json:"semistructured"` // and a fragment that has them is semi-structured
	Probability    float64 `json:"probability"`    // of the best fragment
	FragmentXPath  string  `json:"fragment_xpath"`
	Reason         string  `json:"reason,omitempty"` // why there is no result: the page could not be fetched
}

const verdictColumns = "url, query_id, matched, semistructured, probability, fragment_xpath, reason"

// PutVerdict stores verdicts in one transaction, each in place of an earlier one on the same page and query.
func (c *Catalog) PutVerdict(ctx context.Context, verdicts ...Verdict) error {
	if err := c.write(ctx, func(tx *txn) error { return putVerdicts(ctx, tx, verdicts) }); err != nil {
		return fmt.Errorf("storing verdicts: %w", err)
	}
	return nil
}

func putVerdicts(ctx context.Context, tx *txn, verdicts []Verdict) error {
	for _, v := range verdicts {
		if err := checkFinite("probability of "+v.URL, v.Probability); err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, tx.upsert("verdicts", verdictColumns, 2),
			storable(v.URL), storable(v.QueryID), v.Matched, v.SemiStructured, v.Probability, storable(v.FragmentXPath), storable(v.Reason)); err != nil {
			return err
		}
	}
	return nil
}

func scanVerdict(row scanner) (Verdict, error) {
	var v Verdict
	err := row.Scan(&v.URL, &v.QueryID, &v.Matched, &v.SemiStructured, &v.Probability, &v.FragmentXPath, &v.Reason)
	return v, err
}

// Verdict returns the verdict on a page for a query, and whether there is one.
func (c *Catalog) Verdict(ctx context.Context, url, queryID string) (Verdict, bool, error) {
	v, err := scanVerdict(c.reader.QueryRowContext(ctx, "SELECT "+verdictColumns+" FROM verdicts WHERE url = $1 AND query_id = $2", url, queryID))
	if errors.Is(err, sql.ErrNoRows) {
		return Verdict{}, false, nil
	}
	if err != nil {
		return Verdict{}, false, fmt.Errorf("reading the verdict on %s: %w", url, err)
	}
	return v, true, nil
}

// Verdicts yields all verdicts by URL and query.
func (c *Catalog) Verdicts(ctx context.Context) iter.Seq2[Verdict, error] {
	return each(ctx, c.reader, scanVerdict, "SELECT "+verdictColumns+" FROM verdicts ORDER BY url, query_id")
}

// RefusedPages returns at most most pages of a site that were judged and are semi-structured for no query, by URL,
// each with its first verdict. Pages that are among the site's entity pages nevertheless are left out. The URLs of
// verdicts are normal. Cost: that of the site's verdicts, by their key.
func (c *Catalog) RefusedPages(ctx context.Context, site string, most int) (out []Verdict, err error) {
	for _, host := range []string{"http://", "http://www.", "https://", "https://www."} {
		// A host is followed by a slash; "0" is the character after it.
		for v, err := range each(ctx, c.reader, scanVerdict, `SELECT `+verdictColumns+` FROM verdicts v WHERE url >= $1 AND url < $2
			AND query_id = (SELECT min(query_id) FROM verdicts WHERE url = v.url) AND NOT EXISTS (SELECT 1 FROM verdicts WHERE url = v.url AND semistructured)
			AND NOT EXISTS (SELECT 1 FROM pages WHERE site = $3 AND url = v.url)
			ORDER BY url LIMIT $4`, host+site+"/", host+site+"0", site, most-len(out)) {
			if err != nil {
				return nil, err
			}
			out = append(out, v)
		}
	}
	return out, nil
}
