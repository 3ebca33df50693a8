package integrate

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

// The name of an attribute is its best label, even if other labels have more sites or records; the vertical's
// own name comes before all.
func TestName(t *testing.T) {
	t.Parallel()
	of := func(site int32, label string, records int) column {
		return column{Column: Column{Site: string(rune('a' + site)), Label: label, Records: records, Kind: "text"}, site: site}
	}
	c := &Corpus{sites: []string{"a", "b", "c", "d", "e"}, columnsOf: [][]int32{{0, 5}, {1}, {2}, {3}, {4}}, columns: []column{
		of(0, "Weight 2", 90), of(1, "c13", 95), of(2, "t2c13", 80), of(3, "c13", 95), of(4, "\u203a Mass", 99), of(0, "Weight", 90),
	}}
	for _, test := range []struct {
		members []int32
		names   map[ColumnName]string
		want    string
	}{
		{[]int32{1, 2, 3}, nil, "c13"},
		{[]int32{0, 1, 3}, nil, "Weight 2"},
		{[]int32{0, 1, 3, 4}, nil, "Mass"},
		{[]int32{1, 3, 5}, nil, "Weight"},
		{[]int32{1, 3, 5}, map[ColumnName]string{{"b", "c13"}: "c1"}, "c1"},
	} {
		if got, _ := c.nameAndKind(test.members, test.names); got != test.want {
			t.Errorf("%v are called %q, want %q", test.members, got, test.want)
		}
	}
}

// Names of lakes without their common word "Lake" have the same values as a column that has only these; it is
// still called "name".
func TestNameOfWhole(t *testing.T) {
	t.Parallel()
	for _, part := range []string{"Lake", "name, part"} {
		table := Table{Site: "a.example", Parts: map[string]string{part: "name"}, Titles: "name"}
		for i := range 30 {
			lake := fmt.Sprintf("E%crie%c", 'a'+i%26, 'a'+i/3)
			table.Records = append(table.Records, Record{URL: fmt.Sprintf("http://a.example/%d", i),
				Values: map[string][]string{"name": {"Lake " + lake}, part: {lake}, "Area": {fmt.Sprint(100 + 7*i)}}})
		}
		r := must(t, []Table{table}, Options{})
		if !slices.ContainsFunc(r.Attributes, func(a Attribute) bool { return a.Name == "name" }) {
			t.Errorf("with parts called %q: no attribute is called name: %+v", part, r.Attributes)
		}
	}
	c := &Corpus{sites: []string{"a"}, columnsOf: [][]int32{{0}}, columns: []column{{Column: Column{Site: "a", Label: "Works", Twins: []string{"Also known"}, Records: 9, Kind: "text"}}}}
	if got, _ := c.nameAndKind([]int32{0}, nil); got != "Works" {
		t.Errorf("a column is called %q, by the label of a twin", got)
	}
}

// Records that agree in their names only are no evidence about other columns: these are joined by their profile
// if their labels are the same, although their values are only a little alike.
func TestNamesAloneAreNoEvidence(t *testing.T) {
	t.Parallel()
	var tables []Table
	for s := range 2 {
		site := fmt.Sprintf("s%d.example", s)
		table := Table{Site: site}
		rng := rand.New(rand.NewPCG(1, uint64(s)))
		for i := range 80 {
			table.Records = append(table.Records, Record{URL: fmt.Sprintf("http://%s/%d", site, i), Values: map[string][]string{
				fmt.Sprint("title ", s): {fmt.Sprintf("Engineer of%d kind%d", i, i*i)}, fmt.Sprint("type ", s): {[]string{"full time", "part time", "contract"}[rng.IntN(3)]},
				"city": {[]string{"Austin", "Boston", "Chicago", "Denver", "Erie", "Fargo", "Galveston", "Houston"}[rng.IntN(5)+3*s]},
			}})
		}
		tables = append(tables, table)
	}
	r, err := Integrate(tables, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"title 0", "type 0", "city"} {
		i := slices.IndexFunc(r.Attributes, func(a Attribute) bool { return a.Name == want })
		if i < 0 || r.Attributes[i].Sites != 2 || (r.Attributes[i].Basis == ByValues) != (want != "title 0") {
			t.Errorf("%s: %+v", want, r.Attributes)
		}
	}
}

// A caption that contains the name is not joined in place of the name.
func TestEqualBeforeContained(t *testing.T) {
	t.Parallel()
	var tables []Table
	for s := range 3 {
		site := fmt.Sprintf("s%d.example", s)
		table := Table{Site: site}
		for i := range 60 {
			name := fmt.Sprintf("Novel of%d tale%d", i, i*i)
			values := map[string][]string{fmt.Sprint("name ", s): {name}, fmt.Sprint("year ", s): {fmt.Sprint(1900 + i)}}
			if s > 0 {
				values["caption"] = []string{fmt.Sprintf("%s, harbour%d seen by light%d", name, i/2, i/3)}
			}
			table.Records = append(table.Records, Record{URL: fmt.Sprintf("http://%s/%d", site, i), Values: values})
		}
		tables = append(tables, table)
	}
	r, err := Integrate(tables, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range r.Attributes {
		for _, i := range a.Columns {
			if label := r.Columns[i].Label; (label == "caption") != (a.Name == "caption") {
				t.Errorf("%s is in the attribute %s", label, a.Name)
			}
		}
	}
}

// Sites have prices of their own for the same things under the same label, some beside another label; columns
// of the same label with values of another kind are not joined.
func TestSameLabel(t *testing.T) {
	t.Parallel()
	tables := library(3, 120, 2)
	for s := range tables {
		rng := rand.New(rand.NewPCG(7, uint64(s)))
		for i := range tables[s].Records {
			v := tables[s].Records[i].Values
			price := fmt.Sprintf("$%d.99", 5+rng.IntN(40))
			v[[]string{"Our price", "Price", "Price"}[s]] = []string{price}
			if s == 0 {
				v["Price"] = []string{price}
			}
			v["Form"] = [][]string{{"small"}, {"small", "large"}, {fmt.Sprint(1900 + i)}}[s][i%(1+s%2):][:1]
		}
	}
	r := must(t, tables, Options{})
	price := attributeOf(r, "s01.example", "Price")
	if price == nil || price.Sites != 3 || price.Shared() || price != attributeOf(r, "s00.example", "Our price") {
		t.Errorf("prices are %+v", price)
	}
	if a := attributeOf(r, "s02.example", "Form"); a != nil && a == attributeOf(r, "s01.example", "Form") {
		t.Errorf("years are sizes: %+v", a)
	}
}
