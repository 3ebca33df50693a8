package serve

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"net/http"
	"time"
)

// Intervals of server-sent events.
const (
	lookEvery = time.Second      // between two looks at the run's files
	tellEvery = 15 * time.Second // between two comments that keep the connection alive
)

// state is a digest of the run's stamp: it differs when the run has changed.
func (s *Server) state(ctx context.Context, run *run) string { return digest(s.stamp(ctx, run)) }

// stateOfAll is a digest of all runs: it differs when one has changed, was added or is gone.
func (s *Server) stateOfAll(ctx context.Context) string {
	out := ""
	for _, run := range s.all() {
		out += fmt.Sprintf("%v\n%v\n%s\n", run.place, run.lost, s.stamp(ctx, run))
	}
	return digest(out)
}

func digest(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:8])
}

// events sends the changes of a run as server-sent events.
func (s *Server) events(w http.ResponseWriter, r *http.Request) {
	run, err := s.run(r)
	if err != nil {
		http.Error(w, err.Error(), http.StatusNotFound)
		return
	}
	s.tell(w, r, func() string { return s.state(r.Context(), run) })
}

// tell sends a server-sent event whenever the state differs from that of the page that the
// browser has (parameter state). So changes before the connection, or while it was broken,
// are noticed too.
func (s *Server) tell(w http.ResponseWriter, r *http.Request, state func() string) {
	w.Header().Set("Content-Type", "text/event-stream")
	out := http.NewResponseController(w)
	if err := out.SetWriteDeadline(time.Time{}); err != nil && !errors.Is(err, http.ErrNotSupported) {
		return
	}
	before, told := cmp.Or(r.FormValue("state"), state()), s.now()
	fmt.Fprint(w, "retry: 3000\n\n")
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	for out.Flush() == nil {
		select {
		case <-r.Context().Done():
			return
		case <-tick.C:
		}
		switch now := state(); {
		case now != before:
			before, told = now, s.now()
			fmt.Fprintf(w, "event: changed\ndata: %s\n\n", news)
		case s.now().Sub(told) >= tellEvery:
			told = s.now()
			fmt.Fprint(w, ": still here\n\n")
		}
	}
}

// news is shown on a page that has changed but is not reloaded by itself, since a person may be
// filling in its form.
const news = `This has changed since. <a href="">Show it as it is now</a>`
