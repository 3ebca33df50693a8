package page

import (
	"encoding/json"
	"slices"
	"testing"
)

// A schema that was kept as text compares as before, also with one whose numbers
// are of another process.
func TestHashedSchema(t *testing.T) {
	t.Parallel()
	schema := func(p *Paths, names ...string) Schema {
		var s Schema
		for _, name := range names {
			s = append(s, p.Intern(name))
		}
		slices.Sort(s)
		return s
	}
	var here, there Paths
	there.Intern("html/p/a") // so that the numbers differ
	for _, test := range []struct {
		a, b []string
		want float64
		size int // of the text of a, with its quotation marks
	}{
		{nil, nil, 1, 2},
		{[]string{"html/a"}, nil, 0, 13},
		{[]string{"html/a", "html/p/a"}, []string{"html/p/a", "html/a"}, 1, 24},
		{[]string{"html/a", "html/p/a", "html/ul/li/a"}, []string{"html/ul/li/a", "html/b/a"}, 0.25, 34},
	} {
		text, err := json.Marshal(here.Hashed(schema(&here, test.a...)))
		if err != nil || len(text) != test.size {
			t.Errorf("%q: %d bytes of text, %v; want %d", test.a, len(text), err, test.size)
		}
		var kept HashedSchema
		if err := json.Unmarshal(text, &kept); err != nil {
			t.Fatal(err)
		}
		if got := kept.Similarity(there.Hashed(schema(&there, test.b...))); got != test.want {
			t.Errorf("%q and %q: similarity %v, want %v", test.a, test.b, got, test.want)
		}
	}
	for _, bad := range []string{`"AAAA"`, `"?"`, `7`} {
		if err := json.Unmarshal([]byte(bad), new(HashedSchema)); err == nil {
			t.Errorf("%s is read as a schema", bad)
		}
	}
}
