package main

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"

	"verde/eval/swde"
	"verde/page"
	"verde/pageeval"
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
	unseen bool // of the pages that teach nothing, instead of those that do
}

// trial is a page with a query whose values it has.
type trial struct {
	site, kind string
	data       bool // the query asks for the entity that the page is about
	query      []string
	fragments  []pageeval.Fragment
}

// collect makes the training set or, to see how the weights do on what is new to
// them in every way, the same from the pages that teach nothing: those of other
// verticals, and the articles that webs are filled with.
func collect(corpora string, seed uint64, unseen bool) (set, []trial, error) {
	c := collector{rng: newRand(seed), unseen: unseen}
	if err := c.swde(filepath.Join(corpora, "swde")); err != nil {
		return nil, nil, err
	}
	if err := c.articles(filepath.Join(corpora, "articles")); err != nil {
		return nil, nil, err
	}
	return c.set.distinct(), c.trials, nil
}

// verticals are those of SWDE that the classifier learns from. Sites of all
// others are new to it in every way.
var verticals = []string{"auto", "book", "camera", "job", "movie"}

// swde takes data, other entities, and lists, forms and prose, from the pages of
// SWDE.
func (c *collector) swde(dir string) error {
	sites, err := swde.Read(dir)
	if err != nil {
		return err
	}
	for _, s := range sites {
		if slices.Contains(verticals, s.Vertical) == c.unseen {
			continue
		}
		truth := records(s.Records())
		held, entities := truth.holders(), truth.entities()
		for _, p := range s.Pages[:min(len(s.Pages), pagesPerSite)] {
			doc, err := page.Parse(p.Body)
			if err != nil {
				return fmt.Errorf("%s: %w", p.Source, err)
			}
			c.data(s.Name, doc, truth[p.URL], held)
			c.chrome(s.Name, doc, truth[p.URL])
			c.related(s.Name, doc, truth[p.URL], entities)
		}
	}
	return nil
}

// record is an entity of SWDE: the values of its attributes.
type record = swde.Record

// records are the entities of a site by page, those whose pages are not at hand
// among them.
type records map[string]record

func newRand(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0)) }
