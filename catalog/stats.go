package catalog

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
)

// Stats counts what a catalog holds.
type Stats struct {
	Sources map[string]int `json:"sources"` // by state
	Pages   int            `json:"pages"`
	Records int            `json:"records"`
	Values  int            `json:"values"`
	Queries int            `json:"queries"`
	Results int            `json:"results"`
	PerSite []SiteStats    `json:"per_site"` // in the order of [Catalog.Sources]
}

// SiteStats counts what a catalog holds of one source.
type SiteStats struct {
	Site    string  `json:"site"`
	Role    string  `json:"role"`
	State   string  `json:"state"`
	Round   int     `json:"round"`
	Score   float64 `json:"score"`
	Pages   int     `json:"pages"`
	Records int     `json:"records"`
	Values  int     `json:"values"`
}

// Stats counts what the catalog holds at one moment. Cost: one pass over it.
func (c *Catalog) Stats(ctx context.Context) (Stats, error) {
	st := Stats{Sources: make(map[string]int)}
	err := c.read(ctx, func(tx *sql.Tx) error {
		for s, err := range each(ctx, tx, scanSiteStats, `
			SELECT site, role, state, round, score,
				(SELECT count(*) FROM pages p WHERE p.site = s.site),
				(SELECT count(*) FROM records r WHERE r.site = s.site),
				(SELECT coalesce(sum(iif(f.texts = '', 0, json_array_length(f.texts))), 0)
					FROM records r JOIN fields f ON f.record = r.id WHERE r.site = s.site)
			FROM sources s ORDER BY round, score DESC, site`) {
			if err != nil {
				return err
			}
			st.Sources[s.State]++
			st.Pages += s.Pages
			st.Records += s.Records
			st.Values += s.Values
			st.PerSite = append(st.PerSite, s)
		}
		return errors.Join(
			tx.QueryRowContext(ctx, "SELECT count(*) FROM queries").Scan(&st.Queries),
			tx.QueryRowContext(ctx, "SELECT count(*) FROM results").Scan(&st.Results))
	})
	if err != nil {
		return Stats{}, fmt.Errorf("counting: %w", err)
	}
	return st, nil
}

func scanSiteStats(row scanner) (SiteStats, error) {
	var s SiteStats
	err := row.Scan(&s.Site, &s.Role, &s.State, &s.Round, &s.Score, &s.Pages, &s.Records, &s.Values)
	return s, err
}

// read runs f on the catalog as it is at one moment.
func (c *Catalog) read(ctx context.Context, f func(*sql.Tx) error) error {
	tx, err := c.reader.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return err
	}
	return errors.Join(f(tx), tx.Rollback())
}
