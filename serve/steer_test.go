package serve

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"verde/catalog"
	"verde/integrate"
	"verde/runs"
	"verde/siteexpand"
	"verde/steering"
	"verde/vertical"
)

// steered is a server whose runs wait until they are told to end, and whose pages of
// lists are those with "list" in their address.
func steered(t testing.TB) (s *Server, tasks <-chan runs.Task) {
	t.Helper()
	began := make(chan runs.Task, 10)
	started := runs.New(func(ctx context.Context, task runs.Task) runs.Outcome {
		if err := (runs.Order{Args: task.Args}).Write(task.Folder); err != nil {
			return runs.Outcome{Err: err}
		}
		fmt.Fprintln(task.Log, hostile)
		began <- task
		<-ctx.Done()
		return runs.Outcome{Err: ctx.Err()}
	})
	t.Cleanup(func() {
		if err := started.Close(); err != nil {
			t.Error(err)
		}
	})
	look := func(_ context.Context, url string) (vertical.Look, error) {
		if strings.Contains(url, "gone") {
			return vertical.Look{}, fmt.Errorf("%s: status 404 %s", url, hostile)
		}
		l := vertical.Look{URL: url, Title: hostile}
		if strings.Contains(url, "list") {
			l.Diagnoses = []siteexpand.Diagnosis{{Case: siteexpand.IndexPage, Detail: "it is a list " + hostile, Remedy: "give one of those"}}
		}
		return l, nil
	}
	watches := runs.New(func(ctx context.Context, task runs.Task) runs.Outcome {
		fmt.Fprintln(task.Log, hostile)
		began <- task
		<-ctx.Done()
		return runs.Outcome{Err: ctx.Err()}
	})
	t.Cleanup(func() {
		if err := watches.Close(); err != nil {
			t.Error(err)
		}
	})
	s = server(t, Options{Steering: &Steering{Runs: started, Watches: watches, Tell: []string{"--on-change=notify me"}, Tells: []string{hostile}, Args: []string{"--delay=0", "--engine=brave"}, Home: t.TempDir(), Look: look}, Machines: sharing})
	return s, began
}

// post sends a form as a page of the server does.
func post(s *Server, target string, fields url.Values, change ...func(*http.Request)) *httptest.ResponseRecorder {
	if fields.Get(formToken) == "" {
		fields.Set(formToken, s.formToken)
	}
	return send(s, target, "application/x-www-form-urlencoded", fields.Encode(), change)
}

// say sends a program's JSON.
func say(s *Server, target string, fields map[string]string, change ...func(*http.Request)) *httptest.ResponseRecorder {
	body, err := json.Marshal(fields)
	if err != nil {
		panic(err)
	}
	return send(s, target, "application/json", string(body), change)
}

func send(s *Server, target, kind, body string, change []func(*http.Request)) *httptest.ResponseRecorder {
	r := httptest.NewRequest(http.MethodPost, target, strings.NewReader(body))
	r.Header.Set("Content-Type", kind)
	r.Host = "127.0.0.1:4780"
	for _, c := range change {
		c(r)
	}
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	return w
}

// Nothing is done for who has no page of this server, comes from elsewhere, sends what is
// no form, or asks a server that only shows.
func TestForged(t *testing.T) {
	t.Parallel()
	s, _ := steered(t)
	readOnly := server(t, Options{})
	with := func(key, value string) func(*http.Request) {
		return func(r *http.Request) { r.Header.Set(key, value) }
	}
	refuse := func() url.Values { return url.Values{"decide": {"refuse"}} }
	for name, test := range map[string]struct {
		got  *httptest.ResponseRecorder
		want int
	}{
		"no token":                  {post(s, base+"sources/b.example", url.Values{"decide": {"refuse"}, formToken: {"x"}}), http.StatusBadRequest},
		"another origin":            {post(s, base+"sources/b.example", refuse(), with("Origin", "http://evil.example")), http.StatusForbidden},
		"another site":              {post(s, base+"sources/b.example", refuse(), with("Sec-Fetch-Site", "cross-site")), http.StatusForbidden},
		"another name":              {post(s, base+"sources/b.example", refuse(), func(r *http.Request) { r.Host = "evil.example" }), http.StatusMisdirectedRequest},
		"too much":                  {post(s, base+"sources/b.example", url.Values{"decide": {"refuse"}, "why": {strings.Repeat("x", maxForm)}}), http.StatusRequestEntityTooLarge},
		"a form for programs":       {post(s, "/api/v1"+base+"sources/b.example", refuse()), http.StatusBadRequest},
		"text for programs":         {say(s, "/api/v1"+base+"sources/b.example", map[string]string{"decide": "refuse"}, with("Content-Type", "text/plain")), http.StatusBadRequest},
		"a program from a page":     {say(s, "/api/v1"+base+"sources/b.example", map[string]string{"decide": "refuse"}, with("Origin", "http://evil.example")), http.StatusForbidden},
		"too much JSON":             {say(s, "/api/v1"+base+"sources/b.example", map[string]string{"why": strings.Repeat("x", maxForm)}), http.StatusRequestEntityTooLarge},
		"read only":                 {post(readOnly, base+"sources/b.example", refuse()), http.StatusConflict},
		"read only, a program":      {say(readOnly, "/api/v1/runs", map[string]string{}), http.StatusConflict},
		"read only, labels":         {get(readOnly, base+"label"), http.StatusConflict},
		"read only, labels as JSON": {get(readOnly, "/api/v1"+base+"labels"), http.StatusConflict},
		"read only, a new run":      {get(readOnly, "/new"), http.StatusConflict},
		"no such run":               {post(s, "/runs/nix/pause", url.Values{}), http.StatusNotFound},
		"by a link":                 {get(s, base+"pause"), http.StatusNotFound},
	} {
		if test.got.Code != test.want {
			t.Errorf("%s: status %d, want %d: %.300s", name, test.got.Code, test.want, test.got.Body)
		}
	}
	for _, server := range []*Server{s, readOnly} {
		if decided, err := server.all()[0].decided(t.Context()); err != nil || len(decided.Sites) != 0 {
			t.Errorf("decided: %v, %v", decided, err)
		}
	}
	if strings.Contains(get(readOnly, base+"sources/b.example").Body.String(), "<form method=\"post\"") {
		t.Error("a server that only shows has forms")
	}
}

// What is decided of a site is kept, shown as waiting, and applied at once if asked for.
func TestDecideSite(t *testing.T) {
	t.Parallel()
	s, _ := steered(t)
	run := s.all()[0]
	if w := post(s, base+"sources/b.example", url.Values{"decide": {"refuse"}, "why": {hostile}}); w.Code != http.StatusSeeOther || w.Header().Get("Location") != base+"sources/b.example" {
		t.Fatalf("%d to %s: %s", w.Code, w.Header().Get("Location"), w.Body)
	}
	body := get(s, base+"sources/b.example").Body.String()
	safe(t, body)
	for _, x := range []string{"Decided by hand: <strong>refuse</strong>", "holds from the next round on", "Apply now", "Leave it to the judge"} {
		if !strings.Contains(body, x) {
			t.Errorf("no %q in %s", x, body)
		}
	}
	if list := get(s, base+"sources").Body.String(); !strings.Contains(list, "by hand: refuse") || !strings.Contains(list, "Apply now") {
		t.Errorf("the list: %s", list)
	}
	if w := post(s, base+"integrate", url.Values{"to": {"sources"}}); w.Code != http.StatusSeeOther || w.Header().Get("Location") != base+"sources" {
		t.Fatalf("%d: %s", w.Code, w.Body)
	}
	src, _, err := run.catalog.Source(t.Context(), "b.example")
	if err != nil || src.State != catalog.Refused || !strings.HasPrefix(src.Reason, steering.ByHand) {
		t.Errorf("%+v, %v", src, err)
	}
	if stats, err := run.catalog.Stats(t.Context()); err != nil || stats.Records != 12 || stats.Joined != 0 || stats.Entities != 12 {
		t.Errorf("%+v, %v", stats, err)
	}
	if strings.Contains(get(s, base+"sources").Body.String(), "Apply now") {
		t.Error("it is applied, but waits")
	}
	for name, test := range map[string]struct {
		site string
		form url.Values
	}{
		"the training site":   {"a.example", url.Values{"decide": {"refuse"}}},
		"a site nobody met":   {"z.example", url.Values{"decide": {"accept"}}},
		"a word nobody knows": {"b.example", url.Values{"decide": {"<b>"}}},
		"a scope not offered": {"b.example", url.Values{"scope": {"moon"}}},
		"a long reason":       {"b.example", url.Values{"decide": {"doubt"}, "why": {strings.Repeat("x", 2000)}}},
	} {
		if w := post(s, base+"sources/"+test.site, test.form); w.Code != http.StatusBadRequest {
			t.Errorf("%s: status %d", name, w.Code)
		}
	}
	if w := say(s, "/api/v1"+base+"sources/b.example", map[string]string{"decide": "leave"}); w.Code != http.StatusOK {
		t.Errorf("by a program: %d %s", w.Code, w.Body)
	}
	if decided, err := run.decided(t.Context()); err != nil || decided.Sites["b.example"].Decide != "" {
		t.Errorf("%v, %v", decided, err)
	}
}

// Another scope of a site is chosen among those that it offers.
func TestDecideScope(t *testing.T) {
	t.Parallel()
	s, _ := steered(t)
	run := s.all()[0]
	src, _, err := run.catalog.Source(t.Context(), "b.example")
	if err != nil {
		t.Fatal(err)
	}
	src.Scopes = []catalog.Scope{{Name: "folder", Pages: 3, Chosen: true, Samples: []string{"http://b.example/1"}}, {Name: "anywhere", Pages: 9, AtLeast: true, Samples: []string{hostile}}}
	if err := run.catalog.PutSource(t.Context(), src); err != nil {
		t.Fatal(err)
	}
	page := get(s, base+"sources/b.example").Body.String()
	safe(t, page)
	if !strings.Contains(page, `name="scope" value="anywhere"`) || strings.Contains(page, `value="folder"`) || !strings.Contains(page, "9 or more") {
		t.Errorf("%s", page)
	}
	if w := post(s, base+"sources/b.example", url.Values{"scope": {"anywhere"}}); w.Code != http.StatusSeeOther {
		t.Fatalf("%d: %s", w.Code, w.Body)
	}
	if err := (runs.Order{Args: []string{"--", "http://a.example/1"}}).Write(run.Dir); err != nil {
		t.Fatal(err)
	}
	if page := get(s, base+"sources/b.example").Body.String(); !strings.Contains(page, "in the next round") {
		t.Errorf("%s", page)
	}
	for _, decide := range []string{"leave", "accept"} { // a round has to read the site anew, be it accepted or not
		post(s, base+"sources/b.example", url.Values{"decide": {decide}})
		for _, at := range []string{"sources/b.example", "sources"} {
			if page := get(s, base+at).Body.String(); !strings.Contains(page, "goes on with the next round") || !strings.Contains(page, "Go on</button>") || strings.Contains(page, "Apply now") {
				t.Errorf("%s, %s: %s", decide, at, page)
			}
		}
	}
}

// Columns are split and joined, pairs decided and decisions taken back, by pages and by
// programs; the entities are made anew by them.
func TestDecideMatching(t *testing.T) {
	t.Parallel()
	s, _ := steered(t)
	run := s.all()[0]
	decided := func() (out []integrate.Decision) {
		t.Helper()
		d, err := run.decided(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range d.Matching {
			m.Line = 0
			out = append(out, m)
		}
		return out
	}
	alone := integrate.Decision{What: "column", Site: "b.example", Label: "Shelf"}
	if w := post(s, base+"matching", url.Values{"what": {"column"}, "column-key": {key("b.example", "Shelf")}, "attribute-key": {""}}); w.Code != http.StatusSeeOther {
		t.Fatalf("%d: %s", w.Code, w.Body)
	}
	if d := cmp.Diff([]integrate.Decision{alone}, decided()); d != "" {
		t.Fatalf("(-want +got):\n%s", d)
	}
	if body := get(s, base+"matching").Body.String(); !strings.Contains(body, "Apply now") || !strings.Contains(body, "Take back") {
		t.Errorf("%s", body)
	}
	if w := post(s, base+"integrate", url.Values{"to": {"matching"}}); w.Code != http.StatusSeeOther {
		t.Fatalf("%d: %s", w.Code, w.Body)
	}
	columns, err := run.catalog.Columns(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range columns {
		if c.Site == "b.example" && c.Label == "Shelf" && c.Attribute == "Kind" {
			t.Errorf("%+v is still joined", c)
		}
	}
	different := map[string]string{"what": "different", "a": "http://a.example/1", "b": "http://b.example/1"}
	if w := say(s, "/api/v1"+base+"matching", different); w.Code != http.StatusOK {
		t.Errorf("%d: %s", w.Code, w.Body)
	}
	if w := post(s, base+"matching/withdraw", url.Values{"decision-key": {keyOf(alone)}}); w.Code != http.StatusSeeOther {
		t.Errorf("%d: %s", w.Code, w.Body)
	}
	if got := decided(); len(got) != 1 || got[0].What != "different" {
		t.Errorf("%+v", got)
	}
	for name, form := range map[string]url.Values{
		"no record":      {"what": {"same"}, "a": {"http://a.example/1"}, "b": {"http://a.example/nix"}},
		"no column":      {"what": {"column"}, "site": {"a.example"}, "label": {"Nix"}},
		"no column key":  {"what": {"column"}, "column-key": {"x"}},
		"no attribute":   {"what": {"column"}, "column-key": {key("b.example", "Shelf")}, "attribute-key": {"x"}},
		"nothing":        {},
		"no such word":   {"what": {"burn"}, "a": {"http://a.example/1"}, "b": {"http://b.example/1"}},
		"not an address": {"what": {"same"}, "a": {hostile}, "b": {"javascript:alert(1)"}},
	} {
		w := post(s, base+"matching", form)
		if w.Code != http.StatusBadRequest {
			t.Errorf("%s: status %d: %s", name, w.Code, w.Body)
		}
		safe(t, w.Body.String())
	}
	if w := post(s, base+"matching/withdraw", url.Values{"decision-key": {keyOf(alone)}}); w.Code != http.StatusNotFound {
		t.Errorf("taken back twice: %d", w.Code)
	}
}

// One more entity is asked for when the run goes on.
func TestAskMore(t *testing.T) {
	t.Parallel()
	s, _ := steered(t)
	if w := post(s, base+"queries", url.Values{"name": {" Emma "}, "with": {"Jane Austen"}}); w.Code != http.StatusSeeOther || w.Header().Get("Location") != base+"queries" {
		t.Fatalf("%d: %s", w.Code, w.Body)
	}
	if w := say(s, "/api/v1"+base+"queries", map[string]string{"name": "<script>alert(1)</script>"}); w.Code != http.StatusOK {
		t.Errorf("%d: %s", w.Code, w.Body)
	}
	for _, name := range []string{"", " ", "a\nb", strings.Repeat("x", 3000)} {
		if w := post(s, base+"queries", url.Values{"name": {name}}); w.Code != http.StatusBadRequest {
			t.Errorf("%.20q: %d", name, w.Code)
		}
	}
	decided, err := s.all()[0].decided(t.Context())
	if d := cmp.Diff([]steering.Query{{Name: "Emma", With: "Jane Austen"}, {Name: "<script>alert(1)</script>"}}, decided.Queries); d != "" || err != nil {
		t.Errorf("(-want +got):\n%s%v", d, err)
	}
	page := get(s, base+"queries").Body.String()
	safe(t, page)
	if !strings.Contains(page, "Named by hand: ") || !strings.Contains(page, "Jane Austen") {
		t.Errorf("%s", page)
	}
}

// Pairs that are in doubt are shown side by side until they are decided.
func TestPairs(t *testing.T) {
	t.Parallel()
	s, _ := steered(t)
	run := s.all()[0]
	last, _, err := run.catalog.Integrated(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var d matchingData
	columns, err := run.catalog.Columns(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	attributes, err := run.catalog.EntityAttributes(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	d.join(columns, attributes)
	r := httptest.NewRequest(http.MethodGet, "/", nil)
	if len(last.Report.Doubts) == 0 {
		t.Error("nothing is in doubt of twelve pairs, of which one has another price")
	}
	doubts := []integrate.Doubt{{A: "http://a.example/0", B: "http://b.example/1", P: .4}, {A: "http://a.example/3", B: "http://b.example/4", P: .6}}
	d.Decided = []integrate.Decision{{What: "same", A: "http://b.example/4", B: "http://a.example/3"}}
	if err := d.pairs(run, r, doubts, columns); err != nil {
		t.Fatal(err)
	}
	at := len(d.Pairs) - 1
	if at < 0 || d.Pairs[at].A != "http://a.example/0" || len(d.Pairs[at].Rows) < 4 || d.Pairs[at].Rows[0].Name == "" {
		t.Fatalf("%+v", d.Pairs)
	}
	w := httptest.NewRecorder()
	s.page(func(*http.Request) (*Page, error) {
		return &Page{Template: "matching", Run: run, Data: &d}, nil
	})(w, r)
	body := w.Body.String()
	safe(t, body)
	for _, x := range []string{"Pairs to decide", "probability 0.40; now two", `name="what" value="different"`, "birch groves"} {
		if !strings.Contains(body, x) {
			t.Errorf("no %q in %s", x, body)
		}
	}
}

// A run is started from a page that was looked at, paused, gone on with further than
// before, and ended.
func TestNewRun(t *testing.T) {
	t.Parallel()
	s, tasks := steered(t)
	form := func(change ...string) url.Values {
		f := url.Values{"url": {"http://c.example/1"}, "domain": {"book"}, "name": {"my books"}, "engine": {"searxng"}, "endpoint": {"http://localhost:8888/search"}, "rounds": {"2"}, "max-result-pages": {"40"}}
		for i := 0; i < len(change); i += 2 {
			if key, more := strings.CutSuffix(change[i], "+"); more {
				f.Add(key, change[i+1])
			} else {
				f.Set(key, change[i+1])
			}
		}
		return f
	}
	for name, test := range map[string]struct {
		form url.Values
		want string
	}{
		"a list":             {form("url", "http://c.example/list"), "it is a list"},
		"a page not there":   {form("url", "http://c.example/gone"), "the page can&#39;t be had"},
		"no address":         {form("url", "javascript:alert(1)"), "the page to start from"},
		"a file":             {form("url", "file:///etc/passwd"), "the page to start from"},
		"a flag":             {form("url", "--config=x"), "the page to start from"},
		"no kind":            {form("domain", " "), "the kind is missing"},
		"lines":              {form("domain", "a\nb"), "not one line"},
		"a folder above":     {form("name", "../x"), "the name"},
		"a hidden folder":    {form("name", ".x"), "the name"},
		"an engine":          {form("engine", "nix"), "there is no engine"},
		"an engine's file":   {form("endpoint", "file:///x"), "none of http"},
		"a description":      {form("engine", "./mine.yaml"), "there is no engine"},
		"a second engine":    {form("engine", "searxng", "engine+", "nix"), "there is no engine"},
		"whose address":      {form("engine+", "solr"), "of several engines, say whose it is"},
		"too many rounds":    {form("rounds", "1000"), "no number from 1 to 100"},
		"a number and more":  {form("rounds", "2 --config=x"), "no number from 1"},
		"hostile in a field": {form("engine", hostile), "not one line"},
	} {
		w := post(s, "/new", test.form)
		if w.Code != http.StatusOK || !strings.Contains(w.Body.String(), test.want) {
			t.Errorf("%s: %d, no %q in %s", name, w.Code, test.want, w.Body)
		}
		safe(t, w.Body.String())
	}
	if len(s.all()) != 1 || len(tasks) != 0 {
		t.Fatal("something was started")
	}
	w := post(s, "/new", form("url", "http://c.example/list", "anyway", "yes", "engine+", "solr", "endpoint", "searxng=http://localhost:8888/search solr=http://localhost:8983/solr/a"))
	if w.Code != http.StatusSeeOther || w.Header().Get("Location") != "/runs/my%20books/" {
		t.Fatalf("%d to %s: %s", w.Code, w.Header().Get("Location"), w.Body)
	}
	want := []string{"--delay=0", "--engine=searxng", "--engine=solr", "--endpoint=searxng=http://localhost:8888/search", "--endpoint=solr=http://localhost:8983/solr/a",
		"--domain=book", "--rounds=2", "--max-result-pages=40", "--", "http://c.example/list"}
	if d := cmp.Diff(want, (<-tasks).Args); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	if w := post(s, "/new", form()); !strings.Contains(w.Body.String(), "choose another name") {
		t.Errorf("a name that is taken: %s", w.Body)
	}
	page := get(s, "/runs/my%20books/").Body.String()
	safe(t, page)
	for _, x := range []string{`state-running">under way`, "Pause", "End", "What it tells"} {
		if !strings.Contains(page, x) {
			t.Errorf("no %q in %s", x, page)
		}
	}
	if strings.Contains(page, "was stopped before its end") {
		t.Errorf("it is under way, and said to be stopped: %s", page)
	}
	run := s.all()[1]
	if w := post(s, "/runs/my%20books/resume", url.Values{}); w.Code != http.StatusConflict {
		t.Errorf("going on with a run that goes on: %d", w.Code)
	}
	if w := post(s, "/runs/my%20books/integrate", url.Values{}); w.Code != http.StatusConflict {
		t.Errorf("%d", w.Code)
	}
	if w := post(s, "/runs/my%20books/end", url.Values{}); w.Code != http.StatusSeeOther {
		t.Errorf("ending: %d", w.Code)
	}
	if w := say(s, "/api/v1/runs/my%20books/pause", map[string]string{}); w.Code != http.StatusOK {
		t.Errorf("pausing: %d %s", w.Code, w.Body)
	}
	if _, err := s.opt.Steering.Runs.Wait(t.Context(), run.Dir); err != nil {
		t.Fatal(err)
	}
	if page := get(s, "/runs/my%20books/").Body.String(); !strings.Contains(page, "Go on") || !strings.Contains(page, "stopped") || strings.Contains(page, "not gone on with") || strings.Contains(page, "canceled") {
		t.Errorf("%s", page)
	}
	if w := post(s, "/runs/my%20books/resume", url.Values{"rounds": {"5"}}); w.Code != http.StatusSeeOther {
		t.Fatalf("going on: %d %s", w.Code, w.Body)
	}
	if got := (<-tasks).Args; strings.Join(got[len(got)-3:], " ") != "--rounds=5 -- http://c.example/list" {
		t.Errorf("%q", got)
	}
	if w := say(s, "/api/v1/runs", map[string]string{"url": "http://c.example/1", "domain": "film"}); w.Code != http.StatusOK || !strings.Contains(w.Body.String(), `"name":"film"`) {
		t.Errorf("by a program: %d %s", w.Code, w.Body)
	}
	if got := (<-tasks).Args; got[1] != "--engine=brave" {
		t.Errorf("the server's own engine: %q", got)
	}
	several := `{"url": "http://c.example/1", "domain": "play", "engine": ["searxng", "solr"], "endpoint": ["searxng=http://localhost:1/", "solr=http://localhost:2/"]}`
	if w := send(s, "/api/v1/runs", "application/json", several, nil); w.Code != http.StatusOK {
		t.Errorf("several engines, by a program: %d %s", w.Code, w.Body)
	}
	if got := strings.Join((<-tasks).Args, " "); got != "--delay=0 --engine=searxng --engine=solr --endpoint=searxng=http://localhost:1/ --endpoint=solr=http://localhost:2/ --domain=play -- http://c.example/1" {
		t.Errorf("%q", got)
	}
	if w := send(s, "/api/v1/runs", "application/json", `{"url": ["http://c.example/1", "http://c.example/2"], "domain": "play"}`, nil); w.Code != http.StatusBadRequest || !strings.Contains(w.Body.String(), "2 texts where one is meant") {
		t.Errorf("two pages, by a program: %d %s", w.Code, w.Body)
	}
	if w := say(s, "/api/v1/runs", map[string]string{"url": "http://c.example/list", "domain": "song"}); w.Code != http.StatusConflict || !strings.Contains(w.Body.String(), "anyway") {
		t.Errorf("a list, by a program: %d %s", w.Code, w.Body)
	}
}

// A run of an earlier version, whose order nobody knows, says so.
func TestControlWithoutOrder(t *testing.T) {
	t.Parallel()
	s, _ := steered(t)
	if page := get(s, base).Body.String(); strings.Contains(page, "Go on</button>") || !strings.Contains(page, "does not say what it was asked") {
		t.Errorf("%s", page)
	}
	if w := post(s, base+"resume", url.Values{}); w.Code != http.StatusConflict {
		t.Errorf("%d", w.Code)
	}
	if err := os.WriteFile(filepath.Join(s.all()[0].Dir, runs.OrderFile), []byte(`{"args":["--dump=-"],"began":"2026-01-02T03:04:05Z","ended":"2026-01-02T03:05:05Z"}`), 0o666); err != nil {
		t.Fatal(err)
	}
	if page := get(s, base).Body.String(); !strings.Contains(page, "was given standard input") {
		t.Errorf("%s", page)
	}
	if w := post(s, base+"pause", url.Values{}); w.Code != http.StatusConflict {
		t.Errorf("%d", w.Code)
	}
}

// deadlined notes whether its write deadline was lifted.
type deadlined struct {
	*httptest.ResponseRecorder
	lifted bool
}

func (d *deadlined) SetWriteDeadline(at time.Time) error {
	d.lifted = at.IsZero()
	return nil
}

// No action is cut short by the deadline that pages have.
func TestUnhurried(t *testing.T) {
	t.Parallel()
	s, _ := steered(t)
	for _, target := range []string{"/new", "/api/v1/runs", base + "integrate", "/api/v1" + base + "integrate", base + "matching/withdraw"} {
		r := httptest.NewRequest(http.MethodPost, target, strings.NewReader(""))
		r.Host = "127.0.0.1:4780"
		w := &deadlined{ResponseRecorder: httptest.NewRecorder()}
		if s.ServeHTTP(w, r); !w.lifted {
			t.Errorf("%s: has a deadline", target)
		}
	}
}

// A run begins also for who has gone meanwhile; of one that can't begin nothing stays.
func TestBegin(t *testing.T) {
	t.Parallel()
	s, tasks := steered(t)
	gone, leave := context.WithCancel(t.Context())
	leave()
	form := url.Values{"url": {"http://c.example/1"}, "domain": {"book"}, "anyway": {"yes"}}
	w := post(s, "/new", form, func(r *http.Request) { *r = *r.WithContext(gone) })
	if w.Code != http.StatusSeeOther || len(s.all()) != 2 {
		t.Fatalf("%d: %s", w.Code, w.Body)
	}
	<-tasks
	if err := s.opt.Steering.Runs.Close(); err != nil {
		t.Fatal(err)
	}
	form.Set("name", "more")
	if w := post(s, "/new", form); !strings.Contains(w.Body.String(), "about to end") || len(s.all()) != 2 {
		t.Errorf("%d runs: %s", len(s.all()), w.Body)
	}
	if _, err := os.Stat(filepath.Join(s.opt.Steering.Home, "more")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the folder stays: %v", err)
	}
}

// Of many columns a form offers some hundred: the first, or those of the site of the one
// that was chosen.
func TestOffer(t *testing.T) {
	t.Parallel()
	var columns []catalog.Joined
	for i := range 40_000 { // a search of all for each would take a minute
		columns = append(columns, catalog.Joined{Site: fmt.Sprintf("s%03d.example", i%200), Label: fmt.Sprintf("label %03d", i/400), Part: fmt.Sprint(i / 200 % 2)})
	}
	for _, test := range []struct {
		chosen      string
		first       string
		sites, many int
	}{
		{"", "s000.example", 3, maxOffered},
		{key("s150.example", "label 070"), "s150.example", 1, 100},
		{"nix", "s000.example", 3, maxOffered},
	} {
		d := matchingData{Chosen: test.chosen}
		d.join(columns, nil)
		sites := make(map[string]bool)
		for _, c := range d.Columns {
			sites[c.Site] = true
		}
		if d.Columns[0].Site != test.first || len(sites) != test.sites || len(d.Columns) != test.many || d.More != 20_000-test.many {
			t.Errorf("%.10q: %d columns of %d sites, the first %+v, %d more", test.chosen, len(d.Columns), len(sites), d.Columns[0], d.More)
		}
	}
}

// A folder that was taken away is told, and a run that is begun anew by its name has it.
func TestGone(t *testing.T) {
	t.Parallel()
	s := server(t, Options{})
	run := s.all()[0]
	if err := os.Rename(run.Dir, run.Dir+" away"); err != nil {
		t.Fatal(err)
	}
	if w := get(s, base); w.Code != http.StatusNotFound || !strings.Contains(w.Body.String(), "is gone") {
		t.Errorf("its page: %d %s", w.Code, w.Body)
	}
	if w := get(s, "/"); w.Code != http.StatusOK || !strings.Contains(w.Body.String(), "is gone") {
		t.Errorf("the list: %d %s", w.Code, w.Body)
	}
	if !run.closed {
		t.Error("its catalog is open still")
	}
	if w := get(s, "/api/v1/runs"); w.Code != http.StatusOK || !strings.Contains(w.Body.String(), `"state":"not shown","error":"the folder of this run`) {
		t.Errorf("for programs: %d %s", w.Code, w.Body)
	}
	if err := os.Rename(run.Dir+" away", run.Dir); err != nil {
		t.Fatal(err)
	}
	if w := get(s, base); w.Code != http.StatusOK {
		t.Errorf("where it is there again: %d", w.Code)
	}
	// Another catalog in its place, which has no entities, is shown as it is.
	if err := os.RemoveAll(run.Dir); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(run.Dir, 0o777); err != nil {
		t.Fatal(err)
	}
	c, err := catalog.Open(t.Context(), filepath.Join(run.Dir, "catalog.sqlite"))
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	if w := get(s, base); w.Code != http.StatusOK || !strings.Contains(w.Body.String(), "There are no entities yet") {
		t.Errorf("another run in its place: %d %s", w.Code, w.Body)
	}
	if n := len(s.all()); n != 1 {
		t.Errorf("%d runs are shown", n)
	}
	// One that can't be read keeps nobody from the others.
	if err := os.WriteFile(filepath.Join(run.Dir, "catalog.sqlite.new"), []byte("no catalog"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(filepath.Join(run.Dir, "catalog.sqlite.new"), filepath.Join(run.Dir, "catalog.sqlite")); err != nil {
		t.Fatal(err)
	}
	if w := get(s, "/"); w.Code != http.StatusOK || !strings.Contains(w.Body.String(), "not shown") {
		t.Errorf("the list: %d %s", w.Code, w.Body)
	}
	if r := s.all()[0]; s.all()[0] != r {
		t.Error("it is tried again at once")
	}
	// The same file is written over, as a copy that goes on does: it is another then.
	before, err := os.Stat(filepath.Join(run.Dir, "catalog.sqlite"))
	if err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(filepath.Join(whole(t), "catalog.sqlite"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(run.Dir, "catalog.sqlite"), whole, 0o666); err != nil {
		t.Fatal(err)
	}
	if after, err := os.Stat(filepath.Join(run.Dir, "catalog.sqlite")); err != nil || !os.SameFile(before, after) {
		t.Fatalf("another file, %v", err)
	}
	if w := get(s, base); w.Code != http.StatusOK {
		t.Errorf("where its file is whole: %d %s", w.Code, w.Body)
	}
}

// whole is a folder with a catalog that nothing is in.
func whole(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	c, err := catalog.Open(t.Context(), filepath.Join(dir, "catalog.sqlite"))
	if err == nil {
		err = c.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	return dir
}
