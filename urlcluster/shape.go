package urlcluster

import (
	"slices"
	"strings"
)

// A value at some position of URLs belongs to the template, rather than to one page, in
// two cases. Either it occurs more than once, and values at the position occur at least
// minRepeats times in the mean. Or it is at least one in frequentShare of the values, and
// occurs at least minFrequent times, which is no coincidence.
const (
	minRepeats    = 2
	frequentShare = 4
	minFrequent   = 3
)

// Shapes gives the shape of each of a site's URLs, as a person reads it
// (shop.example/item/*/print): what URLs of one template share and others lack, as far as
// the given URLs show it. URLs of one shape have the same authority, number of path
// parts, file extension and names in the query, and the same values at positions where
// few values occur.
//
// Dissimilarity can't separate templates, while counts of values can: two pages of one
// template may be more than [MaxCut] parts apart, and two of different templates one
// (item/17 and item/17/print are 1 apart, list?page=2 and item?page=2 as well).
//
// Cost: linear in the parts of the URLs, times their number of parts where
// nothing repeats.
func Shapes(urls []string) []string {
	out := make([]string, len(urls))
	byFrame := map[string][]int{}
	split := make([]urlFields, len(urls))
	var order []string
	for i, url := range urls {
		split[i] = fieldsOf(url)
		if k := split[i].frame; byFrame[k] == nil {
			order = append(order, k)
		}
		byFrame[split[i].frame] = append(byFrame[split[i].frame], i)
	}
	for _, frame := range order {
		members := byFrame[frame]
		divide(split, members, 0, make([]string, 0, len(split[members[0]].values)), out)
	}
	return out
}

// urlFields is a URL as a list of values: the parts of its path, then the values of its
// query in the order of their names.
type urlFields struct {
	frame     string // the rest of the URL: equal for all URLs of one shape
	authority string
	values    []string
	pathParts int // number of values that are parts of the path
	extension string
	names     []string // of the query
}

func fieldsOf(raw string) urlFields {
	p := split(raw)
	d := urlFields{authority: strings.TrimPrefix(p.authority, "\x00"), values: slices.Clone(p.parts[fixedParts:])}
	d.pathParts = len(d.values)
	if d.pathParts > 0 && !strings.HasSuffix(raw, "/") {
		last := d.values[d.pathParts-1]
		if i := strings.LastIndexByte(last, '.'); i > 0 && len(last)-i <= 6 && !strings.ContainsAny(last[i:], "0123456789") {
			d.values[d.pathParts-1], d.extension = last[:i], last[i:]
		}
	}
	var pairs [][2]string
	for pair := range strings.FieldsFuncSeq(p.parts[1], func(r rune) bool { return r == '&' || r == ';' }) {
		name, value, _ := strings.Cut(pair, "=")
		pairs = append(pairs, [2]string{name, value})
	}
	slices.SortStableFunc(pairs, func(a, b [2]string) int { return strings.Compare(a[0], b[0]) })
	for _, pair := range pairs {
		d.names, d.values = append(d.names, pair[0]), append(d.values, pair[1])
	}
	d.frame = strings.Join(append([]string{d.authority, strings.Repeat("/", d.pathParts), d.extension}, d.names...), "\x00")
	return d
}

// divide decides which values at position pos belong to the template. The members have the
// same values before it where these belong to the template. It goes on with the members
// of each such value, and with all others, which get a *.
func divide(split []urlFields, members []int, pos int, done, out []string) {
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
	byValue := map[string][]int{}
	var order []string
	for _, i := range members {
		v := split[i].values[pos]
		n := counts[v]
		if n > 1 && len(counts)*minRepeats <= len(members) || n >= minFrequent && n*frequentShare >= len(members) {
			if byValue[v] == nil {
				order = append(order, v)
			}
			byValue[v] = append(byValue[v], i)
		} else {
			rest = append(rest, i)
		}
	}
	for _, v := range order {
		divide(split, byValue[v], pos+1, append(done, v), out)
	}
	if len(rest) > 0 {
		divide(split, rest, pos+1, append(done, "*"), out)
	}
}

// String writes the shape of these fields with other values.
func (d urlFields) String(values []string) string {
	var b strings.Builder
	b.WriteString(d.authority)
	for _, v := range values[:d.pathParts] {
		b.WriteString("/" + v)
	}
	b.WriteString(d.extension)
	for i, name := range d.names {
		sep := "&"
		if i == 0 {
			sep = "?"
		}
		b.WriteString(sep + name + "=" + values[d.pathParts+i])
	}
	return b.String()
}
