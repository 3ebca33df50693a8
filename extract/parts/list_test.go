package parts

import (
	"slices"
	"strings"
	"testing"
)

// TestConjunction checks which word makes lists of texts, and what is in the first of them.
func TestConjunction(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, want string
		texts      []string
		members    []string
	}{
		{"colours", "and", []string{"blue, red and silver", "red and gold", "black", "gold and blue", "silver, black and red", "black and silver"}, []string{"blue", "red", "silver"}},
		{"two at most", "und", []string{"Optik und Statik", "Statik und Botanik", "Botanik", "Optik", "Botanik und Optik", "Zoologie und Statik", "Statik und Optik"}, []string{"Optik", "Statik"}},
		{"a comma before it", "and", []string{"Ann, Bob, and Cy", "Dan and Eve", "Flo, Gus, and Hal", "Ida and Jon", "Kay, Lee, and Mo", "Ned and Oz", "Pam and Quin", "Ray, Sue, and Tom", "Una and Vic", "Wes, Xen, and Yan"}, []string{"Ann", "Bob", "Cy"}},
		{"names that come once, all two", "", []string{"Ann and Bob", "Cy and Dan", "Eve and Flo", "Gus and Hal", "Ida and Jon", "Kay and Lee"}, []string{"Ann and Bob"}},
		{"a preposition", "", []string{"University of Padua", "University of Leyden", "College of Paris", "University of Turin", "College of Oslo", "Academy of Lima"}, []string{"University of Padua"}},
		{"an apposition", "", []string{"Lyon, the son of a baker", "Paris, the son of a smith", "Brest, the son of a cook", "Metz, the son of a monk", "Nice, the son of a clerk"}, []string{"Lyon, the son of a baker"}},
		{"numbers", "and", []string{"1,200 and 3", "3 and 40", "40 and 1,200", "7 and 40", "3 and 7"}, []string{"1,200", "3"}},
		{"few", "", []string{"red and gold", "gold and red"}, []string{"red and gold"}},
		{"none", "", nil, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			got := Conjunction(c.texts)
			if got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
			if len(c.texts) == 0 {
				return
			}
			var members []string
			for _, s := range Members(c.texts[0], got) {
				members = append(members, c.texts[0][s.At:s.End])
			}
			if !slices.Equal(members, c.members) {
				t.Errorf("members %q, want %q", members, c.members)
			}
		})
	}
}

func TestWithUnit(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{"1901 in the city": "1901", "12 kg and": "12 kg", "240 beds and": "240", "Ada kg and": "Ada", "0.68 W/kg and": "0.68 W/kg", "8.8/10 of all": "8.8/10", "9. It": "9", "7-inch wide": "7-inch", "3 / 4 of": "3"} {
		tokens := tokensOf(text)
		if end := withUnit(text, tokens[0], wordsOf(text, tokens[1:]), false); text[:end] != want {
			t.Errorf("%s: %q, want %q", text, text[:end], want)
		}
	}
}

func FuzzMembers(f *testing.F) {
	f.Add("blue, red and silver", "and")
	f.Add("and, and", "and")
	f.Fuzz(func(t *testing.T, text, conjunction string) {
		at := 0
		for _, s := range Members(text, conjunction) {
			if s.At < at || s.End <= s.At || strings.TrimSpace(text[s.At:s.End]) == "" {
				t.Fatalf("%q, %q: %v after %d", text, conjunction, s, at)
			}
			at = s.End
		}
	})
}
