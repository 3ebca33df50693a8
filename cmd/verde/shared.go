package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"verde/catalog"
	"verde/fetch"
	"verde/fetch/bucket"
	"verde/internal/cluster"
	"verde/render"
	"verde/search/dump"
	"verde/steering"
	"verde/vertical"
)

// sharedRun is what those who begin a run and those who work on it agree on.
type sharedRun struct {
	Args     []string           `json:"args"` // of explore
	Vertical *vertical.Vertical `json:"vertical"`
}

// sharing is a process with what machines share opened.
type sharing struct {
	cmd     *cobra.Command
	flags   databaseFlags
	db      *cluster.Database
	archive *bucket.Bucket
	worker  *cluster.Worker
}

// atPoint is set by trials.
var atPoint func(cluster.Point)

func (f *databaseFlags) open(cmd *cobra.Command, sites int, lease time.Duration) (*sharing, error) {
	if f.archive == "" {
		return nil, usagef("--archive is missing: give the bucket that machines share, as s3://name?endpoint=https://... or file:///folder")
	}
	archive, err := bucket.Open(cmd.Context(), f.archive)
	if err != nil {
		return nil, usagef("%w", err)
	}
	db, err := f.connect(cmd)
	if err != nil {
		return nil, errors.Join(err, archive.Close())
	}
	s := &sharing{cmd: cmd, flags: *f, db: db, archive: archive}
	opt := f.options(cmd)
	if opt.Memory > 0 { // what waits to be collected must not make it more
		debug.SetMemoryLimit(opt.Memory)
	}
	opt.Sites, opt.Lease, opt.Bucket, opt.At, opt.Open = sites, lease, archive, atPoint, s.session
	s.worker = cluster.NewWorker(db, opt)
	return s, nil
}

func (s *sharing) close() error {
	s.db.Close()
	return s.archive.Close()
}

// session opens a run that somebody has begun.
func (s *sharing) session(ctx context.Context, run cluster.Run, shared cluster.Shared) (*cluster.Session, error) {
	body, err := bodyOf(run)
	if err != nil {
		return nil, err
	}
	var f runFlags
	explore := &cobra.Command{Use: "explore"}
	f.add(explore, true)
	explore.Flags().String("vertical", "", "")
	if err := explore.ParseFlags(body.Args); err != nil {
		return nil, fmt.Errorf("it was begun by another version of verde: %w", err)
	}
	f.pages.begun = true
	x, err := s.exploration(ctx, &f, run, shared)
	if err != nil {
		return nil, err
	}
	engines, err := f.engines.engines(s.cmd, &f.pages.agent, dump.Options{Brief: true})
	if err != nil {
		return nil, errors.Join(err, x.close())
	}
	x.Engines, x.Progress, x.Knowledge = engines, nil, shared.Knowledge
	if f.engines.spending != nil {
		f.engines.spending.budget.Ledger = x.Catalog
	}
	return &cluster.Session{Explorer: x.Explorer, Vertical: body.Vertical, Client: x.client.Client, Close: x.close}, nil
}

// exploration is a run in the database, with its pages in the bucket.
func (s *sharing) exploration(ctx context.Context, f *runFlags, run cluster.Run, shared cluster.Shared) (*exploration, error) {
	f.pages.mode = string(render.Never) // what one machine renders, another would not
	f.pages.hosts = shared.Hosts
	f.pages.segments = &fetch.Segments{Objects: s.archive, Captures: shared.Captures, Prefix: shared.Prefix, Began: run.Created}
	x, err := f.openIn(s.cmd, stores{steering: func() (steering.Steering, error) { return steering.Read(ctx, s.db.Decisions(run.Name)) },
		catalog: func() (*catalog.Catalog, error) { return catalog.OpenDatabase(ctx, s.flags.database, run.Name) }})
	if err != nil {
		return nil, err
	}
	x.shared = run.Name
	return x, nil
}

// sharedFlags are those of explore for a run that machines share.
type sharedFlags struct {
	databaseFlags
	priority int
	detach   bool
}

func (f *sharedFlags) add(cmd *cobra.Command) {
	f.databaseFlags.add(cmd, "")
	countVar(cmd.Flags(), &f.priority, "priority", 2, 1, "of a shared run's sites among those of others: 1 comes first, 4 last")
	cmd.Flags().BoolVar(&f.detach, "detach", false, "begin a shared run, and leave it to workers")
}

// check tells of flags that have no meaning together.
func (f *sharedFlags) check(run *runFlags) error {
	switch {
	case f.database == "" && (f.archive != "" || f.detach):
		return usagef("--archive and --detach are for runs that machines share: give --database, too")
	case f.database == "":
		return nil
	case f.priority < 1 || f.priority > 4:
		return usagef("--priority %d: allowed are 1 to 4", f.priority)
	case run.pages.mode == string(render.Always):
		return usagef("--render always: pages of shared runs are taken as they are sent; leave it out")
	case len(run.pages.warcs) > 0 || len(run.pages.mirrors) > 0 || len(run.engines.corpora) > 0:
		return usagef("--warc, --mirror and --corpus are of this machine, and others could not read them: leave out --database, or these")
	case !cluster.RunName(filepath.Base(run.dir)):
		return usagef("--run %s: the name of a run in a database is of small letters, digits, _ and -, at most 59", run.dir)
	}
	return nil
}

// explore runs a shared run: it learns the vertical if nobody has, begins the run if it
// is not under way, and works on it until it is done.
func (f *sharedFlags) explore(cmd *cobra.Command, run *runFlags, file string, args []string) (err error) {
	ctx := cmd.Context()
	order, err := orderOf(cmd, nil)
	if err == nil {
		err = order.Repeatable()
	}
	if err != nil {
		return usagef("%w", err)
	}
	engines, err := run.engines.engines(cmd, &run.pages.agent, dump.Options{Brief: true})
	if err != nil {
		return err
	}
	if err := run.folder(); err != nil {
		return err
	}
	s, err := f.databaseFlags.open(cmd, run.sites, 0)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.close()) }()
	name := filepath.Base(run.dir)
	r, err := s.db.Run(ctx, name)
	if err != nil && !errors.Is(err, cluster.ErrNoRun) {
		return err
	}
	if r.Name == "" {
		r = cluster.Run{Name: name, Created: time.Now()} // nothing of it is stored, of before or after
	}
	x, err := s.exploration(ctx, run, r, s.worker.Share(r))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, x.close()) }()
	x.ask(engines)
	if err := x.spend(cmd, run.engines.spending); err != nil {
		return err
	}
	v, err := f.begin(cmd, s, x, r, asked{order.Args, args, run.list, file, f.priority})
	if err != nil || f.detach {
		return err
	}
	x.status.close()
	if err := s.attend(ctx, name); err != nil {
		return err
	}
	if r, err = s.db.Run(ctx, name); err != nil {
		return err
	}
	switch r.State {
	case cluster.Failed:
		return fmt.Errorf("run %s failed: %s", name, r.Error)
	case cluster.Cancelled:
		return fmt.Errorf("run %s was cancelled; the same command goes on with it", name)
	}
	rounds, err := s.db.Rounds(ctx, name)
	if err != nil {
		return err
	}
	report, err := x.Report(ctx, v, len(rounds), r.More)
	if err != nil {
		return err
	}
	return x.finish(cmd, run.report, report)
}

// begin learns the vertical of a run and begins it, or attaches to one that is under way.
func (f *sharedFlags) begin(cmd *cobra.Command, s *sharing, x *exploration, r cluster.Run, ask asked) (*vertical.Vertical, error) {
	if r.State == cluster.Running {
		return attach(cmd, x, r, ask)
	}
	ctx, end, err := s.worker.Hold(cmd.Context(), r, func() *fetch.Client { return x.client.Client })
	if err != nil {
		return nil, err
	}
	var v *vertical.Vertical
	if ask.list == "" && ask.file == "" && len(ask.samples) == 0 && r.Body != nil {
		v, err = x.verticalIn(r) // which the run was begun with the last time
	} else {
		v, err = x.verticalOf(ctx, ask.list, ask.file, ask.samples)
	}
	if err == nil {
		err = x.keep(ctx, v, ask.file)
	}
	err = errors.Join(err, x.client.Flush(ctx))
	end()
	if err != nil {
		return nil, err
	}
	if r.Body, err = json.Marshal(sharedRun{ask.order, v}); err != nil {
		return nil, err
	}
	r.Priority = ask.priority
	begun, err := s.db.Begin(cmd.Context(), r)
	if err != nil {
		return nil, err
	}
	if !begun { // by somebody else, while this process learned
		if r, err = s.db.Run(cmd.Context(), r.Name); err != nil {
			return nil, err
		}
		return attach(cmd, x, r, ask)
	}
	if f.detach {
		fmt.Fprintf(notes(cmd), "run %s has begun; verde status --run %s tells how far it is, the same command without --detach waits for it\n", r.Name, r.Name)
	}
	return v, nil
}

// asked is what a command asks of a run.
type asked struct {
	order, samples []string // flags; sample pages, none if a list or file says what to look for
	list, file     string   // of entities; of a vertical
	priority       int
}

// attach gives the vertical of a run that is under way, and keeps it in the folder. What
// the run was begun with stays; that this command asks for something else is told.
func attach(cmd *cobra.Command, x *exploration, r cluster.Run, ask asked) (*vertical.Vertical, error) {
	v, err := x.verticalIn(r)
	if err != nil {
		return nil, err
	}
	body, err := bodyOf(r)
	if err != nil {
		return nil, err
	}
	fmt.Fprintf(notes(cmd), "run %s is under way\n", r.Name)
	other := func(sample string) bool { return !slices.Contains(body.Vertical.Samples, sample) }
	if slices.ContainsFunc(ask.samples, other) {
		fmt.Fprintf(notes(cmd), "it was begun from %s; the sample pages of this command do not count\n", printable(strings.Join(body.Vertical.Samples, " ")))
	}
	if ask.priority != r.Priority {
		fmt.Fprintf(notes(cmd), "its priority is %d, and stays so\n", r.Priority)
	}
	if !slices.Equal(ask.order, body.Args) {
		fmt.Fprintf(notes(cmd), "it goes on as it was begun, with %s; what this command asks for instead does not count: verde cancel --run %s ends it\n", printable(strings.Join(body.Args, " ")), r.Name)
	}
	return v, nil
}

// verticalIn is the vertical of a run in the database, which it keeps in the folder.
func (x *exploration) verticalIn(r cluster.Run) (*vertical.Vertical, error) {
	body, err := bodyOf(r)
	if err != nil {
		return nil, err
	}
	if body.Vertical == nil {
		return nil, fmt.Errorf("run %s has no vertical", r.Name)
	}
	return body.Vertical, body.Vertical.Save(x.verticalFile())
}

// bodyOf is what those who begin a run have said.
func bodyOf(r cluster.Run) (body sharedRun, err error) {
	if err := json.Unmarshal(r.Body, &body); err != nil {
		return body, fmt.Errorf("run %s: it was begun by another version of verde: %w", r.Name, err)
	}
	return body, nil
}

// attend works on runs until one has ended, and tells how far that is.
func (s *sharing) attend(ctx context.Context, run string) error {
	within, cancel := context.WithCancel(ctx)
	defer cancel()
	worked := make(chan error, 1)
	go func() {
		worked <- s.worker.Work(within)
		cancel() // without it nobody may be left to work
	}()
	told := ""
	err := s.db.Watch(within, run, func(state string, rounds []cluster.Round) bool {
		if text := cluster.Progress(rounds); text != told {
			told = text
			fmt.Fprintln(notes(s.cmd), text)
		}
		return state == cluster.Running
	})
	cancel()
	switch ended := <-worked; {
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case ended != nil:
		return fmt.Errorf("working on run %s, with which others go on and the same command: %w", run, ended)
	}
	return err
}
