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

// Take has known what the sites' records have come to as one catalog (see [integrate.IntegrateEach]):
// columns that turn out to say the same get the name of one attribute,
// which the vertical may not have had, and an entity is known by what all its sources
// say of it. What most sources say comes first. It is called once, when all sites are added. The report is
// that of the integration, and held what it holds of entities that several pages are about. Cost: linear in both.
func (e *Entities) Take(r integrate.Report, held iter.Seq2[catalog.Held, error]) error {
	e.renameColumns(&r)
	return e.addFused(&r, held)
}

// HeldOf gives what a result holds as a catalog gives it that has it stored.
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

// renameColumns has columns that say the same go by one name, and adds those names to
// the vertical's attributes, but for what the training site shows itself: the
// vertical has that, or is not to have it. What is of one kind alone may say something
// else.
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
		if from == nil { // of the training site, whose own labels stay, too
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

// addFused adds to each entity what all its sources say. Of an entity that is on one
// site alone nothing is added.
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

// merged puts the one list before what the other has more.
func merged(first, more []string) []string {
	out := slices.Clone(first)
	for _, text := range more {
		if !slices.Contains(out, text) {
			out = append(out, text)
		}
	}
	return out
}
