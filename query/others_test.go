package query

import (
	"fmt"
	"testing"
)

// A column of names of other entities relates some to others, whether each value is one
// or they stand in a row; a maker who has the name of one thing is none.
func TestRefersToOthers(t *testing.T) {
	t.Parallel()
	var records []Record
	name := func(i int) string { return "Book " + string(rune('A'+i%10)) + "x (2004)" }
	for i := range 10 {
		maker := fmt.Sprint("Maker ", i/3)
		if i == 0 {
			maker = "Book Bx"
		}
		records = append(records, Record{Values: map[string][]string{
			"name": {name(i)}, "own": {"Overview of " + name(i)}, "maker": {maker}, "next": {name(i + 1)}, "range": {name(i) + " - " + name(i+4)},
			"glued": {"Book " + string(rune('A'+(i+2)%10)) + "x" + name(i+3)}, "begins": {name(i) + " and more"}, "twice": {name(i) + " " + name(i)},
		}})
	}
	o := newOthers(records, "name")
	for column, want := range map[string]bool{"name": false, "own": false, "maker": false, "next": true, "range": true, "glued": true, "begins": false, "twice": false, "none": false} {
		if got := o.refersToOthers(records, column); got != want {
			t.Errorf("%s points to others: %v, want %v", column, got, want)
		}
	}
}

// Columns that say something short of the entity are told, also those that are not asked
// with; running text beside a word is no value.
func TestAnalyzeColumns(t *testing.T) {
	t.Parallel()
	records, titles := shelf()
	for i, r := range records {
		r.Values["ad"] = []string{fmt.Sprintf("Sponsored %c:", 'a'+i), "Sponsored words of one who has a lot of them to say, about things that nobody asked for."}
		r.Values["next"] = records[(i+1)%len(records)].Values["name"]
	}
	p := Analyze(records, titles, nil)
	if got, want := fmt.Sprint(attributeNames(p.Columns)), "[ad author binding mark name price]"; got != want {
		t.Errorf("columns %v, want %v", got, want)
	}
	for _, a := range p.Attributes {
		if a.Name == "ad" || a.Name == "next" {
			t.Errorf("asks with %s", a.Name)
		}
	}
}
