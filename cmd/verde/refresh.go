package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"verde"
	"verde/harvest"
	"verde/integrate"
	"verde/internal/cluster"
	"verde/steering"
)

// refreshFlags are the settings of refresh.
type refreshFlags struct {
	run       runFlags
	shared    databaseFlags
	detach    bool
	olderThan time.Duration
	newPages  bool
	downloads int
}

const refreshHelp = `Refresh asks again for the entity pages of a run that were last known to hold
longer ago than --older-than, by conditional requests: what has not changed costs
a header and no body. Records of pages that changed are read anew, pages that are
gone are marked so and keep their records, and every difference goes into the
catalog: "verde catalog export --what changes" tells it, and changes.jsonl in the
folder of a run that is there. The same command goes on where it was stopped. A host that fails --max-failures times in a
row is left alone, and its pages stay as they were.

With --new-pages each site is searched, too, for pages that came into being: its index
pages are asked for anew, at most --max-downloads a site. Sites that came into being are
found by explore; "verde watch" does both, again and again.

With --database a run in a database is refreshed by its workers, of which this command is
one until all sites are visited, as politely as the run was begun; then the entities are
made anew. --detach leaves it to the others, and the entities as they are.
`

func newRefresh() *cobra.Command {
	var f refreshFlags
	cmd := &cobra.Command{
		Use:   "refresh --run DIR",
		Short: "Visit a catalog's pages again, and record what changed and what is gone",
		Long:  refreshHelp + exitHelp,
		Example: `  verde refresh --run books
  verde refresh --run books --older-than 2w
  verde refresh --run books --new-pages
  verde catalog export --run books --what changes
  verde refresh --run books --database postgres://verde@db.example/verde --archive 's3://verde?endpoint=https://s3.example'`,
		Args: noArgs,
		RunE: f.refresh,
	}
	flags := cmd.Flags()
	flags.StringVar(&f.run.dir, "run", "verde-run", "run's `folder`")
	durationVar(flags, &f.olderThan, "older-than", week, 0, "`age` from which on a page is asked for again")
	flags.BoolVar(&f.newPages, "new-pages", false, "search the sites for entity pages that came into being")
	countVar(flags, &f.downloads, "max-downloads", 2000, 1, "pages fetched of a site at most in searching it")
	countVar(flags, &f.run.sites, "sites", 8, 1, "sites worked on at a time")
	flags.StringVar(&f.run.report, "report", "", "`file` for the counts, as JSON")
	f.shared.addDatabase(cmd, "")
	f.shared.addArchive(cmd)
	cmd.Flags().BoolVar(&f.detach, "detach", false, "leave a run in a database to its workers")
	f.run.pages.add(cmd)
	return cmd
}

func (f *refreshFlags) refresh(cmd *cobra.Command, _ []string) (err error) {
	if f.shared.database != "" {
		return f.refreshShared(cmd)
	}
	if f.detach || f.shared.archive != "" {
		return usagef("--archive and --detach are for runs that machines share: give --database, too")
	}
	if err := f.run.pages.askable(); err != nil {
		return err
	}
	if _, err := os.Stat(filepath.Join(f.run.dir, "catalog.sqlite")); err != nil {
		return usagef("there is no catalog in %s: name a run's folder with --run", f.run.dir)
	}
	x, err := f.run.open(cmd.Context(), cmd, nil)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, x.close()) }()
	x.Options.Expand.MaxDownloads = f.downloads
	r, err := x.Refresh(cmd.Context(), x.client, harvest.Visit{Since: time.Now().Add(-f.olderThan), Search: f.newPages})
	if err != nil {
		return err
	}
	if err := errors.Join(x.exports(cmd.Context()), x.export(cmd.Context(), "changes")); err != nil {
		return err
	}
	x.status.close()
	stats := x.client.Stats()
	fmt.Fprintf(notes(cmd), "%s; %d requests, %d bytes of bodies\n", tellRefreshed(r), stats.Requests, stats.Bytes)
	if r.Changed+r.Added > 0 {
		fmt.Fprintf(notes(cmd), "entities are of the records before until they are made anew, by verde integrate --run %s; verde catalog diff then tells what has changed\n", printable(f.run.dir))
	}
	report := struct {
		*harvest.RefreshReport
		costs
	}{r, lossesOf(cmd).costs(x.client)}
	if err := writeReport(cmd, f.run.report, report); err != nil {
		return err
	}
	return unrefreshed(r)
}

// tellRefreshed says what a refresh came to.
func tellRefreshed(r *harvest.RefreshReport) string {
	return fmt.Sprintf("%s of %s: %d changed, %d added%s, %d gone", counted(r.Pages, "page"), counted(r.Sites, "site"), r.Changed, r.Added, foundOf(r), r.Gone)
}

// unrefreshed is the error of what a refresh could not do, nil for nothing.
func unrefreshed(r *harvest.RefreshReport) error {
	if len(r.Incomplete) == 0 {
		return nil
	}
	return &incompleteError{listed(r.Incomplete, lost) + "; these pages stay as they were, the same command asks again"}
}

// ofSharedRefresh are the flags of a refresh that mean something for a run in a database,
// whose requests are made as it was begun.
var ofSharedRefresh = []string{"run", "database", "archive", "detach", "older-than", "new-pages", "max-downloads", "sites", "report", "config", "json", "quiet", "verbose", "metrics", "pprof"}

// refreshShared has the workers of a run in a database visit its pages again.
func (f *refreshFlags) refreshShared(cmd *cobra.Command) (err error) {
	ctx, name := cmd.Context(), filepath.Base(f.run.dir)
	cmd.Flags().Visit(func(flag *pflag.Flag) {
		if !slices.Contains(ofSharedRefresh, flag.Name) && !configured(flag) { // a configuration is one for all commands
			err = errors.Join(err, usagef("--%s: a run in a database asks as it was begun; leave it out", flag.Name))
		}
	})
	if err = errors.Join(err, checkReport(f.run.report)); err != nil {
		return err
	}
	s, err := f.shared.open(cmd, f.run.sites, 0)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.close()) }()
	cat, err := s.db.Catalog(ctx, name)
	if err != nil {
		return noRun(err)
	}
	defer func() { err = errors.Join(err, cat.Close()) }()
	sites, err := expanded(ctx, cat)
	if err != nil {
		return err
	}
	now := time.Now()
	what := cluster.Refresh{Since: now.Add(-f.olderThan), Search: f.newPages, Downloads: f.downloads, Asked: now}
	jobs, less, err := s.db.Refresh(ctx, name, sites, what)
	if err != nil {
		return noRun(err)
	}
	if less > 0 {
		fmt.Fprintf(notes(cmd), "already visited, for an earlier command that asks for less: %s; the same command after it visits the rest\n", counted(less, "site"))
	}
	if f.detach {
		fmt.Fprintf(notes(cmd), "%s will be visited; verde status --run %s tells what waits, the same command without --detach makes the entities anew\n", counted(len(sites), "site"), name)
		return nil
	}
	r, err := s.visit(ctx, jobs)
	if err != nil {
		return err
	}
	fmt.Fprintln(notes(cmd), tellRefreshed(&r))
	// Also if these jobs found nothing: others may have, whose command was detached or
	// stopped. Entities of the records that there are cost a look at their fingerprint.
	err = s.worker.Step(ctx, name, cat, func(ctx context.Context) error {
		decided, err := steering.Read(ctx, s.db.Decisions(name))
		if err == nil {
			_, err = verde.Integrate(ctx, cat, decided, integrate.Auto, time.Now())
		}
		return err
	})
	if errors.Is(err, cluster.ErrRunning) {
		err = fmt.Errorf("the pages were visited, the entities are as they were: %w", err)
	}
	return errors.Join(err, writeReport(cmd, f.run.report, &r), unrefreshed(&r))
}

// visit works on what waits until the jobs of a refresh are done.
func (s *sharing) visit(ctx context.Context, jobs []int64) (sum harvest.RefreshReport, err error) {
	within, cancel := context.WithCancel(ctx)
	defer cancel()
	worked := make(chan error, 1)
	go func() {
		worked <- s.worker.Work(within)
		cancel() // without it nobody may be left to work
	}()
	sum, err = s.db.Refreshed(within, jobs)
	cancel()
	switch ended := <-worked; {
	case ctx.Err() != nil:
		return sum, errors.Join(context.Cause(ctx), ended)
	case ended != nil && !errors.Is(ended, context.Canceled): // which it is if there was nothing to wait for
		return sum, fmt.Errorf("visiting pages, with which others go on and the same command: %w", ended)
	}
	return sum, err
}

// foundOf tells how many of the pages added a search has found.
func foundOf(r *harvest.RefreshReport) string {
	if r.Found == 0 {
		return ""
	}
	return fmt.Sprintf(" (%d came into being)", r.Found)
}
