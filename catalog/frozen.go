package catalog

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// OpenFrozen is [Open] for who only reads, so that a catalog can be counted and
// exported that nobody may write to: on a medium that is read only, or in the
// folder of somebody else. Where it can be written it is opened as by Open.
//
// SQLite reads a database with a write-ahead log only if it can write beside it,
// or if it is told that nobody else will. So it is told that, unless there is a
// log of a run that was stopped or is under way: what that holds would be left
// out without a word. Then, if SQLite can't take it in, there is an error that
// says what to do. Nothing may write to a catalog while it is open so.
//
// An empty file is an error: it is none of a run, whose catalog is whole from its first
// moment (but on a file system without hard links), and Open would make it one.
func OpenFrozen(ctx context.Context, path string) (*Catalog, error) {
	if file, err := os.Stat(path); err == nil && file.Size() == 0 {
		return nil, fmt.Errorf("%s is empty, and no catalog of a run", path)
	}
	c, err := Open(ctx, path)
	var refused *sqlite.Error
	if !errors.As(err, &refused) {
		return c, err
	}
	switch refused.Code() & 0xff { // the rest says why
	case sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM:
	default:
		return nil, err
	}
	if _, absent := os.Stat(path); absent != nil {
		return nil, err
	}
	if log, err := os.Stat(path + "-wal"); err == nil && log.Size() > 0 {
		return nil, fmt.Errorf("catalog %s: %s-wal holds what was written last by a run that was stopped, and can't be read where nothing can be written: copy the run's folder to where it can", path, path)
	}
	return openFrozen(ctx, path)
}

// openFrozen opens a whole catalog that nobody writes to.
func openFrozen(ctx context.Context, path string) (*Catalog, error) {
	name, err := dataSource(path)
	if err != nil {
		return nil, fmt.Errorf("catalog %s: %w", path, err)
	}
	c := &Catalog{path: path, dialect: sqliteDialect, start: beginSQLite}
	if c.reader, err = sql.Open("sqlite", name+"&immutable=1&mode=ro&_pragma=query_only(1)"); err != nil {
		return nil, fmt.Errorf("opening catalog %s: %w", path, err)
	}
	fresh, err := c.identify(ctx, c.reader)
	switch {
	case err != nil:
		err = fmt.Errorf("opening catalog: %w", err)
	case fresh:
		err = notCatalog(path)
	default:
		var v int
		if v, err = version(ctx, c.reader); err == nil && v < schemaVersion {
			err = fmt.Errorf("catalog %s has schema %d, and can't be brought to %d where nothing can be written: copy the run's folder to where it can", path, v, schemaVersion)
		}
	}
	if err != nil {
		return nil, errors.Join(err, c.reader.Close())
	}
	return c, nil
}
