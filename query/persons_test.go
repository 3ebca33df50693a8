package query

import (
	"fmt"
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

func TestSamePerson(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		a, b string
		same bool
	}{
		{"Lee, A.", "Anna Lee", true}, {"A. Lee", "Lee, Anna", true}, {"Lee A", "Anna Berta Lee", true}, {"A. B. Lee", "Anna Berta Lee", true}, {"A. Lee", "Lee, A.", true},
		{"Lee, A.", "Berta Lee", false}, {"A. C. Lee", "Anna Berta Lee", false}, {"A. Lee", "Anna Leeds", false}, {"Anna Lee", "Anna Berta Lee", false},
	} {
		if got := SamePerson(c.a, c.b); got != c.same {
			t.Errorf("%q and %q: %t", c.a, c.b, got)
		}
		if c.same && InitialsKey(c.a) != InitialsKey(c.b) {
			t.Errorf("%q and %q have the keys %q and %q", c.a, c.b, InitialsKey(c.a), InitialsKey(c.b))
		}
	}
}

// Persons are asked for in each of the ways that sites write their names; what has no persons' names is not.
func TestWritten(t *testing.T) {
	t.Parallel()
	persons, years := NewNames(numbered(20, "Magnus %s")), NewNames(numbered(20, "Toy %s of 1999"))
	for name, want := range map[string][otherForms]string{
		"Anna Lee": {"Lee Anna", "Lee, A.", "A. Lee"}, "Anna Berta Lee": {"Lee Anna Berta", "Lee, A. B.", "A. B. Lee"}, "Lee, Anna": {"anna lee", "lee, A.", "A. lee"},
		"Pele": {"Pele", "Pele", "Pele"},
	} {
		for k, form := range want {
			if got := persons.Written(name, k); got != form {
				t.Errorf("%q is written %q, want %q", name, got, form)
			}
			if got := years.Written(name, k); got != name {
				t.Errorf("%q is written %q among others than persons", name, got)
			}
		}
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
		p := Analyze(records, nil)
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
