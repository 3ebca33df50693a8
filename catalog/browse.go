package catalog

import (
	"context"
	"encoding/json"
	"fmt"

	"verde/search"
)

// browseTables make browsing quick: how many entities have each attribute, indexes of the values that hold, and a
// full-text index of their words.
const browseTables = `
CREATE TABLE attribute_reach (attribute TEXT PRIMARY KEY, entities INTEGER NOT NULL, "distinct" INTEGER NOT NULL) STRICT, WITHOUT ROWID;
CREATE INDEX records_url ON records (url);
CREATE INDEX fused_values ON fused (attribute, value, entity) WHERE chosen;
CREATE INDEX fused_first ON fused (attribute, value, entity) WHERE chosen AND n = 0;
CREATE INDEX fused_numbers ON fused (attribute, CAST(value AS REAL), entity) WHERE chosen AND n = 0;
CREATE VIRTUAL TABLE entity_words USING fts5(entity UNINDEXED, words, tokenize = 'unicode61 remove_diacritics 2');
` + insertReach + `;
` + insertWords + groupByEntity + `;
`

const (
	insertReach = `INSERT INTO attribute_reach
	SELECT attribute, count(DISTINCT entity), count(DISTINCT value) FROM fused WHERE chosen GROUP BY attribute`
	insertTopValues = `INSERT INTO attribute_values
	SELECT attribute, n, value, entities FROM (
		SELECT attribute, value, count(DISTINCT entity) AS entities, row_number() OVER (PARTITION BY attribute ORDER BY count(DISTINCT entity) DESC, value) - 1 AS n
		FROM fused WHERE chosen GROUP BY attribute, value) counted
	WHERE n < 100`
	insertWords = `INSERT INTO entity_words (entity, words)
	SELECT entity, group_concat(value, ' ') FROM fused WHERE chosen`
	groupByEntity = " GROUP BY entity"
)

// valueTable holds the values that most entities have, for each attribute. The indexes contain all columns that a
// list needs, so that the table itself is not read for each entity.
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
` + insertTopValues + `;
`

// numberColumn adds the number by which a value is sorted, see [sortNumber].
const numberColumn = `
ALTER TABLE fused ADD COLUMN number REAL NOT NULL DEFAULT 0;
DROP INDEX fused_numbers;
CREATE INDEX fused_numbers ON fused (attribute, number, entity, chosen, n) WHERE chosen AND n = 0;
`

// AttributeCount is an attribute of the entities and how many of them have it.
type AttributeCount struct {
	Name     string  `json:"name"`
	Kind     string  `json:"kind"`
	Sites    int     `json:"sites"`    // that have it
	Kappa    float64 `json:"kappa"`    // mean agreement beyond chance of its columns on shared entities; 0 for one column, or if other evidence joined them
	Entities int     `json:"entities"` // that have a value that holds
	Distinct int     `json:"distinct"` // different values that hold
}

// EntityAttributes returns the attributes of the entities, in the order of exports: the one that names entities
// first, then by how many entities have them. Cost: linear in the attributes.
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
		order, err = exportOrder(ctx, tx)
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

// Browse selects entities. The zero value selects all of them.
type Browse struct {
	Text       string            // words of the values that hold; the last one may be the beginning of a word
	Where      map[string]string // values that hold, by attribute
	Sort       string            // attribute to sort by; "" sorts by ID
	Descending bool
	Columns    []string // attributes whose values are returned
	Offset     int      // entities to skip
	Limit      int      // 0 returns no entities, only their number

	// After is the last entity before the returned ones, and Before the first one behind them, "" if unknown. With
	// either, the entities that Offset skips need not be read. An entity that does not exist any more is ignored.
	After, Before string
}

// EntityRow is an entity in a list.
type EntityRow struct {
	ID     string              `json:"id"`
	P      float64             `json:"p"`
	Sites  int                 `json:"sites"`
	Values map[string][]string `json:"values"` // of [Browse.Columns]
}

// Found is a page of a list of entities.
type Found struct {
	Rows  []EntityRow
	All   int  // entities in the list, without Offset and Limit
	Whole bool // false if only the first [MaxHits] entities with the text were considered for Rows, and for All if values are asked for
}

// Browse returns a page of the selected entities, and how many there are. Cost: linear in the page if After or
// Before names a neighbour, or if the page is at either end; otherwise also in Offset. With a text or values also
// in the matching entities, of which at most [MaxHits] are sorted.
func (c *Catalog) Browse(ctx context.Context, b Browse) (out Found, err error) {
	err = c.read(ctx, func(tx *txn) error {
		l, err := b.selectEntities(ctx, tx, -1)
		out.All, out.Whole = l.matches, l.complete
		if err != nil || b.Limit <= 0 {
			return err
		}
		ids, err := l.page(ctx, tx)
		if err != nil {
			return err
		}
		args := params{nil}
		for _, column := range b.Columns {
			args.add(column)
		}
		query := entityRow(tx.dialect, args.list(1))
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

// Lines returns entities by their IDs, in that order; unknown IDs are left out.
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

// entityRow is the query for the entity $1 with its values of attributes, given as a list of parameters.
func entityRow(d *dialect, attributes string) string {
	if attributes == "" {
		attributes = "NULL"
	}
	return `SELECT id, p, (SELECT count(DISTINCT site) FROM entity_records r WHERE r.entity = e.id),
	(SELECT ` + fmt.Sprintf(d.jsonArrayAgg, d.jsonArray+"(attribute, value)") + ` FROM
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

// Kinds of attributes whose values are sorted by number, see [integrate.Attribute].
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

// Columns returns the columns of all sites by attribute, attributes of most sites first, then the columns that are
// in none.
func (c *Catalog) Columns(ctx context.Context) ([]Joined, error) {
	scan := func(row scanner) (j Joined, err error) {
		return j, row.Scan(&j.Site, &j.Label, &j.Part, &j.Attribute, &j.Records, &j.Reason)
	}
	const all = `SELECT site, label, part, coalesce(attribute, ''), records, reason FROM attribute_columns LEFT JOIN attributes ON name = attribute
		ORDER BY attribute IS NULL, n, attribute, site, label, part`
	out, err := readAll(each(ctx, c.reader, scan, all))
	if err != nil {
		return nil, fmt.Errorf("reading columns: %w", err)
	}
	return out, nil
}

// Answers returns the results of a query, by engine and rank.
func (c *Catalog) Answers(ctx context.Context, queryID string) ([]search.Result, error) {
	scan := func(row scanner) (r search.Result, err error) {
		var at string
		if err := row.Scan(&r.Engine, &r.Rank, &r.URL, &r.Title, &r.Snippet, &r.Page, &at); err != nil {
			return r, err
		}
		r.FetchedAt, err = parseTime(at)
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

// ResultCounts returns the number of results of each query, by its ID. Cost: linear in the results.
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
