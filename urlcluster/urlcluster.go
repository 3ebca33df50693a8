// Package urlcluster groups result URLs so that only promising ones are
// downloaded (VerDE §V).
//
// The one idea: entity-pages of a site have URLs that differ in few parts, and
// a site worth exploring answers several different queries with such URLs. So
// URLs are clustered by single linkage under a distance that counts differing
// parts, and a cluster counts by its support, the distinct queries that its
// URLs answer.
//
// The package is pure and exact: the clusters are the connected components
// that a full distance matrix would give, without making one.
package urlcluster

import (
	"cmp"
	"math"
	"net/url"
	"slices"
	"strings"

	"verde/page"
)

// Infinity is the dissimilarity of URLs of different authorities.
const Infinity = math.MaxInt

// Dissimilarity is VerDE's Algorithm 1: the number of path parts that differ,
// compared by position, plus one each for another protocol, query or
// reference; Infinity if the authorities differ. Surplus parts of the longer
// path count as different, empty parts (doubled and trailing slashes) do not
// count. A URL that does not parse is at Infinity from all but itself.
func Dissimilarity(a, b string) int {
	u, v := split(a), split(b)
	if u.authority != v.authority {
		return Infinity
	}
	return u.distance(v)
}

// parts is a URL as the vector whose Hamming distance is Algorithm 1: protocol,
// query, reference, then the path parts. A vector is followed by endlessly many
// empty parts, so that surplus parts differ from what is not there.
type parts struct {
	authority string
	vector    []string
}

const fixedParts = 3

func split(raw string) parts {
	u, err := url.Parse(raw)
	if err != nil || u.Host == "" {
		return parts{authority: "\x00" + raw, vector: make([]string, fixedParts)}
	}
	p := parts{authority: strings.ToLower(u.Host), vector: make([]string, fixedParts, fixedParts+strings.Count(u.Path, "/")+1)}
	p.vector[0], p.vector[1], p.vector[2] = strings.ToLower(u.Scheme), u.RawQuery, u.EscapedFragment()
	for part := range strings.SplitSeq(u.EscapedPath(), "/") {
		if part != "" {
			p.vector = append(p.vector, part)
		}
	}
	return p
}

func (p parts) distance(q parts) int {
	a, b := p.vector, q.vector
	if len(a) > len(b) {
		a, b = b, a
	}
	d := len(b) - len(a)
	for i, part := range a {
		if part != b[i] {
			d++
		}
	}
	return d
}

// Item is a result: a URL that answered a query.
type Item struct {
	URL   string
	Query string // ID of the query
}

// Cluster is a group of URLs of one authority.
type Cluster struct {
	Site    string   `json:"site"`
	Pattern string   `json:"pattern"` // as a person reads it: shop.example/prod/*/*.html
	URLs    []string `json:"urls"`    // distinct, in the order of the results
	Queries []string `json:"queries"` // distinct, sorted
	Support int      `json:"support"` // number of queries
	Cut     int      `json:"cut"`
}

// Relevant reports whether c makes its pages worth downloading: at least two
// URLs of one site that answer at least two instance queries.
func Relevant(c Cluster) bool { return c.Support >= 2 && len(c.URLs) >= 2 }

// MaxCut is the largest cut that VerDE §V considers.
const MaxCut = 3

// Group clusters the URLs of items by single linkage, cut at the given
// dissimilarity: URLs are together if a chain of steps of at most cut joins
// them. The cut is limited to 1..MaxCut. Clusters come with the greatest
// support first, then the most URLs, then by pattern.
//
// Cost: for each URL with p parts the number of ways to choose cut of p+cut
// positions, in constant memory beyond the URLs; long paths, where that
// explodes, are compared with those that share one of cut+1 blocks of parts.
func Group(items []Item, cut int) []Cluster {
	cut = min(max(cut, 1), MaxCut)
	index := make(map[string]int, len(items))
	var urls []string
	queries := make([][]string, 0, len(items))
	for _, it := range items {
		i, old := index[it.URL]
		if !old {
			i = len(urls)
			index[it.URL] = i
			urls, queries = append(urls, it.URL), append(queries, nil)
		}
		if !slices.Contains(queries[i], it.Query) {
			queries[i] = append(queries[i], it.Query)
		}
	}
	components := Components(urls, cut)
	out := make([]Cluster, 0, len(components))
	for _, members := range components {
		c := Cluster{Cut: cut, URLs: make([]string, len(members))}
		for i, m := range members {
			c.URLs[i] = urls[m]
			c.Queries = append(c.Queries, queries[m]...)
		}
		slices.Sort(c.Queries)
		c.Queries = slices.Compact(c.Queries)
		c.Support = len(c.Queries)
		c.Site, c.Pattern = page.Site(c.URLs[0]), pattern(c.URLs)
		out = append(out, c)
	}
	slices.SortStableFunc(out, func(a, b Cluster) int {
		return cmp.Or(cmp.Compare(b.Support, a.Support), cmp.Compare(len(b.URLs), len(a.URLs)), cmp.Compare(a.Pattern, b.Pattern))
	})
	return out
}

// pattern writes the cluster's URLs as one, with * where they differ: for a
// whole part, or for the middle of parts that begin and end alike at a
// character that is neither letter nor digit.
func pattern(urls []string) string {
	first := split(urls[0])
	common := slices.Clone(first.vector)
	shortest, longest := len(common), len(common)
	for _, u := range urls[1:] {
		v := split(u).vector
		shortest, longest = min(shortest, len(v)), max(longest, len(v))
		for i := 0; i < min(len(common), len(v)); i++ {
			common[i] = merge(common[i], v[i])
		}
	}
	var b strings.Builder
	b.WriteString(strings.TrimPrefix(first.authority, "\x00"))
	for i := fixedParts; i < shortest; i++ {
		b.WriteString("/" + common[i])
	}
	for i := shortest; i < longest; i++ {
		b.WriteString("[/*]")
	}
	if longest == fixedParts {
		b.WriteByte('/')
	}
	if common[1] != "" {
		b.WriteString("?" + common[1])
	}
	return b.String()
}

// merge generalises a part pattern (at most one *) and a part.
func merge(p, s string) string {
	if p == s {
		return p
	}
	head, tail, wild := strings.Cut(p, "*")
	if !wild {
		head, tail = p, p
	}
	h := 0
	for h < len(head) && h < len(s) && head[h] == s[h] {
		h++
	}
	for h > 0 && isAlnum(head[h-1]) {
		h--
	}
	t := 0
	for t < len(tail) && t < len(s)-h && t < len(p)-h && tail[len(tail)-1-t] == s[len(s)-1-t] {
		t++
	}
	for t > 0 && isAlnum(tail[len(tail)-t]) {
		t--
	}
	return head[:h] + "*" + tail[len(tail)-t:]
}

func isAlnum(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c >= 0x80
}
