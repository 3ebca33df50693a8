package known

import (
	"slices"
	"strings"

	"verde/page"
	"verde/record"
	"verde/values"
)

// Around finds the columns of one site that are no attributes of its entities, but around them on the
// pages:
//
//   - a column of rows with several columns: each row is a small record of
//     something else than the entity, such as a review with its author and date; and columns
//     under the same heading on pages with one such row, or none;
//   - a column of links with the same text on several pages that lead to another address
//     from each, which shares a part with the address of the page: "Print version",
//     "Reviews". A link that is a value ("Jane Austen") leads to one address from all
//     pages, or to the entity that the value names;
//   - relations to other entities of the site (see [record.Relations]).
//
// The zero value has seen no page.
type Around struct {
	columns   map[string]*layout
	relations record.Relations
}

// layout counts where the values of a column are on the pages.
type layout struct {
	fields, rows  int             // pages where they are fields of the record, and where they are in rows with several columns
	linked        map[string]link // folded text of a link -> the first page with it, and its target
	again, onward int             // links with a text met before; of these, links whose address shares a part with only their own page's
}

// link is a link from one address to another.
type link struct{ from, to string }

// Add adds a page's record. Cost: linear in its values.
func (a *Around) Add(r *record.Record) {
	if a.columns == nil {
		a.columns = map[string]*layout{}
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

func (a *Around) column(label string) *layout {
	s := a.columns[label]
	if s == nil {
		s = &layout{linked: map[string]link{}}
		a.columns[label] = s
	}
	return s
}

// link counts a value of a page that is a link.
func (s *layout) link(from string, v record.Value) {
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

// sharesMore reports whether an address has a part that a page's address has and the other page's
// address lacks.
func sharesMore(address, from, other string) bool {
	own, others := page.Subtokens(from), page.Subtokens(other)
	return slices.ContainsFunc(page.Subtokens(address), func(t string) bool { return slices.Contains(own, t) && !slices.Contains(others, t) })
}

// Labels gives the labels of the columns around the entity: on most pages with the column its
// values are in rows with several columns, or most of its repeated links lead onward, or it is a
// relation.
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

// ofRows reports whether the values are in rows on most pages.
func (s *layout) ofRows() bool { return s.rows > s.fields }
