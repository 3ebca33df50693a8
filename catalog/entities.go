package catalog

import (
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"verde/integrate"
	"verde/record"
)

// entityTables hold the result of integration: entities, what each site claims of them, and the attributes into
// which columns were joined. IDs that are no longer used redirect to those that have taken over.
const entityTables = `
CREATE TABLE entities (id TEXT PRIMARY KEY, age INTEGER NOT NULL, anchor TEXT NOT NULL, p REAL NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE entity_records (url TEXT NOT NULL, site TEXT NOT NULL, entity TEXT NOT NULL, PRIMARY KEY (url, site)) STRICT, WITHOUT ROWID;
CREATE INDEX entity_records_entity ON entity_records (entity);
CREATE TABLE entity_redirects (old TEXT PRIMARY KEY, id TEXT NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE attributes (name TEXT PRIMARY KEY, n INTEGER NOT NULL, kind TEXT NOT NULL, sites INTEGER NOT NULL, kappa REAL NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE attribute_columns (
	site TEXT NOT NULL, label TEXT NOT NULL, part TEXT NOT NULL, attribute TEXT, records INTEGER NOT NULL, reason TEXT NOT NULL,
	PRIMARY KEY (site, label, part)
) STRICT, WITHOUT ROWID;
CREATE TABLE fused (
	entity TEXT NOT NULL, attribute TEXT NOT NULL, n INTEGER NOT NULL, value TEXT NOT NULL, p REAL NOT NULL, sources INTEGER NOT NULL,
	chosen INTEGER NOT NULL, decided INTEGER NOT NULL,
	PRIMARY KEY (entity, attribute, n)
) STRICT, WITHOUT ROWID;
CREATE TABLE claims (
	entity TEXT NOT NULL, attribute TEXT NOT NULL, n INTEGER NOT NULL, m INTEGER NOT NULL, value TEXT NOT NULL, written TEXT NOT NULL,
	site TEXT NOT NULL, url TEXT NOT NULL, label TEXT NOT NULL,
	PRIMARY KEY (entity, attribute, n, m)
) STRICT, WITHOUT ROWID;
CREATE TABLE entity_changes (
	found_at TEXT NOT NULL, entity TEXT NOT NULL, attribute TEXT NOT NULL, what TEXT NOT NULL, before TEXT NOT NULL, after TEXT NOT NULL,
	PRIMARY KEY (found_at, entity, attribute)
) STRICT, WITHOUT ROWID;
CREATE VIEW claim_facts AS
	SELECT c.entity, c.attribute, c.value, c.written, c.site, c.url, c.label, u.p, u.chosen, f.xpath, f.fetched_at
	FROM claims c JOIN fused u USING (entity, attribute, n)
	LEFT JOIN facts f ON f.site = c.site AND f.url = c.url AND f.label = c.label AND f.value = c.written;
CREATE VIEW best AS SELECT id AS entity FROM entities;
`

// integrationTable holds when entities were made, and from which input; only the last one has a report.
const integrationTable = `
CREATE TABLE integrations (at TEXT PRIMARY KEY, input TEXT NOT NULL, report TEXT NOT NULL) STRICT, WITHOUT ROWID;
`

// Tables returns the records of all sites as [integrate.Integrate] takes them: the texts of the page's own fields.
// What repeats on a page is about other things.
func (c *Catalog) Tables(ctx context.Context) (tables []integrate.Table, err error) {
	sites, err := c.Described(ctx)
	if err != nil {
		return nil, err
	}
	for t, err := range c.EachTable(ctx, sites) {
		if err != nil {
			return nil, err
		}
		tables = append(tables, t)
	}
	return tables, nil
}

// Described returns the sites that have records, by name.
func (c *Catalog) Described(ctx context.Context) (sites []string, err error) {
	scan := func(row scanner) (s string, err error) { return s, row.Scan(&s) }
	sites, err = readAll(each(ctx, c.reader, scan, "SELECT site FROM sources s WHERE EXISTS (SELECT 1 FROM records r WHERE r.site = s.site) ORDER BY site"))
	if err != nil {
		return nil, fmt.Errorf("reading sites: %w", err)
	}
	return sites, nil
}

// TableOf returns the records of a site as [integrate.Integrate] takes them.
func (c *Catalog) TableOf(ctx context.Context, site string) (integrate.Table, error) {
	var t Tabulation
	for r, err := range c.Records(ctx, site) {
		if err != nil {
			return integrate.Table{}, fmt.Errorf("reading records: %w", err)
		}
		t.Add(&r, nil)
	}
	if tables := t.Tables(); len(tables) > 0 {
		return tables[0], nil
	}
	return integrate.Table{Site: site}, nil
}

// EachTable yields the tables of sites, one after the other, as [integrate.IntegrateEach] takes them.
func (c *Catalog) EachTable(ctx context.Context, sites []string) iter.Seq2[integrate.Table, error] {
	return func(yield func(integrate.Table, error) bool) {
		for _, site := range slices.Sorted(slices.Values(sites)) {
			t, err := c.TableOf(ctx, site)
			if len(t.Records) == 0 && err == nil {
				continue
			}
			if !yield(t, err) || err != nil {
				return
			}
		}
	}
}

// Tabulation makes tables for [integrate.Integrate] from records of any sites. The zero value has none.
type Tabulation struct {
	tables    map[string]*integrate.Table
	relations map[string]*record.Relations
}

// Add adds a record with the texts of its fields (see [Fields]) and of parts of their values. more replaces the
// texts of some labels.
func (t *Tabulation) Add(r *record.Record, more map[string][]string) {
	if t.tables == nil {
		t.tables, t.relations = make(map[string]*integrate.Table), make(map[string]*record.Relations)
	}
	if t.tables[r.Site] == nil {
		t.tables[r.Site], t.relations[r.Site] = &integrate.Table{Site: r.Site, Parts: make(map[string]string)}, new(record.Relations)
	}
	values := Fields(r)
	for _, f := range r.Fields {
		for _, v := range f.Values {
			if v.PartOf != "" {
				t.tables[r.Site].Parts[f.Label] = v.PartOf
				values[f.Label] = append(values[f.Label], v.Text)
			}
		}
	}
	maps.Copy(values, more)
	t.relations[r.Site].Add(r)
	t.tables[r.Site].Records = append(t.tables[r.Site].Records, integrate.Record{URL: r.URL, Values: values})
}

// Tables returns the tables by site.
func (t *Tabulation) Tables() []integrate.Table {
	var out []integrate.Table
	for _, site := range slices.Sorted(maps.Keys(t.tables)) {
		table := *t.tables[site]
		table.Relations, table.Titles = t.relations[site].Labels(), t.relations[site].Titles()
		of := t.relations[site].Subpages()
		for i := range table.Records {
			table.Records[i].Of = of[table.Records[i].URL]
		}
		out = append(out, table)
	}
	return out
}

// ToIntegrate returns the input of [integrate.Integrate]: the records of all sites, and options with the entities
// and column names that the catalog has.
func (c *Catalog) ToIntegrate(ctx context.Context, opt integrate.Options) (tables []integrate.Table, _ integrate.Options, err error) {
	if tables, err = c.Tables(ctx); err == nil {
		opt, err = c.Informed(ctx, opt)
	}
	return tables, opt, err
}

// Informed adds the entities and column names that the catalog has to options.
func (c *Catalog) Informed(ctx context.Context, opt integrate.Options) (_ integrate.Options, err error) {
	if opt.Known, err = c.Known(ctx); err != nil {
		return opt, err
	}
	opt.Names, err = c.ColumnNames(ctx)
	return opt, err
}

// Fields returns the texts of a record's own fields by label, without groups and parts of values.
func Fields(r *record.Record) map[string][]string {
	out := make(map[string][]string)
	for _, f := range r.Whole().Fields {
		for _, v := range f.Values {
			out[f.Label] = append(out[f.Label], v.Text)
		}
	}
	return out
}

// Known returns the entities that [Catalog.PutEntities] stored last, oldest first.
func (c *Catalog) Known(ctx context.Context) ([]integrate.Known, error) {
	var out []integrate.Known
	err := c.read(ctx, func(tx *txn) error {
		at := make(map[string]int)
		for k, err := range each(ctx, tx, func(row scanner) (k integrate.Known, err error) { return k, row.Scan(&k.ID, &k.Anchor) }, "SELECT id, anchor FROM entities ORDER BY age, id") {
			if err != nil {
				return err
			}
			at[k.ID] = len(out)
			out = append(out, k)
		}
		scan := func(row scanner) (p [2]string, err error) { return p, row.Scan(&p[0], &p[1]) }
		for p, err := range each(ctx, tx, scan, "SELECT entity, url FROM entity_records ORDER BY entity, site, url") {
			if err != nil {
				return err
			}
			if i, ok := at[p[0]]; ok {
				out[i].URLs = append(out[i].URLs, p[1])
			}
		}
		for p, err := range each(ctx, tx, scan, "SELECT id, old FROM entity_redirects ORDER BY id, old") {
			if err != nil {
				return err
			}
			if i, ok := at[p[0]]; ok {
				out[i].Was = append(out[i].Was, p[1])
			}
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("reading entities: %w", err)
	}
	return out, nil
}

// PutEntities stores the result of an integration in one transaction, replaces the one before, and records what
// has changed. now is the time of that, input the fingerprint of the records (see [integrate.Fingerprint]): if it
// is that of the stored result, nothing is written. Earlier redirects stay. Cost: linear in the claims.
func (c *Catalog) PutEntities(ctx context.Context, r *integrate.Result, input string, now time.Time) error {
	if last, ok, err := c.Integrated(ctx); err != nil || ok && last.Input == input {
		return err
	}
	report, err := json.Marshal(r.Report())
	if err != nil {
		return fmt.Errorf("storing entities: %w", err)
	}
	err = c.write(ctx, func(tx *txn) error {
		w := entityWriter{ctx: ctx, tx: tx}
		w.keepHeld()
		w.clear()
		w.entities(r)
		w.attributes(r)
		w.fused(r)
		w.rebuildBrowseTables()
		w.rebuildBestView(r)
		w.recordChanges(formatTime(now))
		w.exec("UPDATE integrations SET report = ''")
		w.exec(tx.upsert("integrations", "at, input, report", 1), formatTime(now), input, string(report))
		return w.err
	})
	if err != nil {
		return fmt.Errorf("storing entities: %w", err)
	}
	return nil
}

// entityWriter writes rows until an error.
type entityWriter struct {
	ctx    context.Context
	tx     *txn
	newest int // age of the entity that came last
	err    error
}

func (w *entityWriter) exec(query string, args ...any) {
	if w.err == nil {
		_, w.err = w.tx.ExecContext(w.ctx, query, args...)
	}
}

// execEach runs a statement for each row that fill adds.
func (w *entityWriter) execEach(query string, fill func(row func(args ...any))) {
	if w.err != nil {
		return
	}
	statement, err := w.tx.PrepareContext(w.ctx, query)
	if err != nil {
		w.err = err
		return
	}
	defer statement.Close()
	fill(func(args ...any) {
		if w.err == nil {
			_, w.err = statement.ExecContext(w.ctx, args...)
		}
	})
}

// put inserts the rows that fill adds in bulk.
func (w *entityWriter) put(table, columns string, fill func(row func(args ...any))) {
	if w.err != nil {
		return
	}
	w.err = w.tx.put(table, columns, func(yield func([]any, error) bool) {
		on := true
		fill(func(args ...any) { on = on && yield(args, nil) })
	})
}

// clear deletes the stored entities, and keeps their ages.
func (w *entityWriter) clear() {
	w.exec("CREATE TEMP TABLE old_ages AS SELECT id, age FROM entities")
	if w.err == nil {
		w.err = w.tx.QueryRowContext(w.ctx, "SELECT coalesce(max(age), 0) FROM entities").Scan(&w.newest)
	}
	for _, table := range []string{"entities", "entity_records", "fused", "claims", "attributes", "attribute_columns"} {
		w.exec("DELETE FROM " + table)
	}
}

func (w *entityWriter) entities(r *integrate.Result) {
	const insert = `INSERT INTO entities (id, age, anchor, p) VALUES ($1, coalesce((SELECT age FROM old_ages WHERE id = $1), $4), $2, $3)`
	w.execEach(insert, func(row func(...any)) {
		for _, e := range r.Entities {
			row(e.ID, storable(e.Anchor), e.Probability, w.newest+1)
		}
	})
	w.execEach(w.tx.upsert("entity_records", "url, site, entity", 2), func(row func(...any)) {
		for _, e := range r.Entities {
			for i, u := range e.URLs {
				row(storable(u), storable(r.Site(e.Records[i])), e.ID)
			}
		}
	})
	w.execEach(w.tx.upsert("entity_redirects", "old, id", 1), func(row func(...any)) {
		for _, x := range r.Redirects {
			row(x.From, x.To)
		}
	})
	w.exec("UPDATE entity_redirects SET id = (SELECT n.id FROM entity_redirects n WHERE n.old = entity_redirects.id) WHERE id IN (SELECT old FROM entity_redirects)")
	w.exec("DELETE FROM entity_redirects WHERE old IN (SELECT id FROM entities)")
	w.exec("DROP TABLE old_ages")
}

func (w *entityWriter) attributes(r *integrate.Result) {
	of := make(map[int]string)
	w.put("attributes", "name, n, kind, sites, kappa", func(row func(...any)) {
		for n, a := range r.Attributes {
			row(storable(a.Name), n, a.Kind, a.Sites, a.Kappa)
			for _, col := range a.Columns {
				of[col] = storable(a.Name)
			}
		}
	})
	w.execEach(w.tx.upsert("attribute_columns", "site, label, part, attribute, records, reason", 3), func(row func(...any)) {
		for i := range r.Columns {
			col := &r.Columns[i]
			var attribute any
			if name, ok := of[i]; ok {
				attribute = name
			}
			for _, label := range append([]string{col.Label}, col.Twins...) {
				row(storable(col.Site), storable(label), string(col.Part), attribute, col.Records, col.Reason)
			}
		}
	})
}

func (w *entityWriter) fused(r *integrate.Result) {
	kinds := make(map[string]string)
	for _, a := range r.Attributes {
		kinds[a.Name] = a.Kind
	}
	for list := range r.ByAttribute() {
		w.put("fused", "entity, attribute, n, value, p, sources, chosen, decided, number", func(row func(...any)) {
			for i := range list {
				f := &list[i]
				for n, g := range f.Groups {
					row(f.Entity, storable(f.Attribute), n, storable(g.Value), g.Probability, len(g.Sites()), g.Chosen, f.Decided, sortNumber(kinds[f.Attribute], g.Value))
				}
			}
		})
		w.put("claims", "entity, attribute, n, m, value, written, site, url, label", func(row func(...any)) {
			for i := range list {
				f := &list[i]
				for n, g := range f.Groups {
					for m, c := range g.Claims {
						row(f.Entity, storable(f.Attribute), n, m, storable(c.Text), storable(c.Written), storable(c.Site), storable(c.URL), storable(c.Label))
					}
				}
			}
		})
	}
}

// maxBest bounds the columns of the view best; SQLite's own bound is 2,000, and each column makes queries slower
// to compile.
const maxBest = 200

// rebuildBestView makes the view best: a row for each entity, a column for each attribute, those of most sites
// first.
func (w *entityWriter) rebuildBestView(r *integrate.Result) {
	w.exec("DROP VIEW IF EXISTS best")
	var b strings.Builder
	b.WriteString("CREATE VIEW best AS SELECT e.id AS entity")
	taken := map[string]bool{"entity": true}
	for _, a := range r.Attributes[:min(len(r.Attributes), maxBest)] {
		name := w.tx.columnName(storable(a.Name), "")
		for n := 2; taken[strings.ToLower(name)]; n++ {
			name = w.tx.columnName(storable(a.Name), fmt.Sprintf(" %d", n))
		}
		taken[strings.ToLower(name)] = true
		fmt.Fprintf(&b, ",\n\t(SELECT %s(value, ' | ') FROM (SELECT value FROM fused f WHERE f.entity = e.id AND f.attribute = %s AND chosen ORDER BY n) v) AS %s",
			w.tx.stringAgg, quoted(storable(a.Name), '\''), quoted(name, '"'))
	}
	b.WriteString("\nFROM entities e")
	w.exec(b.String())
}

// columnName is a column's name in a view, cut to the engine's bound, with a number that makes it unique.
func (d *dialect) columnName(name, number string) string {
	if most := d.maxName - len(number); d.maxName > 0 && len(name) > most {
		for most > 0 && !utf8.RuneStart(name[most]) {
			most--
		}
		name = name[:most]
	}
	return name + number
}

// quoted quotes a text from the web as an SQL string or name.
func quoted(s string, mark byte) string {
	m := string(mark)
	return m + strings.ReplaceAll(s, m, m+m) + m
}

// keepHeld keeps a copy of the values that hold for recordChanges.
func (w *entityWriter) keepHeld() {
	w.exec("CREATE TEMP TABLE held_before AS " + w.tx.heldValues())
}

// recordChanges stores what is new, changed and gone since keepHeld; nothing if there were no entities then.
func (w *entityWriter) recordChanges(now string) {
	const columns = "found_at, entity, attribute, what, before, after"
	store, values, _ := strings.Cut(w.tx.upsert("entity_changes", columns, 3), " VALUES (")
	_, conflict, _ := strings.Cut(values, ")")
	compared := `SELECT $1, coalesce(b.entity, a.entity), coalesce(b.attribute, a.attribute),
		CASE WHEN b.entity IS NULL THEN 'new' WHEN a.entity IS NULL THEN 'gone' ELSE 'changed' END, coalesce(b.value, ''), coalesce(a.value, '')
		FROM held_before b FULL JOIN (` + w.tx.heldValues() + `) a ON a.entity = b.entity AND a.attribute = b.attribute
		WHERE (b.entity IS NULL OR a.entity IS NULL OR b.value <> a.value AND a.attribute <> '') AND EXISTS (SELECT 1 FROM held_before)`
	w.exec(store+" "+compared+conflict, now)
	w.exec("DROP TABLE held_before")
}

// Held is the values that hold under an attribute, for an entity of several pages.
type Held struct {
	URLs      []string
	Attribute string
	Values    []string
}

// Held yields the values of the stored entities that have several pages. Cost: linear in them.
func (c *Catalog) Held(ctx context.Context) iter.Seq2[Held, error] {
	return func(yield func(Held, error) bool) {
		type value struct{ entity, attribute, value string }
		scanValue := func(row scanner) (v value, err error) { return v, row.Scan(&v.entity, &v.attribute, &v.value) }
		scan := func(row scanner) (p [2]string, err error) { return p, row.Scan(&p[0], &p[1]) }
		const several = "(SELECT entity FROM entity_records GROUP BY entity HAVING count(*) > 1)"
		urls := make(map[string][]string)
		for p, err := range each(ctx, c.reader, scan, "SELECT entity, url FROM entity_records WHERE entity IN "+several+" ORDER BY entity, site, url") {
			if err != nil {
				yield(Held{}, err)
				return
			}
			urls[p[0]] = append(urls[p[0]], p[1])
		}
		var last value
		var held Held
		for v, err := range each(ctx, c.reader, scanValue, "SELECT entity, attribute, value FROM fused WHERE chosen AND entity IN "+several+" ORDER BY entity, attribute, n") {
			if err != nil {
				yield(Held{}, err)
				return
			}
			if (v.entity != last.entity || v.attribute != last.attribute) && held.Values != nil {
				if !yield(held, nil) {
					return
				}
				held.Values = nil
			}
			last, held.URLs, held.Attribute = v, urls[v.entity], v.attribute
			held.Values = append(held.Values, v.value)
		}
		if held.Values != nil {
			yield(held, nil)
		}
	}
}

// rebuildBrowseTables fills the tables that make browsing quick, see [browseTables].
func (w *entityWriter) rebuildBrowseTables() {
	w.exec("DELETE FROM attribute_reach")
	w.exec(insertReach)
	w.exec("DELETE FROM attribute_values")
	w.exec(insertTopValues)
	w.exec("DELETE FROM entity_words")
	if w.err == nil {
		w.err = w.tx.indexEntities(w.tx)
	}
}
