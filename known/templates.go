package known

import (
	"maps"
	"slices"

	"verde/catalog"
	"verde/record"
)

// minAlike is the least share of a template's informative columns that another template of the same kind has,
// too.
const minAlike = 0.5

// hardly is the share of the usual columns of the entity's pages below which a page is of another kind. On sixty sites
// looked at, pages of entities had at least a quarter of these columns, reviews and news a ninth at most. Fewer than
// fewColumns columns are too few to tell.
const (
	hardly     = 0.2
	fewColumns = 5
)

// OtherKinds gives the URLs of a site's records that are of another kind of page than the entity's. Reviews, news and
// lists are named after entities, too, but have other columns, and comparisons are about two entities each. Of another kind are:
//
//   - all records of a template (see [record.Record].Template) with too few columns like those of the entity's template
//     (see minAlike), unless its pages are about further entities (see complements);
//   - single records, in whatever template, with hardly any of the usual columns (see hardly);
//   - all records of a template whose other pages are named after several entities each (see compares).
//
// The entity's template is, among templates whose pages are named after one entity each, the one with most columns that
// agree with known values or are like known columns (see [Entities.NameColumns]), of equals the one with
// most records. askedFor is that of NameColumns; its pages are the samples of the usual columns. Cost: that of
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
			agree = len(names) + len(e.similarColumns(catalog.Source{Attributes: names}, list))
		}
		if agree > most || agree == most && len(list) > len(byTemplate[best]) {
			best, most = n, agree
		}
	}
	if len(comparing) == len(byTemplate) {
		return nil // no template is the entity's
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

// complements reports whether the records of a template are about entities that the entity's template lacks, by the identifying
// columns given: a site with pages in several layouts has each entity in one of them, and the layouts may have
// few columns in common. Reviews and news are about entities with a page in the entity's template. In addition, the share of records with known
// names has to be at least half of that in the entity's template, and another attribute has to agree with known values, which excludes pages about
// people and places.
func (e *Entities) complements(entity []record.Record, entityColumns map[string]string, other []record.Record, otherColumns map[string]string) bool {
	if otherColumns == nil || entityColumns == nil {
		return false
	}
	src := catalog.Source{Attributes: otherColumns}
	if len(e.agreesIn(src, other)) == 0 && len(e.similarColumns(src, other)) < minFilled {
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

// KnownOf is the number of distinct entities that records of a source name and other sites have.
func (e *Entities) KnownOf(src catalog.Source, records []record.Record) int {
	return len(e.knownNames(records, src.Attributes))
}

// knownNames gives the keys of the names of a site's records that other sites have, too.
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

// OtherKinds is [Entities.OtherKinds] for a site with known pages of entities, by their URLs.
func OtherKinds(records []record.Record, samples []string) map[string]bool {
	sample := func(url string) bool { return slices.Contains(samples, url) }
	for _, r := range records {
		if sample(r.URL) {
			return otherKinds(templates(records), r.Template, sample)
		}
	}
	return nil
}

// templates groups records by template.
func templates(records []record.Record) map[int][]record.Record {
	out := map[int][]record.Record{}
	for _, r := range records {
		out[r.Template] = append(out[r.Template], r)
	}
	return out
}

// otherKinds gives the URLs of the records of templates with too few columns like those of the entity's template (see
// [column.like]); of the other templates, the records with hardly any of the alike columns, and of the entity's template
// the records with hardly any of the samples' columns. If the entity's template has no informative columns, no
// template is of another kind.
func otherKinds(byTemplate map[int][]record.Record, entity int, sample func(url string) bool) map[string]bool {
	shown := informativeColumns(byTemplate[entity])
	out := map[string]bool{}
	for n, list := range byTemplate {
		alike, usual := map[string]bool{}, map[string]bool{} // columns of the entity's template, and of this one
		theirs := informativeColumns(list)
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

// samplesColumns gives the columns of a template that at least half of the samples have.
func samplesColumns(records []record.Record, sample func(url string) bool) []string {
	var shown []map[string][]string
	for _, r := range records {
		if sample(r.URL) {
			shown = append(shown, r.ByLabel())
		}
	}
	return usualColumns(kindColumns(records), shown)
}

// strays gives the records with hardly any of the usual columns, none if there are fewer than fewColumns.
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

// usualColumns gives the columns that at least half of the samples have; a column of parts of values is left out if the column of
// the whole values is there.
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

// kindColumns gives the columns that may distinguish kinds of pages, each mapped to the column of whose values it has parts, "" for
// none. Left out are constant columns, titles of pages (see [callings]), columns that name other pages of the site,
// and columns around the entity; but parts of prose in these columns are not.
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

// sameEverywhere is the least share of equal values of a constant column, the same as that of words which all names of a
// site share (see [query.Names]): some page of a site is always of another kind.
const sameEverywhere = 0.9

// constants gives the columns in which a share of sameEverywhere of the values are equal.
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
