package known

import (
	"fmt"
	"testing"

	"verde/catalog"
	"verde/query"
	"verde/record"
)

// A page that names a person with initials is of the known one whom it may mean, if that is one.
func TestInitials(t *testing.T) {
	t.Parallel()
	e := New(query.Profile{Identifier: "name"})
	names := []string{"Anna Lee", "Boris Kane", "Berta Kane", "Carl Otto Mann", "Dora Ash", "Emil Birk", "Fritz Cole"}
	add := func(site string, role string, names []string) {
		err := e.AddSite(catalog.Source{Site: site, Role: role, Attributes: map[string]string{"name": "name"}}, func(yield func(record.Record, error) bool) {
			for i, n := range names {
				r := record.Record{URL: fmt.Sprintf("http://%s/%d", site, i), Site: site, Fields: []record.Field{{Label: "name", Values: []record.Value{{Text: n}}}}}
				if !yield(r, nil) {
					return
				}
			}
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	add("full.example", catalog.Training, names)
	add("short.example", catalog.Discovered, []string{"Ash, D.", "Gold, G.", "Hart, H.", "Lee, A.", "Iver, I."})
	for name, want := range map[string]string{"Lee, A.": "Lee, A.", "A. Lee": "Lee, A.", "D. Ash": "Ash, D.", "E. Birk": "Emil Birk", "Cole, F.": "Fritz Cole", "C. O. Mann": "Carl Otto Mann", "Mann, C.": "Carl Otto Mann", "Greta Gold": "Gold, G.",
		"B. Kane": "", "Lee, B.": "", "Anton Lee": "", "Dora Ash": "Dora Ash", "Emma Birk": ""} {
		got := ""
		if at, ok := e.lookup(new(query.Names), []string{name}, nil); ok {
			got = e.nameAt(at)
		}
		if got != want {
			t.Errorf("%q is taken for %q, want %q", name, got, want)
		}
	}
	if !e.KnownElsewhere("lee a", "short.example") || e.KnownElsewhere("gold g", "short.example") {
		t.Error("who is known elsewhere is not told by initials")
	}
}
