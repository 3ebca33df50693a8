package known

import (
	"testing"

	"verde/catalog"
	"verde/query"
	"verde/record"
)

// Whatever is known otherwise gives another fingerprint, and the same the same.
func TestFingerprint(t *testing.T) {
	t.Parallel()
	of := func(change func(*query.Profile, *catalog.Source, *record.Record)) string {
		profile := query.Profile{Identifier: "name", Attributes: []query.Attribute{{Name: "author"}}}
		source := catalog.Source{Site: "a.example", Role: catalog.Discovered, Round: 1, Attributes: map[string]string{"h1": "name"}}
		r := record.FromTexts("http://a.example/1", map[string][]string{"h1": {"Emma"}, "by": {"Jane", "Austen"}})
		change(&profile, &source, &r)
		e := New(profile)
		err := e.AddSite(source, func(yield func(record.Record, error) bool) { yield(r, nil) })
		if err != nil {
			t.Fatal(err)
		}
		return e.Fingerprint()
	}
	same := of(func(*query.Profile, *catalog.Source, *record.Record) {})
	if again := of(func(*query.Profile, *catalog.Source, *record.Record) {}); again != same {
		t.Error("the same has two fingerprints")
	}
	seen := map[string]string{same: "nothing"}
	for name, change := range map[string]func(*query.Profile, *catalog.Source, *record.Record){
		"the identifier":  func(p *query.Profile, _ *catalog.Source, _ *record.Record) { p.Identifier = "title" },
		"an attribute":    func(p *query.Profile, _ *catalog.Source, _ *record.Record) { p.Attributes[0].Name = "maker" },
		"how good it is":  func(p *query.Profile, _ *catalog.Source, _ *record.Record) { p.Attributes[0].Score = 1 },
		"no attribute":    func(p *query.Profile, _ *catalog.Source, _ *record.Record) { p.Attributes = nil },
		"the site":        func(_ *query.Profile, s *catalog.Source, _ *record.Record) { s.Site = "b.example" },
		"the round":       func(_ *query.Profile, s *catalog.Source, _ *record.Record) { s.Round = 2 },
		"a column's name": func(_ *query.Profile, s *catalog.Source, _ *record.Record) { s.Attributes["by"] = "author" },
		"the page":        func(_ *query.Profile, _ *catalog.Source, r *record.Record) { r.URL += "0" },
		"a value":         func(_ *query.Profile, _ *catalog.Source, r *record.Record) { r.Fields[1].Values[0].Text = "Emma!" },
		"the cut of values": func(_ *query.Profile, _ *catalog.Source, r *record.Record) {
			*r = record.FromTexts(r.URL, map[string][]string{"h1": {"Emma"}, "by": {"Jan", "eAusten"}})
		},
		"the number of values": func(_ *query.Profile, _ *catalog.Source, r *record.Record) {
			r.Fields[0].Values = []record.Value{{Text: "JaneAusten"}}
		},
		"no name": func(_ *query.Profile, _ *catalog.Source, r *record.Record) { r.Fields = r.Fields[:1] },
	} {
		got := of(change)
		if before, ok := seen[got]; ok {
			t.Errorf("a change of %s gives the fingerprint of a change of %s", name, before)
		}
		seen[got] = name
	}
}
