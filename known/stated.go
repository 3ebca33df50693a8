package known

import (
	"fmt"
	"maps"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"

	"verde/catalog"
	"verde/query"
	"verde/record"
	"verde/values"
)

// Sentences may have columns, too: "It was announced in May 2018 and sold for 699 dollars" on each page gives the
// parts "May 2018" and "699 dollars". They are evidence if they agree with the known values of the same
// entities. A binomial test excludes agreement by chance: a column agrees with an attribute on k of n pages, where
// the probability of agreement by chance is that of a page with another page's entity. Over all pairs of a column and an
// attribute the error is statedError (Bonferroni).
const statedError = 0.05

// testedPages bounds the pages that are compared, for the cost.
const testedPages = 50

// stated counts the known attributes, beside the name, that sentences of a site state about the entities that its pages
// name: each has a column of parts of its own that agrees on most of these pages and is not determined by another one (see independent). Cost:
// comparing testedPages pages for each column of parts and each attribute, and with as many entities where they agree.
func (e *Entities) stated(src catalog.Source, records []record.Record, askedFor map[string]string) int {
	pages := e.stating(src, records, askedFor)
	labels, attributes := map[string]bool{}, map[string]bool{}
	for _, p := range pages {
		for label := range p.parts {
			labels[label] = true
		}
		for attribute := range p.known {
			attributes[attribute] = true
		}
	}
	level := statedError / float64(max(1, len(labels)*len(attributes)))
	taken, by := map[string]bool{}, []string{}
	for _, label := range slices.Sorted(maps.Keys(labels)) {
		for _, attribute := range slices.Sorted(maps.Keys(attributes)) {
			if !taken[attribute] && agrees(pages, label, attribute, level) {
				taken[attribute], by = true, append(by, label)
				break
			}
		}
	}
	rows := make([]map[string]string, len(pages))
	for i, p := range pages {
		rows[i] = p.texts
	}
	return len(independent(by, rows))
}

// statement has the parts of sentences of a page, and the known values of the entity that it names.
type statement struct {
	parts, known map[string]map[string]bool
	texts        map[string]string // the first of each part, folded
}

// stating gives the statements of pages that name a known entity, at most one for each entity.
func (e *Entities) stating(src catalog.Source, records []record.Record, askedFor map[string]string) (out []statement) {
	identifier := e.nameColumn(src, func(string) bool { return true })
	as, seen := namesIn(records, identifier), map[int]bool{}
	for i := range records {
		e.gather(records, i, func(page map[string][]string) []int { return e.placesOf(as, page[identifier], page) })
		shown := records[i].Whole().ByLabel()
		at, ok := e.placeOf(as, shown[identifier], shown, askedFor[records[i].URL])
		if !ok || seen[at] {
			continue
		}
		seen[at] = true
		name := e.nameOf(src, shown)
		s := statement{map[string]map[string]bool{}, map[string]map[string]bool{}, map[string]string{}}
		for _, f := range records[i].Fields {
			if len(f.Values) > 0 && f.Values[0].PartOf != "" {
				s.parts[f.Label], s.texts[f.Label] = e.meanings(textsOf(f), name), values.Fold(f.Values[0].Text)
			}
		}
		for attribute, texts := range e.valuesAt(at) {
			if attribute != e.profile.Identifier {
				s.known[attribute] = e.meanings(texts, name)
			}
		}
		if out = append(out, s); len(out) == testedPages {
			break
		}
	}
	return out
}

// textsOf are the texts of a field.
func textsOf(f record.Field) (out []string) {
	for _, v := range f.Values {
		out = append(out, v.Text)
	}
	return out
}

// meanings are what values say, in forms that are equal if they say the same: none of a long text, of one
// that has the name in it or is that of a known entity.
func (e *Entities) meanings(texts []string, name string) map[string]bool {
	out := map[string]bool{}
	for _, text := range texts {
		folded := values.Fold(text)
		if len(text) > maxShown || folded == "" || values.SameName(folded, name) || e.usual(query.Key(text)) {
			continue
		}
		out[folded] = true
		for _, v := range values.Parse(text) {
			out[fmt.Sprintf("%T %v", v, v)] = true
		}
	}
	return out
}

// agrees reports whether a column agrees with an attribute on most pages that have both, and more
// often than by chance.
func agrees(pages []statement, label, attribute string, level float64) bool {
	pages = slices.DeleteFunc(slices.Clone(pages), func(p statement) bool { return len(p.parts[label]) == 0 || len(p.known[attribute]) == 0 })
	n, own, others := len(pages), 0, 0
	for _, p := range pages {
		if common(p.parts[label], p.known[attribute]) {
			own++
		}
	}
	if own < MinAgreeing || 2*own <= n {
		return false
	}
	for i, p := range pages {
		for j, o := range pages {
			if i != j && common(p.parts[label], o.known[attribute]) {
				others++
			}
		}
	}
	chance := float64(others+1) / float64(n*(n-1)+2) // after Laplace: what was never seen is not impossible
	return distuv.Binomial{N: float64(n), P: chance}.Survival(float64(own)-1) <= level
}

// common reports whether two sets have an element in common.
func common(a, b map[string]bool) bool {
	for x := range a {
		if b[x] {
			return true
		}
	}
	return false
}
