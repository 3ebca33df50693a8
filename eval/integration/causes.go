package integration

import (
	"slices"

	"verde/integrate"
)

// Why a true value is not in the catalog, in the order of a run's stages: a value counts for the last stage that
// it reached.
const (
	NotFound  = "page not read"          // no page that shows it has a record
	NotValue  = "not read as a value"    // no label of the record has it
	Alone     = "column of no attribute" // its label is in no attribute
	Elsewhere = "in another attribute"   // than the one that represents the true attribute
	OtherRow  = "in another row"         // of the same entity: its pages were not all joined
	Outvoted  = "another value chosen"
	Notation  = "chosen in other words" // the true value was read, but what is shown is not its words
)

// Causes are all causes, in their order.
var Causes = []string{NotFound, NotValue, Alone, Elsewhere, OtherRow, Outvoted, Notation}

// Lost counts the true values that are missing for one cause.
type Lost struct {
	Items int            `json:"items"`        // missing true values
	Rows  int            `json:"rows"`         // entities with such a value
	Only  int            `json:"only"`         // entities with no other fault: rows that would be right without it
	By    map[string]int `json:"by,omitempty"` // true attribute -> items
}

// lossCounts counts missing items by cause.
type lossCounts map[string]*Lost

func (l lossCounts) of(cause string) *Lost {
	if l[cause] == nil {
		l[cause] = &Lost{By: make(map[string]int)}
	}
	return l[cause]
}

// row adds the faults of one entity: attribute -> cause.
func (l lossCounts) row(faults map[string]string) {
	causes := make(map[string]bool)
	for a, cause := range faults {
		x := l.of(cause)
		x.Items++
		x.By[a]++
		causes[cause] = true
	}
	for cause := range causes {
		x := l.of(cause)
		x.Rows++
		if len(causes) == 1 {
			x.Only++
		}
	}
}

// tracer finds where a value was lost on its way from the pages to the catalog.
type tracer struct {
	web           *Web
	pages         map[string][]string // key -> URLs of its pages
	records       map[string]*integrate.Record
	site          map[string]string          // URL -> site
	attributes    map[Column]map[string]bool // label -> the result's attributes that have it
	trueAttribute map[string]string          // the result's attribute -> the true one that it represents
	entity        map[string]string          // URL -> ID of the entity
	fused         map[cell]*integrate.Fused
}

func newTracer(w *Web, c *Case, r *integrate.Result, meaning map[string]string) *tracer {
	t := &tracer{web: w, pages: make(map[string][]string), records: make(map[string]*integrate.Record), site: make(map[string]string),
		attributes: make(map[Column]map[string]bool), trueAttribute: meaning, entity: make(map[string]string), fused: make(map[cell]*integrate.Fused)}
	for _, url := range sortedKeys(w.records) {
		t.pages[w.records[url].key] = append(t.pages[w.records[url].key], url)
	}
	for i := range c.Tables {
		for j := range c.Tables[i].Records {
			rec := &c.Tables[i].Records[j]
			t.records[rec.URL], t.site[rec.URL] = rec, c.Tables[i].Site
		}
	}
	for i := range r.Attributes {
		for _, n := range r.Attributes[i].Columns {
			col := &r.Columns[n]
			for _, label := range append([]string{col.Label}, col.Twins...) {
				k := Column{col.Site, label}
				if t.attributes[k] == nil {
					t.attributes[k] = make(map[string]bool)
				}
				t.attributes[k][r.Attributes[i].Name] = true
			}
		}
	}
	for i := range r.Entities {
		for _, u := range r.Entities[i].URLs {
			t.entity[u] = r.Entities[i].ID
		}
	}
	for i := range r.Fused {
		t.fused[cell{r.Fused[i].Entity, r.Fused[i].Attribute}] = &r.Fused[i]
	}
	return t
}

// cause is why a true value of an entity, given in all its forms, is not in its row. If several pages show it, the
// one counts on which it came furthest.
func (t *tracer) cause(key, row, attribute string, lists [][]string) string {
	furthest := 0
	for _, url := range t.pages[key] {
		texts := t.web.records[url].values[attribute]
		if len(texts) == 0 || !slices.ContainsFunc(lists, func(list []string) bool { return slices.Equal(list, texts) }) {
			continue
		}
		furthest = max(furthest, t.progress(url, row, attribute, texts))
	}
	return Causes[furthest]
}

// progress is how far a page's value came: the index in Causes of what stopped it.
func (t *tracer) progress(url, row, attribute string, texts []string) int {
	rec := t.records[url]
	if rec == nil {
		return slices.Index(Causes, NotFound)
	}
	furthest := slices.Index(Causes, NotValue)
	for label, values := range rec.Values {
		if !agrees(values, texts) {
			continue
		}
		of := t.attributes[Column{t.site[url], label}]
		stopped := Alone
		for name := range of {
			switch {
			case t.trueAttribute[name] != attribute:
				if stopped == Alone {
					stopped = Elsewhere
				}
			case t.entity[url] != row:
				stopped = OtherRow
			case t.chosen(row, name, url):
				stopped = Notation
			default:
				stopped = Outvoted
			}
			if t.trueAttribute[name] == attribute {
				break
			}
		}
		furthest = max(furthest, slices.Index(Causes, stopped))
	}
	return furthest
}

// chosen reports whether the page's claim about an entity's attribute holds.
func (t *tracer) chosen(row, name, url string) bool {
	f := t.fused[cell{row, name}]
	return f != nil && slices.ContainsFunc(f.Groups, func(g integrate.Group) bool {
		return g.Chosen && slices.ContainsFunc(g.Claims, func(c integrate.Claim) bool { return c.URL == url })
	})
}
