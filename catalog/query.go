package catalog

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"iter"

	"verde/query"
	"verde/search"
)

// Asked is a query with the round that asked it, and the plan that the round followed: a text that is equal for
// rounds whose queries were made in the same way.
type Asked struct {
	Round int         `json:"round"`
	Plan  string      `json:"plan,omitempty"`
	Query query.Query `json:"query"`
}

// storedQuery is a query as JSON in the catalog.
type storedQuery struct {
	query.Query
	Plan string `json:"plan,omitempty"`
}

// AddQueries adds the queries of a round, all or none. A query that an earlier round added stays as it is.
func (c *Catalog) AddQueries(ctx context.Context, round int, plan string, queries []query.Query) error {
	err := c.write(ctx, func(tx *txn) error {
		for _, q := range queries {
			body, err := json.Marshal(storedQuery{q, plan})
			if err != nil {
				return err
			}
			_, err = tx.ExecContext(ctx, "INSERT INTO queries (id, round, text, body) VALUES ($1, $2, $3, $4) ON CONFLICT (id) DO NOTHING",
				q.ID, round, storable(q.Render(query.Plain)), string(body))
			if err != nil {
				return fmt.Errorf("query %s: %w", q.ID, err)
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("catalog %s: adding queries of round %d: %w", c.path, round, err)
	}
	return nil
}

// Queries returns all queries in the order in which they were added.
func (c *Catalog) Queries(ctx context.Context) ([]Asked, error) {
	scan := func(row scanner) (Asked, error) {
		var a Asked
		var body string
		if err := row.Scan(&a.Round, &body); err != nil {
			return a, err
		}
		var p storedQuery
		err := json.Unmarshal([]byte(body), &p)
		a.Plan, a.Query = p.Plan, p.Query
		return a, err
	}
	out, err := readAll(each(ctx, c.reader, scan, "SELECT round, body FROM queries ORDER BY seq"))
	if err != nil {
		return nil, fmt.Errorf("catalog %s: reading queries: %w", c.path, err)
	}
	return out, nil
}

// AddRecognised stores queries that no engine is asked: each is made of a known entity that the title of a result
// names, and verdicts and evidence refer to it. It adds all or none; a query that is there already stays as it is.
func (c *Catalog) AddRecognised(ctx context.Context, queries []query.Query) error {
	err := c.write(ctx, func(tx *txn) error {
		for _, q := range queries {
			body, err := json.Marshal(q)
			if err != nil {
				return err
			}
			if _, err := tx.ExecContext(ctx, "INSERT INTO recognised (id, body) VALUES ($1, $2) ON CONFLICT (id) DO NOTHING", q.ID, string(body)); err != nil {
				return fmt.Errorf("query %s: %w", q.ID, err)
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("catalog %s: adding queries of recognised entities: %w", c.path, err)
	}
	return nil
}

// Recognised yields the queries of [Catalog.AddRecognised], by ID.
func (c *Catalog) Recognised(ctx context.Context) iter.Seq2[query.Query, error] {
	scan := func(row scanner) (q query.Query, err error) {
		var body string
		if err := row.Scan(&body); err != nil {
			return q, err
		}
		return q, json.Unmarshal([]byte(body), &q)
	}
	return each(ctx, c.reader, scan, "SELECT body FROM recognised ORDER BY id")
}

// PutAnswer stores an engine's answer to a query and replaces its earlier answer. complete is false for an answer
// that lacks results.
func (c *Catalog) PutAnswer(ctx context.Context, queryID, engine string, results []search.Result, complete bool) error {
	err := c.write(ctx, func(tx *txn) error {
		if _, err := tx.ExecContext(ctx, "DELETE FROM answers WHERE query_id = $1 AND engine = $2", queryID, engine); err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, "INSERT INTO answers VALUES ($1, $2, $3)", queryID, engine, complete); err != nil {
			return err
		}
		const columns = "query_id, engine, n, rank, url, title, snippet, page, query, given_engine, fetched_at"
		return tx.put("results", columns, func(yield func([]any, error) bool) {
			for n, r := range results {
				if !yield([]any{queryID, engine, n, r.Rank, storable(r.URL), storable(r.Title), storable(r.Snippet), r.Page, storable(r.Query), storable(r.Engine), formatTime(r.FetchedAt)}, nil) {
					return
				}
			}
		})
	})
	if err != nil {
		return fmt.Errorf("catalog %s: storing the answer of %s to query %s: %w", c.path, engine, queryID, err)
	}
	return nil
}

// Answered returns the stored answer of an engine to a query: its results in order, whether it was complete, and
// whether there is one at all.
func (c *Catalog) Answered(ctx context.Context, queryID, engine string) (results []search.Result, complete, ok bool, err error) {
	err = c.read(ctx, func(tx *txn) error {
		row := tx.QueryRowContext(ctx, "SELECT complete FROM answers WHERE query_id = $1 AND engine = $2", queryID, engine)
		if err := row.Scan(&complete); errors.Is(err, sql.ErrNoRows) {
			return nil
		} else if err != nil {
			return err
		}
		ok = true
		for r, err := range each(ctx, tx, scanResult, "SELECT "+resultColumns+`
			FROM results WHERE query_id = $1 AND engine = $2 ORDER BY n`, queryID, engine) {
			if err != nil {
				return err
			}
			results = append(results, r)
		}
		return nil
	})
	if err != nil {
		return nil, false, false, fmt.Errorf("catalog %s: reading the answer of %s to query %s: %w", c.path, engine, queryID, err)
	}
	return results, complete, ok, nil
}

// Results yields the results of all answers, by query (in the order in which they were added), engine, and rank in
// the answer.
func (c *Catalog) Results(ctx context.Context) iter.Seq2[search.Result, error] {
	return each(ctx, c.reader, scanResult, "SELECT "+resultColumns+" FROM results r JOIN queries q ON q.id = r.query_id ORDER BY q.seq, r.engine, r.n")
}

const resultColumns = "query_id, rank, url, title, snippet, page, query, given_engine, fetched_at"

func scanResult(row scanner) (search.Result, error) {
	var r search.Result
	var fetched string
	if err := row.Scan(&r.QueryID, &r.Rank, &r.URL, &r.Title, &r.Snippet, &r.Page, &r.Query, &r.Engine, &fetched); err != nil {
		return r, err
	}
	var err error
	r.FetchedAt, err = parseTime(fetched)
	return r, err
}
