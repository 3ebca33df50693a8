package languages

import (
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

	"verde/internal/langweb"
	"verde/page"
)

// From one page about one book, a run finds in every language what there is: all sites and
// no others, all pages of books and no others, and the values as the pages show them. The
// keywords that it asks with are labels of its attributes.
func TestExplore(t *testing.T) {
	t.Parallel()
	for _, language := range langweb.Languages() {
		t.Run(language, func(t *testing.T) {
			t.Parallel()
			w, err := langweb.New(language)
			if err != nil {
				t.Fatal(err)
			}
			s, err := Explore(t.Context(), w, 1, t.TempDir())
			if err != nil {
				t.Fatal(err)
			}
			for _, x := range s.Wrong {
				t.Error(x)
			}
			if s.Sources.F1 != 1 || s.Pages.F1 != 1 || s.Values != 1 || len(s.Keywords) == 0 {
				t.Errorf("%s: %v", language, s)
			}
		})
	}
}

// moreLoss is by how much, in nats, the mean log loss in a language may be above that in English:
// what it is where two pages of a hundred are rated at one to one, and all others without a loss.
const moreLoss = .02 * math.Ln2

// The classifier tells pages of data from those that write about the same in sentences as well
// as in English: its precision, its recall and the mean of what it loses by the logarithm of
// the probability are not much worse.
func TestRate(t *testing.T) {
	t.Parallel()
	rated := map[string]Rated{}
	for _, language := range langweb.Languages() {
		w, err := langweb.New(language)
		if err != nil {
			t.Fatal(err)
		}
		if rated[language], err = Rate(t.Context(), w); err != nil {
			t.Fatal(err)
		}
	}
	control := rated["en"]
	if control.Recall < 0.9 || control.Precision < 0.95 {
		t.Errorf("English: %+v", control)
	}
	for language, r := range rated {
		if r.Recall < control.Recall-0.02 || r.Precision < control.Precision-0.02 || r.Loss > control.Loss+moreLoss {
			t.Errorf("%s: %+v, English: %+v", language, r, control)
		}
	}
}

// The webs have the same pages in all languages, but for their names: as many on each host that has
// none by author, and on each site of books as many with the same attributes.
func TestSameStructure(t *testing.T) {
	t.Parallel()
	control, err := langweb.New("en")
	if err != nil {
		t.Fatal(err)
	}
	want, hosts := shapes(control), perHost(control)
	for _, language := range langweb.Languages() {
		w, err := langweb.New(language)
		if err != nil {
			t.Fatal(err)
		}
		if got := perHost(w); !maps.Equal(got, hosts) {
			t.Errorf("%s: pages of each host are %v, in English %v", language, got, hosts)
		}
		if got := shapes(w); !maps.Equal(got, want) {
			t.Errorf("%s: books by their attributes are %v, in English %v", language, got, want)
		}
	}
	if _, err := langweb.New("xx"); err == nil {
		t.Error("there is a web in no language")
	}
}

// perHost counts the pages of each host. The shelves of one and the articles of another are by
// author, of whom the books of the languages have different numbers.
func perHost(w *langweb.Web) map[string]int {
	n := map[string]int{}
	for _, u := range w.Pages() {
		if host := page.Host(u); host != "c-lane.example" && host != "lexicon.example" {
			n[host]++
		}
	}
	return n
}

// shapes counts the books of each site that have the same attributes.
func shapes(w *langweb.Web) map[string]int {
	n := map[string]int{}
	for site, pages := range w.Truth() {
		for _, values := range pages {
			n[site+" "+strings.Join(slices.Sorted(maps.Keys(values)), " ")]++
		}
	}
	return n
}
