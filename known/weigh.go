package known

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/mathext"

	"verde/catalog"
	"verde/evidence"
	"verde/query"
	"verde/record"
	"verde/values"
)

// Pages that are named after known entities may be about something else: prose on them, what is made or done by
// the same people, or things of another kind that are called the same. How likely a site is one of the vertical is the
// sum of two logarithms of likelihood ratios, of evidence that is independent of how the site was found:
//
//   - what it says of the entities that it names ([Entities.agreement]): in how many of the known attributes it
//     agrees more often than with other entities. Something of another kind agrees in otherAgree of them, most often a
//     place or a person that both belong to; a source in any number of them, each as likely.
//   - what its columns say, whichever entities they are of ([Entities.kindred]): how many have the words of
//     columns known. One of another kind shares otherKindred of its columns; a source any number.
//
// Both are wide: a source is any, and nothing else is learned of it from few sites. On namesShared of all sources names are
// those of several things, so that pages of one name tell of different entities of the kind, as in jobs: for
// these only the columns count.
const (
	otherAgree    = 0.5 // attributes, of fewAttributes or more; of fewer in proportion
	fewAttributes = 6
	otherKindred  = 0.15   // of the columns
	namesShared   = 1. / 4 // one of the six verticals of SWDE, after Laplace
)

// notSure are the odds of a source among sites of whose pages the classifier was not sure that several are data: one in five of those
// that were read on nine generated webs. Of the others as many are none as are, where there are such that are called the same.
const notSure = 1. / 4

// surely is the ratio from which on an attribute is told to agree: by chance the mean is 1, so that one in twenty has it at most (Markov).
const surely = 20

// testedPages are compared at most, for the cost.
const testedPages = 50

// weight is what speaks for a site, with what it is made of.
type weight struct {
	pages             int      // named after different known entities
	attributes        int      // known of these
	agree             []string // attributes that pages and entities agree in
	columns, kindred  int      // the site's own columns of words; those that have the words of known ones
	before            float64  // logarithm of the odds before it was read
	ofNames, ofColumn float64  // logarithms of the ratios
}

// probability is that of the site being a source.
func (w weight) probability() float64 { return 1 / (1 + math.Exp(-w.before-w.ofNames-w.ofColumn)) }

func (w weight) String() string {
	agree := "none"
	if len(w.agree) > 0 {
		agree = strings.Join(w.agree, ", ")
	}
	return fmt.Sprintf("its %d pages named after known entities agree with these in %s of %d attributes, and %d of its %d other columns have the words of known ones", w.pages, agree, w.attributes, w.kindred, w.columns)
}

// weigh weighs what a site says. Cost: that of comparing testedPages pages with as many entities, and linear in the
// words of the site.
func (e *Entities) weigh(src catalog.Source, records []record.Record, askedFor map[string]string) (w weight) {
	if src.SemiStructured < evidence.MinEntities {
		w.before = math.Log(notSure)
	}
	e.agreement(&w, src, records, askedFor)
	e.kindred(&w, src, records)
	return w
}

// statement is what a page states, and what is known of the entity that it names, by attribute.
type statement struct {
	shown map[string]bool
	known map[string]map[string]bool
}

// agreement compares what pages say with what is known of the entities that they name. For an attribute that own of
// n pages agree in, while they agree with others' values by chance, the ratio is that of a share of pages between
// one half and one, each as likely, to chance. All attributes together: a source agrees in a share of them, each
// as likely from none to all, what is no source in otherAgree of them on average.
func (e *Entities) agreement(w *weight, src catalog.Source, records []record.Record, askedFor map[string]string) {
	pages := e.stating(src, records, askedFor)
	attributes := map[string]bool{}
	for _, p := range pages {
		for attribute := range p.known {
			attributes[attribute] = true
		}
	}
	var ratios []float64
	for _, attribute := range slices.Sorted(maps.Keys(attributes)) {
		ratio, ok := agrees(pages, attribute)
		if !ok {
			continue
		}
		if ratios = append(ratios, ratio); ratio >= surely {
			w.agree = append(w.agree, attribute)
		}
	}
	w.pages, w.attributes = len(pages), len(ratios)
	if len(ratios) == 0 {
		return
	}
	together := func(share float64) (log float64) {
		for _, r := range ratios {
			log += math.Log(1 - share + share*r)
		}
		return log
	}
	const steps = 50
	other, source := together(otherAgree/float64(max(fewAttributes, len(ratios)))), 0.
	for i := range steps {
		source += math.Exp(together((float64(i)+0.5)/steps)-other) / steps
	}
	w.ofNames = math.Log(namesShared + (1-namesShared)*source)
}

// agrees gives the ratio of an attribute of which at least minAgreeing pages' entities have values.
func agrees(pages []statement, attribute string) (ratio float64, ok bool) {
	pages = slices.DeleteFunc(slices.Clone(pages), func(p statement) bool { return len(p.known[attribute]) == 0 })
	n, own, others := len(pages), 0, 0
	for i, p := range pages {
		for j, o := range pages {
			switch {
			case !common(p.shown, o.known[attribute]):
			case i == j:
				own++
			default:
				others++
			}
		}
	}
	chance := float64(others+1) / float64(n*(n-1)+2) // after Laplace: what was never seen is not impossible
	a, b := float64(own+1), float64(n-own+1)
	log := math.Ln2 + mathext.Lbeta(a, b) + math.Log(mathext.RegIncBeta(b, a, 0.5)) - float64(own)*math.Log(chance) - float64(n-own)*math.Log(1-chance)
	return math.Exp(min(log, 100)), n >= minAgreeing
}

// stating gives the statements of pages that name a known entity, one for each entity. Of several entities of one name
// it is that of all: which of them a page is about is told by what it says, and would not be evidence then.
func (e *Entities) stating(src catalog.Source, records []record.Record, askedFor map[string]string) (out []statement) {
	identifier := e.nameColumn(src, func(string) bool { return true })
	as, seen := namesIn(records, identifier), map[int]bool{}
	for i := range records {
		e.gather(records, i, func(page map[string][]string) []int { return e.placesOf(as, page[identifier], page) })
		page := records[i].Whole().ByLabel()
		places := e.named(as, page[identifier])
		if at, ok := e.placeOf(as, page[identifier], page, askedFor[records[i].URL]); ok && len(places) == 0 {
			places = []int{at}
		}
		if len(places) == 0 || seen[places[0]] {
			continue
		}
		seen[places[0]] = true
		name, s := e.nameOf(src, page), statement{known: map[string]map[string]bool{}}
		var shown []string
		for _, texts := range records[i].ByLabel() {
			shown = append(shown, texts...)
		}
		s.shown = e.meanings(shown, name)
		for _, at := range places {
			for attribute, texts := range e.valuesAt(at) {
				if says := e.meanings(texts, name); attribute != e.profile.Identifier && len(says) > 0 {
					if s.known[attribute] == nil {
						s.known[attribute] = map[string]bool{}
					}
					maps.Copy(s.known[attribute], says)
				}
			}
		}
		if out = append(out, s); len(out) == testedPages {
			break
		}
	}
	return out
}

// named gives the known entities of the very name that a column gives, of a page.
func (e *Entities) named(as *query.Names, names []string) []int {
	if len(names) == 1 && len(names[0]) <= maxValueBytes {
		for _, key := range as.Keys(names[0]) {
			if places := e.byName[key]; len(places) > 0 {
				return places
			}
		}
	}
	return nil
}

// meanings are what values say, in forms that are equal if they say the same: none of a long text, of one
// that has the name in it or is that of a known entity.
func (e *Entities) meanings(texts []string, name string) map[string]bool {
	out := map[string]bool{}
	for _, text := range texts {
		folded := values.Fold(text)
		if len(text) > maxShown || folded == "" || sameName(folded, name) || len(e.byName[query.Key(text)]) > 0 {
			continue
		}
		out[folded] = true
		for _, v := range values.Parse(text) {
			out[fmt.Sprintf("%T %v", v, v)] = true
		}
	}
	return out
}

// common reports whether two sets have an element in common.
func common(a, b map[string]bool) bool {
	for x := range b {
		if a[x] {
			return true
		}
	}
	return false
}

// kindred counts the site's columns that have the words of known ones. What stands around, prose, what names the
// page or other entities, and the same once more, are none. Not more can be kindred than the site known best has. A site
// without any is taken to have one that nobody knows.
func (e *Entities) kindred(w *weight, src catalog.Source, records []record.Record) {
	again := map[string]*repeats{}
	for _, r := range records {
		page := r.Whole().ByLabel()
		name := e.nameOf(src, page)
		for label, texts := range page {
			if again[label] == nil {
				again[label] = new(repeats)
			}
			again[label].count(name, texts)
		}
	}
	columns, constant, counted := columnsOf(records), constants(records), []*column{}
	names := map[string]bool{}
	for label, c := range columns {
		if src.Attributes[label] == e.profile.Identifier {
			maps.Copy(names, c.words)
		}
	}
	for _, label := range slices.Sorted(maps.Keys(columns)) {
		c := columns[label]
		if src.Attributes[label] == e.profile.Identifier || again[label].mostly() || constant[label] || !c.wordy() || 2*c.texts < len(records) || c.mostly(names) || e.areNames(c) ||
			slices.ContainsFunc(counted, func(o *column) bool { return c.like(o) || o.like(c) }) {
			continue
		}
		counted = append(counted, c)
		if slices.ContainsFunc(e.columns, func(k *column) bool { return c.kindred(k) || c.like(k) }) {
			w.kindred++
		}
	}
	w.columns = len(counted)
	m, k := float64(max(1, w.kindred, min(w.columns, e.wordy))), float64(w.kindred)
	w.ofColumn = -math.Log(m+1) - logBinomial(m, k, otherKindred)
}

// logBinomial is the logarithm of the probability of k out of n.
func logBinomial(n, k, p float64) float64 {
	return -math.Log(n+1) - mathext.Lbeta(k+1, n-k+1) + k*math.Log(p) + (n-k)*math.Log(1-p)
}
