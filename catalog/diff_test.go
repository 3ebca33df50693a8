package catalog

import (
	"testing"
	"time"

	"verde/integrate"
	"verde/record"
)

// Between two times a value changes, changes back, an entity comes and one goes.
func TestEntityDifferences(t *testing.T) {
	t.Parallel()
	c := shelved(t)
	day := time.Date(2026, 1, 2, 0, 0, 0, 0, time.UTC)
	at := func(n int) time.Time { return day.AddDate(0, 0, n) }
	if _, ok, err := c.Integrated(t.Context()); ok || err != nil {
		t.Fatalf("integrated before: %v, %v", ok, err)
	}
	put(t, c, at(0))
	shelves(t, c, "0")
	put(t, c, at(1))
	shelves(t, c, "")
	if err := c.PutSite(t.Context(), Source{Site: "c.example", State: Expanded}, nil, []record.Record{record.FromTexts("http://c.example/1", map[string][]string{"Title": {"an atlas"}})}); err != nil {
		t.Fatal(err)
	}
	put(t, c, at(2))
	if err := c.PutSite(t.Context(), Source{Site: "c.example", State: Expanded}, nil, nil); err != nil {
		t.Fatal(err)
	}
	put(t, c, at(3))
	for _, test := range []struct {
		name         string
		since, until time.Time
		want         map[string]int
	}{
		{"before the first", at(-2), at(-1), nil},
		{"from nothing", at(-1), at(0), map[string]int{"new ": 12}},
		{"nothing", at(0), at(0).Add(time.Hour), nil},
		{"prices", at(0), at(1), map[string]int{"changed $": 12}},
		{"prices back, and an entity more", at(1), at(2), map[string]int{"changed $": 12, "new ": 1}},
		{"an entity more", at(0), at(2), map[string]int{"new ": 1}},
		{"an entity less", at(2), at(3), map[string]int{"gone ": 1}},
		{"to and fro", at(0), at(9), nil},
		{"backwards", at(2), at(0), map[string]int{"gone ": 1}},
	} {
		got, err := c.EntityDifferences(t.Context(), test.since, test.until)
		if err != nil {
			t.Fatal(err)
		}
		counts := make(map[string]int)
		for _, d := range got {
			money := ""
			if d.Attribute != "" {
				money = d.After[:1]
			}
			counts[d.Change+" "+money]++
			if d.Attribute != "" && (d.Before == d.After || d.Name == "") {
				t.Errorf("%s: %+v", test.name, d)
			}
			if d.Attribute == "" && test.name == "from nothing" && len(d.Values) != 3 {
				t.Errorf("%s: values %q", test.name, d.Values)
			}
		}
		if len(counts) != len(test.want) {
			t.Errorf("%s: %v, want %v", test.name, counts, test.want)
		}
		for k, n := range test.want {
			if counts[k] != n {
				t.Errorf("%s: %v, want %v", test.name, counts, test.want)
			}
		}
	}
}

// The columns of the training site are called by their labels, those of others by what the vertical calls them.
func TestColumnNames(t *testing.T) {
	t.Parallel()
	c := shelved(t)
	for site, s := range map[string]Source{"a.example": {Role: Training}, "b.example": {Role: Discovered, Attributes: map[string]string{"Price": "Cost"}}} {
		s.Site, s.State = site, Expanded
		var records []record.Record
		for r, err := range c.Records(t.Context(), site) {
			if err != nil {
				t.Fatal(err)
			}
			records = append(records, r)
		}
		if err := c.PutSite(t.Context(), s, nil, records); err != nil {
			t.Fatal(err)
		}
	}
	names, err := c.ColumnNames(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if len(names) != 4 || names[integrate.ColumnName{Site: "a.example", Label: "By"}] != "By" || names[integrate.ColumnName{Site: "b.example", Label: "Price"}] != "Cost" {
		t.Errorf("%v", names)
	}
}
