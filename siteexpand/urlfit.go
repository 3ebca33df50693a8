package siteexpand

import (
	"math"
	"strings"
	"unicode"
)

// traits is what the names of all samples of a shape have in common, if that
// is no accident.
type traits struct {
	shape    shape
	names    map[string]bool   // of the samples
	shared   map[string]string // trait -> its value
	required map[string]bool
}

// accident is the probability below which samples are not taken to share a
// trait by accident. Four traits and a few places are looked at, so it is small.
const accident = .01

// byAccident reports whether n samples have a trait of which own among total
// URLs have it, against all odds: it is the trait that was asked for.
func byAccident(own, total, n int) bool {
	return math.Pow(float64(own+1)/float64(total+1), float64(n)) < accident
}

// traitsOf lists what names of one kind of page may have in common.
func traitsOf(name string) map[string]string {
	return map[string]string{"form": formOf(name), "first": firstSubtoken(name), "last": lastSubtoken(name),
		"separators": separatorsOf(name)}
}

// learnTraits finds what the samples share, and which of it they would hardly
// share by accident, going by how many URLs of the shape have it.
func (c *classes) learnTraits(met []*anatomy) {
	c.traits = c.traits[:0]
	for _, a := range c.samples {
		if c.traitsFor(a.shape) != nil {
			continue
		}
		t := traits{shape: a.shape, names: map[string]bool{}, shared: traitsOf(a.name), required: map[string]bool{}}
		n := 0
		for _, b := range c.samples {
			if b.shape != a.shape {
				continue
			}
			n++
			t.names[b.name] = true
			other := traitsOf(b.name)
			for k, v := range t.shared {
				if other[k] != v {
					delete(t.shared, k)
				}
			}
		}
		if c.trusted && n > 1 {
			t.require(met, n)
		}
		c.traits = append(c.traits, t)
	}
}

func (t *traits) require(met []*anatomy, samples int) {
	total, with := 0, make(map[string]int)
	for _, a := range met {
		if a.shape != t.shape {
			continue
		}
		total++
		own := traitsOf(a.name)
		for k, v := range t.shared {
			if own[k] == v {
				with[k]++
			}
		}
	}
	for k := range t.shared {
		t.required[k] = byAccident(with[k], total, samples)
	}
}

func (c *classes) traitsFor(s shape) *traits {
	for i := range c.traits {
		if c.traits[i].shape == s {
			return &c.traits[i]
		}
	}
	return nil
}

// fits reports whether a URL may be that of an entity page: it has the shape of
// a sample, a sample's values at all places that don't vary, and the traits
// that the samples share by more than accident.
//
// Behind a file name with a query stands a program, and another program makes
// other pages, so there the name has to be a sample's.
func (c *classes) fits(a *anatomy) bool {
	t := c.traitsFor(a.shape)
	if t == nil || len(a.query) > 0 && !t.names[a.name] {
		return false
	}
	at := a.start()
	for _, p := range a.places() {
		if !c.wild[at] && c.sample[at][p.value] == 0 {
			return false
		}
		at = c.step(at, p)
	}
	own := traitsOf(a.name)
	for k, yes := range t.required {
		if yes && own[k] != t.shared[k] {
			return false
		}
	}
	return true
}

// firstSubtoken is the beginning of a name that is set off from the rest by a
// separator or by digits.
func firstSubtoken(name string) string {
	i := strings.IndexFunc(name, func(r rune) bool { return !unicode.IsLetter(r) })
	if i <= 0 {
		return ""
	}
	return name[:i]
}

// lastSubtoken is the run of letters at the end of a name.
func lastSubtoken(name string) string {
	i := strings.LastIndexFunc(name, func(r rune) bool { return !unicode.IsLetter(r) })
	return name[i+1:]
}

// separatorsOf lists the separators that a name has.
func separatorsOf(name string) string {
	out := ""
	for _, sep := range "-_.+" {
		if strings.ContainsRune(name, sep) {
			out += string(sep)
		}
	}
	return out
}

// formOf is how a name looks: digits alone, an upper or a lower first letter,
// something else.
func formOf(name string) string {
	digits := strings.IndexFunc(name, func(r rune) bool { return !unicode.IsDigit(r) }) < 0
	switch r := []rune(name); {
	case len(r) == 0:
		return "0"
	case digits:
		return "9"
	case unicode.IsUpper(r[0]):
		return "A"
	case unicode.IsLower(r[0]):
		return "a"
	}
	return "."
}
