package known

import (
	"iter"
	"maps"
	"slices"

	"verde/catalog"
	"verde/query"
	"verde/record"
	"verde/values"
)

// maxValueBytes bounds the values that are looked up or compared, in bytes: what is
// longer is a text.
const maxValueBytes = 300

// entity is what one page says of one entity, its values under the names of the
// vertical's attributes.
type entity struct {
	site        string
	round       int // in which its site was found, 0 for the training site
	record      query.Record
	siteColumns map[string][]string // its other values, under the names that its site gives them; nil for the training site
}

// Entities are what the sites explored before a round say, by name. They are
// filled by [Entities.AddSite] and then only read, by several goroutines at once if
// need be. The zero value knows nothing.
//
// Memory: all values of all records.
type Entities struct {
	profile   query.Profile // the vertical's
	all       []entity
	byName    map[string][]int // folded identifier -> places in all
	sites     map[string]int   // explored site -> round
	confirmed map[string]bool  // attributes that a site found shows too
}

// New gives entities of the vertical whose attributes the profile has, of no site
// yet.
func New(profile query.Profile) *Entities {
	return &Entities{profile: profile, byName: map[string][]int{}, sites: map[string]int{}, confirmed: map[string]bool{}}
}

// AddSite adds the records of an explored site. Those of a site that was found go
// by the vertical's attributes where the source has a column for one. An error is
// that of the records. Cost: linear.
func (e *Entities) AddSite(s catalog.Source, records iter.Seq2[record.Record, error]) error {
	e.sites[s.Site] = s.Round
	for _, attribute := range s.Attributes {
		e.confirmed[attribute] = true
	}
	for r, err := range records {
		if err != nil {
			return err
		}
		in := entity{site: s.Site, round: s.Round, record: query.Record{Source: r.URL, Values: r.Whole().ByLabel()}}
		if s.Role != catalog.Training {
			in.record.Values, in.siteColumns = renamed(r.Whole().ByLabel(), s.Attributes)
		}
		e.add(in)
	}
	return nil
}

// Explored reports whether the records of a site are among them.
func (e *Entities) Explored(site string) bool {
	_, ok := e.sites[site]
	return ok
}

// Len is the number of records that name their entity.
func (e *Entities) Len() int { return len(e.all) }

// Records are those records, under the vertical's attributes. The caller does not
// change them.
func (e *Entities) Records() []query.Record {
	out := make([]query.Record, len(e.all))
	for i, in := range e.all {
		out[i] = in.record
	}
	return out
}

func (e *Entities) add(in entity) {
	names := in.record.Values[e.profile.Identifier]
	if len(names) == 0 {
		return
	}
	for _, key := range slices.Compact([]string{values.Fold(names[0]), values.Fold(query.Bare(names[0]))}) {
		e.byName[key] = append(e.byName[key], len(e.all))
	}
	e.all = append(e.all, in)
}

// renamed splits values into those of columns that have a name in the vertical,
// under that name, and the others.
func renamed(values map[string][]string, names map[string]string) (named, own map[string][]string) {
	named, own = make(map[string][]string, len(names)), make(map[string][]string, len(values))
	for _, label := range slices.Sorted(maps.Keys(values)) {
		switch v := values[label]; {
		case len(v) == 0:
		case names[label] != "":
			named[names[label]] = v
		default:
			own[label] = v
		}
	}
	return named, own
}

// lookup finds a known entity by the one name that a column gives.
func (e *Entities) lookup(names []string) (entity, bool) {
	if len(names) != 1 || len(names[0]) > maxValueBytes {
		return entity{}, false
	}
	for _, name := range []string{names[0], query.Bare(names[0])} {
		if found := e.byName[values.Fold(name)]; len(found) > 0 {
			return e.all[found[0]], true
		}
	}
	return entity{}, false
}
