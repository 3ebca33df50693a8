package integrate

import "testing"

// An attribute is called by a label that says something, before one that more sites or
// records have and that says less; the vertical's own name goes before all.
func TestName(t *testing.T) {
	t.Parallel()
	of := func(site int32, label string, records int) column {
		return column{Column: Column{Site: string(rune('a' + site)), Label: label, Records: records, Kind: "text"}, site: site}
	}
	c := &Corpus{sites: []string{"a", "b", "c", "d", "e"}, of: [][]int32{{0, 5}, {1}, {2}, {3}, {4}}, columns: []column{
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
		if got, _ := c.name(test.members, test.names); got != test.want {
			t.Errorf("%v are called %q, want %q", test.members, got, test.want)
		}
	}
}
