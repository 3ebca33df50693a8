package serve

import (
	"encoding/json"
	"errors"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/google/renameio/v2/maybe"

	"verde/runs"
	"verde/watch"
)

// watchFile is the file in a run's folder with the order of the last watch that this server
// started.
const watchFile = "watch.order.json"

// watchOrder is how a run is kept fresh.
type watchOrder struct {
	Hours     int  `json:"hours"`         // from the beginning of one turn to that of the next
	Downloads int  `json:"max_downloads"` // pages fetched of a site at most in searching it for new ones
	Rounds    int  `json:"rounds"`        // rounds of queries for new sites at most
	Tell      bool `json:"tell"`          // what changed, to whom the server was started with
}

// usualWatch has the defaults of "verde watch".
var usualWatch = watchOrder{Hours: 24, Downloads: 2000, Rounds: 1, Tell: true}

func readWatch(dir string) (o watchOrder, err error) {
	data, err := os.ReadFile(filepath.Join(dir, watchFile))
	if errors.Is(err, fs.ErrNotExist) {
		return usualWatch, nil
	}
	if err == nil {
		err = json.Unmarshal(data, &o)
	}
	return o, err
}

func (o watchOrder) write(dir string) error {
	data, err := json.Marshal(o)
	if err != nil {
		return err
	}
	return maybe.WriteFile(filepath.Join(dir, watchFile), append(data, '\n'), 0o644)
}

// watching is how a run is being kept fresh.
type watching struct {
	Here   bool        `json:"here"` // this server does it
	Doing  string      `json:"doing,omitempty"`
	Failed string      `json:"failed,omitempty"` // why the last watch from here has ended
	Order  watchOrder  `json:"order"`
	Last   watch.State `json:"last"`
	Next   time.Time   `json:"next,omitzero"` // turn, if this server does it
	Untold int         `json:"untold"`        // reports that somebody has not taken yet
	Log    string      `json:"-"`
	Tells  []string    `json:"-"` // whom the server tells
}

func (s *Server) watching(run *run) (*watching, error) {
	st := s.opt.Steering
	if st == nil || st.Watches == nil || run.Dir == "" {
		return nil, nil
	}
	w := &watching{Tells: st.Tells}
	var err error
	if w.Order, err = readWatch(run.Dir); err != nil {
		return nil, err
	}
	if w.Last, err = watch.Load(filepath.Join(run.Dir, "watch.json")); err != nil {
		return nil, err
	}
	for _, reports := range w.Last.Untold {
		w.Untold += len(reports)
	}
	state, err := st.Watches.State(run.Dir)
	if err != nil {
		return nil, err
	}
	w.Here, w.Log = state.Here, state.Log
	if state.Outcome.Err != nil && !state.Paused {
		w.Failed = state.Outcome.Err.Error()
	}
	switch {
	case w.Here && w.Last.UnderWay():
		w.Doing = "a turn is under way"
	case w.Here:
		w.Doing, w.Next = "it waits for its next turn", w.Last.Next(time.Duration(w.Order.Hours)*time.Hour, s.now())
	}
	return w, nil
}

// watched reports whether this server watches the run.
func (s *Server) watched(run *run) bool {
	if s.opt.Steering == nil || s.opt.Steering.Watches == nil || run.Dir == "" {
		return false
	}
	state, err := s.opt.Steering.Watches.State(run.Dir)
	return err == nil && state.Here
}

// watchOf reads a form as how a run is to be kept fresh.
func watchOf(r *http.Request) (o watchOrder, err error) {
	for _, f := range []struct {
		name        string
		least, most int
		to          *int
	}{{"hours", 1, 24 * 365, &o.Hours}, {"max-downloads", 0, 1_000_000, &o.Downloads}, {"rounds", 0, 100, &o.Rounds}} {
		text := strings.TrimSpace(r.PostForm.Get(f.name))
		n, err := strconv.Atoi(text)
		if err != nil || n < f.least || n > f.most {
			return o, badAsk("%s: %q is no number from %d to %d", f.name, cut(text, 40), f.least, f.most)
		}
		*f.to = n
	}
	o.Tell = r.PostForm.Get("tell") != ""
	return o, nil
}

// args are what "verde watch" is told.
func (o watchOrder) args(tell []string) []string {
	args := []string{"--every=" + strconv.Itoa(o.Hours) + "h", "--max-downloads=" + strconv.Itoa(o.Downloads), "--rounds=" + strconv.Itoa(o.Rounds)}
	if o.Tell {
		args = slices.Concat(args, tell)
	}
	return args
}

var errNoWatch = &conflictError{"this server keeps no run fresh"}

func (s *Server) startWatch(run *run, r *http.Request) (string, error) {
	st := s.opt.Steering
	if st.Watches == nil || run.Dir == "" {
		return "", errNoWatch
	}
	o, err := watchOf(r)
	if err != nil {
		return "", err
	}
	if err := st.Watches.Start(run.Dir, o.args(st.Tell)); errors.Is(err, runs.ErrUnderWay) {
		return "", &conflictError{"the run is kept fresh already: stop that first"}
	} else if err != nil {
		return "", err
	}
	return address(run, "", nil), o.write(run.Dir)
}

// stopWatch stops a watch at once; a turn that is under way goes on with the next one.
func (s *Server) stopWatch(run *run, _ *http.Request) (string, error) {
	if s.opt.Steering.Watches == nil {
		return "", errNoWatch
	}
	if !s.watched(run) {
		return "", &conflictError{"this server does not keep the run fresh"}
	}
	return address(run, "", nil), s.opt.Steering.Watches.Pause(run.Dir)
}
