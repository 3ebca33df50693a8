package judge

import (
	"context"
	"encoding/json"
	"fmt"
	"path"
	"slices"
	"strings"
	"testing"

	"verde/catalog"
	"verde/evidence"
	"verde/evidence/evidencetest"
	"verde/page"
	"verde/pageeval"
	"verde/search"
)

// shelves serves books at "/data/TITLE" as data and everywhere else as prose, under
// their title at "/review/TITLE" and "/photos/TITLE", there with a link to the data,
// and counts the pages asked for.
type shelves map[string]int

func (s shelves) Fetch(_ context.Context, url string) (*page.Page, error) {
	s[url]++
	at := strings.Split(url, "/")
	title := at[len(at)-1]
	body := fmt.Sprintf("<html><title>My week</title><p>Last week I read %s, which x had lent me on a rainy day, and it kept me awake until the morning came.</p>", title)
	if at[3] == "data" {
		body = fmt.Sprintf("<html><title>%s</title><h1>%s</h1><dl><dt>Author:<dd>x<dt>Title:<dd>%s<dt>Pages:<dd>%d<dt>Year:<dd>1999</dl>", title, title, title, 100+len(s))
	}
	if at[3] == "foreign" {
		body = fmt.Sprintf("<html><title>%sita</title><h1>%sita</h1><dl><dt>Nazwa:<dd>%s<dt>Rok:<dd>2001<dt>Strony:<dd>%d</dl><p>W tym samym roku ukazala sie tez nowa edycja powiesci Dracula, o ktorej pisano wtedy wiele w gazetach.</p>", title, title, title, 100+len(s))
	}
	if at[3] == "review" || at[3] == "photos" {
		body = strings.Replace(body, "<title>My week</title>", fmt.Sprintf("<title>%s</title><h1>%s</h1>", title, title), 1)
	}
	if at[3] == "photos" {
		body += fmt.Sprintf(`<a href="/list/all">%s and the others of it</a><a href="/data/%s">Back to %s</a>`, title, title, title)
	}
	return &page.Page{URL: url, Requested: url, Status: 200, ContentType: "text/html", Body: []byte(body)}, nil
}

// results makes lines for asked: a result for each name, under the folder.
func results(folder string, names ...string) (lines []string) {
	for _, name := range names {
		lines = append(lines, name+" | http://s.example/"+folder+"/"+name)
	}
	return lines
}

// titled are results whose title is the name.
func titled(folder string, names ...string) (lines []string) {
	for _, line := range results(folder, names...) {
		name, _, _ := strings.Cut(line, " | ")
		lines = append(lines, line+" | "+name)
	}
	return lines
}

// misled are results for names that lead to pages about other things.
func misled(names ...string) (lines []string) {
	for _, name := range names {
		lines = append(lines, fmt.Sprintf("%s | http://s.example/data/%d | Not that", name, len(name)*1000+len(lines)))
	}
	return lines
}

// kept is a history as a later round gets it: by way of JSON.
func kept(t *testing.T, h History) (out History) {
	t.Helper()
	text, err := json.Marshal(h)
	if err == nil {
		err = json.Unmarshal(text, &out)
	}
	if err != nil {
		t.Fatal(err)
	}
	if again, err := json.Marshal(out); err != nil || string(again) != string(text) {
		t.Errorf("a history changes by being kept, %v:\n%s\n%s", err, text, again)
	}
	return out
}

// A later round looks at what is new of a site that was refused, and at nothing
// that can't change the verdict.
func TestHistory(t *testing.T) {
	t.Parallel()
	classifier, err := pageeval.Default()
	if err != nil {
		t.Fatal(err)
	}
	first := []string{"emma", "dracula", "ulysses", "walden", "kim", "villette", "shirley", "nana"}
	more := []string{"faust", "hamlet", "othello", "macbeth"}
	for name, test := range map[string]struct {
		before, then []string
		downloads    [2]int // of each round
		state        string // after the second
	}{
		"prose, exhausted":                   {results("blog", first...), results("blog", more...), [2]int{6, 0}, catalog.Refused},
		"prose, not exhausted":               {results("blog", first[:3]...), results("blog", more...), [2]int{3, 3}, catalog.Refused},
		"nothing new":                        {results("blog", first[:3]...), nil, [2]int{3, 0}, catalog.Refused},
		"one instance, then others":          {results("data", first[:1]...), results("data", more...), [2]int{1, 2}, catalog.Accepted},
		"prose, then a new shape":            {results("blog", first...), results("data", more...), [2]int{6, 3}, catalog.Accepted},
		"titled prose, exhausted":            {titled("blog", first[:5]...), titled("blog", more...), [2]int{2, 0}, catalog.Refused},
		"titled prose, one a round":          {titled("blog", first[0]), titled("blog", more...), [2]int{1, 1}, catalog.Refused},
		"misled, then titled data":           {misled(first...), titled("data", more...), [2]int{6, 3}, catalog.Accepted},
		"misled, then titled prose":          {misled(first...), titled("blog", more...), [2]int{6, 2}, catalog.Refused},
		"misled, then misled and one titled": {misled(first...), append(misled(more...), titled("data", "faust")...), [2]int{6, 1}, catalog.Refused},
		"misled, then misled":                {misled(first...), misled(more...), [2]int{6, 0}, catalog.Refused},
		"one entity many times": {[]string{"emma | http://s.example/data/emma?n=1", "emma | http://s.example/data/emma?n=2", "emma | http://s.example/data/emma?n=3"},
			[]string{"kim | http://s.example/data/kim?n=4"}, [2]int{3, 1}, catalog.Accepted},
		"data, and lists besides":     {results("list", first[:1]...), append(results("list", more...), titled("data", first[:4]...)...), [2]int{1, 3}, catalog.Accepted},
		"a page found by other names": {[]string{"emma | http://s.example/data/dracula"}, append(results("data", "dracula"), results("data", "kim")...), [2]int{1, 1}, catalog.Accepted},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			pages := shelves{}
			j := Judge{Pages: pages, Classifier: classifier}
			var h History
			for round, lines := range [][]string{test.before, append(test.before, test.then...)} {
				a := evidencetest.Results(lines...)
				judged, err := j.Site(t.Context(), evidence.Candidate{Site: "s.example", Support: 2, URLs: a.URLs()}, a, kept(t, h))
				if err != nil {
					t.Fatal(err)
				}
				src, downloads := judged.Source, judged.Downloaded
				h = judged.History
				if n := len(judged.Verdicts); n < downloads {
					t.Errorf("round %d: %d verdicts on %d pages", round+1, n, downloads)
				}
				for _, v := range judged.Verdicts {
					if pages[v.URL] == 0 || h.Pages[v.URL].Shape == "" {
						t.Errorf("round %d: a verdict on %s, which was not looked at", round+1, v.URL)
					}
				}
				if downloads != test.downloads[round] {
					t.Errorf("round %d: %d downloads, want %d", round+1, downloads, test.downloads[round])
				}
				if round == 0 && src.State != catalog.Refused || round == 1 && src.State != test.state {
					t.Errorf("round %d: %s (%s)", round+1, src.State, src.Reason)
				}
			}
			if len(pages) != test.downloads[0]+test.downloads[1] {
				t.Errorf("%d pages were asked for", len(pages))
			}
		})
	}
}

// What a query that was made of a recognised thing asked for is known in the
// next round as well, which may have made another: one entity stays one.
func TestHistoryOfRecognised(t *testing.T) {
	t.Parallel()
	classifier, err := pageeval.Default()
	if err != nil {
		t.Fatal(err)
	}
	j := Judge{Pages: shelves{}, Classifier: classifier}
	var h History
	for round, id := range []string{"made first", "made then"} {
		a := evidencetest.Results()
		q, _ := evidencetest.Results("emma | http://s.example/").Query("emma")
		q.ID = id
		a.AddQuery(q)
		for _, n := range []string{"1", "2"}[:round+1] {
			a.Add(q, search.Result{URL: "http://s.example/data/" + n + "/emma", Title: "Emma"})
		}
		judged, err := j.Site(t.Context(), evidence.Candidate{Site: "s.example", Support: 2, URLs: a.URLs()}, a, kept(t, h))
		if err != nil {
			t.Fatal(err)
		}
		src := judged.Source
		h = judged.History
		if src.State != catalog.Refused || src.Parts.Instances != 1 {
			t.Errorf("round %d: %s with %d instances, want one (%s)", round+1, src.State, src.Parts.Instances, src.Reason)
		}
	}
	for url, v := range h.Pages {
		if v.Entity != "emma" || !v.Titled {
			t.Errorf("%s: the page of %q, titled: %v", url, v.Entity, v.Titled)
		}
	}
	if len(h.Pages) != 2 {
		t.Errorf("%d pages judged", len(h.Pages))
	}
}

// Results that lead to pages beside the entities' lead to these: the site is judged by
// the pages that they link to by the names, in this round and in later ones.
func TestOwners(t *testing.T) {
	t.Parallel()
	classifier, err := pageeval.Default()
	if err != nil {
		t.Fatal(err)
	}
	pages := shelves{}
	j := Judge{Pages: pages, Classifier: classifier}
	var h History
	names := []string{"emma", "dracula", "ulysses", "walden"}
	for round := range 2 {
		a := evidencetest.Results(titled("photos", names[:2+2*round]...)...)
		judged, err := j.Site(t.Context(), evidence.Candidate{Site: "s.example", Support: 2, URLs: a.URLs()}, a, kept(t, h))
		if err != nil {
			t.Fatal(err)
		}
		h = judged.History
		src := judged.Source
		if src.State != catalog.Accepted || len(src.Samples) == 0 {
			t.Fatalf("round %d: %s (%s)", round+1, src.State, src.Reason)
		}
		for _, u := range src.Samples {
			if !strings.HasPrefix(u, "http://s.example/data/") {
				t.Errorf("round %d: sample %s", round+1, u)
			}
		}
		if want := 4; round == 0 && judged.Downloaded != want {
			t.Errorf("%d downloads, want %d", judged.Downloaded, want)
		}
	}
}

func TestOwner(t *testing.T) {
	t.Parallel()
	p := &page.Page{URL: "http://s.example/photos/emma", Requested: "http://s.example/photos/emma"}
	for want, links := range map[string][]page.Link{
		"http://s.example/emma": {{URL: "http://s.example/x", Text: "Emma and eleven other books that everybody has to read"}, {URL: "http://s.example/review", Text: "A review of Emma"},
			{URL: "http://s.example/emma", Text: "« Emma"}, {URL: "http://s.example/photos/emma", Text: "Emma"}, {URL: "http://other.example/emma", Text: "Emma"}},
		"": {{URL: "http://s.example/x", Text: "Emmaline"}, {URL: "http://s.example/y", Text: "home"}},
	} {
		if got := linkByName(p, links, "emma"); got != want {
			t.Errorf("owner %q, want %q", got, want)
		}
	}
}

// Where all pages that show data have something in their addresses that others lack which are
// named as well, a directory or the form of names, one of these is judged, too, and is a sample.
func TestSpread(t *testing.T) {
	t.Parallel()
	classifier, err := pageeval.Default()
	if err != nil {
		t.Fatal(err)
	}
	for other, downloads := range map[string]int{"petrol/4/walden": 4, "diesel/4/walden": 3, "diesel/4/walden-pond": 4} {
		folder, name := path.Split(other)
		lines := append(titled("data/diesel/1", "emma"), append(titled("data/diesel/2", "dracula"), append(titled("data/diesel/3", "ulysses"), titled(path.Join("data", folder), name)...)...)...)
		a := evidencetest.Results(lines...)
		j := Judge{Pages: shelves{}, Classifier: classifier}
		judged, err := j.Site(t.Context(), evidence.Candidate{Site: "s.example", Support: 4, URLs: a.URLs()}, a, History{})
		if err != nil {
			t.Fatal(err)
		}
		if judged.Downloaded != downloads || downloads > 3 && !strings.Contains(strings.Join(judged.Source.Samples, " "), other) {
			t.Errorf("%s: %d downloads, samples %v", other, judged.Downloaded, judged.Source.Samples)
		}
	}
}

// Pages whose addresses are those of other results and more are views of these, and no
// samples, also where they show data.
func TestViewsBelow(t *testing.T) {
	t.Parallel()
	classifier, err := pageeval.Default()
	if err != nil {
		t.Fatal(err)
	}
	names := []string{"emma", "dracula", "ulysses", "walden"}
	a := evidencetest.Results(append(titled("data", names...), func() (tabs []string) {
		for _, line := range titled("data", names...) {
			name, rest, _ := strings.Cut(line, " | ")
			address, title, _ := strings.Cut(rest, " | ")
			tabs = append(tabs, fmt.Sprintf("%s | %s?tab=1 | %s", name, address, title), fmt.Sprintf("%s | %s?tab=2 | %s", name, address, title))
		}
		return tabs
	}()...)...)
	judged, err := Judge{Pages: shelves{}, Classifier: classifier}.Site(t.Context(), evidence.Candidate{Site: "s.example", Support: 4, URLs: a.URLs()}, a, History{})
	if err != nil {
		t.Fatal(err)
	}
	if len(judged.Source.Samples) < 2 || judged.Source.State != catalog.Accepted {
		t.Fatalf("%s, samples %v", judged.Source.State, judged.Source.Samples)
	}
	for _, u := range judged.Source.Samples {
		if strings.Contains(u, "?tab") {
			t.Errorf("sample %s", u)
		}
	}
}

func TestAbove(t *testing.T) {
	t.Parallel()
	for address, want := range map[string][]string{
		"http://e.org/b/42/photos":             {"http://e.org/b/42", "http://e.org/b/42/", "http://e.org/b", "http://e.org/b/"},
		"http://e.org/b/42/reviews.html":       {"http://e.org/b/42.html", "http://e.org/b/42", "http://e.org/b/42/", "http://e.org/b.html", "http://e.org/b", "http://e.org/b/"},
		"http://e.org/b.php?id=42&tab=history": {"http://e.org/b.php", "http://e.org/b.php?tab=history", "http://e.org/b.php?id=42"},
		"http://e.org/b":                       nil,
		"http://e.org/":                        nil,
	} {
		if got := slices.Collect(shorterURLs(address)); !slices.Equal(got, want) {
			t.Errorf("above %s: %q, want %q", address, got, want)
		}
	}
}
