package record

import "strings"

// maxLinks is the number of links of a column that are looked at: a share of so many is
// known to three percent.
const maxLinks = 1000

// Relations finds the columns of one site's records that relate its entities to each other:
// most of their values are links to other pages of which there are records, as those in
// "See also", "Customers also liked" or "Parent peak" are. They are names of other entities
// and not what a page says of its own. The zero value has seen no record.
type Relations struct {
	pages map[string]bool
	links map[string][]leading
}

// leading is a value of a page, and where it leads, "" for one that is no link.
type leading struct{ from, to string }

// Add adds a record. Cost: linear in its values. Memory: its address, and maxLinks values
// of each label.
func (x *Relations) Add(r *Record) {
	if x.pages == nil {
		x.pages, x.links = map[string]bool{}, map[string][]leading{}
	}
	x.pages[r.URL] = true
	for f := range r.All {
		list := x.links[f.Label]
		for i := range f.Values {
			if v := &f.Values[i]; v.PartOf == "" && len(list) < maxLinks {
				list = append(list, leading{r.URL, v.Href})
			}
		}
		x.links[f.Label] = list
	}
}

// Labels gives the labels of those columns.
func (x *Relations) Labels() map[string]bool {
	out := map[string]bool{}
	for label, list := range x.links {
		n := 0
		for _, l := range list {
			if to := x.page(l.to); to != "" && to != l.from {
				n++
			}
		}
		if 2*n > len(list) {
			out[label] = true
		}
	}
	return out
}

// page gives the page of a record that an address is, with or without parameters or a
// fragment at its end (?ref=box, &utm_source=list, #reviews), "" if there is none.
func (x *Relations) page(address string) string {
	for range maxCut {
		if address == "" || x.pages[address] {
			return address
		}
		address = address[:max(0, strings.LastIndexAny(address, "?&#"))]
	}
	return ""
}

// maxCut bounds the parameters that an address is looked up without.
const maxCut = 10
