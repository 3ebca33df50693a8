package main

import (
	"errors"

	"github.com/spf13/cobra"

	"verde/search/dump"
)

func newExplore() *cobra.Command {
	var f runFlags
	var shared sharedFlags
	var vertical string
	cmd := &cobra.Command{
		Use:   "explore SAMPLE_URL... --domain NAME | [SAMPLE_URL...] --entities FILE --domain NAME | --vertical FILE",
		Short: "Run everything: learn a vertical from sample pages, find further sites, read them into a catalog",
		Long: `Explore learns a vertical from one sample page (or a few of one site), finds
further sites that show the same entities, and reads all of them into the catalog
in the run's folder. The same command goes on where it was stopped: no page is
fetched and no query asked twice.

Instead of sample pages, or beside them, --entities takes a list of entities that you
have, with a name and a few more columns each: they are asked for as a site's would
be. Numbers and codes among its columns are compared, but not asked for.

Results come from a search engine (--engine, --endpoint), from result dumps that
you have already (--dump), or from local pages (--corpus). Of an engine that is
paid by the call, all runs of a folder together have a budget (--max-queries,
--max-result-pages); what was left unasked for it is counted, and asked by the
same command with a larger one.

After each round the records of all sites are made into one catalog of entities, as
"verde integrate" does, by the decisions that are kept in the folder; what all sites
say of an entity is what the next round asks with.

The run's folder holds vertical.json, catalog.sqlite, archive/ (every page as
WARC), report.json, sources.jsonl, pages.jsonl and records.jsonl, and explore.json,
which has what was asked and whether it is done.
` + exitHelp,
		Example: `  verde explore https://books.example/b/42 --domain book --engine searxng --endpoint http://localhost:8888/search
  verde explore --vertical book.json --dump results.jsonl.gz --run books
  verde explore https://books.example/b/42 --domain book --corpus crawl.warc.gz
  verde explore --entities books.csv --domain book --engine searxng --endpoint http://localhost:8888/search
  verde explore --vertical book.json --exclude books/records.jsonl --run more`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := shared.check(&f); err != nil {
				return err
			}
			if shared.database != "" {
				return shared.explore(cmd, &f, vertical, args)
			}
			return f.explore(cmd, vertical, args)
		},
	}
	f.add(cmd, true)
	shared.add(cmd)
	cmd.Flags().StringVar(&vertical, "vertical", "", "`file` that learn wrote, to explore as it is or edited")
	return cmd
}

// explore has a run by itself done, from the vertical in a file or learned from samples.
func (f *runFlags) explore(cmd *cobra.Command, vertical string, args []string) (err error) {
	ctx := cmd.Context()
	engines, err := f.engines.engines(cmd, &f.pages.agent, dump.Options{Brief: true})
	if err != nil {
		return err
	}
	x, err := f.open(ctx, cmd, nil)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, x.close()) }()
	if x.order, err = orderOf(cmd, args); err != nil {
		return err
	}
	x.ask(engines)
	if err := x.spend(cmd, f.engines.spending); err != nil {
		return err
	}
	v, err := x.verticalOf(ctx, f.list, vertical, args)
	if err != nil {
		return err
	}
	if err := x.keep(ctx, v, vertical); err != nil {
		return err
	}
	if err := x.keepOrder(); err != nil {
		return err
	}
	report, err := x.Explore(ctx, v)
	if err != nil {
		return err
	}
	x.status.close()
	return x.finish(cmd, f.report, report)
}
