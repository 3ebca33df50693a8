package integrate

import (
	"fmt"
	"slices"
	"testing"
)

// Captions and comparisons that contain the name are no attributes; other words beside a name that are
// elsewhere by themselves are one.
func TestNameCopies(t *testing.T) {
	t.Parallel()
	const n = 80
	var tables []Table
	for s := range 4 {
		site := fmt.Sprintf("s%d.example", s)
		table := Table{Site: site}
		for i := range n {
			e := uint64(i + s*10)
			called, other := name(1, e, 2), name(1, uint64((i*7+s)%n+s*10), 2)
			v := map[string][]string{
				"name":    {called},
				"caption": {fmt.Sprintf("%s, %d", called, (i*i+s)%9+1)},
				"compare": {called + " vs. " + other},
				"owner":   {name(3, e%25, 2)},
				"founded": {fmt.Sprint(1800 + e*7%200)},
			}
			if s == 3 { // the owner beside the name alone
				v["byline"] = []string{called + " (" + v["owner"][0] + ")"}
				delete(v, "owner")
			}
			table.Records = append(table.Records, Record{URL: fmt.Sprintf("http://%s/%d", site, e), Values: v})
		}
		tables = append(tables, table)
	}
	r := must(t, tables, Options{})
	got := make(map[string]int)
	for _, a := range r.Attributes {
		got[a.Name] = a.Sites
	}
	for label, sites := range map[string]int{"name": 4, "owner": 4, "founded": 4} {
		if got[label] != sites {
			t.Errorf("%s is of %d sites, not %d", label, got[label], sites)
		}
		delete(got, label)
	}
	if len(got) > 0 {
		t.Errorf("attributes beside: %v", got)
	}
	for i := range r.Columns {
		if c := &r.Columns[i]; slices.Contains([]string{"caption", "compare"}, c.Label) && c.Reason != "says the name again" {
			t.Errorf("%s of %s: %q", c.Label, c.Site, c.Reason)
		}
	}
}

// Of a name and a text that contains it among words that all pages have, the name is joined with other sites'
// names, whatever its label and although the text comes first.
func TestNameAndText(t *testing.T) {
	t.Parallel()
	const n = 80
	var tables []Table
	for s := range 3 {
		table := Table{Site: fmt.Sprintf("s%d.example", s)}
		for i := range n {
			e := uint64(i + s*10)
			v := map[string][]string{fmt.Sprint("heading", s): {name(1, e, 2)}, fmt.Sprint("founded", s): {fmt.Sprint(1800 + e*7%200)}}
			if s == 2 {
				v["about"] = []string{"this is what we can tell you today of the old mill " + name(1, e, 2) + " and of all who have worked there in our long winters"}
			}
			table.Records = append(table.Records, Record{URL: fmt.Sprintf("http://%s/%d", table.Site, i), Values: v})
		}
		tables = append(tables, table)
	}
	r := must(t, tables, Options{})
	if a := attributeOf(r, "s2.example", "heading2"); a == nil || a.Sites != 3 || attributeOf(r, "s2.example", "about") != nil {
		t.Errorf("the name is in %+v, the text in %+v", a, attributeOf(r, "s2.example", "about"))
	}
}
