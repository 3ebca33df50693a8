package known

import "verde/query"

// person is the place in all of a known entity, and its name as it may be compared with names that have initials.
type person struct {
	at   int
	name string
}

// addPerson has an entity found by its name with initials in place of given names, if its site has names of persons.
func (e *Entities) addPerson(as *query.Names, name string, at int) {
	if key := as.InitialsKey(name); key != "" {
		e.byInitials[key] = append(e.byInitials[key], person{at, as.Core(name)})
	}
}

// byInitialsOf finds the one known person whose name and the given one may be the same, though one of them has initials
// in place of given names: "Lee, A." for "Anna Lee". Where several of one site or of several names may be the
// one, nobody knows which.
func (e *Entities) byInitialsOf(as *query.Names, name string) (at int, ok bool) {
	name = as.Core(name)
	full, sites := "", map[string]bool{}
	for _, p := range e.byInitials[query.InitialsKey(name)] {
		switch {
		case query.Family(name) == "" && query.Family(p.name) == "": // the one or the other may be who has initials elsewhere
			return 0, false
		case !query.SamePerson(name, p.name):
			continue
		}
		key, site := query.Key(p.name), e.all[p.at].site
		switch {
		case sites[site]:
			return 0, false
		case query.Family(p.name) != "":
		case full != "" && key != full:
			return 0, false
		default:
			full = key
		}
		if sites[site] = true; !ok {
			at, ok = p.at, true
		}
	}
	return at, ok
}
