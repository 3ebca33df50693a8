package query

import (
	"fmt"
	"testing"
)

// A name is a shared value of another column and a rest where at least half of the names are.
func TestParts(t *testing.T) {
	t.Parallel()
	makers := []string{"Nokia", "Sony Ericsson", "Siemens"}
	for what, c := range map[string]struct {
		name, value  func(i int) string
		rest, shared string // of the second record; "" for none
	}{
		"maker first":       {func(i int) string { return fmt.Sprintf("%s %d A", makers[i%3], i) }, func(i int) string { return makers[i%3] }, "1 A", "Sony Ericsson"},
		"maker last":        {func(i int) string { return fmt.Sprintf("A%d by %s", i, makers[i%3]) }, func(i int) string { return makers[i%3] }, "A1 by", "Sony Ericsson"},
		"in capitals":       {func(i int) string { return fmt.Sprintf("SONY ERICSSON K%d", i) }, func(int) string { return "Sony Ericsson" }, "", ""}, // all have it
		"of less than half": {func(i int) string { return fmt.Sprintf("Phone %d", i%2) + makers[i%3] }, func(i int) string { return makers[i%3] }, "", ""},
		"own to each":       {func(i int) string { return fmt.Sprintf("Type%d phone", i) }, func(i int) string { return fmt.Sprintf("Type%d", i) }, "", ""},
		"the whole name":    {func(i int) string { return makers[i%3] }, func(i int) string { return makers[i%3] }, "", ""},
		"persons":           {func(i int) string { return "Anna " + string(rune('A'+i)) + "berg" }, func(i int) string { return "Anna" }, "", ""},
	} {
		var records []Record
		for i := range 12 {
			records = append(records, Record{Values: map[string][]string{"name": {c.name(i)}, "maker": {c.value(i)}, "colour": {"black"}}})
		}
		p := NewParts(records, "name", NewNames(Column(records, "name")))
		rest, shared, ok := p.Of(records[1], c.name(1))
		if rest != c.rest || shared != c.shared && ok || ok != (c.rest != "") {
			t.Errorf("%s: %q and %q, %v; want %q and %q", what, rest, shared, ok, c.rest, c.shared)
		}
	}
}

func TestWithout(t *testing.T) {
	t.Parallel()
	for _, c := range [][3]string{
		{"Nokia 3310", "nokia", "3310"},
		{"3310 (Nokia)", "Nokia", "3310"},
		{"Sony Ericsson: T68i", "Sony Ericsson", "T68i"},
		{"Nokia 3310", "Nok", ""},
		{"Nokia", "Nokia", ""},
		{"Nokia !", "Nokia", ""},
		{"3310", "", ""},
	} {
		if got := Without(c[0], c[1]); got != c[2] {
			t.Errorf("%q without %q: %q, want %q", c[0], c[1], got, c[2])
		}
	}
}

// Of three entities that have a maker in their names one is asked for by both parts; the others
// tell their parts to whoever judges pages.
func TestInstancesInParts(t *testing.T) {
	t.Parallel()
	var records []Record
	for i := range 30 {
		maker := []string{"Nokia", "Siemens"}[i%2]
		records = append(records, Record{Values: map[string][]string{"name": {fmt.Sprintf("%s Model %dA", maker, i)}, "maker": {maker}, "system": {[]string{"Symbian", "Series 40"}[i/2%2]}}})
	}
	p := Analyze(records, nil, nil)
	parts := 0
	for _, q := range Build(Instances(records, p, 9, 1, nil), "phone", nil, Options{}) {
		if len(q.Required) == 2 && q.Named == 2 {
			parts++
			if q.Required[0].Text+q.Required[1].Text == q.Name() || len(q.Parts) > 0 {
				t.Errorf("%+v", q)
			}
			continue
		}
		other, ok := q.InParts()
		if !ok || other.Required[1].Text+" "+other.Required[0].Text != q.Required[0].Text || len(other.OneOf) > 0 {
			t.Errorf("%+v in parts: %+v, %v", q, other, ok)
		}
	}
	if parts != 3 {
		t.Errorf("%d of 9 are asked for in parts", parts)
	}
}
