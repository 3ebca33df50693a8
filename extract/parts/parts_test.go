package parts

import (
	"reflect"
	"slices"
	"testing"
)

// TestOf checks which values are made of several, and where they are cut.
func TestOf(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name  string
		texts []string
		want  []string // parts of the first text, nil for a value that is one
	}{
		{"places", []string{"Lyon, Rhône", "Dijon, Côte-d'Or", "Le Havre, Seine-Maritime", "Nice, Alpes-Maritimes", "Brest, Finistère"}, []string{"Lyon", "Rhône"}},
		{"lives", []string{"1564–1616", "1749–1832", "1797–1856", "1828–1906", "1860–1904"}, []string{"1564", "1616"}},
		{"a word before", []string{"Published 1896", "Published 1902", "Published 2001", "Published 1999", "Published 1899"}, []string{"1896"}},
		{"a publisher and a month", []string{"Anchor (May 2009)", "Penguin (June 2001)", "Faber and Faber (July 1999)", "Knopf (May 1970)", "Virago (April 2003)"}, []string{"Anchor", "May 2009"}},
		{"decimals stay whole", []string{"No. 1.5 of 3", "No. 2.5 of 4", "No. 10 of 12", "No. 7 of 9", "No. 3.25 of 5"}, []string{"1.5", "3"}},
		{"a unit", []string{"Weight 185kg", "Weight 5.5kg", "Weight 90kg", "Weight 7kg", "Weight 12kg"}, []string{"185kg"}},
		{"a number with a name", []string{"No.460 Snover", "No.25 Mew Two", "No.7 Abra", "No.133 Eevee", "No.4 Onix"}, []string{"460", "Snover"}},
		{"house numbers", []string{"4 Main St", "25 High St", "7 Oak St", "133 Elm St", "46 Ash St"}, []string{"4 Main"}},
		{"a counter", []string{"12匹", "3匹", "40匹", "7匹", "9匹"}, []string{"12"}},
		{"names", []string{"Emma Stone", "Ryan Gosling", "Uma Thurman", "Jodie Foster", "Tom Hanks"}, nil},
		{"a colon behind", []string{"One:", "Two:", "Three:", "Four:", "Five:"}, nil},
		{"not all", []string{"Lyon, Rhône", "Dijon", "Nice, Alpes", "Brest, Finistère", "Metz, Moselle"}, nil},
		{"few", []string{"Lyon, Rhône", "Nice, Alpes"}, nil},
		{"all equal", []string{"a, b", "a, b", "a, b", "a, b", "a, b"}, nil},
		{"empty", []string{"", "", "", "", ""}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			var got []string
			for _, s := range Of(c.texts).Spans(c.texts[0]) {
				got = append(got, c.texts[0][s.At:s.End])
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("parts %q, want %q (pattern %q)", got, c.want, Of(c.texts))
			}
		})
	}
}

// A text that is not made by the pattern has no parts.
func TestSpans(t *testing.T) {
	t.Parallel()
	pattern := Pattern{{"Published"}, {"by"}, nil}
	for text, want := range map[string][]Span{
		"Published 1896 by Rugby Press": {{10, 14}, {18, 29}},
		"published 1896 by X":           nil,
		"Published by X":                nil,
		"Published 1896":                nil,
		"Published 1896 by":             nil,
		"":                              nil,
	} {
		if got := pattern.Spans(text); !reflect.DeepEqual(got, want) {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
}

// TestTokensOfBytes checks that bytes that are no UTF-8 are tokens within the text.
func TestTokensOfBytes(t *testing.T) {
	t.Parallel()
	const text = "Prev\xa0up 3\xff"
	var got []string
	for _, x := range tokensOf(text) {
		got = append(got, text[x.At:x.End])
	}
	if want := []string{"Prev", "\xa0", "up", "3", "\xff"}; !slices.Equal(got, want) {
		t.Errorf("tokens %q, want %q", got, want)
	}
}
