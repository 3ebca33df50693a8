package known

import (
	"iter"
	"maps"
	"slices"
	"sync"

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
	siteColumns map[string][]string // its other values but those around, under the names that its site gives them; nil for the training site
}

// Entities are what the sites explored before a round say, by name. They are
// filled by [Entities.AddSite] and then only read, by several goroutines at once if
// need be. The zero value knows nothing.
//
// Memory: all values of all records, or their names alone (see [NewShelved]).
type Entities struct {
	profile    query.Profile // the vertical's
	all        []entity
	byName     map[string][]int             // key of a name (see [query.Names.Key]) -> places in all
	byAsked    map[string][]int             // folded part of a name that is asked for -> place in all, of each site the first
	wordings   []*wording                   // of the names, each once
	byWording  map[string]int               // words of a name -> place in wordings
	byWord     map[string][]int             // word -> places in wordings
	sites      map[string]int               // explored site -> round
	unsure     map[string]bool              // of these, those found of which no judged page is data for sure
	confirmed  map[string]bool              // attributes that a site found shows too
	attributes map[string][]string          // by site found, those that it shows
	names      map[string]*query.Names      // explored site -> how it names entities
	ways       map[string]*query.Qualifiers // explored site -> how it writes what tells entities of one name apart
	columns    []*column                    // what sites show of their entities beside the name
	own        map[string]bool              // labels of the training site
	telling    sync.Map                     // place in all -> [][]shows, made by tellers
	shelf      *remote                      // that has the values of all; nil for those that have them themselves
}

// shows reports whether a text that some page shows is a value of an entity.
type shows func(text string) bool

// New gives entities of the vertical whose attributes the profile has, of no site
// yet.
func New(profile query.Profile) *Entities {
	return &Entities{profile: profile, byName: map[string][]int{}, byWording: map[string]int{}, byWord: map[string][]int{}, byAsked: map[string][]int{}, sites: map[string]int{}, unsure: map[string]bool{}, confirmed: map[string]bool{}, attributes: map[string][]string{}, names: map[string]*query.Names{}, ways: map[string]*query.Qualifiers{}, own: map[string]bool{}}
}

// Alone gives entities of the same vertical of which nothing is known but the records of one source.
func (e *Entities) Alone(src catalog.Source, records []record.Record) (*Entities, error) {
	own := New(e.profile)
	return own, own.AddSite(src, func(yield func(record.Record, error) bool) {
		for _, r := range records {
			if !yield(r, nil) {
				return
			}
		}
	})
}

// AddSite adds the records of an explored site. Those of a site that was found go
// by the vertical's attributes where the source has a column for one. An error is
// that of the records. Cost: linear.
func (e *Entities) AddSite(s catalog.Source, records iter.Seq2[record.Record, error]) error {
	e.sites[s.Site] = s.Round
	for _, attribute := range s.Attributes {
		e.confirmed[attribute] = true
	}
	if s.Role != catalog.Training {
		if s.SemiStructured == 0 {
			e.unsure[s.Site] = true
		}
		e.attributes[s.Site] = slices.Sorted(maps.Values(s.Attributes))
	}
	var found []entity
	var around Around
	for r, err := range records {
		if err != nil {
			return err
		}
		around.Add(&r)
		in := entity{site: s.Site, round: s.Round, record: query.Record{Source: r.URL, Values: r.Whole().ByLabel()}}
		if s.Role != catalog.Training {
			in.record.Values, in.siteColumns = renamed(r.Whole().ByLabel(), s.Attributes)
		} else {
			for label := range in.record.Values {
				e.own[label] = true
			}
		}
		if len(in.record.Values[e.profile.Identifier]) > 0 {
			found = append(found, in)
		}
	}
	names, beside := make([]string, len(found)), around.Labels()
	for i, in := range found {
		names[i] = in.name(e)
		maps.DeleteFunc(in.siteColumns, func(label string, _ []string) bool { return beside[label] })
	}
	e.names[s.Site] = query.NewNames(names)
	own := make([]query.Record, len(found))
	for i, in := range found {
		own[i] = in.record
	}
	e.ways[s.Site] = query.NewQualifiers(own, e.profile.Identifier, e.profile.With)
	e.addColumns(s.Site, found)
	for _, in := range found {
		e.add(in)
	}
	return nil
}

// add adds an entity that has a name. It is found by its name without the words that
// all of its site share, and with them: another site may show the entities of one maker
// only, all of whose names begin with it.
func (e *Entities) add(in entity) {
	as, name, at := e.namesOf(in.site), in.name(e), len(e.all)
	if e.shelf != nil {
		in = entity{site: in.site, round: in.round}
	}
	e.all = append(e.all, in)
	for _, key := range as.Keys(name) {
		e.byName[key] = append(e.byName[key], at)
	}
	e.addWording(as, name, at)
	for _, asked := range []string{values.Fold(as.Asked(name)), values.Fold(as.Short(name))} {
		list := e.byAsked[asked]
		if old := len(list) > 0 && e.all[list[len(list)-1]].site == in.site; !old && query.Key(asked) != as.Key(name) {
			e.byAsked[asked] = append(list, at)
		}
	}
}

// name is what the entity's page calls it.
func (in entity) name(e *Entities) string { return in.record.Values[e.profile.Identifier][0] }

// nameOf is what the identifying column of a site says on a page, folded.
func (e *Entities) nameOf(src catalog.Source, shown map[string][]string) string {
	at := e.nameColumn(src, func(label string) bool { return len(shown[label]) == 1 && len(shown[label][0]) <= maxValueBytes })
	if at == "" {
		return ""
	}
	return values.Fold(shown[at][0])
}

// NameOf is what a record of a source calls its entity, folded, "" if it has no name, or several. The source's records need not be
// among the entities.
func (e *Entities) NameOf(src catalog.Source, r *record.Record) string {
	if src.Role != catalog.Training {
		return e.nameOf(src, r.Whole().ByLabel())
	}
	return values.Fold(r.Value(e.profile.Identifier))
}

// nameColumn is the label of a site's identifying column, the first by the alphabet of several that are such.
func (e *Entities) nameColumn(src catalog.Source, such func(label string) bool) (first string) {
	for label, attribute := range src.Attributes {
		if attribute == e.profile.Identifier && such(label) && (first == "" || label < first) {
			first = label
		}
	}
	return first
}

// Explored reports whether the records of a site are among them.
func (e *Entities) Explored(site string) bool {
	_, ok := e.sites[site]
	return ok
}

// KnownElsewhere reports whether another explored site than the given one shows an entity
// of a name, or of the part of it that is asked for (see [query.Names.Asked]).
func (e *Entities) KnownElsewhere(name, site string) bool {
	return e.knownWhere(name, func(at int) bool { return e.all[at].site != site })
}

// ShownBy reports whether an explored site shows an entity of a name, or of the part of it that is asked for.
func (e *Entities) ShownBy(name, site string) bool {
	return e.knownWhere(name, func(at int) bool { return e.all[at].site == site })
}

// knownWhere reports whether one of the places of a name is such.
func (e *Entities) knownWhere(name string, such func(at int) bool) bool {
	if slices.ContainsFunc(e.byName[query.Key(name)], such) {
		return true
	}
	for known := range e.like(new(query.Names), values.Wording(name)) {
		if slices.ContainsFunc(known.places, such) {
			return true
		}
	}
	for _, at := range e.byAsked[values.Fold(name)] {
		whole := e.namesOf(e.all[at].site).Key(e.nameAt(at))
		if such(at) || slices.ContainsFunc(e.byName[whole], such) {
			return true
		}
	}
	return false
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

// lookup finds the place in all of a known entity by the one name that a column gives; as
// tells how the column's site names entities, and page is what else the page shows.
func (e *Entities) lookup(as *query.Names, names []string, page map[string][]string) (at int, ok bool) {
	if len(names) != 1 || len(names[0]) > maxValueBytes {
		return 0, false
	}
	for _, key := range as.Keys(names[0]) {
		if at, ok := e.apart(e.byName[key], page); ok {
			return at, true
		}
	}
	if len(e.profile.With) > 0 {
		return 0, false // a part of a name that is several entities'
	}
	return e.alike(as, names[0])
}

// apart gives of known entities of one name the one that a page is about: the first, unless
// the vertical has attributes that tell entities of one name apart. Then it is the one
// of whose values of these the page shows most, under whatever labels and in whatever form
// (see [query.Qualifiers.Shows]), and at least half: "Analyst" is the name of many jobs. Of
// several values of one attribute, as authors of a book, one is enough. Values over
// maxShown are not compared.
func (e *Entities) apart(found []int, page map[string][]string) (at int, ok bool) {
	if len(e.profile.With) == 0 {
		if len(found) == 0 {
			return 0, false
		}
		return found[0], true
	}
	most := 0
	e.prefetch(found)
	for _, i := range found {
		tellers, shown := e.tellers(i), 0
		for _, theirs := range tellers {
			if shownOn(page, theirs) {
				shown++
			}
		}
		if shown > most && 2*shown >= len(tellers) {
			at, most = i, shown
		}
	}
	return at, most > 0
}

// tellers gives for each attribute that tells entities of one name apart, and of which a
// known entity has values, what recognises each of these. They are made at first use.
func (e *Entities) tellers(at int) [][]shows {
	if made, ok := e.telling.Load(at); ok {
		return made.([][]shows)
	}
	site, shown := e.all[at].site, e.valuesAt(at)
	var out [][]shows
	for _, attribute := range e.profile.With {
		var of []shows
		for _, text := range shown[attribute] {
			if len(text) <= maxShown {
				of = append(of, e.ways[site].Shows(attribute, text))
			}
		}
		if len(of) > 0 {
			out = append(out, of)
		}
	}
	e.telling.Store(at, out)
	return out
}

// shownOn reports whether a page shows one of the values of an attribute.
func shownOn(page map[string][]string, values []shows) bool {
	for _, texts := range page {
		for _, text := range texts {
			if len(text) <= maxShown && slices.ContainsFunc(values, func(is shows) bool { return is(text) }) {
				return true
			}
		}
	}
	return false
}

// find is lookup on a page that a query for a name has led to, "" for none. Where
// the query asked for a part of the name, a page whose name has that part is of
// the entity, in other words.
func (e *Entities) find(as *query.Names, names []string, page map[string][]string, asked string) (at int, ok bool) {
	if i, ok := e.lookup(as, names, page); ok {
		return i, true
	}
	if list := e.byAsked[asked]; len(list) > 0 && len(e.profile.With) == 0 && len(names) == 1 && len(names[0]) <= maxValueBytes && values.HasName(names[0], asked) {
		return list[0], true
	}
	return 0, false
}

// only finds the known entity of a name that no site known has two of, whatever else the page
// shows: it may show what tells entities of one name apart in other words, or not at all. That
// it is the same one is likely and not sure: enough to compare columns, too little to join pages.
func (e *Entities) only(as *query.Names, names []string) (at int, ok bool) {
	if len(names) != 1 || len(names[0]) > maxValueBytes {
		return 0, false
	}
	for _, key := range as.Keys(names[0]) {
		sites := map[string]bool{}
		for _, i := range e.byName[key] {
			sites[e.all[i].site] = true
		}
		if len(sites) > 0 && len(sites) == len(e.byName[key]) {
			return e.byName[key][0], true
		}
	}
	return 0, false
}

// compared gives the known entities whose values lookup compares with a page: none unless these tell
// entities of one name apart.
func (e *Entities) compared(as *query.Names, names []string) (places []int) {
	if len(names) == 1 && len(names[0]) <= maxValueBytes && len(e.profile.With) > 0 {
		for _, key := range as.Keys(names[0]) {
			places = append(places, e.byName[key]...)
		}
	}
	return places
}
