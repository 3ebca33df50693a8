package integration

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"verde/integrate"
)

// Two sites show ten books, of which the run has read nine of one and all of the other, one with a wrong year, and
// a page about something else. The third site was not found.
func TestTable(t *testing.T) {
	t.Parallel()
	words := []string{"amber", "birch", "cedar", "delta", "ember", "fjord", "grove", "heath", "inlet", "jetty"}
	title := func(i int) string { return words[i] + " " + words[(i+3)%10] + "s" }
	var web []string
	tables := make([]integrate.Table, 2)
	for s, site := range []string{"a.example", "b.example", "c.example"} {
		var pages []string
		for i := range words {
			url := fmt.Sprintf("http://%s/%d", site, i)
			pages = append(pages, fmt.Sprintf(`{"url": %q, "key": %q, "record": {"title": [%q], "genres": ["war", "love"], "year": ["%d"]}}`, url, words[i], title(i), 1900+i))
			if s == 2 || s == 1 && i == 9 {
				continue
			}
			year := fmt.Sprint(1900 + i)
			if i == 4 {
				year = "1066"
			}
			tables[s].Site = site
			tables[s].Records = append(tables[s].Records, integrate.Record{URL: url, Values: map[string][]string{
				"t" + site: {strings.ToUpper(title(i))}, "g" + site: {"War, love"}, "y" + site: {year}}})
		}
		web = append(web, fmt.Sprintf("%q: [%s]", site, strings.Join(pages, ",")))
	}
	tables[0].Records = append(tables[0].Records, integrate.Record{URL: "http://a.example/about", Values: map[string][]string{"ta.example": {"about the shop"}}})
	w, err := ReadWeb(strings.NewReader("{" + strings.Join(web, ",") + "}"))
	if err != nil {
		t.Fatal(err)
	}
	c := w.Run(tables)
	if got := c.Columns[Column{"a.example", "ta.example"}]; len(got) != 1 || got[0] != "title" {
		t.Errorf("titles of a.example are %q", got)
	}
	if got := c.Columns[Column{"c.example", "\x00year"}]; len(got) != 1 {
		t.Errorf("what was not read of c.example: %q", got)
	}
	r, err := integrate.Integrate(tables, integrate.Options{})
	if err != nil {
		t.Fatal(err)
	}
	report := Grade(c, r)
	// Of three pairs of pages for each book one is found, where both sites were read.
	near(t, "pairs", *report.Pairs, NewScore(9, 9, 30))
	// Titles and years are joined: two of three pairs each, and none of constant genres.
	near(t, "columns", report.Columns, NewScore(2, 2, 9))
	got := w.Table(c, r)
	// Ten rows of eleven are books'; none is whole, since genres are no attribute.
	near(t, "rows", got.Rows, NewScore(0, 11, 10))
	near(t, "items", got.Items, NewScore(19, 21, 30))
	want := map[string]*Lost{
		Alone:    {Items: 10, Rows: 10, Only: 9, By: map[string]int{"genres": 10}},
		NotValue: {Items: 1, Rows: 1, By: map[string]int{"year": 1}}, // both sites say 1066
	}
	if d := cmp.Diff(want, got.Lost); d != "" || got.Beside.Foreign != 1 || got.Beside.Further != 0 {
		t.Errorf("lost (-want +got):\n%s\nbeside %+v", d, got.Beside)
	}
	if _, err := ReadWeb(strings.NewReader("[")); err == nil {
		t.Error("no error of what is no JSON")
	}
}

// A list may be one text with one word between its elements, and a date may say more.
func TestHolds(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		found string
		shown []string
		want  bool
	}{
		{"Ida Holm and Jan Berg and Mona Lindt", []string{"Mona Lindt", "Ida Holm", "Jan Berg"}, true},
		{"Ida Holm und Jan Berg", []string{"Ida Holm", "Jan Berg"}, true},
		{"Ida Holm, Jan Berg", []string{"Ida Holm", "Jan Berg"}, true},
		{"Ida Holm with Jan or Berg", []string{"Ida Holm", "Jan Berg"}, false},
		{"Ida Holm and Jan Berg", []string{"Ida Holm", "Jan Berg", "Mona Lindt"}, false},
		{"Ida Holm and Ida Holm Berg", []string{"Ida Holm", "Ida Holm Berg"}, true},
		{"Ida Holm Berg and Ida Holm", []string{"Ida Holm", "Ida Holm Berg"}, true},
		{"Ida Holm and Ida Holm", []string{"Ida Holm", "Ida Holm"}, true},
		{"Ida Holm and Jan Berg or Mona Lindt", []string{"Mona Lindt", "Ida Holm", "Jan Berg"}, false},
		{"Ida Holm Jan Berg Jr", []string{"Ida Holm", "Jan Berg"}, false},
		{"Jr Ida Holm Jan Berg", []string{"Ida Holm", "Jan Berg"}, false},
		{"Ida Berg and Jan Holm", []string{"Ida Holm", "Jan Berg"}, false},
		{"Ida Holm and Jan Berg and", []string{"Ida Holm", "Jan Berg"}, false},
		{"Ida Holm Jr", []string{"Ida Holm"}, false},
		{"2009-08-04", []string{"August 2009"}, true},
		{"August 2009", []string{"2009-08-04"}, false},
		{"2009-09-04", []string{"August 2009"}, false},
		{"22 February 1902", []string{"1902"}, true},
		{"22 February 1903", []string{"1902"}, false},
		{"1902", []string{"22 February 1902"}, false},
		{"51:27", []string{"51 min"}, true},
		{"51:27", []string{"50 min"}, false},
		{"51 min", []string{"51:27"}, false},
	} {
		if got := agrees([]string{tt.found}, tt.shown); got != tt.want {
			t.Errorf("%q holds for %q: %v", tt.found, tt.shown, got)
		}
	}
}

// A site writes title and year as one text, which the catalog has as two attributes.
func TestParts(t *testing.T) {
	t.Parallel()
	r := &integrate.Result{Matching: &integrate.Matching{
		Columns: []integrate.Column{{Site: "a", Label: "t", Part: "main"}, {Site: "a", Label: "t", Part: "note"}, {Site: "b", Label: "name"}, {Site: "b", Label: "y"}},
		Attributes: []integrate.Attribute{
			{Name: "title", Columns: []int{0, 2}}, {Name: "year", Columns: []int{1, 3}},
		},
	}, Fused: []integrate.Fused{
		{Entity: "e", Attribute: "title", Groups: []integrate.Group{{Value: "Up", Chosen: true, Claims: []integrate.Claim{{Text: "Up", Written: "Film: Up"}, {Text: "UP", Written: "The UP"}}}}},
		{Entity: "e", Attribute: "year", Groups: []integrate.Group{{Value: "2009", Chosen: true}, {Value: "2010"}}},
	}}
	got := byTrueAttribute(r, chosenTexts(r), map[string]string{"title": "name"})[cell{"e", "name"}]
	if d := cmp.Diff([]string{"Up", "Film: Up", "Up 2009", "Film: Up 2009"}, got); d != "" {
		t.Errorf("forms (-want +got):\n%s", d)
	}
}

func TestWithoutManner(t *testing.T) {
	t.Parallel()
	got := withoutTemplateWords([]string{"the acura rl tech specs", "the audi a4 tech specs", "the one specs", "the bmw x5 tech specs", "the vw up tech specs", "the vw id tech specs"})
	if d := cmp.Diff([]string{"acura rl", "audi a4", "one", "bmw x5", "vw up", "vw id"}, got); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}

// Which true attribute an attribute is, those of its columns say that mean one.
func TestAttributesOf(t *testing.T) {
	t.Parallel()
	c := &Case{Columns: map[Column][]string{
		{"a", "Height"}: {"tall"}, {"b", "Size"}: {"size"}, {"c", "Size"}: {"size"}, {"a", "Where"}: {"room"}, {"b", "Gallery"}: {"room"},
		{"a", "Code"}: {"code"}, {"b", "Models"}: {"models"}, {"c", "Other height"}: {"tall"},
	}}
	r := &integrate.Result{Matching: &integrate.Matching{
		Columns: []integrate.Column{
			{Site: "a", Label: "Height", Twins: []string{"Height"}}, {Site: "b", Label: "Size, part"}, {Site: "c", Label: "Size, part"},
			{Site: "b", Label: "Size"}, {Site: "c", Label: "Size"}, {Site: "a", Label: "Where"}, {Site: "d", Label: "Menu"},
			{Site: "b", Label: "Gallery"}, {Site: "a", Label: "Code"}, {Site: "b", Label: "Models"}, {Site: "c", Label: "Other height"},
		},
		Attributes: []integrate.Attribute{
			{Name: "height", Columns: []int{0, 1, 2, 10}, Sites: 3},
			{Name: "size", Columns: []int{3, 4}, Sites: 2},
			{Name: "where", Columns: []int{5, 6}, Sites: 2}, // more sites than gallery, and right for fewer entities
			{Name: "gallery", Columns: []int{7}, Sites: 1},
			{Name: "code", Columns: []int{8, 9}, Sites: 2}, // of two meanings none is that of most
			{Name: "menu", Columns: []int{6}, Sites: 1},
		},
	}}
	agree := func(name, _ string) int { return map[string]int{"where": 1, "gallery": 2}[name] }
	want := map[string]string{"height": "tall", "size": "size", "gallery": "room"}
	if d := cmp.Diff(want, trueAttributes(c, r, agree)); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}
