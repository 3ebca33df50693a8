package integrate

import "testing"

// A site has its authors under one label on some pages and under another on the rest: both columns are in one
// attribute. A column that never occurs with the first but has another meaning is not, nor is one that occurs with
// it once.
func TestAlternatives(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name   string
		change func(i int, v map[string][]string)
		want   bool
	}{
		{"in place of the other", func(int, map[string][]string) {}, true},
		{"something else", func(i int, v map[string][]string) {
			if v["link"] != nil {
				v["link"] = []string{name(77, uint64(i), 2)}
			}
		}, false},
		{"both on one page", func(i int, v map[string][]string) {
			if i == 4 {
				v["link"] = []string{name(78, 4, 2)}
			}
		}, false},
	} {
		tables := library(3, 120, 2)
		for i, r := range tables[0].Records {
			if i%3 == 0 {
				r.Values["link"] = r.Values["b0"]
				delete(r.Values, "b0")
			}
			test.change(i, r.Values)
		}
		r := must(t, tables, Options{})
		a, b := attributeOf(r, "s00.example", "b0"), attributeOf(r, "s00.example", "link")
		if a == nil || a.Sites < 3 || test.want != (a == b) {
			t.Errorf("%s: %+v and %+v", test.name, a, b)
		}
	}
}
