package serve

import (
	"context"
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"html/template"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"time"

	"verde/internal/cluster"
)

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

// warmAtStart bounds the archive indexes, in bytes of all together, that are loaded when the
// server starts: those of some 200,000 pages. In memory they take about as much again.
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
	s.addActions(mux)
	s.addAPI(mux)
	mux.HandleFunc("GET /", s.page(func(r *http.Request) (*Page, error) { return nil, notFound("there is no page " + r.URL.Path) }))
	return http.NewCrossOriginProtection().Handler(s.guard(mux))
}

// policy is sent with every page of the server's own.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

// guard refuses requests with an unknown host name or without the token, and adds the
// security headers to every answer.
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

// mayAsk reports whether a request has the token. If not, it answers the request; one with the
// token in its address is redirected, so that the token moves to a cookie.
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
