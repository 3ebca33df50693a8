package catalog

import (
	"context"
	"errors"
	"fmt"
	"iter"
)

// Stats counts what a catalog contains.
type Stats struct {
	Sources map[string]int `json:"sources"` // by state
	Pages   int            `json:"pages"`   // without the missing ones
	Missing int            `json:"missing"` // pages that are linked to but do not exist, says the server
	Records int            `json:"records"`
	Values  int            `json:"values"`
	Queries int            `json:"queries"`
	Results int            `json:"results"`
	// Entities is 0 if the records were not integrated yet; Joined are those with records of several sites.
	Entities int `json:"entities"`
	Joined   int `json:"joined"`
	// EntitiesByRound are entities by the round that found the first site with a record of them, 0 for the
	// training site. Entities that only a list names are in none.
	EntitiesByRound map[int]int `json:"entities_by_round"`
	PerSite         []SiteStats `json:"per_site"` // in the order of [Catalog.Sources]
}

// SiteStats counts what a catalog contains of one source.
type SiteStats struct {
	Site    string  `json:"site"`
	Role    string  `json:"role"`
	State   string  `json:"state"`
	Round   int     `json:"round"`
	Score   float64 `json:"score"`
	Pages   int     `json:"pages"`
	Missing int     `json:"missing"`
	Records int     `json:"records"`
	Values  int     `json:"values"`
}

// Stats counts what the catalog contains of sites at one moment; a list in place of a site is left out. Cost: a
// row for each source, and one pass over the entities and the results.
func (c *Catalog) Stats(ctx context.Context) (Stats, error) {
	st := Stats{Sources: make(map[string]int), EntitiesByRound: make(map[int]int)}
	err := c.read(ctx, func(tx *txn) error {
		for s, err := range siteStats(ctx, tx) {
			if err != nil {
				return err
			}
			st.Sources[s.State]++
			st.Pages += s.Pages
			st.Missing += s.Missing
			st.Records += s.Records
			st.Values += s.Values
			st.PerSite = append(st.PerSite, s)
		}
		scan := func(row scanner) (r roundEntities, err error) { return r, row.Scan(&r.round, &r.entities, &r.joined) }
		for r, err := range each(ctx, tx, scan, `
			SELECT first, count(*), sum(several) FROM (
				SELECT coalesce(min(round), 0) AS first, CASE WHEN min(e.site) < max(e.site) THEN 1 ELSE 0 END AS several
				FROM entity_records e LEFT JOIN sources s ON s.site = e.site WHERE e.site <> $1 GROUP BY entity) entities
			GROUP BY first`, ListSite) {
			if err != nil {
				return err
			}
			st.EntitiesByRound[r.round] = r.entities
			st.Joined += r.joined
		}
		return errors.Join(
			tx.QueryRowContext(ctx, "SELECT count(*) FROM entities").Scan(&st.Entities),
			tx.QueryRowContext(ctx, "SELECT count(*) FROM queries").Scan(&st.Queries),
			tx.QueryRowContext(ctx, "SELECT count(*) FROM results").Scan(&st.Results))
	})
	if err != nil {
		return Stats{}, fmt.Errorf("counting: %w", err)
	}
	return st, nil
}

// Values counts the texts of all records. Cost: a row for each source.
func (c *Catalog) Values(ctx context.Context) (n int64, err error) {
	err = c.read(ctx, func(tx *txn) error {
		return tx.QueryRowContext(ctx, "SELECT CAST(coalesce(sum(texts), 0) AS BIGINT) FROM site_counts").Scan(&n)
	})
	if err != nil {
		return 0, fmt.Errorf("counting: %w", err)
	}
	return n, nil
}

// SiteStats is the part of [Catalog.Stats] about sites. Cost: a row for each source.
func (c *Catalog) SiteStats(ctx context.Context) (list []SiteStats, err error) {
	err = c.read(ctx, func(tx *txn) error {
		list, err = readAll(siteStats(ctx, tx))
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("counting: %w", err)
	}
	return list, nil
}

func siteStats(ctx context.Context, tx *txn) iter.Seq2[SiteStats, error] {
	return each(ctx, tx, scanSiteStats, `
		SELECT s.site, role, state, round, score, coalesce(pages, 0), coalesce(missing, 0), coalesce(records, 0), coalesce(texts, 0)
		FROM sources s LEFT JOIN site_counts n ON n.site = s.site WHERE s.site <> $1 ORDER BY round, score DESC, s.site`, ListSite)
}

// roundEntities is how many entities a round was the first to find, and how many of them several sites have.
type roundEntities struct{ round, entities, joined int }

// What the engines have for [dialect.values].
const (
	sqliteValues   = "json_each(%s) v"
	postgresValues = "jsonb_array_elements((%s)::jsonb) v(value)"
)

// countSite counts what the catalog contains of a site; it is called whenever the site is stored.
func countSite(ctx context.Context, tx *txn, site string) error {
	_, err := tx.ExecContext(ctx, countSites(tx.jsonElements, "(SELECT CAST($1 AS TEXT) AS site) s"), site)
	return err
}

// PageStatuses counts the pages of a site, or of all sites for "", by status.
func (c *Catalog) PageStatuses(ctx context.Context, site string) (map[string]int, error) {
	type row struct {
		status string
		n      int
	}
	scan := func(s scanner) (r row, err error) { return r, s.Scan(&r.status, &r.n) }
	out := make(map[string]int)
	where, args := siteCondition(site)
	for r, err := range each(ctx, c.reader, scan, "SELECT status, count(*) FROM pages "+where+" GROUP BY status", args...) {
		if err != nil {
			return nil, err
		}
		out[r.status] = r.n
	}
	return out, nil
}

func scanSiteStats(row scanner) (SiteStats, error) {
	var s SiteStats
	err := row.Scan(&s.Site, &s.Role, &s.State, &s.Round, &s.Score, &s.Pages, &s.Missing, &s.Records, &s.Values)
	return s, err
}
