package integrate

import (
	"cmp"
	"iter"
	"math"
	"slices"

	"verde/integrate/compare"
)

// Model is what Fellegi and Sunter's model has learned.
type Model struct {
	Match   [][compare.Levels]float64 `json:"match"`   // attribute -> share of each level among matches
	Chance  [][compare.Levels]float64 `json:"chance"`  // and among different entities
	Weights [][compare.Levels]float64 `json:"weights"` // ln of their ratio, made to grow with the level
	Prior   float64                   `json:"prior"`   // share of matches among pairs that are each other's best
}

// vector is the levels of a pair of records by attribute, without those of which one of them
// has no value.
type vector []agreement

// agreement is an attribute with a level.
type agreement uint32

const levelBits = 3 // of an agreement: there are [compare.Levels]

func (a agreement) attribute() int { return int(a >> levelBits) }

func (a agreement) level() compare.Level { return compare.Level(a & (1<<levelBits - 1)) }

// resolver compares records.
type resolver struct {
	*Corpus
	of    *attributed
	apart []bool              // attribute -> records that differ in it are never one entity's
	rare  []map[int32]float64 // attribute -> value of several records -> nats for being rare or common
	usual []usual
	model Model
	curve *calibration
	thin  []*calibration // site -> of thin pairs with a record of it, see [resolver.calibrateThin]
}

// usual is how common the values of an attribute are.
type usual struct {
	Total float64 // values
	Share float64 // of them that are like one of them, in the mean
}

// nats is what a value says that so many have.
func (u usual) nats(n float64) float64 {
	return min(rareBound, max(-rareBound, .5*math.Log(u.Share/(n/u.Total))))
}

// newResolver counts how common each value of each attribute is. A value that
// several records share says the more the rarer it is; half of the logarithm, since
// what is rare is also rarely free of error (Winkler's and Splink's
// term-frequency adjustment).
func newResolver(c *Corpus, of *attributed) *resolver {
	r := &resolver{Corpus: c, of: of, apart: make([]bool, of.width), usual: make([]usual, of.width), rare: make([]map[int32]float64, of.width)}
	values := of.counts()
	for _, v := range values { // whole numbers, so that order does not matter
		u, n := &r.usual[v.of], float64(v.n)
		u.Total, u.Share = u.Total+n, u.Share+n*n
	}
	for k := range r.usual {
		u := &r.usual[k]
		u.Share /= max(1, u.Total*u.Total)
		r.rare[k] = make(map[int32]float64)
	}
	for _, v := range values {
		if v.n > 1 {
			r.rare[v.of][v.token] = r.usual[v.of].nats(float64(v.n))
		}
	}
	return r
}

// comparison is pairs with all that their scores follow from but the weights.
type comparison struct {
	pairs  []candidate
	blocks []compared // of as many pairs each
	rarity []float64  // what the values that a pair shares say by being rare or common
}

// compared is the vectors of pairs, one behind the other.
type compared struct {
	ends []int32
	list vector
}

func (x *comparison) of(i int) vector {
	b, i := &x.blocks[i/block], i%block
	from := int32(0)
	if i > 0 {
		from = b.ends[i-1]
	}
	return b.list[from:b.ends[i]]
}

// levels compares each pair.
func (r *resolver) levels(pairs []candidate) *comparison {
	x := &comparison{pairs: pairs, blocks: make([]compared, (len(pairs)+block-1)/block)}
	inBlocks(len(pairs), func() func(from, to int) {
		var list vector
		return func(from, to int) {
			ends := make([]int32, 0, to-from)
			list = list[:0]
			for _, p := range pairs[from:to] {
				list = r.compare(p.a, p.b, list)
				ends = append(ends, int32(len(list)))
			}
			x.blocks[from/block] = compared{ends, slices.Clone(list)}
		}
	})
	return x
}

// compareAll compares each pair for its score.
func (r *resolver) compareAll(pairs []candidate) *comparison {
	x := r.levels(pairs)
	x.rarity = make([]float64, len(pairs))
	parallel(len(pairs), func() func(int) {
		return func(i int) { x.rarity[i] = r.rarities(pairs[i].a, pairs[i].b, x.of(i)) }
	})
	return x
}

// compare appends the vector of two records.
func (r *resolver) compare(a, b int32, out vector) vector {
	x, y := r.of.all(a), r.of.all(b)
	for len(x) > 0 && len(y) > 0 {
		switch k := x[0].attribute; {
		case k < y[0].attribute:
			x = x[1:]
		case k > y[0].attribute:
			y = y[1:]
		default:
			if l, ok := r.lex.Sets(x[0].values, y[0].values); ok {
				out = append(out, agreement(k)<<levelBits|agreement(l))
			}
			x, y = x[1:], y[1:]
		}
	}
	return out
}

// rarity is what the rarest value that two records share under an attribute adds.
func (r *resolver) rarity(a, b int32, k int) float64 {
	top, ok := 0., false
	for _, x := range r.of.of(a, k) {
		for _, y := range r.of.of(b, k) {
			if x.Whole == y.Whole {
				w, several := r.rare[k][x.Whole]
				if !several {
					w = r.usual[k].nats(1)
				}
				if !ok || w > top {
					top, ok = w, true
				}
			}
		}
	}
	return top
}

// rarities is what the values that two records share add under all attributes.
func (r *resolver) rarities(a, b int32, v vector) (sum float64) {
	for _, x := range v {
		if x.level() >= compare.Detail {
			sum += r.rarity(a, b, x.attribute())
		}
	}
	return sum
}

// odds are the log-odds that two records are one entity's: what the calibration
// says of their score, and never more than the score, which is all there is where
// too few pairs were there to calibrate by.
func (r *resolver) odds(a, b int32, v vector) float64 {
	return r.oddsOf(candidate{a, b}, v, r.rarities(a, b, v))
}

func (r *resolver) oddsOf(p candidate, v vector, rarity float64) float64 {
	for _, x := range v {
		if r.apart[x.attribute()] && x.level() <= compare.Related {
			return math.Inf(-1)
		}
	}
	return r.calibrated(p, len(v), r.score(v, rarity))
}

// thin is by how many attributes a pair is compared at most that is thin: a name and one thing more, which few-valued
// kinds share by chance. All pairs of a site that says no more of its entities are thin. What all pairs say of a score is no measure of
// these: they have less to be unlike in, whether they are one entity's or not.
const thin = 2

// calibrated is what a score means of a pair that is compared by so many attributes: the log-odds that it is one entity's.
func (r *resolver) calibrated(p candidate, attributes int, score float64) float64 {
	odds := min(score, r.curve.at(score))
	for _, rec := range []int32{p.a, p.b} {
		if k := r.thin[r.siteOf[rec]]; k != nil && attributes <= thin {
			odds = min(odds, k.at(score))
		}
	}
	return odds
}

// score is the sum of the weights of two records' levels, and of what their values say by
// being rare.
func (r *resolver) score(v vector, rarity float64) float64 {
	s := rarity
	for _, x := range v {
		s += r.model.Weights[x.attribute()][x.level()]
	}
	return s
}

// scores gives the score of each pair.
func (r *resolver) scores(x *comparison) []float64 {
	out := make([]float64, len(x.pairs))
	for i := range out {
		out[i] = r.score(x.of(i), x.rarity[i])
	}
	return out
}

// frequencies counts the levels of pairs by attribute, each pair by its weight, and
// adds a little to each, so that nothing is impossible.
func (r *resolver) frequencies(x *comparison, pairs iter.Seq2[int, float64]) [][compare.Levels]float64 {
	out := make([][compare.Levels]float64, r.of.width)
	for k := range out {
		for l := range out[k] {
			out[k][l] = pseudo
		}
	}
	for i, p := range pairs {
		for _, a := range x.of(i) {
			out[a.attribute()][a.level()] += p
		}
	}
	for k := range out {
		sum := 0.
		for _, n := range out[k] {
			sum += n
		}
		for l := range out[k] {
			out[k][l] /= sum
		}
	}
	return out
}

// each counts each pair once.
func (x *comparison) each(yield func(int, float64) bool) {
	for i := range x.pairs {
		if !yield(i, 1) {
			return
		}
	}
}

// pseudo is added to each count.
const pseudo = .1

// rivals tells of pairs with which others they compete: those of the same record and the
// same other site.
type rivals struct {
	of     [][2]int32 // pair -> its two places
	places int
}

// rivals numbers the places of pairs. Cost: sorting.
func (r *resolver) rivals(pairs []candidate) *rivals {
	type side struct {
		place uint64 // record and site
		at    int32  // pair, twice, and which of its two places
	}
	sides := make([]side, 0, 2*len(pairs))
	place := func(record, other int32) uint64 { return uint64(record)<<32 | uint64(r.siteOf[other]) }
	for i, p := range pairs {
		sides = append(sides, side{place(p.a, p.b), int32(2 * i)}, side{place(p.b, p.a), int32(2*i + 1)})
	}
	slices.SortFunc(sides, func(x, y side) int { return cmp.Compare(x.place, y.place) })
	out := &rivals{of: make([][2]int32, len(pairs))}
	for i, s := range sides {
		if i > 0 && sides[i-1].place != s.place {
			out.places++
		}
		out.of[s.at/2][s.at%2] = int32(out.places)
	}
	out.places++
	return out
}

// mutual gives the pairs that are each other's best in both sites, of equal ones the first.
// Cost: linear.
func (v *rivals) mutual(scores []float64) []int {
	top := make([]int32, v.places)
	for i := range top {
		top[i] = -1
	}
	for i, both := range v.of {
		for _, place := range both {
			if t := top[place]; t < 0 || scores[i] > scores[t] {
				top[place] = int32(i)
			}
		}
	}
	var out []int
	for i, both := range v.of {
		if top[both[0]] == int32(i) && top[both[1]] == int32(i) {
			out = append(out, i)
		}
	}
	return out
}
