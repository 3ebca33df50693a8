package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"verde/search"
)

func newSearch() *cobra.Command {
	var f engineFlags
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
			engines, err := f.engines(cmd.Context(), cmd)
			if err != nil {
				return err
			}
			if len(engines) == 0 {
				return usagef("give --engine and --endpoint, --dump, or --corpus")
			}
			queries, err := readQueries(cmd, args)
			if err != nil {
				return err
			}
			return out.with(cmd, func(o *output) error {
				n, missing := 0, 0
				var lastErr error
				for _, q := range queries {
					for _, e := range engines {
						for r, err := range e.Search(cmd.Context(), q) {
							if cmd.Context().Err() != nil {
								return cmd.Context().Err()
							}
							if err != nil {
								missing++
								lastErr = fmt.Errorf("query %s to %s: %w", q.ID, e.Name(), err)
								if errors.Is(err, search.ErrIncomplete) {
									continue
								}
								break
							}
							n++
							if err := o.line(r); err != nil {
								return err
							}
						}
					}
				}
				fmt.Fprintf(cmd.ErrOrStderr(), "%d results of %d queries\n", n, len(queries))
				switch {
				case n == 0 && lastErr != nil:
					return lastErr
				case missing > 0:
					return &incompleteError{fmt.Sprintf("%d of %d answers lack results; the last: %v", missing, len(queries)*len(engines), lastErr)}
				}
				return nil
			})
		},
	}
	f.add(cmd)
	out.add(cmd, "-")
	return cmd
}
