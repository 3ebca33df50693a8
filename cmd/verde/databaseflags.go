package main

import (
	"context"
	"errors"
	"math"
	"os"

	"github.com/spf13/cobra"

	"verde/catalog"
	"verde/internal/cluster"
)

// databaseFlags name what machines share.
type databaseFlags struct {
	database string
	archive  string
	memory   memory // that the process may take
}

// databaseVariable is where the address of the database is taken from if no flag has it:
// a password on a command line is seen by all.
const databaseVariable = "VERDE_DATABASE"

// addDatabase adds the flag of the database; fallback is what else names it, said in words.
func (f *databaseFlags) addDatabase(cmd *cobra.Command, fallback string) {
	cmd.Flags().StringVar(&f.database, "database", "", "`address` of a PostgreSQL database that machines share, as postgres://user@host/name"+fallback)
}

// byVariable is the fallback of commands that are of shared runs alone.
const byVariable = " (default $" + databaseVariable + ")"

func (f *databaseFlags) add(cmd *cobra.Command, fallback string) {
	f.addDatabase(cmd, fallback)
	f.addArchive(cmd)
}

func (f *databaseFlags) addArchive(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.archive, "archive", "", "`bucket` for pages that machines share: s3://name?endpoint=https://... or file:///folder")
}

// ofRun makes a command one about a run in a database; fallback is the run if none is named.
func (f *databaseFlags) ofRun(cmd *cobra.Command, fallback, usage string, do func(db *cluster.Database, run string) error) {
	var run string
	f.addDatabase(cmd, byVariable)
	cmd.Flags().StringVar(&run, "run", fallback, usage)
	cmd.RunE = func(*cobra.Command, []string) error {
		db, err := f.connect(cmd)
		if err != nil {
			return err
		}
		defer db.Close()
		return do(db, run)
	}
}

// connect opens the database.
func (f *databaseFlags) connect(cmd *cobra.Command) (*cluster.Database, error) {
	if err := f.have(); err != nil {
		return nil, err
	}
	return cluster.Connect(cmd.Context(), f.database, newLog(cmd, cmd.ErrOrStderr()))
}

func (f *databaseFlags) have() error {
	if f.database == "" {
		f.database = os.Getenv(databaseVariable)
	}
	if f.database == "" {
		return usagef("--database is missing: give the address of the database that machines share, as postgres://user@host/name")
	}
	return nil
}

// options are those of every process that works on shared runs.
func (f *databaseFlags) options(cmd *cobra.Command) cluster.Options {
	most := f.memory
	if most == 0 {
		most = thisMemory()
	}
	return cluster.Options{Version: thisVersion().Version, Memory: int64(min(most, math.MaxInt64)), Log: newLog(cmd, cmd.ErrOrStderr())}
}

// alone does something to a run that is not under way, and its catalog, while no other
// process opens or closes a round of it or does the same; in a folder the file's lock is
// enough for that.
func (f *databaseFlags) alone(cmd *cobra.Command, run string, c *catalog.Catalog, do func(context.Context) error) error {
	if f.database == "" {
		return do(cmd.Context())
	}
	db, err := f.connect(cmd)
	if err != nil {
		return err
	}
	defer db.Close()
	return cluster.NewWorker(db, f.options(cmd)).Step(cmd.Context(), run, c, do)
}

// noRun makes a name that is no run's wrong usage, and what a run that is under way does
// not bear.
func noRun(err error) error {
	if errors.Is(err, cluster.ErrNoRun) {
		return usagef("%w: give the name that it was begun with to --run", err)
	}
	if errors.Is(err, cluster.ErrRunning) {
		return usagef("%w", err)
	}
	return err
}
