package integrate

import (
	"cmp"
	"iter"
	"math"
	"slices"

	"verde/integrate/compare"
)

// Model is the parameters of Fellegi and Sunter's model.
type Model struct {
	Match   [][compare.Levels]float64 `json:"match"`   // attribute -> share of each level among matches (m)
	Chance  [][compare.Levels]float64 `json:"chance"`  // and among different entities (u)
	Weights [][compare.Levels]float64 `json:"weights"` // ln(m/u), made to grow with the level
	Prior   float64                   `json:"prior"`   // share of matches among mutual best pairs
}

// comparisonVector is the agreement of two records in each attribute of which both have a value.
type comparisonVector []agreement

// agreement is an attribute and the level of agreement in it, in one number.
type agreement uint32

const levelBits = 3 // of an agreement: there are [compare.Levels]

func (a agreement) attribute() int { return int(a >> levelBits) }

func (a agreement) level() compare.Level { return compare.Level(a & (1<<levelBits - 1)) }

// resolver compares records.
type resolver struct {
	*Corpus
	aligned       *alignedRecords
	mustAgree     []bool              // attribute -> records that differ in it are never one entity
	rarityWeights []map[int32]float64 // attribute -> value of several records -> nats
	valueStats    []valueStats
	model         Model
	curve         *calibration
	sparseCurves  []*calibration // site -> curve of sparse pairs with a record of it, see [resolver.calibrateSparse]
}

// valueStats are how common the values of an attribute are.
type valueStats struct {
	Total float64 // number of values
	Share float64 // probability that two random values are the same
}

// rarityWeight is what sharing a value adds to a pair's score, in nats, if n values of the attribute are that
// value.
func (u valueStats) rarityWeight(n float64) float64 {
	return min(maxRarity, max(-maxRarity, .5*math.Log(u.Share/(n/u.Total))))
}

// newResolver counts how common each value of each attribute is. Sharing a rare value is stronger evidence than
// sharing a common one (the term-frequency adjustment of Winkler and of Splink); half of the logarithm is taken,
// since rare values are also rarely free of error.
func newResolver(c *Corpus, of *alignedRecords) *resolver {
	r := &resolver{Corpus: c, aligned: of, mustAgree: make([]bool, of.width), valueStats: make([]valueStats, of.width), rarityWeights: make([]map[int32]float64, of.width)}
	values := of.countValues()
	for _, v := range values { // whole numbers, so that order does not matter
		u, n := &r.valueStats[v.owner], float64(v.n)
		u.Total, u.Share = u.Total+n, u.Share+n*n
	}
	for k := range r.valueStats {
		u := &r.valueStats[k]
		u.Share /= max(1, u.Total*u.Total)
		r.rarityWeights[k] = make(map[int32]float64)
	}
	for _, v := range values {
		if v.n > 1 {
			r.rarityWeights[v.owner][v.token] = r.valueStats[v.owner].rarityWeight(float64(v.n))
		}
	}
	return r
}

// comparisons are pairs of records with all that their scores depend on but the weights.
type comparisons struct {
	pairs  []candidate
	chunks []vectorChunk // of chunk pairs each
	rarity []float64     // pair -> what the rarity of its shared values adds
}

// vectorChunk is the vectors of pairs, one after the other.
type vectorChunk struct {
	ends    []int32 // pair -> end of its vector
	vectors comparisonVector
}

func (x *comparisons) vector(i int) comparisonVector {
	b, i := &x.chunks[i/chunk], i%chunk
	from := int32(0)
	if i > 0 {
		from = b.ends[i-1]
	}
	return b.vectors[from:b.ends[i]]
}

// compareLevels computes the comparison vector of each pair.
func (r *resolver) compareLevels(pairs []candidate) *comparisons {
	x := &comparisons{pairs: pairs, chunks: make([]vectorChunk, (len(pairs)+chunk-1)/chunk)}
	inChunks(len(pairs), func() func(from, to int) {
		var list comparisonVector
		return func(from, to int) {
			ends := make([]int32, 0, to-from)
			list = list[:0]
			for _, p := range pairs[from:to] {
				list = r.compare(p.a, p.b, list)
				ends = append(ends, int32(len(list)))
			}
			x.chunks[from/chunk] = vectorChunk{ends, slices.Clone(list)}
		}
	})
	return x
}

// compareAll computes all that the scores of pairs depend on.
func (r *resolver) compareAll(pairs []candidate) *comparisons {
	x := r.compareLevels(pairs)
	x.rarity = make([]float64, len(pairs))
	parallel(len(pairs), func() func(int) {
		return func(i int) { x.rarity[i] = r.rarities(pairs[i].a, pairs[i].b, x.vector(i)) }
	})
	return x
}

// compare appends the comparison vector of two records to out.
func (r *resolver) compare(a, b int32, out comparisonVector) comparisonVector {
	x, y := r.aligned.row(a), r.aligned.row(b)
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

// rarity is what the rarest value that two records share under an attribute adds to their score.
func (r *resolver) rarity(a, b int32, k int) float64 {
	top, ok := 0., false
	for _, x := range r.aligned.values(a, k) {
		for _, y := range r.aligned.values(b, k) {
			if x.Whole == y.Whole {
				w, several := r.rarityWeights[k][x.Whole]
				if !several {
					w = r.valueStats[k].rarityWeight(1)
				}
				if !ok || w > top {
					top, ok = w, true
				}
			}
		}
	}
	return top
}

// rarities is the sum of rarity over all attributes.
func (r *resolver) rarities(a, b int32, v comparisonVector) (sum float64) {
	for _, x := range v {
		if x.level() >= compare.Detail {
			sum += r.rarity(a, b, x.attribute())
		}
	}
	return sum
}

// odds are the log-odds that two records are one entity: the calibrated score, but at most the score itself, which
// is all there is where too few pairs were there to calibrate by.
func (r *resolver) odds(a, b int32, v comparisonVector) float64 {
	return r.oddsOf(candidate{a, b}, v, r.rarities(a, b, v))
}

func (r *resolver) oddsOf(p candidate, v comparisonVector, rarity float64) float64 {
	for _, x := range v {
		if r.mustAgree[x.attribute()] && x.level() <= compare.Related {
			return math.Inf(-1)
		}
	}
	return r.calibrated(p, len(v), r.score(v, rarity))
}

// sparseAttributes is how many attributes a sparse pair is compared by, at most: a name and one more, which
// categorical attributes share by chance. All pairs of a site that says no more of its entities are sparse. They
// have a calibration curve of their own, since they have less to differ in than other pairs of their score,
// whether they are one entity or not.
const sparseAttributes = 2

// calibrated returns the log-odds of a pair with a score, compared by so many attributes.
func (r *resolver) calibrated(p candidate, attributes int, score float64) float64 {
	odds := min(score, r.curve.at(score))
	for _, rec := range []int32{p.a, p.b} {
		if k := r.sparseCurves[r.siteOf[rec]]; k != nil && attributes <= sparseAttributes {
			odds = min(odds, k.at(score))
		}
	}
	return odds
}

// score is the sum of the weights of a pair's levels and of its rarity.
func (r *resolver) score(v comparisonVector, rarity float64) float64 {
	s := rarity
	for _, x := range v {
		s += r.model.Weights[x.attribute()][x.level()]
	}
	return s
}

// scores returns the score of each pair.
func (r *resolver) scores(x *comparisons) []float64 {
	out := make([]float64, len(x.pairs))
	for i := range out {
		out[i] = r.score(x.vector(i), x.rarity[i])
	}
	return out
}

// frequencies returns the share of each level by attribute, each pair counted by its weight. pseudoCount is added
// to each count, so that nothing is impossible.
func (r *resolver) frequencies(x *comparisons, pairs iter.Seq2[int, float64]) [][compare.Levels]float64 {
	out := make([][compare.Levels]float64, r.aligned.width)
	for k := range out {
		for l := range out[k] {
			out[k][l] = pseudoCount
		}
	}
	for i, p := range pairs {
		for _, a := range x.vector(i) {
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

// all yields each pair with weight 1.
func (x *comparisons) all(yield func(int, float64) bool) {
	for i := range x.pairs {
		if !yield(i, 1) {
			return
		}
	}
}

const pseudoCount = .1

// slots tell which pairs compete. A pair takes two slots: its first record on the second one's site, and its
// second record on the first one's site. Only one pair can have a slot, as a site has one record of an entity.
type slots struct {
	ofPair [][2]int32 // pair -> its two slots
	n      int        // number of slots
}

// slotsOf numbers the slots of pairs. Cost: sorting.
func (r *resolver) slotsOf(pairs []candidate) *slots {
	type side struct {
		place uint64 // record and site
		at    int32  // 2*pair, or 2*pair+1 for its second slot
	}
	sides := make([]side, 0, 2*len(pairs))
	place := func(record, other int32) uint64 { return uint64(record)<<32 | uint64(r.siteOf[other]) }
	for i, p := range pairs {
		sides = append(sides, side{place(p.a, p.b), int32(2 * i)}, side{place(p.b, p.a), int32(2*i + 1)})
	}
	slices.SortFunc(sides, func(x, y side) int { return cmp.Compare(x.place, y.place) })
	out := &slots{ofPair: make([][2]int32, len(pairs))}
	for i, s := range sides {
		if i > 0 && sides[i-1].place != s.place {
			out.n++
		}
		out.ofPair[s.at/2][s.at%2] = int32(out.n)
	}
	out.n++
	return out
}

// mutualBest returns the pairs with the best score in both of their slots, of equal ones the first. Cost: linear.
func (v *slots) mutualBest(scores []float64) []int {
	top := make([]int32, v.n)
	for i := range top {
		top[i] = -1
	}
	for i, both := range v.ofPair {
		for _, place := range both {
			if t := top[place]; t < 0 || scores[i] > scores[t] {
				top[place] = int32(i)
			}
		}
	}
	var out []int
	for i, both := range v.ofPair {
		if top[both[0]] == int32(i) && top[both[1]] == int32(i) {
			out = append(out, i)
		}
	}
	return out
}
