package known

import (
	"fmt"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"

	"verde/catalog"
	"verde/record"
	"verde/values"
)

// namesIdentify reports whether entities of one name are one as far as the other sites tell: most of those that were found agree with what is known
// of them beside the name. Jobs called "Analyst" are not, and that sites say something else of them is no evidence.
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

// identified is namesakes where names identify entities, nil else.
func (e *Entities) identified(src catalog.Source, records []record.Record) []namesake {
	if !e.namesIdentify(src.Site) {
		return nil
	}
	return e.namesakes(src, records)
}

// namesake is what other sites have of the name of a record.
type namesake struct {
	places map[string]int // by site, of the entity in all
	wider  bool           // the name has more than theirs: "Notes on Emma", or "Civic LX", which may be one kind of what they call "Civic"
}

// namesakes gives for each record of a site that is explored the entities of the same name on other sites, or of the first known name within
// its own, the same site once. Of what is on a shelf not all values are at hand, and there are none.
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
				if site := e.all[at].site; site != src.Site && !slices.Contains(bySite[site], at) {
					bySite[site] = append(bySite[site], at)
				}
			}
		}
		for site, list := range bySite {
			if len(list) > 1 && len(e.profile.With) == 0 {
				continue // which of them it is nobody knows
			}
			if at, ok := e.apart(list, shown); ok {
				out[i].places[site] = at
			}
		}
	}
	return out
}

// contradicted reports whether a column says of entities something else than the columns of other sites that are filled like it:
// of one of them at least it is sure that less than half of the entities of one name have the same there, and of none that half do. Things of another kind
// that are called alike have years, heights and makers, too, but not the same. Of a wider name quantities do not count: models of a car have
// the prices of models. Of so few entities that chance explains it, with an error of statedError, it says nothing.
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
			if !ok || of[i].wider && c.measures() {
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

// agreeing counts the pages that can be held against what other sites say of the entities that they name, in some of a site's columns and those that
// are filled like them, and of these the pages that agree in one at least. Cost: linear in the values, for each known column.
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

// Otherwise tells that an explored site says something else of the entities that it names than the others: surely less than half of its pages agree with
// what others say of these in one column at least, "" if not. Things of another kind that are called alike ("Note", "Note Tab") may have makers,
// systems and screens, too. Comparable is false where so few pages can be held against others that none of them agreeing would be chance, or names
// do not identify entities. Whether it is evidence depends on the others: shops that have little but prices agree in none. Cost: linear in the values, for each known column.
func (e *Entities) Otherwise(src catalog.Source, records []record.Record) (why string, comparable bool) {
	of := e.identified(src, records)
	if of == nil {
		return "", false
	}
	agree, pages := e.agreeing(src.Site, columnsOf(records), append(e.agreesIn(src, records), e.fills(src, records)...), records, of)
	half := distuv.Binomial{N: float64(pages), P: .5}
	if half.CDF(float64(agree)) < statedError {
		why = fmt.Sprintf("%d of its pages name entities that other sites have, and %d of these agree with them in any column", pages, agree)
	}
	return why, half.CDF(0) < statedError
}

// shownAt gives what the page of a known entity shows under a label of its site.
func (e *Entities) shownAt(at int, label string) []string {
	if texts := e.all[at].record.Values[label]; texts != nil {
		return texts
	}
	return e.all[at].siteColumns[label]
}

// shareValue reports whether two lists have values that are the same, but for long ones.
func shareValue(a, b []string) bool {
	return slices.ContainsFunc(a, func(x string) bool {
		return len(x) <= maxShown && slices.ContainsFunc(b, func(y string) bool { return len(y) <= maxShown && values.Same(x, y) })
	})
}
