package main

import (
	"errors"
	"fmt"
	"sync/atomic"

	"github.com/spf13/cobra"

	"verde/progress"
	"verde/query"
	"verde/search"
	"verde/search/dump"
)

func newSearch() *cobra.Command {
	var f engineFlags
	var asker agentFlags
	var out outputFlags
	cmd := &cobra.Command{
		Use:   "search [QUERIES.jsonl]",
		Short: "Ask engines, dumps or local pages, and write the results as JSON Lines",
		Long: `Search asks every query of the input (what "verde queries" writes, or a query a
line) of a search engine, of dumps, or of local pages, and writes one result a
line. Without a file, queries are read from standard input.
` + exitHelp,
		Example: `  verde search queries.jsonl --engine searxng --endpoint http://localhost:8888/search -o results.jsonl
  echo '"Great Expectations" "Charles Dickens"' | verde search --corpus pages.warc.gz -o -`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := f.check(cmd); err != nil {
				return err
			}
			queries, err := readQueries(cmd, args)
			if err != nil {
				return err
			}
			asked := map[string]bool{}
			for _, q := range queries {
				asked[q.ID] = true
			}
			engines, err := f.engines(cmd.Context(), cmd, &asker, dump.Options{Only: func(q query.Query) bool { return asked[q.ID] }})
			if err != nil {
				return err
			}
			if err := f.spending.announce(cmd.Context(), cmd.ErrOrStderr(), "this", len(queries)); err != nil {
				return err
			}
			return out.with(cmd, func(o *output) error { return writeResults(cmd, o, queries, engines) })
		},
	}
	f.add(cmd)
	asker.add(cmd)
	out.add(cmd, "-")
	return cmd
}

// writeResults asks every query of every engine. What was answered before an
// interrupt is kept: an engine may not answer the same queries again soon.
func writeResults(cmd *cobra.Command, o *output, queries []query.Query, engines []search.Engine) error {
	ctx := cmd.Context()
	var asked, results atomic.Int64
	s := o.status(cmd)
	defer s.close()
	for _, e := range engines {
		s.watchEngine(e)
	}
	tell := func() {
		s.tell(progress.Event{Phase: progress.Asking, Done: int(asked.Load()), Total: len(queries), Found: int(results.Load())})
	}
	tell()
	missing, empty := 0, 0
	var lastErr error
	for _, q := range queries {
		for _, e := range engines {
			before, failed := results.Load(), missing
			for r, err := range e.Search(ctx, q) {
				if ctx.Err() != nil {
					break
				}
				if err != nil {
					missing++
					lastErr = fmt.Errorf("query %s to %s: %w", q.ID, e.Name(), err)
					if errors.Is(err, search.ErrIncomplete) {
						continue
					}
					break
				}
				results.Add(1)
				if err := o.line(r); err != nil {
					return err
				}
			}
			if _, offline := search.Ability[search.Offline](e); !offline && results.Load() == before && missing == failed {
				empty++
			}
		}
		if ctx.Err() != nil {
			break
		}
		asked.Add(1)
		tell()
	}
	s.close()
	fmt.Fprintf(cmd.ErrOrStderr(), "%d results of %d queries\n", results.Load(), asked.Load())
	switch {
	case results.Load() == 0 && ctx.Err() != nil:
		return ctx.Err()
	case ctx.Err() != nil:
		return &incompleteError{fmt.Sprintf("stopped after %d of %d queries; their results are kept", asked.Load(), len(queries))}
	case results.Load() == 0 && lastErr != nil:
		return lastErr
	case missing > 0:
		text := fmt.Sprintf("%d of %d answers lack results; the last: %v", missing, len(queries)*len(engines), lastErr)
		if errors.Is(lastErr, search.ErrBudget) {
			text += "; raise --max-queries and --max-result-pages"
		}
		return &incompleteError{text}
	case 2*empty > len(queries)*len(engines):
		return &incompleteError{fmt.Sprintf("%d of %d answers have no result; if that can't be, look in a browser at what the engine answers", empty, len(queries)*len(engines))}
	}
	return nil
}
