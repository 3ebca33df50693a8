package values_test

import (
	"strings"
	"testing"

	"verde/values"
)

// Whether a text has a name, and whether it is it and nothing else.
func TestNaming(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text, name string
		has, is    bool
	}{
		{"Nadia Kowalczyk", "Nadia Kowalczyk", true, true},
		{"KOWALCZYK Nadia", "Nadia Kowalczyk", true, true},
		{"Kowalczyk, Nadia", "Nadia Kowalczyk", true, true},
		{"Nadia S. Kowalczyk", "Nadia Kowalczyk", true, true},
		{"Kowalczyk, Nadia S.", "Nadia Kowalczyk", true, true},
		{"S. Nadia Kowalczyk", "Nadia Kowalczyk", true, true},
		{"Nadia Kowalczyk", "KOWALCZYK, Nadia S.", true, true},
		{"N. Kowalczyk", "Nadia Kowalczyk", true, true},
		{"Nadia S. Kowalczyk", "Kowalczyk, N.", true, true},
		{"J. R. R. Tolkien", "John Tolkien", true, true},
		{"Tomas Dragan", "Drăgan, Tomás", true, true},
		{"Review of Nadia S. Kowalczyk", "Kowalczyk Nadia", true, false},
		{"Nadia S. Kowalczyk", "Nadia B. Kowalczyk", false, false},
		{"Kowalczyk, Nadia S.", "Nadia B. Kowalczyk", false, false},
		{"Norman Kowalczyk", "Nadia Kowalczyk", false, false},
		{"B. Kowalczyk", "Nadia Kowalczyk", false, false},
		{"Kowalczyk", "Nadia Kowalczyk", false, false},
		{"Kowalczyk Bohdan and Nadia Torvald", "Nadia Kowalczyk", false, false},
		{"Nadia Sofia Kowalczyk", "Nadia Kowalczyk", false, false},
		{"The Holocaust and Its Legacy", "Legacy", true, false},
		{"Vitamin C", "Vitamin", true, false},
		{"Vitamin", "Vitamin C", false, false},
		{"Vitamin C", "Vitamin B", false, false},
		{"Rocky 2", "Rocky II", true, true},
		{"Pride & Prejudice", "Pride and Prejudice", true, true},
		{"KX 32 H108-FG", "KX32H108FG", true, true},
		{"KX 32 H", "KX 32 G", false, false},
		{"KX 32 H", "KX 32", true, false},
		{"D90 Nikon", "Nikon D90", true, true},
		{"Nikon D900", "Nikon D90", false, false},
		{"U.S.A. Today", "USA Today", true, true},
		{"夏目 漱石", "夏目漱石", true, true},
		{"", "Emma", false, false},
		{"Emma", "", false, false},
		{"", "", false, false},
		{"N. K.", "Nadia Kowalczyk", false, false},
	} {
		if has, is := values.HasName(c.text, c.name), values.IsName(c.text, c.name); has != c.has || is != c.is {
			t.Errorf("%q has %q: %t, is it: %t", c.text, c.name, has, is)
		}
	}
}

// A text of nothing but letters, each of which begins the name, takes no longer than others.
func TestNamingOfLetters(t *testing.T) {
	t.Parallel()
	text := strings.Repeat("n ", 1_000_000)
	if values.NewForm(text).Has(values.NewForm("Nadia Kowalczyk")) || !values.HasName(text+"Kowalczyk", "Nadia Kowalczyk") {
		t.Error("the name is found where it is not, or not where it is")
	}
}

// Whether one of two names may be the other with further words, or in fewer letters.
func TestOverlay(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		a, b          string
		same, letters int
		within        bool
	}{
		{"CARLSEN Magnus", "Magnus Carlsen", 2, 0, true},
		{"Doe, J.", "J. Doe", 2, 0, true},
		{"Doe, J.", "John Doe", 1, 1, true},
		{"John Q. Doe", "Doe, John", 2, 0, true},
		{"John Quincy Doe", "J. Q. Doe", 1, 2, true},
		{"John Quincy Adams", "John Paul Adams", 2, 0, false},
		{"John Doe", "Jane Doe", 1, 0, false},
		{"J. Doe", "K. Doe", 1, 0, false},
		{"John Doe", "Doe", 1, 0, true},
		{"Ken Griffey Jr.", "Ken Griffey Sr.", 2, 0, false},
		{"José Raúl Capablanca", "Jose Capablanca", 2, 0, true},
		{"J. M. Synge", "M. J. Synge", 3, 0, true},
		{"KX 32 H", "KX 32 HAL", 2, 0, false},
		{"", "", 0, 0, true},
	} {
		for _, s := range [][2]string{{c.a, c.b}, {c.b, c.a}} {
			x := values.Overlay(values.Wording(s[0]), values.Wording(s[1]))
			if len(x.Same) != c.same || len(x.Letters) != c.letters || x.Within() != c.within {
				t.Errorf("%q and %q: %+v", s[0], s[1], x)
			}
		}
	}
}
