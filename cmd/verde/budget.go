package main

import (
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"verde/search/live"
)

// budgetFlags say what an engine may be asked, in all runs of a folder together.
type budgetFlags struct{ queries, pages int }

func (f *budgetFlags) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	countVar(flags, &f.queries, "max-queries", 0, 0, fmt.Sprintf("queries that the engine is asked, by explore in all runs of the folder together (default %d of a paid engine, else no bound)", live.DefaultQueries))
	countVar(flags, &f.pages, "max-result-pages", 0, 0, fmt.Sprintf("pages of results, each a call, that the engine is asked for, counted as --max-queries are (default %d of a paid engine, else no bound)", live.DefaultPages))
}

const budgetRemedy = "raise --max-queries and --max-result-pages, and the same command asks what is left"

// budget is what the flags allow an engine, nil for one without a bound.
func (f *budgetFlags) budget(cmd *cobra.Command, engine string) *live.Budget {
	b := &live.Budget{Queries: live.Unbounded, Pages: live.Unbounded}
	if live.Paid(engine) {
		b.Queries, b.Pages = live.DefaultQueries, live.DefaultPages
	}
	if cmd.Flags().Changed("max-queries") {
		b.Queries = f.queries
	}
	if cmd.Flags().Changed("max-result-pages") {
		b.Pages = f.pages
	}
	if b.Queries == live.Unbounded && b.Pages == live.Unbounded {
		return nil
	}
	return b
}

// spending is a budget and the engine that it is for.
type spending struct {
	engine string
	each   int // pages of results that a query takes at most
	budget *live.Budget
}

// announce tells before the first call what is to come: of so many queries at a
// time, and of the service itself. s is nil for an engine without a budget.
func (s *spending) announce(ctx context.Context, w io.Writer, when string, queries int) error {
	if s == nil {
		return nil
	}
	kind := ""
	if live.Paid(s.engine) {
		kind = " is paid by the call"
	}
	each := "a page"
	if s.each > 1 {
		each = fmt.Sprintf("%d pages", s.each)
	}
	fmt.Fprintf(w, "%s%s: %s may take up to %d calls (%d queries with %s of results each)\n", s.engine, kind, when, queries*s.each, queries, each)
	return s.tell(ctx, w)
}

// tell tells what is spent of what.
func (s *spending) tell(ctx context.Context, w io.Writer) error {
	if s == nil {
		return nil
	}
	queries, pages, err := s.budget.Spent(ctx, s.engine)
	if err != nil {
		return err
	}
	fmt.Fprintf(w, "%s: asked %s (--max-queries) and %s (--max-result-pages) so far\n",
		s.engine, ofBudget(queries, s.budget.Queries, "queries"), ofBudget(pages, s.budget.Pages, "pages of results"))
	return nil
}

func ofBudget(spent, allowed int, what string) string {
	if allowed == live.Unbounded {
		return fmt.Sprintf("%d %s of any number", spent, what)
	}
	return fmt.Sprintf("%d of %d %s", spent, allowed, what)
}
