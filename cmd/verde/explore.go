package main

import (
	"context"
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
	"verde/runs"
	"verde/search"
	"verde/search/dump"
	"verde/siteexpand"
	"verde/siteexpand/methods"
	"verde/steering"
	"verde/urlcluster"
)

// runFlags are what learn and explore have in common: a folder that holds all
// of a run, so that the same command goes on where it was stopped.
type runFlags struct {
	dir    string
	domain string
	report string
	model  string
	not    string
	list   string
	siteFlags
	roundFlags
	pages   pageFlags
	engines engineFlags
}

// siteFlags say how a site is expanded and read.
type siteFlags struct {
	learn    int
	maxPages int
	method   string
	height   int
	bounds   siteexpand.Bounds
}

// roundFlags say what is asked for, and of how many sites at a time.
type roundFlags struct {
	rounds int
	count  int
	oneOf  int
	probes int
	cut    int
	sites  int
	seed   uint64
	retry  bool
}

func (f *runFlags) add(cmd *cobra.Command, explores bool) {
	flags := cmd.Flags()
	flags.StringVar(&f.dir, "run", usualRun, "`folder` of the run: archive, catalog, vertical, exports")
	flags.StringVar(&f.domain, "domain", "", "what one entity is called, as in \"book\" or \"nba player\"")
	f.siteFlags.add(cmd)
	f.pages.add(cmd)
	if !explores {
		flags.StringVar(&f.report, "report", "", "`file` for what was learned, as JSON")
		return
	}
	flags.StringVar(&f.report, "report", "", "`file` for what was measured, as JSON (default report.json in the run's folder)")
	f.roundFlags.add(cmd)
	flags.StringVar(&f.model, "model", "", "`file` with a classifier of pages that train wrote (default the shipped one)")
	flags.StringVar(&f.list, "entities", "", "`file` of entities that you have, in place of sample pages or beside them: CSV with a header, the name first, or JSON Lines")
	flags.StringVar(&f.not, "exclude", "", "`file` of what you have already, one a line: URLs, hosts, names of entities, or records of an earlier run; the exports go without")
	f.engines.add(cmd)
}

func (f *siteFlags) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	countVar(flags, &f.learn, "learn-pages", 30, 1, "entity pages that a site's wrapper is learned on")
	countVar(flags, &f.maxPages, "max-pages", 5000, 1, "entity pages read of one site")
	flags.StringVar(&f.method, "method", "", "how a site is expanded: "+strings.Join(methods.Names(), ", ")+" (default the first)")
	countVar(flags, &f.height, "height", 5, 1, "index levels that ssup climbs at most")
	addBounds(flags, &f.bounds)
}

func (f *roundFlags) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	countVar(flags, &f.rounds, "rounds", 3, 1, "rounds of queries at most; two that find nothing new end them if the estimate of what is left is below half a site")
	countVar(flags, &f.count, "instances", 30, 1, "instance queries a round")
	countVar(flags, &f.oneOf, "one-of", verde.DefaultOneOf, 1, "`values` of which a query requires one beside the name; 1 requires the best")
	countVar(flags, &f.probes, "probes", verde.DefaultProbes, 0, "queries restricted to a site that too few others led to; 0 for none")
	countVar(flags, &f.cut, "cut", 3, 1, "largest number of differing URL parts within a cluster, 1 to 3")
	countVar(flags, &f.sites, "sites", 8, 1, "sites worked on at a time")
	flags.Uint64Var(&f.seed, "seed", 0, "of the choice of instances")
	flags.BoolVar(&f.retry, "retry", false, "ask again also where an engine answered in part (what had no answer or no results is asked again anyway)")
}

func (f *runFlags) options() (verde.Options, error) {
	if f.cut > urlcluster.MaxCut {
		return verde.Options{}, usagef("--cut %d: allowed are 1 to %d", f.cut, urlcluster.MaxCut)
	}
	method, err := methods.ByName(f.method)
	if err != nil {
		return verde.Options{}, usagef("--method: %w", err)
	}
	f.pages.layouts = seesPages(method)
	probes := f.probes
	if probes == 0 {
		probes = -1 // zero means the default there, and none here
	}
	return verde.Options{
		Rounds:  f.rounds,
		Sites:   f.sites,
		Asking:  verde.Asking{Instances: f.count, OneOf: f.oneOf, Probes: probes, Seed: f.seed, Retry: f.retry},
		Judging: verde.Judging{MaxCut: f.cut},
		Reading: verde.Reading{LearnPages: f.learn, MaxPages: f.maxPages, PerHost: f.pages.perHost, Method: f.method,
			Expand: siteexpand.Options{Height: f.height, Bounds: f.bounds}},
	}, nil
}

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
	return f.openIn(ctx, cmd, in)
}

// folder makes the run's folder, and sees to it that the report can be written.
func (f *runFlags) folder() error {
	if err := checkReport(f.report); err != nil {
		return err
	}
	if err := os.MkdirAll(f.dir, 0o755); err != nil {
		return usagef("run folder: %w", err)
	}
	return nil
}

// openIn opens a run of which pages and catalog are kept in stores.
func (f *runFlags) openIn(ctx context.Context, cmd *cobra.Command, in stores) (*exploration, error) {
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
	engines, err := f.engines.engines(ctx, cmd, &f.pages.agent, dump.Options{Brief: true})
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

// vertical loads the vertical of the run: a file, or what an earlier run
// learned from the same samples, or else what it learns now.
func (x *exploration) vertical(ctx context.Context, file string, samples []string) (*verde.Vertical, error) {
	own := x.verticalFile()
	if err := checkSamples(samples); err != nil {
		return nil, err
	}
	switch {
	case file != "" && len(samples) > 0:
		return nil, usagef("give sample pages or --vertical, not both")
	case file != "":
		v, err := verde.LoadVertical(file)
		if err != nil {
			return nil, usagef("%w", err)
		}
		if old, err := verde.LoadVertical(own); err == nil && (old.Domain != v.Domain || old.Site != v.Site) {
			return nil, x.otherVertical(old)
		}
		return v, nil
	case len(samples) == 0 && x.Domain == "":
		v, err := verde.LoadVertical(own)
		if errors.Is(err, fs.ErrNotExist) {
			return nil, usagef("no sample page: give the URL of a page about one entity and --domain, or --vertical FILE")
		}
		return v, err
	case len(samples) == 0:
		return nil, usagef("no sample page: give the URL of a page about one entity")
	case x.Domain == "":
		return nil, usagef("--domain is missing: what is one entity called, as in --domain book?")
	}
	old, err := verde.LoadVertical(own)
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
func (x *exploration) keep(ctx context.Context, v *verde.Vertical, file string) error {
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
func (x *exploration) otherVertical(old *verde.Vertical) error {
	return usagef("run folder %s is of %q from %s: give another --run, or neither samples nor --vertical to go on with it", x.dir, old.Domain, old.Site)
}

// mayLearn gives an error if learning would replace the folder's vertical though
// that was learned from another site, or somebody may have edited it.
func (x *exploration) mayLearn(samples []string, force bool) error {
	old, err := verde.LoadVertical(x.verticalFile())
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
func (x *exploration) finish(cmd *cobra.Command, report string, r *verde.Report) error {
	if err := x.exports(cmd.Context()); err != nil {
		return err
	}
	if report == "" {
		report = filepath.Join(x.dir, "report.json")
	}
	whole := struct {
		*verde.Report
		costs
	}{r, lossesOf(cmd).costs(x.client)}
	if err := writeReport(cmd, report, whole); err != nil {
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
	unread, err := x.Incomplete(ctx)
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
		case reason == "search "+verde.NoResults:
			hint = "look in a browser at what the engine answers; the same command asks again what had no results"
		case strings.HasPrefix(reason, "search ") && strings.HasSuffix(reason, ": in part"):
			hint = "--retry asks engines again that answered in part"
		case strings.HasPrefix(reason, "search ") && strings.HasSuffix(reason, ": "+search.OverBudget):
			hint = budgetRemedy
		case strings.HasPrefix(reason, "search "):
			hint = "the same command asks engines again that did not answer"
		case reason == verde.NothingFound || reason == verde.ManyMissing || reason == verde.NoEstimate || reason == verde.FewPages:
			hint = "the notes above and in report.json (advice) say what to try"
		case reason == verde.SitesInDoubt:
			hint = "the lines above and report.json (doubts) say what to look at in sites in doubt; verde decide leaves one out or reads another scope of it"
		case reason == verde.SitesDoubtful:
			hint = "sources.jsonl has the pages that a doubtful site was read from; a later round may find others of it"
		case reason == "page "+string(page.LimitReached):
			hint = "a larger --max-pages reads more"
		}
		if !slices.Contains(hints, hint) {
			hints = append(hints, hint)
		}
	}
	slices.Sort(hints)
	return &incompleteError{listCounts(what) + "; " + strings.Join(hints, "; ")}
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
func (x *exploration) summary(cmd *cobra.Command, r *verde.Report) error {
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
