package urlclass

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"verde/siteexpand/urlparts"
)

// What samples share, and what is left open by what they do not.
func TestURLProfile(t *testing.T) {
	t.Parallel()
	s := NewProfile([]string{
		"http://e.org/java.base/java/net/URL.html",
		"http://e.org/java.desktop/java/awt/print/Paper.html",
	}, true)
	want := map[Feature]string{{Directory, 1}: "java", {Kind: Initial}: "A", {Kind: Digits}: "none",
		{Kind: Hyphens}: "without", {Kind: Underlines}: "without", {Kind: Others}: "without"}
	if diff := cmp.Diff(want, s.common, cmp.AllowUnexported(Feature{})); diff != "" {
		t.Errorf("common features (-want +got):\n%s", diff)
	}
	if !s.Varies[0] || s.Varies[1] || !s.Varies[2] || s.freeFrom != 3 {
		t.Errorf("varies %v, free from %d; want places 0 and 2, free from 3", s.Varies, s.freeFrom)
	}
	for _, x := range []struct {
		url    string
		admits bool
		near   float64
	}{
		{"http://e.org/java.xml/java/io/Reader.html", true, 1},
		{"http://e.org/java.xml/java/io/package-summary.html", true, 4. / 6}, // initial and hyphen differ; that it has no capitals follows
		{"http://e.org/java.xml/java/io/Reader.pdf", false, 1},
		{"http://e.org/java.xml/java/io/Reader.html?page=2", false, 1},
		{"http://e.org/java.xml/javax/io/Reader.html", true, 5. / 6},
	} {
		a := urlparts.Split(x.url)
		if got := admits(s, &a); got != x.admits {
			t.Errorf("%s: admitted %v, want %v", x.url, got, x.admits)
		}
		if got := s.FeatureShare(s.SharedFeatures(&a)); got != x.near {
			t.Errorf("%s: near %v, want %v", x.url, got, x.near)
		}
	}
	s.Required = 1 << slices.Index(s.Features, Feature{Directory, 1})
	if a := urlparts.Split("http://e.org/java.xml/javax/io/Reader.html"); admits(s, &a) {
		t.Error("a URL without a required feature is admitted")
	}
}

// Samples share a beginning of their names, however many subtokens it has.
func TestURLProfileBeginning(t *testing.T) {
	t.Parallel()
	s := NewProfile([]string{"http://e.org/gimp-tool-zoom.html", "http://e.org/gimp-tool-crop.html"}, true)
	if got := s.common[Feature{Kind: First}]; got != "gimp-tool" {
		t.Errorf("the samples begin with %q, want gimp-tool", got)
	}
	for url, want := range map[string]float64{"http://e.org/gimp-tool-move.html": 1, "http://e.org/gimp-filter-zoom.html": 6. / 7, "http://e.org/gimp-tool.html": 6. / 7} {
		a := urlparts.Split(url)
		if got := s.FeatureShare(s.SharedFeatures(&a)); got != want {
			t.Errorf("%s has %v of the shared features, want %v", url, got, want)
		}
	}
}

// A file name with a query is a script, and another script makes other pages.
func TestURLProfileScript(t *testing.T) {
	t.Parallel()
	s := NewProfile([]string{"http://e.org/show.php?id=1", "http://e.org/show.php?id=2"}, true)
	for url, want := range map[string]bool{
		"http://e.org/show.php?id=77":     true,
		"http://e.org/list.php?id=77":     false,
		"http://e.org/show.php?id=7&p=2":  false,
		"http://e.org/show.php?cat=books": false,
	} {
		if a := urlparts.Split(url); admits(s, &a) != want {
			t.Errorf("%s: admitted %v, want %v", url, !want, want)
		}
	}
}

// The first feature that is missing, and how many are.
func TestLacks(t *testing.T) {
	t.Parallel()
	s := NewProfile([]string{"http://e.org/a/x-1.html", "http://e.org/a/y-2.html"}, true)
	for _, x := range []struct {
		url   string
		first FeatureKind
		n     int
	}{
		{"http://e.org/a/z-3.html", 0, 0},
		{"http://e.org/b/z-3.html", Directory, 1},
		{"http://e.org/a/z3.html", Hyphens, 1},
		{"http://e.org/a/Z-3.html", LetterCase, 1}, // its capital is the first letter
	} {
		a := urlparts.Split(x.url)
		i, n := s.Missing(s.SharedFeatures(&a))
		if n != x.n || n > 0 && s.Features[i].Kind != x.first {
			t.Errorf("%s: lacks %d, the first in place %d; want %d, the first of kind %d", x.url, n, i, x.n, x.first)
		}
	}
}

// What differs by the form of its name alone is at one place.
func TestPlace(t *testing.T) {
	t.Parallel()
	c := New(NewProfile([]string{"http://e.org/a/x-1.html"}, true))
	for _, x := range []struct {
		one, other string
		same       bool
	}{
		{"http://e.org/a/x-1.html", "http://e.org/a/Y.html", true},
		{"http://e.org/a/x-1.html", "http://e.org/b/y-1.html", false},
		{"http://e.org/a/x-1.html", "http://e.org/a/y-1.txt", false},
		{"http://e.org/show?kind=a", "http://e.org/show?kind=b", false},
	} {
		var places []string
		for _, u := range []string{x.one, x.other} {
			a := urlparts.Split(u)
			places = append(places, Place(c.ClassOf(&a, c.profile.SharedFeatures(&a), false)))
		}
		if (places[0] == places[1]) != x.same {
			t.Errorf("%s and %s: %q", x.one, x.other, places)
		}
	}
}

// Folders in which samples differ are open, but for names that recur.
func TestClassesRecurring(t *testing.T) {
	t.Parallel()
	c := New(NewProfile([]string{"http://e.org/m1/net/A.html", "http://e.org/m2/io/B.html"}, true))
	class := func(u string) string {
		a := urlparts.Split(u)
		return c.ClassOf(&a, c.profile.SharedFeatures(&a), true)
	}
	if x, y := class("http://e.org/m1/awt/C.html"), class("http://e.org/m3/sql/D.html"); x != y {
		t.Errorf("classes %q and %q, want one", x, y)
	}
	for _, m := range []string{"m1", "m2", "m3", "m4", "m5"} {
		class("http://e.org/" + m + "/use/E.html")
	}
	if !c.Stale {
		t.Error("a name under five folders makes no new classes")
	}
	if x, y := class("http://e.org/m6/use/F.html"), class("http://e.org/m6/sql/F.html"); x == y {
		t.Errorf("class %q of both, want the recurring name apart", x)
	}
}

// admits reports whether a URL may be that of an entity page.
func admits(s *Profile, a *urlparts.Parts) bool {
	return s.HasSampleForm(a) && s.HasRequired(s.SharedFeatures(a))
}
