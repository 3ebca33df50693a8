package eval

import (
	"fmt"
	"hash/fnv"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"

	"verde/page"
)

// Names lists the entity pages, sorted.
func (t Truth) Names() []string {
	var names []string
	for name := range maps.Keys(t) {
		if t[name] {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// Choice says where the samples of a run come from.
type Choice string

// The choices there are.
const (
	Random    Choice = "random"    // any of the type's pages
	Directory Choice = "directory" // pages of one directory, which are more alike than they should be
	Given     Choice = "given"     // those that the description of the sites names
)

// Plan is a series of runs for each type.
type Plan struct {
	Choice  Choice
	Samples int // a run is given
	Draws   int // runs a type; not for Given, which makes as many as there are samples for
	Seed    uint64
}

// Sets chooses the samples of each run of a type: from its entity pages, normal
// URLs in an order that is always the same, or for Given from the list of
// samples as it stands. The error says why there are not enough. Cost: a
// permutation of the pages a draw.
func (p Plan) Sets(name string, pages, given []string) ([][]string, error) {
	if p.Samples < 1 {
		return nil, fmt.Errorf("%d samples a run: at least one is needed", p.Samples)
	}
	if p.Choice == Given {
		if len(given) < p.Samples {
			return nil, fmt.Errorf("%d sample pages named, fewer than %d", len(given), p.Samples)
		}
		return slices.Collect(slices.Chunk(given[:len(given)/p.Samples*p.Samples], p.Samples)), nil
	}
	if len(pages) < p.Samples {
		return nil, fmt.Errorf("%d entity pages, fewer than %d", len(pages), p.Samples)
	}
	sets := make([][]string, p.Draws)
	for i := range sets {
		order := shuffled(pages, name, i, p.Seed)
		if p.Choice == Directory {
			if order = firstDirectory(order, p.Samples); order == nil {
				return nil, fmt.Errorf("no directory holds %d entity pages", p.Samples)
			}
		}
		sets[i] = order[:p.Samples]
	}
	return sets, nil
}

// shuffled gives the pages in the order of one draw, counted from 0.
func shuffled(pages []string, name string, draw int, seed uint64) []string {
	hash := fnv.New64a()
	fmt.Fprint(hash, name, draw)
	r := rand.New(rand.NewPCG(seed, hash.Sum64()))
	order := make([]string, len(pages))
	for i, j := range r.Perm(len(pages)) {
		order[i] = pages[j]
	}
	return order
}

// firstDirectory keeps, of pages in random order, those of one directory: that
// of the first page whose directory holds at least n. A directory is thus as
// likely as it is large. nil if there is none.
func firstDirectory(order []string, n int) []string {
	members := make(map[string][]string)
	for _, u := range order {
		dir := directory(u)
		members[dir] = append(members[dir], u)
	}
	for _, u := range order {
		if m := members[directory(u)]; len(m) >= n {
			return m
		}
	}
	return nil
}

// directory is the one that a page stands in; a page that is a directory
// itself stands in the one above.
func directory(u string) string { return page.Dir(strings.TrimSuffix(u, "/")) }
