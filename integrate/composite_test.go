package integrate

import (
	"fmt"
	"slices"
	"testing"
)

// Two sites write the place of a mill as "River, Valley", and two have river and valley in two columns. There
// are three attributes, and none mixes rivers with rivers and valleys. Owners have parts, too, but no site has
// these in columns of their own: the whole names are compared.
func TestComposite(t *testing.T) {
	t.Parallel()
	rivers := []string{"Avon", "Tamar", "Severn", "Wye", "Derwent", "Trent", "Eden", "Nidd", "Swale"}
	valleys := []string{"Highmoor", "Longdale", "Blackfell", "Oxcombe"}
	owner := func(i int) (string, string) { return name(5, uint64(i%13), 1), name(6, uint64(i%11), 1) }
	var tables []Table
	for s, label := range []string{"Where", "Stands at", "", ""} {
		t := Table{Site: fmt.Sprintf("%c.example", 'a'+s), Parts: map[string]string{"Owner, part": "Owner", "Owner, part 2": "Owner"}}
		if label != "" {
			t.Parts[label+", part"], t.Parts[label+", part 2"] = label, label
		}
		for i := range 60 {
			river, valley := rivers[i%9], valleys[i*7%4]
			first, last := owner(i)
			values := map[string][]string{"Mill": {name(1, uint64(i), 3)}, "Built": {fmt.Sprint(1700 + i*3)}, "Owner": {first + ", " + last}, "Owner, part": {first}, "Owner, part 2": {last}}
			if label != "" {
				values[label], values[label+", part"], values[label+", part 2"] = []string{river + ", " + valley}, []string{river}, []string{valley}
			} else {
				values["River"], values["Valley"] = []string{river}, []string{valley}
			}
			t.Records = append(t.Records, Record{URL: fmt.Sprintf("http://%s/%d", t.Site, i), Values: values})
		}
		tables = append(tables, t)
	}
	r := must(t, tables, Options{})
	for _, want := range [][]string{
		{"a Where", "b Stands at"},
		{"a Where, part", "b Stands at, part", "c River", "d River"},
		{"a Where, part 2", "b Stands at, part 2", "c Valley", "d Valley"},
		{"a Owner", "b Owner", "c Owner", "d Owner"},
	} {
		a := attributeOf(r, want[0][:1]+".example", want[0][2:])
		if a == nil {
			t.Errorf("%s is under no attribute", want[0])
			continue
		}
		var labels []string
		for _, col := range a.Columns {
			labels = append(labels, r.Columns[col].Site[:1]+" "+r.Columns[col].Label)
		}
		if !slices.Equal(labels, want) {
			t.Errorf("%s is with %q, want %q", want[0], labels, want)
		}
	}
	if joined, right, all := grade(r); joined != right || right != all {
		t.Errorf("%d pairs joined, %d right of %d", joined, right, all)
	}
}
