package known

import (
	"fmt"
	"maps"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"verde/catalog"
	"verde/integrate"
	"verde/query"
	"verde/record"
	"verde/values"
)

// fungi gives the records of a site about n mushrooms from a first one, by labels for the common name, the scientific name, the genus, the
// habitat and the colour; "" leaves one out.
func fungi(site string, from, n int, labels [5]string) (out []record.Record) {
	letter := func(i int) string { return string(rune('a' + i%26)) }
	genera, woods := []string{"Amanita", "Boletus", "Russula"}, []string{"oak woods", "dunes", "meadows", "bogs", "beech forest"}
	colours := []string{"scarlet", "ivory", "dusky", "pearl", "honey", "olive", "ashen"}
	for i := from; i < from+n; i++ {
		shown := map[string][]string{}
		for j, text := range []string{
			fmt.Sprintf("%s %scap", colours[i*3%7], letter(i)+letter(i/7)+letter(i/3)),
			fmt.Sprintf("%s %s%s%sensis", genera[i%3], letter(i), letter(i/26), letter(i/5)),
			genera[i%3], woods[i*i%5], colours[i*i%7],
		} {
			if labels[j] != "" {
				shown[labels[j]] = []string{text}
			}
		}
		r := record.FromTexts(fmt.Sprintf("http://%s/%d", site, i), shown)
		r.Site = site
		out = append(out, r)
	}
	return out
}

// Entities with two names are known and asked for by either: a site that shows the other names only shows known entities. So it is where
// the values are stored elsewhere.
func TestAliases(t *testing.T) {
	t.Parallel()
	profile := query.Profile{Identifier: "Name", Attributes: []query.Attribute{{Name: "Habitat", Score: 1}, {Name: "Colour", Score: 1}, {Name: "Species", Score: .5}}}
	training := fungi("a.example", 0, 40, [5]string{"Name", "Species", "Genus", "Habitat", "Colour"})
	add := func(e *Entities) *Entities {
		t.Helper()
		src := catalog.Source{Site: "a.example", Role: catalog.Training}
		if err := e.AddSite(src, func(yield func(record.Record, error) bool) {
			for _, r := range training {
				if !yield(r, nil) {
					return
				}
			}
		}); err != nil {
			t.Fatal(err)
		}
		return e
	}
	whole := add(New(profile))
	var tables catalog.Tabulation
	for i := range training {
		tables.Add(&training[i], nil)
	}
	r, err := integrate.Integrate(tables.Tables(), integrate.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := whole.AddIntegration(r.Report(), HeldOf(r)); err != nil {
		t.Fatal(err)
	}
	if whole.Len() != 40 || len(whole.Records()) != 40 {
		t.Errorf("%d entities, %d records: each counts once", whole.Len(), len(whole.Records()))
	}

	names := map[string]int{}
	for _, in := range whole.Choose(Choice{N: 10, Seed: 1}, map[string]bool{}) {
		names[in.Values[0].Attribute]++
		for _, v := range in.Values[1:] {
			if v.Attribute != "Habitat" && v.Attribute != "Colour" && v.Attribute != "Species" || v.Attribute == in.Values[0].Attribute {
				t.Errorf("%s is asked for with %s", in.Values[0].Text, v.Attribute)
			}
		}
	}
	if want := map[string]int{"Name": 5, "Species": 5}; !maps.Equal(names, want) {
		t.Errorf("asked for by %v, want %v", names, want)
	}
	for _, in := range whole.Choose(Choice{N: 10, Seed: 1, NoNames: map[string]bool{"Species": true}}, map[string]bool{}) {
		if in.Values[0].Attribute != "Name" {
			t.Errorf("asked for by %s, which led nowhere", in.Values[0].Attribute)
		}
	}

	// Once no other is left, an entity is asked for by its other name.
	asked := map[string]bool{}
	twice := map[string]int{}
	for range 2 {
		for _, in := range whole.Choose(Choice{N: 40, Seed: 1}, asked) {
			twice[in.Source]++
		}
	}
	if len(twice) != 40 || twice["http://a.example/0"] != 2 {
		t.Errorf("%d entities asked for, one of them %d times", len(twice), twice["http://a.example/0"])
	}

	about, err := whole.About()
	if err != nil {
		t.Fatal(err)
	}
	shelved, err := NewShelved(profile, about, func(places []int) (out [][]byte, err error) {
		for _, i := range places {
			text, err := whole.ValuesAt(i)
			if err != nil {
				return nil, err
			}
			out = append(out, text)
		}
		return out, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if !add(shelved).Complete() {
		t.Fatal("the stored entities are not complete")
	}
	other := fungi("b.example", 20, 40, [5]string{"", "heading", "", "Found in", "Cap"})
	for about, e := range map[string]*Entities{"whole": whole, "shelved": shelved} {
		got := e.NameColumns(other, nil)
		if got["heading"] != "Name" || got["Found in"] != "Habitat" || got["Cap"] != "Colour" {
			t.Errorf("%s: the columns of a site with the other names: %v", about, got)
		}
		if why := e.RejectReason(catalog.Source{Site: "b.example", Attributes: got}, other, nil); why != "" {
			t.Errorf("%s: refused: %s", about, why)
		}
		if species := other[0].ByLabel()["heading"][0]; !e.KnownElsewhere(strings.ToUpper(species), "b.example") || e.KnownElsewhere(species, "a.example") {
			t.Errorf("%s: not known by its other name: %s", about, species)
		}
		// Both names in one heading are those of one entity, and no list or comparison.
		for _, form := range []string{"%[1]s - %[2]s", "%[2]s - %[1]s", "%[1]s, also %[2]s", "%[1]s (%[2]s)"} {
			both := fungi("c.example", 0, 40, [5]string{"common", "species", "", "Found in", "Cap"})
			askedFor := map[string]string{}
			for i := range both {
				shown := both[i].ByLabel()
				name, species := shown["common"][0], shown["species"][0]
				delete(shown, "common")
				delete(shown, "species")
				shown["heading"] = []string{fmt.Sprintf(form, name, species)}
				both[i] = record.FromTexts(both[i].URL, shown)
				if i < 10 {
					askedFor[both[i].URL] = name
				}
			}
			got := e.NameColumns(both, askedFor)
			src := catalog.Source{Site: "c.example", Attributes: got}
			if why := e.RejectReason(src, both, askedFor); why != "" || got["heading"] != "Name" {
				t.Errorf("%s: a site with headings like %q: %v, %s", about, form, got, why)
			}
			if others := e.OtherKinds(both, askedFor); len(others) > 0 {
				t.Errorf("%s: with headings like %q %d pages are of another kind", about, form, len(others))
			}
		}
	}
	fragment, err := html.Parse(strings.NewReader("<ul><li>" + strings.Join([]string{whole.nameAt(0), whole.nameAt(40), whole.nameAt(1), whole.nameAt(41), whole.nameAt(2), whole.nameAt(42)}, "<li>") + "</ul>"))
	if err != nil {
		t.Fatal(err)
	}
	if whole.InList(fragment, values.Fold(whole.nameAt(0))) {
		t.Error("a page with both names of two others is a list")
	}
	alone, err := whole.Alone(catalog.Source{Site: "d.example", Role: catalog.Training}, fungi("d.example", 50, 5, [5]string{"Name", "Species", "", "", ""}))
	if err != nil {
		t.Fatal(err)
	}
	if species := fungi("", 50, 1, [5]string{"", "Species", "", "", ""})[0].ByLabel()["Species"][0]; !alone.ShownBy(species, "d.example") {
		t.Errorf("a site alone does not show %s by its other name", species)
	}
}
