package catalog

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"iter"
	"regexp"
	"strings"
	"time"
	"unicode"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"
	"golang.org/x/text/unicode/norm"
)

// postgresDialect is the dialect of a catalog in PostgreSQL.
var postgresDialect = &dialect{
	stringAgg:     "string_agg",
	jsonElements:  postgresValues,
	jsonArrayAgg:  "coalesce(json_agg(%s), '[]')::text",
	jsonArray:     "json_build_array",
	matchWords:    "words @@ to_tsquery('simple', %s)",
	wordSeparator: " & ", wordQuote: "'", prefixMark: ":*",
	fold:          foldForIndex,
	wordOrder:     "entity",
	maxName:       63, // NAMEDATALEN - 1
	hashed:        []string{"url", "label", "attribute"},
	insertRows:    copyRows,
	newIDs:        "SELECT nextval('record_ids') FROM generate_series(1, $1)",
	indexEntities: indexWords,
	isolation:     sql.LevelRepeatableRead,
}

// RunName matches names of runs in a database: PostgreSQL's names have at most 63 bytes, of which "run_" takes
// four.
var RunName = regexp.MustCompile(`^[a-z0-9][a-z0-9_-]{0,58}$`)

// OpenDatabase opens the catalog of a run in a PostgreSQL database (15 or later), or makes an empty one: a schema
// "run_NAME" with the tables that a file has. The database is an address like postgres://user@host/name. Call
// [Catalog.Close] when done.
//
// Several processes may write to it at a time, if each site and round is written by one.
func OpenDatabase(ctx context.Context, database, run string) (*Catalog, error) {
	if err := checkRun(run); err != nil {
		return nil, err
	}
	config, err := pgx.ParseConfig(database)
	if err != nil {
		return nil, fmt.Errorf("database: %w", err) // which leaves the password out
	}
	schema := schemaOf(run)
	config.RuntimeParams["search_path"] = schema
	c := &Catalog{path: fmt.Sprintf("%s in %s/%s", run, config.Host, config.Database), dialect: postgresDialect, begin: beginPostgres}
	c.writer, c.reader = stdlib.OpenDB(*config), stdlib.OpenDB(*config)
	if err := c.write(ctx, func(tx *txn) error { return c.makeSchema(tx, schema) }); err != nil {
		return nil, errors.Join(fmt.Errorf("opening catalog %s: %w", c.path, err), c.writer.Close(), c.reader.Close())
	}
	return c, nil
}

// makeSchema makes the tables of a new run, or upgrades those of an earlier version.
func (c *Catalog) makeSchema(tx *txn, schema string) error {
	var server, version int
	if err := tx.QueryRowContext(tx.ctx, "SELECT current_setting('server_version_num')::int").Scan(&server); err != nil {
		return err
	}
	if server < 150000 {
		return fmt.Errorf("the server is PostgreSQL %d, and 15 or later is needed", server/10000)
	}
	if _, err := tx.ExecContext(tx.ctx, "SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", schema); err != nil {
		return err
	}
	var exists bool
	if err := tx.QueryRowContext(tx.ctx, "SELECT to_regclass($1 || '.catalog_version') IS NOT NULL", schema).Scan(&exists); err != nil {
		return err
	}
	if !exists {
		if _, err := tx.postgres.Exec(tx.ctx, "CREATE SCHEMA IF NOT EXISTS "+schema+"; CREATE TABLE catalog_version AS SELECT 0 AS version"); err != nil {
			return err
		}
	}
	if err := tx.QueryRowContext(tx.ctx, "SELECT version FROM catalog_version").Scan(&version); err != nil {
		return err
	}
	switch {
	case version > len(postgresUpgrades):
		return fmt.Errorf("it has schema %d and this program knows %d: use a newer verde, or start another run", version, len(postgresUpgrades))
	case version == len(postgresUpgrades):
		return nil
	}
	tables := strings.ReplaceAll(strings.Join(postgresUpgrades[version:], ""), " TEXT", ` TEXT COLLATE "C"`)
	if _, err := tx.postgres.Exec(tx.ctx, tables+fmt.Sprintf("UPDATE catalog_version SET version = %d", len(postgresUpgrades))); err != nil {
		return err
	}
	if version == 0 {
		return nil
	}
	return recomputeSortNumbers(tx)
}

// checkRun refuses what cannot be the name of a run in a database.
func checkRun(run string) error {
	if !RunName.MatchString(run) {
		return fmt.Errorf("run %q: the name of a run in a database is of small letters, digits, _ and -, at most 59", run)
	}
	return nil
}

// DropRun deletes the catalog of a run, if there is one, from a database in a transaction.
func DropRun(ctx context.Context, tx pgx.Tx, run string) error {
	if err := checkRun(run); err != nil {
		return err
	}
	_, err := tx.Exec(ctx, "DROP SCHEMA IF EXISTS "+schemaOf(run)+" CASCADE")
	return err
}

// schemaOf is the quoted name of a run's PostgreSQL schema.
func schemaOf(run string) string { return pgx.Identifier{"run_" + run}.Sanitize() }

const noSchema = "3F000" // invalid_schema_name

// DropDatabase deletes the catalog of a run from a database. It is an error if there is none.
func DropDatabase(ctx context.Context, database, run string) error {
	if err := checkRun(run); err != nil {
		return err
	}
	conn, err := pgx.Connect(ctx, database)
	if err != nil {
		return fmt.Errorf("database: %w", err)
	}
	_, err = conn.Exec(ctx, "DROP SCHEMA "+schemaOf(run)+" CASCADE")
	var refused *pgconn.PgError
	if errors.As(err, &refused) && refused.Code == noSchema {
		err = fmt.Errorf("there is no run %s in the database", run)
	}
	return errors.Join(err, conn.Close(context.WithoutCancel(ctx)))
}

// beginPostgres begins a transaction on a connection, so that both database/sql and pgx can use it.
func beginPostgres(ctx context.Context, db *sql.DB) (*txn, error) {
	conn, err := db.Conn(ctx)
	if err != nil {
		return nil, err
	}
	t := &txn{session: conn, ctx: ctx}
	err = conn.Raw(func(driver any) (err error) {
		t.postgres, err = driver.(*stdlib.Conn).Conn().Begin(ctx)
		return err
	})
	if err != nil {
		return nil, errors.Join(err, conn.Close())
	}
	t.commit = func() error {
		err := t.postgres.Commit(ctx)
		return errors.Join(err, conn.Close())
	}
	t.rollback = func() error {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
		defer cancel()
		err := t.postgres.Rollback(ctx)
		if errors.Is(err, pgx.ErrTxClosed) {
			err = nil
		}
		return errors.Join(err, conn.Close())
	}
	return t, nil
}

// copyRows inserts rows by COPY.
func copyRows(ctx context.Context, t *txn, table, columns string, rows iter.Seq2[[]any, error]) error {
	next, stop := iter.Pull2(rows)
	defer stop()
	source := pgx.CopyFromFunc(func() ([]any, error) {
		row, err, ok := next()
		if !ok {
			return nil, err
		}
		return row, err
	})
	_, err := t.postgres.CopyFrom(ctx, pgx.Identifier{table}, strings.Split(columns, ", "), source)
	return err
}

// foldForIndex lowers case and removes marks, as SQLite's full-text index does by itself.
func foldForIndex(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		return unicode.ToLower(r)
	}, norm.NFD.String(s))
}

// maxIndexed bounds the words of an entity that are indexed, in bytes: PostgreSQL indexes at most a megabyte of
// one text.
const maxIndexed = 256 << 10

// indexedAtOnce is how many entities' words are sent together.
const indexedAtOnce = 1_000

// indexWords fills the full-text index of all entities.
func indexWords(t *txn) error {
	type entity struct{ id, values string }
	scan := func(row scanner) (e entity, err error) { return e, row.Scan(&e.id, &e.values) }
	const from = "SELECT entity, string_agg(value, ' ') FROM fused WHERE chosen"
	for last, n := "", indexedAtOnce; n == indexedAtOnce; {
		batch := new(pgx.Batch)
		for e, err := range each(t.ctx, t, scan, from+" AND entity > $1"+groupByEntity+" ORDER BY entity LIMIT $2", last, indexedAtOnce) {
			if err != nil {
				return err
			}
			words := strings.Join(wordsOf(foldForIndex(e.values)), " ")
			batch.Queue("INSERT INTO entity_words (entity, words) VALUES ($1, to_tsvector('simple', $2))", e.id, strings.ToValidUTF8(words[:min(len(words), maxIndexed)], ""))
			last = e.id
		}
		if n = batch.Len(); n > 0 {
			if err := t.postgres.SendBatch(t.ctx, batch).Close(); err != nil {
				return err
			}
		}
	}
	return nil
}
