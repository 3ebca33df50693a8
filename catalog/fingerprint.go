package catalog

import (
	"bufio"
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"fmt"
	"io"
)

// canonical lists what a dump holds: everything but times and what depends on
// them (the order of insertion, and the archive record a page was read from,
// which depends on which host answered first). Each query gives one text a row.
var canonical = [...]string{
	`SELECT json_array('source', site, role, round, score, support, sample_url, samples, container, evaluated, semistructured, state, reason, evidence, attributes, parts, scopes) FROM sources ORDER BY site`,
	`SELECT json_array('page', site, url, level, found_on, link_path, url_similarity, html_similarity, status, aliases) FROM pages ORDER BY site, url`,
	`SELECT json_array('record', site, url, template, match, partial) FROM records ORDER BY site, url`,
	`SELECT json_array('group', site, url, n, label) FROM records JOIN row_groups ON record = id ORDER BY site, url, n`,
	`SELECT json_array('field', site, url, group_n, row, n, label, body, confidence) FROM records JOIN fields ON record = id ORDER BY site, url, group_n, row, n`,
	`SELECT json_array('query', id, round, text, body) FROM queries ORDER BY id`,
	`SELECT json_array('recognised', id, body) FROM recognised ORDER BY id`,
	`SELECT json_array('answer', query_id, engine, complete) FROM answers ORDER BY query_id, engine`,
	`SELECT json_array('result', query_id, engine, n, rank, url, title, snippet, page, query, given_engine) FROM results ORDER BY query_id, engine, n`,
	`SELECT json_array('verdict', url, query_id, matched, semistructured, probability, fragment_xpath, reason) FROM verdicts ORDER BY url, query_id`,
	`SELECT json_array('round', round, report, closed) FROM rounds ORDER BY round`,
	`SELECT json_array('candidate', round, site, body, settled, report) FROM candidates ORDER BY round, site`,
	`SELECT json_array('history', site, round, body) FROM histories ORDER BY site, round`,
	`SELECT json_array('change', site, url, what, fields) FROM changes ORDER BY site, url, found_at`,
}

// Dump writes the catalog as sorted lines, one JSON array a row, without times
// and without the places in the archive. Two runs that found the same write the
// same, so a line-by-line comparison shows where they differ.
func (c *Catalog) Dump(ctx context.Context, w io.Writer) error {
	b := bufio.NewWriter(w)
	err := c.read(ctx, func(tx *sql.Tx) error {
		for _, q := range canonical {
			for line, err := range each(ctx, tx, scanText, q) {
				if err != nil {
					return err
				}
				b.WriteString(line)
				b.WriteByte('\n') // Flush tells of errors
			}
		}
		return b.Flush()
	})
	if err != nil {
		return fmt.Errorf("dumping: %w", err)
	}
	return nil
}

func scanText(row scanner) (string, error) {
	var s string
	err := row.Scan(&s)
	return s, err
}

// Fingerprint is a hash of [Catalog.Dump]: equal for two catalogs that hold the
// same.
func (c *Catalog) Fingerprint(ctx context.Context) (string, error) {
	h := sha256.New()
	if err := c.Dump(ctx, h); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}
