package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/sync/errgroup"

	"verde/eval"
	"verde/eval/sites"
	"verde/page"
	"verde/progress"
	"verde/render"
	"verde/siteexpand"
	"verde/siteexpand/methods"
)

func newEval() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "eval",
		Short: "Measure methods on sites whose entity pages are known, and compare them",
		Long: `Eval measures how well methods do where the truth is known.
` + exitHelp,
	}
	cmd.AddCommand(newEvalExpand(), newEvalExtract(), newEvalCompare(), newEvalFolds(), newEvalCases(), newEvalIntegrate(), newEvalDiscover())
	parent(cmd)
	return cmd
}

// evalFlags say what eval expand measures.
type evalFlags struct {
	typeFlags
	methodFlags
	sampleFlags
	workers    int
	errors     int
	table, svg string
}

// typeFlags name the entity types that are measured on.
type typeFlags struct{ sites, pages, only string }

// methodFlags say what is measured.
type methodFlags struct {
	method, notation, browser string
	options                   siteexpand.Options
}

// sampleFlags say what runs are given.
type sampleFlags struct {
	plan             eval.Plan
	given, directory bool
}

const evalExpandHelp = `Expand of eval measures how well an expansion method finds the entity pages of
sites, from pages on disk, and writes a JSON line a run: {type, method, choice,
samples, draw, seed, urls, precision, recall, f1, found, right, wrong, missing,
downloads, requests, seconds, estimate, scopes, cases}. Where one sample may
stand for several scopes, each that is offered is graded, by a run that is told
to return it; cases are the reasons for doubt that the run named.

A run is given --samples pages of one entity type, chosen at random (the same
ones for the same --seed, whatever the method), with --directory all from one
directory, or with --sample-pages as the file of --sites names them.

--sites is a JSON array with an object an entity type: "name", "root" (folder
below --pages that holds the site's files), "base_url" (of that folder), and if
there are any "aliases" (its other URLs) and "sample_entity_pages" (files).
Further fields are not read. Beside it, NAME.reachable.txt or
NAME.reachable.txt.gz lists the files of the type's entity pages, one a line.
Types whose root is not there are skipped and counted.

A run that was broken off goes on: what the file of -o holds is not measured
again, unless --force. All rows of a file are of one method, number and choice of
samples, and seed; more draws and more types can be added.
`

func newEvalExpand() *cobra.Command {
	var f evalFlags
	var out outputFlags
	cmd := &cobra.Command{
		Use:   "expand --sites FILE --pages DIR",
		Short: "Measure an expansion method on sites whose entity pages are known",
		Long:  evalExpandHelp + exitHelp,
		Example: `  verde eval expand --sites sites.json --pages DIR --samples 3 --draws 5 --seed 1 -o focused.jsonl --table -
  verde eval expand --sites sites.json --pages DIR --method ssup --sample-pages --samples 1 --only books -o -`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			method, err := f.check(cmd, out.path)
			if err != nil {
				return err
			}
			types, skipped, err := sites.Read(f.sites, f.pages, f.only)
			if err != nil {
				return err
			}
			defer sites.Close(types)
			m := &measurement{method: method, options: f.options, setting: f.setting(method), errors: f.errors}
			if seesPages(method) {
				path, err := render.Find(f.browser)
				if err != nil {
					return noBrowser(err)
				}
				if m.browser, err = render.New(render.Options{Path: path}); err != nil {
					return err
				}
				defer m.browser.Close()
			}
			if m.jobs, skipped = f.jobs(types, skipped); len(m.jobs) == 0 {
				tellSkipped(cmd, skipped)
				return errors.New("no entity type can be measured")
			}
			if m.results, err = openResults(cmd, &out, m.setting); err != nil {
				return err
			}
			defer m.results.close()
			if err := m.run(cmd, f.workers); err != nil {
				return err
			}
			return f.tell(cmd, m, skipped)
		},
	}
	f.add(cmd)
	out.add(cmd, "-")
	cmd.Flags().Lookup("output").Usage = "`file` of results, - for standard output; rows that it holds are not measured again"
	cmd.Flags().Lookup("force").Usage = "measure everything again and replace the file"
	return cmd
}

func (f *evalFlags) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&f.sites, "sites", "", "JSON `file` that describes the sites")
	flags.StringVar(&f.pages, "pages", "", "`folder` that holds the sites' files")
	flags.StringVar(&f.only, "only", "", "measure only types whose name contains `text`")
	flags.StringVar(&f.method, "method", "", "what is measured: "+strings.Join(methods.Names(), ", ")+" (default the first)")
	countVar(flags, &f.options.Height, "height", 0, 0, "index levels above the entity pages at most (default the method's)")
	countVar(flags, &f.options.Paths, "paths", 0, 0, "paths of lists to a sample that are followed (K of gpp; default the method's)")
	flags.StringVar(&f.browser, "browser", "", "`program` that lays pages out for gpp; default the first Chromium or Chrome that is found")
	flags.StringVar(&f.notation, "notation", page.TagAttr.String(), "how link-paths are spelled: tag, tag+attr, tag+attr+value")
	flags.BoolVar(&f.options.Exact, "exact", false, "the paper's algorithm as printed")
	flags.StringVar(&f.options.Scope, "scope", "", scopeHelp)
	countVar(flags, &f.options.MaxDownloads, "max-downloads", 0, 0, "pages fetched at most in a run (default the method's)")
	countVar(flags, &f.plan.Samples, "samples", 3, 1, "pages a run is given")
	countVar(flags, &f.plan.Draws, "draws", 5, 1, "runs for each type")
	flags.Uint64Var(&f.plan.Seed, "seed", 1, "of the random choices")
	flags.BoolVar(&f.given, "sample-pages", false, "give the samples that the file of --sites names")
	flags.BoolVar(&f.directory, "directory", false, "give samples that are all of one directory")
	countVar(flags, &f.workers, "workers", runtime.GOMAXPROCS(0), 1, "runs at a time")
	countVar(flags, &f.errors, "errors", 6, 0, "wrong and missing pages of a run that --verbose lists")
	flags.StringVar(&f.table, "table", "", "`file` for a Markdown table by type, - for standard output")
	flags.StringVar(&f.svg, "svg", "", "`file` for a picture of it")
}

// check completes the flags, and gives the method.
func (f *evalFlags) check(cmd *cobra.Command, output string) (siteexpand.Method, error) {
	method, err := methods.ByName(f.method)
	if err != nil {
		return nil, usagef("--method: %w", err)
	}
	if err := checkScope(f.options.Scope); err != nil {
		return nil, err
	}
	notation, ok := page.ParseNotation(f.notation)
	f.options.Notation, f.options.Now = notation, time.Now
	f.plan.Choice = eval.Random
	switch {
	case !ok:
		return nil, usagef("--notation %q: there are tag, tag+attr and tag+attr+value", f.notation)
	case f.sites == "" || f.pages == "":
		return nil, usagef("eval expand needs --sites and --pages; see %s --help", cmd.CommandPath())
	case f.plan.Samples < 1 || f.plan.Draws < 1 || f.workers < 1:
		return nil, usagef("--samples, --draws and --workers are at least 1")
	case f.options.Height < 0 || f.options.MaxDownloads < 0:
		return nil, usagef("--height and --max-downloads are not below 0")
	case output == "-" && (f.table == "-" || f.svg == "-") || f.table == "-" && f.svg == "-":
		return nil, usagef("one of --output, --table and --svg can go to standard output")
	case f.given && (f.directory || cmd.Flags().Changed("draws") || cmd.Flags().Changed("seed")):
		return nil, usagef("--sample-pages draws nothing: leave out --directory, --draws and --seed")
	case f.given:
		f.plan.Choice, f.plan.Seed = eval.Given, 0
	case f.directory:
		f.plan.Choice, f.options.Chosen = eval.Directory, siteexpand.Together
	}
	return method, nil
}

// setting names the method with the options that are not the default.
func (f *evalFlags) setting(method siteexpand.Method) eval.Setting {
	name := method.Name()
	if f.options.Height > 0 {
		name += fmt.Sprintf(" height=%d", f.options.Height)
	}
	if f.options.Paths > 0 {
		name += fmt.Sprintf(" paths=%d", f.options.Paths)
	}
	if f.options.Notation != page.TagAttr {
		name += " notation=" + f.options.Notation.String()
	}
	if f.options.Scope != "" {
		name += " " + f.options.Scope
	}
	if f.options.Exact {
		name += " exact"
	}
	if f.options.MaxDownloads > 0 {
		name += fmt.Sprintf(" max-downloads=%d", f.options.MaxDownloads)
	}
	return eval.Setting{Method: name, Choice: f.plan.Choice, Samples: f.plan.Samples, Seed: f.plan.Seed}
}

// job is a run that is planned.
type job struct {
	of   *sites.EntityType
	key  eval.Key
	urls []string
}

// jobs plans the runs of all types, and adds types without enough pages to the
// skipped.
func (f *evalFlags) jobs(types []sites.EntityType, skipped []sites.Skipped) ([]job, []sites.Skipped) {
	var jobs []job
	for i := range types {
		t := &types[i]
		sets, err := f.plan.Sets(t.Name, t.Pages(), t.Given())
		if err != nil {
			skipped = append(skipped, sites.Skipped{Type: t.Name, Reason: err.Error()})
			continue
		}
		for j, urls := range sets {
			jobs = append(jobs, job{of: t, key: eval.Key{Type: t.Name, Draw: j + 1}, urls: urls})
		}
	}
	return jobs, skipped
}

// measurement is all runs of one setting.
type measurement struct {
	method  siteexpand.Method
	options siteexpand.Options
	setting eval.Setting
	jobs    []job
	errors  int // pages of each kind that are listed
	results *results
	browser *render.Browser // for a method that looks at pages; else nil
	layouts layouts
}

// layouts are those that were made for any run: a page of a folder is laid out once, or
// twice if two runs come to it at once, and each run that looks at it counts what that took.
type layouts struct {
	mu    sync.Mutex
	boxes int
	of    map[string]*page.Layout // by file
}

// maxKept is the number of boxes that are kept of all layouts: some 300 MB.
const maxKept = 1 << 20

// laidOut gives the pages of a folder, and what a browser makes of them.
type laidOut struct {
	page.Fetcher
	by      page.LayoutFinder
	layouts *layouts
}

// Unwrap gives the folder.
func (l *laidOut) Unwrap() page.Fetcher { return l.Fetcher }

// Layout gives the layout of a page of the folder.
func (l *laidOut) Layout(ctx context.Context, p *page.Page) (*page.Layout, error) {
	l.layouts.mu.Lock()
	kept := l.layouts.of[p.Source]
	l.layouts.mu.Unlock()
	if kept != nil {
		return kept, nil
	}
	made, err := l.by.Layout(ctx, p)
	if err != nil {
		return nil, err
	}
	l.layouts.mu.Lock()
	defer l.layouts.mu.Unlock()
	if l.layouts.of[p.Source] == nil && l.layouts.boxes+len(made.Boxes) <= maxKept {
		if l.layouts.of == nil {
			l.layouts.of = make(map[string]*page.Layout)
		}
		l.layouts.of[p.Source] = made
		l.layouts.boxes += len(made.Boxes)
	}
	return made, nil
}

// run makes the runs that the results do not hold.
func (m *measurement) run(cmd *cobra.Command, workers int) error {
	var todo []job
	for _, j := range m.jobs {
		urls, done := m.results.urls(j.key)
		if !done {
			todo = append(todo, j)
		} else if !slices.Equal(urls, j.urls) {
			return usagef("%s: draw %d of %s had other samples, the site's list has changed since; choose another name, or replace it with --force", m.results.path, j.key.Draw, j.key.Type)
		}
	}
	stderr := notes(cmd)
	if held := len(m.jobs) - len(todo); held > 0 {
		fmt.Fprintf(stderr, "%d of %d runs are in %s already and not measured again\n", held, len(m.jobs), m.results.path)
	}
	var done atomic.Int64
	s := newStatus(cmd)
	defer s.close()
	s.tell(progress.Event{Phase: progress.Measuring, Total: len(todo)})
	log := newLog(cmd, s)
	group, ctx := errgroup.WithContext(cmd.Context())
	group.SetLimit(workers)
	for _, j := range todo {
		group.Go(func() error {
			row, err := m.measure(ctx, j, log)
			if err != nil {
				return err
			}
			s.tell(progress.Event{Phase: progress.Measuring, Done: int(done.Add(1))})
			return m.results.add(row)
		})
	}
	if err := group.Wait(); err != nil {
		return err
	}
	return m.results.finish()
}

// measure makes one run. A run that fails for its site's sake is a row that
// says so; the error is for the end of all.
func (m *measurement) measure(ctx context.Context, j job, log *slog.Logger) (eval.Row, error) {
	row := eval.Row{Type: j.key.Type, Method: m.setting.Method, Choice: m.setting.Choice, Samples: m.setting.Samples,
		Draw: j.key.Draw, Seed: m.setting.Seed, URLs: j.urls}
	opt := m.options
	src := page.Fetcher(j.of.Site)
	if m.browser != nil {
		src = &laidOut{Fetcher: src, by: render.Viewer{Browser: m.browser, Pages: j.of.Site}, layouts: &m.layouts}
	}
	result, err := m.method.Expand(ctx, src, j.urls, opt)
	if ctx.Err() != nil {
		return row, ctx.Err()
	}
	var found []string
	if err != nil {
		row.Error = err.Error()
	} else {
		found = pageURLs(result.Pages)
		row.Tell(&result.Report)
	}
	files := j.of.Files(found)
	row.Score = eval.Grade(files, j.of.Truth)
	wrong, missing := eval.Errors(files, j.of.Truth, m.errors)
	log.Debug("run", "type", row.Type, "draw", row.Draw, "samples", row.URLs, "precision", row.Precision, "recall", row.Recall,
		"downloads", row.Downloads, "seconds", row.Seconds, "wrong", wrong, "missing", missing)
	if result != nil {
		if row.Scopes, err = m.scopes(ctx, j, &row, result.Report.Scopes); err != nil {
			return row, err
		}
		for _, d := range result.Report.Diagnoses {
			log.Debug("diagnosis", "type", row.Type, "draw", row.Draw, "case", d.Case, "detail", d.Detail)
		}
	}
	return row, nil
}

// scopes grades each scope that a run offered, by a further run that is told to
// return it: what a person gets who picks it from the report. What these runs
// cost is not the row's.
func (m *measurement) scopes(ctx context.Context, j job, row *eval.Row, offered []siteexpand.Scope) ([]eval.ScopeScore, error) {
	if len(offered) < 2 || m.options.Scope != "" {
		return nil, nil
	}
	var scores []eval.ScopeScore
	for _, s := range offered {
		score := eval.ScopeScore{Name: s.Name, Chosen: s.Chosen, Score: row.Score}
		if !s.Chosen {
			opt := m.options
			opt.Scope = s.Name
			result, err := m.method.Expand(ctx, j.of.Site, j.urls, opt)
			if err != nil {
				return nil, fmt.Errorf("draw %d of %s, scope %s: %w", row.Draw, row.Type, s.Name, err)
			}
			score.Score = eval.Grade(j.of.Files(pageURLs(result.Pages)), j.of.Truth)
		}
		scores = append(scores, score)
	}
	return scores, nil
}

func pageURLs(pages []siteexpand.EntityPage) []string {
	urls := make([]string, len(pages))
	for i, p := range pages {
		urls[i] = p.URL
	}
	return urls
}

// tell writes what came out: the table, the picture, a line for people.
func (f *evalFlags) tell(cmd *cobra.Command, m *measurement, skipped []sites.Skipped) error {
	rows := m.results.of(m.jobs)
	summary := eval.Summarize(rows)
	if err := writeText(cmd, f.table, summary.Markdown); err != nil {
		return err
	}
	if err := writeText(cmd, f.svg, func(w io.Writer) error { return eval.SVG(w, &summary) }); err != nil {
		return err
	}
	fmt.Fprintf(notes(cmd), "%s: mean of %d types: P %.3f, R %.3f, F1 %.3f; downloads per entity found: median %.3f, total over total %.3f\n",
		m.setting, len(summary.Types), summary.Mean.Precision, summary.Mean.Recall, summary.Mean.F1, summary.Median.PerEntity, summary.Mean.PerEntity)
	if summary.Scoped {
		fmt.Fprintf(notes(cmd), "  best of the scopes that a run offered: P %.3f, R %.3f, F1 %.3f\n", summary.Best.Precision, summary.Best.Recall, summary.Best.F1)
	}
	tellSkipped(cmd, skipped)
	failed := 0
	for i := range rows {
		if rows[i].Error != "" {
			fmt.Fprintf(notes(cmd), "  draw %d of %s failed: %s\n", rows[i].Draw, printable(rows[i].Type), printable(rows[i].Error))
			failed++
		}
	}
	if len(skipped)+failed > 0 {
		return &incompleteError{fmt.Sprintf("%d entity types skipped, %d runs failed", len(skipped), failed)}
	}
	return nil
}

func tellSkipped(cmd *cobra.Command, skipped []sites.Skipped) {
	for _, s := range skipped {
		fmt.Fprintf(notes(cmd), "  skipped %s: %s\n", printable(s.Type), printable(s.Reason))
	}
}

// writeText writes to the file at path, to standard output for "-", and nothing
// for "".
func writeText(cmd *cobra.Command, path string, write func(io.Writer) error) error {
	switch path {
	case "":
		return nil
	case "-":
		return write(cmd.OutOrStdout())
	}
	var b bytes.Buffer
	if err := write(&b); err != nil {
		return err
	}
	return os.WriteFile(path, b.Bytes(), 0o644)
}

func newEvalCompare() *cobra.Command {
	var out outputFlags
	var svg string
	cmd := &cobra.Command{
		Use:   "compare A.jsonl B.jsonl",
		Short: "Compare two results of eval expand with a paired t-test",
		Long: `Compare takes the runs that two results of eval expand share (the same entity
type, draw and samples), averages them by type, tests the differences of the
types with Student's paired t-test, and writes a Markdown table: for precision,
recall, F1, downloads, requests and seconds the means, the mean of B - A with
its 95% interval, t and the two-sided p. A small p says that the difference is
more than the luck of these types; draws of one type are not counted as further
evidence, since they are of one site.
` + exitHelp,
		Example: `  verde eval compare ssup.jsonl focused.jsonl
  verde eval compare before.jsonl after.jsonl --svg change.svg -o change.md`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) != 2 {
				return usagef("compare needs two files of results; see %s --help", cmd.CommandPath())
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			var rows [2][]eval.Row
			for i, path := range args {
				var err error
				if rows[i], err = readRows(path); err != nil {
					return err
				}
			}
			c, err := eval.Compare(rows[0], rows[1])
			if err != nil {
				return err
			}
			if err := out.with(cmd, func(o *output) error { return c.Markdown(o.w) }); err != nil {
				return err
			}
			return writeText(cmd, svg, func(w io.Writer) error { return eval.SVG(w, &c.A, &c.B) })
		},
	}
	out.add(cmd, "-")
	cmd.Flags().StringVar(&svg, "svg", "", "`file` for a picture of both")
	return cmd
}
