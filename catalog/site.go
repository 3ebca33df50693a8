package catalog

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"iter"
	"slices"

	"verde/record"
)

// Page is an entity page of a source.
type Page struct {
	URL            string   `json:"url"`
	Site           string   `json:"site"`
	Level          int      `json:"level"` // index pages between it and the home page
	From           string   `json:"from"`  // URL of the page that links to it
	LinkPath       string   `json:"link_path"`
	URLSimilarity  float64  `json:"url_similarity"`
	HTMLSimilarity float64  `json:"html_similarity"`
	Status         string   `json:"status"`            // "sample", "fetched", or why it was not read: "status 404", "timeout", "limit"; "gone": it was read once
	Aliases        []string `json:"aliases,omitempty"` // other URLs of the same page
}

// PutSite replaces a source with all its pages and records in one transaction. Pages and records are stored under
// s.Site, whatever their own Site; of two with one URL the later one is kept. Cost: linear; about 20 µs a row.
func (c *Catalog) PutSite(ctx context.Context, s Source, pages []Page, records []record.Record) error {
	return c.PutRefreshed(ctx, s, pages, records, nil)
}

// PutRefreshed is [Catalog.PutSite] that also adds what has changed since the site was last stored.
func (c *Catalog) PutRefreshed(ctx context.Context, s Source, pages []Page, records []record.Record, changes []Change) error {
	err := c.write(ctx, func(tx *txn) error {
		if err := putSource(ctx, tx, s); err != nil {
			return err
		}
		site := storable(s.Site)
		if err := putPages(ctx, tx, site, pages); err != nil {
			return err
		}
		if err := putRecords(ctx, tx, site, records); err != nil {
			return err
		}
		if err := countSite(ctx, tx, site); err != nil {
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

func putPages(ctx context.Context, tx *txn, site string, pages []Page) error {
	if _, err := tx.ExecContext(ctx, "DELETE FROM pages WHERE site = $1", site); err != nil {
		return err
	}
	return tx.put("pages", pageColumns, func(yield func([]any, error) bool) {
		for _, p := range lastByKey(pages, func(p *Page) string { return storable(p.URL) }) {
			err := checkFinite("similarity of "+p.URL, p.URLSimilarity, p.HTMLSimilarity)
			aliases, packErr := pack(storableAll(p.Aliases), len(p.Aliases))
			if !yield([]any{site, storable(p.URL), p.Level, storable(p.From), storable(p.LinkPath), p.URLSimilarity, p.HTMLSimilarity, storable(p.Status), aliases}, errors.Join(err, packErr)) {
				return
			}
		}
	})
}

func putRecords(ctx context.Context, tx *txn, site string, all []record.Record) error {
	if _, err := tx.ExecContext(ctx, "DELETE FROM records WHERE site = $1", site); err != nil {
		return err
	}
	records := lastByKey(all, func(r *record.Record) string { return storable(r.URL) })
	ids, err := tx.newRecords(len(records))
	if err != nil {
		return err
	}
	err = tx.put("records", "id, site, url, source, fetched_at, template, match, partial", func(yield func([]any, error) bool) {
		for i, r := range records {
			if !yield([]any{ids[i], site, storable(r.URL), storable(r.Source), formatTime(r.FetchedAt), r.Template, r.Match, storable(r.Partial)}, checkFinite("match of "+r.URL, r.Match)) {
				return
			}
		}
	})
	if err != nil {
		return err
	}
	err = tx.put("row_groups", "record, n, label", func(yield func([]any, error) bool) {
		for i, r := range records {
			for g := range r.Groups {
				if !yield([]any{ids[i], g + 1, storable(r.Groups[g].Label)}, nil) {
					return
				}
			}
		}
	})
	if err != nil {
		return err
	}
	return tx.put("fields", "record, group_n, row, n, label, body, confidence, about", func(yield func([]any, error) bool) {
		for i, r := range records {
			if !eachFields(ids[i], r, yield) {
				return
			}
		}
	})
}

// eachFields yields the rows of a record's fields, and those of its groups.
func eachFields(id int64, r *record.Record, yield func([]any, error) bool) bool {
	of := func(group, row int, fields []record.Field) bool {
		for n := range fields {
			f := &fields[n]
			if len(f.Values) == 0 {
				continue
			}
			body, err := packValues(f.Values)
			if err = errors.Join(checkFinite("confidence", f.Confidence, f.About), err); err != nil {
				err = fmt.Errorf("record %s: %q: %w", r.URL, f.Label, err)
			}
			if !yield([]any{id, group, row, n + 1, storable(f.Label), body, f.Confidence, f.About}, err) {
				return false
			}
		}
		return true
	}
	if !of(0, 0, r.Fields) {
		return false
	}
	for g := range r.Groups {
		for n, fields := range r.Groups[g].Rows {
			if !of(g+1, n+1, fields) {
				return false
			}
		}
	}
	return true
}

// packValues writes values as JSON text, each text bounded.
func packValues(list []record.Value) (string, error) {
	out := slices.Clone(list)
	for i := range out {
		v := &out[i]
		for _, s := range []*string{&v.Text, &v.XPath, &v.Key, &v.Href, &v.Src, &v.Alt, &v.Unit, &v.Currency, &v.Date, &v.Code} {
			*s = storable(*s)
		}
		if v.Number != nil {
			if err := checkFinite("number", *v.Number); err != nil {
				return "", err
			}
		}
	}
	return pack(out, len(out))
}

func scanPage(row scanner) (Page, error) {
	var p Page
	var aliases string
	if err := row.Scan(&p.Site, &p.URL, &p.Level, &p.From, &p.LinkPath, &p.URLSimilarity, &p.HTMLSimilarity, &p.Status, &aliases); err != nil {
		return p, err
	}
	return p, unpack(aliases, &p.Aliases)
}

// Pages yields the entity pages of a site, or of all sites for "", by site and URL.
func (c *Catalog) Pages(ctx context.Context, site string) iter.Seq2[Page, error] {
	return pages(ctx, c.reader, site)
}

// PagesOf yields the first entity pages of a site with a status, at most limit, by URL. Cost: a pass over the
// site's pages.
func (c *Catalog) PagesOf(ctx context.Context, site, status string, limit int) iter.Seq2[Page, error] {
	return each(ctx, c.reader, scanPage, "SELECT "+pageColumns+" FROM pages WHERE site = $1 AND status = $2 ORDER BY site, url LIMIT $3", site, status, limit)
}

func pages(ctx context.Context, db querier, site string) iter.Seq2[Page, error] {
	where, args := siteCondition(site)
	return each(ctx, db, scanPage, "SELECT "+pageColumns+" FROM pages "+where+" ORDER BY site, url", args...)
}

// fieldRow is a record with one of its fields, if it has any.
type fieldRow struct {
	id                       int64
	record                   record.Record
	fetchedAt                string
	group, row               sql.NullInt64
	groupLabel, label, texts sql.NullString
	confidence, about        sql.NullFloat64
}

func scanField(row scanner) (fieldRow, error) {
	var f fieldRow
	r := &f.record
	err := row.Scan(&f.id, &r.Site, &r.URL, &r.Source, &f.fetchedAt, &r.Template, &r.Match, &r.Partial, &f.group, &f.row, &f.groupLabel, &f.label, &f.texts, &f.confidence, &f.about)
	return f, err
}

// Records yields the records of a site, or of all sites for "", by site and URL, reading one at a time.
func (c *Catalog) Records(ctx context.Context, site string) iter.Seq2[record.Record, error] {
	return records(ctx, c.reader, site)
}

// RecordsAt returns the records of a page: one for each site that it was read for.
func (c *Catalog) RecordsAt(ctx context.Context, url string) ([]record.Record, error) {
	out, err := readAll(recordsWhere(ctx, c.reader, "WHERE r.id IN (SELECT id FROM records WHERE url = $1)", url))
	if err != nil {
		return nil, fmt.Errorf("reading the records of %s: %w", url, err)
	}
	return out, nil
}

func records(ctx context.Context, db querier, site string) iter.Seq2[record.Record, error] {
	where, args := siteCondition(site)
	return recordsWhere(ctx, db, where, args...)
}

func recordsWhere(ctx context.Context, db querier, where string, args ...any) iter.Seq2[record.Record, error] {
	return func(yield func(record.Record, error) bool) {
		var current record.Record
		id, last := int64(-1), fieldRow{}
		for f, err := range each(ctx, db, scanField, `
			SELECT r.id, r.site, r.url, r.source, r.fetched_at, r.template, r.match, r.partial, f.group_n, f.row, g.label, f.label, f.body, f.confidence, f.about
			FROM records r LEFT JOIN fields f ON f.record = r.id LEFT JOIN row_groups g ON g.record = r.id AND g.n = f.group_n `+where+`
			ORDER BY r.site, r.url, f.group_n, f.row, f.n`, args...) {
			if err == nil && f.id != id {
				if id >= 0 && !yield(current, nil) {
					return
				}
				id, last, current = f.id, fieldRow{}, f.record
				current.FetchedAt, err = parseTime(f.fetchedAt)
			}
			if err == nil && f.label.Valid {
				err = add(&current, f, last)
				last = f
			}
			if err != nil {
				yield(record.Record{}, err)
				return
			}
		}
		if id >= 0 {
			yield(current, nil)
		}
	}
}

// add appends a field to r; last is the row of the record before it.
func add(r *record.Record, f, last fieldRow) error {
	field := record.Field{Label: f.label.String, Confidence: f.confidence.Float64, About: f.about.Float64}
	if err := unpack(f.texts.String, &field.Values); err != nil {
		return fmt.Errorf("record %s, %q: %w", r.URL, field.Label, err)
	}
	if f.group.Int64 == 0 {
		r.Fields = append(r.Fields, field)
		return nil
	}
	if f.group != last.group {
		r.Groups = append(r.Groups, record.Group{Label: f.groupLabel.String})
	}
	g := &r.Groups[len(r.Groups)-1]
	if f.group != last.group || f.row != last.row {
		g.Rows = append(g.Rows, nil)
	}
	row := &g.Rows[len(g.Rows)-1]
	*row = append(*row, field)
	return nil
}
