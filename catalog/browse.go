package catalog

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"

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
` + entityWords + `;
`

const (
	reach = `INSERT INTO attribute_reach
	SELECT attribute, count(DISTINCT entity), count(DISTINCT value) FROM fused WHERE chosen GROUP BY attribute`
	entityWords = `INSERT INTO entity_words (entity, words)
	SELECT entity, group_concat(value, ' ') FROM fused WHERE chosen GROUP BY entity`
)

// browsed makes what entities are looked through by anew.
func (w *entityWriter) browsed() {
	w.exec("DELETE FROM attribute_reach")
	w.exec(reach)
	w.exec("DELETE FROM entity_words")
	w.exec(entityWords)
}

// AttributeCount is an attribute of the entities with how far it reaches.
type AttributeCount struct {
	Name     string `json:"name"`
	Kind     string `json:"kind"`
	Sites    int    `json:"sites"`    // that have it
	Entities int    `json:"entities"` // with a value of it that holds
	Distinct int    `json:"distinct"` // different values that hold
}

// EntityAttributes gives the attributes of the entities, in the order of exports: what
// names entities first, then by how many entities have them. Cost: linear in the
// attributes.
func (c *Catalog) EntityAttributes(ctx context.Context) ([]AttributeCount, error) {
	byName := make(map[string]AttributeCount)
	var order []string
	err := c.read(ctx, func(tx *sql.Tx) (err error) {
		scan := func(row scanner) (a AttributeCount, err error) {
			return a, row.Scan(&a.Name, &a.Kind, &a.Sites, &a.Entities, &a.Distinct)
		}
		const all = `SELECT name, kind, sites, coalesce(entities, 0), coalesce("distinct", 0) FROM attributes LEFT JOIN attribute_reach ON attribute = name`
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
	Offset     int
	Limit      int // 0 gives none, only how many there are
}

// EntityRow is an entity in a list.
type EntityRow struct {
	ID     string              `json:"id"`
	P      float64             `json:"p"`
	Sites  int                 `json:"sites"`
	Values map[string][]string `json:"values"` // of [Browse.Columns]
}

// Browse gives entities, and how many there are without Offset and Limit. Cost: linear
// in the entities that stand before the ones given, or after them where that is less; with
// a text or values also in those that match.
func (c *Catalog) Browse(ctx context.Context, b Browse) (rows []EntityRow, all int, err error) {
	err = c.read(ctx, func(tx *sql.Tx) error {
		where, args := b.where("id")
		if err := tx.QueryRowContext(ctx, "SELECT count(*) FROM entities WHERE "+where, args...).Scan(&all); err != nil || b.Limit <= 0 {
			return err
		}
		ids, err := b.ids(ctx, tx, all)
		if err != nil {
			return err
		}
		columns, err := json.Marshal(b.Columns)
		if err != nil {
			return err
		}
		for _, id := range ids {
			row, err := scanEntityRow(tx.QueryRowContext(ctx, entityRow, id, string(columns)))
			if err != nil {
				return err
			}
			rows = append(rows, row)
		}
		return nil
	})
	if err != nil {
		return nil, 0, fmt.Errorf("reading entities: %w", err)
	}
	return rows, all, nil
}

// Lines gives entities by their IDs, in that order, those that are not there left out.
func (c *Catalog) Lines(ctx context.Context, ids ...string) ([]EntityLine, error) {
	var out []EntityLine
	err := c.read(ctx, func(tx *sql.Tx) error {
		for _, id := range ids {
			if err := entityLines(ctx, tx, "WHERE id = ?", []any{id}, func(l *EntityLine) error { out = append(out, *l); return nil }); err != nil {
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

// ids gives the entities of the page, in order, of so many in all. Entities without a
// value of the attribute that they are sorted by come last, either way. What is nearer to
// the end is read from there.
func (b *Browse) ids(ctx context.Context, tx *sql.Tx, all int) (out []string, err error) {
	offset := min(max(b.Offset, 0), all)
	n := min(b.Limit, all-offset)
	backwards := offset > all-offset-n
	if backwards {
		offset = all - offset - n
	}
	parts := []part{{"entities", "id", "true", nil, "", b.Descending, all}}
	if b.Sort != "" {
		if parts, err = b.parts(ctx, tx, all, backwards); err != nil {
			return nil, err
		}
	}
	if backwards {
		slices.Reverse(parts)
	}
	for _, p := range parts {
		if len(out) == n {
			break
		}
		if p.size >= 0 && offset >= p.size {
			offset -= p.size
			continue
		}
		where, args := b.where(p.id)
		from := "FROM " + p.table + " WHERE " + p.where + " AND " + where
		args = append(slices.Clone(p.args), args...)
		direction := ""
		if p.descending != backwards {
			direction = " DESC"
		}
		order := p.id + direction
		if p.key != "" {
			order = p.key + direction + ", " + order
		}
		for id, err := range each(ctx, tx, scanText, "SELECT "+p.id+" "+from+" ORDER BY "+order+" LIMIT ? OFFSET ?", append(slices.Clone(args), n-len(out), offset)...) {
			if err != nil {
				return nil, err
			}
			out = append(out, id)
		}
		if p.size < 0 && len(out) == 0 && offset > 0 {
			if err := tx.QueryRowContext(ctx, "SELECT count(*) "+from, args...).Scan(&p.size); err != nil {
				return nil, err
			}
		}
		offset -= min(offset, max(p.size, 0))
		if len(out) > 0 {
			offset = 0
		}
	}
	if backwards {
		slices.Reverse(out)
	}
	return out, nil
}

// part is entities that stand together in an order.
type part struct {
	table, id, where string
	args             []any
	key              string // that they are sorted by before their IDs, "" for none
	descending       bool
	size             int // -1 if it was not counted
}

// parts are the entities with a value of the attribute that they are sorted by, and
// those without, with their sizes if they are to be counted.
func (b *Browse) parts(ctx context.Context, tx *sql.Tx, all int, counted bool) ([]part, error) {
	var kind string
	if err := tx.QueryRowContext(ctx, "SELECT coalesce((SELECT kind FROM attributes WHERE name = ?), '')", b.Sort).Scan(&kind); err != nil {
		return nil, err
	}
	key := "value"
	if kind == numberKind {
		key = "CAST(value AS REAL)"
	}
	const first = "attribute = ? AND chosen AND n = 0"
	with, without := -1, -1
	if counted { // a walk along an index, which the first pages do without
		where, args := b.where("entity")
		if err := tx.QueryRowContext(ctx, "SELECT count(*) FROM fused WHERE "+first+" AND "+where, append([]any{b.Sort}, args...)...).Scan(&with); err != nil {
			return nil, err
		}
		without = all - with
	}
	return []part{{"fused", "entity", first, []any{b.Sort}, key, b.Descending, with},
		{"entities", "id", "id NOT IN (SELECT entity FROM fused WHERE " + first + ")", []any{b.Sort}, "", false, without}}, nil
}

// entityRow gives an entity with its values under some attributes, a JSON array.
const entityRow = `SELECT id, p, (SELECT count(DISTINCT site) FROM entity_records r WHERE r.entity = e.id),
	(SELECT json_group_array(json_array(attribute, value)) FROM
		(SELECT attribute, value FROM fused f WHERE f.entity = e.id AND chosen AND attribute IN (SELECT value FROM json_each(?2)) ORDER BY attribute, n))
	FROM entities e WHERE id = ?1`

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

// numberKind is the kind of attributes of numbers, see [integrate.Attribute].
const numberKind = "number"

// where gives the condition on a column of IDs, and its arguments.
func (b *Browse) where(id string) (string, []any) { return b.whereAmong(id, -1) }

// whereAmong is where among so many entities with the text at most, all for -1.
func (b *Browse) whereAmong(id string, hits int) (string, []any) {
	parts := []string{"true"}
	var args []any
	if match := matching(b.Text); match != "" {
		limit := ""
		if hits >= 0 {
			limit = " LIMIT " + strconv.Itoa(hits)
		}
		parts = append(parts, id+" IN (SELECT entity FROM entity_words WHERE entity_words MATCH ?"+limit+")")
		args = append(args, match)
	}
	for _, attribute := range slices.Sorted(maps.Keys(b.Where)) {
		parts = append(parts, id+" IN (SELECT entity FROM fused WHERE chosen AND attribute = ? AND value = ?)")
		args = append(args, attribute, b.Where[attribute])
	}
	return strings.Join(parts, " AND "), args
}

// matching writes a person's words as a full-text query: all of them, the last as a
// beginning. What SQLite would read as an operator is a word like any other.
func matching(s string) string {
	words := strings.FieldsFunc(s, func(r rune) bool { return !unicode.In(r, unicode.L, unicode.M, unicode.N) })
	for i, w := range words {
		words[i] = `"` + w + `"`
	}
	if len(words) == 0 {
		return ""
	}
	return strings.Join(words, " ") + "*"
}

// Counted is a value with the number of entities that have it.
type Counted struct {
	Value    string `json:"value"`
	Entities int    `json:"entities"`
}

// facetHits bounds the entities with a text among which values are counted.
const facetHits = 10_000

// Facet gives the values of an attribute among the entities that Browse gives, those
// of most entities first, at most so many, and how many there are. With a text they are
// counted among its first [facetHits] hits, and whole is false if there are more. Cost: linear in the
// values of the attribute, with a text in the hits that are counted.
func (c *Catalog) Facet(ctx context.Context, attribute string, b Browse, most int) (out []Counted, all int, whole bool, err error) {
	whole = true
	err = c.read(ctx, func(tx *sql.Tx) error {
		where, args := b.where("entity")
		if match := matching(b.Text); match != "" {
			var hits int
			const bounded = "(SELECT entity FROM entity_words WHERE entity_words MATCH ? LIMIT ?)"
			if err := tx.QueryRowContext(ctx, "SELECT count(*) FROM "+bounded, match, facetHits+1).Scan(&hits); err != nil {
				return err
			}
			if whole = hits <= facetHits; !whole {
				where, args = b.whereAmong("entity", facetHits)
			}
		}
		query := "SELECT value, count(*), count(*) OVER () FROM fused WHERE chosen AND attribute = ? AND " + where + " GROUP BY value ORDER BY 2 DESC, 1 LIMIT ?"
		scan := func(row scanner) (v Counted, err error) { return v, row.Scan(&v.Value, &v.Entities, &all) }
		for v, err := range each(ctx, tx, scan, query, append(append([]any{attribute}, args...), most)...) {
			if err != nil {
				return err
			}
			out = append(out, v)
		}
		return nil
	})
	if err != nil {
		return nil, 0, false, fmt.Errorf("counting values: %w", err)
	}
	return out, all, whole, nil
}

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
	for r, err := range each(ctx, c.reader, scan, "SELECT engine, rank, url, title, snippet, page, fetched_at FROM results WHERE query_id = ? ORDER BY engine, n", queryID) {
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
