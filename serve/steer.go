package serve

import (
	"context"
	"errors"
	"io/fs"
	"net/http"
	"slices"
	"time"

	"verde"
	"verde/integrate"
	"verde/runs"
	"verde/vertical"
)

// Steering is what a server may do beside showing.
type Steering struct {
	Runs *runs.Runs // that are started from here
	Args []string   // of "verde explore", for every new run before those of its form
	Home string     // folder that new runs get their folders in

	// Watches keep runs fresh by "verde watch", whose flags for whom to tell are Tell; Tells
	// say the same to people. A form names no command and no address: who may send forms
	// need not be who may run programs here. nil for none.
	Watches *runs.Runs
	Tell    []string
	Tells   []string

	// Look fetches a page that a run may be started from, see [vertical.LookAt].
	Look func(ctx context.Context, url string) (vertical.Look, error)
}

// action does what a form asks for, and gives the address to redirect to.
type action func(run *run, r *http.Request) (to string, err error)

// addActions serves the requests that change something: forms of pages, and the same actions
// for programs.
func (s *Server) addActions(mux *http.ServeMux) {
	for pattern, do := range map[string]action{
		"pause":             s.pause,
		"end":               s.end,
		"resume":            s.resume,
		"integrate":         integrateNow,
		"queries":           askMore,
		"sources/{site}":    decideSite,
		"matching":          decideMatching,
		"matching/withdraw": withdrawMatching,
		"watch":             s.startWatch,
		"watch/stop":        s.stopWatch,
		"labels":            answerLabel,
		"labels/train":      trainModel,
	} {
		mux.HandleFunc("POST /runs/{run}/"+pattern, unhurried(s.form(do)))
		mux.HandleFunc("POST /api/v1/runs/{run}/"+pattern, unhurried(s.command(do)))
	}
	mux.HandleFunc("GET /new", s.page(s.showNew))
	mux.HandleFunc("POST /new", unhurried(s.startFromForm))
	mux.HandleFunc("POST /api/v1/runs", unhurried(s.answer(s.startFromProgram)))
}

// form runs an action for a page, and redirects to a page that shows its result.
func (s *Server) form(do action) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		err := s.mine(w, r)
		var run *run
		if err == nil {
			run, err = s.run(r)
		}
		to := ""
		if err == nil {
			to, err = do(run, r)
		}
		if err != nil {
			s.page(func(*http.Request) (*Page, error) { return &Page{Run: run}, err })(w, r)
			return
		}
		http.Redirect(w, r, to, http.StatusSeeOther)
	}
}

// command runs an action for a program, which sends the form's fields as a JSON object of
// strings, or lists of strings. A page of another site can't send this content type without
// a preflight request.
func (s *Server) command(do action) http.HandlerFunc {
	return s.answer(func(r *http.Request) (any, error) {
		if err := s.readJSON(r); err != nil {
			return nil, err
		}
		run, err := s.run(r)
		if err != nil {
			return nil, err
		}
		if _, err := do(run, r); err != nil {
			return nil, err
		}
		return runForAPI(run, r)
	})
}

const turnUnderWay = "a turn that keeps the run fresh is under way: wait for its end, or stop it"

func (s *Server) pause(run *run, _ *http.Request) (string, error) {
	if run.Dir == "" {
		return "", &conflictError{"machines share the run, and don't pause: end it, and go on with it later"}
	}
	return address(run, "", nil), s.opt.Steering.Runs.Pause(run.Dir)
}

func (s *Server) end(run *run, r *http.Request) (string, error) {
	if p, ok := run.place.(*shared); ok {
		return address(run, "", nil), p.Database.Cancel(r.Context(), p.name)
	}
	return address(run, "", nil), s.opt.Steering.Runs.End(run.Dir)
}

// resume resumes a run by its order, with the limits that the form has.
func (s *Server) resume(run *run, r *http.Request) (string, error) {
	if p, ok := run.place.(*shared); ok {
		return address(run, "", nil), p.resume(r.Context())
	}
	order, err := runs.ReadOrder(run.Dir)
	if errors.Is(err, fs.ErrNotExist) {
		return "", runs.ErrNoOrder
	} else if err != nil {
		return "", err
	}
	if err := order.Repeatable(); err != nil {
		return "", &conflictError{err.Error()}
	}
	sizes, err := sizesOf(r)
	if err != nil {
		return "", err
	}
	model, err := modelFlags(run, r)
	if err != nil {
		return "", err
	}
	err = s.opt.Steering.Runs.Start(run.Dir, withFlags(order.Args, append(sizes, model...)))
	if errors.Is(err, runs.ErrElsewhere) && s.watched(run) {
		err = &conflictError{turnUnderWay}
	}
	return address(run, "", nil), err
}

// withFlags adds flags to a command line, behind the others so that they override them. The
// addresses behind "--" stay last.
func withFlags(args, more []string) []string {
	at := slices.Index(args, "--")
	if at < 0 {
		at = len(args)
	}
	return slices.Concat(args[:at], more, args[at:])
}

// integrateNow integrates the run's entities again with the decisions made. A run under way
// does that itself.
func integrateNow(run *run, r *http.Request) (string, error) {
	st, err := run.standing(r.Context())
	if err != nil {
		return "", err
	}
	if st.Status == runs.UnderWay {
		return "", &conflictError{"the run is under way: it obeys when its next round begins"}
	}
	if !run.integrating.TryLock() {
		return "", &conflictError{"the entities are being made anew already"}
	}
	defer run.integrating.Unlock()
	decided, err := run.decided(r.Context())
	if err != nil {
		return "", err
	}
	// What is half done is of no use: who asked for it need not wait.
	err = run.alone(context.WithoutCancel(r.Context()), run.catalog, func(ctx context.Context) error {
		_, err := verde.Integrate(ctx, run.catalog, decided, integrate.Auto, time.Now())
		return err
	})
	return back(run, r, ""), err
}
