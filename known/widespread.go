package known

import (
	"cmp"
	"hash/fnv"
	"maps"
	"slices"
	"strings"
	"unicode"

	"verde/query"
	"verde/values"
)

// Widespread takes up to n entities that several known sites show, those that most show first, to be asked for
// by their names alone, as the first of these sites writes them. Of equal ones a draw decides. asked has the names that were asked for alone (see [values.Unparted]), and
// gets the new ones.
//
// Sites that write nothing beside the names as the known ones do answer no query that requires a second value, however often
// it is asked for what they show. Of all entities those that most sites show are likeliest on another, too. The choice is a function of the
// arguments. Cost: that of rating the records of the sites; see [query.Instances].
func (e *Entities) Widespread(n int, seed uint64, asked map[string]bool) (out []query.Instance) {
	sites, first := map[string]map[string]bool{}, map[string]int{} // by key of the name
	for i, in := range e.all {
		key := e.namesOf(in.site).Key(in.name(e))
		if sites[key] == nil {
			sites[key], first[key] = map[string]bool{}, i
		}
		sites[key][in.site] = true
	}
	draw := func(key string) uint64 {
		h := fnv.New64a()
		_, _ = h.Write(append([]byte(key), byte(seed)))
		return h.Sum64()
	}
	keys := slices.SortedFunc(maps.Keys(sites), func(a, b string) int {
		return cmp.Or(cmp.Compare(len(sites[b]), len(sites[a])), cmp.Compare(draw(a), draw(b)), cmp.Compare(a, b))
	})
	records := e.asker()
	for _, key := range keys {
		if len(out) >= n || len(sites[key]) < minWidespread {
			break
		}
		record, profile := records(first[key])
		skip := func(name string) bool {
			return asked[values.Unparted(name)] || !strings.ContainsFunc(name, unicode.IsLetter)
		}
		for _, in := range query.Instances([]query.Record{record}, profile, 1, seed, skip) {
			if in.Named > 1 {
				continue // the name alone is several entities'
			}
			asked[values.Unparted(in.Values[0].Text)], in.Alone = true, true
			out = append(out, in)
		}
	}
	return out
}

// minWidespread is the number of sites that show an entity from which on it is more than one site's own.
const minWidespread = 2
