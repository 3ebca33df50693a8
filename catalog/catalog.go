package catalog

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"modernc.org/sqlite" // registers the driver "sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// ListSite is the site of records that came from a list and not from a site. The name cannot exist (RFC 2606), so
// no page is looked for on it.
const ListSite = "entities.invalid"

// Catalog is an open catalog.
type Catalog struct {
	path string
	*dialect
	begin func(context.Context, *sql.DB) (*txn, error) // begins a transaction
	guard atomic.Pointer[func(context.Context, pgx.Tx) error]
	// A loop over an iterator holds its connection while the body of the loop may write, so reading and writing do
	// not share a pool.
	writer *sql.DB // nil if it is open for reading only
	reader *sql.DB
}

// Open opens the catalog at path, or makes an empty one if there is no file. A file that is something else, or was
// written by a later version, is not touched; the error says what to do. Call [Catalog.Close] when done.
func Open(ctx context.Context, path string) (*Catalog, error) {
	if err := checkFile(path); err != nil {
		return nil, err
	}
	if _, err := os.Lstat(path); errors.Is(err, fs.ErrNotExist) {
		if err := create(ctx, path); err != nil {
			return nil, err
		}
	}
	c, name, err := openWriter(ctx, path, path)
	if err != nil {
		return nil, err
	}
	if c.reader, err = sql.Open("sqlite", name+"&_pragma=query_only(1)"); err != nil {
		return nil, errors.Join(fmt.Errorf("opening catalog %s: %w", path, err), c.writer.Close())
	}
	return c, nil
}

// openWriter opens a file for writing, and makes the tables of a new one. path is its name in errors; name is its
// data source.
func openWriter(ctx context.Context, file, path string) (c *Catalog, name string, err error) {
	if name, err = dataSource(file); err != nil {
		return nil, "", fmt.Errorf("catalog %s: %w", path, err)
	}
	c = &Catalog{path: path, dialect: sqliteDialect, begin: beginSQLite}
	if c.writer, err = sql.Open("sqlite", name+"&_txlock=immediate"); err != nil {
		return nil, "", fmt.Errorf("opening catalog %s: %w", path, err)
	}
	c.writer.SetMaxOpenConns(1)
	if err := c.prepare(ctx); err != nil {
		return nil, "", errors.Join(err, c.writer.Close())
	}
	return c, name, nil
}

// create makes an empty catalog under a temporary name and links it to path when it is complete, so that other
// processes find a complete catalog or none. If another process was faster, its file stays. On a file system
// without hard links nothing is made, and Open makes the catalog in place.
func create(ctx context.Context, path string) (err error) {
	draft := path + "." + rand.Text() + ".new"
	defer func() {
		for _, suffix := range []string{"", "-journal", "-wal", "-shm"} { // SQLite's own are there only after an error
			if gone := os.Remove(draft + suffix); !errors.Is(gone, fs.ErrNotExist) {
				err = errors.Join(err, gone)
			}
		}
	}()
	c, _, err := openWriter(ctx, draft, path)
	if err != nil {
		return err
	}
	if err := c.writer.Close(); err != nil {
		return fmt.Errorf("making catalog %s: %w", path, err)
	}
	_ = os.Link(draft, path) // see above
	return nil
}

// Path is the file that was opened.
func (c *Catalog) Path() string { return c.path }

// Close ends all use of the catalog and folds the write-ahead log into the file.
func (c *Catalog) Close() error {
	err := c.reader.Close()
	if c.writer != nil {
		err = errors.Join(err, c.writer.Close())
	}
	if err != nil {
		return fmt.Errorf("closing catalog %s: %w", c.path, err)
	}
	return nil
}

// magic is the beginning of every SQLite file.
const magic = "SQLite format 3\x00"

// checkFile refuses what cannot be a catalog before SQLite touches it.
func checkFile(path string) error {
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		if dir := filepath.Dir(path); !isDir(dir) {
			return fmt.Errorf("catalog %s: there is no folder %s: make it, or choose another file", path, dir)
		}
		return nil
	}
	if err != nil {
		return fmt.Errorf("opening catalog: %w", err)
	}
	if !info.Mode().IsRegular() {
		return fmt.Errorf("catalog %s is not a file: choose another one", path)
	}
	if info.Size() == 0 {
		return nil
	}
	f, err := os.Open(path)
	if err != nil {
		return fmt.Errorf("opening catalog: %w", err)
	}
	defer f.Close()
	var head [len(magic)]byte
	if _, err := io.ReadFull(f, head[:]); err != nil || string(head[:]) != magic {
		return notCatalog(path)
	}
	return nil
}

func isDir(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

func notCatalog(path string) error {
	return fmt.Errorf("%s is not a catalog: choose another file, or move this one away", path)
}

// dataSource is the SQLite URI of path with the settings of a connection. A commit does not wait for the disk
// (synchronous NORMAL): a killed process loses nothing; a power cut may lose the last transactions, but never
// leaves half of one.
func dataSource(path string) (string, error) {
	abs, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	abs = filepath.ToSlash(abs)
	if !strings.HasPrefix(abs, "/") {
		abs = "/" + abs
	}
	u := url.URL{Scheme: "file", Path: abs}
	return fmt.Sprintf("%s?_pragma=busy_timeout(%d)&_pragma=foreign_keys(1)&_pragma=synchronous(NORMAL)", &u, busyTimeout.Milliseconds()), nil
}

// busyTimeout is how long a connection waits for a lock of another one.
const busyTimeout = 10 * time.Second

// prepare makes the tables of a new file, and refuses a file that is no catalog. Only then is the file switched to
// a write-ahead log, so that a refused database is not changed. Only a new file, or one of an earlier version, is
// locked for writing, so that a catalog can be opened while another process writes to it.
func (c *Catalog) prepare(ctx context.Context) error {
	fresh, err := c.inspect(ctx, c.writer)
	if err == nil && fresh {
		err = c.write(ctx, func(tx *txn) error {
			if fresh, err := c.inspect(ctx, tx); err != nil || !fresh {
				return err // another process was faster
			}
			_, err := tx.ExecContext(ctx, schema+strings.Join(upgrades[:], "")+fmt.Sprintf("PRAGMA application_id = %d; PRAGMA user_version = %d;", applicationID, schemaVersion))
			return err
		})
	}
	if err == nil && !fresh {
		err = c.upgrade(ctx)
	}
	if err != nil {
		return fmt.Errorf("opening catalog: %w%s", err, remedy(err))
	}
	if err := c.enableWAL(ctx); err != nil {
		return fmt.Errorf("opening catalog %s: %w", c.path, err)
	}
	return nil
}

// remedy says what to do about a damaged file, "" for another error.
func remedy(err error) string {
	var refused *sqlite.Error
	if errors.As(err, &refused) && refused.Code()&0xff == sqlite3.SQLITE_CORRUPT {
		return ": it is damaged. Move it away and give the run's command again: pages come from its archive then, and engines are asked anew"
	}
	return ""
}

// enableWAL sets the journal mode to WAL, and waits as long as busy_timeout while others have the file open.
// SQLite itself does not wait here: it has a read lock when it asks for the exclusive one
// (sqlite3BtreeSetVersion), and it does not call the busy handler for a connection that holds a lock, since two of
// them would wait for each other.
func (c *Catalog) enableWAL(ctx context.Context) error {
	const pause = 5 * time.Millisecond
	for start := time.Now(); ; {
		_, err := c.writer.ExecContext(ctx, "PRAGMA journal_mode = WAL")
		var refused *sqlite.Error
		if !errors.As(err, &refused) || refused.Code()&0xff != sqlite3.SQLITE_BUSY || time.Since(start) > busyTimeout {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(pause):
		}
	}
}

// inspect reports whether the file is still empty, or why it cannot be used.
func (c *Catalog) inspect(ctx context.Context, db rowQuerier) (fresh bool, err error) {
	var application, version, objects int
	const all = `SELECT (SELECT application_id FROM pragma_application_id), (SELECT user_version FROM pragma_user_version), count(*) FROM sqlite_schema`
	if err := db.QueryRowContext(ctx, all).Scan(&application, &version, &objects); err != nil { // at one moment: another process may be making the tables
		return false, fmt.Errorf("%s: %w", c.path, err)
	}
	switch {
	case application == 0 && objects == 0:
		return true, nil
	case application != applicationID:
		return false, notCatalog(c.path)
	case version > schemaVersion:
		return false, fmt.Errorf("catalog %s has schema %d and this program knows %d: use a newer verde, or start in another folder", c.path, version, schemaVersion)
	}
	return false, nil
}

// upgrade brings a catalog of an earlier version to this one; its content stays.
func (c *Catalog) upgrade(ctx context.Context) error {
	if v, err := version(ctx, c.writer); err != nil || v >= schemaVersion {
		return err
	}
	return c.write(ctx, func(tx *txn) error {
		v, err := version(ctx, tx)
		if err != nil || v >= schemaVersion {
			return err // another process was faster
		}
		if _, err := tx.ExecContext(ctx, strings.Join(upgrades[max(v, 1)-1:], "")+fmt.Sprintf("PRAGMA user_version = %d;", schemaVersion)); err != nil {
			return err
		}
		return recomputeSortNumbers(tx)
	})
}

func version(ctx context.Context, db rowQuerier) (v int, err error) {
	return v, db.QueryRowContext(ctx, "PRAGMA user_version").Scan(&v)
}

// Guard has f called at the end of each writing transaction of a catalog in PostgreSQL, with the context of the
// call. An error of f rolls the transaction back.
func (c *Catalog) Guard(f func(context.Context, pgx.Tx) error) { c.guard.Store(&f) }

// write runs f in a transaction, and rolls it back if f fails.
func (c *Catalog) write(ctx context.Context, f func(*txn) error) error {
	if c.writer == nil {
		return fmt.Errorf("catalog %s is open for reading only", c.path)
	}
	tx, err := c.begin(ctx, c.writer)
	if err != nil {
		return err
	}
	tx.dialect = c.dialect
	err = f(tx)
	if g := c.guard.Load(); err == nil && g != nil && tx.postgres != nil {
		err = (*g)(ctx, tx.postgres)
	}
	if err != nil {
		err = errors.Join(err, tx.rollback())
	} else {
		err = tx.commit()
	}
	if err != nil && ctx.Err() != nil { // database/sql then reports what it closed, not why
		return ctx.Err()
	}
	return err
}
