package webbox

import (
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/PuerkitoBio/goquery"

	"verde/page"
	"verde/pageeval"
	"verde/query"
	"verde/values"
)

// Judging says how pages are judged.
type Judging struct {
	Classifier *pageeval.Classifier
	Entities   int  // asked for, of each site
	Optional   bool // give the other values of a record as optional ones
}

// Judged counts the verdicts on the pages of one kind.
type Judged struct {
	Kind                            string
	Entity                          bool // pages of this kind are to be accepted
	Pairs, Matched, Accepted, Lists int  // pairs of page and query; those whose fragments are refused as lists
}

// Right is the share of the pairs that matched which were judged rightly.
func (j Judged) Right() float64 {
	share := float64(j.Accepted) / float64(max(1, j.Matched))
	if !j.Entity {
		share = 1 - share
	}
	return share
}

// Judge asks for entities of each site by their two identifying values, and
// judges the entity pages and all other pages of the web that hold both. The
// counts are in the order of their kinds.
func (w *Web) Judge(ctx context.Context, x Judging) ([]Judged, error) {
	sites, err := w.Sites(ctx)
	if err != nil {
		return nil, err
	}
	entities, err := w.Entities(ctx)
	if err != nil {
		return nil, err
	}
	isEntity := map[string]bool{} // URLs of entity pages
	for _, es := range entities {
		for _, e := range es {
			for _, u := range append([]string{e.URL}, e.Aliases...) {
				isEntity[u] = true
			}
		}
	}
	j := &judge{classifier: x.Classifier, queries: ask(sites, entities, x), rows: map[string]*Judged{}}
	for _, s := range sites {
		if s.OfVertical() {
			w.judgeEntities(ctx, j, s, entities[s.Host])
		}
	}
	for _, s := range sites {
		w.crawl(ctx, s, isEntity, func(body []byte) { j.page(s, body) })
	}
	var out []Judged
	for _, kind := range slices.Sorted(maps.Keys(j.rows)) {
		out = append(out, *j.rows[kind])
	}
	return out, ctx.Err()
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

// asked is a query with the entity it asks for.
type asked struct {
	key, host string
	folded    [2]string
	query     query.Query
}

// ask makes a query of every nth record of each site.
func ask(sites []Site, records map[string][]Entity, x Judging) []asked {
	var out []asked
	for _, s := range sites {
		rs := records[s.Host]
		if !s.OfVertical() || len(rs) == 0 {
			continue
		}
		names := identifying(s.Vertical)
		step := max(1, len(rs)/x.Entities)
		for i := 0; i < len(rs); i += step {
			q, ok := queryOf(rs[i], names, x.Optional)
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

func queryOf(r Entity, names []string, optional bool) (query.Query, bool) {
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
// other sites have of the same entity.
func (w *Web) judgeEntities(ctx context.Context, j *judge, s Site, records []Entity) {
	byKey := map[string][]asked{}
	for _, q := range j.queries {
		byKey[q.key] = append(byKey[q.key], q)
	}
	for _, r := range records {
		qs := byKey[r.Key]
		if len(qs) == 0 {
			continue
		}
		body, ok := w.page(ctx, r.URL)
		if !ok {
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
			j.add(kind, true, j.classifier.Evaluate(doc, q.query))
		}
	}
}

// judge counts verdicts by kind of page.
type judge struct {
	classifier *pageeval.Classifier
	queries    []asked
	rows       map[string]*Judged // by kind
}

func (j *judge) add(kind string, entity bool, v pageeval.Evaluation) {
	r := j.rows[kind]
	if r == nil {
		r = &Judged{Kind: kind, Entity: entity}
		j.rows[kind] = r
	}
	r.Pairs++
	if !v.Matched {
		return
	}
	r.Matched++
	switch {
	case v.SemiStructured:
		r.Accepted++
	case slices.ContainsFunc(v.Fragments, func(f pageeval.Fragment) bool { return f.Listing }):
		r.Lists++
	}
}

// page judges a page that is no entity page by each query whose values it has.
func (j *judge) page(s Site, body []byte) {
	doc, err := page.Parse(body)
	if err != nil {
		return
	}
	folded := " " + values.Fold(strings.Join(slices.Collect(page.Texts(goquery.NewDocumentFromNode(doc).Selection)), " ")) + " "
	kind := s.Role
	if s.OfVertical() {
		kind = "site, other pages"
	}
	for _, q := range j.queries {
		if !strings.Contains(folded, q.folded[0]) || !strings.Contains(folded, q.folded[1]) {
			continue
		}
		if v := j.classifier.Evaluate(doc, q.query); v.Matched {
			j.add(kind, false, v)
		}
	}
}

// maxCrawl is how many pages of a host are judged that are no entity pages.
const maxCrawl = 600

// crawl visits the pages of a host from its home page on, without those in skip
// and what leads on without end.
func (w *Web) crawl(ctx context.Context, s Site, skip map[string]bool, visit func(body []byte)) {
	home := s.Home
	if home == "" {
		home = "http://" + s.Host + "/"
	}
	queue, seen := []string{home}, map[string]bool{home: true}
	for n := 0; n < len(queue) && n < maxCrawl && ctx.Err() == nil; n++ {
		body, ok := w.page(ctx, queue[n])
		if !ok {
			continue
		}
		visit(body)
		doc, err := page.Parse(body)
		if err != nil {
			continue
		}
		var paths page.Paths
		for _, l := range page.NewOutline(&page.Page{URL: queue[n]}, doc, &paths, page.Tag).Links {
			endless := slices.ContainsFunc([]string{"sid=", "calendar", "print"}, func(part string) bool { return strings.Contains(l.URL, part) })
			if page.Host(l.URL) == s.Host && !seen[l.URL] && !skip[l.URL] && !endless {
				seen[l.URL] = true
				queue = append(queue, l.URL)
			}
		}
	}
}

// page gives a page that answers under its own address.
func (w *Web) page(ctx context.Context, u string) ([]byte, bool) {
	body, resp, err := w.get(ctx, u)
	return body, err == nil && resp.StatusCode == 200 && resp.Request.URL.String() == u
}
