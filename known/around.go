package known

import (
	"slices"
	"strings"

	"verde/page"
	"verde/record"
	"verde/values"
)

// Around tells of the columns of one site which stand around what its pages say of
// their entities, and are no attributes of these:
//
//   - a column of rows that have several columns: each row is a small record of
//     something else than the entity, as of a review with its author and date; and what
//     stands under the same heading on pages that have one such row, or none;
//   - a column of links that say the same on several pages and lead to another address
//     from each, one that the page's own has a part in common with: "Print version",
//     "Reviews". A link that is a value ("Jane Austen") leads to one address from all
//     pages, or to what the value names.
//
// So are relations to other entities of the site (see [record.Relations]). The zero value has
// seen no page.
type Around struct {
	columns   map[string]*standing
	relations record.Relations
}

// standing is how the values of a column stand on the pages.
type standing struct {
	fields, rows  int             // pages where they are the record's own; where they are of rows with several columns
	linked        map[string]link // folded text of a link -> the first page that has it
	again, onward int             // further links of a text met before; of these to what only the page's own address shares
}

// link is where a link stands and where it leads.
type link struct{ from, to string }

// Add adds a page's record. Cost: linear in its values.
func (a *Around) Add(r *record.Record) {
	if a.columns == nil {
		a.columns = map[string]*standing{}
	}
	a.relations.Add(r)
	for i := range r.Fields {
		s := a.column(r.Fields[i].Label)
		s.fields++
		for _, v := range r.Fields[i].Values {
			s.link(r.URL, v)
		}
	}
	for _, g := range r.Groups {
		labels := map[string]bool{}
		for _, row := range g.Rows {
			for _, f := range row {
				labels[f.Label] = true
			}
		}
		for label := range labels {
			if s := a.column(label); len(labels) > 1 {
				s.rows++
			} else {
				s.fields++ // a list of values
			}
		}
	}
}

func (a *Around) column(label string) *standing {
	s := a.columns[label]
	if s == nil {
		s = &standing{linked: map[string]link{}}
		a.columns[label] = s
	}
	return s
}

// link counts a value of a page that is a link.
func (s *standing) link(from string, v record.Value) {
	if v.Href == "" || len(v.Text) > maxShown {
		return
	}
	text := values.Fold(v.Text)
	first, ok := s.linked[text]
	switch {
	case !ok:
		s.linked[text] = link{from, v.Href}
	case first.from != from:
		if s.again++; first.to != v.Href && sharesMore(v.Href, from, first.from) {
			s.onward++
		}
	}
}

// sharesMore reports whether an address has a part that is one of a page's address and
// not of the other page's.
func sharesMore(address, from, other string) bool {
	own, others := page.Subtokens(from), page.Subtokens(other)
	return slices.ContainsFunc(page.Subtokens(address), func(t string) bool { return slices.Contains(own, t) && !slices.Contains(others, t) })
}

// Labels gives the labels of the columns that stand around: on most pages that have one, its
// values are of rows with several columns, or most of its links that were met before lead
// onward, or it is a relation.
func (a *Around) Labels() map[string]bool {
	out := a.relations.Labels()
	for label, s := range a.columns {
		heading := a.columns[strings.TrimRight(label, " 0123456789")]
		if s.ofRows() || heading != nil && heading.ofRows() || 2*s.onward > s.again {
			out[label] = true
		}
	}
	return out
}

// ofRows reports whether the values are of rows on most pages.
func (s *standing) ofRows() bool { return s.rows > s.fields }
