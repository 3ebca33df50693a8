package serve

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"verde/catalog"
	"verde/fetch"
	"verde/internal/cluster"
	"verde/report"
	"verde/runs"
	"verde/steering"
	"verde/vertical"
)

// Shared are the runs in a database that machines share.
type Shared struct {
	Database *cluster.Database
	// Pages opens the pages that a run has read, and asks nobody for others; nil for a
	// server that has no way to the bucket.
	Pages func(context.Context, cluster.Run) (*fetch.Client, error)
	// Options are those of the process when it makes a run's entities anew.
	Options cluster.Options
}

// shownShared bounds the runs in a database that are shown: those under way and the last
// ones that were begun. Each takes a few connections while somebody looks at it.
const shownShared = 20

// shared is where a run lies that machines share.
type shared struct {
	*Shared
	name string
}

func (s *shared) String() string { return s.name + " in the database" }

func (s *shared) open(ctx context.Context) (*catalog.Catalog, error) {
	return s.Database.Catalog(ctx, s.name)
}

// replaced implements place: the catalog that is open is whatever the database has.
func (s *shared) replaced() bool { return false }

func (s *shared) standing(ctx context.Context) (standing, error) {
	r, err := s.Database.Run(ctx, s.name)
	if err != nil {
		return standing{}, err
	}
	rounds, err := s.Database.Rounds(ctx, s.name)
	if err != nil {
		return standing{}, err
	}
	st := standing{Status: runs.Stopped, Failed: r.Error, Changed: r.Created}
	switch r.State {
	case cluster.Running:
		st.Status, st.Doing = runs.UnderWay, "machines work on it: "+cluster.Progress(rounds)
	case cluster.Done:
		st.Status = runs.Ended
	}
	st.Stamp = fmt.Sprintln(r.State, r.Epoch, r.Error, rounds)
	for _, o := range rounds {
		if o.Closed.After(st.Changed) {
			st.Changed = o.Closed
		}
	}
	for _, name := range []string{steering.SitesFile, steering.MatchingFile, steering.QueriesFile} {
		at, err := s.lists()(name).Changed(ctx)
		if err != nil {
			return standing{}, err
		}
		st.Stamp += at.String()
	}
	return st, nil
}

func (s *shared) summary(ctx context.Context, into *report.Report, v *vertical.Vertical) error {
	r, err := s.Database.Run(ctx, s.name)
	if err != nil {
		return err
	}
	if r.Report != nil {
		err = json.Unmarshal(r.Report, into)
	}
	body := struct{ Vertical *vertical.Vertical }{v}
	if err = errors.Join(err, json.Unmarshal(r.Body, &body)); err != nil {
		return fmt.Errorf("run %s: %w", s.name, err)
	}
	return nil
}

func (s *shared) lists() steering.Lists { return s.Database.Decisions(s.name) }

// archive implements place: each page is looked for in the index that there is then.
func (s *shared) archive(before *fetch.Client, _ string) (*fetch.Client, string, error) {
	if before != nil {
		return before, "", nil
	}
	if s.Pages == nil {
		return nil, "", notFound("this server has no way to the pages of runs that machines share: start it with --archive")
	}
	ctx, cancel := context.WithTimeout(context.Background(), archiveWithin)
	defer cancel()
	r, err := s.Database.Run(ctx, s.name)
	if err != nil {
		return nil, "", err
	}
	pages, err := s.Pages(ctx, r)
	return pages, "", err
}

// archiveWithin is how long the database may take to tell of a run.
const archiveWithin = 10 * time.Second

func (s *shared) alone(ctx context.Context, c *catalog.Catalog, do func(context.Context) error) error {
	err := cluster.NewWorker(s.Database, s.Options).Step(ctx, s.name, c, do)
	if errors.Is(err, cluster.ErrRunning) {
		err = &conflictError{err.Error()}
	}
	return err
}

// resume begins the run again as it was begun before, unless it is under way.
func (s *shared) resume(ctx context.Context) error {
	r, err := s.Database.Run(ctx, s.name)
	if err != nil {
		return err
	}
	begun, err := s.Database.Begin(ctx, r)
	if err == nil && !begun {
		err = &conflictError{"the run is under way"}
	}
	return err
}
