package serve

import (
	"context"
	"net/http"
	"slices"
	"time"

	"verde/runs"
)

// open adds the run of a folder to those that are shown, in place of one that was there
// and is gone.
func (s *Server) open(ctx context.Context, dir string) (*run, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	var names []string
	for _, r := range s.runs {
		if !r.gone() {
			names = append(names, r.Name)
		}
	}
	var started *runs.Runs
	if s.opt.Steering != nil {
		started = s.opt.Steering.Runs
	}
	place, name, err := folderAt(dir, started)
	if err != nil {
		return nil, err
	}
	r, err := openRun(ctx, name, place, names)
	if err != nil {
		return nil, err
	}
	for i, o := range s.runs {
		if p, ok := o.place.(*folder); !ok || p.path != place.path {
			continue
		}
		if !o.gone() { // somebody has looked at it since it is there
			return o, r.close()
		}
		r.Name = o.Name
		s.runs = slices.Delete(slices.Clone(s.runs), i, i+1)
		err = o.close()
		break
	}
	s.runs = append(s.runs, r)
	return r, err
}

// drop closes a run and shows it no more. There may be none.
func (s *Server) drop(r *run) error {
	if r == nil {
		return nil
	}
	s.mu.Lock()
	s.runs = slices.DeleteFunc(slices.Clone(s.runs), func(o *run) bool { return o == r })
	s.mu.Unlock()
	return r.close()
}

// all gives the runs that are shown, in the current state of their folders: a run whose
// folder is gone is closed, and one that was put in its place is opened. One request does
// this; others meanwhile get the runs as they were. Cost: a look at each catalog's file, and
// once a second a query to the database.
func (s *Server) all() []*run {
	s.mu.RLock()
	out, changed := slices.Clone(s.runs), s.opt.Shared != nil || slices.ContainsFunc(s.runs, (*run).changedHands)
	s.mu.RUnlock()
	if !changed || !s.reopening.TryLock() {
		return out
	}
	defer s.reopening.Unlock()
	s.findShared()
	for _, r := range out {
		if r.changedHands() {
			s.replace(r, r.again(context.Background()))
		}
	}
	s.mu.RLock()
	defer s.mu.RUnlock()
	return slices.Clone(s.runs)
}

// findShared updates the runs of the database. While it does not answer, the earlier ones
// stay. The caller holds s.reopening.
func (s *Server) findShared() {
	if s.opt.Shared == nil || s.now().Sub(s.sharedAt) < lookEvery {
		return
	}
	s.sharedAt = s.now()
	ctx, cancel := context.WithTimeout(context.Background(), archiveWithin)
	defer cancel()
	names, err := s.opt.Shared.Database.Names(ctx, shownShared)
	if err != nil && !s.away {
		s.opt.Log.Warn("the database does not tell which runs there are", "error", err)
	}
	if s.away = err != nil; s.away {
		return
	}
	shown := make(map[string]*run)
	var taken []string
	s.mu.RLock()
	for _, r := range s.runs {
		taken = append(taken, r.Name)
		if p, ok := r.place.(*shared); ok {
			shown[p.name] = r
		}
	}
	s.mu.RUnlock()
	for _, name := range names {
		if shown[name] == nil {
			s.show(ctx, &shared{s.opt.Shared, name}, name, taken)
		}
		delete(shown, name)
	}
	for _, r := range shown { // they are no more, or others are later
		if err := s.drop(r); err != nil {
			s.opt.Log.Warn("closing a run that is shown no more", "run", r.Name, "error", err)
		}
	}
}

// show adds a run to those that are shown, even if it can't be opened.
func (s *Server) show(ctx context.Context, p place, name string, taken []string) {
	r, err := openRun(ctx, name, p, taken)
	if err != nil {
		r.catalog, r.lost, r.tried = nil, err, time.Now()
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.runs = append(slices.Clone(s.runs), r)
}

// replace shows the run now in place of before, and closes before. If before is no longer
// shown, now is closed instead.
func (s *Server) replace(before, now *run) {
	s.mu.Lock()
	i := slices.Index(s.runs, before)
	if i < 0 {
		before = now
	} else {
		s.runs = slices.Clone(s.runs)
		s.runs[i] = now
	}
	s.mu.Unlock()
	if err := before.close(); err != nil {
		s.opt.Log.Warn("closing a run that is shown no more", "run", before.Name, "error", err)
	}
}

func (s *Server) run(r *http.Request) (*run, error) {
	for _, run := range s.all() {
		switch {
		case run.Name != r.PathValue("run"):
		case run.lost != nil:
			return nil, run.lost
		default:
			run.warm()
			return run, nil
		}
	}
	return nil, notFound("there is no run of this name")
}
