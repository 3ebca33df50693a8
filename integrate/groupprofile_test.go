package integrate

import (
	"fmt"
	"testing"
)

// A third of the towns in common is too little for two columns; the columns with the same label together have
// enough in common, unless another column of these sites has it, too.
func TestJoinByProfile(t *testing.T) {
	t.Parallel()
	for _, rival := range []bool{false, true} {
		var tables []Table
		for s := range 4 {
			table := Table{Site: fmt.Sprintf("s%02d.example", s)}
			town := func(i int) []string {
				if i%20 < 7 { // 35 %
					return []string{name(5, uint64(i%20), 1)}
				}
				return []string{name(6+uint64(s), uint64(i%20), 1)}
			}
			for i := range 200 {
				v := map[string][]string{fmt.Sprint("title", s): {name(1, uint64(i+1000*s), 3)}, []string{"Town", "Place"}[s/2]: town(i * 7)}
				if rival && s > 1 {
					v["Born in"] = town(i*7 + 3)
				}
				table.Records = append(table.Records, Record{URL: fmt.Sprintf("http://%s/%d", table.Site, i), Values: v})
			}
			tables = append(tables, table)
		}
		r := must(t, tables, Options{})
		a, b := attributeOf(r, "s00.example", "Town"), attributeOf(r, "s02.example", "Place")
		if a == nil || b == nil || a != attributeOf(r, "s01.example", "Town") || b != attributeOf(r, "s03.example", "Place") || (a == b) == rival {
			t.Errorf("a rival: %v: %+v and %+v", rival, a, b)
		}
		if a != nil && a.Shared() {
			t.Errorf("records are compared by %+v", a)
		}
	}
}
