package known

import (
	"maps"
	"slices"

	"verde/evidence"
	"verde/page"
	"verde/query"
	"verde/values"
)

// Recognise finds known entities in the titles of results of queries for other
// entities. For example, a query for book A leads to the page of book B, which
// mentions A; if B is known too, that page can be judged by B's values as well as if
// B had been asked for. So B becomes a query, which is not asked, with the page as its
// result. If B was asked for, the page becomes a result of that query, so that B
// counts once. Sites that share few entities with the others are hardly found
// otherwise.
//
// build makes a query of an instance. What is found is added to the results; the
// queries made are given in the order of their names. Cost: linear in the titles
// and in what is known.
func (e *Entities) Recognise(a *evidence.Results, seed uint64, build func(query.Instance) query.Query) []query.Query {
	ids := a.Asked()
	found := map[string][]string{} // folded name in the form that is asked for -> URLs
	keys := map[string]string{}    // that name -> key of the whole
	for _, url := range a.URLs() {
		if e.Explored(page.Site(url)) {
			continue
		}
		if in, ok := e.entityIn(a.Title(url)); ok {
			as := e.namesOf(in)
			name := values.Unparted(as.Asked(in.name(e)))
			if in.alias != "" && ids[name] == "" { // asked for by its other name?
				by := e.all[in.of]
				if own := values.Unparted(e.namesOf(by).Asked(by.name(e))); ids[own] != "" {
					name, in, as = own, by, e.namesOf(by)
				}
			}
			found[name], keys[name] = append(found[name], url), as.Key(in.name(e))
		}
	}
	var unasked []string
	for name := range found {
		if ids[name] == "" {
			unasked = append(unasked, name)
		}
	}
	slices.Sort(unasked)
	var made []query.Query
	byName := e.questions(unasked, keys, seed, build)
	for _, name := range unasked {
		if q, ok := byName[name]; ok {
			q.Unasked = true
			a.AddQuery(q)
			ids[name] = q.ID
			made = append(made, q)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(found)) {
		for _, url := range found[name] {
			if id := ids[name]; id != "" {
				a.Link(url, id)
			}
		}
	}
	return made
}

// questions makes a query for each of the names of known entities, with the values of
// the first site that has values beside the name.
func (e *Entities) questions(names []string, keys map[string]string, seed uint64, build func(query.Instance) query.Query) map[string]query.Query {
	alike := map[string][]int{} // places in all of entities that one site names by the same attribute
	for i, in := range e.all {
		by := naming(in.site, in.alias)
		alike[by] = append(alike[by], i)
	}
	type rated struct {
		records map[int]query.Record // by place in all
		profile query.Profile
	}
	sites := map[string]rated{} // by naming
	out := make(map[string]query.Query, len(names))
	for _, name := range names {
		for _, i := range e.byName[keys[name]] {
			by := naming(e.all[i].site, e.all[i].alias)
			s, ok := sites[by]
			if !ok {
				list := make([]entity, len(alike[by]))
				for j, n := range alike[by] {
					list[j] = e.all[n]
				}
				records, profile := e.askable(list)
				s = rated{make(map[int]query.Record, len(records)), profile}
				for j, n := range alike[by] {
					s.records[n] = records[j]
				}
				sites[by] = s
			}
			one := query.Instances([]query.Record{s.records[i]}, s.profile, 1, seed, nil)
			if len(one) == 0 || len(one[0].Values) < 2 {
				continue // a name alone may be that of anything
			}
			out[name] = build(one[0])
			break
		}
	}
	return out
}

// entityIn gives a known entity whose name is one part of a title, or several consecutive
// parts; ok is false if there is none. Of several the one with most
// parts is chosen, of equals the first. Cost: a look-up for each of [evidence.Runs].
func (e *Entities) entityIn(title string) (entity, bool) {
	if len(title) > maxValueBytes {
		return entity{}, false
	}
	for name := range evidence.Runs(title) {
		if i, ok := e.lookup(new(query.Names), []string{name}, nil); ok {
			return e.all[i], true
		}
	}
	return entity{}, false
}
