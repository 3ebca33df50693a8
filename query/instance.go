package query

import (
	"cmp"
	"math"
	"slices"

	"verde/values"
)

// Instances picks up to n of the records for queries. The values of an instance are its name first, as
// queries ask for it (see [Names.Asked]), and the qualifiers that distinguish it from entities of the same name. The
// next value rotates over the best attributes that the record has, since values of one attribute may find what
// those of another miss (VerDE §IV). Names of persons are asked for alternately in all forms that sites may use (see
// [Names.Written]) and by their words, which are not adjacent on sites with middle names. Names for which skip
// is true, since they were asked for already, are left out; skip is given the text that would be asked for.
//
// The choice is a random sample, weighted so that entities that other sites likely
// have are chosen more often (see reachWeight); the same arguments give the same choice.
// Names without a letter ("1984") are chosen only if there are fewer than n others.
// Cost: linear in the records, after a sort.
func Instances(records []Record, p Profile, n int, seed uint64, skip func(name string) bool) []Instance {
	if p.Names == nil {
		p.Names = NewNames(Column(records, p.Identifier))
	}
	if p.Qualifiers == nil {
		p.Qualifiers = NewQualifiers(records, p.Identifier, p.With)
	}
	if p.Parts == nil {
		p.Parts = NewParts(records, p.Identifier, p.Names)
	}
	if p.Codes == nil {
		p.Codes = NewCodes(records, p.Identifier)
	}
	pool := p.pool(records, n, seed, skip)
	alike := map[string]int{} // folded name without middle names -> number of persons
	for _, r := range pool {
		alike[values.Fold(p.Names.withoutMiddle(r.name))]++
	}
	var out []Instance
	for i, r := range pool[:min(n, len(pool))] {
		in := p.instance(r.Record, r.name, i)
		for _, v := range in.Values[1:] {
			for _, form := range p.Qualifiers.Forms(v.Attribute, v.Text)[1:] {
				in.Forms = append(in.Forms, Value{v.Attribute, form})
			}
		}
		rest := p.rest(r.Record, r.name, in)
		if k := secondValue(i); k < len(rest) && k < alternates(p) { // another attribute's turn
			rest[0], rest[k] = rest[k], rest[0]
		}
		in.Values = append(in.Values, rest...)
		if v, ok := codeOf(r.Record, p.Codes, i); ok && !slices.ContainsFunc(in.Values, func(w Value) bool { return w.Text == v.Text }) {
			in.Code = []Value{v}
		}
		in.Alone = i%askedAlone == 1 && p.hasUniqueName(r.Record) && askableName(r.name) && !p.Names.initialed
		switch {
		case !p.Names.persons:
			in.Spellings = Spellings(in.Values[0].Text)
		case i%2 == 0:
			in.Spellings = p.Names.Written(in.Values[0].Text)
		default:
			in.Words = true
			if short := p.Names.withoutMiddle(in.Values[0].Text); alike[values.Fold(short)] < 2 {
				in.Values[0].Text = short
			}
		}
		in.ID = identify(in.Values[:in.Named])
		out = append(out, in)
	}
	return out
}

// ranked is a record with the name that queries ask for.
type ranked struct {
	Record
	name string
	key  float64 // of the random draw: the least are chosen first
}

// pool gives the records that may be asked for in the order of the draw; records whose names have no letter are added only if there are fewer than n others.
func (p Profile) pool(records []Record, n int, seed uint64, skip func(name string) bool) (pool []ranked) {
	weight := reachWeight(records, p)
	seen := map[string]bool{}
	for _, pass := range []func(string) bool{askableName, func(s string) bool { return clean(s) != "" && len(s) <= 4*maxLength }} {
		var add []ranked
		for _, r := range records {
			texts := r.Values[p.Identifier]
			if len(texts) == 0 {
				continue
			}
			name := p.asked(texts[0])
			whole := NameOf(append([]Value{{p.Identifier, name}}, p.qualifiers(r)...))
			if !pass(name) || seen[values.Fold(whole)] || skip != nil && skip(whole) {
				continue
			}
			seen[values.Fold(whole)] = true
			add = append(add, ranked{r, name, exponential(seededHash(seed, texts[0])) / weight(r, p.Names.Core(texts[0]))})
		}
		slices.SortFunc(add, func(a, b ranked) int { return cmp.Or(cmp.Compare(a.key, b.key), cmp.Compare(a.name, b.name)) })
		if pool = append(pool, add...); len(pool) >= n {
			break
		}
	}
	return pool
}

// rest gives the attribute values of a record that an instance does not have yet.
func (p Profile) rest(r Record, name string, in Instance) (rest []Value) {
	for _, a := range p.Attributes {
		v := firstUsable(r.Values[a.Name])
		same := func(w Value) bool { return values.Fold(w.Text) == values.Fold(v) } // a second column with the same value adds nothing
		if v != "" && Key(v) != Key(name) && !slices.ContainsFunc(rest, same) && !slices.ContainsFunc(in.Values, same) {
			rest = append(rest, Value{a.Name, v})
		}
	}
	return rest
}

// instance makes the i-th instance, from a record, with the values that name it. Every third name that has parts (see [Parts])
// is asked for by these, for sites that show them as separate values; a page with the whole name has its parts, too. Of names with
// initials every second is asked for in full.
func (p Profile) instance(r Record, name string, i int) Instance {
	otherwise := secondValue(i) > 0
	in := Instance{Source: r.Source, Values: []Value{{p.Identifier, name}}}
	rest, shared, ok := p.Parts.Of(r, name)
	switch parts := []Value{{p.Identifier, rest}, {p.Identifier, shared}}; {
	case ok && otherwise && len(p.With) == 0:
		in.Values = parts
	case ok:
		in.Parts = parts
	case p.Names.initialed && i%2 == 1:
		in.Values[0].Text = clean(p.Names.Core(r.Values[p.Identifier][0]))
	}
	in.Values = append(in.Values, p.qualifiers(r)...)
	in.Named = len(in.Values)
	return in
}

// asked is the text by which queries ask for a name.
func (p Profile) asked(name string) string {
	if p.Simple {
		if lead := p.Names.Lead(name); lead != "" && seededHash(0, name)%2 == 0 { // the others are asked for as before
			return lead
		}
		return p.Names.Short(name)
	}
	if family := Family(p.Names.Core(name)); p.Names.initialed && family != "" {
		return family // the only part of the name that every site has
	}
	return p.Names.Asked(name)
}

// exponential turns a hash into an exponentially distributed variable, -ln(u) for u
// uniform in (0, 1). The n records with the least exponential/weight are a weighted
// random sample without replacement (Efraimidis and Spirakis 2006).
func exponential(hash uint64) float64 {
	return -math.Log((float64(hash>>12) + 0.5) / (1 << 52)) // 53 bits and a half would round to 1
}

// sharedReach is the factor for an entity whose value of the best attribute other entities of
// its site have, too.
const sharedReach = 4

// nameOnly is the factor for an entity that has only its name to ask with, which leads everywhere.
const nameOnly = 1e-6

// reachWeight gives a function that weights an entity by how likely other sites show
// it and spell its name in the same way:
//
//	weight = 1/words² of its whole name
//	         × sharedReach if another entity of the site has the same value of the best attribute
//	         × nameOnly if it has no value to ask with
//
// A long name is spelled in many ways, or names an entity that few sites have. An author (team, maker)
// with several entities on the site is likely well known.
func reachWeight(records []Record, p Profile) func(r Record, name string) float64 {
	best := func(r Record) string {
		if len(p.Attributes) == 0 {
			return ""
		}
		return values.Fold(firstUsable(r.Values[p.Attributes[0].Name]))
	}
	count := make(map[string]int, len(records))
	for _, r := range records {
		count[best(r)]++
	}
	return func(r Record, name string) float64 {
		words := float64(max(1, values.CountWords(name)))
		w := 1 / (words * words)
		switch v := best(r); {
		case v != "" && count[v] > 1:
			w *= sharedReach
		case !slices.ContainsFunc(p.Attributes, func(a Attribute) bool { return firstUsable(r.Values[a.Name]) != "" }):
			w *= nameOnly
		}
		return w
	}
}

// secondValue is the index, among an instance's values beside its name, of the value
// that the i-th query requires: 0, 0, 1, 0, 0, 1 ..., the best and every third
// time the next best. One finds what the other misses: sites write values in their own
// ways, or lack an attribute (VerDE §IV).
func secondValue(i int) int {
	if i%3 == 2 {
		return 1
	}
	return 0
}

// askedAlone: in a vertical with qualifiers, one of askedAlone entities is asked for by its name alone if no other
// entity of the site has the same name. It is not known which qualifiers other sites show, and in which words, but a unique name
// is enough.
const askedAlone = 3

// alternates is the number of attributes, at least 1, with a score of at least 0.6 times
// the best one's: these are used alternately as second value.
func alternates(p Profile) int {
	n := 0
	for n < len(p.Attributes) && p.Attributes[n].Score >= 0.6*p.Attributes[0].Score {
		n++
	}
	return max(1, n)
}

// seededHash hashes a name with the seed (FNV-1a and a finalising step). It is the same on
// every machine, so that a sample can be drawn again.
func seededHash(seed uint64, s string) uint64 {
	h := 14695981039346656037 ^ seed*0x9E3779B97F4A7C15
	for i := 0; i < len(s); i++ {
		h = (h ^ uint64(s[i])) * 1099511628211
	}
	h ^= h >> 31
	h *= 0xBF58476D1CE4E5B9
	return h ^ h>>29
}
