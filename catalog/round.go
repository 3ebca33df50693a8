package catalog

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"

	"verde/record"
)

// Round is a round of queries. Its candidates are stored by themselves.
type Round struct {
	Round  int
	Report json.RawMessage // what was measured, nil if nothing was
	Closed bool            // all candidates are settled, and the report is complete
}

// Candidate is a site that several results of a round lead to. The caller defines Body; the catalog only compares
// it, byte by byte.
type Candidate struct {
	Round   int
	Site    string
	Body    json.RawMessage
	Settled bool            // its outcome is in the catalog
	Report  json.RawMessage // that of [Settled], nil if there is none
}

// Settled is the outcome of a candidate: the source, with its pages and records if it was read, the verdicts on
// pages that were judged, and what a later round should know of a refused site.
type Settled struct {
	Source   Source
	Pages    []Page          // of a source that is [Expanded]; nil keeps the stored ones. Any other source has none
	Records  []record.Record // likewise
	LeftOut  []LeftOut       // URLs of the site that were not taken; kept or replaced with the pages
	Verdicts []Verdict
	History  json.RawMessage // nil for none
	Report   json.RawMessage // its part of the round's report, nil for none
}

// OpenRound stores a round with its candidates in one transaction. A stored candidate with the same body stays as
// it is, settled or not; with another body it becomes unsettled; if it is not among candidates, it is deleted,
// with the history that this round stored for the site. Cost: linear.
func (c *Catalog) OpenRound(ctx context.Context, r Round, candidates []Candidate) error {
	err := c.write(ctx, func(tx *txn) error {
		if err := putRound(ctx, tx, r); err != nil {
			return err
		}
		old := map[string]Candidate{}
		for o, err := range each(ctx, tx, scanCandidate, selectCandidates, r.Round) {
			if err != nil {
				return err
			}
			old[o.Site] = o
		}
		for _, n := range candidates {
			site := storable(n.Site)
			o, was := old[site]
			delete(old, site)
			if was && slices.Equal(o.Body, n.Body) {
				continue
			}
			const put = `INSERT INTO candidates (round, site, body, settled, report) VALUES ($1, $2, $3, FALSE, '')
				ON CONFLICT (round, site) DO UPDATE SET body = excluded.body, settled = FALSE, report = ''`
			if _, err := tx.ExecContext(ctx, put, r.Round, site, string(n.Body)); err != nil {
				return fmt.Errorf("candidate %s: %w", n.Site, err)
			}
		}
		for site := range old {
			for _, table := range []string{"candidates", "histories"} {
				if _, err := tx.ExecContext(ctx, "DELETE FROM "+table+" WHERE round = $1 AND site = $2", r.Round, site); err != nil {
					return err
				}
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("catalog %s: opening round %d: %w", c.path, r.Round, err)
	}
	return nil
}

// PutRound replaces a round's report and whether it is closed. Its candidates stay.
func (c *Catalog) PutRound(ctx context.Context, r Round) error {
	if err := c.write(ctx, func(tx *txn) error { return putRound(ctx, tx, r) }); err != nil {
		return fmt.Errorf("catalog %s: storing round %d: %w", c.path, r.Round, err)
	}
	return nil
}

func putRound(ctx context.Context, tx *txn, r Round) error {
	_, err := tx.ExecContext(ctx, `INSERT INTO rounds (round, report, closed) VALUES ($1, $2, $3)
		ON CONFLICT (round) DO UPDATE SET report = excluded.report, closed = excluded.closed`, r.Round, string(r.Report), r.Closed)
	return err
}

// Rounds returns all rounds in their order.
func (c *Catalog) Rounds(ctx context.Context) ([]Round, error) {
	scan := func(row scanner) (r Round, err error) {
		var report string
		err = row.Scan(&r.Round, &report, &r.Closed)
		r.Report = rawJSON(report)
		return r, err
	}
	out, err := readAll(each(ctx, c.reader, scan, "SELECT round, report, closed FROM rounds ORDER BY round"))
	if err != nil {
		return nil, fmt.Errorf("catalog %s: reading rounds: %w", c.path, err)
	}
	return out, nil
}

const (
	candidateColumns = "round, site, body, settled, report"
	selectCandidates = "SELECT " + candidateColumns + " FROM candidates WHERE round = $1 ORDER BY site"
)

func scanCandidate(row scanner) (o Candidate, err error) {
	var body, report string
	err = row.Scan(&o.Round, &o.Site, &body, &o.Settled, &report)
	o.Body, o.Report = rawJSON(body), rawJSON(report)
	return o, err
}

// Candidate returns a candidate of a round, and whether there is one.
func (c *Catalog) Candidate(ctx context.Context, round int, site string) (Candidate, bool, error) {
	o, err := scanCandidate(c.reader.QueryRowContext(ctx, "SELECT "+candidateColumns+" FROM candidates WHERE round = $1 AND site = $2", round, storable(site)))
	if errors.Is(err, sql.ErrNoRows) {
		return Candidate{}, false, nil
	}
	if err != nil {
		return Candidate{}, false, fmt.Errorf("catalog %s: reading candidate %s of round %d: %w", c.path, site, round, err)
	}
	return o, true, nil
}

// Candidates returns the candidates of a round, by site.
func (c *Catalog) Candidates(ctx context.Context, round int) ([]Candidate, error) {
	out, err := readAll(each(ctx, c.reader, scanCandidate, selectCandidates, round))
	if err != nil {
		return nil, fmt.Errorf("catalog %s: reading the candidates of round %d: %w", c.path, round, err)
	}
	return out, nil
}

// PutSettled stores the outcome of a candidate in one transaction, and marks the candidate as settled. Cost:
// linear; about 20 µs a row.
func (c *Catalog) PutSettled(ctx context.Context, round int, s Settled) error {
	return c.PutSettledWith(ctx, round, s, nil)
}

// PutSettledWith is [Catalog.PutSettled] of a catalog in PostgreSQL that calls with in the same transaction:
// everything is stored or nothing.
func (c *Catalog) PutSettledWith(ctx context.Context, round int, s Settled, with func(context.Context, pgx.Tx) error) error {
	err := c.write(ctx, func(tx *txn) error {
		if err := putSource(ctx, tx, s.Source); err != nil {
			return err
		}
		site := storable(s.Source.Site)
		if s.Pages != nil || s.Source.State != Expanded {
			if err := errors.Join(putPages(ctx, tx, site, s.Pages), putRecords(ctx, tx, site, s.Records), putLeftOut(ctx, tx, site, s.LeftOut), countSite(ctx, tx, site)); err != nil {
				return err
			}
		}
		if err := putVerdicts(ctx, tx, s.Verdicts); err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, "DELETE FROM histories WHERE site = $1 AND round = $2", site, round); err != nil {
			return err
		}
		if s.History != nil {
			_, err := tx.ExecContext(ctx, `INSERT INTO histories (site, round, body) VALUES ($1, $2, $3)`, site, round, string(s.History))
			if err != nil {
				return err
			}
		}
		_, err := tx.ExecContext(ctx, "UPDATE candidates SET settled = TRUE, report = $1 WHERE round = $2 AND site = $3", string(s.Report), round, site)
		if err == nil && with != nil {
			err = with(ctx, tx.postgres)
		}
		return err
	})
	if err != nil {
		return fmt.Errorf("storing what site %s came to: %w", s.Source.Site, err)
	}
	return nil
}

// History returns the latest Settled.History that a round before the given one stored for a site, nil if there is
// none.
func (c *Catalog) History(ctx context.Context, site string, before int) (json.RawMessage, error) {
	var body string
	err := c.reader.QueryRowContext(ctx, "SELECT body FROM histories WHERE site = $1 AND round < $2 ORDER BY round DESC LIMIT 1", storable(site), before).Scan(&body)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("catalog %s: reading the history of %s: %w", c.path, site, err)
	}
	return rawJSON(body), nil
}

// rawJSON is JSON text as it was stored, nil for none.
func rawJSON(s string) json.RawMessage {
	if s == "" {
		return nil
	}
	return json.RawMessage(s)
}
