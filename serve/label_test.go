package serve

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"verde/catalog"
	"verde/fetch"
	"verde/labels"
	"verde/pageeval"
	"verde/query"
	"verde/runs"
)

// judged gives a run two sites of four pages that it has judged, of which every other one
// is prose about what was asked for.
func judged(t testing.TB, run *run) {
	t.Helper()
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		name := "Emma " + r.Host + r.URL.Path
		more := int(r.URL.Path[len(r.URL.Path)-1] - '0')
		if strings.Contains(r.URL.Path, "prose") {
			fmt.Fprintf(w, "<title>%s</title><h1>%s</h1><p>Last week I read it, by <span>Jane Austen</span>, which <b>%s</b> a friend had lent me on a rainy day, and it kept me awake until the morning came. %s</p><script>alert(1)</script>", name, name, name, strings.Repeat("And so on. ", more))
			return
		}
		fmt.Fprintf(w, "<title>%s</title><h1>%s</h1><table><tr><th>Title<td>%s<tr><th>Author<td>Jane Austen<tr><th>Pages<td>474%s</table>", name, name, name, strings.Repeat("<tr><th>More<td>1", more))
	}))
	defer web.Close()
	proxy, err := url.Parse(web.URL)
	if err != nil {
		t.Fatal(err)
	}
	client, err := fetch.New(fetch.Options{Pace: fetch.Pace{Delay: -1}, Archive: filepath.Join(run.Dir, "archive"), IgnoreRobots: true, Transport: &http.Transport{Proxy: http.ProxyURL(proxy)}})
	if err != nil {
		t.Fatal(err)
	}
	c, err := catalog.Open(t.Context(), filepath.Join(run.Dir, "catalog.sqlite"))
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, site := range []string{"l.example", "m.example"} {
		for i := range 4 {
			v := catalog.Verdict{URL: fmt.Sprintf("http://%s/%s-%d", site, []string{"data", "prose"}[i%2], i), QueryID: fmt.Sprint("emma", n), Matched: true, SemiStructured: i%2 == 0, Probability: .3 + .01*float64(n)}
			name := "Emma " + strings.TrimPrefix(v.URL, "http://")
			if err := c.AddQueries(t.Context(), 1, "", []query.Query{{ID: v.QueryID, Required: []query.Value{{Text: name}, {Text: "Jane Austen"}}}}); err != nil {
				t.Fatal(err)
			}
			if _, err := client.Fetch(t.Context(), v.URL); err != nil {
				t.Fatal(err)
			}
			if err := c.PutVerdict(t.Context(), v); err != nil {
				t.Fatal(err)
			}
			n++
		}
	}
	taken := []catalog.Page{{Site: "l.example", URL: "http://l.example/data-0", Status: "fetched", HTMLSimilarity: 1}, {Site: "l.example", URL: "http://l.example/data-2", Status: "fetched", HTMLSimilarity: .8}, {Site: "l.example", URL: "http://l.example/data-gone", Status: "fetched", HTMLSimilarity: .8}}
	if err := c.PutSite(t.Context(), catalog.Source{Site: "l.example", State: catalog.Expanded, Role: catalog.Discovered, Round: 1}, taken, nil); err != nil {
		t.Fatal(err)
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	if err := client.Close(); err != nil {
		t.Fatal(err)
	}
}

var fragmentKey = regexp.MustCompile(`name="fragment" value="([0-9a-f]+)"`)

// asked is the key of the fragment that a page asks about, "" if there is none.
func asked(t *testing.T, s *Server, target string) (key, body string) {
	t.Helper()
	w := get(s, target)
	if w.Code != http.StatusOK {
		t.Fatalf("%s: %d %s", target, w.Code, w.Body)
	}
	body = w.Body.String()
	safe(t, body)
	if m := fragmentKey.FindStringSubmatch(body); m != nil {
		key = m[1]
	}
	return key, body
}

// Each answer is kept and leads to the next fragment; one can be skipped, and taken back.
func TestLabel(t *testing.T) {
	t.Parallel()
	s, _ := steered(t)
	run := s.all()[0]
	judged(t, run)
	file := filepath.Join(run.Dir, labels.File)
	first, body := asked(t, s, base+"label")
	for _, x := range []string{`accesskey="y"`, `accesskey="n"`, `hx-trigger="input"`, "data with probability 0.", "#container", "labels of both kinds, on two sites"} {
		if !strings.Contains(body, x) {
			t.Errorf("no %q in %s", x, body)
		}
	}
	frame := regexp.MustCompile(`src="([^"]*archived[^"]*)"`).FindStringSubmatch(body)
	if frame == nil {
		t.Fatal("no frame")
	}
	if shown := get(s, strings.ReplaceAll(frame[1], "&amp;", "&")).Body.String(); !strings.Contains(shown, `id="container"`) || strings.Contains(shown, "alert") {
		t.Errorf("the frame shows %s", shown)
	}
	did := ""
	answer := func(key, answer, skip, want string) {
		t.Helper()
		w := post(s, base+"labels", url.Values{"fragment": {key}, "answer": {answer}, "skip": {skip}, "did": {did}})
		to, err := url.Parse(w.Header().Get("Location"))
		if err != nil {
			t.Fatal(err)
		}
		q := to.Query()
		did = q.Get("did")
		q.Del("did")
		to.RawQuery = q.Encode()
		if w.Code != http.StatusSeeOther || to.String() != base+want {
			t.Fatalf("%s: %d to %s: %s", answer, w.Code, to, w.Body)
		}
	}
	holds := func(want int) {
		t.Helper()
		book, err := labels.Open(file)
		if err != nil || len(book.Done) != want {
			t.Fatalf("%d labels, want %d; %v", len(book.Done), want, err)
		}
	}
	answer(first, "Y", "", "label")
	holds(1)
	second, _ := asked(t, s, base+"label")
	if second == first || second == "" {
		t.Error("what has a label is asked about again")
	}
	answer(second, "s", "", "label?skip=1")
	third, _ := asked(t, s, base+"label?skip=1")
	if third == second || third == first {
		t.Error("what was skipped is asked about")
	}
	answer(third, "n", "1", "label?skip=1")
	answer("", "u", "1", "label?fragment="+third+"&skip=1") // answers are taken back in turn
	holds(1)
	if again, _ := asked(t, s, base+"label?fragment="+third); again != third {
		t.Error("what was taken back is not asked about again")
	}
	answer("", "u", "1", "label") // back to what was skipped
	holds(1)
	answer(second, "x", "1", "label?skip=1&unknown=1")
	answer("", "u", "", "label?fragment="+first)
	holds(0)
	if w := post(s, base+"labels", url.Values{"answer": {"u"}}); w.Header().Get("Location") != base+"label?nothing=1" {
		t.Errorf("nothing to take back leads to %q", w.Header().Get("Location"))
	}
	if _, body := asked(t, s, base+"label?nothing=1"); !strings.Contains(body, "There is no answer to take back") {
		t.Error("that there is nothing to take back is not told")
	}
	for name, test := range map[string]struct {
		got  *httptest.ResponseRecorder
		want int
	}{
		"nothing to take back":         {say(s, "/api/v1"+base+"labels", map[string]string{"answer": "u"}), http.StatusNotFound},
		"a fragment nobody asks about": {post(s, base+"labels", url.Values{"answer": {"y"}, "fragment": {"x"}}), http.StatusConflict},
		"too many skipped":             {post(s, base+"labels", url.Values{"answer": {"s"}, "skip": {"9999999"}}), http.StatusBadRequest},
		"a program's answer":           {say(s, "/api/v1"+base+"labels", map[string]string{"answer": "maybe"}), http.StatusBadRequest},
		"nothing to train on":          {post(s, base+"labels/train", url.Values{}), http.StatusConflict},
	} {
		if test.got.Code != test.want {
			t.Errorf("%s: status %d, want %d: %s", name, test.got.Code, test.want, test.got.Body)
		}
	}
	if _, body := asked(t, s, base+"label?skip=1000"); !strings.Contains(body, "No fragment is left") {
		t.Errorf("%s", body)
	}
}

// Labels train a classifier which the run's folder keeps and the run is gone on with, and it
// is told what that gains.
func TestRetrain(t *testing.T) {
	t.Parallel()
	s, tasks := steered(t)
	run := s.all()[0]
	judged(t, run)
	var next apiLabel
	ask := func() {
		t.Helper()
		next = apiLabel{}
		w := get(s, "/api/v1"+base+"labels")
		if err := json.NewDecoder(w.Body).Decode(&next); err != nil || w.Code != http.StatusOK {
			t.Fatal(w.Code, err)
		}
	}
	for ask(); next.Fragment != nil && next.Figures.Labels < 20; ask() {
		answer := "y"
		if strings.Contains(next.Fragment.URL, "prose") {
			answer = "n"
		}
		if w := say(s, "/api/v1"+base+"labels", map[string]string{"answer": answer, "fragment": next.Key}); w.Code != http.StatusOK {
			t.Fatalf("%d %s", w.Code, w.Body)
		}
	}
	counted := run.labelling.figures // once for each state of the labels
	run.labelling.figures.Labels = 1_000
	if ask(); next.Figures.Labels != 1_000 {
		t.Errorf("the figures are made anew: %+v", next.Figures)
	}
	run.labelling.figures = counted
	ask()
	if f := next.Figures; f.Labels < 6 || f.Sites != 2 || f.Tested != f.Labels || f.After < f.Before || next.Model != "" || next.Lacks != "" {
		t.Fatalf("%+v", next)
	}
	if w := post(s, base+"labels/train", url.Values{}); w.Code != http.StatusSeeOther || w.Header().Get("Location") != base+"label" {
		t.Fatalf("%d %s", w.Code, w.Body)
	}
	model, err := filepath.Abs(filepath.Join(run.Dir, labels.ModelFile))
	if err != nil {
		t.Fatal(err)
	}
	trained, err := labels.ReadModel(model)
	if err != nil {
		t.Fatal(err)
	}
	if usual, err := pageeval.Default(); err != nil || *usual == *trained {
		t.Errorf("the classifier is the shipped one; %v", err)
	}
	if err := (runs.Order{Args: []string{"--engine=brave", "--", "http://a.example/1"}}).Write(run.Dir); err != nil {
		t.Fatal(err)
	}
	_, body := asked(t, s, base+"label")
	for _, x := range []string{"A classifier was trained", "does not judge by it yet", "right when retrained", `name="model" value="own"`, `value="2"`} {
		if !strings.Contains(body, x) {
			t.Errorf("no %q in %s", x, body)
		}
	}
	if w := post(s, base+"resume", url.Values{"model": {"/etc/passwd"}}); w.Code != http.StatusBadRequest {
		t.Errorf("any file for a model: %d", w.Code)
	}
	if w := post(s, base+"resume", url.Values{"model": {"own"}, "rounds": {"2"}}); w.Code != http.StatusSeeOther {
		t.Fatalf("%d %s", w.Code, w.Body)
	}
	task := <-tasks
	if got, want := strings.Join(task.Args, " "), "--engine=brave --rounds=2 --model="+model+" -- http://a.example/1"; got != want {
		t.Errorf("gone on with by %s, want %s", got, want)
	}
	if _, body := asked(t, s, base+"label"); !strings.Contains(body, "The run judges by it") {
		t.Errorf("%s", body)
	}
	if err := os.WriteFile(model, []byte("nonsense"), 0o666); err != nil {
		t.Fatal(err)
	}
	if w := get(s, base+"label"); w.Code != http.StatusInternalServerError || !strings.Contains(w.Body.String(), labels.ModelFile) {
		t.Errorf("a model that can't be read: %d", w.Code)
	}
}

// A page that is archived while the run is shown can be looked at, by reading what was added.
func TestArchiveGrows(t *testing.T) {
	t.Parallel()
	s := server(t, Options{})
	run := s.all()[0]
	const target = "archived?url=http://l.example/data-0"
	if w := get(s, base+target); w.Code != http.StatusNotFound {
		t.Fatalf("before: %d", w.Code)
	}
	opened := func() *fetch.Client { // the archive may just be opened in the background, too
		run.mu.RLock()
		defer run.mu.RUnlock()
		return run.pages
	}
	before := opened()
	judged(t, run)
	if w := get(s, base+target); w.Code != http.StatusOK || !strings.Contains(w.Body.String(), "Jane Austen") || opened() != before {
		t.Errorf("afterwards: %d, read anew %v: %s", w.Code, opened() != before, w.Body)
	}
	if err := os.RemoveAll(filepath.Join(run.Dir, "archive")); err != nil {
		t.Fatal(err)
	}
	archive(t, fetch.Options{Archive: filepath.Join(run.Dir, "archive")})
	if w := get(s, base+"archived?url=http://a.example/0"); w.Code != http.StatusOK || opened() == before {
		t.Errorf("of another archive: %d", w.Code)
	}
}

// Samples of pages taken and refused stand side by side in frames of their own, the first
// that is archived of each.
func TestSamples(t *testing.T) {
	t.Parallel()
	s := server(t, Options{})
	judged(t, s.all()[0])
	body := get(s, base+"sources/l.example").Body.String()
	safe(t, body)
	for _, x := range []string{`target="taken"`, `target="refused"`, "data-gone</bdi> <span class=\"dim\">(not archived)", "like the sample 0.80", "data with probability 0.31"} {
		if !strings.Contains(body, x) {
			t.Errorf("no %q in %s", x, body)
		}
	}
	for name, want := range map[string]string{"taken": "<table>", "refused": "Last week I read it"} {
		frame := regexp.MustCompile(`<iframe sandbox name="` + name + `"[^>]* src="([^"#]+)`).FindStringSubmatch(body)
		if frame == nil {
			t.Fatalf("no frame of what was %s", name)
		}
		w := get(s, strings.ReplaceAll(frame[1], "&amp;", "&"))
		if w.Code != http.StatusOK || !strings.Contains(w.Body.String(), want) || !strings.Contains(w.Header().Get("Content-Security-Policy"), "sandbox") {
			t.Errorf("%s: %d %s", name, w.Code, w.Body)
		}
	}
	for _, link := range links(t, body) {
		if got := get(s, link).Code; got != http.StatusOK {
			t.Errorf("link %s: status %d", link, got)
		}
	}
}
