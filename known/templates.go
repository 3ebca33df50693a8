package known

import (
	"maps"
	"slices"

	"verde/catalog"
	"verde/record"
)

// minAlike is the share of what the records of one template show that those of another
// have to show, too, to be of the same kind: at least half, as of a site as a whole.
const minAlike = 0.5

// hardly is the share of what pages of the entity's kind show below which a page shows
// hardly any of it. On sixty sites looked at, those of entities showed a quarter of it at
// least, reviews and news a ninth at most. Of fewer than fewColumns columns nobody knows.
const (
	hardly     = 0.2
	fewColumns = 5
)

// OtherKinds gives the URLs of a site's records that are of another kind of page than the
// entity's: reviews, news and lists are named after entities as well, but show nothing else
// of what their pages show, and comparisons show two entities each. These are all of a template (see
// [record.Record].Template) that says other things than the entity's, or whose pages are named after several (see
// compares) once those are left out that show hardly any of what the entity's pages show, in whatever template. A template whose pages
// are about further entities of the kind stays (see complements).
//
// The entity's template is, of those whose pages are named after one entity each, the one whose records agree with
// what is known in most columns and fill most of the known ones (see [Entities.NameColumns]); of equals the one with
// most records. askedFor is that of NameColumns; what its pages show counts. Cost: that of
// NameColumns.
func (e *Entities) OtherKinds(records []record.Record, askedFor map[string]string) map[string]bool {
	byTemplate := templates(records)
	best, most := 0, -1
	columns := map[int]map[string]string{} // of each template, see NameColumns
	comparing := map[int]bool{}            // templates
	for _, n := range slices.Sorted(maps.Keys(byTemplate)) {
		list := byTemplate[n]
		if len(byTemplate) == 1 {
			best = n
			break
		}
		names := e.NameColumns(list, askedFor)
		if names != nil && e.compares(catalog.Source{Attributes: names}, list) {
			comparing[n] = true
			continue
		}
		columns[n] = names
		agree := 0
		if names != nil {
			agree = len(names) + len(e.fills(catalog.Source{Attributes: names}, list))
		}
		if agree > most || agree == most && len(list) > len(byTemplate[best]) {
			best, most = n, agree
		}
	}
	if len(comparing) == len(byTemplate) {
		return nil // none is the entity's
	}
	others := maps.Clone(byTemplate)
	for n, list := range byTemplate {
		if n != best && !comparing[n] && e.complements(byTemplate[best], columns[best], list, columns[n]) {
			delete(others, n)
		}
	}
	out := otherKinds(others, best, func(url string) bool { return askedFor[url] != "" })
	for n, list := range others {
		rest := slices.DeleteFunc(slices.Clone(list), func(r record.Record) bool { return out[r.URL] })
		if n != best && len(rest) < len(list) { // comparisons were among other pages
			names := e.NameColumns(rest, askedFor)
			comparing[n] = comparing[n] || names != nil && e.compares(catalog.Source{Attributes: names}, rest)
		}
		if comparing[n] {
			for _, r := range rest {
				out[r.URL] = true
			}
		}
	}
	return out
}

// complements reports whether the records of a template are about entities that those of the entity's template are not about, by the names
// of the columns given: a site that writes its pages in several layouts has each entity in one of them, and those may have
// few columns in common. Reviews and news of an entity come beside its page. The share of them that have known names is at least half of that
// of the entity's template, and they say something else that is known: of pages about people and places neither is so.
func (e *Entities) complements(entity []record.Record, entityColumns map[string]string, other []record.Record, otherColumns map[string]string) bool {
	if otherColumns == nil || entityColumns == nil {
		return false
	}
	src := catalog.Source{Attributes: otherColumns}
	if len(e.agreesIn(src, other)) == 0 && len(e.fills(src, other)) < minFilled {
		return false
	}
	mine, theirs := e.knownNames(entity, entityColumns), e.knownNames(other, otherColumns)
	both := 0
	for name := range theirs {
		if mine[name] {
			both++
		}
	}
	n := float64(len(theirs))
	return len(theirs) >= MinAgreeing && float64(both) < hardly*n && 2*n/float64(len(other)) >= float64(len(mine))/float64(len(entity))
}

// KnownOf is the number of different entities that records of a source name and other sites show.
func (e *Entities) KnownOf(src catalog.Source, records []record.Record) int {
	return len(e.knownNames(records, src.Attributes))
}

// knownNames are the keys of the names of a site's records that other sites have, too.
func (e *Entities) knownNames(records []record.Record, columns map[string]string) map[string]bool {
	src, out := catalog.Source{Attributes: columns}, map[string]bool{}
	as := namesIn(records, e.nameColumn(src, func(string) bool { return true }))
	for _, r := range records {
		if name := e.nameOf(src, r.Whole().ByLabel()); name != "" {
			if key := as.Key(name); e.elsewhere(key, r.Site) {
				out[key] = true
			}
		}
	}
	return out
}

// OtherKinds is [Entities.OtherKinds] where pages of the entity are known, by their URLs.
func OtherKinds(records []record.Record, samples []string) map[string]bool {
	sample := func(url string) bool { return slices.Contains(samples, url) }
	for _, r := range records {
		if sample(r.URL) {
			return otherKinds(templates(records), r.Template, sample)
		}
	}
	return nil
}

// templates are the records of each template.
func templates(records []record.Record) map[int][]record.Record {
	out := map[int][]record.Record{}
	for _, r := range records {
		out[r.Template] = append(out[r.Template], r)
	}
	return out
}

// otherKinds gives the URLs of the records of templates that show too little of what the
// entity's shows, by columns that say the same kind of thing (see [column.like]); of the other
// templates the pages that show hardly any of these columns, and of the entity's those that show hardly any
// of what the pages show that are samples. Of a template that
// shows nothing by which it can be told, none is of another kind.
func otherKinds(byTemplate map[int][]record.Record, entity int, sample func(url string) bool) map[string]bool {
	shown := tellingColumns(byTemplate[entity])
	out := map[string]bool{}
	for n, list := range byTemplate {
		alike, usual := map[string]bool{}, map[string]bool{} // of the entity's columns, and of those of the template
		theirs := tellingColumns(list)
		for mine, c := range shown {
			for label, o := range theirs {
				if c.like(o) || o.like(c) {
					alike[mine], usual[label] = true, true
				}
			}
		}
		gone := list
		switch {
		case float64(len(alike)) < minAlike*float64(len(shown)):
		case n == entity:
			gone = strays(list, samplesColumns(list, sample))
		default:
			gone = strays(list, slices.Collect(maps.Keys(usual)))
		}
		for _, r := range gone {
			out[r.URL] = true
		}
	}
	return out
}

// samplesColumns are the columns of a template which at least half of the samples show.
func samplesColumns(records []record.Record, sample func(url string) bool) []string {
	var shown []map[string][]string
	for _, r := range records {
		if sample(r.URL) {
			shown = append(shown, r.ByLabel())
		}
	}
	return usualColumns(kindColumns(records), shown)
}

// strays gives the records that show hardly any of the usual columns, none if these are few.
func strays(records []record.Record, usual []string) []record.Record {
	if len(usual) < fewColumns {
		return nil
	}
	var out []record.Record
	for _, r := range records {
		n, texts := 0, r.ByLabel()
		for _, label := range usual {
			if len(texts[label]) > 0 {
				n++
			}
		}
		if float64(n) < hardly*float64(len(usual)) {
			out = append(out, r)
		}
	}
	return out
}

// usualColumns are those columns that at least half of the samples show, of parts of values if the whole is none.
func usualColumns(columns map[string]string, samples []map[string][]string) (usual []string) {
	for _, label := range slices.Sorted(maps.Keys(columns)) {
		n := 0
		for _, shown := range samples {
			if len(shown[label]) > 0 {
				n++
			}
		}
		if n == 0 || 2*n < len(samples) {
			delete(columns, label)
		}
	}
	for _, label := range slices.Sorted(maps.Keys(columns)) {
		if _, whole := columns[columns[label]]; !whole {
			usual = append(usual, label)
		}
	}
	return usual
}

// kindColumns are the columns that may tell one kind of page from another, each with the column of which it has
// parts, "" for none. None is what has one value nearly everywhere, what pages are called (see [callings]), what names
// other pages of the site, and what stands around; but the parts of a text among these may.
func kindColumns(records []record.Record) map[string]string {
	columns := columnsOf(records)
	called, constant, names := callings(records, columns), constants(records), namesAmong(columns)
	out := map[string]string{}
	for label, c := range columns {
		if !called[label] && !constant[label] && (c.identifies() || !c.mostly(names)) {
			out[label] = ""
		}
	}
	for _, r := range records {
		for _, f := range r.Fields {
			if len(f.Values) == 0 || f.Values[0].PartOf == "" {
				continue
			}
			whole := f.Values[0].PartOf
			if out[f.Label] != whole && !called[whole] && slices.ContainsFunc(r.Texts(whole), func(text string) bool { return len(text) > maxShown }) {
				out[f.Label] = whole
			}
		}
	}
	return out
}

// sameEverywhere is the share of its values that are the same from which on a column is a part
// of the site, but for some page that is always another: that of words which all names of a site
// share (see [query.Names]).
const sameEverywhere = 0.9

// constants are the columns of which sameEverywhere of the values are the same.
func constants(records []record.Record) map[string]bool {
	type count struct {
		n    int
		seen map[string]int
	}
	counts := map[string]*count{}
	for _, r := range records {
		for label, texts := range r.ByLabel() {
			c := counts[label]
			if c == nil {
				c = &count{seen: map[string]int{}}
				counts[label] = c
			}
			for _, text := range texts {
				c.n++
				c.seen[text]++
			}
		}
	}
	out := map[string]bool{}
	for label, c := range counts {
		if float64(slices.Max(slices.Collect(maps.Values(c.seen)))) >= sameEverywhere*float64(c.n) {
			out[label] = true
		}
	}
	return out
}
