package catalog

import (
	"context"
	"encoding/json"
	"fmt"

	"verde/search"
)

// browseTables are what makes entities quick to look through: how far attributes
// reach, the values that hold in their order, and their words.
const browseTables = `
CREATE TABLE attribute_reach (attribute TEXT PRIMARY KEY, entities INTEGER NOT NULL, "distinct" INTEGER NOT NULL) STRICT, WITHOUT ROWID;
CREATE INDEX records_url ON records (url);
CREATE INDEX fused_values ON fused (attribute, value, entity) WHERE chosen;
CREATE INDEX fused_first ON fused (attribute, value, entity) WHERE chosen AND n = 0;
CREATE INDEX fused_numbers ON fused (attribute, CAST(value AS REAL), entity) WHERE chosen AND n = 0;
CREATE VIRTUAL TABLE entity_words USING fts5(entity UNINDEXED, words, tokenize = 'unicode61 remove_diacritics 2');
` + reach + `;
` + entityWords + byEntity + `;
`

const (
	reach = `INSERT INTO attribute_reach
	SELECT attribute, count(DISTINCT entity), count(DISTINCT value) FROM fused WHERE chosen GROUP BY attribute`
	topValues = `INSERT INTO attribute_values
	SELECT attribute, n, value, entities FROM (
		SELECT attribute, value, count(DISTINCT entity) AS entities, row_number() OVER (PARTITION BY attribute ORDER BY count(DISTINCT entity) DESC, value) - 1 AS n
		FROM fused WHERE chosen GROUP BY attribute, value) counted
	WHERE n < 100`
	entityWords = `INSERT INTO entity_words (entity, words)
	SELECT entity, group_concat(value, ' ') FROM fused WHERE chosen`
	byEntity = " GROUP BY entity"
)

// valueTable keeps the values of most entities of each attribute. The indexes have all that
// a list asks of them, so that its table need not be looked up for each entity.
const valueTable = `
CREATE TABLE attribute_values (
	attribute TEXT NOT NULL, n INTEGER NOT NULL, value TEXT NOT NULL, entities INTEGER NOT NULL,
	PRIMARY KEY (attribute, n)
) STRICT, WITHOUT ROWID;
DROP INDEX fused_values;
DROP INDEX fused_first;
DROP INDEX fused_numbers;
CREATE INDEX fused_values ON fused (attribute, value, entity, chosen) WHERE chosen;
CREATE INDEX fused_first ON fused (attribute, value, entity, chosen, n) WHERE chosen AND n = 0;
CREATE INDEX fused_numbers ON fused (attribute, CAST(value AS REAL), entity, chosen, n) WHERE chosen AND n = 0;
` + topValues + `;
`

// numberColumn keeps the number that a value is sorted by, see reorder.
const numberColumn = `
ALTER TABLE fused ADD COLUMN number REAL NOT NULL DEFAULT 0;
DROP INDEX fused_numbers;
CREATE INDEX fused_numbers ON fused (attribute, number, entity, chosen, n) WHERE chosen AND n = 0;
`

// AttributeCount is an attribute of the entities with how far it reaches.
type AttributeCount struct {
	Name     string  `json:"name"`
	Kind     string  `json:"kind"`
	Sites    int     `json:"sites"`    // that have it
	Kappa    float64 `json:"kappa"`    // mean agreement beyond chance of its columns on shared entities; 0 for one column, or where others joined them
	Entities int     `json:"entities"` // with a value of it that holds
	Distinct int     `json:"distinct"` // different values that hold
}

// EntityAttributes gives the attributes of the entities, in the order of exports: what
// names entities first, then by how many entities have them. Cost: linear in the
// attributes.
func (c *Catalog) EntityAttributes(ctx context.Context) ([]AttributeCount, error) {
	byName := make(map[string]AttributeCount)
	var order []string
	err := c.read(ctx, func(tx *txn) (err error) {
		scan := func(row scanner) (a AttributeCount, err error) {
			return a, row.Scan(&a.Name, &a.Kind, &a.Sites, &a.Kappa, &a.Entities, &a.Distinct)
		}
		const all = `SELECT name, kind, sites, kappa, coalesce(entities, 0), coalesce("distinct", 0) FROM attributes LEFT JOIN attribute_reach ON attribute = name`
		for a, err := range each(ctx, tx, scan, all) {
			if err != nil {
				return err
			}
			byName[a.Name] = a
		}
		order, err = attributesOf(ctx, tx)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("reading attributes: %w", err)
	}
	out := make([]AttributeCount, len(order))
	for i, name := range order {
		out[i] = byName[name]
	}
	return out, nil
}

// Browse says which entities to give. The zero value is all of them.
type Browse struct {
	Text       string            // words of the values that hold; the last one may be the beginning of a word
	Where      map[string]string // values that hold, by attribute
	Sort       string            // attribute to sort by; "" sorts by ID
	Descending bool
	Columns    []string // attributes to give the values of
	Offset     int      // entities that stand before the ones given
	Limit      int      // 0 gives none, only how many there are

	// After is the last entity before the ones given, and Before the first one behind
	// them, "" where that is not known: who names one need not wait until those that Offset
	// counts were walked by. An entity that is not there any more is as if not named.
	After, Before string
}

// EntityRow is an entity in a list.
type EntityRow struct {
	ID     string              `json:"id"`
	P      float64             `json:"p"`
	Sites  int                 `json:"sites"`
	Values map[string][]string `json:"values"` // of [Browse.Columns]
}

// Found is entities in a list.
type Found struct {
	Rows  []EntityRow
	All   int  // that there are without Offset and Limit
	Whole bool // otherwise those given are among the first [MaxHits] with the text, and so are All if values are asked for
}

// Browse gives entities, and how many there are without Offset and Limit. Cost: linear
// in the entities given if After or Before names the one beside them, or Offset is at an
// end; otherwise also in Offset; with a text or values in those that match, of which no
// more than [MaxHits] have to be sorted.
func (c *Catalog) Browse(ctx context.Context, b Browse) (out Found, err error) {
	err = c.read(ctx, func(tx *txn) error {
		l, err := b.list(ctx, tx, -1)
		out.All, out.Whole = l.all, l.whole
		if err != nil || b.Limit <= 0 {
			return err
		}
		ids, err := l.ids(ctx, tx)
		if err != nil {
			return err
		}
		args := params{nil}
		for _, column := range b.Columns {
			args.add(column)
		}
		query := entityRow(tx.dialect, args.names(1))
		for _, id := range ids {
			args[0] = id
			row, err := scanEntityRow(tx.QueryRowContext(ctx, query, args...))
			if err != nil {
				return err
			}
			out.Rows = append(out.Rows, row)
		}
		return nil
	})
	if err != nil {
		return Found{}, fmt.Errorf("reading entities: %w", err)
	}
	return out, nil
}

// Lines gives entities by their IDs, in that order, those that are not there left out.
func (c *Catalog) Lines(ctx context.Context, ids ...string) ([]EntityLine, error) {
	var out []EntityLine
	err := c.read(ctx, func(tx *txn) error {
		for _, id := range ids {
			if err := entityLines(ctx, tx, "WHERE id = $1", []any{id}, func(l *EntityLine) error { out = append(out, *l); return nil }); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("reading entities: %w", err)
	}
	return out, nil
}

// entityRow gives the entity $1 with its values under some attributes, a list of
// parameters.
func entityRow(d *dialect, attributes string) string {
	if attributes == "" {
		attributes = "NULL"
	}
	return `SELECT id, p, (SELECT count(DISTINCT site) FROM entity_records r WHERE r.entity = e.id),
	(SELECT ` + fmt.Sprintf(d.list, d.array+"(attribute, value)") + ` FROM
		(SELECT attribute, value FROM fused f WHERE f.entity = e.id AND chosen AND attribute IN (` + attributes + `) ORDER BY attribute, n) v)
	FROM entities e WHERE id = $1`
}

func scanEntityRow(row scanner) (e EntityRow, err error) {
	var held string
	if err := row.Scan(&e.ID, &e.P, &e.Sites, &held); err != nil {
		return e, err
	}
	var pairs [][2]string
	err = json.Unmarshal([]byte(held), &pairs)
	e.Values = make(map[string][]string)
	for _, p := range pairs {
		e.Values[p[0]] = append(e.Values[p[0]], p[1])
	}
	return e, err
}

// Kinds of attributes whose values are sorted by the number that they mean, see
// [integrate.Attribute].
const (
	numberKind = "number"
	dateKind   = "date"
)

// Joined is a column of a site with the attribute that it was joined into.
type Joined struct {
	Site      string `json:"site"`
	Label     string `json:"label"`
	Part      string `json:"part,omitempty"`
	Attribute string `json:"attribute,omitempty"` // "" for none
	Records   int    `json:"records"`
	Reason    string `json:"reason,omitempty"` // why it was joined into none
}

// Columns gives the columns of all sites as they were joined: by attribute, those of
// most sites first, then what was left alone.
func (c *Catalog) Columns(ctx context.Context) ([]Joined, error) {
	scan := func(row scanner) (j Joined, err error) {
		return j, row.Scan(&j.Site, &j.Label, &j.Part, &j.Attribute, &j.Records, &j.Reason)
	}
	const all = `SELECT site, label, part, coalesce(attribute, ''), records, reason FROM attribute_columns LEFT JOIN attributes ON name = attribute
		ORDER BY attribute IS NULL, n, attribute, site, label, part`
	var out []Joined
	for j, err := range each(ctx, c.reader, scan, all) {
		if err != nil {
			return nil, fmt.Errorf("reading columns: %w", err)
		}
		out = append(out, j)
	}
	return out, nil
}

// Answers gives what came of a query: the results of all engines, by engine and rank.
func (c *Catalog) Answers(ctx context.Context, queryID string) ([]search.Result, error) {
	scan := func(row scanner) (r search.Result, err error) {
		var at string
		if err := row.Scan(&r.Engine, &r.Rank, &r.URL, &r.Title, &r.Snippet, &r.Page, &at); err != nil {
			return r, err
		}
		r.FetchedAt, err = unstamp(at)
		return r, err
	}
	var out []search.Result
	for r, err := range each(ctx, c.reader, scan, "SELECT engine, rank, url, title, snippet, page, fetched_at FROM results WHERE query_id = $1 ORDER BY engine, n", queryID) {
		if err != nil {
			return nil, fmt.Errorf("reading answers: %w", err)
		}
		r.QueryID = queryID
		out = append(out, r)
	}
	return out, nil
}

// ResultCounts gives how many results each query had, by its ID. Cost: linear in the results.
func (c *Catalog) ResultCounts(ctx context.Context) (map[string]int, error) {
	out := make(map[string]int)
	type count struct {
		id string
		n  int
	}
	scan := func(row scanner) (v count, err error) { return v, row.Scan(&v.id, &v.n) }
	for v, err := range each(ctx, c.reader, scan, "SELECT query_id, count(*) FROM results GROUP BY query_id") {
		if err != nil {
			return nil, fmt.Errorf("counting results: %w", err)
		}
		out[v.id] = v.n
	}
	return out, nil
}
