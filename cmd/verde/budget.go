package main

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"verde/search/live"
	"verde/search/service"
)

// budgetFlags say what an engine may be asked, in all runs of a folder together.
type budgetFlags struct{ queries, pages int }

func (f *budgetFlags) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	countVar(flags, &f.queries, "max-queries", 0, 0, fmt.Sprintf("queries that the engines are asked together, by explore in all runs of the folder together (default %d if one is paid, else no bound)", live.DefaultQueries))
	countVar(flags, &f.pages, "max-result-pages", 0, 0, fmt.Sprintf("pages of results, each a call, that the engines are asked for, counted as --max-queries are (default %d if one is paid, else no bound)", live.DefaultPages))
}

const budgetRemedy = "raise --max-queries and --max-result-pages, and the same command asks what is left"

// budget is what the flags allow the engines together, and which of them share it: all,
// if a flag says so, else those that are paid. It is nil for none.
func (f *budgetFlags) budget(cmd *cobra.Command, services []*service.Service) (b *live.Budget, shared []string) {
	queries, pages := cmd.Flags().Changed("max-queries"), cmd.Flags().Changed("max-result-pages")
	paid := false
	for _, s := range services {
		if paid = paid || s.Paid; s.Paid || queries || pages {
			shared = append(shared, s.Name)
		}
	}
	if len(shared) == 0 {
		return nil, nil
	}
	b = &live.Budget{Queries: live.Unbounded, Pages: live.Unbounded, Engines: shared}
	if paid {
		b.Queries, b.Pages = live.DefaultQueries, live.DefaultPages
	}
	if queries {
		b.Queries = f.queries
	}
	if pages {
		b.Pages = f.pages
	}
	return b, shared
}

// spending is a budget and the engines that it is for.
type spending struct {
	engines []*live.Engine
	budget  *live.Budget
}

// names are the engines' names, for a sentence.
func (s *spending) names() string { return strings.Join(s.budget.Engines, ", ") }

// announce tells before the first call what is to come: of so many queries at a
// time, and of the services themselves. s is nil for engines without a budget.
func (s *spending) announce(ctx context.Context, w io.Writer, when string, queries int) error {
	if s == nil {
		return nil
	}
	var paid []string
	each := 0 // pages of results that a query takes at most
	for _, e := range s.engines {
		if each += e.MaxPages(); e.Service().Paid {
			paid = append(paid, e.Name())
		}
	}
	kind := s.names()
	switch {
	case len(paid) == 1:
		kind = paid[0] + " is paid by the call"
	case len(paid) > 1:
		kind = strings.Join(paid, ", ") + " are paid by the call"
	}
	pages := "a page"
	if each > 1 {
		pages = fmt.Sprintf("%d pages", each)
	}
	fmt.Fprintf(w, "%s: %s may take up to %d calls (%d queries with %s of results each)\n", kind, when, queries*each, queries, pages)
	return s.tell(ctx, w)
}

// tell tells what is spent of what.
func (s *spending) tell(ctx context.Context, w io.Writer) error {
	if s == nil {
		return nil
	}
	queries, pages, err := s.budget.Spent(ctx, s.engines[0].Name())
	if err != nil {
		return err
	}
	fmt.Fprintf(w, "%s: asked %s (--max-queries) and %s (--max-result-pages) so far\n",
		s.names(), ofBudget(queries, s.budget.Queries, "queries"), ofBudget(pages, s.budget.Pages, "pages of results"))
	return nil
}

func ofBudget(spent, allowed int, what string) string {
	if allowed == live.Unbounded {
		return fmt.Sprintf("%d %s of any number", spent, what)
	}
	return fmt.Sprintf("%d of %d %s", spent, allowed, what)
}
