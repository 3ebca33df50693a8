package mcpserver

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"verde"
	"verde/catalog"
	"verde/fetch"
	"verde/integrate"
	"verde/internal/demoweb"
	"verde/page"
	"verde/pageeval"
	"verde/record"
	"verde/runs"
	"verde/search"
	"verde/search/live"
)

// caller is connected to a server.
type caller struct {
	t       *testing.T
	session *mcp.ClientSession
}

// connect gives a caller of a server, who is told of progress by a function or not.
func connect(t *testing.T, opt Options, told func(*mcp.ProgressNotificationParams)) caller {
	t.Helper()
	here, there := mcp.NewInMemoryTransports()
	if _, err := New(opt).Connect(t.Context(), here, nil); err != nil {
		t.Fatal(err)
	}
	client := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, &mcp.ClientOptions{
		ProgressNotificationHandler: func(_ context.Context, r *mcp.ProgressNotificationClientRequest) {
			if told != nil {
				told(r.Params)
			}
		}})
	session, err := client.Connect(t.Context(), there, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { session.Close() })
	return caller{t, session}
}

// call gives what a tool answers, and its error. Both go over the wire.
func call[T any](c caller, tool string, arguments any) (out T, problem string) {
	c.t.Helper()
	params := &mcp.CallToolParams{Name: tool, Arguments: arguments}
	params.SetProgressToken("token")
	r, err := c.session.CallTool(c.t.Context(), params)
	if err != nil {
		c.t.Fatalf("%s: the protocol failed: %v", tool, err)
	}
	if r.IsError {
		return out, r.Content[0].(*mcp.TextContent).Text
	}
	data, err := json.Marshal(r.StructuredContent)
	if err == nil {
		err = json.Unmarshal(data, &out)
	}
	if err != nil {
		c.t.Fatalf("%s: %v", tool, err)
	}
	return out, ""
}

// must is call for what goes well.
func must[T any](c caller, tool string, arguments any) T {
	c.t.Helper()
	out, problem := call[T](c, tool, arguments)
	if problem != "" {
		c.t.Fatalf("%s: %s", tool, problem)
	}
	return out
}

// smallWeb is the small web with what reaches it.
func smallWeb(t *testing.T) (*demoweb.Web, http.RoundTripper) {
	t.Helper()
	web := demoweb.New()
	server := httptest.NewServer(web.Handler())
	t.Cleanup(server.Close)
	proxy, err := url.Parse(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	return web, &http.Transport{Proxy: http.ProxyURL(proxy), DisableCompression: true}
}

func fetcher(t *testing.T, transport http.RoundTripper) *fetch.Client {
	t.Helper()
	client, err := fetch.New(fetch.Options{Pace: fetch.Pace{Delay: -1}, Limits: fetch.Limits{Retries: -1}, Transport: transport})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { client.Close() })
	return client
}

// From one page all pages of its site are found, in two parts of one list, and read as
// the site was made.
func TestPages(t *testing.T) {
	t.Parallel()
	web, transport := smallWeb(t)
	steps := make(chan float64, 1000)
	c := connect(t, Options{Pages: fetcher(t, transport), Folder: t.TempDir()}, func(p *mcp.ProgressNotificationParams) { steps <- p.Progress })
	sample := web.Sample()
	truth := web.Truth()[page.Site(sample)]

	first := must[ExpandOutput](c, "expand_page", ExpandInput{URL: sample, Limit: 10})
	if len(first.Pages) != 10 || first.Shown != 10 || first.Of != len(truth) || first.Next != 10 || first.Downloads == 0 || first.Estimate == nil {
		t.Fatalf("first part: %+v; want 10 of %d", first, len(truth))
	}
	asked := web.Requests()[page.Site(sample)]
	rest := must[ExpandOutput](c, "expand_page", ExpandInput{URL: sample, Offset: first.Next, Limit: maxListed})
	if again := web.Requests()[page.Site(sample)]; again != asked {
		t.Errorf("the second part costs %d requests", again-asked)
	}
	var urls []string
	for _, p := range slices.Concat(first.Pages, rest.Pages) {
		urls = append(urls, p.URL)
	}
	if d := cmp.Diff(slices.Sorted(maps.Keys(truth)), slices.Sorted(slices.Values(urls))); d != "" || rest.Next != 0 {
		t.Errorf("pages (-want +got), next %d:\n%s", rest.Next, d)
	}
	if len(steps) == 0 {
		t.Error("no progress was told")
	}

	read := must[ExtractOutput](c, "extract", ExtractInput{URLs: append(slices.Clone(urls[:12]), "http://"+page.Site(sample)+"/nowhere")})
	if read.Shown != 12 || len(read.Failed) != 1 || !strings.Contains(read.Failed[0].Reason, "404") {
		t.Fatalf("%d records, failed %+v", read.Shown, read.Failed)
	}
	for _, r := range read.Records {
		if want := truth[r.URL]["author"]; len(want) > 0 && !slices.Equal(r.Values["Author"], want) {
			t.Errorf("%s: author %q, want %q", r.URL, r.Values["Author"], want)
		}
	}
}

// What can't be done is told as the tool's error, in words that say what to do.
func TestProblems(t *testing.T) {
	t.Parallel()
	web, transport := smallWeb(t)
	dir := t.TempDir()
	c := connect(t, Options{Pages: fetcher(t, transport), Folder: dir, Runs: closing(t, nil)}, nil)
	store(t, filepath.Join(dir, "empty"))
	many := slices.Repeat([]string{web.Sample()}, maxExtracted+1)
	for _, test := range []struct {
		name, tool string
		arguments  any
		want       string
	}{
		{"no address", "expand_page", ExpandInput{URL: "books"}, "give a whole address"},
		{"no such site", "expand_page", ExpandInput{URL: "http://nowhere.test/1"}, "nowhere.test"},
		{"a private address", "expand_page", ExpandInput{URL: "file:///etc/passwd"}, "give a whole address"},
		{"a method", "expand_page", ExpandInput{URL: web.Sample(), Method: "magic"}, "focused"},
		{"a scope", "expand_page", ExpandInput{URL: web.Sample(), Scope: "all"}, "there are folder, siblings, anywhere, prefix"},
		{"no argument", "expand_page", map[string]any{}, "url"},
		{"an argument too many", "expand_page", map[string]any{"url": web.Sample(), "archive": "/tmp"}, "archive"},
		{"one page", "extract", ExtractInput{URLs: many[:1]}, "at least two pages"},
		{"too many pages", "extract", ExtractInput{URLs: many}, "more than the 50"},
		{"pages that are not there", "extract", ExtractInput{URLs: []string{web.Sample() + "x", web.Sample() + "y"}}, "0 of 2 pages could be had"},
		{"no such run", "query_catalog", QueryInput{Run: "films"}, "there is no run films with a catalog; there are empty"},
		{"a path", "query_catalog", QueryInput{Run: "../empty"}, "a run's name has"},
		{"a hidden folder", "query_catalog", QueryInput{Run: ".empty"}, "a run's name has"},
		{"no entities", "query_catalog", QueryInput{Run: "empty"}, "has no entities yet"},
		{"no name", "show_entity", ShowInput{Run: "empty", Name: " "}, "name is empty"},
		{"no such entity", "show_entity", ShowInput{Run: "empty", Name: "Emma"}, `no entity of run empty is called "Emma"`},
		{"a state", "explore_result", ResultInput{Run: "empty", State: "good"}, "there are refused, accepted"},
		{"going on with nothing", "explore_start", StartInput{Run: "films"}, "there is no run films to go on with"},
		{"going on with what was not asked", "explore_start", StartInput{Run: "empty"}, "does not say what the run was asked"},
		{"no domain", "explore_start", StartInput{Run: "films", URLs: many[:1]}, "domain is missing"},
		{"no page", "explore_start", StartInput{Run: "films", Domain: "film"}, "urls is missing"},
		{"an option as a page", "explore_start", StartInput{Run: "films", Domain: "film", URLs: []string{"--run=/tmp"}}, "give whole addresses"},
		{"rounds", "explore_start", StartInput{Run: "films", Domain: "film", URLs: many[:1], Rounds: 1000}, "allowed are 1 to 20"},
		{"pausing nothing", "explore_pause", PauseInput{Run: "empty"}, "not under way"},
	} {
		if _, got := call[map[string]any](c, test.tool, test.arguments); !strings.Contains(got, test.want) {
			t.Errorf("%s: %q, want it to say %q", test.name, got, test.want)
		}
	}
}

// closing is what does runs, closed at the end of the test.
func closing(t *testing.T, work runs.Work) *runs.Runs {
	r := runs.New(work)
	t.Cleanup(func() { r.Close() })
	return r
}

// store makes the catalog of a run with the entities of the records of several sites.
func store(t *testing.T, dir string, sites ...[]record.Record) {
	t.Helper()
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	ctx := t.Context()
	c, err := catalog.Open(ctx, filepath.Join(dir, catalogFile))
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if sites == nil {
		return
	}
	for _, records := range sites {
		if err := c.PutSite(ctx, catalog.Source{Site: page.Site(records[0].URL), State: catalog.Expanded}, nil, records); err != nil {
			t.Fatal(err)
		}
	}
	tables, err := c.Tables(ctx)
	if err != nil {
		t.Fatal(err)
	}
	result, err := integrate.Integrate(tables, integrate.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := c.PutEntities(ctx, result, "", time.Unix(0, 0)); err != nil {
		t.Fatal(err)
	}
}

// An answer is bounded whatever the web says, and tells what it left out.
func TestBounds(t *testing.T) {
	t.Parallel()
	words := []string{"amber", "birch", "cedar", "delta", "ember", "fjord", "grove", "heath", "inlet", "jetty"}
	var records [][]record.Record
	for _, site := range []string{"a.example", "b.example"} {
		var list []record.Record
		for i := range 100 {
			list = append(list, record.FromTexts(fmt.Sprintf("http://%s/%d", site, i), map[string][]string{
				"Title": {words[i/10] + " and " + words[i%10] + "s"}, "By": {words[(i+3)%10] + " writer" + words[i/10]},
				"About": {words[i%10] + words[i/10] + strings.Repeat(" very long", 100)}}))
		}
		records = append(records, list)
	}
	dir := t.TempDir()
	store(t, filepath.Join(dir, "books"), records...)
	c := connect(t, Options{Folder: dir}, nil)
	seen := map[string]bool{}
	parts := 0
	for offset := 0; ; parts++ {
		out := must[QueryOutput](c, "query_catalog", QueryInput{Run: "books", Sort: "Title", Offset: offset, Limit: 1_000_000})
		if size := sizeOf(out.Entities); size > maxAnswer+1000 || out.Of != 100 || out.Shown != len(out.Entities) {
			t.Fatalf("part at %d: %d bytes, %d of %d", offset, size, out.Shown, out.Of)
		}
		for _, e := range out.Entities {
			seen[e.Values["Title"][0]] = true
			if about := e.Values["About"][0]; len(about) > maxText+50 || !strings.HasSuffix(about, "bytes more)") {
				t.Fatalf("%q", about)
			}
		}
		if out.Next == 0 {
			break
		}
		if !strings.Contains(out.Cut, "at most 32 KiB") {
			t.Fatalf("it is not told why there are %d: %q", out.Shown, out.Cut)
		}
		offset = out.Next
	}
	if len(seen) != 100 || parts < 2 {
		t.Errorf("%d entities in %d parts", len(seen), parts+1)
	}
}

func TestPartOf(t *testing.T) {
	t.Parallel()
	big := slices.Repeat([]string{strings.Repeat("x", maxAnswer/2)}, 3)
	for _, test := range []struct {
		name          string
		all           []string
		offset, limit int
		besides       string
		want          Part
	}{
		{"nothing", nil, 0, 0, "", Part{}},
		{"all", []string{"a", "b"}, 0, 0, "", Part{Shown: 2, Of: 2}},
		{"some", []string{"a", "b", "c"}, 1, 1, "", Part{Shown: 1, Of: 3, Next: 2}},
		{"behind the end", []string{"a"}, 7, 1, "", Part{Of: 1}},
		{"before the beginning", []string{"a"}, -7, 1, "", Part{Shown: 1, Of: 1}},
		{"too long", big, 0, 0, "", Part{Shown: 1, Of: 3, Next: 1, Cut: "an answer has at most 32 KiB"}},
		{"much besides", big, 0, 0, big[0], Part{Of: 3, Next: 1, Cut: "an answer has at most 32 KiB, and the one at offset 0 is longer"}},
		{"one too long by itself", []string{strings.Repeat("x", 2*maxAnswer)}, 0, 0, "", Part{Of: 1, Cut: "an answer has at most 32 KiB, and the one at offset 0 is longer"}},
	} {
		got, part := partOf(test.all, test.offset, test.limit, test.besides)
		if d := cmp.Diff(test.want, part); d != "" || len(got) != part.Shown {
			t.Errorf("%s: %d (-want +got):\n%s", test.name, len(got), d)
		}
	}
}

// Whatever labels the web has, what is quoted of them is bounded, and none is lost unsaid.
func TestLabelled(t *testing.T) {
	t.Parallel()
	many, long := make(map[string][]string), make(map[string][]string)
	for i := range 5000 {
		many[fmt.Sprintf("label %04d", i)] = []string{"x"}
		long[strings.Repeat("<", 400)+fmt.Sprint(i)] = slices.Repeat([]string{strings.Repeat("<", 2*maxText)}, 50)
	}
	got := quoted(many)
	if d := cmp.Diff([]string{"… (4940 more)"}, got["…"]); d != "" || len(got) != maxLabels+1 || got["label 0000"] == nil {
		t.Errorf("%d labels (-want +got):\n%s", len(got), d)
	}
	got = quoted(long)
	if size := sizeOf(got); size > maxValues+100 || len(got) < 2 || got["…"] == nil {
		t.Errorf("%d labels in %d bytes", len(got), size)
	}
	alike := map[string][]string{"Price": {"1"}, "Pr\u200bice": {"2"}, "Pri\u202ece": {"3"}}
	if d := cmp.Diff(map[string][]string{"Price": {"1"}, "Price (2)": {"3"}, "Price (3)": {"2"}}, quoted(alike)); d != "" {
		t.Errorf("labels that look alike (-want +got):\n%s", d)
	}
	means := map[string]string{}
	for label := range many {
		means[label] = strings.Repeat("y", 5000)
	}
	if size := sizeOf(meanings(means)); size > maxValues+100 {
		t.Errorf("meanings take %d bytes", size)
	}
}

// Every answer as a whole is bounded, however much stands beside its list.
func TestWholeAnswers(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("<", 600)
	words := []string{"amber", "birch", "cedar", "delta", "ember", "fjord", "grove"}
	var records [2][]record.Record
	for s := range records {
		for i := range 14 {
			values := map[string][]string{"Title": {words[i%7] + " and " + words[(i+i/7+1)%7] + "s"}}
			for k := range 30 {
				values[fmt.Sprintf("La\u200bbel %d %s", k, long[:200])] = []string{fmt.Sprintf("%s %s%d %s", words[(i+k)%7], words[i*(k+1)%7], i*k+7*k, long)}
			}
			records[s] = append(records[s], record.FromTexts(fmt.Sprintf("http://%s.example/%d", "ab"[s:s+1], i), values))
		}
	}
	dir := t.TempDir()
	store(t, filepath.Join(dir, "books"), records[:]...)
	cat, err := catalog.Open(t.Context(), filepath.Join(dir, "books", catalogFile))
	if err != nil {
		t.Fatal(err)
	}
	attributes := make(map[string]string)
	for i := range 5000 {
		attributes[fmt.Sprintf("label %d", i)] = long
	}
	for i := range 20 {
		if err := cat.PutSource(t.Context(), catalog.Source{Site: fmt.Sprintf("s%d.example", i), State: catalog.Refused, Reason: long, Attributes: attributes}); err != nil {
			t.Fatal(err)
		}
	}
	if err := cat.Close(); err != nil {
		t.Fatal(err)
	}
	failing := fetcherFunc(func(_ context.Context, url string) (*page.Page, error) {
		if strings.Contains(url, "fails") {
			return nil, &page.Error{URL: url, Err: errors.New(long)}
		}
		var b strings.Builder
		for k := range 300 {
			fmt.Fprintf(&b, "<dt>%d %s</dt><dd>%s %s</dd>", k, strings.Repeat("&lt;", 200), url, strings.Repeat("&lt;", 600))
		}
		return &page.Page{URL: url, Body: []byte("<title>x</title><dl>" + b.String() + "</dl>")}, nil
	})
	c := connect(t, Options{Folder: dir, Pages: failing}, nil)
	var urls []string
	for i := range maxExtracted {
		urls = append(urls, fmt.Sprintf("http://a.example/%s%d", []string{"", "fails"}[min(i/10, 1)], i))
	}
	entities := must[QueryOutput](c, "query_catalog", QueryInput{Run: "books", Limit: maxListed})
	if entities.Shown == 0 {
		t.Fatalf("%+v", entities.Part)
	}
	name := entities.Attributes[len(entities.Attributes)-1].Name
	must[QueryOutput](c, "query_catalog", QueryInput{Run: "books", Sort: name, Columns: []string{name}})
	if _, problem := call[QueryOutput](c, "query_catalog", QueryInput{Run: "books", Sort: "nix"}); len(problem) > 3*maxTexts || strings.Contains(problem, "\u200b") || !strings.Contains(problem, "more)") {
		t.Errorf("%d bytes: %.300q", len(problem), problem)
	}
	for name, answer := range map[string]any{
		"query_catalog":  entities,
		"show_entity":    must[ShowOutput](c, "show_entity", ShowInput{Run: "books", Name: entities.Entities[0].ID, Limit: maxListed}),
		"explore_result": must[ResultOutput](c, "explore_result", ResultInput{Run: "books", Limit: maxListed}),
		"extract":        must[ExtractOutput](c, "extract", ExtractInput{URLs: urls}),
	} {
		if size := sizeOf(answer); size > maxAnswer+200 || size < maxAnswer/4 { // figures of the part
			t.Errorf("%s: %d bytes", name, size)
		}
	}
}

// explorer is a work that explores the small web as the command does.
func explorer(transport http.RoundTripper, endpoint string, wait <-chan struct{}) runs.Work {
	return func(ctx context.Context, task runs.Task) (out runs.Outcome) {
		fail := func(err error) runs.Outcome { return runs.Outcome{Err: err} }
		if err := os.MkdirAll(task.Folder, 0o755); err != nil {
			return fail(err)
		}
		client, err := fetch.New(fetch.Options{Pace: fetch.Pace{Delay: -1}, Transport: transport, Archive: filepath.Join(task.Folder, "archive")})
		if err != nil {
			return fail(err)
		}
		defer func() { out.Err = errors.Join(out.Err, client.Close()) }()
		if err := (runs.Order{Args: task.Args}).Write(task.Folder); err != nil {
			return fail(err)
		}
		c, err := catalog.Open(ctx, filepath.Join(task.Folder, catalogFile))
		if err != nil {
			return fail(err)
		}
		defer func() { out.Err = errors.Join(out.Err, c.Close()) }()
		select {
		case <-wait:
		case <-ctx.Done():
			return fail(ctx.Err())
		}
		engine, err := live.New("searxng", endpoint, live.Options{Client: &http.Client{Transport: transport}})
		if err != nil {
			return fail(err)
		}
		classifier, err := pageeval.Default()
		if err != nil {
			return fail(err)
		}
		x := &verde.Explorer{Domain: "book", Pages: client, Engines: []search.Engine{engine}, Catalog: c, Classifier: classifier, Progress: task.Progress}
		v, err := x.Learn(ctx, task.Args[slices.Index(task.Args, "--")+1:])
		if err == nil {
			_, err = x.Explore(ctx, v)
		}
		return runs.Outcome{Err: err}
	}
}

// A run is started from one page, paused, gone on with, and asked for its sites and
// entities.
func TestExplore(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("explores the small web")
	}
	web, transport := smallWeb(t)
	dir := t.TempDir()
	goOn := make(chan struct{})
	r := closing(t, explorer(transport, web.SearchEndpoint(), goOn))
	c := connect(t, Options{Folder: dir, Runs: r, Explore: []string{"--engine=searxng"}}, nil)

	st := must[StateOutput](c, "explore_start", StartInput{Run: "books", URLs: []string{web.Sample()}, Domain: "book", Rounds: 2})
	if st.State != string(runs.UnderWay) {
		t.Fatalf("just started: %+v", st)
	}
	if _, problem := call[StateOutput](c, "explore_start", StartInput{Run: "books", URLs: []string{web.Sample()}, Domain: "book"}); !strings.Contains(problem, "under way in this process already") {
		t.Errorf("started twice: %q", problem)
	}
	must[StateOutput](c, "explore_pause", PauseInput{Run: "books"})
	if st = must[StateOutput](c, "explore_state", StateInput{Run: "books", Wait: 600}); st.State != string(runs.Stopped) || !st.Paused || st.Error != "" {
		t.Errorf("paused: %+v", st)
	}
	order, err := runs.ReadOrder(filepath.Join(dir, "books"))
	if d := cmp.Diff([]string{"--engine=searxng", "--rounds=2", "--domain=book", "--", web.Sample()}, order.Args); d != "" || err != nil {
		t.Errorf("asked (-want +got), %v:\n%s", err, d)
	}

	close(goOn)
	must[StateOutput](c, "explore_start", StartInput{Run: "books"})
	for st.State = string(runs.UnderWay); st.State == string(runs.UnderWay); {
		st = must[StateOutput](c, "explore_state", StateInput{Run: "books", Wait: 60})
	}
	if st.Error != "" || st.Found.Entities == 0 {
		t.Fatalf("at its end: %+v", st)
	}
	result := must[ResultOutput](c, "explore_result", ResultInput{Run: "books", State: catalog.Expanded})
	var sites []string
	for _, s := range result.Sources {
		sites = append(sites, s.Site)
	}
	if d := cmp.Diff(web.Sites(), slices.Sorted(slices.Values(sites))); d != "" || result.Entities == 0 {
		t.Errorf("%d entities, sites (-want +got):\n%s", result.Entities, d)
	}
	list := must[ListOutput](c, "list_runs", nil)
	if len(list.Runs) != 1 || list.Runs[0].Name != "books" || list.Runs[0].Entities != result.Entities || list.Runs[0].Changed.IsZero() {
		t.Errorf("runs: %+v", list)
	}

	found := must[QueryOutput](c, "query_catalog", QueryInput{Run: "books", Text: "great expectations"})
	if len(found.Entities) == 0 || len(found.Attributes) == 0 {
		t.Fatalf("not found: %+v", found)
	}
	e := must[ShowOutput](c, "show_entity", ShowInput{Run: "books", Name: found.Entities[0].ID})
	if e.ID != found.Entities[0].ID || len(e.Sites) < 3 || !slices.ContainsFunc(e.Claims, func(c Claim) bool { return c.Value == "Great Expectations" && c.Holds && c.URL != "" }) {
		t.Errorf("%+v", e)
	}
	if _, problem := call[QueryOutput](c, "query_catalog", QueryInput{Run: "books", Sort: "colour"}); !strings.Contains(problem, `no attribute "colour"; there are name, Author`) {
		t.Errorf("sorted by what is not there: %q", problem)
	}
}

// What a text hides is taken out, and what is long is cut.
func TestQuote(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"two\nlines\tof":                   "two lines of",
		"\u202ereversed\u200b\x1b[31m\x00": "reversed[31m",
		"עברית, 日本語":                       "עברית, 日本語",
		strings.Repeat("ä", maxText+1):     strings.Repeat("ä", maxText) + "… (2 bytes more)",
		strings.Repeat("ä", maxText):       strings.Repeat("ä", maxText),
	} {
		if got := quote(in); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
	if got := quotes(slices.Repeat([]string{"a"}, maxList+3)); len(got) != maxList+1 || got[maxList] != "… (3 more)" {
		t.Errorf("%q", got)
	}
}

func TestLastLines(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{"": "", "a\nb\n": "a\nb", "a line that is long\nb\x1b[31m\n": "b[31m"} {
		if got := lastLines(in, 10); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}

// fetcherFunc is a function as a fetcher.
type fetcherFunc func(context.Context, string) (*page.Page, error)

func (f fetcherFunc) Fetch(ctx context.Context, url string) (*page.Page, error) { return f(ctx, url) }
