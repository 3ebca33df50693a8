package evidence

import (
	"iter"
	"regexp"
	"slices"

	"verde/query"
	"verde/values"
)

// separators of titles are between an entity's name and the rest: the site, the
// section, the maker.
var separators = regexp.MustCompile(`\s*[|:»›·•,(\[]+\s*|\s+[-–—~/]+\s+`)

// maxParts bounds the parts of a title that are looked at: further ones are no
// name's.
const maxParts = 8

// Runs gives the texts of a title that may be the name of what it is about: its parts,
// and several that follow each other, those of most parts first, of these the first.
// Cost: maxParts² texts.
func Runs(title string) iter.Seq[string] {
	return func(yield func(string) bool) {
		starts, ends := parts(title)
		for n := len(starts); n > 0; n-- {
			for i := range len(starts) - n + 1 {
				if !yield(title[starts[i]:max(starts[i], ends[i+n-1])]) {
					return
				}
			}
		}
	}
}

// parts gives where the parts of a title start and end.
func parts(title string) (starts, ends []int) {
	starts = append(starts, 0)
	for _, at := range separators.FindAllStringIndex(title, maxParts-1) {
		starts, ends = append(starts, at[1]), append(ends, at[0])
	}
	return starts, append(ends, len(title))
}

// partTexts gives each part of a title that has a key.
func partTexts(title string) (texts []string) {
	starts, ends := parts(title)
	for i, start := range starts {
		if text := title[start:max(start, ends[i])]; query.Key(text) != "" {
			texts = append(texts, text)
		}
	}
	return texts
}

// Named reports whether the title of a URL's result is, but for what stands around it,
// the name that a query asks for, in whatever form (see [values.IsName]). A title that has the name
// within a longer one (see [Results.Titled]) may be another entity's: "The Holocaust and
// Its Legacy" is no page of "Legacy". The name may be that without a part that pages show
// beside it (see [query.Query.InParts]), or the name with another value that the query has. It may have middle
// names that the query does not have (see [Results.Extended]).
// Cost: that of [Runs] once for each URL.
func (r *Results) Named(url, queryID string) bool {
	at := r.byURL[url]
	return at != nil && slices.ContainsFunc(r.forms[queryID], func(name values.Form) bool {
		return slices.ContainsFunc(at.titleRuns(), func(run values.Form) bool { return run.Is(name) })
	}) || r.Extended(url, queryID) != ""
}

// Extended gives the name that the title of a URL's result is, but for what stands around it, with middle names that the one asked for
// does not have; "" if it is none. The query asks for the name in several forms or by its words, as those of persons do, or was made of
// titles in which it was recognised: others ask for the name as it stands. Cost: as that of [Results.Named].
func (r *Results) Extended(url, queryID string) string {
	q, at := r.queries[queryID], r.byURL[url]
	if at == nil || len(r.forms[queryID]) == 0 || !q.Words && !q.Unasked && len(q.Spellings) == 0 {
		return ""
	}
	shortest := ""
	for i, form := range at.titleRuns() {
		if form.Extends(r.forms[queryID][0]) && (shortest == "" || len(at.texts[i]) < len(shortest)) {
			shortest = at.texts[i] // without what stands around it
		}
	}
	return shortest
}

// titleRuns gives the title's [Runs].
func (at *result) titleRuns() []values.Form {
	at.compare()
	return at.runs
}

// form is the title.
func (at *result) form() values.Form {
	at.compare()
	return at.all
}

// compare makes the title ready to be compared.
func (at *result) compare() {
	at.once.Do(func() {
		at.all = values.NewForm(at.folded)
		for run := range Runs(at.title) {
			at.texts, at.runs = append(at.texts, run), append(at.runs, values.NewForm(run))
		}
	})
}
