package values

import (
	"slices"
	"testing"
)

// One name in several spellings has one skeleton; where they differ in how words are parted alone, they are the same unparted.
func TestSpellings(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		a, b             string
		unparted, folded bool // whether it is one name by Unparted, by Skeleton
	}{
		{"AL32H072RC", "AL32 H072-RC", true, true}, {"LM317T", "lm-317/t", true, true}, {"Wi-Fi 6", "WiFi6", true, true},
		{"Volume 12", "Volume 1 2", false, false}, {"v1.2.3", "v12.3", false, false}, {"KX32H108", "KX32H109", false, false},
		{"A1 B2", "A2 B1", false, false}, {"The Rapist", "Therapist", false, false}, {"2001", "20 01", false, false},
		{"Café", "Cafe", false, true}, {"Simon & Schuster", "Simon and Schuster", false, true}, {"J. R. R. Tolkien", "J.R.R. Tolkien", true, true},
		{"J.R.R. Tolkien", "JRR Tolkien", false, true}, {"Rocky II", "Rocky 2", false, true}, {"Henry VIII", "Henry 8", false, true},
		{"Henry VIII", "Henry VII", false, false}, {"Malcolm X", "Malcolm 10", false, false}, {"Plan B", "Plan A", false, false},
		{"かき", "がき", false, false}, {"Αθήνα", "Αθηνα", false, true}, {"", "&", false, false},
	} {
		if got := Unparted(test.a) == Unparted(test.b); got != test.unparted {
			t.Errorf("Unparted(%q) is %q, of %q %q", test.a, Unparted(test.a), test.b, Unparted(test.b))
		}
		if got := Skeleton(test.a) == Skeleton(test.b); got != test.folded {
			t.Errorf("Skeleton(%q) is %q, of %q %q", test.a, Skeleton(test.a), test.b, Skeleton(test.b))
		}
	}
}

// A code is found in a text however it is parted there, and not within another.
func TestSpelled(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ text, name, want string }{
		{"KX 32H108-FG (LQFP) | Shop", "KX32H108FG", "kx 32h108 fg"}, {"kx32h108fg datasheet", "KX 32H108-FG", "kx32h108fg"},
		{"KX 32H108FG2", "KX32H108FG", ""}, {"AKX32H108FG", "KX 32H108FG", ""}, {"LM 3 17", "LM317", ""}, {"LM LM 317", "LM317", "lm 317"},
		{"The Great Gatsby", "Great Gatsby", "great gatsby"}, {"Sea bird", "Seabird", ""}, {"anything", "", ""}, {"", "LM317", ""},
		{"Volume 1 2", "Volume 1 2", "volume 1 2"}, {"LM 317 1", "LM317-1", "lm 317 1"}, {"LM 3171", "LM317-1", ""},
	} {
		if got := Spelled(Fold(test.text), test.name); got != test.want {
			t.Errorf("Spelled(%q, %q) = %q, want %q", test.text, test.name, got, test.want)
		}
		if got := Contains(test.text, test.name); got != (test.want != "") {
			t.Errorf("Contains(%q, %q) = %v", test.text, test.name, got)
		}
	}
	if Contains("on the 21st", "21 st") {
		t.Error("a day is 21 stone")
	}
}

// What is found as a spelling is one, and a text has itself.
func FuzzSpelled(f *testing.F) {
	f.Add("KX 32H108-FG shop", "KX32H108FG")
	f.Add("1 2 a", "12a")
	f.Add("é1", "e 1")
	f.Fuzz(func(t *testing.T, text, name string) {
		if len(text) > 1000 || len(name) > 1000 {
			t.Skip()
		}
		if got := Spelled(Fold(text), name); got != "" && Unparted(got) != Unparted(name) {
			t.Errorf("Spelled(%q, %q) = %q", text, name, got)
		}
		if got := Spelled(Fold(name), name); got != Fold(name) {
			t.Errorf("%q is %q in itself", name, got)
		}
	})
}

// Codes are parted where letters meet anything else, and marks belong to the letters.
func TestPieces(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		word  string
		want  []string
		coded bool
	}{
		{"KX32H108FG", []string{"KX", "32", "H", "108", "FG"}, true},
		{"1.5", []string{"1.5"}, false},
		{"word", []string{"word"}, false},
		{"é1", []string{"é", "1"}, true},
		{"e\u03011", []string{"e\u0301", "1"}, true},
		{"", []string{""}, false},
	} {
		if got := Pieces(test.word); !slices.Equal(got, test.want) || IsCoded(test.word) != test.coded {
			t.Errorf("%q: %q, coded %t", test.word, got, IsCoded(test.word))
		}
	}
}
