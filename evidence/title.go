package evidence

import (
	"iter"
	"regexp"
	"slices"

	"verde/query"
	"verde/values"
)

// separators part a title: an entity's name from the site, the section, the maker.
var separators = regexp.MustCompile(`\s*[|:»›·•,(\[]+\s*|\s+[-–—~/]+\s+`)

// maxParts is how many parts of a title may be of a name: the last of them is the whole
// rest.
const maxParts = 8

// Runs gives the texts of a title that may be the name of its entity: its runs of one or
// more consecutive parts, longer runs first, then from left to right. Of "a | b" these are
// "a | b", "a" and "b". Cost: maxParts² texts.
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

// parts gives the offsets where the parts of a title start and end.
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

// Named reports whether one of the [Runs] of the title of a URL's result is the name that
// a query asks for, in any form (see [values.IsName]). A title that has the name only
// within a longer one (see [Results.Titled]) may be another entity's: "The Holocaust and
// Its Legacy" is no page of "Legacy". Three variants of the name count, too: the name
// without a part that pages show beside it (see [query.Query.InParts]), the name with
// another value of the query, and the name with more middle names (see
// [Results.Extended]). Cost: that of [Runs] once for each URL.
func (r *Results) Named(url, queryID string) bool {
	at := r.byURL[url]
	return at != nil && slices.ContainsFunc(r.nameForms[queryID], func(name values.Form) bool {
		return slices.ContainsFunc(at.titleRuns(), func(run values.Form) bool { return run.Is(name) })
	}) || r.Extended(url, queryID) != ""
}

// Extended gives the shortest of the [Runs] of the title of a URL's result that is the
// name a query asks for with middle names added, "" if there is none. It is for queries
// that ask for a name in several spellings or by its words, as for persons, and for
// queries made of titles in which the name was recognised. Other queries ask for the
// exact name and get "". Cost: that of [Results.Named].
func (r *Results) Extended(url, queryID string) string {
	q, at := r.queries[queryID], r.byURL[url]
	if at == nil || len(r.nameForms[queryID]) == 0 || !q.Words && !q.Unasked && len(q.Spellings) == 0 {
		return ""
	}
	shortest := ""
	for i, form := range at.titleRuns() {
		if form.Extends(r.nameForms[queryID][0]) && (shortest == "" || len(at.runTexts[i]) < len(shortest)) {
			shortest = at.runTexts[i]
		}
	}
	return shortest
}

// titleRuns gives the [Runs] of the title as forms.
func (at *result) titleRuns() []values.Form {
	at.compare()
	return at.runForms
}

// form is the whole title as a form.
func (at *result) form() values.Form {
	at.compare()
	return at.titleForm
}

// compare makes the forms of the title, once.
func (at *result) compare() {
	at.once.Do(func() {
		at.titleForm = values.NewForm(at.folded)
		for run := range Runs(at.title) {
			at.runTexts, at.runForms = append(at.runTexts, run), append(at.runForms, values.NewForm(run))
		}
	})
}
