package main

import (
	"context"
	"errors"
	"fmt"
	"sync"
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
			engines, err := f.engines(cmd, &asker, dump.Options{Only: func(q query.Query) bool { return asked[q.ID] }})
			if err != nil {
				return err
			}
			if err := f.spending.announce(cmd.Context(), warnings(cmd), "this", len(queries)); err != nil {
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
	yields := make([]yield, len(engines))
	for _, q := range queries {
		answers, failed := askAll(ctx, engines, q)
		for i, e := range engines {
			yields[i].add(answers[i], failed[i])
			if failed[i] != nil && ctx.Err() == nil {
				missing++
				lastErr = fmt.Errorf("query %s to %s: %w", q.ID, e.Name(), failed[i])
			}
			if _, offline := search.Ability[search.Offline](e); !offline && len(answers[i]) == 0 && failed[i] == nil {
				empty++
			}
		}
		for _, r := range search.Interleave(answers...) {
			results.Add(1)
			if err := o.line(r); err != nil {
				return err
			}
		}
		if ctx.Err() != nil {
			break
		}
		asked.Add(1)
		tell()
	}
	s.close()
	fmt.Fprintf(notes(cmd), "%s of %s\n", counted(int(results.Load()), "result"), counted(int(asked.Load()), "query"))
	if len(engines) > 1 {
		for i, e := range engines {
			fmt.Fprintf(notes(cmd), "%s: %s\n", e.Name(), yields[i])
		}
	}
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

// askAll asks all engines a query at once, and gives the answer and the last error of each.
func askAll(ctx context.Context, engines []search.Engine, q query.Query) (answers [][]search.Result, failed []error) {
	answers, failed = make([][]search.Result, len(engines)), make([]error, len(engines))
	var asked sync.WaitGroup
	for i, e := range engines {
		asked.Go(func() { answers[i], failed[i] = answerOf(ctx, e, q) })
	}
	asked.Wait()
	return answers, failed
}

// answerOf is what an engine answers to a query, and its last error. What came before an
// interrupt is kept.
func answerOf(ctx context.Context, e search.Engine, q query.Query) (answer []search.Result, failed error) {
	for r, err := range e.Search(ctx, q) {
		switch {
		case err == nil:
			answer = append(answer, r)
		case errors.Is(err, search.ErrIncomplete):
			failed = err
		default:
			return answer, err
		}
	}
	return answer, failed
}

// yield counts what an engine brought.
type yield struct{ answered, results, failures int }

func (y *yield) add(answer []search.Result, err error) {
	if y.results += len(answer); len(answer) > 0 {
		y.answered++
	}
	if err != nil {
		y.failures++
	}
}

func (y yield) String() string {
	return fmt.Sprintf("%d queries answered, %d results, %d answers not had or not whole", y.answered, y.results, y.failures)
}
