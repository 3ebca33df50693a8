package integrate

import (
	"fmt"
	"slices"
	"testing"
)

// ids returns the ID of the entity of each record.
func ids(r *Result) map[string]string {
	out := make(map[string]string)
	for i := range r.Entities {
		for _, u := range r.Entities[i].URLs {
			out[u] = r.Entities[i].ID
		}
	}
	return out
}

// known is what the next run gets from a result.
func known(r *Result) (out []Known) {
	for _, e := range r.Entities {
		out = append(out, Known{ID: e.ID, Was: e.Was, Anchor: e.Anchor, URLs: e.URLs})
	}
	return out
}

// When a site is added, the IDs of all records stay or are redirected, and a person's decisions hold, whatever
// the new site says.
func TestNewSite(t *testing.T) {
	t.Parallel()
	all := library(4, 120, 30)
	opt := Options{Decisions: []Decision{
		{What: "different", A: "http://s00.example/100", B: "http://s01.example/100"},
		{What: "same", A: "http://s00.example/1", B: "http://s01.example/149"},
		{What: "column", Site: "s00.example", Label: "e0", Attribute: "price"},
	}}
	before := must(t, all[:3], opt)
	old := ids(before)
	opt.Known = known(before)
	after := must(t, all, opt)
	now, to := ids(after), make(map[string]string)
	for _, x := range after.Redirects {
		to[x.From] = x.To
	}
	moved := 0
	for url, id := range old {
		if now[url] != id {
			if moved++; to[id] != now[url] && now[url] == "" {
				t.Errorf("%s had %s, has %q, and nothing leads there", url, id, now[url])
			}
		}
	}
	if moved > len(old)/100 {
		t.Errorf("%d of %d records have another ID", moved, len(old))
	}
	for id := range to {
		if slices.ContainsFunc(after.Entities, func(e Entity) bool { return e.ID == id }) {
			t.Errorf("%s leads elsewhere, and is an entity's", id)
		}
	}
	if now["http://s00.example/100"] == now["http://s01.example/100"] || now["http://s00.example/1"] != now["http://s01.example/149"] {
		t.Error("decisions about records do not hold")
	}
	if !slices.ContainsFunc(after.Attributes, func(a Attribute) bool { return a.Name == "price" && len(a.Columns) == 1 }) {
		t.Errorf("the decision about a column does not hold: %+v", after.Attributes)
	}
	// And the same again comes to the same.
	opt.Known = known(after)
	again := must(t, all, opt)
	for url, id := range ids(again) {
		if now[url] != id {
			t.Errorf("%s has %s, then %s", url, now[url], id)
		}
	}
	of := func(tables ...Table) string {
		hash, err := Fingerprint(tablesBySite(tables), opt)
		if err != nil {
			t.Fatal(err)
		}
		return hash
	}
	if a, b := of(all...), of(all[3], all[1], all[0], all[2]); a != b || a == of(all[:3]...) {
		t.Errorf("fingerprints %s and %s", a, b)
	}
}

// With sites of ten records each, what is joined is right. Two such sites are too few for anything to be beyond
// chance, and nothing is joined; several sites give enough evidence together.
func TestTenRecords(t *testing.T) {
	t.Parallel()
	for sites := 2; sites <= 8; sites += 3 {
		r := must(t, library(sites, 10, 1), Options{})
		joined, right, all := grade(r)
		if right != joined || sites > 2 && right < all*7/10 || sites == 2 && joined > 0 {
			t.Errorf("%d sites: %d pairs joined, %d right of %d", sites, joined, right, all)
		}
		for _, a := range r.Attributes {
			kinds := make(map[byte]bool)
			for _, c := range a.Columns {
				kinds[r.Columns[c].Label[0]] = true
			}
			if len(kinds) != 1 {
				t.Errorf("%d sites: an attribute of %v", sites, kinds)
			}
		}
	}
	if r := must(t, library(2, 10, 100), Options{}); len(r.Alone) != 2 || slices.ContainsFunc(r.Attributes, func(a Attribute) bool { return a.Basis != OneSource }) {
		t.Errorf("sites without common books: alone %q, attributes %+v", r.Alone, r.Attributes)
	}
}

// People of one name are distinguished by their other attributes, on sites that list both of them.
func TestSameNames(t *testing.T) {
	t.Parallel()
	var tables []Table
	for s := range 3 {
		table := Table{Site: fmt.Sprintf("s%d.example", s)}
		for i := range 80 {
			n := uint64(i)
			if i%4 == 3 {
				n-- // a namesake
			}
			table.Records = append(table.Records, Record{URL: fmt.Sprintf("http://%s/%d", table.Site, i), Values: map[string][]string{
				fmt.Sprint("name", s): {name(1, n, 2)}, fmt.Sprint("born", s): {fmt.Sprintf("%d/%d/%d", 13+i%15, 1+i%12, 1950+i%47)}, fmt.Sprint("club", s): {name(3, uint64(i%9), 1)},
			}})
		}
		tables = append(tables, table)
	}
	joined, right, all := grade(must(t, tables, Options{}))
	if right != joined || float64(right) < .95*float64(all) {
		t.Errorf("%d pairs joined, %d right of %d", joined, right, all)
	}
}
