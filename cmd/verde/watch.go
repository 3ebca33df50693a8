package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"verde/catalog"
	"verde/harvest"
	"verde/internal/cluster"
	"verde/runs"
	"verde/vertical"
	"verde/watch"
)

// watchFlags are the settings of watch.
type watchFlags struct {
	every     time.Duration
	once      bool
	downloads int
	rounds    int
	onChange  string
	shell     bool
	webhook   string
	shared    databaseFlags
	execute   executor // that the commands of a turn are run by
}

// webhookSecret is the variable of the environment with what signs webhooks.
const webhookSecret = "VERDE_WEBHOOK_SECRET"

const watchHelp = `Watch keeps the catalog of a run fresh. A turn visits all entity pages again, by
conditional requests ("verde refresh"); searches the known sites for pages that came
into being, with at most --max-downloads a site; asks the run's engines for further
sites, in at most --rounds rounds beyond those asked so far, within the run's own budget
(--max-queries); and makes the entities anew. It asks as the run was asked, which is in
the run's explore.json. Turns begin --every so often; one that was stopped goes on where
it was, and of several that were missed one is made up for.

If anything changed, a report is kept in the folder watch/ of the run and told, as JSON:
to a program (--on-change) on its standard input, with VERDE_RUN as the run's folder;
and to an address (--webhook) by POST, as the Standard Webhooks say, signed by
HMAC-SHA256 with the secret in ` + webhookSecret + `. No shell reads --on-change, unless --shell
is given. A report that is not taken is told again by the next turn.

  {"run", "domain", "began", "ended", "since", "resumed", "pages": {"visited", "changed",
   "added", "gone"}, "sites", "entities": {"new", "changed", "gone"}, "changes", "differences", "more", "incomplete"}

"changes" are what is another on which page, as in changes.jsonl; "differences" what that
makes of the entities, as "verde catalog diff" writes them: the first thousand of each;
"more" counts the others.

With --database and --archive the run is one that machines share: its pages are visited
and its new sites read by whichever of its workers has time, this process among them.
When the last turn was, and reports that somebody has not taken yet, are in the database:
any machine goes on with the watch. Reports are in the run's folder here, too.
`

func newWatch(execute executor) *cobra.Command {
	f := watchFlags{execute: execute}
	cmd := &cobra.Command{
		Use:   "watch RUN",
		Short: "Keep a catalog fresh, and tell what changed",
		Long:  watchHelp + exitHelp,
		Example: `  verde watch books --every 24h --on-change ./notify.sh
  verde watch books --every 1w --webhook https://hooks.example/verde
  verde watch books --once --rounds 0     # from cron; no search for new sites
  verde watch books --database postgres://verde@db.example/verde --archive 's3://verde?endpoint=https://s3.example'`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) != 1 {
				return usagef("watch needs the folder of one run; see %s --help", cmd.CommandPath())
			}
			return nil
		},
		RunE: f.run,
	}
	flags := cmd.Flags()
	durationVar(flags, &f.every, "every", day, time.Minute, "`time` from the beginning of one turn to that of the next")
	flags.BoolVar(&f.once, "once", false, "one turn, now, whenever the last one was")
	countVar(flags, &f.downloads, "max-downloads", 2000, 0, "pages fetched of a site at most in searching it for new ones; 0 for no search")
	countVar(flags, &f.rounds, "rounds", 1, 0, "rounds of queries for new sites at most; 0 for none")
	flags.StringVar(&f.onChange, "on-change", "", "`command` that is given what changed, with its arguments behind spaces")
	flags.BoolVar(&f.shell, "shell", false, "have the system's shell read --on-change")
	flags.StringVar(&f.webhook, "webhook", "", "`URL` to which what changed is posted")
	f.shared.add(cmd, ": the run is one there")
	return cmd
}

// watchIn is "verde watch" as the server runs it, within its process; it tells the metrics
// of a command.
func (execute executor) watchIn(ctx context.Context) runs.Work {
	m := metricsOf(ctx)
	return func(ctx context.Context, t runs.Task) runs.Outcome {
		args := slices.Concat([]string{"watch"}, t.Args, []string{"--", t.Folder})
		err := execute(context.WithValue(ctx, metricsKey{}, m), args, strings.NewReader(""), t.Log, t.Log)
		if err != nil && ctx.Err() == nil {
			err = fmt.Errorf("%s%s", oneLine(err), remedy(err))
		}
		return runs.Outcome{Err: err}
	}
}

func (f *watchFlags) run(cmd *cobra.Command, args []string) error {
	w := &watching{watchFlags: f, cmd: cmd, dir: args[0], clock: watch.Wall{}}
	if err := w.check(); err != nil {
		return err
	}
	if f.once {
		return w.turn(cmd.Context())
	}
	tell := func(next time.Time, err error) {
		out := notes(cmd)
		if err != nil {
			fmt.Fprintf(out, "verde: %s%s\n", oneLine(err), remedy(err))
		}
		fmt.Fprintf(out, "next turn: %s\n", next.Format("2006-01-02 15:04"))
	}
	return watch.Loop(cmd.Context(), w.clock, f.every, func() (watch.State, error) { return w.load(cmd.Context()) }, w.turn, tell)
}

// check tells of what can't be meant before any work is done, and opens whom to tell.
func (w *watching) check() error {
	switch {
	case w.isShared():
		if err := w.checkShared(); err != nil {
			return err
		}
	case w.shared.archive != "":
		return usagef("--archive is for runs that machines share: give --database, too")
	default:
		if _, err := os.Stat(filepath.Join(w.dir, "catalog.sqlite")); err != nil {
			return usagef("there is no catalog in %s: name a run's folder", w.dir)
		}
	}
	return w.openTellers(w.cmd.ErrOrStderr())
}

// checkShared sees to it that there is a run in the database, and a folder for what is kept
// of its watch.
func (w *watching) checkShared() error {
	if w.shared.archive == "" {
		return usagef("--archive is missing: give the bucket that machines share, as s3://name?endpoint=https://... or file:///folder")
	}
	if _, err := w.sharedRun(); err != nil {
		return noRun(err)
	}
	if err := os.MkdirAll(w.dir, 0o755); err != nil {
		return usagef("run folder: %w", err)
	}
	return nil
}

// sharedRun is the run as the database has it.
func (w *watching) sharedRun() (cluster.Run, error) {
	db, err := w.shared.connect(w.cmd)
	if err != nil {
		return cluster.Run{}, err
	}
	defer db.Close()
	return db.Run(w.cmd.Context(), w.name())
}

// catalog opens the catalog of the run.
func (w *watching) catalog(ctx context.Context) (*catalog.Catalog, error) {
	if !w.isShared() {
		return catalog.Open(ctx, filepath.Join(w.dir, "catalog.sqlite"))
	}
	db, err := w.shared.connect(w.cmd)
	if err != nil {
		return nil, err
	}
	defer db.Close()
	return db.Catalog(ctx, w.name())
}

// openTellers opens whom to tell; what a command writes goes to out.
func (w *watching) openTellers(out io.Writer) error {
	w.tellers = make(map[string]watch.Teller)
	if w.shell && w.onChange == "" {
		return usagef("--shell needs --on-change")
	}
	if w.onChange != "" {
		c, err := watch.NewCommand(w.onChange, w.shell)
		if err != nil {
			return usagef("--on-change: %w", err)
		}
		c.Run, c.Out = w.dir, &escaper{w: out}
		w.tellers["command"] = c
	}
	if w.webhook != "" {
		h, err := watch.NewWebhook(w.webhook, os.Getenv(webhookSecret))
		if err != nil {
			return usagef("--webhook: %w", err)
		}
		w.tellers["webhook"] = h
	}
	return nil
}

// turn is one turn. What it could not do is a reason for an [incompleteError], and does
// not keep it from the rest.
func (w *watching) turn(ctx context.Context) error {
	state, err := w.load(ctx)
	if err != nil {
		return err
	}
	sites, err := w.sources(ctx)
	if err != nil {
		return err
	}
	resumed := state.UnderWay()
	state = state.Begin(w.clock.Now(), sites)
	if err := w.save(ctx, state); err != nil {
		return err
	}
	report := &watch.Report{Run: w.name(), Began: state.Began.UTC(), Since: state.Compared.UTC(), Resumed: resumed}
	failed := w.work(ctx, state, report)
	if ctx.Err() != nil {
		return errors.Join(failed...) // the next turn goes on
	}
	for _, err := range failed {
		report.Incomplete = append(report.Incomplete, oneLine(err))
	}
	err = w.conclude(ctx, state, report)
	var lacks []string
	for _, err := range append(failed, err) {
		if err != nil {
			lacks = append(lacks, oneLine(err))
		}
	}
	if len(lacks) > 0 {
		return &incompleteError{strings.Join(lacks, "; ")}
	}
	return nil
}

// conclude compares the catalog with what it was, keeps what changed, and tells it. What
// could not be compared is by the next turn, and what ctx cut short by this one when it
// goes on.
func (w *watching) conclude(ctx context.Context, state watch.State, report *watch.Report) error {
	state.Ended = w.clock.Now()
	report.Ended = state.Ended.UTC()
	sites, failed := w.compare(ctx, state, report)
	switch {
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case failed != nil:
		failed = fmt.Errorf("comparing with what was before: %w; the next turn does", failed)
		report.Incomplete = append(report.Incomplete, oneLine(failed))
	default:
		state.Compared, state.Sites = state.Ended, sites
	}
	if report.Any() {
		name, err := report.Keep(w.folder())
		if err != nil {
			return errors.Join(failed, err)
		}
		state.Add(name, w.tellers)
	}
	fmt.Fprintf(notes(w.cmd), "%d pages changed, %d added, %d gone; %d new sites; %d entities new, %d changed, %d gone\n",
		report.Pages.Changed, report.Pages.Added, report.Pages.Gone, len(report.Sites), report.Entities.New, report.Entities.Changed, report.Entities.Gone)
	// Kept before anybody is told: a report that was kept is told, whatever happens now; but not by this
	// machine if another has done the turn meanwhile.
	kept := w.save(ctx, state)
	if errors.Is(kept, cluster.ErrWatched) {
		return errors.Join(failed, kept)
	}
	told := state.Tell(ctx, w.folder(), w.tellers)
	return errors.Join(failed, kept, told, w.save(ctx, state))
}

// compare fills in what the catalog has that it did not have when it was compared last,
// up to the end of the turn, and gives the sources by then. If it fails the report is as
// it was.
func (w *watching) compare(ctx context.Context, state watch.State, report *watch.Report) (sites []string, err error) {
	c, err := w.catalog(ctx)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, c.Close()) }()
	if sites, err = expanded(ctx, c); err != nil {
		return nil, err
	}
	found := *report
	found.Sites = slices.DeleteFunc(slices.Clone(sites), func(s string) bool { return slices.Contains(state.Sites, s) })
	if v, err := vertical.Load(filepath.Join(w.dir, "vertical.json")); err == nil {
		found.Domain = v.Domain
	}
	for change, err := range c.Changes(ctx, "") {
		if err != nil {
			return nil, err
		}
		if !change.FoundAt.Before(state.Compared) && change.FoundAt.Before(state.Ended) {
			found.Add(change)
		}
	}
	// What holds from a moment on is of that moment: the ones before are compared.
	all, err := c.EntityDifferences(ctx, state.Compared.Add(-time.Nanosecond), state.Ended.Add(-time.Nanosecond))
	if err != nil {
		return nil, err
	}
	found.Compare(all)
	*report = found
	return sites, nil
}

// sources are the sites that the run has read.
func (w *watching) sources(ctx context.Context) (sites []string, err error) {
	c, err := w.catalog(ctx)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, c.Close()) }()
	return expanded(ctx, c)
}

// work does what a turn is to do, by the commands that do it, and gives what each could
// not do. What the pages came to goes into the report.
func (w *watching) work(ctx context.Context, state watch.State, report *watch.Report) (failed []error) {
	order, err := w.order(ctx)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return []error{err}
	}
	known := err == nil
	if err := w.refresh(ctx, order, state, report); err != nil {
		failed = append(failed, fmt.Errorf("visiting pages: %w", err))
	}
	if ctx.Err() != nil {
		return failed
	}
	switch {
	case w.rounds > 0 && known:
		err = w.explore(ctx, order)
	case w.rounds > 0:
		err = errors.Join(w.integrate(ctx), &incompleteError{"no search for new sites: " + runs.ErrNoOrder.Error()})
	default:
		err = w.integrate(ctx)
	}
	if err != nil {
		failed = append(failed, err)
	}
	return failed
}

// order is what the run was asked the last time. A run in a database that is under way
// still, by a turn that was stopped or by somebody else, is worked on until it has ended.
func (w *watching) order(ctx context.Context) (o runs.Order, err error) {
	if !w.isShared() {
		return runs.ReadOrder(w.dir)
	}
	run, err := w.sharedRun()
	if err != nil {
		return o, err
	}
	body, err := bodyOf(run)
	if err != nil {
		return o, err
	}
	// The vertical is in the database, and the file that it was taken from elsewhere maybe.
	o.Args = slices.DeleteFunc(body.Args, func(arg string) bool {
		return strings.HasPrefix(arg, "--vertical=") || strings.HasPrefix(arg, "--entities=")
	})
	if run.State == cluster.Running {
		if err := w.command(ctx, w.exploring(o)...); err != nil {
			return o, fmt.Errorf("going on with the run: %w", err)
		}
	}
	return o, nil
}

// exploring is the command that goes on with the run as it was asked.
func (w *watching) exploring(order runs.Order) []string {
	return slices.Concat([]string{"explore", "--run=" + w.dir}, w.where("database", "archive"), order.Args)
}

// where are the flags of these names that say where a run in a database is; none for one in a
// folder.
func (w *watching) where(names ...string) (args []string) {
	if !w.isShared() {
		return nil
	}
	for _, name := range names {
		args = append(args, "--"+name+"="+w.cmd.Flag(name).Value.String())
	}
	return args
}

// integrate makes the entities anew.
func (w *watching) integrate(ctx context.Context) error {
	run := w.dir
	if w.isShared() {
		run = w.name()
	}
	return w.command(ctx, append([]string{"integrate", "--run=" + run}, w.where("database")...)...)
}

// refresh visits pages that were not visited since the turn began, as politely as the
// run was asked to.
func (w *watching) refresh(ctx context.Context, order runs.Order, state watch.State, report *watch.Report) error {
	file, err := os.CreateTemp(w.dir, "refresh.*.tmp")
	if err != nil {
		return err
	}
	defer os.Remove(file.Name())
	if err := file.Close(); err != nil {
		return err
	}
	args := []string{"refresh", "--run=" + w.dir, "--report=" + file.Name(), "--older-than=" + max(w.clock.Now().Sub(state.Began), 0).String()}
	if w.downloads > 0 {
		args = append(args, "--new-pages", fmt.Sprintf("--max-downloads=%d", w.downloads))
	}
	if w.isShared() { // which asks as it was begun
		args = append(args, w.where("database", "archive")...)
	} else {
		args = append(args, politeness(order)...)
	}
	err = w.command(ctx, args...)
	data, unread := os.ReadFile(file.Name())
	var r harvest.RefreshReport
	if unread == nil && len(data) > 0 {
		unread = json.Unmarshal(data, &r)
	}
	report.Pages = watch.Pages{Visited: r.Pages, Changed: r.Changed, Added: r.Added, Gone: r.Gone}
	return errors.Join(err, unread)
}

// politeness is what an order says that refresh can be told, too.
func politeness(order runs.Order) (args []string) {
	flags := newRefresh().Flags()
	for _, arg := range order.Args {
		name, _, _ := strings.Cut(strings.TrimPrefix(arg, "--"), "=")
		if arg == "--" {
			break
		}
		if !slices.Contains([]string{"run", "report", "older-than", "max-downloads"}, name) && flags.Lookup(name) != nil {
			args = append(args, arg)
		}
	}
	return args
}

// explore goes on with the run for further rounds.
func (w *watching) explore(ctx context.Context, order runs.Order) error {
	asked, err := w.asked(ctx)
	if err != nil {
		return err
	}
	args := w.exploring(order)
	flags := newExplore()
	if err := flags.ParseFlags(order.Args); err != nil {
		return fmt.Errorf("%s: %w", filepath.Join(w.dir, runs.OrderFile), err)
	}
	was, err := flags.Flags().GetInt("rounds")
	if err != nil {
		was = 0
	}
	more := fmt.Sprintf("--rounds=%d", max(asked, was)+w.rounds)
	if i := slices.Index(args, "--"); i >= 0 {
		args = slices.Insert(args, i, more)
	} else {
		args = append(args, more)
	}
	if err := w.command(ctx, args...); err != nil {
		return fmt.Errorf("looking for new sites: %w", err)
	}
	return nil
}

// asked is the number of rounds that the run has.
func (w *watching) asked(ctx context.Context) (n int, err error) {
	c, err := w.catalog(ctx)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, c.Close()) }()
	rounds, err := c.Rounds(ctx)
	for _, r := range rounds {
		n = max(n, r.Round)
	}
	return n, err
}

// command runs one of the program's commands in this process.
func (w *watching) command(ctx context.Context, args ...string) error {
	for _, name := range []string{"quiet", "verbose", "json"} {
		if on(w.cmd.Flags(), name) {
			args = slices.Insert(args, 1, "--"+name)
		}
	}
	return w.execute(ctx, args, strings.NewReader(""), w.cmd.OutOrStdout(), w.cmd.ErrOrStderr())
}
