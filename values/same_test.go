package values

import (
	"math/rand/v2"
	"strings"
	"testing"
)

func TestSameValue(t *testing.T) {
	t.Parallel()
	same := 0
	for _, c := range sameCases {
		if c.want {
			same++
		}
	}
	if other := len(sameCases) - same; same < 75 || other < 75 {
		t.Errorf("%d cases that are the same and %d that are not: too few to tell", same, other)
	}
	for _, c := range sameCases {
		if got := Same(c.a, c.b); got != c.want {
			t.Errorf("Same(%q, %q) = %v: %+v %+v", c.a, c.b, got, Readings(c.a), Readings(c.b))
		}
		if got := Same(c.b, c.a); got != c.want {
			t.Errorf("Same(%q, %q) = %v the other way round", c.b, c.a, got)
		}
		if !Same(c.a, c.a) {
			t.Errorf("Same(%q, itself) = false", c.a)
		}
	}
}

func TestContains(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text, value string
		want        bool
	}{
		{"Written by Ray Allen.", "ray allen", true},
		{"Ray Allenby", "Ray Allen", false},
		{"X-Ray Allen", "Ray Allen", true},
		{"a a b", "a b", true},
		{"a b a c", "a b a c", true},
		{"ray ray allen", "Ray Allen", true},
		{"anything", "", false},
		{"anything", "...", false},
		{"", "x", false},
		{"我住在東京都", "東京", true},
		{"$24.99 new", "24.99", true},
		{"$124.99", "24.99", false},
		{"version 24.99.1", "24.99", false},
		{"Height: 6-8, Weight: 245", `6'8"`, true},
		{"ages 6-8 years", `6'8"`, false},
		{"ages 6-8 years", "6-8", true},
		{"drawers 0 001 to 0 010", "0 001", true},
		{"stands 6 ft 8 in tall", "203 cm", true},
		{"published on 4 March 2003 by", "03/04/2003", true},
		{"published on March 4, 2003.", "2003-03-04", true},
		{"call (617) 555-1234 now", "617-555-1234", true},
		{"ISBN: 0-7611-0484-4 (paper)", "9780761104841", true},
		{"runs for 126 min.", "2 h 6 min", true},
		{"costs US$ 1,234.00 today", "$1234", true},
		{"245", "245 lb", true},
		{"in 245 days", "245 lb", false},
		{"no. 12,345 of", "12345", true},
		{"March 4, 2003", "2003", true}, // as a word
		{"1,2,3", "2", true},
	} {
		if got := Contains(c.text, c.value); got != c.want {
			t.Errorf("Contains(%q, %q) = %v", c.text, c.value, got)
		}
	}
}

// Of few different words, values overlap with themselves: what is found is
// what a search for the words between blanks finds.
func TestContainsOverlapping(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 0))
	draw := func(n int) string {
		words := make([]string, n)
		for i := range words {
			words[i] = string(rune('a' + r.IntN(2)))
		}
		return strings.Join(words, " ")
	}
	found := 0
	for range 2000 {
		text, value := draw(12), draw(1+r.IntN(5))
		want := strings.Contains(" "+text+" ", " "+value+" ")
		if got := Contains(text, value); got != want {
			t.Errorf("Contains(%q, %q) = %v", text, value, got)
		}
		if want {
			found++
		}
	}
	if found < 500 || found > 1900 {
		t.Errorf("%d values found: the test says little", found)
	}
	// Linear; were it quadratic, the test would not end in its time.
	long := strings.Repeat("a ", 200_000)
	if !Contains(long+long, long+"a") || Contains(long+"b", long+"c") {
		t.Error("long values")
	}
}

func TestFold(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ in, want string }{
		{"  A   Hard Day's\tNight! ", "a hard days night"},
		{"1,000.50 things", "1000.50 things"},
		{"1,2,3", "1 2 3"},
		{"617.555.1234", "617 555 1234"},
		{"6'8\"", "6 8"},
		{"C++ & C#", "c + + & c #"},
		{"$5", "$ 5"},
		{"東京 Tower", "東 京 tower"},
		{"co\u00adoperate", "cooperate"},
		{"...", ""},
		{"rock'n'roll", "rocknroll"},
	} {
		if got := Fold(c.in); got != c.want {
			t.Errorf("Fold(%q) = %q, want %q", c.in, got, c.want)
		}
	}
}

// Each folding folds what it is named after and nothing else.
func TestFoldOnly(t *testing.T) {
	t.Parallel()
	const in = "\ufeff  R&amp;D  \u2013 ＡBC!  "
	if got := FoldOnly("Publisher\n \u200f\n :\n \u200e\n ", Space); got != "Publisher :" {
		t.Errorf("marks of direction stay: %q", got)
	}
	for _, c := range []struct {
		what Folding
		want string
	}{
		{0, in},
		{References, "\ufeff  R&D  \u2013 ＡBC!  "},
		{Space, "R&amp;D \u2013 ＡBC!"},
		{Letters, "  r&amp;d  - abc!  "},
		{Letters | Space, "r&amp;d - abc!"},
		{References | Letters | Space, "r&d - abc!"},
		{References | Letters | Punctuation, "r & d abc"},
	} {
		if got := FoldOnly(in, c.what); got != c.want {
			t.Errorf("FoldOnly(%q, %b) = %q, want %q", in, c.what, got, c.want)
		}
	}
}

func FuzzValues(f *testing.F) {
	for _, c := range sameCases {
		f.Add(c.a, c.b)
	}
	f.Fuzz(func(t *testing.T, a, b string) {
		a, b = strings.ToValidUTF8(a, ""), strings.ToValidUTF8(b, "")
		once := Fold(a)
		if twice := Fold(once); twice != once {
			t.Errorf("Fold(%q) = %q, then %q", a, once, twice)
		}
		if !Same(a, a) {
			t.Errorf("%q is not the same as itself", a)
		}
		if Same(a, b) != Same(b, a) {
			t.Errorf("Same(%q, %q) is not symmetric", a, b)
		}
		if once != "" && !Contains(a, a) {
			t.Errorf("%q does not contain itself", a)
		}
		if w := Fold(b); once != "" && w != "" && !Contains(a+" | "+b+" | "+a, b) {
			t.Errorf("%q is not contained between blanks", b)
		}
	})
}

// Temperatures have scales with zeros of their own.
func TestTemperatures(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"25 °C", "77 °F", true}, {"25°C", "298.15 K", true}, {"-40 °C", "-40 °F", true}, {"37 °C", "98.6 °F", true}, {"1 °C", "33 °F", true},
		{"25 ℃", "25 degrees", false}, {"25 °C", "25", true}, {"25 °C", "25 °F", false}, {"25 °C", "25 K", false}, {"0 °C", "0 K", false}, {"35 K", "35k", false},
		{"10–12 °C", "10-12 °C", true}, {"100 °C (212 °F)", "100 °C", true},
	} {
		if got := Same(c.a, c.b); got != c.want {
			t.Errorf("%q is %q: %t, want %t", c.a, c.b, got, c.want)
		}
	}
}

// A list of numbers without blanks is not read again from each of them: 4,000 took a minute and a half.
func TestScanLongList(t *testing.T) {
	t.Parallel()
	for _, unit := range []string{"1,", "1.", "(0)", "1-1-1,"} {
		n := 0
		Scan(strings.Repeat(unit, 20_000)+" 203 cm", func(r Reading, _ bool, _, _ int) {
			if r.kind == length {
				n++
			}
		})
		if n != 1 {
			t.Errorf("%q: %d lengths behind the list, want 1", unit, n)
		}
	}
}
