package static

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"verde/extract/accuracy"
)

// What the page shows decides on the form of a value, and which pages count.
func TestRead(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"sites.json":                     `[{"name": "playersb-players", "root": "site_playersb", "base_url": "https://playersb.example/", "sample_entity_pages": []}]`,
		"playersb-players.reachable.txt": "players/a/index.html\nplayers/b/index.html\nplayers/c/index.html\nplayers/d/index.html\nplayers/unknown/index.html\n",
		"site_playersb/data/players.json": `{"players": [
			{"id": "a", "name": "Ann", "position": "CM", "team": "Ajax", "minutes": 1580, "goals": 9},
			{"id": "b", "name": "Bob", "position": "ST", "team": "Inter", "minutes": 90, "goals": 0},
			{"id": "c", "name": "Cid", "position": "GK", "team": "Lille", "minutes": 7, "goals": 1},
			{"id": "d", "name": "Dan", "position": "GK", "team": "Lille", "minutes": 7, "goals": 1}]}`,
		"site_playersb/players/a/index.html":       `<title>Ann</title><h1>ann</h1><p>CM · Ajax</p><script type="application/ld+json">{"goals": 9}</script><b>1,580</b> min<i>19 caps</i>`,
		"site_playersb/players/b/index.html":       `<h1>Bob</h1><p>ST · <a>Inter</a></p><td>90 <i></i></td><td>0</td>`,
		"site_playersb/players/c/index.html":       `<h1>Cid</h1><p>GK · Nice</p><td>7</td>`,
		"site_playersb/players/d/index.html":       `<title>Dan</title><h1>Somebody else</h1><p>GK</p>`,
		"site_playersb/players/unknown/index.html": `<h1>Nobody</h1>`,
	} {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "none.json"), []byte(`[{"name": "x", "root": "x", "base_url": "http://x.example/"}]`), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := Read(t.Context(), filepath.Join(dir, "none.json"), dir, Hidden); err == nil {
		t.Error("no error without sites")
	}
	got, err := Read(t.Context(), filepath.Join(dir, "sites.json"), dir, Hidden)
	if err != nil || len(got) != 1 {
		t.Fatalf("%d sites, error %v", len(got), err)
	}
	const a, b, c = "https://playersb.example/players/a/", "https://playersb.example/players/b/", "https://playersb.example/players/c/"
	s := got[0]
	if d := cmp.Diff([]Attribute{{"name", 3, 3, 3}, {"position", 3, 3, 0}, {"team", 3, 2, 1}, {"minutes", 3, 3, 3}, {"goals", 3, 1, 1}}, s.Attributes); d != "" {
		t.Errorf("attributes (-want +got):\n%s", d)
	}
	truth := map[string]map[string][]string{
		"name":     {a: {"ann"}, b: {"Bob"}, c: {"Cid"}},
		"position": {a: {"CM"}, b: {"ST"}, c: {"GK"}},
		"team":     {a: {"Ajax"}, b: {"Inter"}},
		"minutes":  {a: {"1,580"}, b: {"90"}, c: {"7"}},
	} // goals are shown by one page of three
	if d := cmp.Diff(truth, map[string]map[string][]string(s.Truth)); d != "" {
		t.Errorf("truth (-want +got):\n%s", d)
	}
	if !s.Unclear["team"][c] || s.Unclear["team"][a] {
		t.Errorf("unclear pages: %v", s.Unclear)
	}
	if want := `<title>Ann</title><h1>ann</h1><p>CM · Ajax</p><b>1,580</b> min<i>19 caps</i>`; len(s.Pages) != 3 || string(s.Pages[0].Body) != want {
		t.Errorf("pages %v, the first %q", s.Pages, s.Pages[0].Body)
	}
	out := t.TempDir()
	if err := Write(got, out); err != nil {
		t.Fatal(err)
	}
	all, err := accuracy.Read(os.DirFS(filepath.Join(out, "truth")))
	if d := cmp.Diff(map[string][]string{"0000": {"1,580"}, "0001": {"90"}, "0002": {"7"}}, all[accuracy.Site{Name: s.Name}]["minutes"]); err != nil || d != "" {
		t.Errorf("written truth (-want +got), error %v:\n%s", err, d)
	}
	if body, err := os.ReadFile(filepath.Join(out, "pages", s.Name, "0001.html")); err != nil || string(body) != string(s.Pages[1].Body) {
		t.Errorf("written page %q, error %v", body, err)
	}
	if whole, err := Read(t.Context(), filepath.Join(dir, "sites.json"), dir, All); err != nil || !strings.Contains(string(whole[0].Pages[0].Body), "ld+json") {
		t.Errorf("data is hidden from whole pages, or error %v", err)
	}
}

func TestHide(t *testing.T) {
	t.Parallel()
	const body = `<meta charset=utf-8><meta name=author content=Ann><meta property="og:title" content=x /><script>code</script><script type="application/ld+json">{"a": "</p>"}</script><p>shown`
	for meta, want := range map[bool]string{
		true:  `<meta charset=utf-8><script>code</script><p>shown`,
		false: `<meta charset=utf-8><meta name=author content=Ann><meta property="og:title" content=x /><script>code</script><p>shown`,
	} {
		if got, err := Hide([]byte(body), meta); err != nil || string(got) != want {
			t.Errorf("meta %t: %q, error %v, want %q", meta, got, err, want)
		}
	}
}

// Text is set apart by elements that are no inline ones, and a piece of a word or
// number is no value.
func TestFind(t *testing.T) {
	t.Parallel()
	s := look([]byte(`<head><title>Head</title></head><p>Made <b>of</b> 1<sub>2</sub> parts, 1580 in all</p><p>one</p><p>two</p><script>never</script>`))
	for form, want := range map[string]string{
		"made of 12 parts, 1580 in all": "Made of 12 parts, 1580 in all", "of": "of", "12": "12", "parts": "parts", "onetwo": "", "one two": "one two",
		"580": "", "158": "", "1580 IN ALL": "1580 in all", "Head": "", "never": "", "": "",
	} {
		got, _ := s.find([]string{form})
		if (len(got) == 0) != (want == "") || len(got) > 0 && got[0] != want {
			t.Errorf("%q: found %q, want %q", form, got, want)
		}
	}
}

func TestBibTeX(t *testing.T) {
	t.Parallel()
	got := bibtex("@article{key2019,\n title = {{On {NLI}\n  Models}},\n  author = \"Last, First  and\n Other, {\\'A}nn\",\nyear = 2019\n}\n@x{y,\n year = 1999}")
	want := map[string]string{"title": "On NLI Models", "author": `Last, First and Other, \'Ann`, "year": "2019"}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}

func TestCount(t *testing.T) {
	t.Parallel()
	for n, want := range map[int][]string{0: {"0"}, 999: {"999"}, 1000: {"1000", "1,000"}, 1234567: {"1234567", "1,234,567"}} {
		if d := cmp.Diff(want, count(n)); d != "" {
			t.Errorf("%d (-want +got):\n%s", n, d)
		}
	}
}
