// Package listtest tests what keeps the decisions of a run: a folder, or a database.
package listtest

import (
	"encoding/json"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"verde/integrate"
	"verde/steering"
)

// Run tests lists, of which each call gives new ones.
func Run(t *testing.T, fresh func(t *testing.T) steering.Lists) {
	for name, test := range map[string]func(*testing.T, steering.Lists){"sites": sites, "queries": queries, "matching": matching, "changed": changed, "together": together} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(t, fresh(t))
		})
	}
}

// linesOf are the lines of a list.
func linesOf(t *testing.T, list steering.List) (out []string) {
	t.Helper()
	err := list.Read(t.Context(), func(line []byte, n int) error {
		out = append(out, string(line))
		if n != len(out) {
			t.Errorf("line %d is the %dth", n, len(out))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// A decision on a site changes what was decided of it before, and nothing else of that.
func sites(t *testing.T, lists steering.Lists) {
	if s, err := steering.Read(t.Context(), lists); err != nil || len(s.Sites)+len(s.Matching) != 0 {
		t.Fatalf("empty lists: %+v, %v", s, err)
	}
	for _, step := range []struct {
		site   string
		change func(*steering.Site)
		want   steering.Site
	}{
		{"a.example", func(s *steering.Site) { s.Put(steering.Refuse); s.Why = "a shop\nof tools" }, steering.Site{Decide: steering.Refuse, Why: "a shop\nof tools"}},
		{"a.example", func(s *steering.Site) { s.Scope = "folder" }, steering.Site{Decide: steering.Refuse, Why: "a shop\nof tools", Scope: "folder"}},
		{"a.example", func(s *steering.Site) { s.Put(steering.Refuse) }, steering.Site{Decide: steering.Refuse, Why: "a shop\nof tools", Scope: "folder"}},
		{"a.example", func(s *steering.Site) { s.Put(steering.Doubt) }, steering.Site{Decide: steering.Doubt, Scope: "folder"}},
		{"b.example", func(s *steering.Site) { s.Put(steering.Accept); s.Why = "books" }, steering.Site{Decide: steering.Accept, Why: "books"}},
		{"b.example", func(s *steering.Site) { s.Put(steering.Leave) }, steering.Site{}},
	} {
		if err := steering.ChangeSite(t.Context(), lists, step.site, func(s *steering.Site) error { step.change(s); return nil }); err != nil {
			t.Fatal(err)
		}
		s, err := steering.Read(t.Context(), lists)
		step.want.Site = step.site
		if d := cmp.Diff(step.want, s.Sites[step.site]); d != "" || err != nil {
			t.Errorf("(-want +got):\n%s, %v", d, err)
		}
	}
	before := linesOf(t, lists(steering.SitesFile))
	no := errors.New("no")
	if err := steering.ChangeSite(t.Context(), lists, "a.example", func(s *steering.Site) error { return no }); err != no {
		t.Errorf("error %v", err)
	}
	for site, bad := range map[string]steering.Site{"": {}, "a": {Decide: "burn"}, strings.Repeat("a", 3000): {}, "b": {Why: strings.Repeat("a", 3000)}} {
		if err := steering.ChangeSite(t.Context(), lists, site, func(s *steering.Site) error { s.Decide, s.Why = bad.Decide, bad.Why; return nil }); err == nil {
			t.Errorf("%.60v is kept", bad)
		}
	}
	if d := cmp.Diff(before, linesOf(t, lists(steering.SitesFile))); d != "" {
		t.Errorf("what was refused is kept:\n%s", d)
	}
	write(t, lists(steering.SitesFile), map[string]string{"site": "b", "decide": "burn"})
	if _, err := steering.Read(t.Context(), lists); err == nil || !strings.Contains(err.Error(), steering.SitesFile) || !strings.Contains(err.Error(), ", line 7: \"burn\"") {
		t.Errorf("error %v", err)
	}
}

// write adds a line to a list, whatever it is.
func write(t *testing.T, list steering.List, v any) {
	t.Helper()
	if err := list.Write(t.Context(), func(d steering.Draft) error { return d.Append(v) }); err != nil {
		t.Fatal(err)
	}
}

// What is to be asked comes back in its order.
func queries(t *testing.T, lists steering.Lists) {
	want := []steering.Query{{Name: "Emma", With: "Jane Austen"}, {Name: "Dracula"}}
	for _, q := range want {
		if err := steering.Ask(t.Context(), lists, q); err != nil {
			t.Fatal(err)
		}
	}
	s, err := steering.Read(t.Context(), lists)
	if d := cmp.Diff(want, s.Queries); d != "" || err != nil {
		t.Errorf("(-want +got):\n%s, %v", d, err)
	}
	for _, bad := range []steering.Query{{}, {Name: " ", With: "x"}, {Name: strings.Repeat("x", 3000)}} {
		if err := steering.Ask(t.Context(), lists, bad); err == nil {
			t.Errorf("%.60v is kept", bad)
		}
	}
}

// Decisions on records, columns and values: one on the same things replaces the one
// before, one against others is refused, and one is taken back.
func matching(t *testing.T, lists steering.Lists) {
	list := lists(steering.MatchingFile)
	same, different := integrate.Decision{What: "same", A: "u", B: "v"}, integrate.Decision{What: "different", A: "v", B: "u"}
	column := integrate.Decision{What: "column", Site: "a.example", Label: "By", Attribute: "author"}
	alone := column
	alone.Attribute = ""
	for _, step := range []struct {
		name    string
		d       integrate.Decision
		take    bool // it back
		changed bool
		wrong   string
		want    []integrate.Decision
	}{
		{"the first", same, false, true, "", []integrate.Decision{same}},
		{"the same again", same, false, false, "", []integrate.Decision{same}},
		{"a column", column, false, true, "", []integrate.Decision{same, column}},
		{"the pair is different after all", different, false, true, "", []integrate.Decision{column, different}},
		{"the column is alone", alone, false, true, "", []integrate.Decision{different, alone}},
		{"by way of a third", integrate.Decision{What: "same", A: "u", B: "w"}, false, true, "", []integrate.Decision{different, alone, {What: "same", A: "u", B: "w"}}},
		{"against the others", integrate.Decision{What: "same", A: "w", B: "v"}, false, false, "contradict", []integrate.Decision{different, alone, {What: "same", A: "u", B: "w"}}},
		{"not whole", integrate.Decision{What: "same", A: "w"}, false, false, "two records", []integrate.Decision{different, alone, {What: "same", A: "u", B: "w"}}},
		{"taken back", integrate.Decision{What: "same", A: "v", B: "u"}, true, true, "", []integrate.Decision{alone, {What: "same", A: "u", B: "w"}}},
		{"taken back twice", different, true, false, "", []integrate.Decision{alone, {What: "same", A: "u", B: "w"}}},
	} {
		do := steering.Match
		if step.take {
			do = steering.Unmatch
		}
		changed, err := do(t.Context(), list, step.d)
		if changed != step.changed || (err == nil) != (step.wrong == "") || err != nil && !strings.Contains(err.Error(), step.wrong) {
			t.Errorf("%s: changed %v, %v", step.name, changed, err)
		}
		got, err := steering.ReadMatching(t.Context(), list)
		for i := range got {
			got[i].Line = 0
		}
		if d := cmp.Diff(step.want, got); d != "" || err != nil {
			t.Fatalf("%s (-want +got):\n%s, %v", step.name, d, err)
		}
	}
}

// Of a list is known when it was changed last, and what is hostile stays what it is.
func changed(t *testing.T, lists steering.Lists) {
	list := lists(steering.QueriesFile)
	at := func() time.Time {
		t.Helper()
		when, err := list.Changed(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return when
	}
	if !at().IsZero() {
		t.Error("a list that nobody has written was changed", at())
	}
	const hostile = "\x00 \u202e ' \\ \n {} \xff"
	write(t, list, steering.Query{Name: hostile})
	first := at()
	if first.IsZero() || time.Since(first).Abs() > time.Hour {
		t.Errorf("changed %v", first)
	}
	if at() != first {
		t.Error("it was changed by a look at it")
	}
	var q steering.Query
	if err := json.Unmarshal([]byte(linesOf(t, list)[0]), &q); err != nil || q.Name != strings.ToValidUTF8(hostile, "\ufffd") {
		t.Errorf("%q, %v", q, err)
	}
	empty := func(d steering.Draft) error { return d.Replace(nil) }
	if err := list.Write(t.Context(), empty); err != nil || len(linesOf(t, list)) != 0 || at().IsZero() || at().Before(first) {
		t.Errorf("emptied: %v, %v", at(), err)
	}
	if when, err := lists(steering.SitesFile).Changed(t.Context()); err != nil || !when.IsZero() {
		t.Errorf("another list: %v, %v", when, err)
	}
}

// Who changes a list has it alone.
func together(t *testing.T, lists steering.Lists) {
	const each = 20
	var all sync.WaitGroup
	for _, decide := range []string{steering.Refuse, steering.Accept} {
		all.Go(func() {
			for range each {
				err := steering.ChangeSite(t.Context(), lists, "a.example", func(s *steering.Site) error {
					s.Decide, s.Why = decide, s.Why+"x"
					return nil
				})
				if err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	s, err := steering.Read(t.Context(), lists)
	if got := len(s.Sites["a.example"].Why); got != 2*each || err != nil {
		t.Errorf("%d of %d changes, %v", got, 2*each, err)
	}
}
