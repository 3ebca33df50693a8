package known

import (
	"cmp"
	"iter"
	"maps"
	"slices"
	"sync"

	"verde/catalog"
	"verde/query"
	"verde/record"
	"verde/values"
)

// maxValueBytes bounds the values that are looked up or compared, in bytes: longer ones are
// prose.
const maxValueBytes = 300

// entity is the record of one page about one entity, with values by the vertical's attributes.
type entity struct {
	site        string
	round       int // in which its site was found, 0 for the training site
	record      query.Record
	siteColumns map[string][]string // its other values by the labels of its site, without columns around the entity; nil for the training site
	alias       string              // the attribute that names it in place of the vertical's identifier, "" for none; see alias
	of          int                 // of an alias: the place in all of the entity by its name
}

// Entities are the records of the sites explored before a round, indexed by name. They are
// filled by [Entities.AddSite] and then only read, and safe for concurrent use. The zero value
// is empty.
//
// Memory: all values of all records, or only their names (see [NewShelved]).
type Entities struct {
	profile    query.Profile                // the vertical's
	all        []entity                     // those with aliases are behind the others
	named      int                          // of all, those that are no aliases
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
	qualifiers map[string]*query.Qualifiers // explored site -> how it writes what distinguishes entities of one name
	columns    []*column                    // what sites show of their entities beside the name
	own        map[string]bool              // labels of the training site
	tests      sync.Map                     // place in all -> [][]shows, see qualifierTests
	shelf      *remote                      // that has the values of all; nil for those that have them themselves
}

// shows reports whether a text on a page shows a certain value of an entity.
type shows func(text string) bool

// New gives entities of no site yet, of the vertical with the attributes of the profile.
func New(profile query.Profile) *Entities {
	return &Entities{profile: profile, byName: map[string][]int{}, byWording: map[string]int{}, byWord: map[string][]int{}, byAsked: map[string][]int{}, sites: map[string]int{}, unsure: map[string]bool{}, confirmed: map[string]bool{}, attributes: map[string][]string{}, names: map[string]*query.Names{}, qualifiers: map[string]*query.Qualifiers{}, own: map[string]bool{}}
}

// AddSite adds the records of an explored site. Columns of a discovered site that the source maps to
// the vertical's attributes are renamed to these. The error is one of reading the records. Cost: linear.
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
	e.qualifiers[s.Site] = query.NewQualifiers(own, e.profile.Identifier, e.profile.With)
	e.addColumns(s.Site, found)
	for _, in := range found {
		e.add(in)
	}
	return nil
}

// add adds an entity that has a name.
func (e *Entities) add(in entity) {
	e.index(in, in.name(e))
	e.named++
}

// index adds an entity under a name. It is found by this name with and without the words that
// all names of its site share: another site may show only the entities of one maker,
// whose names all begin with the maker.
func (e *Entities) index(in entity, name string) {
	as, at := e.namesOf(in), len(e.all)
	if e.shelf != nil {
		in = entity{site: in.site, round: in.round, alias: in.alias, of: in.of}
	}
	e.all = append(e.all, in)
	for _, key := range as.Keys(name) {
		e.byName[key] = append(e.byName[key], at)
	}
	e.addWording(as, name, at)
	for _, asked := range []string{values.Fold(as.Asked(name)), values.Fold(as.Short(name)), values.Fold(as.Lead(name))} {
		list := e.byAsked[asked]
		if old := len(list) > 0 && e.all[list[len(list)-1]].site == in.site; asked != "" && !old && query.Key(asked) != as.Key(name) {
			e.byAsked[asked] = append(list, at)
		}
	}
}

// name is the entity's name on its page.
func (in entity) name(e *Entities) string { return in.record.Values[in.identifier(e)][0] }

// identifier is the attribute that names the entity.
func (in entity) identifier(e *Entities) string { return cmp.Or(in.alias, e.profile.Identifier) }

// nameAt is the name of the entity of the record at a place.
func (e *Entities) nameAt(i int) string {
	if names := e.valuesAt(i)[e.all[i].identifier(e)]; len(names) > 0 {
		return names[0]
	}
	return "" // it could not be fetched, see Err
}

// nameOf is the folded value of a site's identifying column on a page, "" if there is none, or several.
func (e *Entities) nameOf(src catalog.Source, shown map[string][]string) string {
	at := e.nameColumn(src, func(label string) bool { return len(shown[label]) == 1 && len(shown[label][0]) <= maxValueBytes })
	if at == "" {
		return ""
	}
	return values.Fold(shown[at][0])
}

// NameOf is the folded name of a record's entity, "" if the record has no name, or several. The source's records need not be
// among the entities.
func (e *Entities) NameOf(src catalog.Source, r *record.Record) string {
	if src.Role != catalog.Training {
		return e.nameOf(src, r.Whole().ByLabel())
	}
	return values.Fold(r.Value(e.profile.Identifier))
}

// nameColumn is the label of a site's identifying column that satisfies such, the first in alphabetical order of several.
func (e *Entities) nameColumn(src catalog.Source, such func(label string) bool) (first string) {
	for label, attribute := range src.Attributes {
		if attribute == e.profile.Identifier && such(label) && (first == "" || label < first) {
			first = label
		}
	}
	return first
}

// Explored reports whether the records of a site were added.
func (e *Entities) Explored(site string) bool {
	_, ok := e.sites[site]
	return ok
}

// KnownElsewhere reports whether an explored site other than the given one shows an entity with
// a name, or with the part of it that is asked for (see [query.Names.Asked]).
func (e *Entities) KnownElsewhere(name, site string) bool {
	return e.knownWhere(name, func(at int) bool { return e.all[at].site != site })
}

// ShownBy reports whether an explored site shows an entity with a name, or with the part of it that is asked for.
func (e *Entities) ShownBy(name, site string) bool {
	return e.knownWhere(name, func(at int) bool { return e.all[at].site == site })
}

// knownWhere reports whether an entity with a name, in whatever form, satisfies such.
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
		whole := e.namesOf(e.all[at]).Key(e.nameAt(at))
		if such(at) || slices.ContainsFunc(e.byName[whole], such) {
			return true
		}
	}
	return false
}

// Len is the number of records with a name.
func (e *Entities) Len() int { return e.named }

// Records gives these records, with values by the vertical's attributes. The caller does not
// change them.
func (e *Entities) Records() []query.Record {
	out := make([]query.Record, e.named)
	for i, in := range e.all[:e.named] {
		out[i] = in.record
	}
	return out
}

// renamed splits values into those of columns with a name in the vertical, by that name, and the
// others, by their labels.
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

// lookup finds the place in all of a known entity by the one name in a column. as is the model of the
// names of the column's site, page the other values of the page.
func (e *Entities) lookup(as *query.Names, names []string, page map[string][]string) (at int, ok bool) {
	if len(names) != 1 || len(names[0]) > maxValueBytes {
		return 0, false
	}
	for _, key := range as.Keys(names[0]) {
		if at, ok := e.disambiguate(e.byName[key], page); ok {
			return at, true
		}
	}
	if len(e.profile.With) > 0 {
		return 0, false // names are ambiguous, so a part of one is no evidence
	}
	return e.inOtherWords(as, names[0])
}

// disambiguate picks, among known entities with the same name, the one that a page is about: the first, unless
// the vertical has qualifying attributes ("Analyst" is the name of many jobs). Then it is the entity
// with the most of these attributes shown on the page, at least half of them, under any label and in any form
// (see [query.Qualifiers.Shows]). Of several values of one attribute, such as authors of a book, one is
// enough. Values over maxShown are not compared.
func (e *Entities) disambiguate(found []int, page map[string][]string) (at int, ok bool) {
	if len(e.profile.With) == 0 {
		if len(found) == 0 {
			return 0, false
		}
		return found[0], true
	}
	most := 0
	e.prefetch(found)
	for _, i := range found {
		tests, shown := e.qualifierTests(i), 0
		for _, theirs := range tests {
			if shownOn(page, theirs) {
				shown++
			}
		}
		if shown > most && 2*shown >= len(tests) {
			at, most = i, shown
		}
	}
	return at, most > 0
}

// qualifierTests gives, for each qualifying attribute with values of a known entity, a test for each
// value. The tests are made at first use.
func (e *Entities) qualifierTests(at int) [][]shows {
	if made, ok := e.tests.Load(at); ok {
		return made.([][]shows)
	}
	site, shown := e.all[at].site, e.valuesAt(at)
	var out [][]shows
	for _, attribute := range e.profile.With {
		var of []shows
		for _, text := range shown[attribute] {
			if len(text) <= maxShown {
				of = append(of, e.qualifiers[site].Shows(attribute, text))
			}
		}
		if len(of) > 0 {
			out = append(out, of)
		}
	}
	e.tests.Store(at, out)
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

// find is lookup on a page that a query for asked has led to, "" for none. If the query asked for a
// part of an entity's name, a page whose name contains that part is about the entity.
func (e *Entities) find(as *query.Names, names []string, page map[string][]string, asked string) (at int, ok bool) {
	if i, ok := e.lookup(as, names, page); ok {
		return i, true
	}
	if list := e.byAsked[asked]; len(list) > 0 && len(e.profile.With) == 0 && len(names) == 1 && len(names[0]) <= maxValueBytes && values.HasName(names[0], asked) {
		return list[0], true
	}
	return 0, false
}

// uniquelyNamed finds the known entity with a name that no known site has twice, whatever else the page
// shows: it may show the qualifiers in other words, or not at all. It is likely but not certain that
// the page is about the same entity: enough to compare columns, too little to join pages.
func (e *Entities) uniquelyNamed(as *query.Names, names []string) (at int, ok bool) {
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

// comparedPlaces gives the known entities whose values lookup compares with a page: none without
// qualifying attributes.
func (e *Entities) comparedPlaces(as *query.Names, names []string) (places []int) {
	if len(names) == 1 && len(names[0]) <= maxValueBytes && len(e.profile.With) > 0 {
		for _, key := range as.Keys(names[0]) {
			places = append(places, e.byName[key]...)
		}
	}
	return places
}
