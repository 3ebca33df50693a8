package known

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"verde/query"
	"verde/values"
)

// three gives entities of a training site and of two sites that a later round
// found, four of each.
func three() *Entities {
	e := New(query.Profile{Identifier: "name", Attributes: []query.Attribute{{Name: "author"}}})
	e.confirmed = map[string]bool{"author": true}
	for _, s := range []struct {
		site  string
		round int
	}{{"training.example", 0}, {"b.example", 1}, {"a.example", 1}} {
		for i := range 4 {
			named := map[string][]string{"name": {fmt.Sprintf("%s %d", s.site[:1], i)}, "author": {fmt.Sprintf("Author %s %d", s.site[:1], i)}}
			e.add(entity{site: s.site, round: s.round, record: query.Record{Source: s.site, Values: named}})
		}
	}
	return e
}

// counts gives how many instances are of which site.
func counts(chosen []query.Instance) string {
	n := map[string]int{}
	for _, in := range chosen {
		n[in.Values[0].Text[:1]]++
	}
	return fmt.Sprintf("a %d, b %d, t %d", n["a"], n["b"], n["t"])
}

// The newest sites share what is asked for, the older ones get what they leave.
func TestChoose(t *testing.T) {
	t.Parallel()
	for n, want := range map[int]string{
		0:  "a 0, b 0, t 0",
		1:  "a 1, b 0, t 0", // not each of them one
		4:  "a 2, b 2, t 0",
		5:  "a 3, b 2, t 0",
		8:  "a 4, b 4, t 0",
		10: "a 4, b 4, t 2",
		50: "a 4, b 4, t 4",
	} {
		if got := counts(three().Choose(Choice{N: n, Seed: 1}, map[string]bool{})); got != want {
			t.Errorf("%d instances: %s, want %s", n, got, want)
		}
	}
}

// What one site can't give its share of, the next one gives; nothing is asked for
// twice.
func TestChooseOnce(t *testing.T) {
	t.Parallel()
	asked := map[string]bool{"a0": true, "a1": true, "a2": true}
	chosen := three().Choose(Choice{N: 4, Seed: 1}, asked)
	if got := counts(chosen); got != "a 1, b 3, t 0" {
		t.Errorf("three were asked for: %s", got)
	}
	if len(asked) != 7 {
		t.Errorf("asked for by now: %v", asked)
	}
	if again := three().Choose(Choice{N: 100, Seed: 1}, asked); len(again) != 5 {
		t.Errorf("%d others, want 5", len(again))
	}
}

// A person whom sites name in other orders is asked for once.
func TestChooseWordOrder(t *testing.T) {
	t.Parallel()
	e := New(query.Profile{Identifier: "name", Attributes: []query.Attribute{{Name: "club"}}})
	for site, name := range map[string]string{"a.example": "Nadia Kowalczyk", "b.example": "KOWALCZYK, Nadia"} {
		e.add(entity{site: site, record: query.Record{Source: site, Values: map[string][]string{"name": {name}, "club": {"Legia Warszawa"}}}})
	}
	if got := e.Choose(Choice{N: 4, Seed: 1}, map[string]bool{}); len(got) != 1 {
		t.Errorf("%+v", got)
	}
}

// An entity of which nothing else is known would be asked for by its name alone,
// which leads everywhere, unless no site says more than names.
func TestChooseBare(t *testing.T) {
	t.Parallel()
	e := three()
	for i := range 4 {
		delete(e.all[4+i].record.Values, "author") // b.example
	}
	for _, in := range e.Choose(Choice{N: 100, Seed: 1}, map[string]bool{}) {
		if strings.HasPrefix(in.Values[0].Text, "b") {
			t.Errorf("asks with %v", in.Values)
		}
	}
	names := New(query.Profile{Identifier: "name"})
	names.add(entity{site: "training.example", record: query.Record{Values: map[string][]string{"name": {"Emma"}}}})
	if got := names.Choose(Choice{N: 1, Seed: 1}, map[string]bool{}); len(got) != 1 {
		t.Errorf("names alone: %v", got)
	}
}

// Attributes of no use are not asked with; names alone are if all are of none.
func TestChooseWithout(t *testing.T) {
	t.Parallel()
	e := books("Emma / Jane Austen", "Dracula / Bram Stoker")
	if got := e.Choose(Choice{N: 5, Seed: 1}, map[string]bool{}); len(got) != 2 || len(got[0].Values) != 2 {
		t.Errorf("%+v", got)
	}
	useless := Choice{N: 5, Seed: 1, Useless: map[string]bool{"author": true}}
	if got := e.Choose(useless, map[string]bool{}); len(got) != 2 || len(got[0].Values) != 1 {
		t.Errorf("without authors: %+v", got)
	}
	useless.Simple = true
	asked := map[string]bool{"emma": true}
	if got := e.Choose(useless, asked); len(got) != 1 || got[0].Values[0].Text != "Dracula" || !asked["dracula"] {
		t.Errorf("by name: %+v", got)
	}
}

// What is a column of codes is told by all entities of a site, also where a query is made of one of them.
func TestCodesOfRecognised(t *testing.T) {
	t.Parallel()
	e := New(query.Profile{Identifier: "name", Attributes: []query.Attribute{{Name: "author"}}})
	e.sites["known.example"] = 0
	keys := map[string]string{}
	for i, name := range []string{"Emma", "Dracula", "Kim", "Ulysses", "Middlemarch"} {
		texts := map[string][]string{"name": {name}, "author": {"Author of " + name}, "code": {fmt.Sprintf("BK-%d", 4711+i)}, "screen": {"1920x1080"}}
		e.add(entity{site: "known.example", record: query.Record{Source: name, Values: texts}})
		keys[values.Fold(name)] = query.Key(name)
	}
	var got []query.Instance
	e.questions([]string{"emma"}, keys, 1, func(in query.Instance) query.Query {
		got = append(got, in)
		return query.Query{}
	})
	if want := []query.Value{{Attribute: "code", Text: "BK-4711"}}; len(got) != 1 || !slices.Equal(got[0].Code, want) {
		t.Errorf("asked with %+v, not the code %+v", got, want)
	}
}
