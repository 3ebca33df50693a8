package cluster

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river"

	"verde/fetch/bucket"
)

// tidyArgs is the job that deletes what nobody needs any more, one an hour.
type tidyArgs struct{}

func (tidyArgs) Kind() string { return "tidy" }

func (tidyArgs) InsertOpts() river.InsertOpts {
	return river.InsertOpts{Queue: tidyQueue, MaxAttempts: siteAttempts, Priority: 4, UniqueOpts: river.UniqueOpts{ByPeriod: tidyEvery}}
}

const tidyEvery = time.Hour

// tidyAge is how long what nobody needs is kept: an object that was just stored has no
// lines in the index yet, since these come after it.
const tidyAge = 24 * time.Hour

// tidied counts what was deleted.
type tidied struct{ workers, hosts, uploads, objects int }

func (w *Worker) doTidy(ctx context.Context, _ *river.Job[tidyArgs]) error {
	ctx, cancel := context.WithTimeout(ctx, tidyEvery)
	defer cancel()
	t, err := w.db.tidy(ctx, w.opt.Bucket, time.Now().Add(-tidyAge))
	w.log.Info("tidied", "workers", t.workers, "hosts", t.hosts, "unfinished uploads", t.uploads, "objects", t.objects)
	return err
}

// tidy deletes workers that were not seen for a day, hosts that nobody asked for as long,
// uploads to the bucket that were begun before a time and not finished, and objects of
// before it, of workers on this database, of which the index has nothing: a worker died
// between the two. Cost: a list of the bucket, and a look-up for each object.
func (d *Database) tidy(ctx context.Context, b *bucket.Bucket, before time.Time) (t tidied, err error) {
	for statement, n := range map[string]*int{
		"DELETE FROM verde.workers WHERE seen < now() - $1::interval":                                                                                      &t.workers,
		"DELETE FROM verde.hosts WHERE until < now() - $1::interval AND not_before < now() AND coalesce(last_request, '-infinity') < now() - $1::interval": &t.hosts,
	} {
		tag, err := d.pool.Exec(ctx, statement, tidyAge)
		if err != nil {
			return t, fmt.Errorf("tidying: %w", err)
		}
		*n = int(tag.RowsAffected())
	}
	if b == nil {
		return t, nil
	}
	var errs [2]error
	t.uploads, errs[0] = b.AbortUploads(ctx, "warc/", before)
	t.objects, errs[1] = d.tidyObjects(ctx, b, before)
	return t, errors.Join(errs[:]...)
}

// tidyObjects deletes the objects that no line of the index leads to.
func (d *Database) tidyObjects(ctx context.Context, b *bucket.Bucket, before time.Time) (n int, err error) {
	var names []string
	remove := func() error {
		const unknown = `SELECT n.name FROM unnest($1::text[]) n(name)
			WHERE NOT EXISTS (SELECT FROM verde.captures WHERE run = split_part(n.name, '/', 2) AND object = n.name)`
		rows, err := d.pool.Query(ctx, unknown, names)
		if err != nil {
			return fmt.Errorf("tidying: %w", err)
		}
		lost, err := pgx.CollectRows(rows, pgx.RowTo[string])
		if err != nil {
			return fmt.Errorf("tidying: %w", err)
		}
		for _, name := range lost {
			if err := b.Delete(ctx, name); err != nil {
				return err
			}
			n++
		}
		names = names[:0]
		return nil
	}
	for o, err := range b.List(ctx, "warc/") {
		if err != nil {
			return n, err
		}
		parts := strings.Split(o.Name, "/")
		if len(parts) != 4 || parts[2] != d.instance || !o.Changed.Before(before) {
			continue
		}
		if names = append(names, o.Name); len(names) == 1000 {
			if err := remove(); err != nil {
				return n, err
			}
		}
	}
	return n, remove()
}
