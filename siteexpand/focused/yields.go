package focused

import (
	"verde/siteexpand/urlparts"
)

// priorYields are the yields to expect of groups without a fetched page, by the
// form of their URLs.
type priorYields map[urlparts.Form]float64

// of gives the yield to expect of a group with this URL form. If no page with these
// query names was fetched, it is that of all queries: a faceted search has a form
// for each set of facets.
func (p priorYields) of(form urlparts.Form) float64 {
	if yield, tried := p[form]; tried {
		return yield
	}
	if form.Query != "" {
		form.Query = anyQuery
		if yield, tried := p[form]; tried {
			return yield
		}
	}
	return defaultYield
}

// learn takes in the yield of one of the first pages of a group.
func (p priorYields) learn(form urlparts.Form, yield float64) {
	p[form] = yieldDecay*p.of(form) + (1-yieldDecay)*yield
	if form.Query != "" {
		form.Query = anyQuery
		p[form] = yieldDecay*p.of(form) + (1-yieldDecay)*yield
	}
}

// anyQuery is the query of the form that stands for all queries.
const anyQuery = "*"
