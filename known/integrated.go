package known

import (
	"iter"
	"maps"
	"slices"

	"verde/catalog"
	"verde/integrate"
	"verde/integrate/clean"
	"verde/query"
)

// AddIntegration adds the result of integrating the sites' records (see [integrate.IntegrateEach]):
// columns with the same meaning get the name of one attribute,
// which may be new to the vertical, and an entity gets the values of all its sources, the values of most
// sources first. It is called once, after all sites were added. r is the report of the integration, and held the values
// that it holds to be true of entities with several pages. Cost: linear in both.
func (e *Entities) AddIntegration(r integrate.Report, held iter.Seq2[catalog.Held, error]) error {
	e.renameColumns(&r)
	if err := e.addFused(&r, held); err != nil {
		return err
	}
	e.addAliases(e.aliases())
	return nil
}

// HeldOf gives the values that a result holds to be true, in the form in which a catalog gives the stored ones.
func HeldOf(r *integrate.Result) iter.Seq2[catalog.Held, error] {
	urls := make(map[string][]string)
	for i := range r.Entities {
		if x := &r.Entities[i]; len(x.URLs) > 1 {
			urls[x.ID] = x.URLs
		}
	}
	return func(yield func(catalog.Held, error) bool) {
		for list := range r.ByAttribute() {
			for i := range list {
				f := &list[i]
				h := catalog.Held{URLs: urls[f.Entity], Attribute: f.Attribute}
				for _, g := range f.Groups {
					if g.Chosen {
						h.Values = append(h.Values, g.Value)
					}
				}
				if h.URLs != nil && !yield(h, nil) {
					return
				}
			}
		}
	}
}

// renameColumns gives columns with the same meaning the name of one attribute, and adds these names to
// the vertical's attributes, without labels of the training site: the vertical has these, or is not meant to
// have them. Only columns that agree on the same entities are renamed (see integrate's Shared); columns with
// the same kind of values may have another meaning.
func (e *Entities) renameColumns(r *integrate.Report) {
	names := make(map[integrate.ColumnName]string)
	had := map[string]bool{e.profile.Identifier: true}
	for _, a := range e.profile.Attributes {
		had[a.Name] = true
	}
	var grown []string
	for _, a := range r.Attributes {
		if !a.Shared() || a.Name == e.profile.Identifier {
			continue
		}
		e.confirmed[a.Name] = true
		if !had[a.Name] && !e.own[a.Name] {
			grown = append(grown, a.Name)
		}
		for _, i := range a.Columns {
			if col := &r.Columns[i]; col.Part == clean.Whole {
				names[integrate.ColumnName{Site: col.Site, Label: col.Label}] = a.Name
			}
		}
	}
	for i := range e.all {
		in := &e.all[i]
		from := in.siteColumns
		if from == nil { // of the training site, which keeps its own labels, too
			from = in.record.Values
		}
		for _, label := range slices.Sorted(maps.Keys(from)) {
			name := names[integrate.ColumnName{Site: in.site, Label: label}]
			if name == "" || name == label && in.siteColumns == nil || len(in.record.Values[name]) > 0 {
				continue
			}
			in.record.Values[name] = from[label]
			delete(in.siteColumns, label)
		}
	}
	e.profile.Attributes = append(slices.Clone(e.profile.Attributes), e.rated(grown)...)
}

// rated rates attributes by all entities.
func (e *Entities) rated(names []string) []query.Attribute {
	rated := query.Rate(e.Records(), e.profile.Identifier).Attributes
	return slices.DeleteFunc(rated, func(a query.Attribute) bool { return !slices.Contains(names, a.Name) })
}

// maxFused bounds the values that an entity gets from other sources under an
// attribute.
const maxFused = 10

// addFused adds to each entity the values of all its sources. An entity on one site only gets none.
func (e *Entities) addFused(r *integrate.Report, held iter.Seq2[catalog.Held, error]) error {
	shared := make(map[string]bool, len(r.Attributes))
	for i := range r.Attributes {
		shared[r.Attributes[i].Name] = r.Attributes[i].Shared()
	}
	at := make(map[string]int, len(e.all))
	for i := range e.all {
		at[e.all[i].record.Source] = i
	}
	for h, err := range held {
		if err != nil {
			return err
		}
		if h.Attribute == e.profile.Identifier || !shared[h.Attribute] {
			continue
		}
		for _, url := range h.URLs {
			if j, ok := at[url]; ok {
				in := &e.all[j]
				in.record.Values[h.Attribute] = merged(h.Values[:min(len(h.Values), maxFused)], in.record.Values[h.Attribute])
			}
		}
	}
	return nil
}

// merged gives first, then the texts of more that it lacks.
func merged(first, more []string) []string {
	out := slices.Clone(first)
	for _, text := range more {
		if !slices.Contains(out, text) {
			out = append(out, text)
		}
	}
	return out
}
