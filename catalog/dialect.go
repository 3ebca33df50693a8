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

// dialect is what the engines say differently. All other SQL is one text for both, with
// parameters $1 to $n, and TRUE for what SQLite keeps as 1.
type dialect struct {
	concat string              // aggregate that joins texts
	values string              // the elements of the JSON array %s as rows v with a column value
	list   string              // aggregate that makes a JSON array of %s, as text
	array  string              // function that makes a JSON array of its arguments
	match  string              // that a row of entity_words has the words %s
	words  string              // how words are written for match: what joins them
	quote  string              // what a word stands in
	prefix string              // what is behind a word that is the beginning of one
	fold   func(string) string // words as the index has them, if it does not do that by itself
	name   int                 // bytes of a name of a column at most; 0 for any number

	indexed string // column by which the rows of entity_words are in an order of their own

	long   []string // columns whose values may be too long for a key: it has their hash instead
	insert func(ctx context.Context, t *txn, table, columns string, rows iter.Seq2[[]any, error]) error
	ids    string             // query for the numbers of $1 new records
	index  func(t *txn) error // makes the index of the words of entities
	moment sql.IsolationLevel // at which all statements of a transaction see the same
}

// session is what statements are run on.
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
	postgres         pgx.Tx // the same transaction for what takes such, nil in SQLite
}

// put stores rows in bulk. None of them may have the key of another, or of one that is
// stored.
func (t *txn) put(table, columns string, rows iter.Seq2[[]any, error]) error {
	if err := t.insert(t.ctx, t, table, columns, rows); err != nil {
		return fmt.Errorf("storing %s: %w", table, err)
	}
	return nil
}

// newRecords gives the numbers for so many new records.
func (t *txn) newRecords(n int) (ids []int64, err error) {
	scan := func(row scanner) (id int64, err error) { return id, row.Scan(&id) }
	for id, err := range each(t.ctx, t, scan, t.ids, n) {
		if err != nil {
			return nil, err
		}
		ids = append(ids, id)
	}
	return ids, nil
}

// upsert is the statement that stores a row in place of one with the same key, which
// is the first columns.
func (d *dialect) upsert(table, columns string, keys int) string {
	names := strings.Split(columns, ", ")
	target := slices.Clone(names[:keys])
	for i, name := range target {
		if slices.Contains(d.long, name) {
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
	return "INSERT INTO " + table + " (" + columns + ") VALUES (" + p.names(0) + ")"
}

// params are the parameters of a statement that is put together of parts.
type params []any

// add adds a parameter and gives its name.
func (p *params) add(v any) string {
	*p = append(*p, v)
	return "$" + strconv.Itoa(len(*p))
}

// addAll adds parameters and gives the list of their names.
func (p *params) addAll(values []string) string {
	from := len(*p)
	for _, v := range values {
		p.add(v)
	}
	return p.names(from)
}

// names lists the parameters from one on.
func (p params) names(from int) string {
	var out []string
	for i := range p[from:] {
		out = append(out, "$"+strconv.Itoa(from+i+1))
	}
	return strings.Join(out, ", ")
}

// latest gives of elements with one key the last, in their order.
func latest[T any](list []T, key func(*T) string) []*T {
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

// sqliteDialect is that of a catalog in a file.
var sqliteDialect = &dialect{
	concat: "group_concat",
	values: sqliteValues,
	list:   "json_group_array(%s)",
	array:  "json_array",
	match:  "entity_words MATCH %s",
	words:  " ", quote: `"`, prefix: "*",
	indexed: "rowid", // by which it finds them
	fold:    func(s string) string { return s },
	insert: func(ctx context.Context, t *txn, table, columns string, rows iter.Seq2[[]any, error]) error {
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
	ids: `WITH RECURSIVE next (n) AS (SELECT 1 WHERE $1 > 0 UNION ALL SELECT n + 1 FROM next WHERE n < $1)
		SELECT n + (SELECT coalesce(max(id), 0) FROM records) FROM next`,
	index: func(t *txn) error {
		_, err := t.ExecContext(t.ctx, entityWords+byEntity)
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

// held are the values that hold, and each entity with its anchor as the value under no attribute.
func (d *dialect) held() string {
	return "SELECT id AS entity, '' AS attribute, anchor AS value FROM entities UNION ALL SELECT entity, attribute, " + d.concat +
		"(value, ' | ') AS value FROM (SELECT * FROM fused WHERE chosen ORDER BY entity, attribute, n) held GROUP BY entity, attribute"
}
