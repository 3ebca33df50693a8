package catalog

import (
	"context"
	"fmt"
)

// LeftOut is a URL of a site that was not followed, could not be fetched or was not taken when the site's entity
// pages were looked for, and why. Only some are kept for each site and reason.
type LeftOut struct {
	Site   string `json:"site"`
	URL    string `json:"url"`
	Reason string `json:"reason"`
}

func putLeftOut(ctx context.Context, tx *txn, site string, list []LeftOut) error {
	if _, err := tx.ExecContext(ctx, "DELETE FROM left_out WHERE site = $1", site); err != nil {
		return err
	}
	return tx.put("left_out", "site, reason, n, url", func(yield func([]any, error) bool) {
		next := make(map[string]int)
		for _, x := range list {
			reason := storable(x.Reason)
			if !yield([]any{site, reason, next[reason], storable(x.URL)}, nil) {
				return
			}
			next[reason]++
		}
	})
}

// LeftOut returns URLs that were left out, by site and reason, at most limit from offset on. An empty site or
// reason selects all.
func (c *Catalog) LeftOut(ctx context.Context, site, reason string, offset, limit int) (list []LeftOut, err error) {
	scan := func(row scanner) (x LeftOut, err error) { return x, row.Scan(&x.Site, &x.Reason, &x.URL) }
	const some = `SELECT site, reason, url FROM left_out WHERE (site = $1 OR CAST($1 AS TEXT) = '') AND (reason = $2 OR CAST($2 AS TEXT) = '')
		ORDER BY site, reason, n LIMIT $3 OFFSET $4`
	list, err = readAll(each(ctx, c.reader, scan, some, site, reason, limit, offset))
	if err != nil {
		return nil, fmt.Errorf("reading what was left out: %w", err)
	}
	return list, nil
}

// CountLeftOut counts the kept URLs that were left out by reason, of a site or of all for "".
func (c *Catalog) CountLeftOut(ctx context.Context, site string) (map[string]int, error) {
	counts := make(map[string]int)
	scan := func(row scanner) (x struct {
		reason string
		n      int
	}, err error) {
		return x, row.Scan(&x.reason, &x.n)
	}
	for x, err := range each(ctx, c.reader, scan, "SELECT reason, count(*) FROM left_out WHERE site = $1 OR CAST($1 AS TEXT) = '' GROUP BY reason", site) {
		if err != nil {
			return nil, fmt.Errorf("counting what was left out: %w", err)
		}
		counts[x.reason] = x.n
	}
	return counts, nil
}

// Unread returns entity pages that were not read, by site and URL, at most limit from offset on, and how many
// there are by status. read are the statuses of pages that were read; an empty site or status selects all. Cost: a
// pass over all pages.
func (c *Catalog) Unread(ctx context.Context, read []string, site, status string, offset, limit int) (list []LeftOut, counts map[string]int, err error) {
	if counts, err = c.PageStatuses(ctx, site); err != nil {
		return nil, nil, err
	}
	for _, s := range read {
		delete(counts, s)
	}
	var p params
	where := "status NOT IN (" + p.addAll(read) + ")"
	if site != "" {
		where += " AND site = " + p.add(site)
	}
	if status != "" {
		where += " AND status = " + p.add(status)
	}
	scan := func(row scanner) (x LeftOut, err error) { return x, row.Scan(&x.Site, &x.URL, &x.Reason) }
	list, err = readAll(each(ctx, c.reader, scan, "SELECT site, url, status FROM pages WHERE "+where+" ORDER BY site, url LIMIT "+p.add(limit)+" OFFSET "+p.add(offset), p...))
	if err != nil {
		return nil, nil, fmt.Errorf("reading pages: %w", err)
	}
	return list, counts, nil
}
