package verde

import (
	"maps"
	"regexp"
	"slices"

	"verde/evidence"
	"verde/page"
	"verde/query"
	"verde/values"
)

// recognise finds known things in the titles of results that were about other
// things. A query mostly leads to pages of a site that mention what was asked
// for beside their own thing, and with a site that shares few things with the
// others to no other pages; but a page titled with something known can be judged
// by that as well as if it had been asked for. Each such thing becomes a query
// that was never asked, its title's page the answer; a thing that was asked for
// keeps its query, so that it counts once.
//
// It gives the queries that it made, by the names of their things. Cost: linear
// in the titles and in what is known.
func (k *knowledge) recognise(a *evidence.Results, v *Vertical, seed uint64, opt query.Options) []query.Query {
	ids := a.Asked()
	found := map[string][]string{} // folded name -> URLs
	for _, url := range a.URLs() {
		if k.explored(page.Site(url)) {
			continue
		}
		if name := k.nameIn(a.Title(url)); name != "" {
			found[name] = append(found[name], url)
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
	byName := k.questions(unasked, v, seed, opt)
	for _, name := range unasked {
		if q, ok := byName[name]; ok {
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

// questions makes a query for each of the folded names of known things, with the
// values of the first site that knows some beside the name.
func (k *knowledge) questions(names []string, v *Vertical, seed uint64, opt query.Options) map[string]query.Query {
	bySite := map[string][]int{} // instances
	for i, in := range k.instances {
		bySite[in.site] = append(bySite[in.site], i)
	}
	type rated struct {
		records map[int]query.Record // by instance
		profile query.Profile
	}
	sites := map[string]rated{}
	out := make(map[string]query.Query, len(names))
	for _, name := range names {
		for _, i := range k.byName[name] {
			site := k.instances[i].site
			s, ok := sites[site]
			if !ok {
				list := make([]instance, len(bySite[site]))
				for j, n := range bySite[site] {
					list[j] = k.instances[n]
				}
				records, profile := k.wanted(v, list)
				s = rated{make(map[int]query.Record, len(records)), profile}
				for j, n := range bySite[site] {
					s.records[n] = records[j]
				}
				sites[site] = s
			}
			one := query.Instances([]query.Record{s.records[i]}, s.profile, 1, seed, nil)
			if len(one) == 0 || len(one[0].Values) < 2 {
				continue // by its name alone anything may be it
			}
			out[name] = query.Build(one, v.Domain, v.Keywords, opt)[0]
			break
		}
	}
	return out
}

// separators stand in titles between a thing's name and what else they have: the
// site, the section, the maker.
var separators = regexp.MustCompile(`\s*[|:»›·•,(\[]+\s*|\s+[-–—~/]+\s+`)

// maxParts bounds the parts of a title that are looked at: further ones are no
// name's.
const maxParts = 8

// nameIn gives the folded bare name of a known thing that a title has as one of its
// parts, or as several that follow each other, "" if there is none. Of several
// the one with most parts counts, of those the first. Cost: maxParts² look-ups.
func (k *knowledge) nameIn(title string) string {
	if len(title) > maxValueBytes {
		return ""
	}
	starts, ends := []int{0}, []int{}
	for _, at := range separators.FindAllStringIndex(title, maxParts-1) {
		starts, ends = append(starts, at[1]), append(ends, at[0])
	}
	ends = append(ends, len(title))
	for n := len(starts); n > 0; n-- {
		for i := range len(starts) - n + 1 {
			name := title[starts[i]:max(starts[i], ends[i+n-1])]
			if found := k.byName[values.Fold(name)]; len(found) > 0 {
				return values.Fold(query.Bare(k.instances[found[0]].record.Values[k.identifier][0]))
			}
		}
	}
	return ""
}
