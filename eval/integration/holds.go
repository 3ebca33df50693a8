package integration

import (
	"slices"
	"strings"

	"verde/integrate/compare"
	"verde/values"
)

// agrees reports whether found texts express what a page shows.
func agrees(found, shown []string) bool {
	if anyAgree(found, shown) {
		return true
	}
	for _, f := range found {
		if isJoinedList(f, shown) || slices.ContainsFunc(shown, func(s string) bool { return isMorePrecise(f, s) }) {
			return true
		}
	}
	return false
}

// isJoinedList reports whether a text is a list's elements, in any order, with the same word between them: "Ida
// Holm and Jan Berg".
func isJoinedList(text string, list []string) bool {
	return len(list) > 1 && matchesElements(values.Words(text), list, "")
}

// matchesElements reports whether words are those of a list's elements, each once, separated by the word between,
// any for "".
func matchesElements(words, list []string, between string) bool {
	for i, t := range list {
		element := values.Words(t)
		if slices.Index(list, t) < i || len(words) < len(element) || !slices.Equal(words[:len(element)], element) {
			continue
		}
		rest := words[len(element):]
		if len(list) == 1 {
			return len(rest) == 0
		}
		if len(rest) > 0 && (between == "" || rest[0] == between) && matchesElements(rest[1:], slices.Delete(slices.Clone(list), i, i+1), rest[0]) {
			return true
		}
	}
	return false
}

// isMorePrecise reports whether a text gives the shown date or duration more precisely: the day of a month or
// year, the seconds of a duration.
func isMorePrecise(text, shown string) bool {
	for _, form := range []compare.Form{{Kind: compare.Date}, {Kind: compare.Number, Minutes: true}} {
		l := compare.NewLexicon()
		if v, w := l.Value(text, form), l.Value(shown, form); v != nil && w != nil && v.Precision() > w.Precision() && w.Precision() > 0 && l.Compare(v, w) >= compare.Detail {
			return true
		}
	}
	return false
}

// anyAgree reports whether a text of one list means the same as one of the other: the same value (see
// [values.Same]), or the same words in any order; a list may be one text.
func anyAgree(a, b []string) bool {
	for _, s := range a {
		for _, t := range b {
			if values.Same(s, t) {
				return true
			}
		}
	}
	x, y := words(a), words(b)
	for w := range x {
		if w != "" && y[w] {
			return true
		}
	}
	return false
}

// words returns the sorted words of each text, and of all texts together.
func words(texts []string) map[string]bool {
	out := make(map[string]bool, len(texts)+1)
	for _, t := range append(slices.Clip(texts), strings.Join(texts, " ")) {
		list := values.Words(t)
		slices.Sort(list)
		out[strings.Join(list, " ")] = true
	}
	return out
}
