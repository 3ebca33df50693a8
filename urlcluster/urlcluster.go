// Package urlcluster groups result URLs so that only promising ones are
// downloaded (VerDE §V).
//
// The one idea: entity-pages of a site have URLs that differ in few parts, and
// a site worth exploring answers several different queries with such URLs. So
// URLs are clustered by single linkage under a distance that counts differing
// parts, and a cluster counts by its support, the number of distinct queries
// that its URLs answer.
//
// The package is pure and exact: the clusters are the connected components that
// a full distance matrix would give, without making one.
package urlcluster

import (
	"cmp"
	"math"
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
// Cost: that of [Components], and the sorting of each cluster's queries.
func Group(items []Item, cut int) []Cluster {
	var a Answers
	for _, it := range items {
		a.Add(it)
	}
	return a.Group(func(string, []string) int { return cut })
}

// ChooseCut gives the largest cut, up to MaxCut, at which no cluster holds two
// URLs whose pages have different schemas. schema gives the schema of the pages
// that were looked at, by URL. If it has none of the URLs, or even cut 1 joins
// two schemas, the result is 1, the most careful cut.
//
// VerDE §V leaves the cut to the user, from 1 to 3. A larger one finds the
// sites that spell an entity's name into their URLs, and takes in other pages
// where a site's paths are short; only the pages show which.
//
// Cost: that of [Dendrogram].
func ChooseCut(urls []string, schema map[string]string) int {
	schemas := make([]string, len(urls)) // by the index of a cluster's first URL
	seen := false
	for i, u := range urls {
		s, ok := schema[u]
		schemas[i], seen = s, seen || ok
	}
	if !seen {
		return 1
	}
	for _, m := range Dendrogram(urls, MaxCut) {
		a, b := schemas[m.A], schemas[m.B]
		if a != "" && b != "" && a != b {
			return max(1, m.Height-1)
		}
		schemas[m.A] = cmp.Or(a, b)
	}
	return MaxCut
}
