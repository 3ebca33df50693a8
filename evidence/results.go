package evidence

import (
	"cmp"
	"slices"
	"strings"
	"sync"

	"verde/page"
	"verde/query"
	"verde/search"
	"verde/values"
)

// maxTitle bounds the titles that are kept unfolded, in bytes: a longer one is a text that
// an engine took for a title, and no name.
const maxTitle = 300

// Results are search results by URL, with the queries that led to them. The zero
// value is ready for use. One goroutine at a time may add to them; after that any number
// may read.
//
// Memory: a few hundred bytes for each distinct URL, its title included, and as much
// again once its title was compared with names; as much for each query, and some tens of
// bytes for each query that leads to a URL. Snippets and repeated results are not kept.
type Results struct {
	queries       map[string]query.Query   // by ID
	entityOf      map[string]string        // query ID -> folded name of the entity that it asks for, if it requires anything
	firstSpelling map[string]string        // name without its parting (values.Unparted) -> folded name, as it was parted first
	nameForms     map[string][]values.Form // query ID -> that name, then what else a page may be titled: a part of it, or the name with another value of the query
	withResults   map[string]bool          // query IDs
	urls          []string                 // normal URLs in the order of the results
	byURL         map[string]*result
	dropped       int
}

// result is a URL with the queries that led to it.
type result struct {
	queries  []string        // IDs, each once, in the order in which they led to the URL
	querySet map[string]bool // the same, if there are more than maxScanned
	title    string          // of the first result, "" if it is longer than maxTitle
	folded   string          // the same title, folded, of any length

	once      sync.Once // for the fields below
	titleForm values.Form
	runTexts  []string      // parts of the title and runs of parts, see [Runs]
	runForms  []values.Form // the same as forms
}

// AddQuery keeps a query that results will refer to. It replaces a query with the same
// ID.
func (r *Results) AddQuery(q query.Query) {
	if r.queries == nil {
		r.queries, r.entityOf, r.nameForms = map[string]query.Query{}, map[string]string{}, map[string][]values.Form{}
		r.firstSpelling = map[string]string{}
		r.withResults, r.byURL = map[string]bool{}, map[string]*result{}
	}
	r.queries[q.ID] = q
	if len(q.Required) > 0 {
		name := q.Required[0].Text
		whole := values.Unparted(name)
		if _, asked := r.firstSpelling[whole]; !asked {
			r.firstSpelling[whole] = values.Fold(name)
		}
		r.entityOf[q.ID], r.nameForms[q.ID] = r.firstSpelling[whole], []values.Form{values.NewForm(name)}
		also := func(name string) { r.nameForms[q.ID] = append(r.nameForms[q.ID], values.NewForm(name)) }
		if parts, ok := q.InParts(); ok {
			also(parts.Required[0].Text)
		}
		for _, v := range slices.Concat(q.Required[1:], q.With, q.OneOf, q.Optional) {
			also(name + " " + v.Text)
		}
	}
}

// Add keeps a result of a query, and the query if there is none with its ID. It reports
// whether the result was new: a URL that the query had not led to before. A result that
// is no http or https URL, or not of the site that the query is restricted to, is
// dropped: not every engine can restrict a query. Cost: constant.
func (r *Results) Add(q query.Query, found search.Result) bool {
	if first, old := r.queries[q.ID]; old {
		q = first
	} else {
		r.AddQuery(q)
	}
	url, err := page.Normalize(found.URL)
	if err != nil || !q.Admits(page.Site(url)) {
		r.dropped++
		return false
	}
	r.withResults[q.ID] = true
	r.addURL(url, found.Title)
	return r.Link(url, q.ID)
}

// addURL keeps a normal URL with the title of its first result.
func (r *Results) addURL(url, title string) {
	if r.byURL[url] != nil {
		return
	}
	r.urls = append(r.urls, url)
	kept := &result{folded: values.Fold(title)}
	if len(title) <= maxTitle {
		kept.title = strings.Clone(title) // else it keeps the line that it was read from
	}
	r.byURL[url] = kept
}

// maxScanned is the number of IDs up to which scanning a list is as fast as a map, which
// is larger. Most URLs have fewer; a home page may have all queries of a dump.
const maxScanned = 32

// Link adds a query to those that lead to a known URL, and reports whether that is new.
// Cost: constant, whatever the number of queries.
func (r *Results) Link(url, queryID string) bool {
	at := r.byURL[url]
	if at == nil || at.querySet[queryID] || at.querySet == nil && slices.Contains(at.queries, queryID) {
		return false
	}
	if at.querySet == nil && len(at.queries) == maxScanned {
		at.querySet = make(map[string]bool, 2*maxScanned)
		for _, old := range at.queries {
			at.querySet[old] = true
		}
	}
	if at.querySet != nil {
		at.querySet[queryID] = true
	}
	at.queries = append(at.queries, queryID)
	return true
}

// URLs gives the distinct URLs in the order of the results. The caller must not change
// them.
func (r *Results) URLs() []string { return r.urls }

// Queries is the number of different queries.
func (r *Results) Queries() int { return len(r.queries) }

// Dropped is the number of results that [Results.Add] dropped.
func (r *Results) Dropped() int { return r.dropped }

// Query gives the query of an ID, and whether there is one.
func (r *Results) Query(id string) (query.Query, bool) {
	q, ok := r.queries[id]
	return q, ok
}

// Led reports whether a query had results.
func (r *Results) Led(queryID string) bool { return r.withResults[queryID] }

// QueriesTo gives the IDs of the queries that led to a URL, in that order. The caller must
// not change them.
func (r *Results) QueriesTo(url string) []string {
	if at := r.byURL[url]; at != nil {
		return at.queries
	}
	return nil
}

// Title is the title of a URL's first result, "" if it is too long for one.
func (r *Results) Title(url string) string {
	if at := r.byURL[url]; at != nil {
		return at.title
	}
	return ""
}

// Untitled reports whether nothing is known of the title of a URL: no result leads to
// it, or its first result has a title without letters and digits, or none.
func (r *Results) Untitled(url string) bool {
	at := r.byURL[url]
	return at == nil || at.folded == ""
}

// Entity is the folded name that a query asks for, or its ID if it requires nothing.
// Several queries may ask for one entity. If they part its name in several ways (see
// [values.Unparted]), the first way counts.
func (r *Results) Entity(queryID string) string { return cmp.Or(r.entityOf[queryID], queryID) }

// Titled reports whether the title of a URL's result has the name that a query asks for,
// be it within a longer name (see [values.HasName]), or is the name (see
// [Results.Named]).
func (r *Results) Titled(url, queryID string) bool {
	name, at := r.entityOf[queryID], r.byURL[url]
	return name != "" && at != nil && (values.Spelled(at.folded, name) != "" || at.form().Has(r.nameForms[queryID][0]) || r.Named(url, queryID))
}

// TitledByAny is [Results.Titled] for any of the queries that led to the URL.
func (r *Results) TitledByAny(url string) bool {
	return slices.ContainsFunc(r.QueriesTo(url), func(id string) bool { return r.Titled(url, id) })
}

// Asked gives, by the name of an entity without its parting (see [values.Unparted]), the
// ID of a query that asks for it, the first in the order of IDs. Queries restricted to a
// site ask for what entities have in common and are left out.
func (r *Results) Asked() map[string]string {
	ids := make([]string, 0, len(r.queries))
	for id := range r.queries {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	out := make(map[string]string, len(ids))
	for _, id := range ids {
		if name := values.Unparted(r.Entity(id)); r.queries[id].Site == "" && out[name] == "" {
			out[name] = id
		}
	}
	return out
}

// unrestrictedSupport counts the entities for which queries that are not restricted to a
// site lead to some of the URLs.
func (r *Results) unrestrictedSupport(urls []string) int {
	entities := map[string]bool{}
	for _, url := range urls {
		for _, id := range r.QueriesTo(url) {
			if r.queries[id].Site == "" {
				entities[r.Entity(id)] = true
			}
		}
	}
	return len(entities)
}
