// Package serve measures how long the server takes for the pages of a large run: a site
// of a hundred thousand pages, all archived, which are as many entities.
//
// The run is made: a record has a name of two words, the first its own and the second one
// of 50,000, values that few share, that many share, and numbers. Pages are asked of the
// handler itself, so that no network and no browser is measured.
package serve

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"verde/bench/table"
	"verde/catalog"
	"verde/fetch"
	"verde/integrate"
	"verde/internal/stopwatch"
	"verde/query"
	"verde/record"
	"verde/search"
	"verde/serve"
)

// size is how many pages the run's site and how many entities its catalog has.
const size = 100_000

const site = "big.example"

// visits is how often each page is asked for, after a first time that is not counted.
const visits = 7

// Tables are those of this package.
func Tables() []*table.Table {
	return []*table.Table{{
		Name: "serve", About: "Pages of verde serve over a site of 100,000 pages that are as many entities",
		Columns: []string{"page", "address", "KB", "ms, processors, median", "at most", "ms, clock, median", "first, ms of processors"},
		Key:     []string{"page"}, Packages: []string{"serve"}, Minutes: 5, Measure: measure,
	}}
}

// pages are what is asked for, by what it is.
var pages = [][2]string{
	{"runs", "/"},
	{"overview", "/runs/big/"},
	{"sources", "/runs/big/sources"},
	{"site", "/runs/big/sources/" + site},
	{"site, pages of a rare status", "/runs/big/sources/" + site + "?status=status+404"},
	{"small site beside it", "/runs/big/sources/small.example"},
	{"entities, first", "/runs/big/entities"},
	{"entities, in the middle", "/runs/big/entities?page=1000"},
	{"entities, last", "/runs/big/entities?page=2000"},
	{"entities, by a number", "/runs/big/entities?sort=pages&down=1"},
	{"entities, as cards", "/runs/big/entities?view=cards"},
	{"entities, words of one", "/runs/big/entities?q=" + url.QueryEscape(name(4711))},
	{"entities, a word of a third", "/runs/big/entities?q=novel"},
	{"entities, a chosen value", "/runs/big/entities?is=format%3Dnovel"},
	{"entity", "/runs/big/entities/e050000"},
	{"matching", "/runs/big/matching"},
	{"queries", "/runs/big/queries"},
	{"page", "/runs/big/page?url=" + url.QueryEscape(address(50_000))},
	{"archived page", "/runs/big/archived?url=" + url.QueryEscape(address(50_000))},
	{"API, 1,000 entities", "/api/v1/runs/big/entities?limit=1000"},
}

func measure(ctx context.Context, r *table.Run) error {
	dir := filepath.Join(r.Work, "serve", "big")
	if _, err := os.Stat(filepath.Join(dir, "report.json")); err != nil {
		r.Sayf("making a run of %d pages in %s", size, dir)
		if err := errors.Join(os.RemoveAll(dir), make100k(ctx, dir)); err != nil {
			return err
		}
	}
	s, err := serve.New(ctx, []string{dir}, serve.Options{})
	if err != nil {
		return err
	}
	defer s.Close()
	for _, p := range pages {
		f := table.Figures{"page": table.Value(p[0]), "address": table.Value(p[1])}
		if skip, err := r.Skip(f); err != nil || skip {
			if err != nil {
				return err
			}
			continue
		}
		var busy, clock []float64
		for i := range visits + 1 {
			request := httptest.NewRequest(http.MethodGet, p[1], nil).WithContext(ctx)
			request.Host = "127.0.0.1"
			answer := httptest.NewRecorder()
			end := stopwatch.Start()
			s.ServeHTTP(answer, request)
			took := end()
			if answer.Code != http.StatusOK {
				return fmt.Errorf("%s: %d: %.500s", p[1], answer.Code, answer.Body)
			}
			if i == 0 {
				f["first, ms of processors"], f["KB"] = table.Fixed(took.Processor*1e3, 0), table.Fixed(float64(answer.Body.Len())/1e3, 0)
				continue
			}
			busy, clock = append(busy, took.Processor*1e3), append(clock, took.Wall*1e3)
		}
		slices.Sort(busy)
		slices.Sort(clock)
		f["ms, processors, median"], f["at most"], f["ms, clock, median"] = table.Fixed(busy[visits/2], 0), table.Fixed(busy[visits-1], 0), table.Fixed(clock[visits/2], 0)
		if err := r.Put("go run ./bench/run serve", f); err != nil {
			return err
		}
	}
	return afterStart(ctx, r, dir)
}

// settles is when somebody who has started a server looks at a site: opening an archive
// takes half a second of a processor.
const settles = 3 * time.Second

// afterStart asks servers that were just started for the page of the site, which needs the
// archive.
func afterStart(ctx context.Context, r *table.Run, dir string) error {
	at := "/runs/big/sources/" + site
	f := table.Figures{"page": table.Value(fmt.Sprintf("site, the first page %d s after a start", settles/time.Second)), "address": table.Value(at)}
	if skip, err := r.Skip(f); err != nil || skip {
		return err
	}
	var busy, clock []float64
	for range visits {
		s, err := serve.New(ctx, []string{dir}, serve.Options{})
		if err != nil {
			return err
		}
		time.Sleep(settles)
		request := httptest.NewRequest(http.MethodGet, at, nil).WithContext(ctx)
		request.Host = "127.0.0.1"
		answer := httptest.NewRecorder()
		end := stopwatch.Start()
		s.ServeHTTP(answer, request)
		took := end()
		if err := s.Close(); err != nil {
			return err
		}
		if answer.Code != http.StatusOK {
			return fmt.Errorf("%s: %d: %.500s", at, answer.Code, answer.Body)
		}
		f["KB"] = table.Fixed(float64(answer.Body.Len())/1e3, 0)
		busy, clock = append(busy, took.Processor*1e3), append(clock, took.Wall*1e3)
	}
	slices.Sort(busy)
	slices.Sort(clock)
	f["ms, processors, median"], f["at most"], f["ms, clock, median"] = table.Fixed(busy[visits/2], 0), table.Fixed(busy[visits-1], 0), table.Fixed(clock[visits/2], 0)
	f["first, ms of processors"] = f["at most"]
	return r.Put("go run ./bench/run serve", f)
}

func address(i int) string { return fmt.Sprintf("http://%s/item/%06d", site, i) }

// word makes a number a word.
func word(n int) string {
	const syllables = "babedibodufafeligomurasetivowuyazepinoku"
	var b strings.Builder
	for n += 400; n > 0; n /= 20 {
		b.WriteString(syllables[2*(n%20) : 2*(n%20)+2])
	}
	return b.String()
}

func name(i int) string { return word(i) + " " + word(i*7919%50_000) }

var formats = [...]string{"novel", "poems", "essays"}

// values are what a page says, by attribute.
func values(i int) map[string]string {
	return map[string]string{"name": name(i), "author": word(i/4) + " " + word(i/40), "pages": fmt.Sprint(40 + i*31%900), "price": fmt.Sprintf("$%d.%02d", 5+i%90, i%100), "format": formats[i%3], "publisher": word(i % 400)}
}

// attributes are the names of the values, what names an entity first.
var attributes = []string{"name", "author", "pages", "price", "format", "publisher"}

// make100k makes the run's folder. Cost: about two minutes.
func make100k(ctx context.Context, dir string) (err error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	c, err := catalog.Open(ctx, filepath.Join(dir, "catalog.sqlite"))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, c.Close()) }()
	result := &integrate.Result{Matching: new(integrate.Matching), Resolution: new(integrate.Resolution)}
	for _, a := range attributes {
		result.Attributes = append(result.Attributes, integrate.Attribute{Name: a, Kind: "text"})
	}
	var found []catalog.Page
	var records []record.Record
	for i := range size {
		said := values(i)
		id, texts := fmt.Sprintf("e%06d", i), make(map[string][]string)
		for _, a := range attributes {
			texts[a] = []string{said[a]}
			claim := integrate.Claim{Site: site, URL: address(i), Label: a, Text: said[a], Written: said[a]}
			result.Fused = append(result.Fused, integrate.Fused{Entity: id, Attribute: a, Groups: []integrate.Group{{Value: said[a], Probability: .9, Chosen: true, Claims: []integrate.Claim{claim}}}})
		}
		result.Entities = append(result.Entities, integrate.Entity{ID: id, Anchor: address(i), Probability: 1})
		status := "fetched"
		if i%10 == 0 {
			status = "inferred"
		}
		if i%1000 == 1 {
			status = "status 404"
		}
		found = append(found, catalog.Page{Site: site, URL: address(i), Status: status, From: fmt.Sprintf("http://%s/list/%d", site, i/50), HTMLSimilarity: .9})
		records = append(records, record.FromTexts(address(i), texts))
	}
	var asked []query.Query
	for i := range 5000 {
		asked = append(asked, query.Query{ID: fmt.Sprintf("q%d", i), Required: []query.Value{{Text: name(i)}}})
	}
	source := catalog.Source{Site: site, State: catalog.Expanded, Role: catalog.Training, Samples: []string{address(0)}}
	small := catalog.Source{Site: "small.example", State: catalog.Expanded, Role: catalog.Discovered, Round: 1, Samples: []string{"http://small.example/1"}}
	err = errors.Join(c.PutSite(ctx, source, found, records),
		c.PutSite(ctx, small, []catalog.Page{{Site: "small.example", URL: "http://small.example/1", Status: "sample"}}, nil),
		c.PutEntities(ctx, result, "", time.Now()),
		c.AddQueries(ctx, 1, "", asked))
	if err != nil {
		return err
	}
	if err := join(ctx, filepath.Join(dir, "catalog.sqlite")); err != nil {
		return err
	}
	for _, q := range asked {
		if err := c.PutAnswer(ctx, q.ID, "engine", []search.Result{{URL: address(0), Title: "a result", Rank: 1}}, true); err != nil {
			return err
		}
	}
	if err := archive(ctx, filepath.Join(dir, "archive")); err != nil {
		return err
	}
	// What stands here last stands for the whole.
	return errors.Join(os.WriteFile(filepath.Join(dir, "vertical.json"), []byte(`{"domain":"book","site":"`+site+`"}`), 0o644), os.WriteFile(filepath.Join(dir, "report.json"), []byte("{}"), 0o644))
}

// join notes for each entity its record and one of another site: the entities are made
// here and not by integrating, which alone knows records.
func join(ctx context.Context, path string) error {
	db, err := sql.Open("sqlite", path)
	if err != nil {
		return err
	}
	_, err = db.ExecContext(ctx, `INSERT INTO entity_records (url, site, entity)
		SELECT url, site, entity FROM claims WHERE attribute = 'name' UNION ALL SELECT url || '/', 'small.example', entity FROM claims WHERE attribute = 'name'`)
	return errors.Join(err, db.Close())
}

// archive fetches all pages from a server in memory.
func archive(ctx context.Context, dir string) error {
	client, err := fetch.New(fetch.Options{Archive: dir, IgnoreRobots: true, Pace: fetch.Pace{Delay: -1, DelayFactor: -1}, Transport: web{}})
	if err != nil {
		return err
	}
	for i := range size {
		if _, err = client.Fetch(ctx, address(i)); err != nil {
			break
		}
	}
	return errors.Join(err, client.Close())
}

// web answers with the page of an address.
type web struct{}

// RoundTrip implements [http.RoundTripper].
func (web) RoundTrip(r *http.Request) (*http.Response, error) {
	var i int
	if _, err := fmt.Sscanf(r.URL.Path, "/item/%d", &i); err != nil {
		return nil, err
	}
	var b strings.Builder
	said := values(i)
	fmt.Fprintf(&b, "<!doctype html><title>%s</title><h1>%s</h1><dl>", said["name"], said["name"])
	for _, a := range attributes {
		fmt.Fprintf(&b, "<dt>%s<dd>%s", a, said[a])
	}
	return &http.Response{StatusCode: http.StatusOK, Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1, Request: r,
		Header: http.Header{"Content-Type": {"text/html; charset=utf-8"}}, Body: io.NopCloser(strings.NewReader(b.String()))}, nil
}
