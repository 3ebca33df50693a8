package pageeval

import (
	"strings"
	"testing"
)

// sameCases are pairs of values with whether they say the same.
var sameCases = []struct {
	a, b string
	want bool
}{
	// text
	{"The Overton Window", "the  overton window", true},
	{"A Hard Day's Night", "A Hard Day’s Night", true},
	{"A Hard Day's Night", "A Hard Days Night", true},
	{"3:10 to Yuma", "3-10 to Yuma", true},
	{"Ｆｕｌｌ　Ｗｉｄｔｈ", "full width", true},
	{"Straße", "STRASSE", true},
	{"ﬁnal", "final", true},
	{"J. K. Rowling", "J.K. Rowling", true},
	{"“Quoted” — text…", "quoted text", true},
	{"Widget™", "Widget", true},
	{"Пётр", "ПЁТР", true},
	{"東京", "東京", true},
	{"東京", "京東", false},
	{"C++", "C#", false},
	{"C++", "C", false},
	{"R&D", "R D", false},
	{"Ray Allen", "Ray Alle", false},
	{"Ray Allen", "Allen Ray", false},
	{"résumé", "resume", false},
	{"", "", true},
	{"", "x", false},
	{"!!!", "???", false},
	{"--", "--", true},
	// numbers
	{"1,000", "1000", true},
	{"1000.0", "1000", true},
	{"1.234.567", "1,234,567", true},
	{"1 234 567", "1234567", true},
	{"12,5", "12.5", true},
	{"1.234,50", "1,234.5", true},
	{".5", "0.50", true},
	{"+7", "7", true},
	{"1.5 million", "1,500,000", true},
	{"１２", "12", true},
	{"1000", "1001", false},
	{"-5", "5", false},
	{"1.5", "15", false},
	{"1,5", "1,500", false},
	{"007", "7", false},
	{"02134", "2134", false},
	{"1,000 Places to See", "1000 Places to See", true},
	{"12%", "12 percent", true},
	{"12%", "13%", false},
	// dates
	{"March 4, 2003", "2003-03-04", true},
	{"4 March 2003", "Mar. 4th, 2003", true},
	{"4-Mar-03", "2003/03/04", true},
	{"Tuesday, March 4, 2003", "3/4/2003", true},
	{"the 4th", "4th", false},
	{"2003-03-04T10:00:00Z", "4 Mar 2003", true},
	{"03/04/2003", "March 4, 2003", true},
	{"03/04/2003", "3 April 2003", true},
	{"4.3.2003", "2003-03-04", true},
	{"25/12/1999", "12/25/1999", true},
	{"12/25/99", "December 25, 1999", true},
	{"March 2003", "2003-03", true},
	{"Sept 2003", "September 2003", true},
	{"29 Feb 2004", "2004-02-29", true},
	{"03/04/2003", "04/03/2003", false},
	{"4.3.2003", "April 3, 2003", false},
	{"March 4, 2003", "March 5, 2003", false},
	{"March 2003", "March 4, 2003", false},
	{"March 2003", "2003", false},
	{"31/02/2003", "2003-02-31", false},
	{"May 2003", "June 2003", false},
	// phones
	{"(617) 555-1234", "617.555.1234", true},
	{"(617) 555-1234", "+1 617 555 1234", true},
	{"1-617-555-1234", "617/555-1234", true},
	{"617-555-1234", "6175551234", true},
	{"+49 30 1234567", "0049 30 1234567", true},
	{"+49 (0) 30 1234567", "+49 30 123 45 67", true},
	{"555-1234", "555.1234", true},
	{"(617) 555-1234", "(617) 555-1235", false},
	{"+49 30 1234567", "+43 30 1234567", false},
	// lengths
	{`6'8"`, "6-8", true},
	{`6' 8"`, "6 ft 8 in", true},
	{"6 feet, 8 inches", "6-8", true},
	{`6'8"`, "203 cm", true},
	{"6-8", "203 cm", true},
	{"6-8", "2.03 m", true},
	{"6′8″", `6'8''`, true},
	{"6 ft 8 in (203 cm)", `6'8"`, true},
	{"80 in", `6'8"`, true},
	{"6 ft", "183 cm", true},
	{`5'11½"`, "71.5 inches", true},
	{"10 km", "10,000 m", true},
	{"6-8", "6-9", false},
	{`6'8"`, "205 cm", false},
	{"2 m", "6 ft", false},
	{"203 cm", "204 cm", false},
	{"6-8 years", "6-8", false},
	{"6-12", "7 ft", false},
	// weights
	{"245 lbs.", "245 pounds", true},
	{"245 lb", "111 kg", true},
	{"245 lb (111 kg)", "111 kg", true},
	{"13 st 4 lb", "186 lb", true},
	{"1.5 kg", "1500 g", true},
	{"245", "245 lb", true},
	{"245 lb", "246 lb", false},
	{"245 lb", "245 kg", false},
	{"245", "246 lb", false},
	// money
	{"$12.50", "USD 12.50", true},
	{"US$ 1,234.00", "$1234", true},
	{"12,50 €", "EUR 12.50", true},
	{"£5", "5.00 GBP", true},
	{"$1.5 million", "$1,500,000", true},
	{"$12.50", "12.50", true},
	{"$12.50", "€12.50", false},
	{"$12", "C$12", false},
	{"$12.50", "$12.05", false},
	// ISBN
	{"0761104844", "9780761104841", true},
	{"ISBN 0-7611-0484-4", "978-0761104841", true},
	{"ISBN-13: 978-0-7611-0484-1", "0761104844", true},
	{"043942089X", "978 0 439 42089 1", true},
	{"0761104844", "9780761104842", false},
	{"9780761104841", "9780963386199", false},
	// durations
	{"126 min", "2 h 6 min", true},
	{"2 hours and 6 minutes", "PT126M", true},
	{"2hr 6min", "2:06", true},
	{"1:26:03", "1 h 26 min 3 s", true},
	{"90 minutes", "1.5 hours", true},
	{"126", "126 mins.", true},
	{"126 min", "127 min", false},
	{"2 hours", "126 min", false},
	{"2:06 pm", "126 min", false},
	// of different kinds
	{"6-8", "6 min 8 s", false},
	{"12%", "$12", false},
	{"March 2003", "$2003", false},
}

func TestSameValue(t *testing.T) {
	t.Parallel()
	if len(sameCases) < 100 {
		t.Fatalf("%d cases, want at least 100", len(sameCases))
	}
	for _, c := range sameCases {
		if got := SameValue(c.a, c.b); got != c.want {
			t.Errorf("SameValue(%q, %q) = %v: %+v %+v", c.a, c.b, got, readings(c.a), readings(c.b))
		}
		if got := SameValue(c.b, c.a); got != c.want {
			t.Errorf("SameValue(%q, %q) = %v the other way round", c.b, c.a, got)
		}
		if !SameValue(c.a, c.a) {
			t.Errorf("SameValue(%q, itself) = false", c.a)
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
		if !SameValue(a, a) {
			t.Errorf("%q is not the same as itself", a)
		}
		if SameValue(a, b) != SameValue(b, a) {
			t.Errorf("SameValue(%q, %q) is not symmetric", a, b)
		}
		if once != "" && !Contains(a, a) {
			t.Errorf("%q does not contain itself", a)
		}
		if w := Fold(b); once != "" && w != "" && !Contains(a+" | "+b+" | "+a, b) {
			t.Errorf("%q is not contained between blanks", b)
		}
	})
}
