package integrate

import (
	"fmt"
	"slices"
	"testing"
)

// partTables are sites of forty people: one has places with countries, one places and countries in two columns,
// and one a sentence about each person.
func partTables() []Table {
	places := []string{"Lyon", "Bergen", "Porto", "Graz", "Turku", "Gdansk", "Ghent"}
	countries := []string{"France", "Norway", "Portugal", "Austria", "Finland", "Poland", "Belgium"}
	whole, apart, prose := Table{Site: "a.example"}, Table{Site: "b.example"}, Table{Site: "c.example"}
	whole.Parts = map[string]string{"Origin, part": "Origin", "Origin, part 2": "Origin"}
	prose.Parts = map[string]string{"came from": "Life", "who wrote": "Life"}
	add := func(t *Table, i int, values map[string][]string) {
		t.Records = append(t.Records, Record{URL: fmt.Sprintf("http://%s/%d", t.Site, i), Values: values})
	}
	for i := range 40 {
		name, work := fmt.Sprintf("Ann%c Bell%c%c", 'a'+i%26, 'a'+i/3%26, 'a'+i*7%26), fmt.Sprintf("On wo%cds and si%cns", 'a'+i%26, 'a'+(i*5+1)%26)
		place, country := places[i%7], countries[i%7]
		add(&whole, i, map[string][]string{"Name": {name}, "Work": {work}, "Origin": {place + ", " + country}, "Origin, part": {place}, "Origin, part 2": {country}})
		add(&apart, i, map[string][]string{"Person": {name}, "Book": {work}, "Birthplace": {place}, "Country": {country}})
		add(&prose, i, map[string][]string{"h1": {name}, "came from": {place}, "who wrote": {work},
			"Life": {fmt.Sprintf("It was a long and cold winter when this great person came from %s, who wrote %s in the years before anybody knew of it.", place, work)}})
	}
	return []Table{whole, apart, prose}
}

// The place with its country is neither the place nor the country of the other site, but its parts are. Of
// sentences their parts are compared.
func TestParts(t *testing.T) {
	t.Parallel()
	r, err := Integrate(partTables(), Options{})
	if err != nil {
		t.Fatal(err)
	}
	with := make(map[string][]string)
	for _, a := range r.Attributes {
		var labels []string
		for _, col := range a.Columns {
			labels = append(labels, r.Columns[col].Site[:1]+" "+r.Columns[col].Label)
		}
		for _, l := range labels {
			with[l] = labels
		}
	}
	for label, want := range map[string][]string{
		"b Birthplace": {"a Origin, part", "b Birthplace", "c came from"},
		"b Country":    {"a Origin, part 2", "b Country"},
		"b Book":       {"a Work", "b Book", "c who wrote"},
		"b Person":     {"a Name", "b Person", "c h1"},
	} {
		if !slices.Equal(with[label], want) {
			t.Errorf("%s is with %q, want %q", label, with[label], want)
		}
	}
	if len(with["a Origin"]) > 1 {
		t.Errorf("places with their countries are with %q", with["a Origin"])
	}
	if n := len(r.Entities); n != 40 {
		t.Errorf("%d entities, want 40", n)
	}
}

// A street and the street with its town do not contradict each other: the form of most sites is shown, the
// longer if equally many have either. Two different towns of one street do.
func TestDetail(t *testing.T) {
	t.Parallel()
	var tables []Table
	for s := range 4 {
		table := Table{Site: fmt.Sprintf("s%d.example", s)}
		for i := range 60 {
			street := fmt.Sprint(name(3, uint64(i), 2), " ", 1+i)
			if s < 2 || s == 3 && i%2 > 0 {
				street += ", " + name(4, uint64(i%12), 2)
			}
			table.Records = append(table.Records, Record{URL: fmt.Sprintf("http://%s/%d", table.Site, i), Values: map[string][]string{
				fmt.Sprint("name", s): {name(1, uint64(i), 3)}, fmt.Sprint("street", s): {street}, fmt.Sprint("price", s): {fmt.Sprint("$", 100+i)}}})
		}
		tables = append(tables, table)
	}
	tables[0].Records[0].Values["street0"] = []string{fmt.Sprint(name(3, 0, 2), " 1, ", name(4, 5, 2))}
	r := must(t, tables, Options{})
	seen := 0
	for _, f := range r.Fused {
		if a := attributeOf(r, "s0.example", "street0"); a == nil || f.Attribute != a.Name {
			continue
		}
		seen++
		var i int
		if _, err := fmt.Sscanf(f.Groups[0].Claims[0].URL[len("http://s0.example/"):], "%d", &i); err != nil {
			t.Fatal(err)
		}
		street := fmt.Sprint(name(3, uint64(i), 2), " ", 1+i)
		if i > 0 && (len(f.Groups) > 1 || f.Groups[0].Value != street+", "+name(4, uint64(i%12), 2)) || i == 0 && len(f.Groups) != 2 {
			t.Errorf("of %d %+v", i, f.Groups)
		}
	}
	if seen != 60 {
		t.Errorf("%d streets", seen)
	}
}

// The parts of a name of many words are not joined with other sites' names: the whole name is.
func TestPartsOfNames(t *testing.T) {
	t.Parallel()
	a, b := Table{Site: "a.example", Titles: "title", Parts: map[string]string{"Camera": "title"}}, Table{Site: "b.example", Titles: "h1"}
	for i := range 60 {
		model := name(1, uint64(i), 4)
		full := fmt.Sprintf("%s, lens %d mm, colour %d", model, 20+i%9, i%4)
		a.Records = append(a.Records, Record{URL: fmt.Sprint("http://a.example/", i), Values: map[string][]string{"title": {full}, "Camera": {model}, "by": {name(2, uint64(i%20), 1)}, "cost": {fmt.Sprint("$", 100+i)}}})
		b.Records = append(b.Records, Record{URL: fmt.Sprint("http://b.example/", i), Values: map[string][]string{"h1": {full}, "Maker": {name(2, uint64(i%20), 1)}, "Price": {fmt.Sprint("$", 100+i)}}})
	}
	r := must(t, []Table{a, b}, Options{})
	with := attributeOf(r, "b.example", "h1")
	if with == nil || attributeOf(r, "a.example", "title") != with {
		t.Errorf("the names are not joined: %+v", r.Attributes)
	}
	if joined, right, all := grade(r); joined != right || right != all {
		t.Errorf("%d pairs joined, %d right of %d", joined, right, all)
	}
}

// Height and width in one text are not the height alone, which begins with the same number: columns with both
// are joined.
func TestPartsOfNumbers(t *testing.T) {
	t.Parallel()
	whole, height := [4]string{"a", "c", "a", "c"}, [4]string{"b", "a", "c", "b"}
	forms := [4]string{"H. %d cm; W. %d cm", "%d x %d cm", "%d high, %d wide", "%d × %d cm"}
	var tables []Table
	for s := range 4 {
		table := Table{Site: fmt.Sprintf("s%d.example", s), Parts: map[string]string{height[s]: whole[s], "width": whole[s]}}
		for i := range 60 {
			h, w := 20+i*7%91, 15+i*11%83
			table.Records = append(table.Records, Record{URL: fmt.Sprintf("http://%s/%d", table.Site, i), Values: map[string][]string{
				"name": {name(1, uint64(i), 3)}, whole[s]: {fmt.Sprintf(forms[s], h, w)}, height[s]: {fmt.Sprint(h, " cm")}, "width": {fmt.Sprint(w, " cm")}}})
		}
		tables = append(tables, table)
	}
	r := must(t, tables, Options{})
	is := func(i int) bool { col := r.Columns[i]; return col.Label == whole[int(col.Site[1]-'0')] }
	for _, m := range r.Matches {
		if is(m.A) != is(m.B) && m.Equal > 0 {
			t.Errorf("of what %s and %s agree on %g is equal", r.Columns[m.A].Label, r.Columns[m.B].Label, m.Equal)
		}
	}
	for _, a := range r.Attributes {
		wholes := 0
		for _, i := range a.Columns {
			if is(i) {
				wholes++
			}
		}
		if wholes > 0 && wholes < len(a.Columns) {
			t.Errorf("%s has %d columns of sizes among %d", a.Name, wholes, len(a.Columns))
		}
	}
}

// Numbers of many words, such as sizes in two units, are no prose: they are first compared with other sites' as
// wholes.
func TestLongNumbers(t *testing.T) {
	t.Parallel()
	table := Table{Site: "a.example", Parts: map[string]string{"size, part": "size"}}
	for i := range 40 {
		mm := fmt.Sprint(100 + i*7%60)
		table.Records = append(table.Records, Record{URL: fmt.Sprint("http://a.example/", i), Values: map[string][]string{
			"size": {fmt.Sprintf("%s x %d x %d mm or %d.5 x %d.5 x %d.25 in", mm, 60+i%31, 7+i%4, 4+i%3, 2+i%4, i%5)}, "size, part": {mm}}})
	}
	c := Read([]Table{table})
	for i := range c.columns {
		if col := &c.columns[i]; col.Label == "size" && (!col.isLong || c.comparedByParts(int32(i))) {
			t.Errorf("%+v is long: %t, its parts come first: %t", col.Column, col.isLong, c.comparedByParts(int32(i)))
		}
	}
}
