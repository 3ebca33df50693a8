package serve

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/json"
	"errors"
	"io/fs"
	"mime"
	"net/http"
	"slices"
	"time"

	"verde"
	"verde/integrate"
	"verde/internal/cluster"
	"verde/runs"
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

	// Look fetches a page that a run may be started from, see [verde.LookAt].
	Look func(ctx context.Context, url string) (verde.Look, error)
}

// maxForm bounds what a browser sends, in bytes.
const maxForm = 64 << 10

// formToken is the field of every form that proves that a page of this server made it.
const formToken = "form-token"

// newFormToken makes one for the life of a server.
func newFormToken() string { return rand.Text() }

// conflictError says that something can't be done now.
type conflictError struct{ what string }

func (e *conflictError) Error() string { return e.what }

// deed does what a form asks for, and gives the address to go on to.
type deed func(run *run, r *http.Request) (to string, err error)

// statusOf is the HTTP status of an error.
func statusOf(err error) int {
	var tooLarge *http.MaxBytesError
	switch {
	case errors.As(err, new(*missingError)), errors.Is(err, cluster.ErrNoRun):
		return http.StatusNotFound
	case errors.As(err, new(*askError)):
		return http.StatusBadRequest
	case errors.As(err, &tooLarge):
		return http.StatusRequestEntityTooLarge
	case errors.As(err, new(*conflictError)), errors.Is(err, runs.ErrUnderWay), errors.Is(err, runs.ErrElsewhere), errors.Is(err, runs.ErrIdle),
		errors.Is(err, runs.ErrNoOrder), errors.Is(err, runs.ErrClosed), errors.Is(err, fs.ErrExist):
		return http.StatusConflict
	}
	return http.StatusInternalServerError
}

// addDeeds serves what changes something: forms of pages, and the same for programs.
func (s *Server) addDeeds(mux *http.ServeMux) {
	for pattern, do := range map[string]deed{
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

// unhurried lets a deed take its time: making entities anew, or looking at a page of a
// slow site, may take longer than the server gives pages.
func unhurried(next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		_ = http.NewResponseController(w).SetWriteDeadline(time.Time{}) // where there is no deadline none is taken away
		next(w, r)
	}
}

// mine reports whether a form is of a page of this server: a page of another site can't
// know the token. That it comes from this origin is checked besides, by the header that
// browsers send.
func (s *Server) mine(w http.ResponseWriter, r *http.Request) error {
	if s.opt.Steering == nil {
		return &conflictError{"this server only shows: it was started with --read-only"}
	}
	r.Body = http.MaxBytesReader(w, r.Body, maxForm)
	if err := r.ParseForm(); err != nil {
		if errors.As(err, new(*http.MaxBytesError)) {
			return err
		}
		return badAsk("the form can't be read: %v", err)
	}
	if subtle.ConstantTimeCompare([]byte(r.PostForm.Get(formToken)), []byte(s.formToken)) != 1 {
		return badAsk("this form was not made by this server as it runs now: go back, load the page again, and repeat it")
	}
	return nil
}

// form does a deed and leads to a page that shows what it came to.
func (s *Server) form(do deed) http.HandlerFunc {
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

// command does a deed for a program, which sends the form's fields as a JSON object of
// texts, or of lists of them where there may be several. A page of another site can't send that type without asking first.
func (s *Server) command(do deed) http.HandlerFunc {
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

// readJSON makes a form of a request's JSON.
func (s *Server) readJSON(r *http.Request) error {
	if s.opt.Steering == nil {
		return &conflictError{"this server only shows: it was started with --read-only"}
	}
	if kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || kind != "application/json" {
		return badAsk("the content type is %.100q, and has to be application/json", r.Header.Get("Content-Type"))
	}
	fields := make(map[string]texts)
	body := http.MaxBytesReader(nil, r.Body, maxForm)
	if err := json.NewDecoder(body).Decode(&fields); err != nil {
		if errors.As(err, new(*http.MaxBytesError)) {
			return err
		}
		return badAsk("the body is no JSON object of texts: %v", err)
	}
	r.PostForm, r.Form = make(map[string][]string), r.URL.Query()
	for key, values := range fields {
		if len(values) != 1 && !slices.Contains(several, key) {
			return badAsk("%s: %d texts where one is meant", cut(key, 40), len(values))
		}
		r.PostForm[key], r.Form[key] = values, values
	}
	return nil
}

// several are the fields of which there may be a list.
var several = []string{"engine", "endpoint"}

// texts is a text or a list of texts.
type texts []string

// UnmarshalJSON implements [json.Unmarshaler].
func (t *texts) UnmarshalJSON(data []byte) error {
	var one string
	if err := json.Unmarshal(data, &one); err == nil {
		*t = texts{one}
		return nil
	}
	return json.Unmarshal(data, (*[]string)(t))
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

// resume goes on with a run as it was asked, but for the sizes that the form has.
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

// withFlags adds flags to a command line, which win over those before. The addresses
// behind "--" stay last.
func withFlags(args, more []string) []string {
	at := slices.Index(args, "--")
	if at < 0 {
		at = len(args)
	}
	return slices.Concat(args[:at], more, args[at:])
}

// integrateNow makes the run's catalog of entities by what was decided, unless the run
// is under way, which does that itself.
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

// back is the address to go on to after a deed: the page of the run that a form names as
// "to", or else one by its path.
func back(run *run, r *http.Request, path string) string {
	switch to := r.PostForm.Get("to"); to {
	case "sources", "matching", "entities":
		return address(run, to, nil)
	}
	return address(run, path, nil)
}
