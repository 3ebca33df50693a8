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
// of what their pages show. These are all of a template (see [record.Record].Template) that
// says other things than the entity's, and in the entity's those that show hardly any of
// what its pages show.
//
// The entity's template is the one whose records agree with what is known in most columns
// and fill most of the known ones (see [Entities.NameColumns]); of equals the one with most
// records. askedFor is that of NameColumns; what its pages show counts. Cost: that of
// NameColumns.
func (e *Entities) OtherKinds(records []record.Record, askedFor map[string]string) map[string]bool {
	byTemplate := templates(records)
	best, most := 0, -1
	for _, n := range slices.Sorted(maps.Keys(byTemplate)) {
		list := byTemplate[n]
		if len(byTemplate) == 1 {
			best = n
			break
		}
		names := e.NameColumns(list, askedFor)
		agree := 0
		if names != nil {
			agree = len(names) + e.fills(catalog.Source{Attributes: names}, list)
		}
		if agree > most || agree == most && len(list) > len(byTemplate[best]) {
			best, most = n, agree
		}
	}
	return otherKinds(byTemplate, best, func(url string) bool { return askedFor[url] != "" })
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
// entity's shows, by columns that say the same kind of thing (see [column.like]), and those
// of its own that show hardly any of what the pages show that are samples. Of a template that
// shows nothing by which it can be told, none is of another kind.
func otherKinds(byTemplate map[int][]record.Record, entity int, sample func(url string) bool) map[string]bool {
	shown := tellingColumns(byTemplate[entity])
	out := map[string]bool{}
	for _, list := range byTemplate {
		theirs, alike := tellingColumns(list), 0
		for _, c := range shown {
			for _, o := range theirs {
				if c.like(o) || o.like(c) {
					alike++
					break
				}
			}
		}
		if float64(alike) < minAlike*float64(len(shown)) {
			for _, r := range list {
				out[r.URL] = true
			}
		}
	}
	for _, r := range strays(byTemplate[entity], shown, sample) {
		out[r.URL] = true
	}
	return out
}

// strays gives the records of a template that show hardly any of the columns which at
// least half of the samples show, none if these are few.
func strays(records []record.Record, columns map[string]*column, sample func(url string) bool) []record.Record {
	samples, have := 0, map[string]int{}
	for _, r := range records {
		if sample(r.URL) {
			samples++
			for label := range r.Whole().ByLabel() {
				have[label]++
			}
		}
	}
	var usual []string
	for label := range columns {
		if n := have[label]; n > 0 && 2*n >= samples {
			usual = append(usual, label)
		}
	}
	var out []record.Record
	for _, r := range records {
		n, texts := 0, r.Whole().ByLabel()
		for _, label := range usual {
			if len(texts[label]) > 0 {
				n++
			}
		}
		if len(usual) >= fewColumns && float64(n) < hardly*float64(len(usual)) {
			out = append(out, r)
		}
	}
	return out
}
