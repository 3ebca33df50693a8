package serve

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"golang.org/x/net/html"

	"verde/catalog"
	"verde/fetch"
	"verde/integrate"
	"verde/query"
	"verde/record"
	"verde/search"
)

// hostile is a text that would run, lead away or turn round what stands beside it.
const hostile = `<script>alert(1)</script>"'><img src=x onerror=alert(1)>` + "\u202eevil\u2066 \x1b[31m"

// shelf is the folder of a run over two sites that share twelve books, one of which has
// a hostile title, and an archive with one page of it.
func shelf(t testing.TB) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "books & more")
	if err := os.MkdirAll(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	c, err := catalog.Open(t.Context(), filepath.Join(dir, "catalog.sqlite"))
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	fillShelf(t, c)
	for name, text := range map[string]string{"report.json": shelfReport, "vertical.json": shelfVertical} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	archive(t, fetch.Options{Archive: filepath.Join(dir, "archive")})
	return dir
}

// What the run of shelf is about, and what it came to.
const (
	shelfReport = `{"advice":["give more pages"],"doubtful":{"c.example":"two of six"},"incomplete":{"pages not had":3},
		"engines":{"one":{"answered":4,"results":9,"sites":3,"sites_alone":2,"sources":1,"sources_alone":1},"two":{"answered":0,"results":0,"sites":0,"sites_alone":0,"sources":0,"sources_alone":0,"failures":20}}}`
	shelfVertical = `{"domain":"book","site":"a.example"}`
)

// fillShelf stores the sites of shelf in a catalog.
func fillShelf(t testing.TB, c *catalog.Catalog) {
	t.Helper()
	words := []string{"amber", "birch", "cedar", "delta", "ember", "fjord", "grove", "heath", "inlet", "jetty", "knoll", "larch"}
	check := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	for s, site := range []string{"a.example", "b.example"} {
		var records []record.Record
		for i, w := range words {
			title := w + " " + words[(i+5)%12] + "s"
			if i == 0 {
				title = hostile
			}
			r := record.FromTexts(fmt.Sprintf("http://%s/%d", site, i), map[string][]string{
				[]string{"Title", "Name"}[s]: {title}, []string{"By", "Author"}[s]: {words[11-i/2] + " writer" + words[i/2]},
				[]string{"Cost", "Price"}[s]: {fmt.Sprint("$", 100+7*i+s*(i/11))}, []string{"Length", "Pages"}[s]: {fmt.Sprint(300 + 13*i)}, []string{"Kind", "Shelf"}[s]: {[]string{"novel", "poems"}[i%2]},
			})
			for k := range r.Fields {
				r.Fields[k].Values[0].XPath = "/html/body/p[" + fmt.Sprint(k+1) + "]/text()[1]"
			}
			records = append(records, r)
		}
		source := catalog.Source{Site: site, State: catalog.Expanded, Role: []string{catalog.Training, catalog.Discovered}[s], Round: s, Score: .5, Support: 4, Samples: []string{"http://" + site + "/1"},
			Parts: &catalog.ScoreParts{Probability: .9, Instances: 3, Met: 4, Agreement: 1}, Evidence: []catalog.Evidence{{URL: "http://" + site + "/1", QueryID: "q1", FragmentXPath: "/html/body", Probability: .9}}}
		check(c.PutSite(t.Context(), source, []catalog.Page{{Site: site, URL: "http://" + site + "/1", Status: "fetched", From: "http://" + site + "/list", HTMLSimilarity: .9}, {Site: site, URL: "http://" + site + "/x", Status: "status 404"}}, records))
	}
	check(c.PutSource(t.Context(), catalog.Source{Site: "news.example", Role: catalog.Discovered, State: catalog.Refused, Reason: hostile}))
	tables, err := c.Tables(t.Context())
	check(err)
	result, err := integrate.Integrate(tables, integrate.Options{})
	check(err)
	check(c.PutEntities(t.Context(), result, "", time.Unix(0, 0)))
	check(c.AddQueries(t.Context(), 1, "", []query.Query{{ID: "q1", Required: []query.Value{{Text: hostile}}}}))
	check(c.PutAnswer(t.Context(), "q1", "engine", []search.Result{{URL: "http://b.example/1", Title: hostile, Rank: 1}, {URL: "javascript:alert(1)", Rank: 2}}, true))
	check(c.PutVerdict(t.Context(), catalog.Verdict{URL: "http://b.example/prose", QueryID: "q1", Matched: true, Probability: .2, FragmentXPath: "/html/body"}, catalog.Verdict{URL: "http://b.example/1", QueryID: "q1", Matched: true, SemiStructured: true}, catalog.Verdict{URL: "http://b.example/1", QueryID: "q2"}))
	check(c.PutRound(t.Context(), catalog.Round{Round: 1, Report: json.RawMessage(`{"round":1,"queries":4,"led":3,"elsewhere":2,"evaluated":5,"accepted":1,"unseen":0.5,"unseen_interval":{"low":0,"high":2}}`), Closed: true}))
}

// archive fetches http://a.example/0 into an archive, from a server of its own.
func archive(t testing.TB, into fetch.Options) {
	t.Helper()
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		if r.URL.Path != "/0" {
			http.NotFound(w, r)
			return
		}
		io.WriteString(w, "<title>t</title><p>larch writeramber<p>$100<p>novel<p>300<script>alert(1)</script><p onclick=alert(1)>Title")
	}))
	defer web.Close()
	proxy, err := url.Parse(web.URL)
	if err != nil {
		t.Fatal(err)
	}
	into.IgnoreRobots, into.Transport = true, &http.Transport{Proxy: http.ProxyURL(proxy)}
	client, err := fetch.New(into)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := client.Fetch(t.Context(), "http://a.example/0"); err != nil {
		t.Fatal(err)
	}
	if err := client.Close(); err != nil {
		t.Fatal(err)
	}
}

func server(t testing.TB, opt Options) *Server {
	t.Helper()
	s, err := New(t.Context(), []string{shelf(t)}, opt)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// What is asked for in vain is told to whoever asks, and no warning.
func TestNotFoundIsNotLogged(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	s, err := New(t.Context(), nil, Options{Log: slog.New(slog.NewTextHandler(&log, nil))})
	if err != nil {
		t.Fatal(err)
	}
	if w := get(s, "/favicon.ico"); w.Code != http.StatusNotFound || log.Len() > 0 {
		t.Errorf("%d, %s", w.Code, log.String())
	}
}

func get(s http.Handler, target string, change ...func(*http.Request)) *httptest.ResponseRecorder {
	r := httptest.NewRequest(http.MethodGet, target, nil)
	r.Host = "127.0.0.1:4780"
	for _, c := range change {
		c(r)
	}
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	return w
}

const base = "/runs/books%20&%20more/"

// Every page says what it should, is safe whatever the texts are, and its links lead
// to pages that are there.
func TestPages(t *testing.T) {
	t.Parallel()
	s := server(t, Options{})
	for _, test := range []struct {
		name, target string
		want         []string
		none         []string
	}{
		{"runs", "/", []string{"books &amp; more", "2 sources", "give more pages", "ended"}, nil},
		{"overview", base, []string{"One <bdi>book</bdi> a page", "give more pages", "c.example: two of six", "pages not had: 3", "0.5 (0 to 2)", "<svg", ">12</a>",
			`<a href="/runs/books%20&amp;%20more/queries?without=results">1 without results</a>`, `<a href="/runs/books%20&amp;%20more/sources?state=refused">1 refused</a>`, "1 only to sites known",
			`<bdi>one</bdi></th><td class="n">4</td><td class="n">9</td><td class="n">3</td><td class="n">2</td><td class="n">1</td><td class="n">1</td><td class="n">0</td>`, `<td class="n">20</td>`,
			`<td class="n">1</td><td class="n">12</td><td class="n">0</td><td class="n">0.5 (0 to 2)</td>`}, nil},
		{"sources", base + "sources", []string{"a.example", "news.example", "refused", "training site", "the run began from it", "3 of 4 entities met are shown as data"}, nil},
		{"sources in a state", base + "sources?state=refused", []string{"news.example"}, []string{"b.example"}},
		{"a source", base + "sources/b.example", []string{"3 of 4", "http://b.example/x", "status 404</bdi> 1", "q1", "Taken and refused", "http://b.example/prose</bdi> <span class=\"dim\">(not archived)</span> <span class=\"dim\"><bdi>data with probability 0.20"}, nil},
		{"how its pages were found", base + "sources/a.example", []string{`<bdi>http://a.example/1</bdi></a></td><td class="n">1</td><td class="n">0</td><td class="n">1</td>`, `<bdi>http://a.example/list</bdi></a></td><td class="n">1</td>`, "http://a.example/0</bdi></a> <span class=\"dim\"><bdi>read, and not of the kind"}, []string{"q1</bdi>"}},
		{"its pages of one status", base + "sources/b.example?status=fetched", []string{"1 page: fetched"}, []string{"/x</bdi>"}},
		{"entities", base + "entities", []string{"1 to 12 of 12 entities", "cedar heaths", `aria-sort="ascending"`, "novel"}, nil},
		{"found", base + "entities?q=cedar+heath", []string{"1 entity", "cedar heaths"}, []string{"delta"}},
		{"none found", base + "entities?q=zzz", []string{"0 entities", "none"}, nil},
		{"of a value", base + "entities?is=Kind%3Dpoems", []string{"6 entities"}, nil},
		{"cards", base + "entities?view=cards", []string{`class="cards"`, "cedar heaths"}, []string{"<thead"}},
		{"columns chosen", base + "entities?col=Author", []string{"larch writeramber"}, []string{"cedar heaths"}},
		{"beyond the last page", base + "entities?page=9", []string{"page 9 of 1"}, nil},
		{"matching", base + "matching", []string{"By", "Author", "Title", "a.example"}, nil},
		{"queries", base + "queries", []string{"1 query"}, nil},
		{"queries without results", base + "queries?without=results", []string{"0 queries", ">none<"}, []string{"queries/q1"}},
		{"a query", base + "queries/q1", []string{"http://b.example/1", "not looked at"}, []string{`href="javascript`}},
		{"a page", base + "page?url=http://a.example/0&label=By", []string{"larch writeramber", "<iframe sandbox", "mark all"}, nil},
		{"a page that is not archived", base + "page?url=http://a.example/1", []string{"birch groves"}, []string{"<iframe"}},
		{"a page nobody read", base + "page?url=javascript:alert(1)", []string{"Nothing was read"}, []string{`href="javascript`}},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			w := get(s, test.target)
			body := w.Body.String()
			if w.Code != http.StatusOK || w.Header().Get("Content-Security-Policy") != policy {
				t.Errorf("status %d, policy %q", w.Code, w.Header().Get("Content-Security-Policy"))
			}
			for _, x := range test.want {
				if !strings.Contains(body, x) {
					t.Errorf("no %q in %s", x, body)
				}
			}
			for _, x := range test.none {
				if strings.Contains(body, x) {
					t.Errorf("%q in %s", x, body)
				}
			}
			safe(t, body)
			for _, link := range links(t, body) {
				if got := get(s, link).Code; got != http.StatusOK {
					t.Errorf("link %s: status %d", link, got)
				}
			}
		})
	}
}

// safe fails if a text of the web could do anything on a page.
func safe(t *testing.T, body string) {
	t.Helper()
	for _, x := range []string{"<script>alert", "<img", "\u202e", "\u2066", "\x1b"} {
		if strings.Contains(body, x) {
			t.Errorf("%q in %s", x, body)
		}
	}
}

// links gives the addresses of the server's own pages that a page leads to.
func links(t *testing.T, body string) (out []string) {
	t.Helper()
	doc, err := html.Parse(strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	for n := range doc.Descendants() {
		for _, a := range n.Attr {
			if (a.Key == "href" || a.Key == "src") && strings.HasPrefix(a.Val, "/") {
				to, _, _ := strings.Cut(a.Val, "#")
				out = append(out, to)
			}
		}
	}
	return out
}

func TestEntity(t *testing.T) {
	t.Parallel()
	s := server(t, Options{})
	w := get(s, base+"entities/http%3A%2F%2Fa.example%2F11") // by the URL of a record
	body := w.Body.String()
	for _, x := range []string{"larch embers", "2 records of 2 sites", "contradict each other under 1 attribute", "$177", "$178", "label=Price"} {
		if !strings.Contains(body, x) {
			t.Errorf("no %q in %s", x, body)
		}
	}
	hostilePage := get(s, base+"entities/http%3A%2F%2Fa.example%2F0").Body.String()
	if !strings.Contains(hostilePage, "&lt;script&gt;alert(1)") {
		t.Errorf("the hostile title is not shown: %s", hostilePage)
	}
	safe(t, hostilePage)
}

func TestArchivedPage(t *testing.T) {
	t.Parallel()
	s := server(t, Options{})
	w := get(s, base+"archived?url=http://a.example/0&label=By")
	if w.Code != http.StatusOK || !strings.Contains(w.Body.String(), `<mark id="mark">larch writeramber</mark>`) || strings.Contains(w.Body.String(), "alert") {
		t.Errorf("%d: %s", w.Code, w.Body)
	}
	if p := w.Header().Get("Content-Security-Policy"); !strings.HasPrefix(p, "sandbox; default-src 'none'") {
		t.Errorf("policy %q", p)
	}
	if w := get(s, base+"archived?url=http://a.example/1"); w.Code != http.StatusNotFound {
		t.Errorf("a page that is not there: %d", w.Code)
	}
}

// What can't be shown says why, and is no page.
func TestNotShown(t *testing.T) {
	t.Parallel()
	s := server(t, Options{Hosts: []string{"verde.example"}})
	for target, want := range map[string]int{
		"/nix": 404, "/runs/other/": 404, base + "entities/nobody": 404, base + "sources/c.example": 404, base + "queries/q9": 404, "/api/v2": 404, "/static/nix": 404,
		base + "entities?page=x": 400, base + "entities/novel": 400, "/api/v1/runs/books%20&%20more/entities/novel": 400, base + "entities?is=novel": 400, base + "page": 400, "/api/v1/runs/books%20&%20more/entities?limit=1001": 400, "/api/v1/runs/books%20&%20more/records?url=x": 404,
	} {
		w := get(s, target)
		if w.Code != want || strings.Contains(w.Body.String(), "goroutine") {
			t.Errorf("%s: %d, want %d: %s", target, w.Code, want, w.Body)
		}
	}
	for host, want := range map[string]int{"evil.example": 421, "evil.example:4780": 421, "127.0.0.1.evil.example": 421, "": 421, "localhost:1": 200, "[::1]:80": 200, "192.168.1.7": 200, "verde.example": 200} {
		if w := get(s, "/", func(r *http.Request) { r.Host = host }); w.Code != want {
			t.Errorf("asked as %q: %d, want %d", host, w.Code, want)
		}
	}
	r := httptest.NewRequest(http.MethodPost, "/", strings.NewReader("x"))
	r.Host = "127.0.0.1:4780"
	w := httptest.NewRecorder()
	if s.ServeHTTP(w, r); w.Code < 400 {
		t.Errorf("POST: %d", w.Code)
	}
}

func TestToken(t *testing.T) {
	t.Parallel()
	const secret = `s"e;c+r&e=t /` // what no cookie may hold, and addresses read otherwise
	s := server(t, Options{Token: secret})
	cookie := func(v string) func(*http.Request) {
		return func(r *http.Request) { r.AddCookie(&http.Cookie{Name: tokenCookie, Value: v}) }
	}
	bearer := func(v string) func(*http.Request) {
		return func(r *http.Request) { r.Header.Set("Authorization", "Bearer "+v) }
	}
	for _, test := range []struct {
		target string
		with   func(*http.Request)
		want   int
	}{
		{"/", func(*http.Request) {}, 401}, {"/?token=other", func(*http.Request) {}, 401}, {"/static/verde.css", func(*http.Request) {}, 401},
		{"/", cookie("other"), 401}, {"/", cookie(secret), 401}, {"/", cookie(base64.RawURLEncoding.EncodeToString([]byte(secret))), 200}, {"/api/v1/runs", bearer(secret), 200}, {"/api/v1/runs", bearer(""), 401},
	} {
		if w := get(s, test.target, test.with); w.Code != test.want {
			t.Errorf("%s: %d, want %d", test.target, w.Code, test.want)
		}
	}
	w := get(s, base+"sources?state=refused&token="+url.QueryEscape(secret))
	if to := w.Header().Get("Location"); w.Code != http.StatusSeeOther || strings.Contains(to, "token") || !strings.Contains(to, "state=refused") {
		t.Errorf("%d to %s: want the address without the token", w.Code, to)
	}
	if c := w.Header().Get("Set-Cookie"); !strings.Contains(c, "HttpOnly") || !strings.Contains(c, "SameSite=Strict") {
		t.Errorf("cookie %q", c)
	}
}

func TestAPI(t *testing.T) {
	t.Parallel()
	s := server(t, Options{})
	ask := func(path string, v any) {
		t.Helper()
		w := get(s, "/api/v1/"+path)
		if w.Code != http.StatusOK || w.Header().Get("Content-Type") != "application/json" {
			t.Fatalf("%s: %d, %s", path, w.Code, w.Body)
		}
		if err := json.Unmarshal(w.Body.Bytes(), v); err != nil {
			t.Fatalf("%s: %v", path, err)
		}
	}
	var runs []apiRun
	ask("runs", &runs)
	if len(runs) != 1 || runs[0].Entities != 12 || runs[0].State != "ended" || len(runs[0].Doubts) != 3 || runs[0].Report != nil {
		t.Errorf("runs: %+v", runs)
	}
	const one = "runs/books%20&%20more"
	var run apiRun
	ask(one, &run)
	if run.Report == nil || len(run.Report.Rounds) != 1 || run.Report.Rounds[0].Queries != 4 {
		t.Errorf("run: %+v", run)
	}
	var sources []catalog.Source
	if ask(one+"/sources?state=refused", &sources); len(sources) != 1 || sources[0].Site != "news.example" {
		t.Errorf("sources: %+v", sources)
	}
	var list struct {
		All      int                 `json:"all"`
		Entities []catalog.EntityRow `json:"entities"`
	}
	ask(one+"/entities?is=Kind%3Dnovel&sort=Name&down=1&limit=2&offset=1", &list)
	if list.All != 6 || len(list.Entities) != 2 || len(list.Entities[0].Values) != 5 {
		t.Errorf("entities: %+v", list)
	}
	var shown catalog.Shown
	ask(one+"/entities/"+list.Entities[0].ID, &shown)
	if len(shown.Claims) == 0 || shown.ID != list.Entities[0].ID {
		t.Errorf("entity: %+v", shown)
	}
	var records []record.Record
	if ask(one+"/records?url=http://a.example/0", &records); len(records) != 1 {
		t.Errorf("records: %+v", records)
	}
	var description struct{ Paths map[string]map[string]any }
	ask("openapi.json", &description)
	for path, operations := range description.Paths { // what is described is there
		if _, ok := operations["post"]; ok {
			to := strings.NewReplacer("{run}", "books%20&%20more", "{site}", "b.example").Replace(path)
			if w := say(s, to, map[string]string{}); w.Code != http.StatusConflict || !strings.Contains(w.Body.String(), "--read-only") {
				t.Errorf("%s is described: %d", to, w.Code)
			}
		}
		if _, ok := operations["get"]; !ok {
			continue
		}
		path = strings.NewReplacer("{run}", "books%20&%20more", "{id}", shown.ID).Replace(path)
		want := http.StatusOK
		if strings.HasSuffix(path, "/labels") { // this server takes none
			want = http.StatusConflict
		}
		if strings.HasSuffix(path, "/machines") { // and knows of none
			want = http.StatusNotFound
		}
		if w := get(s, path+"?url=http://a.example/0"); w.Code != want {
			t.Errorf("%s is described: %d", path, w.Code)
		}
	}
}

// A browser is told when the run's files change, also of what changed after its page was
// made and before it asked.
func TestEvents(t *testing.T) {
	t.Parallel()
	for i, test := range []struct {
		page  string
		early bool // it changes before the browser asks
	}{{base, false}, {base, true}, {base + "sources", true}, {"/", false}, {"/", true}} {
		early := test.early
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			t.Parallel()
			s := server(t, Options{})
			web := httptest.NewServer(s)
			defer web.Close()
			connect := regexp.MustCompile(`sse-connect="([^"]+)"`).FindStringSubmatch(get(s, test.page).Body.String())
			if connect == nil {
				t.Fatal("the page asks for no events")
			}
			change := func() {
				if err := os.WriteFile(filepath.Join(s.runs[0].Dir, "report.json"), []byte("{}"), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			if early {
				change()
			}
			answer, err := web.Client().Get(web.URL + html.UnescapeString(connect[1]))
			if err != nil {
				t.Fatal(err)
			}
			defer answer.Body.Close()
			buffer := make([]byte, 200)
			n, err := answer.Body.Read(buffer)
			if err != nil || answer.Header.Get("Content-Type") != "text/event-stream" || !strings.HasPrefix(string(buffer[:n]), "retry:") {
				t.Fatalf("%q, %v", buffer[:n], err)
			}
			if !early {
				change()
			}
			n, err = answer.Body.Read(buffer)
			if err != nil || !strings.Contains(string(buffer[:n]), "event: changed") {
				t.Errorf("%q, %v", buffer[:n], err)
			}
		})
	}
}

// The one page has every entity, needs nothing else, and is as safe as the others.
func TestWriteCatalog(t *testing.T) {
	t.Parallel()
	s := server(t, Options{})
	var b strings.Builder
	if err := WriteCatalog(t.Context(), s.runs[0].catalog, "books <&>", &b); err != nil {
		t.Fatal(err)
	}
	page := b.String()
	safe(t, page)
	if n := strings.Count(page, "<details"); n != 12 {
		t.Errorf("%d entities, want 12", n)
	}
	for _, x := range []string{"books &lt;&amp;&gt;", "cedar heaths", "http://b.example/11", "12 entities of 2 sites", "</html>", "style-src &#39;sha256-"} {
		if !strings.Contains(page, x) {
			t.Errorf("no %q in the page", x)
		}
	}
	if got := links(t, page); len(got) != 0 || strings.Contains(page, "<script") {
		t.Errorf("it needs a server for %q", got)
	}
}

func TestNotARun(t *testing.T) {
	t.Parallel()
	if _, err := New(t.Context(), []string{t.TempDir()}, Options{}); err == nil || !strings.Contains(err.Error(), "no run's folder") {
		t.Errorf("an empty folder: %v", err)
	}
	dir := shelf(t)
	empty, damaged := filepath.Join(t.TempDir(), "empty"), filepath.Join(t.TempDir(), "damaged")
	pages, err := os.ReadFile(filepath.Join(dir, "catalog.sqlite"))
	if err != nil {
		t.Fatal(err)
	}
	for file, text := range map[string][]byte{empty: nil, damaged: pages[:len(pages)/2]} {
		if err := os.WriteFile(file, text, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Chtimes(empty, time.Time{}, time.Now().Add(-time.Hour)); err != nil { // no run is just making it
		t.Fatal(err)
	}
	for file, want := range map[string]string{empty: "no catalog of a run", damaged: "move it away"} {
		if _, err := New(t.Context(), []string{file}, Options{}); err == nil || !strings.Contains(strings.ToLower(err.Error()), want) {
			t.Errorf("%s: %v, want %q", filepath.Base(file), err, want)
		}
	}
	if st, err := os.Stat(empty); err != nil || st.Size() != 0 {
		t.Errorf("a file that was empty is not any more: %v", err)
	}
	other := filepath.Join(t.TempDir(), filepath.Base(dir))
	if err := os.CopyFS(other, os.DirFS(dir)); err != nil {
		t.Fatal(err)
	}
	s, err := New(t.Context(), []string{dir, filepath.Join(dir, "catalog.sqlite"), other}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if got := s.all(); len(got) != 2 || got[0].Name == got[1].Name {
		t.Errorf("%d runs: want two, the first once, by two names", len(got))
	}
}

func TestCut(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		in   string
		most int
		want string
	}{
		{"a\nb\tc", 9, "a b c"}, {"\u202ea\u200fb\x00", 9, "ab"}, {"äöü!?", 3, "äöü… (2 bytes more)"}, {"äöü", 3, "äöü"}, {"", 3, ""},
	} {
		if got := cut(test.in, test.most); got != test.want {
			t.Errorf("cut(%q) = %q, want %q", test.in, got, test.want)
		}
	}
}
