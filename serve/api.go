package serve

import (
	"net/http"
	"slices"
	"time"

	"verde/catalog"
	"verde/report"
)

// addAPI serves as JSON what the pages show, under /api/v1. Fields keep their names;
// new ones may be added.
func (s *Server) addAPI(mux *http.ServeMux) {
	mux.HandleFunc("GET /api/v1/runs", s.answer(func(r *http.Request) (any, error) {
		out := []any{}
		for _, run := range s.all() {
			var a apiRun
			err := run.lost
			if err == nil {
				a, err = runForAPI(run, r)
			}
			if r.Context().Err() != nil {
				return nil, err
			}
			if err != nil { // the others are told of
				out = append(out, apiNotShown{run.Name, notShown, err.Error()})
				continue
			}
			a.Report = nil
			out = append(out, a)
		}
		return out, nil
	}))
	for pattern, of := range map[string]func(*run, *http.Request) (any, error){
		"GET /api/v1/runs/{run}":               func(run *run, r *http.Request) (any, error) { return runForAPI(run, r) },
		"GET /api/v1/runs/{run}/sources":       apiSources,
		"GET /api/v1/runs/{run}/attributes":    apiAttributes,
		"GET /api/v1/runs/{run}/entities":      apiEntities,
		"GET /api/v1/runs/{run}/entities/{id}": apiEntity,
		"GET /api/v1/runs/{run}/records":       apiRecords,
		"GET /api/v1/runs/{run}/lost":          apiLost,
	} {
		mux.HandleFunc(pattern, s.answer(s.answerOf(of)))
	}
	mux.HandleFunc("GET /api/v1/runs/{run}/labels", unhurried(s.answer(s.answerOf(apiLabels))))
	mux.HandleFunc("GET /api/v1/runs/{run}/watch", s.answer(func(r *http.Request) (any, error) {
		run, err := s.run(r)
		if err != nil {
			return nil, err
		}
		w, err := s.watching(run)
		if w == nil {
			w = new(watching)
		}
		return w, err
	}))
	mux.HandleFunc("GET /api/v1/machines", s.answer(func(r *http.Request) (any, error) { return s.machines(r) }))
	mux.HandleFunc("GET /api/v1/openapi.json", describe)
	mux.HandleFunc("GET /api/", s.answer(func(*http.Request) (any, error) {
		return nil, notFound("there is no such address; /api/v1/openapi.json lists them")
	}))
}

// answerOf is a handler for the run that a request names.
func (s *Server) answerOf(of func(*run, *http.Request) (any, error)) func(*http.Request) (any, error) {
	return func(r *http.Request) (any, error) {
		run, err := s.run(r)
		if err != nil {
			return nil, err
		}
		return of(run, r)
	}
}

type apiRun struct {
	Name     string         `json:"name"`
	Domain   string         `json:"domain"`
	State    string         `json:"state"` // "under way", "ended" or "stopped"
	Changed  time.Time      `json:"changed"`
	Entities int            `json:"entities"`
	Stats    catalog.Stats  `json:"stats"`
	Doubts   []string       `json:"doubts"`
	Report   *report.Report `json:"report,omitempty"`
}

// apiNotShown is a run whose folder is known but can't be read.
type apiNotShown struct {
	Name  string `json:"name"`
	State string `json:"state"` // notShown
	Error string `json:"error"`
}

func runForAPI(run *run, r *http.Request) (apiRun, error) {
	o, err := overviewOf(run, r)
	if err != nil {
		return apiRun{}, err
	}
	if o.Stats, err = run.catalog.Stats(r.Context()); err != nil {
		return apiRun{}, err
	}
	n, err := run.entityCount(r.Context())
	a := apiRun{Name: run.Name, Domain: o.Vertical.Domain, State: o.State, Changed: o.Changed, Entities: n, Stats: o.Stats, Doubts: o.Doubts, Report: o.Report}
	if a.Doubts == nil {
		a.Doubts = []string{}
	}
	return a, err
}

func apiSources(run *run, r *http.Request) (any, error) {
	sources, err := run.catalog.Sources(r.Context())
	if sources == nil {
		sources = []catalog.Source{}
	}
	if state := r.FormValue("state"); state != "" {
		sources = slices.DeleteFunc(sources, func(s catalog.Source) bool { return s.State != state })
	}
	return sources, err
}

func apiAttributes(run *run, r *http.Request) (any, error) {
	a, err := run.catalog.EntityAttributes(r.Context())
	if a == nil {
		a = []catalog.AttributeCount{}
	}
	return a, err
}

// apiMost bounds the entities of an answer.
const apiMost = 1000

// apiEntities gives entities with all their values, at most limit from offset on. The
// parameters q, sort, down and is select and order them, see [entitiesData.ask].
func apiEntities(run *run, r *http.Request) (any, error) {
	var d entitiesData
	var err error
	if d.Attributes, err = run.catalog.EntityAttributes(r.Context()); err != nil {
		return nil, err
	}
	if err := d.ask(r); err != nil {
		return nil, err
	}
	q := r.URL.Query()
	if d.Limit, err = number(q, "limit", perPage, apiMost); err != nil {
		return nil, err
	}
	if d.Offset, err = number(q, "offset", 0, 1e9); err != nil {
		return nil, err
	}
	d.Columns = nil
	for _, a := range d.Attributes {
		d.Columns = append(d.Columns, a.Name)
	}
	found, err := run.catalog.Browse(r.Context(), d.Browse)
	if found.Rows == nil {
		found.Rows = []catalog.EntityRow{}
	}
	return apiEntityList{found.All, found.Rows, d.Offset, found.Whole}, err
}

// apiEntityList is a part of the entities that were asked for.
type apiEntityList struct {
	All      int                 `json:"all"` // number of matching entities
	Entities []catalog.EntityRow `json:"entities"`
	Offset   int                 `json:"offset"` // of the first
	Whole    bool                `json:"whole"`  // false if only the first matches were searched
}

func apiEntity(run *run, r *http.Request) (any, error) {
	return run.entity(r.Context(), r.PathValue("id"))
}

func apiRecords(run *run, r *http.Request) (any, error) {
	url := r.FormValue("url")
	if url == "" {
		return nil, badAsk("no page is named: ?url= is missing")
	}
	records, err := run.catalog.RecordsAt(r.Context(), url)
	if err == nil && len(records) == 0 {
		return nil, notFound("this run's catalog has no record of this page")
	}
	return records, err
}
