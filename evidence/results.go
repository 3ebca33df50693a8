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

// maxTitle bounds the titles that are kept as they are, in bytes: a longer one is
// a text that an engine took for a title, and no name.
const maxTitle = 300

// Results are search results by URL, with the queries that led to them. The zero
// value is ready for use. They are filled by one goroutine at a time, and then read by
// several at once if need be.
//
// Memory: a few hundred bytes for each different URL, its title included, and as much
// again once it was asked what the title names; as much for each query, and some tens
// for each query that leads to a URL. Snippets are not
// kept, nor what comes again.
type Results struct {
	queries map[string]query.Query   // by ID
	names   map[string]string        // query ID -> folded name that it asks for, if it requires anything
	first   map[string]string        // name however it is parted -> the first of names
	forms   map[string][]values.Form // query ID -> that name, and what else a page may be called: a part of it, or the name with another value of the query
	led     map[string]bool          // query IDs that have results
	urls    []string                 // normal URLs in the order of the results
	byURL   map[string]*result
	dropped int
}

// result is a URL with what led to it.
type result struct {
	queries []string        // IDs, each once, in the order in which they led to it
	among   map[string]bool // the same, where there are many
	title   string          // of its first result, "" if it is longer than maxTitle
	folded  string          // the same title, folded, of any length

	once  sync.Once
	all   values.Form   // the title
	texts []string      // its parts and those that follow each other, see [Runs]
	runs  []values.Form // these, to be compared
}

// AddQuery keeps a query that results will refer to. Of queries with one ID the
// last counts.
func (r *Results) AddQuery(q query.Query) {
	if r.queries == nil {
		r.queries, r.names, r.forms = map[string]query.Query{}, map[string]string{}, map[string][]values.Form{}
		r.first = map[string]string{}
		r.led, r.byURL = map[string]bool{}, map[string]*result{}
	}
	r.queries[q.ID] = q
	if len(q.Required) > 0 {
		name := q.Required[0].Text
		whole := values.Unparted(name)
		if _, asked := r.first[whole]; !asked {
			r.first[whole] = values.Fold(name)
		}
		r.names[q.ID], r.forms[q.ID] = r.first[whole], []values.Form{values.NewForm(name)}
		also := func(name string) { r.forms[q.ID] = append(r.forms[q.ID], values.NewForm(name)) }
		if parts, ok := q.InParts(); ok {
			also(parts.Required[0].Text)
		}
		for _, v := range slices.Concat(q.Required[1:], q.With, q.OneOf, q.Optional) {
			also(name + " " + v.Text)
		}
	}
}

// Add keeps a result of a query, which is added as well if it was not; of queries
// with one ID the first counts then. It reports whether the result was new: a URL
// that the query had not led to before. One that is no http or https URL, or of
// another site than the query asks of, counts as dropped: not every engine can
// restrict a query. Cost: constant.
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
	r.led[q.ID] = true
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

// fewQueries is the number of IDs up to which looking through them is as fast as
// a map, and smaller. Most URLs have fewer; a home page may have those of a whole
// dump.
const fewQueries = 32

// Link notes that a query leads to a URL that was added, and reports whether that
// is new. Cost: constant, whatever the number of queries.
func (r *Results) Link(url, queryID string) bool {
	at := r.byURL[url]
	if at == nil || at.among[queryID] || at.among == nil && slices.Contains(at.queries, queryID) {
		return false
	}
	if at.among == nil && len(at.queries) == fewQueries {
		at.among = make(map[string]bool, 2*fewQueries)
		for _, old := range at.queries {
			at.among[old] = true
		}
	}
	if at.among != nil {
		at.among[queryID] = true
	}
	at.queries = append(at.queries, queryID)
	return true
}

// URLs gives the different URLs in the order of the results. The caller does not
// change them.
func (r *Results) URLs() []string { return r.urls }

// Queries is the number of different queries.
func (r *Results) Queries() int { return len(r.queries) }

// Dropped is the number of results that were none; see [Results.Add].
func (r *Results) Dropped() int { return r.dropped }

// Query gives the query of an ID, and whether there is one.
func (r *Results) Query(id string) (query.Query, bool) {
	q, ok := r.queries[id]
	return q, ok
}

// Led reports whether a query had results.
func (r *Results) Led(queryID string) bool { return r.led[queryID] }

// QueriesTo gives the IDs of the queries that led to a URL, in the order in which
// they did. The caller does not change them.
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
// it, or the first has no title, or one of signs only.
func (r *Results) Untitled(url string) bool {
	at := r.byURL[url]
	return at == nil || at.folded == ""
}

// Entity is the folded name that a query asks for, or its ID if it requires
// nothing. One entity may be asked for by several queries; where they part its name in several ways (see
// [values.Unparted]), it is as the first did.
func (r *Results) Entity(queryID string) string { return cmp.Or(r.names[queryID], queryID) }

// Titled reports whether the title of a URL's result has the name that a query
// asks for, or is called after it (see [values.HasName] and [Results.Named]).
func (r *Results) Titled(url, queryID string) bool {
	name, at := r.names[queryID], r.byURL[url]
	return name != "" && at != nil && (values.Spelled(at.folded, name) != "" || at.form().Has(r.forms[queryID][0]) || r.Named(url, queryID))
}

// TitledByAny reports whether the title of a URL's result has the name that some
// query asked for that led to it.
func (r *Results) TitledByAny(url string) bool {
	return slices.ContainsFunc(r.QueriesTo(url), func(id string) bool { return r.Titled(url, id) })
}

// Asked gives by entity (its name however it is parted, see [values.Unparted]) the ID of a query that asks for it, the first in the
// order of IDs. Queries restricted to a site ask for what entities have in common
// and are left out.
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

// unrestrictedSupport counts the entities whose queries lead to URLs without being
// restricted to their site.
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
