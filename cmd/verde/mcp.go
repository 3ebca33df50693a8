package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/spf13/cobra"

	"verde/mcpserver"
	"verde/runs"
)

// mcpFlags are the settings of mcp. What an exploration may be told are explore's own
// flags, but for those that its caller gives or that name files of a run.
type mcpFlags struct {
	folder  string
	archive string
	maxRuns int
	explore runFlags
	execute executor // that explorations are run by
}

// callerFlags are flags of explore that are the caller's to give, by other names, or
// that are of one run only.
var callerFlags = []string{"run", "domain", "report", "rounds", "entities", "exclude"}

const mcpHelp = `Mcp speaks the Model Context Protocol on standard input and output, so that a
language model, or any program that speaks it, is lent what VerDE does as tools: find
all pages like one (expand_page), read pages into records (extract), grow a catalog
(explore_start, explore_state, explore_pause, explore_result), look things up in it
(list_runs, query_catalog, show_entity).

Whoever calls chooses pages and words. What may be asked and spent is said here, by the
flags of "verde explore": engine, budget, politeness. A budget is each run's own, so that
the most that is spent is that times the runs that are started; --max-runs bounds those
that are under way at a time. Runs are folders in --runs, known
by their names; nothing outside of it is read or written, and addresses that are not
public are not asked. Without an engine, a dump or a corpus no run is started. An answer
has at most 32 KiB as JSON, and says how many more there are and how to ask for them.

When the caller hangs up, runs that are under way are paused; explore_start goes on with
them, and so does "verde explore --run FOLDER" with the flags of the engine.
`

func newMCP(execute executor) *cobra.Command {
	f := mcpFlags{execute: execute}
	cmd := &cobra.Command{
		Use:   "mcp",
		Short: "Lend a language model what VerDE does, as tools on standard input and output",
		Long:  mcpHelp + exitHelp,
		Example: `  verde mcp --runs ~/verde --engine searxng --endpoint http://localhost:8888/search
  verde mcp --runs ~/verde     # without an engine: runs are looked at, none is started`,
		Args: noArgs,
		RunE: f.run,
	}
	flags := cmd.Flags()
	f.explore.add(cmd, true)
	flags.StringVar(&f.folder, "runs", ".", "`folder` of runs, each a folder in it")
	flags.StringVar(&f.archive, "archive", "", "`folder` in which pages that are asked for outside of runs are kept as WARC")
	countVar(flags, &f.maxRuns, "max-runs", 2, 1, "explorations under way at a time at most; each has the budgets that are given here for itself")
	for _, name := range callerFlags {
		if err := flags.MarkHidden(name); err != nil {
			panic(err) // a flag was renamed
		}
	}
	return cmd
}

func (f *mcpFlags) run(cmd *cobra.Command, _ []string) (err error) {
	order, err := f.check(cmd)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(f.folder, 0o755); err != nil {
		return usagef("--runs: %w", err)
	}
	s := newStatus(cmd)
	s.kind = silent // nobody looks
	defer s.close()
	client, err := f.explore.pages.client(cmd, f.archive, nil, s)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, client.Close()) }()
	opt := mcpserver.Options{Pages: client, Folder: f.folder, Version: thisVersion().Version, Explore: order.Args, Log: newLog(cmd, cmd.ErrOrStderr())}
	if f.explores() {
		opt.Runs = runs.New(f.execute.workIn(cmd.Context()))
		opt.Runs.Most = f.maxRuns
		defer func() { err = errors.Join(err, opt.Runs.Close()) }()
	}
	return serveMCP(cmd.Context(), mcpserver.New(opt), cmd.InOrStdin(), cmd.OutOrStdout())
}

// check tells of flags that can't be meant, and gives those that explorations are told.
func (f *mcpFlags) check(cmd *cobra.Command) (order runs.Order, err error) {
	for _, name := range callerFlags {
		if cmd.Flags().Changed(name) {
			return order, usagef("--%s: that is whoever calls to say, for each run", name)
		}
	}
	if _, err := f.explore.options(); err != nil {
		return order, err
	}
	if f.explores() || len(f.explore.engines.endpoints) > 0 {
		if err := f.explore.engines.check(cmd); err != nil {
			return order, err
		}
	}
	if slices.Contains(slices.Concat(f.explore.engines.dumps, f.explore.engines.corpora), "-") {
		return order, usagef("standard input is the caller's: name a file")
	}
	return orderOf(cmd, nil)
}

// explores reports whether there is anything to ask for other sites.
func (f *mcpFlags) explores() bool {
	e := &f.explore.engines
	return len(e.names)+len(e.dumps)+len(e.corpora) > 0
}

// serveMCP answers until the caller hangs up, which is a good end, or ctx does.
func serveMCP(ctx context.Context, server *mcp.Server, in io.Reader, out io.Writer) error {
	err := server.Run(ctx, &mcp.IOTransport{Reader: io.NopCloser(in), Writer: unclosed{out}})
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if err != nil && !errors.Is(err, io.EOF) {
		return fmt.Errorf("speaking with the caller: %w", err)
	}
	return nil
}

// unclosed is a writer that stays open.
type unclosed struct{ io.Writer }

func (unclosed) Close() error { return nil }
