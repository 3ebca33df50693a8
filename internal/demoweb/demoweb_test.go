package demoweb

import (
	"bytes"
	"encoding/json"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"verde/page"
)

func get(t *testing.T, w *Web, url string) (int, []byte) {
	t.Helper()
	rec := httptest.NewRecorder()
	w.Handler().ServeHTTP(rec, httptest.NewRequest("GET", url, nil))
	return rec.Code, rec.Body.Bytes()
}

// Every entity page shows its truth, has a parse tree, and is reached by links
// from its site's home page; the only dead links are those meant to be.
func TestSites(t *testing.T) {
	t.Parallel()
	w := New()
	if len(w.Sites()) < 5 {
		t.Fatalf("%d sites", len(w.Sites()))
	}
	for site, pages := range w.Truth() {
		reached := map[string]bool{}
		dead := 0
		queue := []string{"http://" + site + "/"}
		for len(queue) > 0 {
			at := queue[0]
			queue = queue[1:]
			if reached[at] || strings.Contains(at, "/events/") {
				continue
			}
			reached[at] = true
			code, body := get(t, w, at)
			if code != 200 {
				dead++
				continue
			}
			doc, err := page.Parse(body)
			if err != nil {
				t.Fatalf("%s: %v", at, err)
			}
			var paths page.Paths
			for _, l := range page.NewOutline(at, doc, &paths, page.Tag).Links {
				if page.Site(l.URL) == site && !w.hosts[site].forbidden(strings.TrimPrefix(l.URL, "http://"+site)) {
					queue = append(queue, l.URL)
				}
			}
		}
		if dead > 12 {
			t.Errorf("%s: %d dead links", site, dead)
		}
		for url, values := range pages {
			if !reached[url] {
				t.Errorf("%s is not reached from the home page", url)
			}
			_, body := get(t, w, url)
			_, text := textOf(body)
			for attribute, vs := range values {
				for _, v := range vs {
					if !strings.Contains(fold(strings.Join(text, " ")), fold(v)) {
						t.Errorf("%s does not show its %s %q", url, attribute, v)
					}
				}
			}
		}
	}
	if _, ok := w.Truth()[page.Site(w.Sample())][w.Sample()]; !ok {
		t.Errorf("the sample %s is no entity page", w.Sample())
	}
}

func TestOverlap(t *testing.T) {
	t.Parallel()
	titles := map[string]map[string]bool{}
	for site, pages := range New().Truth() {
		titles[site] = map[string]bool{}
		for _, v := range pages {
			titles[site][v["title"][0]] = true
		}
	}
	for a := range titles {
		for b := range titles {
			both := 0
			for title := range titles[a] {
				if titles[b][title] {
					both++
				}
			}
			if 10*both < 3*min(len(titles[a]), len(titles[b])) {
				t.Errorf("%s and %s share %d titles of %d and %d", a, b, both, len(titles[a]), len(titles[b]))
			}
		}
	}
}

func TestSearch(t *testing.T) {
	t.Parallel()
	w := New()
	ask := func(q, page string) (urls []string) {
		code, body := get(t, w, w.SearchEndpoint()+"?format=json&pageno="+page+"&q="+url.QueryEscape(q))
		var answer struct{ Results []struct{ URL string } }
		if err := json.Unmarshal(body, &answer); code != 200 || err != nil {
			t.Fatalf("%s: %d, %v", q, code, err)
		}
		for _, r := range answer.Results {
			urls = append(urls, r.URL)
		}
		return urls
	}
	q := `"Great Expectations" AND "Charles Dickens" book`
	first, second := ask(q, "1"), ask(q, "2")
	if len(first) != perAnswer || len(second) == 0 || first[0] == second[0] {
		t.Errorf("pages of %d and %d results", len(first), len(second))
	}
	sites := map[string]bool{}
	for _, u := range append(first, second...) {
		sites[page.Site(u)] = true
		_, body := get(t, w, u)
		if !bytes.Contains(body, []byte("Dickens")) {
			t.Errorf("%s lacks a required phrase", u)
		}
	}
	for _, s := range w.Sites() {
		if !sites[s] {
			t.Errorf("%s is not among the results", s)
		}
	}
	if got := ask(`"no such phrase at all"`, "1"); len(got) != 0 {
		t.Errorf("results %v for a phrase that is nowhere", got)
	}
}

func TestRobotsAndHosts(t *testing.T) {
	t.Parallel()
	w := New()
	if code, _ := get(t, w, "http://nowhere.example/"); code != 502 {
		t.Errorf("an unknown host answers %d", code)
	}
	for _, h := range w.hosts {
		for _, prefix := range h.disallow {
			get(t, w, "http://"+h.name+prefix)
		}
	}
	forbidden := 0
	for _, h := range w.hosts {
		forbidden += len(h.disallow)
	}
	if len(w.Violations()) != forbidden || forbidden == 0 {
		t.Errorf("%d violations counted of %d", len(w.Violations()), forbidden)
	}
}
