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

// Asked is a query with the round that asked it, and the plan that the round
// followed: any text that is equal for rounds whose queries were made alike.
type Asked struct {
	Round int         `json:"round"`
	Plan  string      `json:"plan,omitempty"`
	Query query.Query `json:"query"`
}

// planned is the body of a query as it is stored.
type planned struct {
	query.Query
	Plan string `json:"plan,omitempty"`
}

// AddQueries adds the queries of a round, all or none. A query that is there
// already, from whatever round, stays as it is.
func (c *Catalog) AddQueries(ctx context.Context, round int, plan string, queries []query.Query) error {
	err := c.write(ctx, func(tx *txn) error {
		for _, q := range queries {
			body, err := json.Marshal(planned{q, plan})
			if err != nil {
				return err
			}
			_, err = tx.ExecContext(ctx, "INSERT INTO queries (id, round, text, body) VALUES ($1, $2, $3, $4) ON CONFLICT (id) DO NOTHING",
				q.ID, round, text(q.Render(query.Plain)), string(body))
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
	var out []Asked
	scan := func(row scanner) (Asked, error) {
		var a Asked
		var body string
		if err := row.Scan(&a.Round, &body); err != nil {
			return a, err
		}
		var p planned
		err := json.Unmarshal([]byte(body), &p)
		a.Plan, a.Query = p.Plan, p.Query
		return a, err
	}
	for a, err := range each(ctx, c.reader, scan, "SELECT round, body FROM queries ORDER BY seq") {
		if err != nil {
			return nil, fmt.Errorf("catalog %s: reading queries: %w", c.path, err)
		}
		out = append(out, a)
	}
	return out, nil
}

// AddRecognised keeps queries that no engine is asked: each is made of a known
// thing that the title of a result names, and verdicts and evidence refer to it.
// It adds all or none; a query that is there already stays as it is.
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

// Recognised gives the queries that [Catalog.AddRecognised] has kept, by ID.
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

// PutAnswer stores what an engine answered to a query, in place of an earlier
// answer of its. complete is false for an answer that lacks results.
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
				if !yield([]any{queryID, engine, n, r.Rank, text(r.URL), text(r.Title), text(r.Snippet), r.Page, text(r.Query), text(r.Engine), stamp(r.FetchedAt)}, nil) {
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

// Answered returns the stored answer of an engine to a query: its results in
// order, whether it was complete, and whether there is one at all.
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

// Results gives the results of all answers, by query, in the order in which the queries
// were asked, by engine, and in the order of each answer.
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
	r.FetchedAt, err = unstamp(fetched)
	return r, err
}
