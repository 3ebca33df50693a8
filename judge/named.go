package judge

import (
	"verde/query"
	"verde/values"
)

// inTitles reports whether the titles of a page have the name, or its first part, that a query asks for.
func inTitles(titles string, q query.Query) bool { return values.HasName(titles, q.Required[0].Text) }
