package integrate

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// schooled are tables of people whose schools each site writes in its own format, "%s" for the name, and which some have again as a part.
func schooled(formats []string, part bool) []Table {
	var tables []Table
	for s, format := range formats {
		table := Table{Site: fmt.Sprintf("s%d.example", s), Titles: "title", Parts: map[string]string{}}
		if part {
			table.Parts["part"] = fmt.Sprint("school", s)
		}
		for i := range 60 {
			random := rand.New(rand.NewPCG(uint64(i), 3))
			school := name(5, random.Uint64N(12), 1)
			values := map[string][]string{"title": {name(1, uint64(i), 2)}, fmt.Sprint("school", s): {fmt.Sprintf(format, school)},
				fmt.Sprint("born", s): {fmt.Sprint(1900 + random.IntN(90))}}
			if part {
				values["part"] = []string{school}
			}
			table.Records = append(table.Records, Record{URL: fmt.Sprintf("http://%s/%d", table.Site, i), Values: values})
		}
		tables = append(tables, table)
	}
	return tables
}

// Words around all values that most sites have are shown with them, one site's own are not.
func TestWordsAround(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		formats       []string
		part          bool
		front, behind string
	}{
		{[]string{"%s Academy", "%s Academy", "%s Academy"}, false, "", " Academy"},
		{[]string{"%s Academy", "%s Academy", "%s Academy"}, true, "", " Academy"},
		{[]string{"Academy of %s", "Academy of %s", "%s"}, false, "Academy of ", ""},
		{[]string{"%s | Deep Page", "%s", "%s"}, false, "", ""},
		{[]string{"%s - One", "%s - Two", "%s - Three"}, false, "", ""},
		{[]string{"School: %s", "School: %s", "School: %s"}, false, "", ""},
	} {
		r := must(t, schooled(test.formats, test.part), Options{})
		a := attributeOf(r, "s0.example", "school0")
		if a == nil {
			t.Errorf("%q: no attribute of schools", test.formats)
			continue
		}
		right, all := 0, 0
		for _, x := range r.Fused {
			if x.Attribute != a.Name {
				continue
			}
			i := slices.IndexFunc(x.Groups, func(g Group) bool { return g.Chosen })
			rest, front := strings.CutPrefix(x.Groups[i].Value, test.front)
			rest, behind := strings.CutSuffix(rest, test.behind)
			all++
			if front && behind && !strings.Contains(rest, " ") {
				right++
			}
		}
		if right != all || all < 60 {
			t.Errorf("%q: %d of %d schools are shown as %q", test.formats, right, all, test.front+"NAME"+test.behind)
		}
	}
}
