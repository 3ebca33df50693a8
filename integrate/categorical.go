package integrate

import (
	"cmp"
	"maps"
	"math/rand/v2"
	"slices"

	"verde/integrate/compare"
	"verde/internal/unionfind"
)

// Sites may say the same in two languages, in codes or in numbers: countries, grades, genres. No word shows it,
// but the entities that the sites share do. Where two categorical columns (few distinct values) have a one-to-one
// mapping between their values, corresponding values mean the same, whatever language they are in (matching of
// opaque columns: Kang and Naughton 2003; by duplicates: Bilke and Naumann 2005). How well a one-to-one mapping
// fits by chance is measured by learning it from the same records in another order. A mapping is learned from all
// columns of two groups at once, as two sites alone share few records.

const (
	// minOneToOne is the share of observations that a one-to-one mapping has to explain. What depends on each
	// other without being the same, as brands and countries do, coincides often, too.
	minOneToOne = .8
	// recordsPerValue is how many records a categorical column has for each value, at least.
	recordsPerValue = 2
	// maxCategories is the number of values from which on a record is left out when mappings are learned: a long
	// list has most values of the column and coincides with anything, and the cost is the square of its length.
	// The longest list of genres in SWDE's truth has 8, at imdb.
	maxCategories = 8
	// maxCategorical bounds the categorical columns of a site, those of most records first.
	maxCategorical = 60
	// minCooccurrences is how many records show that two values correspond: one may be an error.
	minCooccurrences = 2
)

// categorical are the categorical columns of all groups, with their values on the seeds.
type categorical struct {
	*columnGroups
	categories map[int32]map[int32][]int32 // column -> record -> canonical values, each once
	canonical  map[int32]map[int32]int32   // column -> value -> canonical value
	isText     map[int32]bool              // column -> it is one of texts
	seeds      map[[2]int32][]Pair         // of two sites
	entity     unionfind.Keyed[int32]      // records that seeds join
}

// newCategorical collects the categorical columns. Cost: linear in the seeds and the values of their records.
func (x *columnGroups) newCategorical(seeds []Pair) *categorical {
	f := &categorical{columnGroups: x, categories: make(map[int32]map[int32][]int32), canonical: make(map[int32]map[int32]int32), isText: make(map[int32]bool), seeds: make(map[[2]int32][]Pair), entity: make(unionfind.Keyed[int32])}
	records := make(map[int32]map[int32]bool) // site -> records
	for _, p := range seeds {
		k := [2]int32{x.siteOf[p.a], x.siteOf[p.b]}
		if len(f.seeds[k]) == seedsPerPair {
			continue
		}
		f.seeds[k] = append(f.seeds[k], p)
		a, b := f.entity.Find(p.a), f.entity.Find(p.b)
		f.entity.Union(min(a, b), max(a, b))
		for _, r := range []int32{p.a, p.b} {
			if s := x.siteOf[r]; records[s] == nil {
				records[s] = make(map[int32]bool)
			}
			records[x.siteOf[r]][r] = true
		}
	}
	for s := range x.sites {
		f.collectSite(int32(s), slices.Sorted(maps.Keys(records[int32(s)])))
	}
	return f
}

// collectSite collects the categorical columns of a site, and their values on some of its records.
func (f *categorical) collectSite(site int32, records []int32) {
	var columns []int32
	for _, col := range f.Corpus.columnsOf[site] {
		p := &f.columns[col]
		if p.Reason != "" || f.isPart(col) { // a part depends on all that the whole depends on: an area code on the town
			continue
		}
		cells, counts, says := make(map[int32][]int32), make(map[int32]int), make(map[int32]int32)
		for _, r := range records {
			var wholes []int32
			for _, v := range f.valuesOf(r, col) {
				if v.IsHours() { // those of a day depend on those of the week, and are not the same
					continue
				}
				says[v.Whole] = v.Whole
				wholes = append(wholes, v.Whole)
			}
			if wholes = unique(wholes); len(wholes) == 0 || len(wholes) > maxCategories {
				continue
			}
			cells[r] = wholes
			for _, whole := range wholes {
				counts[whole]++
			}
		}
		if len(counts) < 2 || recordsPerValue*len(counts) > len(cells) {
			continue
		}
		f.categories[col], f.canonical[col], f.isText[col] = cells, says, p.form.Kind == compare.Text
		columns = append(columns, col)
	}
	slices.SortStableFunc(columns, func(a, b int32) int { return cmp.Compare(len(f.categories[b]), len(f.categories[a])) })
	for _, col := range columns[min(len(columns), maxCategorical):] {
		delete(f.categories, col)
	}
}

// observe collects the values of two groups on the seeds, in a random order that is the same each time.
func (f *categorical) observe(g, h int) *observations {
	o := new(observations)
	entities := make(map[int32]bool)
	add := func(p, a, q, b int32) {
		if x, y := f.categories[p][a], f.categories[q][b]; len(x) > 0 && len(y) > 0 {
			o.a, o.b, o.columns = append(o.a, x), append(o.b, y), append(o.columns, [2]int32{p, q})
			entities[f.entity.Find(a)] = true
		}
	}
	for _, p := range f.groups[g] {
		for _, q := range f.groups[h] {
			if f.categories[p] == nil || f.categories[q] == nil {
				continue
			}
			s, t := f.columns[p].site, f.columns[q].site
			for _, seed := range f.seeds[[2]int32{s, t}] {
				add(p, seed.a, q, seed.b)
			}
			for _, seed := range f.seeds[[2]int32{t, s}] {
				add(p, seed.b, q, seed.a)
			}
		}
	}
	o.entities = len(entities)
	random := rand.New(rand.NewPCG(shuffleSeed, uint64(len(o.a))))
	random.Shuffle(len(o.a), func(i, j int) {
		o.a[i], o.a[j], o.b[i], o.b[j], o.columns[i], o.columns[j] = o.a[j], o.a[i], o.b[j], o.b[i], o.columns[j], o.columns[i]
	})
	return o
}

// groupMapping is a one-to-one mapping between the values of two groups, with its evidence.
type groupMapping struct {
	g, h    int
	match   ColumnMatch // A and B are not set
	mapping []correspondence
}

// joinOneToOne joins groups whose values correspond one to one, the surest first. A joined group is compared with
// the others as one.
//
// Cost: for each two groups of categorical columns 1 + shuffles mappings, of at most maxCategories² pairs of
// values for each seed. The same again for each joined group with all others, at most as often as there are
// groups.
func (x *columnGroups) joinOneToOne(seeds []Pair) {
	f := x.newCategorical(seeds)
	var groups []int
	for g, members := range x.groups {
		if slices.ContainsFunc(members, func(col int32) bool { return f.categories[col] != nil }) {
			groups = append(groups, g)
		}
	}
	texts := func(g int) bool {
		return slices.ContainsFunc(x.groups[g], func(col int32) bool { return f.isText[col] })
	}
	var found []groupMapping
	offer := func(g, h int) {
		if _, _, ok := x.mainsAndNotes(g, h); !texts(g) && !texts(h) || !ok && x.conflict(g, h) {
			return
		}
		o := f.observe(g, h)
		if len(o.a) < minCooccurrences {
			return
		}
		if m, table := o.measure(x.minOdds); m.Accepted {
			found = append(found, groupMapping{g, h, m, table})
		}
	}
	for i, g := range groups {
		for _, h := range groups[:i] {
			offer(h, g)
		}
	}
	for len(found) > 0 {
		best := slices.MinFunc(found, func(a, b groupMapping) int {
			return cmp.Or(cmp.Compare(b.match.LogOdds, a.match.LogOdds), cmp.Compare(a.g, b.g), cmp.Compare(a.h, b.h))
		})
		if x.conflict(best.g, best.h) && !x.rejoinNotes(best.g, best.h) {
			found = slices.DeleteFunc(found, func(t groupMapping) bool { return t.g == best.g && t.h == best.h })
			continue
		}
		from, into := best.h, best.g
		if len(x.groups[from]) > len(x.groups[into]) {
			from, into = into, from
		}
		f.recordMapping(best)
		f.unifyValues(best)
		x.join(from, into)
		groups = slices.DeleteFunc(groups, func(g int) bool { return g == from })
		found = slices.DeleteFunc(found, func(t groupMapping) bool { return t.g == from || t.h == from || t.g == into || t.h == into })
		for _, g := range groups {
			if g != into {
				offer(min(g, into), max(g, into))
			}
		}
	}
}

// recordMapping adds the mapping of two groups as a match of each two of their columns, restricted to the values
// that these have. The match's figures (pairs, agreement, log-odds) are those of the groups.
func (f *categorical) recordMapping(t groupMapping) {
	for _, p := range f.groups[t.g] {
		for _, q := range f.groups[t.h] {
			if f.columns[p].site == f.columns[q].site || f.categories[p] == nil || f.categories[q] == nil {
				continue
			}
			m := t.match
			m.A, m.B = int(min(p, q)), int(max(p, q))
			f.matches = append(f.matches, m)
			own, other := f.byCanonical(p), f.byCanonical(q)
			var table []correspondence
			for _, s := range t.mapping {
				for _, a := range own[s.a] {
					for _, b := range other[s.b] {
						if p < q {
							table = append(table, correspondence{a, b, s.n})
						} else {
							table = append(table, correspondence{b, a, s.n})
						}
					}
				}
			}
			f.mappings[[2]int32{min(p, q), max(p, q)}] = table
		}
	}
}

// byCanonical returns the values of a column by canonical value.
func (f *categorical) byCanonical(col int32) map[int32][]int32 {
	out := make(map[int32][]int32)
	for _, whole := range slices.Sorted(maps.Keys(f.canonical[col])) {
		meaning := f.canonical[col][whole]
		out[meaning] = append(out[meaning], whole)
	}
	return out
}

// unifyValues makes corresponding values of two groups one canonical value.
func (f *categorical) unifyValues(t groupMapping) {
	one := make(unionfind.Keyed[int32])
	for _, s := range t.mapping {
		a, b := one.Find(s.a), one.Find(s.b)
		one.Union(min(a, b), max(a, b))
	}
	for _, g := range []int{t.g, t.h} {
		for _, col := range f.groups[g] {
			for whole, meaning := range f.canonical[col] {
				f.canonical[col][whole] = one.Find(meaning)
			}
			for r, wholes := range f.categories[col] {
				for i := range wholes {
					wholes[i] = one.Find(wholes[i])
				}
				f.categories[col][r] = unique(wholes)
			}
		}
	}
}
