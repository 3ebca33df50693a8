package labels

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"verde/catalog"
	"verde/fetch"
	"verde/pageeval"
	"verde/query"
)

// Fragments are shown of every page that was judged and is archived, be it by a query that
// was asked or by one made of an entity that a title names, what is least sure first.
func TestFragmentsOf(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprint(w, "<title>Emma</title><h1>Emma</h1><table><tr><th>Author<td>Jane Austen<tr><th>Pages<td>474</table><p>", r.URL.Path)
	}))
	t.Cleanup(server.Close)
	proxy, err := url.Parse(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	run := t.TempDir()
	client, err := fetch.New(fetch.Options{Pace: fetch.Pace{Delay: -1}, Archive: filepath.Join(run, "archive"), Transport: &http.Transport{Proxy: http.ProxyURL(proxy)}})
	if err != nil {
		t.Fatal(err)
	}
	c, err := catalog.Open(t.Context(), filepath.Join(run, "catalog.sqlite"))
	if err != nil {
		t.Fatal(err)
	}
	emma := func(id string) []query.Query {
		return []query.Query{{ID: id, Required: []query.Value{{Text: "Emma"}, {Text: "Jane Austen"}}}}
	}
	if err := c.AddQueries(t.Context(), 1, "", emma("asked")); err != nil {
		t.Fatal(err)
	}
	if err := c.AddRecognised(t.Context(), emma("recognised")); err != nil {
		t.Fatal(err)
	}
	for i, id := range []string{"recognised", "asked", "unknown", "gone"} {
		v := catalog.Verdict{URL: "http://shop.example/" + id, QueryID: id, Matched: true, Probability: .9 - .1*float64(i)}
		if id == "gone" {
			v.QueryID = "asked"
		}
		if id != "gone" {
			if _, err := client.Fetch(t.Context(), v.URL); err != nil {
				t.Fatal(err)
			}
		}
		if err := c.PutVerdict(t.Context(), v); err != nil {
			t.Fatal(err)
		}
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	if err := client.Close(); err != nil {
		t.Fatal(err)
	}
	classifier, err := pageeval.Default()
	if err != nil {
		t.Fatal(err)
	}
	if client, err = fetch.New(fetch.Options{Replay: []string{filepath.Join(run, "archive")}}); err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	if c, err = catalog.Open(t.Context(), filepath.Join(run, "catalog.sqlite")); err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	pages, err := Pages(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	lines, err := Fragments(t.Context(), pages, client, classifier)
	if err != nil {
		t.Fatal(err)
	}
	var urls []string
	for _, l := range lines {
		urls = append(urls, l.URL)
	}
	if got := slices.Compact(urls); !slices.Equal(got, []string{"http://shop.example/asked", "http://shop.example/recognised"}) {
		t.Errorf("fragments of %q", got)
	}
}

// No fragment is picked twice, by whatever it is the same, nor one that has a
// label; the least sure comes first.
func TestPick(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", maxExcerpt) + cut
	line := func(site, path, xpath, text string, feature, probability float64) Line {
		return Line{Site: site, URL: "http://" + site + path, XPath: xpath, Text: text, Features: pageeval.Features{feature}, Probability: probability}
	}
	all := []Line{
		line("a.example", "/1", "/html/body", "Emma", 1, .9),
		line("a.example", "/1", "/html/body", "Emma", 2, .8),  // the same, as another query finds it
		line("a.example", "/2", "/html/body", "Emma", 3, .7),  // the same under another address
		line("a.example", "/3", "/html/body", "Other", 3, .6), // not to be told from the one before
		line("b.example", "/3", "/html/body", "Emma", 3, .95), // of another site
		line("a.example", "/4", "/html/body", long, 4, .99),
		line("a.example", "/5", "/html/body", long, 5, .98), // alike as far as it is shown
		line("a.example", "/6", "/html/body", "Done", 6, .97),
		line("a.example", "/7", "/html/div", "New", 7, .96),
		line("a.example", "/8", "", "", 8, .5),
		line("a.example", "/9", "", "", 9, .51), // nothing is known of where
	}
	yes := true
	// Labelled in a run for which it had other features.
	done := line("a.example", "/6", "/html/body", "Done, before it changed", 60, .5)
	done.Data = &yes
	book := &Book{Done: []Line{done}}
	var got []string
	for _, l := range book.Pick(all, 100) {
		got = append(got, fmt.Sprint(l.Features[0]))
	}
	if want := []string{"8", "9", "3", "2", "3", "7", "5", "4"}; !slices.Equal(got, want) {
		t.Errorf("features %v, want %v", got, want)
	}
	if got := book.Pick(all, 2); len(got) != 2 {
		t.Errorf("%d of 2", len(got))
	}
}

func label(site string, n float64, data bool) Line {
	return Line{Data: &data, Site: site, URL: fmt.Sprint("http://", site, "/", n), XPath: "/html", Text: fmt.Sprint(n), Features: pageeval.Features{n}}
}

// Answers are kept at once, in the order in which they were given, in place of lines that
// had none; the last one can be taken back. What another process has added meanwhile stays.
func TestBook(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), File)
	listed := label("a.example", 1, true)
	listed.Data = nil
	other := label("a.example", 2, true)
	other.Data = nil
	text := ""
	for _, l := range []Line{listed, other} {
		line, err := json.Marshal(l)
		if err != nil {
			t.Fatal(err)
		}
		text += string(line) + "\n"
	}
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	book, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	elsewhere, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := elsewhere.Add(label("b.example", 9, false)); err != nil {
		t.Fatal(err)
	}
	for _, l := range []Line{label("a.example", 1, true), label("a.example", 3, false)} {
		if err := book.Add(l); err != nil {
			t.Fatal(err)
		}
	}
	holds := func(want string) {
		t.Helper()
		now, err := Open(path)
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for _, l := range now.Done {
			got += l.Text + " "
		}
		got += "|"
		for _, l := range now.Later {
			got += " " + l.Text
		}
		if got != want {
			t.Errorf("the file has %q, want %q", got, want)
		}
	}
	holds("9 1 3 | 2")
	if last, ok, err := book.Undo(); err != nil || !ok || last.Text != "3" {
		t.Errorf("taken back: %+v, %v, %v", last, ok, err)
	}
	holds("9 1 | 2")
	if err := book.Add(other); err == nil {
		t.Error("a label that says nothing is kept")
	}
	if err := elsewhere.Add(label("b.example", 9, true)); err != nil { // otherwise than before
		t.Fatal(err)
	}
	holds("1 9 | 2")
	if last := elsewhere.Done[len(elsewhere.Done)-1]; !*last.Data {
		t.Error("the first label holds")
	}
	for range 2 {
		if _, ok, err := book.Undo(); err != nil || !ok {
			t.Error(ok, err)
		}
	}
	if _, ok, err := book.Undo(); err != nil || ok {
		t.Errorf("nothing to take back: %v, %v", ok, err)
	}
	holds("| 2")
}

// A file takes so many labels and no more.
func TestFull(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), File)
	if err := os.WriteFile(path, []byte(strings.Repeat(`{"data":true}`+"\n", MaxLabels)), 0o666); err != nil {
		t.Fatal(err)
	}
	book, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := book.Add(label("a.example", 1, true)); !errors.Is(err, ErrFull) || len(book.Done) != MaxLabels {
		t.Errorf("%d labels, %v", len(book.Done), err)
	}
}

// A few labels that say otherwise than the classifier that it began with change it, and the
// figures tell what that gains on sites whose labels it has not seen.
func TestTrain(t *testing.T) {
	t.Parallel()
	prior, err := pageeval.Default()
	if err != nil {
		t.Fatal(err)
	}
	var set Set
	if _, f, err := set.Train(5, pageeval.FitOptions{Prior: prior}); !errors.Is(err, pageeval.ErrTraining) || f.Tested != 0 {
		t.Errorf("no labels: %+v, %v", f, err)
	}
	features := func(site, i int, data bool) (f pageeval.Features) {
		for j := range f {
			f[j] = float64((7*site+3*i+j)%5) / 5
		}
		if data {
			f[0] += 3
		}
		return f
	}
	for site := range 4 {
		for i := range 5 {
			data := i%2 == 0
			if err := set.Add(Line{Data: &data, Site: fmt.Sprint(site), Features: features(site, i, data)}); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := set.Add(Line{XPath: "/html"}); err != nil {
		t.Error(err)
	}
	if err := set.Add(Line{}); err == nil {
		t.Error("a line without a label is taken")
	}
	c, f, err := set.Train(4, pageeval.FitOptions{Prior: prior, Ridge: .1})
	if err != nil {
		t.Fatal(err)
	}
	if f.Labels != 20 || f.Data != 12 || f.Sites != 4 || f.Open != 1 || f.Tested != 20 || f.After < 19 || f.Before >= f.After {
		t.Errorf("%+v", f)
	}
	path := filepath.Join(t.TempDir(), ModelFile)
	if err := WriteModel(path, c); err != nil {
		t.Fatal(err)
	}
	again, err := ReadModel(path)
	if err != nil {
		t.Fatal(err)
	}
	if x := features(1, 2, true); again.Probability(x) < pageeval.Threshold || prior.Probability(x) == again.Probability(x) {
		t.Errorf("what was read again gives %v, the one before %v", again.Probability(x), prior.Probability(x))
	}
	if _, err := ReadModel(filepath.Join(t.TempDir(), "nix")); err == nil {
		t.Error("a model that is not there is read")
	}
}
