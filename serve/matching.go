package serve

import (
	"cmp"
	"net/http"
	"slices"

	"verde/catalog"
	"verde/integrate"
	"verde/record"
)

// matchingData shows how columns were matched to attributes, with the decisions that a person
// can make.
type matchingData struct {
	Attributes []joinedAttribute
	Alone      []catalog.Joined
	Sites      []string
	Columns    []catalog.Joined // that the form offers, each label once, by site
	More       int              // columns that it does not offer
	Chosen     string           // key of the column that a link has chosen
	Pairs      []pair
	MorePairs  int // that are not shown
	Decided    []integrate.Decision
}

type joinedAttribute struct {
	catalog.AttributeCount
	Columns map[string][]column // by site
}

// column is a column in the table of attributes.
type column struct{ Label, Part string }

// pair is two records that may describe the same entity.
type pair struct {
	integrate.Doubt
	Rows []pairRow
}

// pairRow is what two records say under one attribute.
type pairRow struct {
	Name string
	A, B []string
	Same bool
}

// shownPairs bounds the pairs that are shown at once; the next come when these are
// decided.
const shownPairs = 5

func showMatching(run *run, r *http.Request) (*Page, error) {
	ctx := r.Context()
	columns, err := run.catalog.Columns(ctx)
	if err != nil {
		return nil, err
	}
	attributes, err := run.catalog.EntityAttributes(ctx)
	if err != nil {
		return nil, err
	}
	decided, err := run.decided(ctx)
	if err != nil {
		return nil, err
	}
	last, _, err := run.catalog.Integrated(ctx)
	if err != nil {
		return nil, err
	}
	d := matchingData{Decided: decided.Matching, Chosen: r.FormValue("column")}
	d.join(columns, attributes)
	waiting, err := run.unmatched(ctx)
	if err != nil {
		return nil, err
	}
	return &Page{Title: "Matching", Template: "matching", Here: "matching", Live: tells, Waiting: waiting, Data: &d}, d.pairs(run, r, last.Report.Doubts, columns)
}

// join lays out columns by attribute and site.
func (d *matchingData) join(columns []catalog.Joined, attributes []catalog.AttributeCount) {
	at := make(map[string]int)
	for i, a := range attributes {
		at[a.Name] = i
		d.Attributes = append(d.Attributes, joinedAttribute{a, make(map[string][]column)})
	}
	for _, c := range columns {
		i, ok := at[c.Attribute]
		if !ok {
			d.Alone = append(d.Alone, c)
			continue
		}
		d.Attributes[i].Columns[c.Site] = append(d.Attributes[i].Columns[c.Site], column{c.Label, c.Part})
		d.Sites = append(d.Sites, c.Site)
	}
	slices.Sort(d.Sites)
	d.Sites = slices.Compact(d.Sites)
	d.offer(columns)
}

// maxOffered bounds the columns that a form offers, so that a person can look through
// them and a browser need not carry tens of thousands.
const maxOffered = 300

// offer selects the columns of the form: the first ones, or, if a link has chosen a column,
// that one and the others of its site.
func (d *matchingData) offer(columns []catalog.Joined) {
	all := slices.SortedStableFunc(slices.Values(columns), func(a, b catalog.Joined) int {
		return cmp.Or(cmp.Compare(a.Site, b.Site), cmp.Compare(a.Label, b.Label))
	})
	all = slices.CompactFunc(all, func(a, b catalog.Joined) bool { return a.Site == b.Site && a.Label == b.Label })
	d.Columns = all
	if len(all) <= maxOffered {
		return
	}
	if at := slices.IndexFunc(all, func(c catalog.Joined) bool { return d.Chosen != "" && key(c.Site, c.Label) == d.Chosen }); at >= 0 {
		chosen := all[at]
		d.Columns = []catalog.Joined{chosen}
		for _, c := range all {
			if c.Site == chosen.Site && c.Label != chosen.Label {
				d.Columns = append(d.Columns, c)
			}
		}
	}
	d.Columns = d.Columns[:min(len(d.Columns), maxOffered)]
	d.More = len(all) - len(d.Columns)
}

// pairs fills in the pairs that are not decided yet, with the values of their records.
func (d *matchingData) pairs(run *run, r *http.Request, doubts []integrate.Doubt, columns []catalog.Joined) error {
	attribute := make(map[[2]string]string)
	for _, c := range columns {
		if c.Part == "" {
			attribute[[2]string{c.Site, c.Label}] = c.Attribute
		}
	}
	decided := make(map[[2]string]bool)
	for _, o := range d.Decided {
		decided[[2]string{min(o.A, o.B), max(o.A, o.B)}] = true
	}
	for _, doubt := range doubts {
		if decided[[2]string{min(doubt.A, doubt.B), max(doubt.A, doubt.B)}] {
			continue
		}
		if len(d.Pairs) == shownPairs {
			d.MorePairs++
			continue
		}
		var said [2]map[string][]string
		for i, url := range []string{doubt.A, doubt.B} {
			records, err := run.catalog.RecordsAt(r.Context(), url)
			if err != nil {
				return err
			}
			said[i] = saidBy(records, attribute)
		}
		d.Pairs = append(d.Pairs, pair{doubt, besides(said[0], said[1], d.Attributes)})
	}
	return nil
}

// saidBy gives the values of a page's records by attribute, each once. Columns without an attribute are left
// out.
func saidBy(records []record.Record, attribute map[[2]string]string) map[string][]string {
	out := make(map[string][]string)
	for i := range records {
		for label, texts := range catalog.Fields(&records[i]) {
			name := attribute[[2]string{records[i].Site, label}]
			if name == "" {
				continue // nothing to hold it against
			}
			for _, text := range texts { // columns that are joined may say it twice
				if !slices.Contains(out[name], text) {
					out[name] = append(out[name], text)
				}
			}
		}
	}
	return out
}

// shownRows bounds the attributes of a pair that are shown.
const shownRows = 12

// besides lays out the values of two records side by side, the attributes of most entities first.
func besides(a, b map[string][]string, attributes []joinedAttribute) (rows []pairRow) {
	for _, t := range attributes {
		if len(rows) == shownRows {
			break
		}
		if len(a[t.Name])+len(b[t.Name]) > 0 {
			rows = append(rows, pairRow{t.Name, a[t.Name], b[t.Name], slices.Equal(a[t.Name], b[t.Name])})
		}
	}
	return rows
}
