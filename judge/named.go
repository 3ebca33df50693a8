package judge

import (
	"slices"
	"strings"

	"verde/query"
	"verde/values"
)

// inTitles reports whether the titles of a page have the name, or its first part, that a query asks for: its
// words in their order, however they are parted (see [values.Spelled]), or, of what may be a person's name, with those that stand last first, as lists have them.
func inTitles(titles string, q query.Query) bool {
	name := q.Required[0].Text
	if values.Spelled(strings.TrimSpace(titles), name) != "" {
		return true
	}
	words := strings.Fields(values.Straight(name))
	for i := range words {
		if strings.Contains(titles, " "+strings.Join(slices.Concat(words[i:], words[:i]), " ")+" ") {
			return true
		}
	}
	return false
}
