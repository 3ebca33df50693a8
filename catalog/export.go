package catalog

import (
	"bufio"
	"context"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"slices"
	"strconv"
	"strings"
	"time"

	"verde/record"
)

// ExportOptions select what [Catalog.ExportWith] writes. The zero value writes all records as JSON Lines.
type ExportOptions struct {
	Format     string // "jsonl" (default), "csv", "values" (records as JSON Lines of the type Flat), "parquet" (entities and claims) or "jsonld" (entities)
	What       string // "records" (default), "pages", "sources", "changes", "entities" or "claims"
	Site       string // only of this site
	Attributes bool   // of records: use the vertical's names of attributes in place of the site's labels
	Formulas   bool   // of csv: do not escape cells that a spreadsheet takes for formulas
}

// Export writes all records, pages, sources, changes, entities or claims as "jsonl" or "csv".
//
// JSON Lines have one object on each line, of the type [record.Record], [Page], [Source], [Change], [EntityLine]
// or [ClaimLine]. CSV has a heading; that of records is url, site, and then all labels in alphabetic order; that
// of entities is the attribute that names them, then the others by how many entities have them. Several values of
// a cell are joined with " | ". Cells that a spreadsheet would run as a formula get a ' before them.
func (c *Catalog) Export(ctx context.Context, w io.Writer, format, what string) error {
	return c.ExportWith(ctx, w, ExportOptions{Format: format, What: what})
}

// ExportWith is [Catalog.Export] with all options. It writes the state of one moment, a row at a time. An unknown
// format is an error.
func (c *Catalog) ExportWith(ctx context.Context, w io.Writer, opt ExportOptions) error {
	var write func(context.Context, io.Writer, *txn, ExportOptions) error
	switch opt.Format {
	case "", "jsonl":
		write = exportJSON
	case "csv":
		write = exportCSV
	case "values":
		if write = exportJSON; opt.What != "" && opt.What != "records" {
			return fmt.Errorf("export format values is of records: %s have none", opt.What)
		}
	case "parquet", "jsonld":
		if opt.What != "entities" && (opt.What != "claims" || opt.Format == "jsonld") {
			return fmt.Errorf("export format %s is of entities%s", opt.Format, map[string]string{"parquet": " and claims"}[opt.Format])
		}
	default:
		return fmt.Errorf("no export format %q: choose jsonl, csv, values, parquet or jsonld", opt.Format)
	}
	switch opt.What {
	case "":
		opt.What = "records"
	case "records", "pages", "sources", "changes":
	case "entities", "claims":
		write = exportEntities
	default:
		return fmt.Errorf("no %q to export: choose records, pages, sources, changes, entities or claims", opt.What)
	}
	b := bufio.NewWriter(w)
	err := c.read(ctx, func(tx *txn) error {
		if err := write(ctx, b, tx, opt); err != nil {
			return err
		}
		return b.Flush()
	})
	if err != nil {
		return fmt.Errorf("exporting %s: %w", opt.What, err)
	}
	return nil
}

func exportJSON(ctx context.Context, w io.Writer, tx *txn, opt ExportOptions) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	switch opt.What {
	case "pages":
		return encode(e, pages(ctx, tx, opt.Site), func(*Page) {})
	case "changes":
		return encode(e, changes(ctx, tx, opt.Site), func(*Change) {})
	case "sources":
		return encode(e, opt.sources(ctx, tx), func(s *Source) {
			if s.Evidence == nil {
				s.Evidence = []Evidence{} // a list in every line
			}
		})
	}
	names, err := newAttributeNames(ctx, tx, opt)
	if err != nil {
		return err
	}
	for r, err := range opt.records(ctx, tx) {
		if err != nil {
			return err
		}
		r = names.rename(&r)
		var line any = r
		if opt.Format == "values" {
			line = Flatten(&r)
		}
		if err := e.Encode(line); err != nil {
			return err
		}
	}
	return nil
}

// sources yields the sources to export. A list in place of a site is left out unless its site is asked for.
func (o ExportOptions) sources(ctx context.Context, tx *txn) iter.Seq2[Source, error] {
	return withoutList(o, sources(ctx, tx, o.Site), func(s Source) string { return s.Site })
}

// records yields the records to export; see sources.
func (o ExportOptions) records(ctx context.Context, tx *txn) iter.Seq2[record.Record, error] {
	return withoutList(o, records(ctx, tx, o.Site), func(r record.Record) string { return r.Site })
}

func withoutList[T any](opt ExportOptions, all iter.Seq2[T, error], site func(T) string) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		for v, err := range all {
			if err == nil && opt.Site == "" && site(v) == ListSite {
				continue
			}
			if !yield(v, err) {
				return
			}
		}
	}
}

// Flat is a record as the texts under each label, with lists of one length for all labels of a group, see
// [record.Record.Columns].
type Flat struct {
	URL       string              `json:"url"`
	Source    string              `json:"source"`
	Site      string              `json:"site"`
	Values    map[string][]string `json:"values"`
	FetchedAt time.Time           `json:"fetched_at,omitzero"`
}

// Flatten makes a record flat.
func Flatten(r *record.Record) Flat {
	return Flat{r.URL, r.Source, r.Site, r.Columns(), r.FetchedAt}
}

// encode changes and writes each element.
func encode[T any](e *json.Encoder, seq iter.Seq2[T, error], change func(*T)) error {
	for v, err := range seq {
		if err != nil {
			return err
		}
		change(&v)
		if err := e.Encode(v); err != nil {
			return err
		}
	}
	return nil
}

func exportCSV(ctx context.Context, w io.Writer, tx *txn, opt ExportOptions) error {
	out := csvTable{csv.NewWriter(w), opt.Formulas}
	var err error
	switch opt.What {
	case "pages":
		err = pagesCSV(ctx, out, tx, opt)
	case "changes":
		err = changesCSV(ctx, out, tx, opt)
	case "sources":
		err = sourcesCSV(ctx, out, tx, opt)
	default:
		err = recordsCSV(ctx, out, tx, opt)
	}
	if err != nil {
		return err
	}
	out.Flush()
	return out.Error()
}

func pagesCSV(ctx context.Context, out csvTable, tx *txn, opt ExportOptions) error {
	out.row("url", "site", "level", "from", "link_path", "url_similarity", "html_similarity", "status", "aliases")
	for p, err := range pages(ctx, tx, opt.Site) {
		if err != nil {
			return err
		}
		out.row(p.URL, p.Site, strconv.Itoa(p.Level), p.From, p.LinkPath, number(p.URLSimilarity), number(p.HTMLSimilarity), p.Status, strings.Join(p.Aliases, record.Between))
	}
	return nil
}

// changesCSV writes a row for each changed field, or one for a change without fields.
func changesCSV(ctx context.Context, out csvTable, tx *txn, opt ExportOptions) error {
	out.row("url", "site", "found_at", "change", "label", "before", "after")
	for c, err := range changes(ctx, tx, opt.Site) {
		if err != nil {
			return err
		}
		fields := c.Fields
		if len(fields) == 0 {
			fields = []FieldChange{{}}
		}
		for _, f := range fields {
			out.row(c.URL, c.Site, formatTime(c.FoundAt), c.What, f.Label, strings.Join(f.Before, record.Between), strings.Join(f.After, record.Between))
		}
	}
	return nil
}

func sourcesCSV(ctx context.Context, out csvTable, tx *txn, opt ExportOptions) error {
	out.row("site", "role", "round", "score", "support", "sample_url", "container", "evaluated", "semistructured", "state", "reason", "evidence",
		"probability", "instances", "met", "agreement", "duplicates")
	for s, err := range opt.sources(ctx, tx) {
		if err != nil {
			return err
		}
		var evidence []string
		for _, e := range s.Evidence {
			evidence = append(evidence, e.URL)
		}
		cells := []string{s.Site, s.Role, strconv.Itoa(s.Round), number(s.Score), strconv.Itoa(s.Support), s.SampleURL, s.Container,
			strconv.Itoa(s.Evaluated), strconv.Itoa(s.SemiStructured), s.State, s.Reason, strings.Join(evidence, record.Between), "", "", "", "", ""}
		if p := s.Parts; p != nil {
			copy(cells[12:], []string{number(p.Probability), strconv.Itoa(p.Instances), strconv.Itoa(p.Met), number(p.Agreement), strconv.Itoa(p.Duplicates)})
		}
		out.row(cells...)
	}
	return nil
}

func recordsCSV(ctx context.Context, out csvTable, tx *txn, opt ExportOptions) error {
	names, err := newAttributeNames(ctx, tx, opt)
	if err != nil {
		return err
	}
	labels, err := names.columns(ctx, tx, opt.Site)
	if err != nil {
		return err
	}
	out.row(heading(labels)...)
	cells := make([]string, 2+len(labels))
	for r, err := range opt.records(ctx, tx) {
		if err != nil {
			return err
		}
		r = names.rename(&r)
		cells[0], cells[1] = r.URL, r.Site
		columns := r.Columns()
		for i, label := range labels {
			cells[2+i] = strings.Join(columns[label], record.Between)
		}
		out.row(cells...)
	}
	return nil
}

// heading puts url and site before the labels. A label of that name gets a number.
func heading(labels []string) []string {
	out := append(make([]string, 0, 2+len(labels)), "url", "site")
	for _, label := range labels {
		name := label
		for n := 2; name == "url" || name == "site" || name != label && slices.Contains(labels, name); n++ {
			name = label + " " + strconv.Itoa(n)
		}
		out = append(out, name)
	}
	return out
}

// attributeNames maps site and label to an attribute of the vertical.
type attributeNames map[string]map[string]string

func newAttributeNames(ctx context.Context, tx *txn, opt ExportOptions) (attributeNames, error) {
	if !opt.Attributes {
		return nil, nil
	}
	n := make(attributeNames)
	for s, err := range sources(ctx, tx, opt.Site) {
		if err != nil {
			return nil, err
		}
		n[s.Site] = s.Attributes
	}
	return n, nil
}

// rename gives the fields of r the names of their attributes, and merges fields of one attribute.
func (n attributeNames) rename(r *record.Record) record.Record {
	attributes := n[r.Site]
	if len(attributes) == 0 {
		return *r
	}
	return r.Renamed(func(label string) string {
		if name, ok := attributes[label]; ok {
			return name
		}
		return label
	})
}

// columns returns all labels, renamed, in alphabetic order.
func (n attributeNames) columns(ctx context.Context, tx *txn, site string) ([]string, error) {
	type column struct{ site, label string }
	scan := func(row scanner) (c column, err error) { return c, row.Scan(&c.site, &c.label) }
	var out []string
	where, args := "WHERE site <> $1", []any{ListSite}
	if site != "" {
		where, args = siteCondition(site)
	}
	for c, err := range each(ctx, tx, scan, "SELECT DISTINCT site, label FROM (SELECT * FROM records "+where+") r JOIN fields ON record = id", args...) {
		if err != nil {
			return nil, err
		}
		if name, ok := n[c.site][c.label]; ok {
			c.label = name
		}
		out = append(out, c.label)
	}
	slices.Sort(out)
	return slices.Compact(out), nil
}

// WriteDifferences writes differences of entities as "jsonl" or "csv", a row each.
func WriteDifferences(w io.Writer, format string, all []EntityDifference, formulas bool) error {
	if format != "csv" {
		e := json.NewEncoder(w)
		e.SetEscapeHTML(false)
		for i := range all {
			if err := e.Encode(&all[i]); err != nil {
				return err
			}
		}
		return nil
	}
	out := csvTable{csv.NewWriter(w), formulas}
	out.row("entity", "name", "change", "attribute", "before", "after", "into")
	for _, d := range all {
		out.row(d.Entity, d.Name, d.Change, d.Attribute, d.Before, d.After, d.Into)
	}
	out.Flush()
	return out.Error()
}
