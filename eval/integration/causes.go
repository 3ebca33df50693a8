package integration

import (
	"slices"

	"verde/integrate"
)

// Why a value that the web shows is not in the catalog's table, in the order in which a run meets them:
// a value is lost for the first one that holds.
const (
	NotFound  = "page not read"          // none of the pages that show it is among the records
	NotValue  = "not read as a value"    // they are, but it is under no label of theirs
	Alone     = "column of no attribute" // it is, but no attribute has the label
	Elsewhere = "in another attribute"   // than the one that counts for the true attribute
	OtherRow  = "in another row"         // of the same entity, which pages of several sites are joined into
	Outvoted  = "another value chosen"
	Notation  = "chosen in other words" // what was read is the true value, and what is shown is not its words
)

// Causes are all reasons, in their order.
var Causes = []string{NotFound, NotValue, Alone, Elsewhere, OtherRow, Outvoted, Notation}

// Lost is what a cause has cost.
type Lost struct {
	Items int            `json:"items"`        // true values that are not in the table for it
	Rows  int            `json:"rows"`         // entities that have such a value
	Only  int            `json:"only"`         // and have no other fault: rows that would be right without it
	By    map[string]int `json:"by,omitempty"` // true attribute -> items
}

// lost counts why items are not right. items is the truth of an entity, and faulty those that the table has not.
type lost map[string]*Lost

func (l lost) of(cause string) *Lost {
	if l[cause] == nil {
		l[cause] = &Lost{By: make(map[string]int)}
	}
	return l[cause]
}

// row enters the faults of one entity: attribute -> cause.
func (l lost) row(faults map[string]string) {
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

// tracer finds what became of a value on its way from the pages to the table.
type tracer struct {
	web        *Web
	pages      map[string][]string // key -> URLs of its pages
	records    map[string]*integrate.Record
	site       map[string]string          // URL -> site
	attributes map[Column]map[string]bool // label -> the result's attributes that have it
	meaning    map[string]string          // the result's attribute -> the true one that it counts for
	entity     map[string]string          // URL -> ID of the entity
	fused      map[cell]*integrate.Fused
}

func newTracer(w *Web, c *Case, r *integrate.Result, meaning map[string]string) *tracer {
	t := &tracer{web: w, pages: make(map[string][]string), records: make(map[string]*integrate.Record), site: make(map[string]string),
		attributes: make(map[Column]map[string]bool), meaning: meaning, entity: make(map[string]string), fused: make(map[cell]*integrate.Fused)}
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

// cause tells why a true value of an entity, of which lists are the forms, is not in its row: of all pages
// that show it the one on which it came furthest tells.
func (t *tracer) cause(key, row, attribute string, lists [][]string) string {
	furthest := 0
	for _, url := range t.pages[key] {
		texts := t.web.records[url].values[attribute]
		if len(texts) == 0 || !slices.ContainsFunc(lists, func(list []string) bool { return slices.Equal(list, texts) }) {
			continue
		}
		furthest = max(furthest, t.reached(url, row, attribute, texts))
	}
	return Causes[furthest]
}

// reached tells how far a value of a page came: the index of what stopped it.
func (t *tracer) reached(url, row, attribute string, texts []string) int {
	rec := t.records[url]
	if rec == nil {
		return slices.Index(Causes, NotFound)
	}
	furthest := slices.Index(Causes, NotValue)
	for label, values := range rec.Values {
		if !holds(values, texts) {
			continue
		}
		of := t.attributes[Column{t.site[url], label}]
		stopped := Alone
		for name := range of {
			switch {
			case t.meaning[name] != attribute:
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
			if t.meaning[name] == attribute {
				break
			}
		}
		furthest = max(furthest, slices.Index(Causes, stopped))
	}
	return furthest
}

// chosen reports whether what a page says of an entity under an attribute holds.
func (t *tracer) chosen(row, name, url string) bool {
	f := t.fused[cell{row, name}]
	return f != nil && slices.ContainsFunc(f.Groups, func(g integrate.Group) bool {
		return g.Chosen && slices.ContainsFunc(g.Claims, func(c integrate.Claim) bool { return c.URL == url })
	})
}
