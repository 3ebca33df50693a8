package serve

import (
	"context"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"verde/catalog"
	"verde/integrate"
	"verde/record"
)

// Bounds of the list of entities.
const (
	perPage       = 50
	firstColumns  = 6  // attributes that are shown unless others are chosen
	facets        = 4  // attributes that are offered to choose by
	facetValues   = 12 // values of each
	facetDistinct = .2 // greatest number of distinct values, as a share of the entities: a nearly unique attribute is no facet
	maxColumns    = 40
)

func (r *run) entityCount(ctx context.Context) (int, error) {
	found, err := r.catalog.Browse(ctx, catalog.Browse{})
	return found.All, err
}

// entitiesData is the list of entities, and what was asked for.
type entitiesData struct {
	catalog.Browse
	Base   string // address of the list
	Cards  bool
	Number int // of the page, from 1
	Pages  int
	catalog.Found
	Name       string // attribute that names entities
	Attributes []catalog.AttributeCount
	Facets     []facet
}

type facet struct {
	catalog.Facet
	Chosen string
}

func listEntities(run *run, r *http.Request) (*Page, error) {
	d := entitiesData{Base: address(run, "entities", nil)}
	var err error
	if d.Attributes, err = run.catalog.EntityAttributes(r.Context()); err != nil {
		return nil, err
	}
	if err := d.ask(r); err != nil {
		return nil, err
	}
	if d.Found, err = run.catalog.Browse(r.Context(), d.Browse); err != nil {
		return nil, err
	}
	d.Pages = max(1, (d.Shown()+perPage-1)/perPage)
	if d.Facets, err = d.facetsOf(r.Context(), run); err != nil {
		return nil, err
	}
	return &Page{Title: "Entities", Template: "entities", Here: "entities", Live: tells, Data: &d}, nil
}

// ask reads the parameters of a request: q (words), sort, down, page, after or before (the
// entity next to the page, so that the page is found without counting), view, col (an
// attribute to show, repeatable) and is (ATTRIBUTE=VALUE, repeatable).
func (d *entitiesData) ask(r *http.Request) error {
	q := r.URL.Query()
	d.Number = 1
	if p := q.Get("page"); p != "" {
		n, err := strconv.Atoi(p)
		if err != nil || n < 1 || n > 1e7 {
			return badAsk("page %q is no number of a page", p)
		}
		d.Number = n
	}
	if len(d.Attributes) > 0 {
		d.Name = d.Attributes[0].Name
	}
	d.Browse = catalog.Browse{Text: q.Get("q"), Sort: q.Get("sort"), Descending: q.Get("down") != "", Offset: (d.Number - 1) * perPage, Limit: perPage}
	d.After, d.Before = q.Get("after"), q.Get("before")
	if !q.Has("sort") {
		d.Sort = d.Name
	}
	for _, a := range d.Attributes {
		if slices.Contains(q["col"], a.Name) || !q.Has("col") && len(d.Columns) < firstColumns {
			d.Columns = append(d.Columns, a.Name)
		}
	}
	d.Columns = d.Columns[:min(len(d.Columns), maxColumns)]
	d.Where = make(map[string]string)
	for _, is := range q["is"] {
		attribute, value, ok := strings.Cut(is, "=")
		if !ok {
			return badAsk("%q is not of the form ATTRIBUTE=VALUE", is)
		}
		d.Where[attribute] = value
	}
	d.Cards = q.Get("view") == "cards"
	return nil
}

// facetsOf gives the facets of the list: attributes with a chosen value, and attributes with
// few distinct values.
func (d *entitiesData) facetsOf(ctx context.Context, run *run) (out []facet, err error) {
	var offered []string
	for _, a := range d.Attributes {
		_, is := d.Where[a.Name]
		few := a.Entities > 0 && a.Distinct > 1 && float64(a.Distinct) <= max(facetDistinct*float64(a.Entities), facetValues)
		if is || few && len(offered) < facets && a.Name != d.Name {
			offered = append(offered, a.Name)
		}
	}
	if len(offered) == 0 {
		return nil, nil
	}
	counted, err := run.catalog.Facets(ctx, offered, d.Browse, facetValues)
	for _, f := range counted {
		out = append(out, facet{f, d.Where[f.Attribute]})
	}
	return out, err
}

// query is the state of the list as parameters of its address.
func (d *entitiesData) query() url.Values {
	q := url.Values{}
	set := func(key, value string) {
		if value != "" {
			q.Set(key, value)
		}
	}
	set("q", d.Text)
	if d.Sort != d.Name {
		q.Set("sort", d.Sort)
	}
	if d.Descending {
		q.Set("down", "1")
	}
	if d.Cards {
		q.Set("view", "cards")
	}
	for _, a := range slices.Sorted(maps.Keys(d.Where)) {
		q.Add("is", a+"="+d.Where[a])
	}
	if !slices.Equal(d.Columns, d.usual()) {
		q["col"] = d.Columns
	}
	return q
}

func (d *entitiesData) usual() (out []string) {
	for _, a := range d.Attributes[:min(len(d.Attributes), firstColumns)] {
		out = append(out, a.Name)
	}
	return out
}

func (d *entitiesData) at(change func(url.Values)) string {
	q := d.query()
	change(q)
	if len(q) == 0 {
		return d.Base
	}
	return d.Base + "?" + q.Encode()
}

// Sorted is the address of the list sorted by an attribute; descending if it is sorted by
// that already.
func (d *entitiesData) Sorted(attribute string) string {
	return d.at(func(q url.Values) {
		q.Set("sort", attribute)
		q.Del("down")
		if d.Sort == attribute && !d.Descending {
			q.Set("down", "1")
		}
	})
}

// Paged is the address of another page of the list. Those next to this one are found by the
// first or last entity of this one.
func (d *entitiesData) Paged(number int) string {
	return d.at(func(q url.Values) {
		if number > 1 {
			q.Set("page", strconv.Itoa(number))
		}
		switch {
		case len(d.Rows) == 0 || number == 1:
		case number == d.Number+1:
			q.Set("after", d.Rows[len(d.Rows)-1].ID)
		case number == d.Number-1:
			q.Set("before", d.Rows[0].ID)
		}
	})
}

// Previous and Next are the numbers of the pages beside this one.
func (d *entitiesData) Previous() int { return min(d.Number-1, d.Pages) }
func (d *entitiesData) Next() int     { return d.Number + 1 }

// Shown is how many entities the pages have.
func (d *entitiesData) Shown() int {
	if d.Whole {
		return d.All
	}
	return min(d.All, catalog.MaxHits)
}

// Bound of hits that are counted, for people.
func (d *entitiesData) FacetHits() int { return catalog.FacetHits }

// Is is the address of the list restricted to a value, or without this restriction if it
// applies already.
func (d *entitiesData) Is(attribute, value string) string {
	return d.at(func(q url.Values) {
		var is []string
		for _, a := range slices.Sorted(maps.Keys(d.Where)) {
			if a != attribute {
				is = append(is, a+"="+d.Where[a])
			}
		}
		if chosen, ok := d.Where[attribute]; !ok || chosen != value {
			is = append(is, attribute+"="+value)
		}
		q["is"] = is
	})
}

// As is the address of the list as a table or as cards.
func (d *entitiesData) As(view string) string {
	return d.at(func(q url.Values) {
		q.Del("view")
		if view != "" {
			q.Set("view", view)
		}
	})
}

// Has reports whether a column is shown.
func (d *entitiesData) Has(attribute string) bool { return slices.Contains(d.Columns, attribute) }

// First and Last are the numbers of the entities on the page.
func (d *entitiesData) First() int { return min(d.Offset+1, d.Shown()) }
func (d *entitiesData) Last() int  { return min(d.Offset+len(d.Rows), d.Shown()) }

// Order is "ascending" or "descending" for the column that the list is sorted by, as
// screen readers are told.
func (d *entitiesData) Order(attribute string) string {
	switch {
	case d.Sort != attribute:
		return "none"
	case d.Descending:
		return "descending"
	}
	return "ascending"
}

// entityData is one entity with all that is claimed of it.
type entityData struct {
	catalog.Shown
	Name       string
	Attributes []claimed
	Conflicts  int
	Pending    []integrate.Decision // decisions of a person that are not applied to the catalog yet
}

// claimed has the claimed values of one attribute.
type claimed struct {
	Name    string
	Values  []claimedValue
	Differs bool // sources contradict each other
}

type claimedValue struct {
	Value   string
	P       float64
	Chosen  bool
	Claims  []catalog.ClaimLine
	Decided []integrate.Decision // by a person: one, or none
}

// entity gives the one entity that a text names, see [catalog.Catalog.Show].
func (r *run) entity(ctx context.Context, name string) (catalog.Shown, error) {
	found, all, err := r.catalog.Show(ctx, name, 1)
	switch {
	case err != nil:
		return catalog.Shown{}, err
	case all == 0:
		return catalog.Shown{}, notFound("this run's catalog has no entity of this name")
	case all > 1:
		return catalog.Shown{}, badAsk("%d entities are called so: name one by its ID, or search for the words", all)
	}
	return found[0], nil
}

func showEntity(run *run, r *http.Request) (*Page, error) {
	found, err := run.entity(r.Context(), r.PathValue("id"))
	if err != nil {
		return nil, err
	}
	d := entityData{Shown: found, Name: found.ID}
	attributes, err := run.catalog.EntityAttributes(r.Context())
	if err != nil {
		return nil, err
	}
	if len(attributes) > 0 {
		if v := d.EntityLine.Values[attributes[0].Name]; len(v) > 0 {
			d.Name = strings.Join(v, record.Between)
		}
	}
	d.claims(attributes)
	if err := d.decisions(run, r); err != nil {
		return nil, err
	}
	waiting, err := run.unmatched(r.Context())
	if err != nil {
		return nil, err
	}
	return &Page{Title: d.Name, Template: "entity", Here: "entities", Waiting: waiting, Data: d}, nil
}

// decisions marks the values that a person has decided. Cost: one look-up for each decided
// value of any entity.
func (d *entityData) decisions(run *run, r *http.Request) error {
	decided, err := run.decided(r.Context())
	if err != nil {
		return err
	}
	for _, o := range decided.Matching {
		if o.What != "value" {
			continue
		}
		if o.Entity != d.ID { // it may have had another ID
			of, err := run.entity(r.Context(), o.Entity)
			if statusOf(err) == http.StatusInternalServerError && err != nil {
				return err
			} else if err != nil || of.ID != d.ID {
				continue
			}
		}
		shown := false
		for i := range d.Attributes {
			for k := range d.Attributes[i].Values {
				if v := &d.Attributes[i].Values[k]; !shown && d.Attributes[i].Name == o.Attribute && v.Value == o.Value {
					v.Decided, shown = []integrate.Decision{o}, true
				}
			}
		}
		if !shown {
			d.Pending = append(d.Pending, o)
		}
	}
	return nil
}

// claims groups the claims by attribute and value, attributes in the usual order.
func (d *entityData) claims(attributes []catalog.AttributeCount) {
	of := make(map[string][]claimedValue)
	for _, c := range d.Claims {
		values := of[c.Attribute]
		i := slices.IndexFunc(values, func(v claimedValue) bool { return v.Value == c.Value && v.P == c.P })
		if i < 0 {
			i = len(values)
			values = append(values, claimedValue{Value: c.Value, P: c.P, Chosen: c.Chosen})
		}
		values[i].Claims = append(values[i].Claims, c)
		of[c.Attribute] = values
	}
	for _, a := range attributes {
		values := of[a.Name]
		for _, held := range d.EntityLine.Values[a.Name] {
			if !slices.ContainsFunc(values, func(v claimedValue) bool { return v.Chosen && v.Value == held }) { // no source says so: a person
				values = slices.Insert(values, 0, claimedValue{Value: held, P: 1, Chosen: true})
			}
		}
		if len(values) == 0 {
			continue
		}
		c := claimed{Name: a.Name, Values: values}
		c.Differs = slices.ContainsFunc(values, func(v claimedValue) bool { return !v.Chosen })
		if c.Differs {
			d.Conflicts++
		}
		d.Attributes = append(d.Attributes, c)
	}
}
