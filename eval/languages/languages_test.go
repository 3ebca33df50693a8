package languages

import (
	"testing"

	"verde/internal/langweb"
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

// The classifier tells data from prose and lists as well as in English: the mean of what it
// loses by the logarithm of the probability is not much more.
func TestJudge(t *testing.T) {
	t.Parallel()
	loss := map[string]Judged{}
	for _, language := range langweb.Languages() {
		w, err := langweb.New(language)
		if err != nil {
			t.Fatal(err)
		}
		if loss[language], err = Judge(t.Context(), w); err != nil {
			t.Fatal(err)
		}
	}
	control := loss["en"]
	if control.Recall < 0.9 || control.Precision < 0.95 {
		t.Errorf("English: %+v", control)
	}
	for language, j := range loss {
		if j.Recall < control.Recall-0.02 || j.Precision < control.Precision-0.02 {
			t.Errorf("%s: %+v, English: %+v", language, j, control)
		}
	}
}

// The webs have the same pages in all languages, but for their names.
func TestSameStructure(t *testing.T) {
	t.Parallel()
	control, err := langweb.New("en")
	if err != nil {
		t.Fatal(err)
	}
	for _, language := range langweb.Languages() {
		w, err := langweb.New(language)
		if err != nil {
			t.Fatal(err)
		}
		for site, pages := range w.Truth() {
			if len(pages) != len(control.Truth()[site]) {
				t.Errorf("%s: %s has %d books, in English %d", language, site, len(pages), len(control.Truth()[site]))
			}
		}
	}
	if _, err := langweb.New("xx"); err == nil {
		t.Error("there is a web in no language")
	}
}
