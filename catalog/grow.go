package catalog

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"slices"
	"time"

	"verde/integrate"
)

// pageTable keeps what an integration can grow from; see [integrate.Result.Pages].
const pageTable = `
CREATE TABLE integration_pages (key TEXT PRIMARY KEY, body BLOB NOT NULL) STRICT, WITHOUT ROWID;
`

// maxKeys bounds the keys of one query.
const maxKeys = 500

// IntegrationPages reads what the last integration can grow from.
func (c *Catalog) IntegrationPages(ctx context.Context) integrate.Reader {
	type page struct {
		key  string
		body []byte
	}
	scan := func(row scanner) (p page, err error) { return p, row.Scan(&p.key, &p.body) }
	return func(keys []string) (map[string][]byte, error) {
		out := make(map[string][]byte, len(keys))
		err := c.read(ctx, func(tx *txn) error {
			for some := range slices.Chunk(keys, maxKeys) {
				var p params
				for _, k := range some {
					p.add(k)
				}
				for x, err := range each(ctx, tx, scan, "SELECT key, body FROM integration_pages WHERE key IN ("+p.names(0)+")", p...) {
					if err != nil {
						return err
					}
					out[x.key] = x.body
				}
			}
			return nil
		})
		if err != nil {
			return nil, fmt.Errorf("reading what entities were made of: %w", err)
		}
		return out, nil
	}
}

// Described gives the sites that have records, by name.
func (c *Catalog) Described(ctx context.Context) (sites []string, err error) {
	scan := func(row scanner) (s string, err error) { return s, row.Scan(&s) }
	for s, err := range each(ctx, c.reader, scan, "SELECT site FROM sources s WHERE EXISTS (SELECT 1 FROM records r WHERE r.site = s.site) ORDER BY site") {
		if err != nil {
			return nil, fmt.Errorf("reading sites: %w", err)
		}
		sites = append(sites, s)
	}
	return sites, nil
}

// TableOf gives the records of a site as what [integrate.Grow] takes.
func (c *Catalog) TableOf(ctx context.Context, site string) (integrate.Table, error) {
	var t Tabulation
	for r, err := range c.Records(ctx, site) {
		if err != nil {
			return integrate.Table{}, fmt.Errorf("reading records: %w", err)
		}
		t.Add(&r, nil)
	}
	if tables := t.Tables(); len(tables) > 0 {
		return tables[0], nil
	}
	return integrate.Table{Site: site}, nil
}

// PutGrowth stores what a new site changes of the entities that are stored, in one
// transaction, and notes what has changed. now is the time of that. Cost: linear in what has
// changed, and a pass over the values of all entities that counts how many have each.
func (c *Catalog) PutGrowth(ctx context.Context, g *integrate.Growth, now time.Time) error {
	last, _, err := c.Integrated(ctx)
	if err != nil {
		return err
	}
	report, err := json.Marshal(g.Report())
	if err != nil {
		return fmt.Errorf("storing entities: %w", err)
	}
	input := sha256.Sum256(append([]byte(last.Input), report...))
	err = c.write(ctx, func(tx *txn) error {
		w := entityWriter{ctx: ctx, tx: tx}
		w.grown(g)
		w.before("grown")
		w.clear("grown")
		w.entities(&g.Result)
		w.attributes(&g.Result)
		w.fused(&g.Result)
		w.browsed("grown")
		w.rows(tx.upsert("integration_pages", "key, body", 1), func(row func(...any)) {
			for key, body := range g.Pages {
				row(key, body)
			}
		})
		w.changes("grown", stamp(now))
		w.exec("DROP TABLE grown")
		w.exec("UPDATE integrations SET report = ''")
		w.exec(tx.upsert("integrations", "at, input, report", 1), stamp(now), hex.EncodeToString(input[:16]), string(report))
		return w.err
	})
	if err != nil {
		return fmt.Errorf("storing entities: %w", err)
	}
	return nil
}

// grown makes a table of the entities that have changed, or have come or gone.
func (w *entityWriter) grown(g *integrate.Growth) {
	w.exec("CREATE TEMP TABLE grown (id TEXT PRIMARY KEY)")
	seen := make(map[string]bool)
	w.rows("INSERT INTO grown (id) VALUES ($1)", func(row func(...any)) {
		add := func(id string) {
			if !seen[id] {
				seen[id] = true
				row(id)
			}
		}
		for i := range g.Entities {
			add(g.Entities[i].ID)
		}
		for _, r := range g.Redirects {
			add(r.From)
		}
	})
}

// pages stores what an integration can grow from.
func (w *entityWriter) pages(pages iter.Seq2[integrate.Page, error]) {
	var failed error
	w.put("integration_pages", "key, body", func(row func(...any)) {
		for p, err := range pages {
			if err != nil {
				failed = err
				return
			}
			row(p.Key, p.Body)
		}
	})
	w.err = errors.Join(w.err, failed)
}
