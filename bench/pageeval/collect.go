package main

import (
	"bufio"
	"bytes"
	"cmp"
	"fmt"
	"html"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"

	dom "golang.org/x/net/html"

	"verde/page"
	"verde/pageeval"
	"verde/query"
)

// Bounds that keep one site or page from outweighing the others.
const (
	pagesPerSite     = 10 // of SWDE; one site has 300
	dataPerPage      = 10
	listsPerPage     = 1
	formsPerPage     = 2
	reviewsPerPage   = 1
	articlePairs     = 4
	maxChosen        = 3  // containers of one pair
	proseWords       = 20 // of a text node that is prose
	minArticleLetter = 4
)

// collector gathers examples; rng decides among equals.
type collector struct {
	set    set
	trials []trial
	rng    *rand.Rand
}

// trial is a page with a query whose values it has.
type trial struct {
	site, kind string
	data       bool // the query asks for the thing that the page is about
	query      []string
	fragments  []pageeval.Fragment
}

func (c *collector) try(site, kind string, data bool, pair []string, fragments []pageeval.Fragment) {
	if len(fragments) > 0 {
		c.trials = append(c.trials, trial{site, kind, data, pair, fragments})
	}
}

func fragmentsOf(doc *dom.Node, a, b string) []pageeval.Fragment {
	return pageeval.Fragments(doc, query.Query{Required: []query.Value{{Text: a}, {Text: b}}})
}

func collect(corpora string, seed uint64) (set, []trial, error) {
	c := collector{rng: newRand(seed)}
	if err := c.swde(filepath.Join(corpora, "swde")); err != nil {
		return nil, nil, err
	}
	if err := c.articles(filepath.Join(corpora, "articles")); err != nil {
		return nil, nil, err
	}
	return c.set.distinct(), c.trials, nil
}

// swde takes data, and lists, forms and prose, from the pages of SWDE.
func (c *collector) swde(dir string) error {
	sites, err := os.ReadDir(filepath.Join(dir, "html"))
	if err != nil {
		return err
	}
	for _, s := range sites {
		truth, err := readTruth(filepath.Join(dir, "groundtruth"), s.Name())
		if err != nil {
			return err
		}
		files, err := filepath.Glob(filepath.Join(dir, "html", s.Name(), "*.htm"))
		if err != nil {
			return err
		}
		slices.Sort(files)
		for _, file := range files[:min(len(files), pagesPerSite)] {
			body, err := os.ReadFile(file)
			if err != nil {
				return err
			}
			doc, err := page.Parse(bytes.ToValidUTF8(body, nil))
			if err != nil {
				return fmt.Errorf("%s: %w", file, err)
			}
			values := truth[strings.TrimSuffix(filepath.Base(file), ".htm")]
			c.data(s.Name(), doc, values)
			c.chrome(s.Name(), doc, values)
		}
	}
	return nil
}

// readTruth reads the true values of a site: page, attribute, values.
func readTruth(dir, site string) (map[string]map[string][]string, error) {
	files, err := filepath.Glob(filepath.Join(dir, site+"-*.txt"))
	if err != nil {
		return nil, err
	}
	out := map[string]map[string][]string{}
	for _, file := range files {
		attribute := strings.TrimSuffix(strings.TrimPrefix(filepath.Base(file), site+"-"), ".txt")
		data, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		lines := bufio.NewScanner(bytes.NewReader(data))
		lines.Buffer(nil, 1<<20)
		for n := 0; lines.Scan(); n++ {
			f := strings.Split(lines.Text(), "\t")
			if n < 2 || len(f) < 3 {
				continue
			}
			if out[f[0]] == nil {
				out[f[0]] = map[string][]string{}
			}
			for _, v := range f[2:] {
				if v = strings.TrimSpace(html.UnescapeString(v)); v != "" && v != "<NULL>" {
					out[f[0]][attribute] = append(out[f[0]][attribute], v)
				}
			}
		}
		if err := lines.Err(); err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
	}
	return out, nil
}

// data adds the containers of pairs of true values, as long as each value
// stands there in a text of its own: a description that mentions both is no
// data.
func (c *collector) data(site string, doc *dom.Node, values map[string][]string) {
	var names []string
	for name, v := range values {
		if len(v) > 0 && len(v[0]) > 1 && len(v[0]) < 100 {
			names = append(names, name)
		}
	}
	slices.SortFunc(names, func(a, b string) int { // the name of the thing first, as in a query
		return cmp.Or(-cmp.Compare(naming(a), naming(b)), cmp.Compare(a, b))
	})
	seen := map[*dom.Node]bool{}
	var found []example
	for i, a := range names {
		for _, b := range names[i+1:] {
			pair := []string{values[a][0], values[b][0]}
			fragments := fragmentsOf(doc, pair[0], pair[1])
			if naming(a) > 0 { // no query lacks the name of the thing
				c.try(site, kindData, true, pair, fragments)
			}
			for _, k := range fragments {
				if seen[k.Node] || !standsAlone(k.Node, pair[0]) || !standsAlone(k.Node, pair[1]) || linkShare(k.Node) > mostlyLinks {
					continue
				}
				seen[k.Node] = true
				k.Listing, k.Aside = k.Listing && naming(a) > 0, k.Aside && naming(a) > 0
				found = append(found, example{site, kindData, true, k})
			}
		}
	}
	c.rng.Shuffle(len(found), func(i, j int) { found[i], found[j] = found[j], found[i] })
	c.set = append(c.set, found[:min(len(found), dataPerPage)]...)
}

// naming is 1 for the attributes that name a thing in SWDE.
func naming(attribute string) int {
	if attribute == "title" || attribute == "model" || attribute == "name" {
		return 1
	}
	return 0
}

// labelRoom is how many words may stand beside a value in its text node.
const labelRoom = 5

func standsAlone(n *dom.Node, value string) bool {
	most := len(strings.Fields(value)) + labelRoom
	for d := range n.Descendants() {
		if d.Type == dom.TextNode && len(strings.Fields(d.Data)) <= most && pageeval.Contains(d.Data, value) {
			return true
		}
	}
	return false
}

func newRand(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0)) }
