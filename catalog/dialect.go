package catalog

import (
	"context"
	"database/sql"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"
)

// dialect is what differs between the SQL of SQLite and of PostgreSQL. All other SQL is one text for both, with
// parameters $1 to $n, and TRUE for what SQLite stores as 1.
type dialect struct {
	stringAgg    string // aggregate that joins texts
	jsonElements string // the elements of the JSON array %s as rows v with a column value
	jsonArrayAgg string // aggregate that makes a JSON array of %s, as text
	jsonArray    string // function that makes a JSON array of its arguments
	maxName      int    // greatest length of a column's name in bytes; 0 for any

	matchWords    string              // condition that a row of entity_words has the words %s
	wordSeparator string              // between the words of a full-text query
	wordQuote     string              // around each word
	prefixMark    string              // behind a word that may be the beginning of one
	fold          func(string) string // folds words as the index does, if a query's words are not folded by the database
	wordOrder     string              // column by which rows of entity_words can be ordered without sorting

	hashed        []string // columns that are in keys by their hash, as their values may be too long
	insertRows    func(ctx context.Context, t *txn, table, columns string, rows iter.Seq2[[]any, error]) error
	newIDs        string             // query for the IDs of $1 new records
	indexEntities func(t *txn) error // fills the full-text index of entities
	isolation     sql.IsolationLevel // at which all statements of a transaction read one state
}

// session runs statements.
type session interface {
	querier
	rowQuerier
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
	PrepareContext(ctx context.Context, query string) (*sql.Stmt, error)
}

// txn is a transaction of a catalog.
type txn struct {
	session
	*dialect
	ctx              context.Context
	commit, rollback func() error
	postgres         pgx.Tx // the same transaction as pgx has it, nil in SQLite
}

// put inserts rows in bulk. None of them may have the key of another row or of a stored one.
func (t *txn) put(table, columns string, rows iter.Seq2[[]any, error]) error {
	if err := t.insertRows(t.ctx, t, table, columns, rows); err != nil {
		return fmt.Errorf("storing %s: %w", table, err)
	}
	return nil
}

// newRecords returns the IDs of n new records.
func (t *txn) newRecords(n int) (ids []int64, err error) {
	scan := func(row scanner) (id int64, err error) { return id, row.Scan(&id) }
	return readAll(each(t.ctx, t, scan, t.newIDs, n))
}

// upsert is the statement that inserts a row or replaces the one with the same key. The key is the first columns.
func (d *dialect) upsert(table, columns string, keys int) string {
	names := strings.Split(columns, ", ")
	target := slices.Clone(names[:keys])
	for i, name := range target {
		if slices.Contains(d.hashed, name) {
			target[i] = "md5(" + name + ")"
		}
	}
	sets := make([]string, 0, len(names))
	for _, name := range names[keys:] {
		sets = append(sets, name+" = excluded."+name)
	}
	return insertion(table, columns) + " ON CONFLICT (" + strings.Join(target, ", ") + ") DO UPDATE SET " + strings.Join(sets, ", ")
}

// insertion is the statement that inserts a row.
func insertion(table, columns string) string {
	var p params
	for range strings.Count(columns, ", ") + 1 {
		p.add(nil)
	}
	return "INSERT INTO " + table + " (" + columns + ") VALUES (" + p.list(0) + ")"
}

// params are the parameters of a statement that is built of parts.
type params []any

// add adds a parameter and returns its name.
func (p *params) add(v any) string {
	*p = append(*p, v)
	return "$" + strconv.Itoa(len(*p))
}

// addAll adds parameters and returns the list of their names.
func (p *params) addAll(values []string) string {
	from := len(*p)
	for _, v := range values {
		p.add(v)
	}
	return p.list(from)
}

// list is the list of the parameters' names, beginning at an index.
func (p params) list(from int) string {
	var out []string
	for i := range p[from:] {
		out = append(out, "$"+strconv.Itoa(from+i+1))
	}
	return strings.Join(out, ", ")
}

// lastByKey returns the last of the elements with each key, in their order.
func lastByKey[T any](list []T, key func(*T) string) []*T {
	seen := make(map[string]bool, len(list))
	out := make([]*T, 0, len(list))
	for i := len(list) - 1; i >= 0; i-- {
		if k := key(&list[i]); !seen[k] {
			seen[k] = true
			out = append(out, &list[i])
		}
	}
	slices.Reverse(out)
	return out
}

// sqliteDialect is the dialect of a catalog in a file.
var sqliteDialect = &dialect{
	stringAgg:     "group_concat",
	jsonElements:  sqliteValues,
	jsonArrayAgg:  "json_group_array(%s)",
	jsonArray:     "json_array",
	matchWords:    "entity_words MATCH %s",
	wordSeparator: " ", wordQuote: `"`, prefixMark: "*",
	wordOrder: "rowid",
	fold:      func(s string) string { return s },
	insertRows: func(ctx context.Context, t *txn, table, columns string, rows iter.Seq2[[]any, error]) error {
		insert, err := t.PrepareContext(ctx, insertion(table, columns))
		if err != nil {
			return err
		}
		defer insert.Close()
		for row, err := range rows {
			if err != nil {
				return err
			}
			if _, err := insert.ExecContext(ctx, row...); err != nil {
				return err
			}
		}
		return nil
	},
	newIDs: `WITH RECURSIVE next (n) AS (SELECT 1 WHERE $1 > 0 UNION ALL SELECT n + 1 FROM next WHERE n < $1)
		SELECT n + (SELECT coalesce(max(id), 0) FROM records) FROM next`,
	indexEntities: func(t *txn) error {
		_, err := t.ExecContext(t.ctx, insertWords+groupByEntity)
		return err
	},
}

func beginSQLite(ctx context.Context, db *sql.DB) (*txn, error) {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return nil, err
	}
	return &txn{session: tx, ctx: ctx, commit: tx.Commit, rollback: tx.Rollback}, nil
}

// heldValues is the query for the values that hold, and for each entity its anchor as the value of the attribute
// "".
func (d *dialect) heldValues() string {
	return "SELECT id AS entity, '' AS attribute, anchor AS value FROM entities UNION ALL SELECT entity, attribute, " + d.stringAgg +
		"(value, ' | ') AS value FROM (SELECT * FROM fused WHERE chosen ORDER BY entity, attribute, n) held GROUP BY entity, attribute"
}
