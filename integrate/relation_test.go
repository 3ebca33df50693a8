package integrate

import (
	"fmt"
	"testing"
)

// A relation is an attribute where another site says mostly the same, and nowhere else: boxes that are filled
// from one shelf agree more than by chance, but not mostly.
func TestRelations(t *testing.T) {
	t.Parallel()
	const n = 60
	tables := make([]Table, 2)
	for s := range tables {
		site := fmt.Sprintf("s%d.example", s)
		tables[s] = Table{Site: site, Relations: map[string]bool{"parent": true, "near": true, "beside": true}}
		for i := range n {
			values := map[string][]string{
				"name": {fmt.Sprintf("Mount Number%d of%d", i, i*i)}, "height": {fmt.Sprint(1000 + 37*i)}, "parent": {fmt.Sprintf("Mount Number%d of%d", i/5*5, i/5*5*(i/5*5))},
				"near": {fmt.Sprintf("Mount Number%d of%d", (i+1+s)%n, ((i+1+s)%n)*((i+1+s)%n))},
			}
			if near := i / 3 * 3; i%3 == 0 || s == 0 { // the same in a third of the cases
				values["beside"] = []string{fmt.Sprintf("Mount Number%d of%d", near, near*near)}
			} else {
				values["beside"] = []string{fmt.Sprintf("Mount Number%d of%d", (7*i)%n, ((7*i)%n)*((7*i)%n))}
			}
			tables[s].Records = append(tables[s].Records, Record{URL: fmt.Sprintf("http://%s/%d", site, i), Values: values})
		}
	}
	r, err := Integrate(tables, Options{})
	if err != nil {
		t.Fatal(err)
	}
	got := make(map[string]int)
	for _, a := range r.Attributes {
		got[a.Name] = a.Sites
	}
	if len(got) != 3 || got["name"] != 2 || got["height"] != 2 || got["parent"] != 2 {
		t.Errorf("attributes and how many sites have them: %v", got)
	}
	for i := range r.Columns {
		if c := &r.Columns[i]; (c.Label == "near" || c.Label == "beside") && c.Reason != "the names of other entities of its site" {
			t.Errorf("%s of %s is left out since it is %q", c.Label, c.Site, c.Reason)
		}
	}
}
