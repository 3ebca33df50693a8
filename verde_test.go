package verde_test

import (
	"context"
	"errors"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"verde"
	"verde/catalog"
	"verde/fetch"
	"verde/fetch/warc"
	"verde/internal/demoweb"
	"verde/keywords"
	"verde/page"
	"verde/pageeval"
	"verde/report"
	"verde/search"
	"verde/search/live"
	"verde/steering"
	"verde/vertical"
)

// world is the small web on loopback, which stops answering a run after a
// number of requests if it is told to.
type world struct {
	*demoweb.Web
	transport http.RoundTripper
	requests  atomic.Int64
	limit     atomic.Int64 // 0: none
	stop      atomic.Pointer[context.CancelFunc]
	options   verde.Options
	enough    func() bool
	steering  func() (steering.Steering, error)
	report    *report.Report // of the last run that ended
}

func newWorld(t *testing.T) *world {
	t.Helper()
	w := &world{Web: demoweb.New()}
	inner := w.Handler()
	server := httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		if n := w.requests.Add(1); w.limit.Load() > 0 && n >= w.limit.Load() {
			if stop := w.stop.Load(); stop != nil {
				(*stop)()
			}
		}
		inner.ServeHTTP(rw, r)
	}))
	t.Cleanup(server.Close)
	proxy, err := url.Parse(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	w.transport = &http.Transport{Proxy: http.ProxyURL(proxy), DisableCompression: true}
	if testing.Short() {
		w.options.Rounds = 1 // in which all sites are found
	}
	return w
}

// run is one run of the whole in a folder.
func (w *world) run(ctx context.Context, t *testing.T, dir string) (*vertical.Vertical, *catalog.Catalog, error) {
	t.Helper()
	client, err := fetch.New(fetch.Options{Pace: fetch.Pace{Delay: -1}, Archive: filepath.Join(dir, "archive"), Transport: w.transport})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { client.Close() })
	cat, err := catalog.Open(context.WithoutCancel(ctx), filepath.Join(dir, "catalog.sqlite"))
	if err != nil {
		t.Fatal(err)
	}
	classifier, err := pageeval.Default()
	if err != nil {
		t.Fatal(err)
	}
	engine, err := live.New("searxng", w.SearchEndpoint(), live.Options{Client: &http.Client{Transport: w.transport}})
	if err != nil {
		t.Fatal(err)
	}
	x := &verde.Explorer{Domain: "book", Pages: client, Engines: []search.Engine{engine}, Catalog: cat, Classifier: classifier, Options: w.options, Enough: w.enough, Steering: w.steering}
	path := filepath.Join(dir, "vertical.json")
	v, err := vertical.Load(path)
	if errors.Is(err, os.ErrNotExist) {
		if v, err = x.Learn(ctx, []string{w.Sample()}); err == nil {
			err = v.Save(path)
		}
	}
	if err == nil {
		w.report, err = x.Explore(ctx, v)
	}
	if cerr := client.Close(); cerr != nil {
		t.Error(cerr)
	}
	return v, cat, err
}

// From one page about one book: every book site is found and nothing else,
// every entity page of each and nothing else, and the values as the pages show
// them; robots.txt is kept to, and a second run sends no request.
func TestWholeLoop(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	dir := t.TempDir()
	ctx := t.Context()
	v, cat, err := w.run(ctx, t, dir)
	if err != nil {
		t.Fatal(err)
	}
	if v.Identifier != "name" || !slices.ContainsFunc(v.Attributes, func(a vertical.Attribute) bool { return a.Name == "Author" }) || len(v.Keywords) != 2 {
		t.Errorf("learned identifier %q, attributes %+v, keywords %q", v.Identifier, v.Attributes, v.Keywords)
	}
	var sites []string
	attributes := map[string]map[string]string{}
	for _, s := range must(cat.Sources(ctx))(t) {
		if s.State == catalog.Expanded {
			sites = append(sites, s.Site)
			attributes[s.Site] = s.Attributes
		}
	}
	slices.Sort(sites)
	if d := cmp.Diff(w.Sites(), sites); d != "" {
		t.Errorf("sources (-want +got):\n%s", d)
	}
	for site, truth := range w.Truth() {
		var urls []string
		for p, err := range cat.Pages(ctx, site) {
			if err != nil {
				t.Fatal(err)
			}
			urls = append(urls, p.URL)
		}
		if d := cmp.Diff(slices.Sorted(maps.Keys(truth)), urls); d != "" {
			t.Errorf("%s: pages (-want +got):\n%s", site, d)
		}
		checkValues(t, cat, site, truth)
		if site == page.Site(w.Sample()) {
			continue
		}
		named := slices.Collect(maps.Values(attributes[site]))
		if !slices.Contains(named, "name") || !slices.Contains(named, "Author") {
			t.Errorf("%s: columns are named %v, want a name and an author among them", site, attributes[site])
		}
	}
	if bad := w.Violations(); len(bad) > 0 {
		t.Errorf("robots.txt forbids %q", bad)
	}
	checkNotes(t, cat, filepath.Join(dir, "archive"))
	before, first := w.requests.Load(), must(cat.Fingerprint(ctx))(t)
	size := archiveSize(t, dir)
	if err := cat.Close(); err != nil {
		t.Fatal(err)
	}
	_, cat, err = w.run(ctx, t, dir)
	if err != nil {
		t.Fatal(err)
	}
	defer cat.Close()
	if n := w.requests.Load() - before; n != 0 {
		t.Errorf("the second run sends %d requests", n)
	}
	if second := must(cat.Fingerprint(ctx))(t); second != first {
		t.Error("the second run changes the catalog")
	}
	if again := archiveSize(t, dir); again != size {
		t.Errorf("the archive grows from %d to %d bytes in the second run", size, again)
	}
}

// A round that is repeated reports what it did at first, what it asked single
// sites included.
func TestReportRepeated(t *testing.T) {
	if testing.Short() {
		t.Skip("what runs at the same time here does so in TestWholeLoop and TestInterrupted")
	}
	t.Parallel()
	w := newWorld(t)
	w.options = verde.Options{Rounds: 1, Asking: verde.Asking{Instances: 2, Probes: 2}, Reading: verde.Reading{MaxPages: 20}}
	dir := t.TempDir()
	var rounds []report.Round
	for range 2 {
		_, cat, err := w.run(t.Context(), t, dir)
		if err != nil {
			t.Fatal(err)
		}
		if err := cat.Close(); err != nil {
			t.Fatal(err)
		}
		rounds = append(rounds, w.report.Rounds...)
	}
	if r := rounds[0]; r.Queries != 2 || r.Probed == 0 || r.Recognised == 0 {
		t.Errorf("%+v: want 2 queries, and sites probed and things recognised", r)
	}
	if d := cmp.Diff(rounds[0], rounds[1]); d != "" {
		t.Errorf("the round and its repetition differ (-first +second):\n%s", d)
	}
}

// checkNotes demands of the archive, read by itself, what the catalog says of
// pages that were judged and of sites.
func checkNotes(t *testing.T, cat *catalog.Catalog, dir string) {
	t.Helper()
	noted := make(map[string]bool) // URL and first line
	paths := must(filepath.Glob(filepath.Join(dir, "*.warc.gz")))(t)
	for _, path := range paths {
		f := must(os.Open(path))(t)
		defer f.Close()
		for rec, err := range warc.Read(f) {
			if err != nil {
				t.Fatal(err)
			}
			if rec.Type == "metadata" {
				for line := range strings.Lines(string(rec.Block)) {
					noted[rec.URL+" "+strings.TrimSpace(line)] = true
				}
			}
		}
	}
	n := 0
	for v, err := range cat.Verdicts(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		n++
		if !noted[v.URL+" Query: "+v.QueryID] || v.SemiStructured && !noted[v.URL+" Verdict: data"] {
			t.Errorf("no note of the verdict %+v", v)
		}
	}
	for _, s := range must(cat.Sources(t.Context()))(t) {
		n++
		if !noted["http://"+s.Site+"/ Site-State: "+s.State] {
			t.Errorf("no note that %s is %s", s.Site, s.State)
		}
	}
	if n < 10 {
		t.Errorf("%d verdicts and sources", n)
	}
}

// archiveSize is that of all files in a run's archive.
func archiveSize(t *testing.T, dir string) (size int64) {
	t.Helper()
	for _, e := range must(os.ReadDir(filepath.Join(dir, "archive")))(t) {
		size += must(e.Info())(t).Size()
	}
	return size
}

// byStem joins columns of one label ("Subjects", "Subjects 2"), in this order.
func byStem(values map[string][]string) map[string][]string {
	out := map[string][]string{}
	for _, label := range slices.Sorted(maps.Keys(values)) {
		stem := strings.TrimRight(label, " 0123456789")
		out[stem] = append(out[stem], values[label]...)
		out[label+"!"] = values[label]
	}
	return out
}

// checkValues demands, for each attribute of a site, one column (or the columns
// of one label) that has the true values of every page, to the letter.
func checkValues(t *testing.T, cat *catalog.Catalog, site string, truth map[string]map[string][]string) {
	t.Helper()
	right := map[string]map[string]int{} // attribute -> column -> pages
	total := map[string]int{}
	for r, err := range cat.Records(t.Context(), site) {
		if err != nil {
			t.Fatal(err)
		}
		for attribute, want := range truth[r.URL] {
			if right[attribute] == nil {
				right[attribute] = map[string]int{}
			}
			total[attribute]++
			for label, got := range byStem(r.ByLabel()) {
				if strings.Join(got, ", ") == strings.Join(want, ", ") {
					right[attribute][label]++
				}
			}
		}
	}
	for attribute, n := range total {
		best, column := 0, ""
		for label, k := range right[attribute] {
			if k > best {
				best, column = k, label
			}
		}
		if best != n {
			t.Errorf("%s: the best column for %s, %q, has %d of %d values", site, attribute, column, best, n)
		}
	}
}

// A run that is broken off anywhere and started again, as often as it takes,
// ends with the catalog of a run that nobody disturbed, and no page is asked
// for twice.
func TestInterrupted(t *testing.T) {
	t.Parallel()
	calm := newWorld(t)
	_, cat, err := calm.run(t.Context(), t, t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	want := must(cat.Fingerprint(t.Context()))(t)
	if err := cat.Close(); err != nil {
		t.Fatal(err)
	}
	all := calm.requests.Load()
	w := newWorld(t)
	dir := t.TempDir()
	breaks := int64(9)
	if testing.Short() {
		breaks = 3
	}
	stops := int64(0)
	for at := int64(3); ; at += all / breaks {
		ctx, cancel := context.WithCancel(t.Context())
		w.stop.Store(&cancel)
		w.limit.Store(at)
		_, cat, err := w.run(ctx, t, dir)
		cancel()
		if errors.Is(err, context.Canceled) {
			if stops++; stops > 50 {
				t.Fatal("it never ends")
			}
			if err := cat.Close(); err != nil {
				t.Fatal(err)
			}
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		if got := must(cat.Fingerprint(t.Context()))(t); got != want {
			t.Error("the catalog differs from that of a calm run")
		}
		if err := cat.Close(); err != nil {
			t.Fatal(err)
		}
		break
	}
	if stops <= breaks/2 {
		t.Errorf("broken off %d times, want more", stops)
	}
	// Of each break some requests may have been in flight, one a host at most.
	if n := w.requests.Load(); n > all+stops*16 {
		t.Errorf("%d requests after %d breaks, a calm run has %d", n, stops, all)
	}
}

// A run that is ended by hand begins no further site, sums up what it has, and goes on
// to the catalog of a run that nobody ended.
func TestEnough(t *testing.T) {
	if testing.Short() {
		t.Skip("a long run, of one goroutine after another")
	}
	t.Parallel()
	w := newWorld(t)
	_, cat, err := w.run(t.Context(), t, t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer cat.Close()
	calm, all := w.report, must(cat.Fingerprint(t.Context()))(t)
	dir := t.TempDir()
	var asked atomic.Int64
	w.options.Sites = 1
	w.enough = func() bool { return asked.Add(1) > 3 } // the round, and two of its sites
	_, cat, err = w.run(t.Context(), t, dir)
	if err != nil {
		t.Fatal(err)
	}
	candidates := must(cat.Candidates(t.Context(), 1))(t)
	settled := 0
	for _, c := range candidates {
		if c.Settled {
			settled++
		}
	}
	if settled != 2 || w.report.Ended != report.ByHand || len(w.report.Rounds) != 1 {
		t.Errorf("%d of %d candidates settled, ended %s after %d rounds", settled, len(candidates), w.report.Ended, len(w.report.Rounds))
	}
	if stats := must(cat.Stats(t.Context()))(t); stats.Entities == 0 {
		t.Error("no entities")
	}
	if err := cat.Close(); err != nil {
		t.Fatal(err)
	}
	w.enough = nil
	_, cat, err = w.run(t.Context(), t, dir)
	if err != nil {
		t.Fatal(err)
	}
	defer cat.Close()
	if got := must(cat.Fingerprint(t.Context()))(t); got != all {
		t.Error("the catalog differs from that of a calm run")
	}
	if w.report.Ended != calm.Ended {
		t.Errorf("ended %s, a calm run %s", w.report.Ended, calm.Ended)
	}
}

func TestBadSamples(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine, and long under the race detector")
	}
	t.Parallel()
	w := newWorld(t)
	client, err := fetch.New(fetch.Options{Pace: fetch.Pace{Delay: -1}, Transport: w.transport, Limits: fetch.Limits{Retries: -1}})
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	cat, err := catalog.Open(t.Context(), filepath.Join(t.TempDir(), "catalog.sqlite"))
	if err != nil {
		t.Fatal(err)
	}
	defer cat.Close()
	x := &verde.Explorer{Domain: "book", Pages: client, Catalog: cat}
	for _, test := range []struct {
		samples []string
		want    string
	}{
		{nil, "samples"},
		{[]string{"ftp://openshelf.example/"}, "http"},
		{[]string{"http://openshelf.example/no-such-page"}, "404"},
		{[]string{"http://nowhere.example/x"}, "nowhere.example"},
		{[]string{"http://search.demo.test/search?q=emma&format=json"}, "not html"},
		{[]string{"http://openshelf.example/", "http://isbnhall.example/"}, "one site"},
	} {
		_, err := x.Learn(t.Context(), test.samples)
		if err == nil || !strings.Contains(err.Error(), test.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("samples %q: error %v, want one line with %q", test.samples, err, test.want)
		}
	}
}

// pages serves documents from memory.
type pages map[string]string

func (p pages) Fetch(_ context.Context, url string) (*page.Page, error) {
	body, ok := p[url]
	if !ok {
		return nil, &page.Error{URL: url, Reason: page.Status, Status: 404}
	}
	return &page.Page{Requested: url, URL: url, Status: 200, Body: []byte(body)}, nil
}

func TestSampleWithoutLinks(t *testing.T) {
	t.Parallel()
	x := &verde.Explorer{Domain: "book", Pages: pages{
		"http://shop.example/1": "<h1>Emma</h1><a href=#top>top</a> <a href=http://elsewhere.example/>elsewhere</a> <a href=javascript:next()>next</a>",
	}}
	_, err := x.Learn(t.Context(), []string{"http://shop.example/1"})
	if !errors.Is(err, vertical.ErrNoLinks) || !strings.Contains(err.Error(), "http://shop.example/1") || strings.Contains(err.Error(), "\n") {
		t.Errorf("error %v, want one line with ErrNoLinks and the sample", err)
	}
}

func must[T any](v T, err error) func(*testing.T) T {
	return func(t *testing.T) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

// A domain term without a word, and an evaluator that does not answer, are told
// by the sample page alone.
func TestLearnTellsEarly(t *testing.T) {
	t.Parallel()
	sample := "http://shop.example/1"
	few := pages{sample: "<title>Opcode zakl</title><h1>zakl</h1><a href=/2>next</a>"}
	broken := errors.New("nobody at home")
	for name, test := range map[string]struct {
		domain    string
		evaluator func(context.Context, []string) (keywords.Evaluator, error)
		want      error
	}{
		"no word":   {"--", nil, keywords.ErrNoWord},
		"no answer": {"book", func(context.Context, []string) (keywords.Evaluator, error) { return nil, broken }, broken},
	} {
		x := &verde.Explorer{Domain: test.domain, Pages: few, Evaluator: test.evaluator}
		if _, err := x.Learn(t.Context(), []string{sample}); !errors.Is(err, test.want) {
			t.Errorf("%s: error %v, want %v", name, err, test.want)
		}
	}
}
