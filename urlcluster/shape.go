package urlcluster

import (
	"slices"
	"strings"
)

// When a part of a URL belongs to the template rather than to one page: at a
// place where values repeat, at least every other one, or where one value is a
// quarter of all and no coincidence.
const (
	meanRepeats  = 2
	frequentPart = 4 // one in so many
	leastRepeats = 3
)

// Shapes gives the shape of each of a site's URLs, as a person reads it
// (shop.example/item/*/print): what URLs of one template share and others lack,
// judged by the URLs at hand alone. URLs of one shape have the same authority,
// number of path parts, file extension and names in the query, and the same
// values at places where these come from a small stock.
//
// Two pages of one template may be more than [MaxCut] parts apart, and two of
// different templates one (item/17 and item/17/print are 1, list?page=2 and
// item?page=2 as well); Algorithm 1 cannot tell, counts of values can.
//
// Cost: linear in the parts of the URLs, times their number of parts where
// nothing repeats.
func Shapes(urls []string) []string {
	out := make([]string, len(urls))
	coarse := map[string][]int{}
	split := make([]pieces, len(urls))
	var order []string
	for i, url := range urls {
		split[i] = dissect(url)
		if k := split[i].kind; coarse[k] == nil {
			order = append(order, k)
		}
		coarse[split[i].kind] = append(coarse[split[i].kind], i)
	}
	for _, kind := range order {
		members := coarse[kind]
		divide(split, members, 0, make([]string, 0, len(split[members[0]].values)), out)
	}
	return out
}

// pieces is a URL as a row of values, path parts first, then the values of the
// query in the order of their names.
type pieces struct {
	kind      string // what has to be equal: the rest of the URL
	authority string
	values    []string
	path      int // how many of the values are path parts
	extension string
	names     []string // of the query
}

func dissect(raw string) pieces {
	p := split(raw)
	d := pieces{authority: strings.TrimPrefix(p.authority, "\x00"), values: slices.Clone(p.vector[fixedParts:])}
	d.path = len(d.values)
	if d.path > 0 && !strings.HasSuffix(raw, "/") {
		last := d.values[d.path-1]
		if i := strings.LastIndexByte(last, '.'); i > 0 && len(last)-i <= 6 && !strings.ContainsAny(last[i:], "0123456789") {
			d.values[d.path-1], d.extension = last[:i], last[i:]
		}
	}
	var pairs [][2]string
	for pair := range strings.FieldsFuncSeq(p.vector[1], func(r rune) bool { return r == '&' || r == ';' }) {
		name, value, _ := strings.Cut(pair, "=")
		pairs = append(pairs, [2]string{name, value})
	}
	slices.SortStableFunc(pairs, func(a, b [2]string) int { return strings.Compare(a[0], b[0]) })
	for _, pair := range pairs {
		d.names, d.values = append(d.names, pair[0]), append(d.values, pair[1])
	}
	d.kind = strings.Join(append([]string{d.authority, strings.Repeat("/", d.path), d.extension}, d.names...), "\x00")
	return d
}

// divide decides on the value at position pos of the members, which agree on
// all before it: whether it belongs to the template. It goes on with each group
// that shares such a value, and with the others.
func divide(split []pieces, members []int, pos int, done, out []string) {
	first := split[members[0]]
	if pos == len(first.values) {
		shape := first.String(done)
		for _, i := range members {
			out[i] = shape
		}
		return
	}
	counts := map[string]int{}
	for _, i := range members {
		counts[split[i].values[pos]]++
	}
	var rest []int
	stock := map[string][]int{}
	var order []string
	for _, i := range members {
		v := split[i].values[pos]
		n := counts[v]
		if n > 1 && len(counts)*meanRepeats <= len(members) || n >= leastRepeats && n*frequentPart >= len(members) {
			if stock[v] == nil {
				order = append(order, v)
			}
			stock[v] = append(stock[v], i)
		} else {
			rest = append(rest, i)
		}
	}
	for _, v := range order {
		divide(split, stock[v], pos+1, append(done, v), out)
	}
	if len(rest) > 0 {
		divide(split, rest, pos+1, append(done, "*"), out)
	}
}

// String writes the shape whose values are given.
func (d pieces) String(values []string) string {
	var b strings.Builder
	b.WriteString(d.authority)
	for _, v := range values[:d.path] {
		b.WriteString("/" + v)
	}
	b.WriteString(d.extension)
	for i, name := range d.names {
		sep := "&"
		if i == 0 {
			sep = "?"
		}
		b.WriteString(sep + name + "=" + values[d.path+i])
	}
	return b.String()
}
