package query

import (
	"fmt"
	"slices"
	"testing"
)

// mushrooms gives n records with a scientific name each, and with what is none of their names.
func mushrooms(n int) []Record {
	genera := []string{"Amanita", "Boletus", "Russula", "Mycena"}
	colours := []string{"scarlet", "ivory", "dusky", "pearl", "honey", "olive", "ashen"}
	letter := func(i int) string { return string(rune('a' + i%26)) }
	var out []Record
	for i := range n {
		name := fmt.Sprintf("%s %scap", colours[i%7], letter(i)+letter(i/7)+letter(i/3))
		out = append(out, Record{Source: fmt.Sprintf("http://a.example/%d", i), Values: map[string][]string{
			"name":     {name},
			"species":  {fmt.Sprintf("%s %s%s%sensis", genera[i%4], letter(i), letter(i/26), letter(i/5))},
			"genus":    {genera[i%4]},
			"found by": {fmt.Sprintf("Ada Holm%s%s", letter(i/2), letter(i/52))}, // two each
			"heading":  {name + ", a mushroom"},
			"cap":      {fmt.Sprintf("%d.%d cm", i, i%10)},
			"regions":  {"Jura " + letter(i) + letter(i/26), "Harz " + letter(i)},
		}})
	}
	return out
}

// Another name is a column whose values and the names stand for each other; by few records that can't be told.
func TestAliases(t *testing.T) {
	t.Parallel()
	var p Profile
	p.Identifier = "name"
	for _, name := range []string{"genus", "found by", "species", "heading", "cap", "regions"} {
		p.Attributes = append(p.Attributes, Attribute{Name: name})
	}
	seldom := mushrooms(40)
	for _, r := range seldom[:10] {
		delete(r.Values, "species")
	}
	shared := mushrooms(40)
	for i := range 2 { // of 38
		shared[i].Values["species"] = shared[i+10].Values["species"]
	}
	qualified := p
	qualified.With = []string{"genus"}
	for _, test := range []struct {
		about   string
		records []Record
		profile Profile
		want    []string
	}{
		{"forty", mushrooms(40), p, []string{"species"}},
		{"twelve", mushrooms(12), p, nil},
		{"none", nil, p, nil},
		{"on some pages", seldom, p, nil},
		{"of several entities", shared, p, nil},
		{"names that need qualifiers", mushrooms(40), qualified, nil},
		{"by the other name", mushrooms(40), Profile{Identifier: "species", Attributes: []Attribute{{Name: "name"}, {Name: "genus"}}}, []string{"name"}},
	} {
		if got := Aliases([][]Record{test.records}, test.profile); !slices.Equal(got[0], test.want) {
			t.Errorf("%s: %q, want %q", test.about, got[0], test.want)
		}
	}
	// What a small site can't show, others do: they decide together, and a site that lacks the attribute has none.
	few := mushrooms(40)[:30]
	for i, r := range few {
		r.Values["found by"] = []string{fmt.Sprintf("Bo Lund%c%c", 'a'+i%26, 'a'+i/26)}
	}
	bare := mushrooms(40)
	for _, r := range bare {
		delete(r.Values, "species")
	}
	got := Aliases([][]Record{few, mushrooms(20), mushrooms(40), bare}, p)
	if want := []string{"species"}; !slices.Equal(got[0], want) || !slices.Equal(got[1], want) || !slices.Equal(got[2], want) || got[3] != nil {
		t.Errorf("of several sites: %q", got)
	}
	if got := Aliases([][]Record{few}, p); !slices.Equal(got[0], []string{"found by", "species"}) {
		t.Errorf("of the small site alone: %q", got)
	}
}

// A first word names an entity only if no other name begins with it.
func TestLead(t *testing.T) {
	t.Parallel()
	var list []string
	for i := range 60 {
		list = append(list, fmt.Sprintf("%c%csaurus velox", 'A'+i%26, 'a'+i/26))
	}
	for i := range 10 {
		list = append(list, fmt.Sprintf("The %csaurus", 'a'+i))
	}
	s := NewNames(list)
	for name, want := range map[string]string{"Aasaurus velox": "Aasaurus", "The bsaurus": "", "Aasaurus": "", "Unknownsaurus rex": ""} {
		if got := s.Lead(name); got != want {
			t.Errorf("Lead(%q) is %q, want %q", name, got, want)
		}
	}
	for i := range 20 {
		list = append(list, fmt.Sprintf("%c%csaurus magnus", 'A'+i%26, 'a'+i/26))
	}
	if got := NewNames(list).Lead("Zasaurus velox"); got != "" {
		t.Errorf("where a fifth of the first words are shared: %q", got)
	}
}
