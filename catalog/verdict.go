package catalog

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"iter"
)

// Verdict is what page evaluation said of a result page.
type Verdict struct {
	URL            string  `json:"url"`
	QueryID        string  `json:"query_id"`       // asked (see [Catalog.Queries]) or recognised (see [Catalog.Recognised])
	Matched        bool    `json:"matched"`        // the query's required values stand on it
	SemiStructured bool    `json:"semistructured"` // and one fragment that holds them is semi-structured
	Probability    float64 `json:"probability"`    // of the best fragment
	FragmentXPath  string  `json:"fragment_xpath"`
	Reason         string  `json:"reason,omitempty"` // why there is no verdict: the page could not be had
}

const verdictColumns = "url, query_id, matched, semistructured, probability, fragment_xpath, reason"

// PutVerdict stores verdicts in one transaction, each in place of an earlier
// one on the same page and query.
func (c *Catalog) PutVerdict(ctx context.Context, verdicts ...Verdict) error {
	if err := c.write(ctx, func(tx *sql.Tx) error { return putVerdicts(ctx, tx, verdicts) }); err != nil {
		return fmt.Errorf("storing verdicts: %w", err)
	}
	return nil
}

func putVerdicts(ctx context.Context, tx *sql.Tx, verdicts []Verdict) error {
	for _, v := range verdicts {
		if err := finite("probability of "+v.URL, v.Probability); err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, "INSERT OR REPLACE INTO verdicts ("+verdictColumns+") VALUES (?,?,?,?,?,?,?)",
			text(v.URL), text(v.QueryID), v.Matched, v.SemiStructured, v.Probability, text(v.FragmentXPath), text(v.Reason)); err != nil {
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

// Verdict gives the verdict on a page for a query, and whether there is one.
func (c *Catalog) Verdict(ctx context.Context, url, queryID string) (Verdict, bool, error) {
	v, err := scanVerdict(c.reader.QueryRowContext(ctx, "SELECT "+verdictColumns+" FROM verdicts WHERE url = ? AND query_id = ?", url, queryID))
	if errors.Is(err, sql.ErrNoRows) {
		return Verdict{}, false, nil
	}
	if err != nil {
		return Verdict{}, false, fmt.Errorf("reading the verdict on %s: %w", url, err)
	}
	return v, true, nil
}

// Verdicts gives all verdicts by URL and query.
func (c *Catalog) Verdicts(ctx context.Context) iter.Seq2[Verdict, error] {
	return each(ctx, c.reader, scanVerdict, "SELECT "+verdictColumns+" FROM verdicts ORDER BY url, query_id")
}
