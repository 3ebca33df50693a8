package catalog

import (
	"context"
	"database/sql"
	"fmt"
	"iter"
	"maps"
	"slices"
	"time"
)

// Page is an entity page of a source.
type Page struct {
	URL            string   `json:"url"`
	Site           string   `json:"site"`
	Level          int      `json:"level"` // index pages between it and the top one
	From           string   `json:"from"`  // URL of the page that links to it
	LinkPath       string   `json:"link_path"`
	URLSimilarity  float64  `json:"url_similarity"`
	HTMLSimilarity float64  `json:"html_similarity"`
	Status         string   `json:"status"`            // "sample", "fetched", or why it was not read: "status 404", "timeout", "limit"; "gone": it was read once
	Aliases        []string `json:"aliases,omitempty"` // other URLs of the same page
}

// Record is what an entity page says of its entity.
type Record struct {
	URL        string                `json:"url"`
	Source     string                `json:"source"` // file or archive record that it was read from
	Site       string                `json:"site"`
	Values     map[string][]string   `json:"values"`
	Provenance map[string]Provenance `json:"provenance,omitempty"`
	FetchedAt  time.Time             `json:"fetched_at,omitzero"`
}

// Provenance is where the values of a label stand, and how sure it is that they
// are the label's.
type Provenance struct {
	XPath      string  `json:"xpath"`                // of the first value's text, "" for data that a page embeds
	Page       string  `json:"page"`                 // URL of the page
	Confidence float64 `json:"confidence,omitempty"` // from 0 to 1, 0 where it is not known
}

// Shown gives the values of r as the page shows them: without the empty strings
// that keep lists of what repeats in step, where a row has nothing in a column.
func (r *Record) Shown() map[string][]string {
	out := make(map[string][]string, len(r.Values))
	for label, values := range r.Values {
		if slices.Contains(values, "") {
			values = slices.DeleteFunc(slices.Clone(values), func(v string) bool { return v == "" })
		}
		out[label] = values
	}
	return out
}

// PutSite stores a source with all its pages and records, in place of all that
// is known of the site, in one transaction. Pages and records are filed under
// s.Site whatever their own Site says; of two with one URL the later one is
// kept. Cost: linear; about 20 µs a row.
func (c *Catalog) PutSite(ctx context.Context, s Source, pages []Page, records []Record) error {
	return c.PutRefreshed(ctx, s, pages, records, nil)
}

// PutRefreshed is [Catalog.PutSite] with what has changed of the site since it
// was stored last, which is added to the changes that are known.
func (c *Catalog) PutRefreshed(ctx context.Context, s Source, pages []Page, records []Record, changes []Change) error {
	err := c.write(ctx, func(tx *sql.Tx) error {
		if err := putSource(ctx, tx, s); err != nil {
			return err
		}
		site := text(s.Site)
		if err := putPages(ctx, tx, site, pages); err != nil {
			return err
		}
		if err := putRecords(ctx, tx, site, records); err != nil {
			return err
		}
		return putChanges(ctx, tx, site, changes)
	})
	if err != nil {
		return fmt.Errorf("storing site %s: %w", s.Site, err)
	}
	return nil
}

const pageColumns = "site, url, level, found_on, link_path, url_similarity, html_similarity, status, aliases"

func putPages(ctx context.Context, tx *sql.Tx, site string, pages []Page) error {
	if _, err := tx.ExecContext(ctx, "DELETE FROM pages WHERE site = ?", site); err != nil {
		return err
	}
	insert, err := tx.PrepareContext(ctx, "INSERT OR REPLACE INTO pages ("+pageColumns+") VALUES (?,?,?,?,?,?,?,?,?)")
	if err != nil {
		return err
	}
	defer insert.Close()
	for _, p := range pages {
		if err := finite("similarity of "+p.URL, p.URLSimilarity, p.HTMLSimilarity); err != nil {
			return err
		}
		aliases, err := pack(texts(p.Aliases), len(p.Aliases))
		if err != nil {
			return err
		}
		if _, err := insert.ExecContext(ctx, site, text(p.URL), p.Level, text(p.From), text(p.LinkPath),
			p.URLSimilarity, p.HTMLSimilarity, text(p.Status), aliases); err != nil {
			return fmt.Errorf("page %s: %w", p.URL, err)
		}
	}
	return nil
}

func putRecords(ctx context.Context, tx *sql.Tx, site string, records []Record) error {
	if _, err := tx.ExecContext(ctx, "DELETE FROM records WHERE site = ?", site); err != nil {
		return err
	}
	insert, err := tx.PrepareContext(ctx, "INSERT OR REPLACE INTO records (site, url, source, fetched_at) VALUES (?,?,?,?) RETURNING id")
	if err != nil {
		return err
	}
	defer insert.Close()
	field, err := tx.PrepareContext(ctx, "INSERT OR REPLACE INTO fields (record, label, texts, traced, xpath, page, confidence) VALUES (?,?,?,?,?,?,?)")
	if err != nil {
		return err
	}
	defer field.Close()
	for _, r := range records {
		var id int64
		if err := insert.QueryRowContext(ctx, site, text(r.URL), text(r.Source), stamp(r.FetchedAt)).Scan(&id); err != nil {
			return fmt.Errorf("record %s: %w", r.URL, err)
		}
		for _, label := range labels(r) {
			values := r.Values[label]
			packed, err := pack(texts(values), len(values))
			if err != nil {
				return err
			}
			from, traced := r.Provenance[label]
			if err := finite("confidence in "+label+" of "+r.URL, from.Confidence); err != nil {
				return err
			}
			if _, err := field.ExecContext(ctx, id, text(label), packed, traced, text(from.XPath), text(from.Page), from.Confidence); err != nil {
				return fmt.Errorf("record %s, %q: %w", r.URL, label, err)
			}
		}
	}
	return nil
}

// labels gives the labels of r that have values or a provenance, sorted.
func labels(r Record) []string {
	set := make(map[string]bool, len(r.Values))
	for label, values := range r.Values {
		if len(values) > 0 {
			set[label] = true
		}
	}
	for label := range r.Provenance {
		set[label] = true
	}
	return slices.Sorted(maps.Keys(set))
}

func scanPage(row scanner) (Page, error) {
	var p Page
	var aliases string
	if err := row.Scan(&p.Site, &p.URL, &p.Level, &p.From, &p.LinkPath, &p.URLSimilarity, &p.HTMLSimilarity, &p.Status, &aliases); err != nil {
		return p, err
	}
	return p, unpack(aliases, &p.Aliases)
}

// Pages gives the entity pages of a site, or of all sites for "", by site and
// URL.
func (c *Catalog) Pages(ctx context.Context, site string) iter.Seq2[Page, error] {
	return pages(ctx, c.reader, site)
}

func pages(ctx context.Context, db querier, site string) iter.Seq2[Page, error] {
	where, args := of(site)
	return each(ctx, db, scanPage, "SELECT "+pageColumns+" FROM pages "+where+" ORDER BY site, url", args...)
}

// fieldRow is a record with one of its fields, if it has any.
type fieldRow struct {
	id                        int64
	record                    Record
	fetchedAt                 string
	label, texts, xpath, page sql.NullString
	traced                    sql.NullBool
	confidence                sql.NullFloat64
}

func scanField(row scanner) (fieldRow, error) {
	var f fieldRow
	err := row.Scan(&f.id, &f.record.Site, &f.record.URL, &f.record.Source, &f.fetchedAt, &f.label, &f.texts, &f.traced, &f.xpath, &f.page, &f.confidence)
	return f, err
}

// Records gives the records of a site, or of all sites for "", by site and
// URL. Records of any number are read one at a time.
func (c *Catalog) Records(ctx context.Context, site string) iter.Seq2[Record, error] {
	return records(ctx, c.reader, site)
}

func records(ctx context.Context, db querier, site string) iter.Seq2[Record, error] {
	return func(yield func(Record, error) bool) {
		var current Record
		id := int64(-1)
		where, args := of(site)
		for f, err := range each(ctx, db, scanField, `
			SELECT r.id, r.site, r.url, r.source, r.fetched_at, f.label, f.texts, f.traced, f.xpath, f.page, f.confidence
			FROM records r LEFT JOIN fields f ON f.record = r.id `+where+`
			ORDER BY r.site, r.url, f.label`, args...) {
			if err == nil && f.id != id {
				if id >= 0 && !yield(current, nil) {
					return
				}
				id, current = f.id, f.record
				current.FetchedAt, err = unstamp(f.fetchedAt)
			}
			if err == nil && f.label.Valid {
				err = current.add(f)
			}
			if err != nil {
				yield(Record{}, err)
				return
			}
		}
		if id >= 0 {
			yield(current, nil)
		}
	}
}

// add puts a field into r.
func (r *Record) add(f fieldRow) error {
	if f.texts.String != "" {
		var values []string
		if err := unpack(f.texts.String, &values); err != nil {
			return fmt.Errorf("record %s, %q: %w", r.URL, f.label.String, err)
		}
		if r.Values == nil {
			r.Values = make(map[string][]string)
		}
		r.Values[f.label.String] = values
	}
	if f.traced.Bool {
		if r.Provenance == nil {
			r.Provenance = make(map[string]Provenance)
		}
		r.Provenance[f.label.String] = Provenance{XPath: f.xpath.String, Page: f.page.String, Confidence: f.confidence.Float64}
	}
	return nil
}

// of is the condition that picks the rows of a site, or all rows for "". It is
// text and not a parameter of one query, so that SQLite can use its index.
func of(site string) (where string, args []any) {
	if site == "" {
		return "", nil
	}
	return "WHERE site = ?", []any{site}
}

// querier is what *sql.DB and *sql.Tx have in common.
type querier interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}

// each runs a query and reads its rows with scan. An error is the last element.
func each[T any](ctx context.Context, db querier, scan func(scanner) (T, error), query string, args ...any) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		var zero T
		rows, err := db.QueryContext(ctx, query, args...)
		if err != nil {
			yield(zero, fmt.Errorf("reading catalog: %w", err))
			return
		}
		defer rows.Close()
		for rows.Next() {
			v, err := scan(rows)
			if err == nil {
				err = ctx.Err() // which database/sql looks at in its own time
			}
			if err != nil {
				yield(zero, fmt.Errorf("reading catalog: %w", err))
				return
			}
			if !yield(v, nil) {
				return
			}
		}
		if err := rows.Err(); err != nil {
			yield(zero, fmt.Errorf("reading catalog: %w", err))
		}
	}
}
