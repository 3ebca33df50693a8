package known

import (
	"testing"

	"verde/catalog"
	"verde/query"
)

// Whatever is known otherwise gives another fingerprint, and the same the same.
func TestFingerprint(t *testing.T) {
	t.Parallel()
	of := func(change func(*query.Profile, *catalog.Source, *catalog.Record)) string {
		profile := query.Profile{Identifier: "name", Attributes: []query.Attribute{{Name: "author"}}}
		source := catalog.Source{Site: "a.example", Role: catalog.Discovered, Round: 1, Attributes: map[string]string{"h1": "name"}}
		record := catalog.Record{URL: "http://a.example/1", Values: map[string][]string{"h1": {"Emma"}, "by": {"Jane", "Austen"}}}
		change(&profile, &source, &record)
		e := New(profile)
		err := e.AddSite(source, func(yield func(catalog.Record, error) bool) { yield(record, nil) })
		if err != nil {
			t.Fatal(err)
		}
		return e.Fingerprint()
	}
	same := of(func(*query.Profile, *catalog.Source, *catalog.Record) {})
	if again := of(func(*query.Profile, *catalog.Source, *catalog.Record) {}); again != same {
		t.Error("the same has two fingerprints")
	}
	seen := map[string]string{same: "nothing"}
	for name, change := range map[string]func(*query.Profile, *catalog.Source, *catalog.Record){
		"the identifier":  func(p *query.Profile, _ *catalog.Source, _ *catalog.Record) { p.Identifier = "title" },
		"an attribute":    func(p *query.Profile, _ *catalog.Source, _ *catalog.Record) { p.Attributes[0].Name = "maker" },
		"how good it is":  func(p *query.Profile, _ *catalog.Source, _ *catalog.Record) { p.Attributes[0].Score = 1 },
		"no attribute":    func(p *query.Profile, _ *catalog.Source, _ *catalog.Record) { p.Attributes = nil },
		"the site":        func(_ *query.Profile, s *catalog.Source, _ *catalog.Record) { s.Site = "b.example" },
		"the round":       func(_ *query.Profile, s *catalog.Source, _ *catalog.Record) { s.Round = 2 },
		"a column's name": func(_ *query.Profile, s *catalog.Source, _ *catalog.Record) { s.Attributes["by"] = "author" },
		"the page":        func(_ *query.Profile, _ *catalog.Source, r *catalog.Record) { r.URL += "0" },
		"a value":         func(_ *query.Profile, _ *catalog.Source, r *catalog.Record) { r.Values["h1"][0] = "Emma!" },
		"the cut of values": func(_ *query.Profile, _ *catalog.Source, r *catalog.Record) {
			r.Values["by"] = []string{"Jan", "eAusten"}
		},
		"the number of values": func(_ *query.Profile, _ *catalog.Source, r *catalog.Record) { r.Values["by"] = []string{"JaneAusten"} },
		"no name":              func(_ *query.Profile, _ *catalog.Source, r *catalog.Record) { delete(r.Values, "h1") },
	} {
		got := of(change)
		if before, ok := seen[got]; ok {
			t.Errorf("a change of %s gives the fingerprint of a change of %s", name, before)
		}
		seen[got] = name
	}
}
