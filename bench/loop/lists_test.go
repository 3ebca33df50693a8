package loop

import (
	"fmt"
	"slices"
	"testing"

	"verde/eval/webbox"
)

// A list has what names the entities and the two attributes that most have, of entities that
// lie as far from each other.
func TestList(t *testing.T) {
	t.Parallel()
	var all []webbox.Entity
	for i := range 120 {
		record := map[string][]string{"title": {fmt.Sprint("T", i)}, "year": {"2001"}, "author": {"Ann", "Bob"}}
		if i%2 == 0 {
			record["isbn"] = []string{"1"}
		}
		if i == 2 {
			delete(record, "year")
		}
		all = append(all, webbox.Entity{URL: fmt.Sprintf("http://s.example/%03d", i), Record: record})
	}
	slices.Reverse(all)
	rows := list(all, "title")
	if want := [][]string{{"title", "author", "year"}, {"T0", "Ann", "2001"}, {"T2", "Ann", ""}}; len(rows) != listed+1 || !slices.EqualFunc(rows[:3], want, slices.Equal) {
		t.Errorf("%d rows, %q, want %q", len(rows), rows[:3], want)
	}
}
