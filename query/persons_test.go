package query

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

func TestFamily(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{"Lee, A.": "lee", "A. Lee": "lee", "A. B. Lee": "lee", "Lee A": "lee", "LEE A": "lee", "van Gogh, V.": "van gogh",
		"Anna Lee": "", "Lee, Anna": "", "Anna B. Lee": "", "Lee": "", "A.": "", "Room 5, B": "", "": ""} {
		if got := Family(name); got != want {
			t.Errorf("the family name of %q is %q, want %q", name, got, want)
		}
	}
}

// Persons are asked for in all ways that sites write their names in; what has no persons' names is not.
func TestWritten(t *testing.T) {
	t.Parallel()
	persons, years := NewNames(numbered(20, "Magnus %s")), NewNames(numbered(20, "Toy %s of 1999"))
	for name, want := range map[string][]string{
		"Anna Lee":        {"Lee Anna", "A. Lee", "Lee A."},
		"Anna Berta Lee":  {"Lee Anna Berta", "A. B. Lee", "Lee A. B."},
		"Lee, Anna":       {"Anna Lee", "A. Lee", "Lee A."},
		"O'LEE Anna":      {"Anna O'LEE", "A. O'LEE", "O'LEE A."},
		"van Lee, Anna":   {"Anna van Lee", "A. van Lee", "van Lee A."},
		"Anna B. Lee-Roy": {"Lee-Roy Anna B.", "Anna Lee-Roy", "Lee-Roy Anna", "A. B. Lee-Roy", "Lee-Roy A. B."},
		"A. Lee":          {"Lee A."},
		"Pele":            nil,
		"":                nil,
	} {
		if got := persons.Written(name); !slices.Equal(got, want) {
			t.Errorf("%q is written %q, want %q", name, got, want)
		}
		if got := years.Written(name); got != nil {
			t.Errorf("%q is written %q among others than persons", name, got)
		}
	}
}

// By turns, they are asked for by their words.
func TestNameWords(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{"Anna Lee": `"Anna" AND "Lee" AND "x"`, "LEE, Anna B.": `"LEE" AND "Anna" AND "x"`, "A. Lee": `"A." AND "Lee" AND "x"`, "Lee": `"Lee" AND "x"`} {
		q := Query{Required: []Value{{Text: name}, {Text: "x"}}, Words: true}
		if got := q.Render(SearXNG); got != want {
			t.Errorf("%q is asked for as %s, want %s", name, got, want)
		}
	}
}

// Who is asked for by words is so without middle names, which other sites may not have; in forms, by the name as it stands.
func TestWithoutMiddle(t *testing.T) {
	t.Parallel()
	persons := NewNames(numbered(20, "Magnus %s"))
	for name, want := range map[string]string{"Anna Berta Lee": "Anna Lee", "Lee, Anna Berta": "Anna Lee", "A. Berta Lee": "Berta Lee", "van Lee, Anna B.": "Anna van Lee", "Anna Lee": "Anna Lee", "A. B. Lee": "A. B. Lee", "Pele": "Pele"} {
		if got := persons.withoutMiddle(name); got != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
	if got := NewNames(numbered(20, "Toy %s of 1999")).withoutMiddle("Anna Berta Lee"); got != "Anna Berta Lee" {
		t.Errorf("among names that are no persons': %q", got)
	}
	var records []Record
	for i, given := range []string{"Anna", "Otto", "Lea", "Jan", "Ida", "Max"} {
		records = append(records, Record{Source: given, Values: map[string][]string{"name": {given + " Maria Brandt" + string(rune('a'+i))}, "team": {[]string{"Harbour", "Meadow"}[i%2]}}})
	}
	short := 0
	for _, in := range Instances(records, Rate(records, "name"), 6, 1, nil) {
		if words := len(strings.Fields(in.Values[0].Text)); in.Words != (words == 2) {
			t.Errorf("%q, by words %v", in.Values[0].Text, in.Words)
		} else if in.Words {
			short++
		}
	}
	if short != 3 {
		t.Errorf("%d of 6 without middle names", short)
	}
}

// Of a site that has initials the family names are asked for, which is what other sites have of a name, with another
// value; a word that all share is no family name.
func TestInitialedSites(t *testing.T) {
	t.Parallel()
	for format, want := range map[string]int{"%[2]s, %[1]c.": 6, "Model %[1]c": 0} {
		var records []Record
		for i := range 26 {
			name := fmt.Sprintf(format, 'A'+i, word(i))
			records = append(records, Record{Source: fmt.Sprint(i), Values: map[string][]string{"name": {name}, "club": {"Club " + word(i%5)}}})
		}
		families := 0
		p := Analyze(records, nil, nil)
		p.Identifier = "name"
		for _, in := range Instances(records, p, 12, 1, nil) {
			if len(in.Values) > 1 && NewNames(nil).Key(in.Values[0].Text) == in.Values[0].Text {
				families++
			}
		}
		if families != want {
			t.Errorf("of names like %q %d are asked for by the family name, want %d", format, families, want)
		}
	}
}

// Persons of whom two have one name without their middle ones are asked for by all of them: each is an instance of its own.
func TestMiddleNamesThatTellApart(t *testing.T) {
	t.Parallel()
	names := []string{"Johann Sebastian Bach", "Johann Christian Bach", "Johann Michael Bach", "Johann Ernst Bach", "Johann Ludwig Bach", "Johann Bernhard Bach", "Johann Nicolaus Bach", "Carl Maria Weber", "Clara Josephine Schumann", "Franz Peter Schubert",
		"Anton Joseph Bruckner", "Georg Philipp Telemann", "Ada Maria Brandt", "Lise Anna Meitner", "Max Carl Reger", "Emil Otto Berg"}
	var records []Record
	for _, name := range names {
		records = append(records, Record{Values: map[string][]string{"name": {name}}})
	}
	ids := map[string]bool{}
	short := 0
	for _, in := range Instances(records, Profile{Identifier: "name"}, len(names), 1, nil) {
		ids[in.ID] = true
		if text := in.Values[0].Text; len(strings.Fields(text)) == 2 {
			short++
			if text == "Johann Bach" {
				t.Errorf("asked for as %q", text)
			}
		}
	}
	if len(ids) != len(names) || short == 0 {
		t.Errorf("%d instances of %d persons, %d by a part of the name", len(ids), len(names), short)
	}
}
