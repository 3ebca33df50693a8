package parts

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// Descriptions have "the" in the middle, as any texts do; what "built in" and "for" stand
// between is parts, though "in" and "for" are no rarer.
func TestOfLeavesChanceOut(t *testing.T) {
	t.Parallel()
	prose := strings.Repeat("She found the letters in the drawer of the old desk, and read them for the first time in years. ", 20)
	for name, c := range map[string]struct {
		texts []string
		want  int // parts
	}{
		"descriptions": {[]string{
			"It gives callers the queue they wait on", "Keeps the last three answers", "One that sends mails over the wire today",
			"It holds locks while the others sleep", "Stops the clock", "Maps names and the numbers behind",
			"It draws the curve of a sum", "Turns wheels of the machine round",
		}, 0},
		"running text": {[]string{
			"A tramp loves a blind girl and finds the money for her in the city.", "The queen of the north has a brother in the south, and the two meet.", "In the spring of a year nobody remembers, the river rises.",
			"Two of the men who built the bridge in the valley tell of it.", "She leaves the house of her father in the night, and is not seen again.",
		}, 0},
		"template": {[]string{
			"Built in 1901 for Anna Bell", "Built in 1887 for the town", "Built in 1932 for railways",
			"Built in 1760 for Duke John", "Built in 1811 for trade", "Built in 2004 for sport", "Built in 1950 for students", "Built in 1999 for all",
		}, 2},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var pages [][]string
			var usage Usage
			for range 5 {
				usage.Add(prose)
			}
			for _, text := range c.texts {
				pages = append(pages, []string{text})
				usage.Add(text)
			}
			got := 0
			for _, pattern := range Of(pages, &usage) {
				got = max(got, held(pattern.Spans(c.texts[0])))
			}
			if got != c.want {
				t.Errorf("%d parts by %v, want %d", got, Of(pages, &usage), c.want)
			}
			if known := Of(pages, nil); len(known) == 0 {
				t.Error("without the usage of words nothing is parted: the test shows nothing")
			}
		})
	}
}

// TestOptionalWords checks that a word which stands right behind another is no absent one, and that a word which goes takes
// with it what parted a number from what follows.
func TestOptionalWords(t *testing.T) {
	t.Parallel()
	var usage Usage
	usage.Add(strings.Repeat("She is at home at noon, and at night at work. ", 30))
	var bound, addresses [][]string
	for i := range 24 {
		text := fmt.Sprintf("Bound in leather %d, %d pages.", i, 101+i)
		if i%8 == 7 {
			text = fmt.Sprintf("Bound in leather %d.", i)
		}
		bound = append(bound, []string{text})
	}
	for _, text := range []string{"Anna Bell and sons Ltd at 12 High Street", "Old Duke of York Arms at 7 Park Lane", "The Mill at 3 River Row",
		"Carter at 81 Long Acre", "House of Three Bells at 5 Gate Hill", "Rowan and Daughters at 66 Elm Court"} {
		addresses = append(addresses, []string{text})
	}
	for name, c := range map[string]struct {
		pages [][]string
		want  []string
	}{
		"bindings":  {bound, []string{"0", "101", ""}},
		"addresses": {addresses, nil},
		"one empty": {[][]string{{"Built 00000 for 000"}, {"Built 0000 for 000"}, {"Built 0000 for 000"}, {"Built 0000 for 00"}, {""}, {"Built for"}}, []string{"", "00000", "000"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			usage := usage
			usage.times = maps.Clone(usage.times)
			for _, texts := range c.pages {
				usage.Add(texts[0])
			}
			var got []string
			for _, pattern := range Of(c.pages, &usage) {
				for _, s := range pattern.Spans(c.pages[0][0]) {
					got = append(got, c.pages[0][0][s.At:s.End])
				}
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("parts %q, want %q", got, c.want)
			}
		})
	}
}

// Of the many sentences that a page has, one has "the", "to" and "and" in this order, whoever wrote it.
func TestAnySentenceOfAPage(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	word := func() string { // one in six is a function word
		usual := []string{"the", "the", "and", "to"}
		if k := r.IntN(24); k < len(usual) {
			return usual[k]
		}
		return string([]byte{byte('a' + r.IntN(26)), byte('a' + r.IntN(26)), 'o'})
	}
	var pages [][]string
	var usage Usage
	for range 30 {
		var page []string
		for range 6 {
			text := ""
			for range 4 {
				text += string([]byte{byte('A' + r.IntN(26)), byte('a' + r.IntN(26))})
				for range 12 {
					text += " " + word()
				}
				text += ". "
			}
			page = append(page, text)
			usage.Add(text)
		}
		for range 60 { // lists have fewer of them
			usage.Add(fmt.Sprintf("%d %co, %co", r.IntN(9), 'a'+r.IntN(26), 'a'+r.IntN(26)))
		}
		pages = append(pages, page)
	}
	if got := Of(pages, nil); len(got) == 0 {
		t.Error("without the usage of words nothing is parted: the test shows nothing")
	}
	for _, pattern := range Of(pages, &usage) {
		t.Errorf("parts by %v", pattern)
	}
}

// TestRepeatedSentences checks that one of a few sentences that are repeated word by word shows nothing of how it is made, however
// many pages have it, and that what varies between the same words does.
func TestRepeatedSentences(t *testing.T) {
	t.Parallel()
	repeated := []string{"The first fifty pages ask for patience, and after that I could not put it down.", "A slow start, a furious middle, and a last page that I read again."}
	for name, c := range map[string]struct {
		text func(page int) string
		want bool
	}{
		"repeated": {func(page int) string { return repeated[page%2] }, false},
		"varying": {func(page int) string {
			return fmt.Sprintf("The first %d pages ask for patience, and after that I read chapter %d.", 20+page, 40-page)
		}, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var pages [][]string
			var usage Usage
			for k := range 24 {
				pages = append(pages, []string{c.text(k)})
				usage.Add(c.text(k))
			}
			usage.Add(strings.Repeat("It took me two attempts in a weekend, and the second one carried me to the end. ", 10))
			if got := Of(pages, &usage); (len(got) > 0) != c.want {
				t.Errorf("patterns %v, want some: %v", got, c.want)
			}
			if len(Of(pages, nil)) == 0 {
				t.Error("without the usage of words nothing is parted: the test shows nothing")
			}
		})
	}
}

// TestBeginnings checks that texts many of which begin with "The", as titles do, are not parted by it, and that those which begin with a
// word that begins no other text are.
func TestBeginnings(t *testing.T) {
	t.Parallel()
	names := []string{"Idiot", "Mill on the Floss", "Call of the Wild", "Invisible Man", "Sign of the Four", "Old Curiosity Shop", "Moonstone", "Time Machine"}
	for first, want := range map[string]bool{"The": false, "Volume": true} {
		t.Run(first, func(t *testing.T) {
			t.Parallel()
			var pages [][]string
			var usage Usage
			for _, name := range names {
				text := first + " " + name
				pages = append(pages, []string{text})
				usage.Add(text)
				for _, other := range names { // other columns have titles as well
					usage.Add("The " + other)
					usage.Add(other)
					usage.Add("Novel, paperback edition, Harbour Lane Press")
				}
			}
			if got := Of(pages, &usage); (len(got) > 0) != want {
				t.Errorf("patterns %v, want some: %v", got, want)
			}
			if len(Of(pages, nil)) == 0 {
				t.Error("without the usage of words nothing is parted: the test shows nothing")
			}
		})
	}
}
