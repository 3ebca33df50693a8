package known

import (
	"fmt"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"

	"verde/catalog"
	"verde/record"
	"verde/values"
)

// namesIdentify reports whether records with the same name are about one entity, by the sites other than a given one: most of the discovered
// sites agree with the known values of an attribute beside the name. Jobs called "Analyst" are different ones, so that other values for them are no
// contradiction.
func (e *Entities) namesIdentify(but string) bool {
	agree, found := 0, 0
	for site, attributes := range e.attributes {
		if site == but {
			continue
		}
		found++
		if slices.ContainsFunc(attributes, func(a string) bool { return a != e.profile.Identifier && !e.repeated(a).mostly() }) {
			agree++
		}
	}
	return 2*agree > found
}

// identified is namesakes if names identify entities, else nil.
func (e *Entities) identified(src catalog.Source, records []record.Record) []namesake {
	if !e.namesIdentify(src.Site) {
		return nil
	}
	return e.namesakes(src, records)
}

// namesake has the entities of other sites with the name of a record.
type namesake struct {
	places map[string]int // site -> place of its entity in all
	wider  bool           // the name has more than theirs: "Notes on Emma", or "Civic LX", which may be one kind of what they call "Civic"
}

// namesakes gives, for each record of an explored site, the entities with the same name on other sites, or with the first known name within the
// record's name, at most one for each site. It is nil for shelved entities, since their values are not in memory.
func (e *Entities) namesakes(src catalog.Source, records []record.Record) []namesake {
	as := e.names[src.Site]
	if as == nil || e.shelf != nil {
		return nil
	}
	out := make([]namesake, len(records))
	for i, r := range records {
		shown := r.Whole().ByLabel()
		name := e.nameOf(src, shown)
		if name == "" {
			continue
		}
		keys := slices.DeleteFunc(as.Keys(shown[e.nameColumn(src, func(l string) bool { return len(shown[l]) == 1 })][0]), func(key string) bool { return !e.elsewhere(key, src.Site) })
		if out[i].places = map[string]int{}; len(keys) == 0 {
			keys, out[i].wider = e.namesWithin(name, src.Site), true
			keys = keys[:min(1, len(keys))]
		}
		bySite := map[string][]int{}
		for _, key := range keys {
			for _, at := range e.byName[key] {
				if site := e.all[at].site; site != src.Site && !slices.Contains(bySite[site], e.stored(at)) {
					bySite[site] = append(bySite[site], e.stored(at))
				}
			}
		}
		for site, list := range bySite {
			if len(list) > 1 && len(e.profile.With) == 0 {
				continue // it is not known which of them it is
			}
			if at, ok := e.disambiguate(list, shown); ok {
				out[i].places[site] = at
			}
		}
	}
	return out
}

// contradicted reports whether a column has other values for the same entities than the alike columns of other sites: for at least one of these,
// by a binomial test with an error of statedError, less than half of the entities with one name have the same value, and for none do half of
// them. Entities of another kind with the same names have years, heights and makers, too, but other ones. Quantities of a wider name are not
// compared: each model of a car has its own price.
func (e *Entities) contradicted(site string, c *column, records []record.Record, of []namesake) bool {
	if of == nil {
		return false
	}
	against := false
	for _, known := range e.columns {
		if known.site == site || !c.like(known) {
			continue
		}
		n, same := 0, 0
		for i, r := range records {
			at, ok := of[i].places[known.site]
			if !ok || of[i].wider && c.isQuantity() {
				continue
			}
			theirs, ours := e.shownAt(at, known.under), r.Whole().ByLabel()[c.under]
			if len(ours) == 0 || len(theirs) == 0 {
				continue
			}
			n++
			if shareValue(ours, theirs) {
				same++
			}
		}
		if 2*same >= n && n > 0 {
			return false
		}
		against = against || n > 0 && distuv.Binomial{N: float64(n), P: .5}.CDF(float64(same)) < statedError
	}
	return against
}

// agreeing counts the pages with an entity of other sites that has a value in a column like one of the labels, and of these the pages that have
// the same value in at least one. Cost: linear in the values, for each known column.
func (e *Entities) agreeing(site string, columns map[string]*column, labels []string, records []record.Record, of []namesake) (agree, pages int) {
	like := map[string][]*column{} // by label
	for _, label := range labels {
		for _, known := range e.columns {
			if c := columns[label]; c != nil && known.site != site && c.like(known) {
				like[label] = append(like[label], known)
			}
		}
	}
	for i, r := range records {
		shown, compared, same := r.Whole().ByLabel(), false, false
		for label, list := range like {
			for _, known := range list {
				at, ok := of[i].places[known.site]
				if !ok {
					continue
				}
				theirs := e.shownAt(at, known.under)
				compared = compared || len(theirs) > 0 && len(shown[label]) > 0
				same = same || shareValue(shown[label], theirs)
			}
		}
		if compared {
			pages++
		}
		if same {
			agree++
		}
	}
	return agree, pages
}

// Contradicts gives a sentence if an explored site has other values than the other sites for the entities that it names, else "": by a binomial test less
// than half of its comparable pages agree with another site in at least one column. Entities of another kind with similar names ("Note", "Note Tab") may
// have makers, systems and screens, too. comparable is false if names do not identify entities, or if the pages are so few that all of them may disagree
// by chance. Whether a contradiction is evidence depends on the other sites: shops that show little but prices agree in no column. Cost: linear in the
// values, for each known column.
func (e *Entities) Contradicts(src catalog.Source, records []record.Record) (why string, comparable bool) {
	of := e.identified(src, records)
	if of == nil {
		return "", false
	}
	agree, pages := e.agreeing(src.Site, columnsOf(records), append(e.agreesIn(src, records), e.similarColumns(src, records)...), records, of)
	half := distuv.Binomial{N: float64(pages), P: .5}
	if half.CDF(float64(agree)) < statedError {
		why = fmt.Sprintf("%d of its pages name entities that other sites have, and %d of these agree with them in any column", pages, agree)
	}
	return why, half.CDF(0) < statedError
}

// shownAt gives the values of a known entity under a label of its site.
func (e *Entities) shownAt(at int, label string) []string {
	if texts := e.all[at].record.Values[label]; texts != nil {
		return texts
	}
	return e.all[at].siteColumns[label]
}

// shareValue reports whether two lists have a value in common that is not prose.
func shareValue(a, b []string) bool {
	return slices.ContainsFunc(a, func(x string) bool {
		return len(x) <= maxShown && slices.ContainsFunc(b, func(y string) bool { return len(y) <= maxShown && values.Same(x, y) })
	})
}
