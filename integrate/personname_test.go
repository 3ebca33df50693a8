package integrate

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// initialed are tables of people; one of the sites has last names and initials.
func initialed() []Table {
	var tables []Table
	for s := range 3 {
		table := Table{Site: fmt.Sprintf("s%d.example", s)}
		for i := range 90 {
			random := rand.New(rand.NewPCG(uint64(i), 1))
			first, last := name(1, uint64(random.IntN(40)), 1), name(2, uint64(i%45), 1)
			full := first + " " + last
			if s == 2 {
				full = fmt.Sprintf("%s, %c.", last, first[0])
			}
			table.Records = append(table.Records, Record{URL: fmt.Sprintf("http://%s/%d", table.Site, i), Values: map[string][]string{
				fmt.Sprint("name", s): {full}, fmt.Sprint("born", s): {fmt.Sprintf("%d/%d/%d", 13+random.IntN(15), 1+random.IntN(12), 1900+random.IntN(60))},
				fmt.Sprint("town", s): {name(3, random.Uint64N(12), 1)},
			}})
		}
		tables = append(tables, table)
	}
	return tables
}

// A site with last names and initials is joined with sites that have full names by what else both say of
// people; where two people have one last name and initial, that distinguishes them.
func TestInitials(t *testing.T) {
	t.Parallel()
	r := must(t, initialed(), Options{})
	if joined, right, all := grade(r); joined != right || right < all*98/100 {
		t.Errorf("%d pairs joined, %d right of %d", joined, right, all)
	}
	if a := attributeOf(r, "s2.example", "name2"); a == nil || attributeOf(r, "s0.example", "name0") != a {
		t.Error("names with initials are not in the column of names")
	}
}
