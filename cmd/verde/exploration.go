package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"verde"
	"verde/catalog"
	"verde/harvest"
	"verde/page"
	"verde/record"
	"verde/report"
	"verde/runs"
	"verde/search"
	"verde/steering"
	"verde/vertical"
)

// exploration is a run's folder, opened.
type exploration struct {
	*verde.Explorer
	dir    string
	client *pageClient
	status *status
	spent  *spending  // of a paid engine
	shared string     // its name, if machines share it
	order  runs.Order // what the run is asked, kept in the folder

	leftOut map[string]*int // lines that the exports go without, by export
}

// stores are where the pages and the catalog of a run are kept.
type stores struct {
	archive   string            // folder; "" if the flags of pages have segments
	transport http.RoundTripper // nil but for the demonstration
	catalog   func() (*catalog.Catalog, error)
	steering  func() (steering.Steering, error) // nil for none
}

// open opens the run's folder, made by an earlier run of the same vertical or
// not at all. transport is nil but for the demonstration.
func (f *runFlags) open(ctx context.Context, cmd *cobra.Command, transport http.RoundTripper) (*exploration, error) {
	if err := f.folder(); err != nil {
		return nil, err
	}
	decided := func() (steering.Steering, error) { return steering.Read(ctx, steering.Folder(f.dir)) }
	if _, err := decided(); err != nil {
		return nil, usagef("decisions: %w", err)
	}
	in := stores{archive: filepath.Join(f.dir, "archive"), transport: transport, steering: decided,
		catalog: func() (*catalog.Catalog, error) { return catalog.Open(ctx, filepath.Join(f.dir, "catalog.sqlite")) }}
	return f.openIn(cmd, in)
}

// openIn opens a run of which pages and catalog are kept in stores.
func (f *runFlags) openIn(cmd *cobra.Command, in stores) (*exploration, error) {
	options, err := f.options()
	if err != nil {
		return nil, err
	}
	exclude, err := readExclusion(f.not)
	if err != nil {
		return nil, err
	}
	classifier, err := openClassifier("--model", f.model)
	if err != nil {
		return nil, err
	}
	s := newStatus(cmd)
	client, err := f.pages.client(cmd, in.archive, in.transport, s)
	if err != nil {
		s.close()
		return nil, err
	}
	cat, err := in.catalog()
	if err != nil {
		s.close()
		return nil, errors.Join(err, client.Close())
	}
	x := &exploration{dir: f.dir, client: client, status: s, Explorer: &verde.Explorer{Domain: f.domain, Pages: client, Catalog: cat,
		Classifier: classifier, Options: options, Exclude: exclude, Steering: in.steering, Progress: s.tell, Log: newLog(cmd, s)}}
	if t := taskOf(cmd); t != nil {
		x.Enough = t.Enough
	}
	return x, nil
}

// keepOrder notes in the folder what the run is asked, so that whoever has the folder
// can go on with it. It is called when nothing is left to check: what can't be done must
// not replace what was asked before. A command that does not go on has no order.
func (x *exploration) keepOrder() error {
	if x.order.Began.IsZero() {
		return nil
	}
	return x.order.Write(x.dir)
}

// spend has what an engine was asked counted in the run's catalog, and tells what
// a round may take. s is nil for an engine that may be asked anything.
func (x *exploration) spend(cmd *cobra.Command, s *spending) error {
	if s == nil {
		return nil
	}
	x.spent, s.budget.Ledger = s, x.Catalog
	return s.announce(cmd.Context(), toldTo(cmd.Flags(), x.status, slog.LevelWarn), "a round", x.MaxQueries())
}

func (x *exploration) close() error {
	x.status.close()
	return errors.Join(x.Catalog.Close(), x.client.Close())
}

// ask sets the engines that are asked.
func (x *exploration) ask(engines []search.Engine) {
	x.Engines = engines
	for _, e := range engines {
		x.status.watchEngine(e)
	}
}

// vertical loads the vertical of the run: a file, or what an earlier run
// learned from the same samples, or else what it learns now.
func (x *exploration) vertical(ctx context.Context, file string, samples []string) (*vertical.Vertical, error) {
	own := x.verticalFile()
	if err := checkSamples(samples); err != nil {
		return nil, err
	}
	switch {
	case file != "" && len(samples) > 0:
		return nil, usagef("give sample pages or --vertical, not both")
	case file != "":
		v, err := vertical.Load(file)
		if err != nil {
			return nil, usagef("%w", err)
		}
		if old, err := vertical.Load(own); err == nil && (old.Domain != v.Domain || old.Site != v.Site) {
			return nil, x.otherVertical(old)
		}
		return v, nil
	case len(samples) == 0 && x.Domain == "":
		v, err := vertical.Load(own)
		if errors.Is(err, fs.ErrNotExist) {
			return nil, usagef("no sample page: give the URL of a page about one entity and --domain, or --vertical FILE")
		}
		return v, err
	case len(samples) == 0:
		return nil, usagef("no sample page: give the URL of a page about one entity")
	case x.Domain == "":
		return nil, usagef("--domain is missing: what is one entity called, as in --domain book?")
	}
	old, err := vertical.Load(own)
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return nil, err
	case old.Domain != x.Domain || old.Site != "" && !sameSite(samples, old.Site):
		return nil, x.otherVertical(old)
	case !sameSamples(samples, old.Samples):
		return nil, usagef("run folder %s was learned from other samples: leave them out to go on with it, or start with verde learn --run %s --force", x.dir, x.dir)
	default:
		return old, nil
	}
	if err := x.keepOrder(); err != nil { // for whoever stops the run meanwhile
		return nil, err
	}
	v, err := x.Learn(ctx, samples)
	if err != nil {
		return nil, err
	}
	return v, v.Save(own)
}

// keep makes the vertical of a file the run's own, if it fits: one that does not
// must not replace one that does.
func (x *exploration) keep(ctx context.Context, v *vertical.Vertical, file string) error {
	if file == "" {
		return nil
	}
	if err := x.CheckVertical(ctx, v); err != nil {
		return err
	}
	return v.Save(x.verticalFile())
}

func (x *exploration) verticalFile() string { return filepath.Join(x.dir, "vertical.json") }

// otherVertical is the error of a run's folder that belongs to another
// vertical: two in one catalog could not be separated.
func (x *exploration) otherVertical(old *vertical.Vertical) error {
	return usagef("run folder %s is of %q from %s: give another --run, or neither samples nor --vertical to go on with it", x.dir, old.Domain, old.Site)
}

// mayLearn gives an error if learning would replace the folder's vertical though
// that was learned from another site, or somebody may have edited it.
func (x *exploration) mayLearn(samples []string, force bool) error {
	old, err := vertical.Load(x.verticalFile())
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err == nil && old.Site != "" && !sameSite(samples, old.Site):
		return x.otherVertical(old)
	case force:
		return nil
	}
	return usagef("%s exists: give another --run, or learn again and replace it with --force", x.verticalFile())
}

// sameSamples compares addresses as given with those of a vertical.
func sameSamples(samples, old []string) bool {
	return slices.EqualFunc(samples, old, func(s, o string) bool {
		u, err := page.Normalize(s)
		return err == nil && u == o
	})
}

func sameSite(samples []string, site string) bool {
	for _, s := range samples {
		if u, err := page.Normalize(s); err != nil || page.Site(u) != site {
			return false
		}
	}
	return true
}

// finish writes the exports and the report, and prints the summary.
func (x *exploration) finish(cmd *cobra.Command, file string, r *report.Report) error {
	if err := x.exports(cmd.Context()); err != nil {
		return err
	}
	if file == "" {
		file = filepath.Join(x.dir, "report.json")
	}
	whole := struct {
		*report.Report
		costs
	}{r, lossesOf(cmd).costs(x.client)}
	if err := writeReport(cmd, file, whole); err != nil {
		return err
	}
	if !x.order.Began.IsZero() {
		x.order.Ended = time.Now()
		if err := x.order.Write(x.dir); err != nil {
			return err
		}
	}
	if err := x.summary(cmd, r); err != nil {
		return err
	}
	if len(r.Incomplete) > 0 {
		return incomplete(r.Incomplete)
	}
	return nil
}

// checkComplete tells of pages that a later run may read.
func (x *exploration) checkComplete(ctx context.Context) error {
	unread, err := report.Incomplete(ctx, x.Catalog)
	if err != nil || len(unread) == 0 {
		return err
	}
	return incomplete(unread)
}

// incomplete tells what could not be had, and what may get it.
func incomplete(what map[string]int) error {
	var hints []string
	for reason := range what {
		hint := "the same command asks for pages again"
		switch {
		case reason == "search "+report.NoResults:
			hint = "look in a browser at what the engine answers; the same command asks again what had no results"
		case strings.HasPrefix(reason, "search ") && strings.HasSuffix(reason, ": in part"):
			hint = "--retry asks engines again that answered in part"
		case strings.HasPrefix(reason, "search ") && strings.HasSuffix(reason, ": "+search.OverBudget):
			hint = budgetRemedy
		case strings.HasPrefix(reason, "search "):
			hint = "the same command asks engines again that did not answer"
		case reason == report.NothingFound || reason == report.ManyMissing || reason == report.StillFinding || reason == report.NoEstimate || reason == report.FewPages:
			hint = "the notes above and in report.json (advice) say what to try"
		case reason == report.SitesInDoubt:
			hint = "sites in doubt were read, but maybe in part or with pages of another kind: the lines above and report.json (doubts) say what to look at, and verde decide leaves one out or reads another scope of it"
		case reason == report.SitesDoubtful:
			hint = "doubtful sites are left out: the lines above say why, and a later round or verde decide may take one"
		case reason == "page "+string(page.LimitReached):
			hint = "a larger --max-pages reads more"
		}
		if !slices.Contains(hints, hint) {
			hints = append(hints, hint)
		}
	}
	slices.Sort(hints)
	return &incompleteError{listed(what, lost) + "; " + strings.Join(hints, "; ")}
}

// lost says in words how much is lost for a reason of a report: "4 sites in doubt", "40 pages (limit)".
func lost(reason string, n int) string {
	switch reason {
	case report.SitesDoubtful:
		return counted(n, "doubtful site")
	case "site in part":
		return counted(n, "site") + " read in part"
	case "search " + report.NoResults:
		return counted(n, "query") + " " + report.NoResults
	}
	unit, why, _ := strings.Cut(reason, " ")
	switch unit {
	case "site":
		return counted(n, unit) + " " + why
	case "page":
		return counted(n, unit) + " (" + why + ")"
	case "search":
		return counted(n, "query") + " (" + why + ")"
	}
	return fmt.Sprintf("%d %s", n, reason)
}

// exports writes what the catalog holds as files that other tools read.
func (x *exploration) exports(ctx context.Context) error {
	for _, what := range []string{"sources", "pages", "records"} {
		if err := x.export(ctx, what); err != nil {
			return err
		}
	}
	return nil
}

// export replaces a file of lines.
func (x *exploration) export(ctx context.Context, what string) error {
	return x.replace(what+".jsonl", func(f io.Writer) error {
		kept, err := x.withoutExcluded(ctx, what, &escaper{w: f})
		if err != nil {
			return err
		}
		return errors.Join(x.Catalog.Export(ctx, kept, "jsonl", what), kept.close())
	})
}

// replace replaces a file of the run whole or not at all.
func (x *exploration) replace(name string, write func(io.Writer) error) error {
	f, err := createBeside(filepath.Join(x.dir, name))
	if err != nil {
		return err
	}
	err = errors.Join(write(f), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), filepath.Join(x.dir, name))
	}
	if err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	return nil
}

// summary prints what a person wants to know first.
func (x *exploration) summary(cmd *cobra.Command, r *report.Report) error {
	stats, err := x.Catalog.Stats(cmd.Context())
	if err != nil {
		return err
	}
	w := notes(cmd)
	fmt.Fprintf(w, "\n%-32s %-10s %-9s %6s %8s\n", "site", "role", "state", "pages", "records")
	for _, s := range stats.PerSite {
		fmt.Fprintf(w, "%-32.32s %-10s %-9s %6d %8d\n", printable(s.Site), s.Role, s.State, s.Pages, s.Records)
	}
	for _, site := range slices.Sorted(maps.Keys(r.Doubtful)) {
		fmt.Fprintf(w, "doubtful: %s: %s\n", printable(site), r.Doubtful[site])
	}
	for _, site := range slices.Sorted(maps.Keys(r.Doubts)) {
		for _, d := range r.Doubts[site] {
			fmt.Fprintf(w, "in doubt: %s: %s: %s; %s\n", printable(site), d.Case, printable(d.Detail), d.Remedy)
		}
	}
	for _, site := range slices.Sorted(maps.Keys(r.ReadAgain)) {
		fmt.Fprintf(w, "read again: %s: %s\n", printable(site), printable(r.ReadAgain[site].String()))
	}
	whose := ""
	if x.shared != "" {
		whose = " of this process"
	}
	fmt.Fprintf(w, "\n%s, %s, %s; %s%s in %s\n", counted(r.Sources, "source"), counted(r.Pages, "page"), counted(r.Records, "record"), counted(x.client.Stats().Requests, "page request"), whose,
		(time.Duration(r.Seconds * float64(time.Second))).Round(100*time.Millisecond))
	fmt.Fprintf(w, "%d entities, %d of them on several sites (verde catalog export --what entities)\n", stats.Entities, stats.Joined)
	if n := r.Dropped[harvest.OtherKind]; n > 0 {
		fmt.Fprintf(w, "%d pages that show too little of what their site's others show are left out (verde serve lists them as lost URLs)\n", n)
	}
	x.tellExcluded(w)
	tellRounds(w, r)
	if err := x.spent.tell(cmd.Context(), w); err != nil {
		return err
	}
	for _, name := range []string{"vertical.json", "catalog.sqlite", "archive", "sources.jsonl", "pages.jsonl", "records.jsonl", "report.json"} {
		path := filepath.Join(x.dir, name)
		if _, err := os.Stat(path); err == nil {
			fmt.Fprintf(w, "  %s\n", path)
		}
	}
	look := "verde serve " + x.dir
	if x.shared != "" {
		look = "verde serve with the same --database and --archive, as run " + x.shared
	}
	_, err = fmt.Fprintf(w, "look at it in a browser: %s\n", look)
	return err
}

// withoutExcluded gives a writer for an export of the catalog ("sources", "pages" or
// "records") that leaves out the rows that --exclude names.
func (x *exploration) withoutExcluded(ctx context.Context, what string, w io.Writer) (*lineFilter, error) {
	if x.leftOut == nil {
		x.leftOut = map[string]*int{}
	}
	x.leftOut[what] = new(int)
	filter := &lineFilter{w: w, n: x.leftOut[what], excluded: func([]byte) (bool, error) { return false, nil }}
	if x.Exclude == nil {
		return filter, nil
	}
	sources, err := x.Catalog.Sources(ctx)
	if err != nil {
		return nil, err
	}
	bySite := make(map[string]catalog.Source, len(sources))
	for _, s := range sources {
		bySite[s.Site] = s
	}
	v, err := vertical.Load(x.verticalFile())
	if err != nil {
		return nil, err
	}
	filter.excluded = func(line []byte) (bool, error) {
		if what != "records" {
			var row struct{ Site, URL string }
			err := json.Unmarshal(line, &row)
			return x.Exclude.Site(row.Site) || x.Exclude.URL(row.URL), err
		}
		var r record.Record
		if err := json.Unmarshal(line, &r); err != nil {
			return false, err
		}
		return x.Exclude.Record(r, bySite[r.Site], v.Identifier), nil
	}
	return filter, nil
}
