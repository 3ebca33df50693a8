package known

import (
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
			theirs := e.all[at].record.Values[known.under]
			if theirs == nil {
				theirs = e.all[at].siteColumns[known.under]
			}
			ours := r.Whole().ByLabel()[c.under]
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

// shareValue reports whether two lists have values that are the same, but for long ones.
func shareValue(a, b []string) bool {
	return slices.ContainsFunc(a, func(x string) bool {
		return len(x) <= maxShown && slices.ContainsFunc(b, func(y string) bool { return len(y) <= maxShown && values.Same(x, y) })
	})
}
