package main

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"verde/page"
	"verde/pageeval"
	"verde/query"
	"verde/values"
)

// webboxOptions say how a running webbox is judged.
type webboxOptions struct {
	proxy    string // its address
	entities int    // asked for, of each site
	optional bool   // give the other values of a record as optional ones
	verbose  bool   // name each wrong page
	cache    string // folder that keeps the pages between runs
}

// siteTruth and recordTruth are what webbox tells of itself.
type siteTruth struct {
	Host, Role, Home, Vertical string
}

type recordTruth struct {
	URL, Key string
	Aliases  []string
	Record   map[string][]string
}

// identifying are the two attributes that a query requires, per vertical, as
// far as a record has them.
func identifying(vertical string) []string {
	switch vertical {
	case "nbaplayer":
		return []string{"name", "team"}
	case "movie":
		return []string{"title", "director"}
	}
	return []string{"title", "author"}
}

// asked is a query with the thing it asks for.
type asked struct {
	key, host string
	folded    [2]string
	query     query.Query
}

// box is a client of a running webbox.
type box struct {
	opt    webboxOptions
	client *http.Client
}

// webbox asks for entities of each site by their two identifying values, and
// judges the entity pages and all other pages of the web that hold both.
func webbox(w io.Writer, opt webboxOptions) error {
	if opt.proxy == "" {
		return errors.New("no webbox: give -proxy")
	}
	proxy, err := url.Parse(opt.proxy)
	if err != nil {
		return fmt.Errorf("proxy %q: %w", opt.proxy, err)
	}
	b := &box{opt: opt, client: &http.Client{Transport: &http.Transport{Proxy: http.ProxyURL(proxy)}}}
	var sites []siteTruth
	if err := b.truth("sites", &sites); err != nil {
		return err
	}
	var records map[string][]recordTruth
	if err := b.truth("records", &records); err != nil {
		return err
	}
	c, err := pageeval.Default()
	if err != nil {
		return err
	}
	queries := b.ask(sites, records)
	kinds := map[string]string{} // URL -> host it is an entity page of
	keys := map[string]string{}
	for host, rs := range records {
		for _, r := range rs {
			for _, u := range append([]string{r.URL}, r.Aliases...) {
				kinds[u], keys[u] = host, r.Key
			}
		}
	}
	j := judge{c: c, queries: queries, rows: map[string]*confusion{}}
	for _, s := range sites {
		if s.Role == "site" {
			b.judgeEntities(&j, s, records[s.Host])
		}
	}
	for _, s := range sites {
		if err := b.crawl(s, kinds, func(u string, body []byte) { j.page(s, u, body) }); err != nil {
			return err
		}
	}
	j.print(w, opt.verbose)
	return nil
}

// ask makes a query of every nth record of each site.
func (b *box) ask(sites []siteTruth, records map[string][]recordTruth) []asked {
	var out []asked
	for _, s := range sites {
		rs := records[s.Host]
		if s.Role != "site" || len(rs) == 0 {
			continue
		}
		names := identifying(s.Vertical)
		step := max(1, len(rs)/b.opt.entities)
		for i := 0; i < len(rs); i += step {
			q, ok := queryOf(rs[i], names, b.opt.optional)
			if !ok {
				continue
			}
			a := asked{key: rs[i].Key, host: s.Host, query: q}
			for k, v := range q.Required {
				a.folded[k] = " " + values.Fold(v.Text) + " "
			}
			out = append(out, a)
		}
	}
	return out
}

func queryOf(r recordTruth, names []string, optional bool) (query.Query, bool) {
	q := query.Query{ID: r.Key}
	for _, n := range names {
		if len(r.Record[n]) == 0 {
			return q, false
		}
		q.Required = append(q.Required, query.Value{Attribute: n, Text: r.Record[n][0]})
	}
	for _, n := range slices.Sorted(maps.Keys(r.Record)) {
		if optional && !slices.Contains(names, n) {
			q.Optional = append(q.Optional, query.Value{Attribute: n, Text: r.Record[n][0]})
		}
	}
	return q, true
}

// judgeEntities judges entity pages by their own values and by the values that
// other sites have of the same thing.
func (b *box) judgeEntities(j *judge, s siteTruth, records []recordTruth) {
	byKey := map[string][]asked{}
	for _, q := range j.queries {
		byKey[q.key] = append(byKey[q.key], q)
	}
	for _, r := range records {
		qs := byKey[r.Key]
		if len(qs) == 0 {
			continue
		}
		body, err := b.get(r.URL)
		if err != nil {
			continue
		}
		doc, err := page.Parse(body)
		if err != nil {
			continue
		}
		for _, q := range qs {
			kind := "entity, own values"
			if q.host != s.Host {
				kind = "entity, values of other sites"
			}
			j.add(kind, r.URL, true, j.c.Evaluate(doc, q.query))
		}
	}
}

// judge counts verdicts by kind of page.
type judge struct {
	c       *pageeval.Classifier
	queries []asked
	rows    map[string]*confusion
	wrong   []string
}

type confusion struct {
	entity                      bool
	pages, matched, yes, listed int
}

func (j *judge) add(kind, url string, entity bool, v pageeval.Verdict) {
	r := j.rows[kind]
	if r == nil {
		r = &confusion{entity: entity}
		j.rows[kind] = r
	}
	r.pages++
	if !v.Matched {
		return
	}
	r.matched++
	if v.SemiStructured {
		r.yes++
	} else if slices.ContainsFunc(v.Fragments, func(f pageeval.Fragment) bool { return f.Listing }) {
		r.listed++
	}
	if v.SemiStructured != entity {
		for _, f := range v.Fragments {
			j.wrong = append(j.wrong, fmt.Sprintf("%s %s %q p=%.3f listing=%v %.2f %s", kind, url, v.QueryID, f.Probability, f.Listing, f.Features, f.XPath))
		}
	}
}

// page judges a page that is no entity page by each query whose values it has.
func (j *judge) page(s siteTruth, u string, body []byte) {
	doc, err := page.Parse(body)
	if err != nil {
		return
	}
	folded := " " + values.Fold(text(doc)) + " "
	kind := s.Role
	if s.Role == "site" {
		kind = "site, other pages"
	}
	for _, q := range j.queries {
		if !strings.Contains(folded, q.folded[0]) || !strings.Contains(folded, q.folded[1]) {
			continue
		}
		if v := j.c.Evaluate(doc, q.query); v.Matched {
			j.add(kind, u, false, v)
		}
	}
}

func (j *judge) print(w io.Writer, verbose bool) {
	fmt.Fprintf(w, "%-32s %8s %8s %8s %8s %8s\n", "page and query", "pairs", "matched", "accepted", "refused", "(lists)")
	for _, k := range slices.Sorted(maps.Keys(j.rows)) {
		r := j.rows[k]
		share := float64(r.yes) / float64(max(1, r.matched))
		if !r.entity {
			share = 1 - share
		}
		fmt.Fprintf(w, "%-32s %8d %8d %8d %8d %8d  right %.3f of matched\n", k, r.pages, r.matched, r.yes, r.matched-r.yes, r.listed, share)
	}
	if verbose {
		fmt.Fprintln(w, strings.Join(j.wrong, "\n"))
	}
}

func (b *box) truth(name string, v any) error {
	body, err := b.get("http://webbox.test/__truth/" + name)
	if err != nil {
		return err
	}
	return json.Unmarshal(body, v)
}

const maxCrawl = 600 // pages of a host that are no entity pages

// crawl visits the pages of a host from its home page on, without those in
// skip.
func (b *box) crawl(s siteTruth, skip map[string]string, visit func(u string, body []byte)) error {
	home := s.Home
	if home == "" {
		home = "http://" + s.Host + "/"
	}
	queue, seen := []string{home}, map[string]bool{home: true}
	for n := 0; n < len(queue) && n < maxCrawl; n++ {
		body, err := b.get(queue[n])
		if err != nil {
			continue
		}
		visit(queue[n], body)
		doc, err := page.Parse(body)
		if err != nil {
			continue
		}
		var paths page.Paths
		for _, l := range page.NewOutline(&page.Page{URL: queue[n]}, doc, &paths, page.Tag).Links {
			u, err := url.Parse(l.URL)
			if err != nil || u.Host != s.Host || seen[l.URL] || skip[l.URL] != "" || strings.Contains(l.URL, "sid=") || strings.Contains(l.URL, "calendar") || strings.Contains(l.URL, "print") {
				continue
			}
			seen[l.URL] = true
			queue = append(queue, l.URL)
		}
	}
	return nil
}

// get fetches a page, from the cache if it was there before.
func (b *box) get(u string) ([]byte, error) {
	var file string
	if b.opt.cache != "" {
		sum := sha256.Sum256([]byte(b.opt.proxy + " " + u))
		file = filepath.Join(b.opt.cache, hex.EncodeToString(sum[:12]))
		if body, err := os.ReadFile(file); err == nil {
			return body, nil
		}
	}
	resp, err := b.client.Get(u)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", u, err)
	}
	if resp.Request.URL.String() != u {
		return nil, fmt.Errorf("%s: redirected", u)
	}
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%s: status %d", u, resp.StatusCode)
	}
	if file != "" {
		if err := os.WriteFile(file, body, 0o644); err != nil {
			return nil, err
		}
	}
	return body, nil
}
