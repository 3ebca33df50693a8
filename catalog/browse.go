package catalog

import (
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"
	"unicode"

	"verde/search"
	"verde/values"
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

// browsed makes what entities are looked through by anew.
func (w *entityWriter) browsed() {
	w.exec("DELETE FROM attribute_reach")
	w.exec(reach)
	w.exec("DELETE FROM attribute_values")
	w.exec(topValues)
	w.exec("DELETE FROM entity_words")
	if w.err == nil {
		w.err = w.tx.index(w.tx)
	}
}

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

// reordered stands for reorder among the upgrades.
const reordered = ""

// reorder makes the numbers anew that the values of a catalog of an earlier version are
// sorted by. Cost: linear in its numbers and dates.
func reorder(tx *txn) error {
	type valued struct{ entity, attribute, kind, value string }
	scan := func(row scanner) (v valued, err error) {
		return v, row.Scan(&v.entity, &v.attribute, &v.kind, &v.value)
	}
	const all = `SELECT entity, attribute, kind, value FROM fused f JOIN attributes ON name = attribute WHERE chosen AND f.n = 0 AND kind IN ($1, $2)`
	var sorted []valued
	for v, err := range each(tx.ctx, tx, scan, all, numberKind, dateKind) {
		if err != nil {
			return err
		}
		sorted = append(sorted, v)
	}
	if len(sorted) == 0 {
		return nil
	}
	update, err := tx.PrepareContext(tx.ctx, "UPDATE fused SET number = $1 WHERE entity = $2 AND attribute = $3 AND n = 0")
	if err != nil {
		return err
	}
	defer update.Close()
	for _, v := range sorted {
		if _, err := update.ExecContext(tx.ctx, orderOf(v.kind, v.value), v.entity, v.attribute); err != nil {
			return err
		}
	}
	return nil
}

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

// orderOf is the number that a value of an attribute of some kind is sorted by, 0 for none:
// an amount, in one unit whatever the text has, or what a text begins with that is none; a
// date's digits from the year on, so that a year or month stands before its days.
func orderOf(kind, value string) float64 {
	digits := leadingNumber.FindString(strings.TrimSpace(value))
	switch kind {
	case dateKind:
		for _, v := range values.Parse(value) {
			if d, ok := v.(values.Date); ok {
				return float64(10_000*d.Year + 100*int(d.Month) + d.Day)
			}
		}
		year, err := strconv.Atoi(digits)
		if err != nil || year < 1000 || year > 9999 { // fewer digits are no year that can be told from other numbers
			return 0
		}
		return float64(10_000 * year)
	case numberKind:
		if amount, ok := amountOf(value); ok {
			return amount
		}
		n, err := strconv.ParseFloat(digits, 64)
		if err != nil {
			return 0
		}
		return n
	}
	return 0
}

// amountOf is the amount that the whole of a text means.
func amountOf(value string) (n float64, ok bool) {
	for _, v := range values.Parse(value) {
		switch v := v.(type) {
		case values.Number:
			return float64(v), true
		case values.Percent:
			return float64(v), true
		case values.Money:
			return v.Amount, true
		case values.Quantity:
			if v.Unit == values.Months {
				return v.Amount * values.Month.Seconds(), true
			}
			return v.Amount, true
		case values.Duration:
			return time.Duration(v).Seconds(), true
		case values.Clock:
			return time.Duration(v).Seconds(), true
		}
	}
	return 0, false
}

var leadingNumber = regexp.MustCompile(`^[-+]?[0-9]{1,300}(\.[0-9]{1,20})?`)

// wordsOf are the words of a text: what stands between anything else than letters,
// their marks and digits.
func wordsOf(s string) []string {
	return strings.FieldsFunc(s, func(r rune) bool { return !unicode.In(r, unicode.L, unicode.M, unicode.N) })
}

// matching writes a person's words as a full-text query: all of them, the last as a
// beginning. What the engine would read as an operator is a word like any other.
func (d *dialect) matching(s string) string {
	words := wordsOf(d.fold(s))
	for i, w := range words {
		words[i] = d.quote + w + d.quote
	}
	if len(words) == 0 {
		return ""
	}
	return strings.Join(words, d.words) + d.prefix
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
