// Package serve is the web page over runs: what a run is doing and what is doubtful
// about it, its sources with their evidence, the archived pages with the values marked,
// and the catalog of entities, with every value's provenance one step away. The same is
// given to programs as JSON.
//
// The one idea: a page is a view of a run's folder at one moment, written on the
// server. Nothing is kept between requests but open files, so a run that goes on in
// another process is seen as it stands; a change is only told to the browser, which
// asks again.
//
// What is shown comes from the web and is hostile: templates escape it, long texts are
// cut, direction marks can't reach out of their place, archived pages go through
// verde/serve/archived, and the policy that every page is sent with forbids scripts
// but the two of this package and requests to other hosts. The server answers only
// to names that it is known by, so a page of another site can't read it through a
// name of its own (DNS rebinding).
package serve

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"embed"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"html/template"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	"verde/internal/cluster"
	"verde/runs"
)

//go:embed templates/*.html
var templateFiles embed.FS

//go:embed static
var staticFiles embed.FS

// Options of a server.
type Options struct {
	// Token is asked for if it is not "": once as ?token=, then from a cookie, or as
	// "Authorization: Bearer".
	Token string
	// Hosts are names that the server may be asked by, besides addresses and localhost.
	Hosts []string
	Log   *slog.Logger // nil for none
	// Steering lets the server start and pause runs, and keep what is decided; nil for one
	// that only shows.
	Steering *Steering
	// Machines tells who works on runs that machines share; nil for a server that knows of none.
	Machines func(context.Context) (cluster.Overview, error)
	Shared   *Shared // whose runs are shown beside those in folders; nil for none
}

// Server shows runs. It is safe for concurrent use.
type Server struct {
	opt       Options
	formToken string
	mu        sync.RWMutex
	runs      []*run // under mu: new ones may come
	reopening sync.Mutex
	sharedAt  time.Time // when the database was asked last which runs there are; under reopening
	away      bool      // it did not answer; likewise
	templates map[string]*template.Template
	handler   http.Handler
	now       func() time.Time
}

// New opens the folders of runs. A folder that holds no catalog is an error. The caller
// closes the server.
func New(ctx context.Context, folders []string, opt Options) (*Server, error) {
	if opt.Log == nil {
		opt.Log = slog.New(slog.DiscardHandler)
	}
	s := &Server{opt: opt, now: time.Now, formToken: newFormToken()}
	var err error
	if s.templates, err = parseTemplates(); err != nil {
		return nil, err
	}
	for _, dir := range folders {
		if _, err := s.open(ctx, dir); err != nil {
			return nil, errors.Join(err, s.Close())
		}
	}
	s.handler = s.routes()
	s.warm()
	return s, nil
}

// warmAtStart is how large the indexes of archives, in bytes, may be together of those runs
// that are made ready before anybody looks at them: some 200,000 pages, whose indexes take
// as much memory again.
const warmAtStart = 64 << 20

// warm makes runs ready, the first first.
func (s *Server) warm() {
	size := int64(0)
	for _, r := range s.runs {
		if f, ok := r.place.(*folder); ok {
			if size += f.indexSize(); size > warmAtStart {
				return
			}
			r.warm()
		}
	}
}

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

// all are the runs that are shown, as their folders are now: of one that is gone nothing
// stays open, and one that has come, or come back, in its place is opened. Nobody waits for
// that who does not do it: meanwhile a run is as it was. Cost: a look at each catalog's
// file, and once a second a question to the database.
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

// findShared shows the runs that the database has by now. While it does not answer those
// of before are shown, each with what it has. The caller holds s.reopening.
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

// replace shows a run in place of one, which is closed; or closes it if that one is not
// shown any more.
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

// Close closes the runs. No request may be under way.
func (s *Server) Close() error {
	var errs []error
	for _, r := range s.all() {
		errs = append(errs, r.close())
	}
	return errors.Join(errs...)
}

// ServeHTTP answers a request.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.handler.ServeHTTP(w, r) }

func (s *Server) routes() http.Handler {
	mux := http.NewServeMux()
	static, err := fs.Sub(staticFiles, "static")
	if err != nil {
		panic(err) // the folder is embedded
	}
	files := http.StripPrefix("/static/", http.FileServerFS(static))
	mux.HandleFunc("GET /static/", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Cache-Control", "max-age=3600")
		files.ServeHTTP(w, r)
	})
	mux.HandleFunc("GET /{$}", s.page(s.listRuns))
	mux.HandleFunc("GET /machines", s.page(s.showMachines))
	for pattern, view := range map[string]view{
		"GET /runs/{run}/{$}":            s.overview,
		"GET /runs/{run}/sources":        listSources,
		"GET /runs/{run}/sources/{site}": showSource,
		"GET /runs/{run}/page":           showPage,
		"GET /runs/{run}/entities":       listEntities,
		"GET /runs/{run}/entities/{id}":  showEntity,
		"GET /runs/{run}/matching":       showMatching,
		"GET /runs/{run}/queries":        listQueries,
		"GET /runs/{run}/lost":           showLost,
		"GET /runs/{run}/queries/{id}":   showQuery,
	} {
		mux.HandleFunc(pattern, s.page(s.ofRun(view)))
	}
	mux.HandleFunc("GET /runs/{run}/label", unhurried(s.page(s.ofRun(showLabel))))
	mux.HandleFunc("GET /runs/{run}/archived", s.archivedPage)
	mux.HandleFunc("GET /events", func(w http.ResponseWriter, r *http.Request) {
		s.tell(w, r, func() string { return s.stateOfAll(r.Context()) })
	})
	mux.HandleFunc("GET /runs/{run}/events", s.events)
	s.addDeeds(mux)
	s.addAPI(mux)
	mux.HandleFunc("GET /", s.page(func(r *http.Request) (*Page, error) { return nil, notFound("there is no page " + r.URL.Path) }))
	return http.NewCrossOriginProtection().Handler(s.guard(mux))
}

// policy is sent with every page of the server's own.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

// guard turns away who may not ask, and says with every answer what it may do.
func (s *Server) guard(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", policy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cache-Control", "no-store")
		if !s.knownAs(r.Host) {
			http.Error(w, "This server is not known as "+strings.ToValidUTF8(r.Host, "?")+": ask it by its address, or start it with --host.", http.StatusMisdirectedRequest)
			return
		}
		if !s.mayAsk(w, r) {
			return
		}
		next.ServeHTTP(w, r)
	})
}

// knownAs reports whether the server may be asked by a name.
func (s *Server) knownAs(host string) bool {
	if h, _, err := net.SplitHostPort(host); err == nil {
		host = h
	}
	host = strings.Trim(host, "[]")
	if _, err := netip.ParseAddr(host); err == nil {
		return true
	}
	return host == "localhost" || slices.Contains(s.opt.Hosts, host)
}

const tokenCookie = "verde-token"

// mayAsk reports whether a request has the token, and answers it if it has not, or
// brings it in its address, where it should not stay.
func (s *Server) mayAsk(w http.ResponseWriter, r *http.Request) bool {
	if s.opt.Token == "" {
		return true
	}
	is := func(token string) bool { return subtle.ConstantTimeCompare([]byte(token), []byte(s.opt.Token)) == 1 }
	if bearer, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer "); ok && is(bearer) {
		return true
	}
	if c, err := r.Cookie(tokenCookie); err == nil {
		if token, err := base64.RawURLEncoding.DecodeString(c.Value); err == nil && is(string(token)) {
			return true
		}
	}
	query := r.URL.Query()
	if r.Method == http.MethodGet && is(query.Get("token")) {
		http.SetCookie(w, &http.Cookie{Name: tokenCookie, Value: base64.RawURLEncoding.EncodeToString([]byte(s.opt.Token)), Path: "/", HttpOnly: true, SameSite: http.SameSiteStrictMode})
		query.Del("token")
		to := *r.URL
		to.RawQuery = query.Encode()
		http.Redirect(w, r, to.RequestURI(), http.StatusSeeOther)
		return false
	}
	http.Error(w, "A token is asked for: add ?token=... to the address, as verde serve has printed it.", http.StatusUnauthorized)
	return false
}

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

// liveness is what a page that stands open does when what it shows has changed.
type liveness string

const (
	tells   liveness = "tells"   // says so: a person may be at work on its forms
	renewed liveness = "renewed" // is asked for again by itself
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

// missingError says that there is nothing by the name that was asked for.
type missingError struct{ what string }

func (e *missingError) Error() string { return e.what }

func notFound(what string) error { return &missingError{what} }

// page answers with a page, or with one that says what went wrong.
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

// askError says that a request can't be read.
type askError struct{ what string }

func (e *askError) Error() string { return e.what }

func badAsk(format string, args ...any) error { return &askError{fmt.Sprintf(format, args...)} }

// Times of the events that tell of changes.
const (
	lookEvery = time.Second      // at the run's files
	tellEvery = 15 * time.Second // that the connection is there, so that ends of it are noticed
)

// state is a digest of the run's stamp: it differs when the run has changed.
func (s *Server) state(ctx context.Context, run *run) string { return digest(s.stamp(ctx, run)) }

// stateOfAll differs when a run has changed, has come or is gone.
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

// news is what a page says that is not made anew under a person's hands, but could be.
const news = `This has changed since. <a href="">Show it as it is now</a>`

// events tells of the changes of a run.
func (s *Server) events(w http.ResponseWriter, r *http.Request) {
	run, err := s.run(r)
	if err != nil {
		http.Error(w, err.Error(), http.StatusNotFound)
		return
	}
	s.tell(w, r, func() string { return s.state(r.Context(), run) })
}

// tell tells, as server-sent events, whenever a state is another since the page that asks
// was made: also what changed before it asked, or while the connection was broken.
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
