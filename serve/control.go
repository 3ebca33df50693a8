package serve

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"strconv"
	"strings"

	"verde/runs"
	"verde/steering"
)

// control is the state of a run, with the actions that are possible.
type control struct {
	runs.State
	Doing  string   // its current activity, "" if unknown
	Sites  []string // its activity on each site, that of the longest first
	Left   string   // estimated remaining time, "" if unknown
	CanGo  bool     // this server can resume it
	CanEnd bool     // of a run that machines share: they can be told to end it
	Sized  bool     // new limits can be given when it is resumed
	Why    string   // why it can't be resumed
	Failed string   // error of its last start by this server
}

// shownSites bounds the sites in control.Sites.
const shownSites = 5

func (s *Server) control(ctx context.Context, run *run) (*control, error) {
	c := new(control)
	if run.Dir == "" || s.opt.Steering == nil {
		st, err := run.standing(ctx)
		c.Status, c.Doing, c.Failed = st.Status, st.Doing, st.Failed
		if run.Dir == "" {
			c.CanEnd = c.Status == runs.UnderWay
			c.CanGo = !c.CanEnd
		}
		return c, err
	}
	c.Sized = true
	var err error
	if c.State, err = s.opt.Steering.Runs.State(run.Dir); err != nil {
		return nil, err
	}
	switch {
	case c.Here:
		c.Doing, c.Left = c.View.Doing(), c.View.Left.String()
		for i, site := range c.View.Sites {
			if i < shownSites {
				c.Sites = append(c.Sites, site.Name+": "+site.Doing())
			}
		}
	case c.Status == runs.UnderWay:
		if c.Why = runs.ErrElsewhere.Error(); s.watched(run) {
			c.Why = turnUnderWay
		}
	default:
		if c.Why, err = whyNot(run.Dir); err != nil {
			return nil, err
		}
		c.CanGo = c.Why == ""
		if c.Outcome.Err != nil {
			c.Failed = c.Outcome.Err.Error()
		}
	}
	return c, nil
}

// whyNot says why a run that is not under way can't be resumed by this server, "" if it
// can.
func whyNot(dir string) (string, error) {
	order, err := runs.ReadOrder(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "To go on with it, give the command that began it once more: its folder does not say what it was asked.", nil
	case err != nil:
		return "", err
	}
	if err := order.Repeatable(); err != nil {
		return err.Error(), nil
	}
	return "", nil
}

// waiting says whether decisions of a person are not yet applied to a run's catalog.
type waiting struct {
	Now   bool // some can be applied at once
	Round bool // some need another round
	Idle  bool // the run is not under way
	CanGo bool // and can be resumed
}

func (r *run) waiting(ctx context.Context, now, round bool) (waiting, error) {
	w := waiting{Now: now, Round: round}
	if !now && !round {
		return w, nil
	}
	st, err := r.standing(ctx)
	if w.Idle = st.Status != runs.UnderWay; err != nil || !w.Idle {
		return w, err
	}
	if r.Dir == "" {
		w.CanGo = true
		return w, nil
	}
	why, err := whyNot(r.Dir)
	w.CanGo = why == ""
	return w, err
}

// stamp is a text that changes whenever there is something new to show of a run.
func (s *Server) stamp(ctx context.Context, run *run) string {
	if run.lost != nil {
		return ""
	}
	st, err := run.standing(ctx)
	out := st.Stamp
	if err != nil {
		out = err.Error()
	}
	if run.Dir == "" || s.opt.Steering == nil {
		return out
	}
	state, err := s.opt.Steering.Runs.State(run.Dir)
	if err != nil {
		return out
	}
	if w, err := s.watching(run); err == nil && w != nil {
		out += fmt.Sprint(w.Here, w.Doing, w.Failed, w.Last.Ended, len(w.Log))
	}
	for i, site := range state.View.Sites {
		if i < shownSites {
			out += site.Name + site.Doing()
		}
	}
	return fmt.Sprintf("%s %s %v %s %s %s %d", out, state.Status, state.Here, state.Stopping, state.View.Doing(), state.View.Left, len(state.Log))
}

// size is a field of a form that is a number, as a flag of "verde explore".
type size struct {
	Field, Label, Hint string
	Most               int
}

// sizes are how large a run may become.
var sizes = []size{
	{"rounds", "rounds of queries", "3", 100},
	{"instances", "queries a round", "30", 10_000},
	{"max-result-pages", "calls of the engine", "no bound; of a paid engine 100", 1_000_000},
	{"max-pages", "pages read of one site", "5000", 1_000_000},
}

// sizesOf reads the sizes of a form as flags; empty ones are left as they are.
func sizesOf(r *http.Request) (flags []string, err error) {
	for _, f := range sizes {
		text := strings.TrimSpace(r.PostForm.Get(f.Field))
		if text == "" {
			continue
		}
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 || n > f.Most {
			return nil, badAsk("%s: %q is no number from 1 to %d", f.Label, cut(text, 40), f.Most)
		}
		flags = append(flags, "--"+f.Field+"="+strconv.Itoa(n))
	}
	return flags, nil
}

// unmatched reports the decisions on records, columns or values since the last integration.
func (r *run) unmatched(ctx context.Context) (waiting, error) {
	last, integrated, err := r.catalog.Integrated(ctx)
	if err != nil {
		return waiting{}, err
	}
	changed, err := r.lists()(steering.MatchingFile).Changed(ctx)
	if err != nil {
		return waiting{}, err
	}
	return r.waiting(ctx, integrated && changed.After(last.At), false)
}
