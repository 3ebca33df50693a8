package main

import (
	"bufio"
	"bytes"
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
	relatedPerPage   = 2
	articlePairs     = 4
	maxChosen        = 3  // containers of one pair
	proseWords       = 20 // of a text node that is prose
	minArticleLetter = 4
	maxArticleLetter = 20
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

// swde takes data, other things, and lists, forms and prose, from the pages of
// SWDE.
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
		held, things := truth.holders(), truth.things()
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
			c.data(s.Name(), doc, values, held)
			c.chrome(s.Name(), doc, values)
			c.related(s.Name(), doc, values, things)
		}
	}
	return nil
}

// record is a thing of SWDE: the values of its attributes.
type record map[string][]string

// records are the things of a site by page, those whose pages are not at hand
// among them.
type records map[string]record

// readTruth reads the true values of a site.
func readTruth(dir, site string) (records, error) {
	files, err := filepath.Glob(filepath.Join(dir, site+"-*.txt"))
	if err != nil {
		return nil, err
	}
	out := records{}
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
				out[f[0]] = record{}
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

func newRand(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0)) }
