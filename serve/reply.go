package serve

import (
	"bytes"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/url"
	"time"
)

// Page is what a template is filled with.
type Page struct {
	Title    string
	Template string
	Run      *run // that it is about, nil for none
	Runs     []*run
	Here     string // which entry of the navigation it is
	Live     liveness
	Events   string // address of the changes since it was made, "" for none
	Waiting  waiting
	Data     any

	FormToken string // of forms, see [Server.mine]
	Steered   bool   // there are forms
	Shared    bool   // there are machines to show
}

// liveness is what an open page does when its contents have changed.
type liveness string

const (
	tells   liveness = "tells"   // it shows a notice, since a person may be filling in a form
	renewed liveness = "renewed" // it reloads
)

// view makes a page of a run.
type view func(*run, *http.Request) (*Page, error)

// ofRun finds the run that a request names.
func (s *Server) ofRun(v view) func(*http.Request) (*Page, error) {
	return func(r *http.Request) (*Page, error) {
		run, err := s.run(r)
		if err != nil {
			return nil, err
		}
		state := s.state(r.Context(), run) // before it is read: what changes meanwhile is told
		p, err := v(run, r)
		if p != nil {
			if p.Run = run; p.Live != "" {
				p.Events = address(run, "events", url.Values{"state": {state}})
			}
		}
		return p, err
	}
}

// page answers with a page, or with an error page.
func (s *Server) page(make func(*http.Request) (*Page, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		p, err := make(r)
		status := http.StatusOK
		if err != nil {
			if r.Context().Err() != nil {
				return // nobody waits for it
			}
			status = statusOf(err)
			level := slog.LevelWarn
			if status == http.StatusNotFound { // any address may be asked for
				level = slog.LevelDebug
			}
			s.opt.Log.Log(r.Context(), level, "not shown", "path", r.URL.Path, "error", err)
			what := "Not shown"
			if r.Method == http.MethodPost {
				what = "Not done"
			}
			p = &Page{Title: what, Template: "error", Data: err.Error()}
		}
		p.Runs, p.FormToken, p.Steered, p.Shared = s.all(), s.formToken, s.opt.Steering != nil, s.opt.Machines != nil
		var b bytes.Buffer // an error leaves no half page
		if err := s.templates[p.Template].ExecuteTemplate(&b, "layout", p); err != nil {
			s.opt.Log.Error("not shown", "path", r.URL.Path, "error", err)
			http.Error(w, "The page could not be written: "+err.Error(), http.StatusInternalServerError)
			return
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.WriteHeader(status)
		w.Write(b.Bytes())
	}
}

// apiError is the answer to what could not be done.
type apiError struct {
	Error string `json:"error"`
}

// answer writes what a request asks for, or {"error": ...}.
func (s *Server) answer(of func(*http.Request) (any, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		v, err := of(r)
		status := http.StatusOK
		if err != nil {
			status = statusOf(err)
			v = apiError{err.Error()}
		}
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
		json.NewEncoder(w).Encode(v)
	}
}

// unhurried removes the write deadline, for requests that may take longer than pages do:
// integrating entities again, or fetching a page of a slow site.
func unhurried(next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		_ = http.NewResponseController(w).SetWriteDeadline(time.Time{}) // where there is no deadline none is taken away
		next(w, r)
	}
}
