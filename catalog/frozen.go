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

// OpenFrozen is [Open] for reading only. It also opens catalogs that may not be written to, on a read-only medium
// or in somebody else's folder; a catalog that can be written to is opened as by Open.
//
// SQLite reads a database with a write-ahead log only if it can write beside it, or if it is told that nobody else
// writes (immutable). OpenFrozen tells it so, unless there is a log of a run that was stopped or is under way,
// whose content would silently be left out. If SQLite cannot read that log, the error says what to do. Nothing may
// write to a catalog that is open in this way.
//
// An empty file is an error: a run's catalog is complete from the beginning (but on a file system without hard
// links), and Open would make a catalog of it.
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

// openFrozen opens a complete catalog that nobody writes to.
func openFrozen(ctx context.Context, path string) (*Catalog, error) {
	name, err := dataSource(path)
	if err != nil {
		return nil, fmt.Errorf("catalog %s: %w", path, err)
	}
	c := &Catalog{path: path, dialect: sqliteDialect, begin: beginSQLite}
	if c.reader, err = sql.Open("sqlite", name+"&immutable=1&mode=ro&_pragma=query_only(1)"); err != nil {
		return nil, fmt.Errorf("opening catalog %s: %w", path, err)
	}
	fresh, err := c.inspect(ctx, c.reader)
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
