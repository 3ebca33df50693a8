package known

import (
	"fmt"
	"testing"

	"verde/record"
)

// What repeats with parts of its own, and links to other pages about the same entity,
// stand around a record; values, lists of them, and links that are values do not.
func TestAround(t *testing.T) {
	t.Parallel()
	field := func(label string, values ...record.Value) record.Field {
		return record.Field{Label: label, Values: values}
	}
	link := func(text, to string) record.Value { return record.Value{Text: text, Href: "http://s.example/" + to} }
	var a Around
	if a.Labels()["by"] {
		t.Error("of no page something stands around")
	}
	for i := range 6 {
		reviewer := field("reviewer", record.Value{Text: fmt.Sprint("Reviewer ", i)})
		r := record.Record{URL: fmt.Sprintf("http://s.example/book?id=%d", 700+i), Fields: []record.Field{
			field("author", link(fmt.Sprint("Author ", i/2), fmt.Sprint("author/", i/2))),
			field("session", link("Poetry", fmt.Sprintf("shelf/poetry?sid=%d", i*i))), // another address each time, of nothing that is the page's
			field("more", link("Reviews", fmt.Sprintf("reviews?id=%d", 700+i))),
			field("self", link(fmt.Sprint("Book ", i), fmt.Sprintf("book?id=%d", 700+i))),
			field("price", record.Value{Text: "$5"}),
			field("see also", link(fmt.Sprint("Book ", (i+1)%6), fmt.Sprintf("book?id=%d", 700+(i+1)%6))),
		}, Groups: []record.Group{{Label: "genres", Rows: []record.Row{{field("genre", record.Value{Text: "Poetry"})}, {field("genre", record.Value{Text: "Letters"})}}}}}
		switch {
		case i < 2: // one review is told as fields
			r.Fields = append(r.Fields, reviewer, field("reviewer 4", record.Value{Text: fmt.Sprint("Reviewer ", i)}), field("author 2", record.Value{Text: "Ann"}))
		case i < 5:
			r.Groups = append(r.Groups, record.Group{Label: "reviews", Rows: []record.Row{{reviewer, field("date", record.Value{Text: "12 May"})}}})
		}
		a.Add(&r)
	}
	for label, want := range map[string]bool{"author": false, "session": false, "self": false, "price": false, "genre": false, "unknown": false,
		"more": true, "see also": true, "reviewer": true, "reviewer 4": true, "author 2": false, "date": true} {
		if got := a.Labels()[label]; got != want {
			t.Errorf("%s stands around: %v, want %v", label, got, want)
		}
	}
}
