package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"verde/harvest"
)

// refreshFlags are the settings of refresh.
type refreshFlags struct {
	run       runFlags
	olderThan time.Duration
	newPages  bool
	downloads int
}

const refreshHelp = `Refresh asks again for the entity pages of a run that were last known to hold
longer ago than --older-than, by conditional requests: what has not changed costs
a header and no body. Records of pages that changed are read anew, pages that are
gone are marked so and keep their records, and every difference goes into the
catalog: see changes.jsonl, or "verde catalog export --what changes". The same
command goes on where it was stopped. A host that fails --max-failures times in a
row is left alone, and its pages stay as they were.

With --new-pages each site is searched, too, for pages that came into being: its index
pages are asked for anew, at most --max-downloads a site. Sites that came into being are
found by explore; "verde watch" does both, again and again.
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
  verde catalog export --run books --what changes`,
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
	f.run.pages.add(cmd)
	return cmd
}

func (f *refreshFlags) refresh(cmd *cobra.Command, _ []string) (err error) {
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
	fmt.Fprintf(cmd.ErrOrStderr(), "%d pages of %d sites: %d changed, %d added%s, %d gone; %d requests, %d bytes of bodies\n",
		r.Pages, r.Sites, r.Changed, r.Added, foundOf(r), r.Gone, stats.Requests, stats.Bytes)
	if r.Changed+r.Added > 0 {
		fmt.Fprintf(cmd.ErrOrStderr(), "entities are of the records before: verde integrate --run %s makes them anew, verde catalog diff then tells what has changed\n", printable(f.run.dir))
	}
	report := struct {
		*harvest.RefreshReport
		costs
	}{r, lossesOf(cmd).costs(x.client)}
	if err := writeReport(cmd, f.run.report, report); err != nil {
		return err
	}
	if len(r.Incomplete) > 0 {
		return &incompleteError{listCounts(r.Incomplete) + "; these pages stay as they were, the same command asks again"}
	}
	return nil
}

// foundOf tells how many of the pages added a search has found.
func foundOf(r *harvest.RefreshReport) string {
	if r.Found == 0 {
		return ""
	}
	return fmt.Sprintf(" (%d came into being)", r.Found)
}
