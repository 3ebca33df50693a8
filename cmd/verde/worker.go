package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"verde/internal/cluster"
)

func newMigrate() *cobra.Command {
	var f databaseFlags
	cmd := &cobra.Command{
		Use:   "migrate",
		Short: "Prepare a PostgreSQL database for runs that machines share",
		Long: `Migrate makes the tables that machines share in a PostgreSQL database (15 or later),
or brings those of an earlier version to this one. It may be run again. Each run has
a schema of its own there, which is made, or brought to this version, when it is opened.
` + exitHelp,
		Example: "  verde migrate --database postgres://verde@db.example/verde",
		Args:    noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := f.have(); err != nil {
				return err
			}
			return cluster.Migrate(cmd.Context(), f.database, newLog(cmd, cmd.ErrOrStderr()))
		},
	}
	f.addDatabase(cmd, byVariable)
	return cmd
}

func newWorker() *cobra.Command {
	var f databaseFlags
	var sites int
	var lease time.Duration
	cmd := &cobra.Command{
		Use:   "worker",
		Short: "Work on the sites of runs that machines share",
		Long: `Worker opens rounds, reads sites and closes rounds of all runs in a database, whoever
has begun them, until it is stopped: then it ends the sites under way, or leaves them
to others after half a minute. Any number of machines may do so. A site is read by one
of them at a time, and the rests between requests hold for all.

What a process that dies leaves is done by another one. A page that kills its reader
fails alone: its site is given up after five attempts.
` + exitHelp,
		Example: "  verde worker --database postgres://verde@db.example/verde --archive 's3://verde?endpoint=https://s3.example&use_path_style=true'",
		Args:    noArgs,
		RunE: func(cmd *cobra.Command, _ []string) (err error) {
			s, err := f.open(cmd, sites, lease)
			if err != nil {
				return err
			}
			defer func() { err = errors.Join(err, s.close()) }()
			fmt.Fprintf(notes(cmd), "worker %s: %s at a time\n", s.worker.ID(), counted(sites, "site"))
			return s.worker.Work(cmd.Context())
		},
	}
	f.add(cmd, byVariable)
	countVar(cmd.Flags(), &sites, "sites", 8, 1, "sites worked on at a time")
	cmd.Flags().Var(&f.memory, "memory", "what the process may take, as 8GB: a round of a larger run is opened and closed by others (default what GOMEMLIMIT, the container or the machine has)")
	durationVar(cmd.Flags(), &lease, "lease", cluster.DefaultLease, cluster.LeastLease, "how long a worker may be silent before others take over, from 2s; the same for all")
	return cmd
}

// runStatus is what status tells of a run.
type runStatus struct {
	Run     string                `json:"run"`
	State   string                `json:"state"`
	Error   string                `json:"error,omitempty"`
	Rounds  []cluster.Round       `json:"rounds"`
	Workers []cluster.WorkerState `json:"workers"`
	Queues  map[string]int        `json:"queues"`
	Hosts   []cluster.HostState   `json:"hosts"`
}

func newRunStatus() *cobra.Command {
	var f databaseFlags
	cmd := &cobra.Command{
		Use:   "status",
		Short: "Tell how far runs that machines share are, and who works on them",
		Long: `Status tells of the runs in a database: how far each is, the jobs that wait, the workers,
and the sites that somebody has or that asked to be left alone. With --run it tells of one,
round by round. --json gives one object.
` + exitHelp,
		Example: "  verde status --database postgres://verde@db.example/verde\n  verde status --run books --database postgres://verde@db.example/verde",
		Args:    noArgs,
	}
	f.ofRun(cmd, "", "`name` of the run (default all)", func(db *cluster.Database, run string) error {
		if run == "" {
			return statusOfAll(cmd, db)
		}
		return statusOf(cmd, db, run)
	})
	return cmd
}

// statusOfAll tells of all that machines share.
func statusOfAll(cmd *cobra.Command, db *cluster.Database) error {
	o, err := db.Overview(cmd.Context())
	if err != nil {
		return err
	}
	if on(cmd.Flags(), "json") {
		return json.NewEncoder(cmd.OutOrStdout()).Encode(o)
	}
	w := tabwriter.NewWriter(cmd.OutOrStdout(), 0, 0, 2, ' ', 0)
	for _, r := range o.Runs {
		progress := ""
		if r.Round > 0 {
			progress = cluster.Progress([]cluster.Round{{Round: r.Round, Sites: r.Sites, Open: r.Open, Ended: r.Ended}})
		}
		fmt.Fprintf(w, "run\t%s: %s\n", r.Name, stateOf(r.State, r.Error, progress))
	}
	for _, q := range o.Queues {
		fmt.Fprintf(w, "queue %s\t%d waiting, %d running, %d for later, %d to be tried again\n", q.Queue, q.Waiting, q.Running, q.Scheduled, q.Failed)
	}
	printMachines(w, o.Workers, o.Hosts)
	return w.Flush()
}

// stateOf says the state of a run, with what there is to say about it.
func stateOf(state, failure, progress string) string {
	for _, more := range []string{progress, printable(failure)} {
		if more != "" {
			state += ", " + more
		}
	}
	return state
}

// statusOf tells of a run.
func statusOf(cmd *cobra.Command, db *cluster.Database, run string) error {
	ctx := cmd.Context()
	r, err := db.Run(ctx, run)
	if err != nil {
		return noRun(err)
	}
	st := runStatus{Run: r.Name, State: r.State, Error: r.Error}
	var errs [4]error
	st.Rounds, errs[0] = db.Rounds(ctx, run)
	st.Workers, errs[1] = db.Workers(ctx)
	st.Queues, errs[2] = db.Queues(ctx, run)
	st.Hosts, errs[3] = db.Hosts(ctx)
	if err := errors.Join(errs[:]...); err != nil {
		return err
	}
	if on(cmd.Flags(), "json") {
		return json.NewEncoder(cmd.OutOrStdout()).Encode(st)
	}
	return st.print(cmd)
}

// print writes the status for people.
func (st *runStatus) print(cmd *cobra.Command) error {
	w := tabwriter.NewWriter(cmd.OutOrStdout(), 0, 0, 2, ' ', 0)
	fmt.Fprintf(w, "run\t%s: %s\n", st.Run, stateOf(st.State, st.Error, ""))
	for _, r := range st.Rounds {
		state := "open"
		if r.Ended {
			state = "closed"
		}
		fmt.Fprintf(w, "round %d\t%s settled, %s\n", r.Round, of(r.Sites-r.Open, r.Sites, "site"), state)
	}
	for _, k := range []string{"available", "running", "scheduled", "retryable"} {
		fmt.Fprintf(w, "jobs %s\t%d\n", k, st.Queues[k])
	}
	printMachines(w, st.Workers, st.Hosts)
	return w.Flush()
}

// printMachines writes who works, and which sites somebody has.
func printMachines(w io.Writer, workers []cluster.WorkerState, hosts []cluster.HostState) {
	for _, x := range workers {
		silent := ""
		if x.Silent {
			silent = ": silent, others do its sites"
		}
		fmt.Fprintf(w, "worker\t%s, verde %s, %s, seen %s ago%s\n", x.ID, x.Version, counted(x.Sites, "site"), span(time.Duration(x.Seen*float64(time.Second))), silent)
	}
	for _, h := range hosts {
		fmt.Fprintf(w, "site %s\t%s\n", printable(h.Site), printable(h.String()))
	}
}

func newCancel() *cobra.Command {
	var f databaseFlags
	var remove bool
	cmd := &cobra.Command{
		Use:   "cancel",
		Short: "End a run that machines share, or delete it",
		Long: `Cancel ends a run in a database: no site of it is begun any more, and those under way
are stopped. What was stored stays, and the command that began the run goes on with it.

With --delete a run that has ended is deleted: its catalog, what was decided of it and the
index of its pages at once, and its pages in the bucket by a worker a day after they were
stored. The folder of the command that began it stays; without it, too, the name is free.
` + exitHelp,
		Example: "  verde cancel --run books --database postgres://verde@db.example/verde",
		Args:    noArgs,
	}
	f.ofRun(cmd, usualRun, "`name` of the run", func(db *cluster.Database, run string) error {
		if remove {
			return noRun(db.Delete(cmd.Context(), run))
		}
		return noRun(db.Cancel(cmd.Context(), run))
	})
	cmd.Flags().BoolVar(&remove, "delete", false, "delete a run that has ended, with all that it has")
	return cmd
}
