package steering

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"verde/integrate"
)

// A decision on a site changes what was decided of it before, and nothing else of that.
func TestSites(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if s, err := Read(dir); err != nil || len(s.Sites)+len(s.Matching) != 0 {
		t.Fatalf("an empty folder: %+v, %v", s, err)
	}
	for _, step := range []struct {
		site   string
		change func(*Site)
		want   Site
	}{
		{"a.example", func(s *Site) { s.Put(Refuse); s.Why = "a shop\nof tools" }, Site{Decide: Refuse, Why: "a shop\nof tools"}},
		{"a.example", func(s *Site) { s.Scope = "folder" }, Site{Decide: Refuse, Why: "a shop\nof tools", Scope: "folder"}},
		{"a.example", func(s *Site) { s.Put(Refuse) }, Site{Decide: Refuse, Why: "a shop\nof tools", Scope: "folder"}},
		{"a.example", func(s *Site) { s.Put(Doubt) }, Site{Decide: Doubt, Scope: "folder"}},
		{"b.example", func(s *Site) { s.Put(Accept); s.Why = "books" }, Site{Decide: Accept, Why: "books"}},
		{"b.example", func(s *Site) { s.Put(Leave) }, Site{}},
	} {
		if err := ChangeSite(dir, step.site, func(s *Site) error { step.change(s); return nil }); err != nil {
			t.Fatal(err)
		}
		s, err := Read(dir)
		step.want.Site = step.site
		if d := cmp.Diff(step.want, s.Sites[step.site]); d != "" || err != nil {
			t.Errorf("(-want +got):\n%s, %v", d, err)
		}
	}
	before, _ := os.ReadFile(filepath.Join(dir, SitesFile))
	no := errors.New("no")
	if err := ChangeSite(dir, "a.example", func(s *Site) error { return no }); err != no {
		t.Errorf("error %v", err)
	}
	for site, bad := range map[string]Site{"": {}, "a": {Decide: "burn"}, strings.Repeat("a", 3000): {}, "b": {Why: strings.Repeat("a", 3000)}} {
		if err := ChangeSite(dir, site, func(s *Site) error { s.Decide, s.Why = bad.Decide, bad.Why; return nil }); err == nil {
			t.Errorf("%.60v is kept", bad)
		}
	}
	if after, err := os.ReadFile(filepath.Join(dir, SitesFile)); err != nil || string(after) != string(before) {
		t.Errorf("what was refused is kept: %v, %s", err, after)
	}
	if err := os.WriteFile(filepath.Join(dir, SitesFile), []byte("{\"site\":\"a\"}\n\n{\"site\":\"b\",\"decide\":\"burn\"}"), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := Read(dir); err == nil || !strings.Contains(err.Error(), SitesFile+", line 3: \"burn\"") {
		t.Errorf("error %v", err)
	}
}

// What is to be asked comes back in its order.
func TestAsk(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	want := []Query{{Name: "Emma", With: "Jane Austen"}, {Name: "Dracula"}}
	for _, q := range want {
		if err := Ask(dir, q); err != nil {
			t.Fatal(err)
		}
	}
	s, err := Read(dir)
	if d := cmp.Diff(want, s.Queries); d != "" || err != nil {
		t.Errorf("(-want +got):\n%s, %v", d, err)
	}
	for _, bad := range []Query{{}, {Name: " ", With: "x"}, {Name: strings.Repeat("x", 3000)}} {
		if err := Ask(dir, bad); err == nil {
			t.Errorf("%.60v is kept", bad)
		}
	}
}

// Decisions on records, columns and values: one on the same things replaces the one
// before, one against others is refused, and one is taken back.
func TestMatching(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), MatchingFile)
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
		do := Match
		if step.take {
			do = Unmatch
		}
		changed, err := do(path, step.d)
		if changed != step.changed || (err == nil) != (step.wrong == "") || err != nil && !strings.Contains(err.Error(), step.wrong) {
			t.Errorf("%s: changed %v, %v", step.name, changed, err)
		}
		got, err := ReadMatching(path)
		for i := range got {
			got[i].Line = 0
		}
		if d := cmp.Diff(step.want, got); d != "" || err != nil {
			t.Fatalf("%s (-want +got):\n%s, %v", step.name, d, err)
		}
	}
	if err := os.WriteFile(path, []byte(`{"decide":"same","a":"u","b":"v"}`), 0o666); err != nil { // by an editor, without its end
		t.Fatal(err)
	}
	if _, err := Match(path, column); err != nil {
		t.Fatal(err)
	}
	if got, err := ReadMatching(path); len(got) != 2 || err != nil {
		t.Errorf("%v, %v", got, err)
	}
}
