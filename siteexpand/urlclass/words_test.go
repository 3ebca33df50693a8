package urlclass

import (
	"cmp"
	"fmt"
	"math"
	"strings"
	"testing"

	"verde/siteexpand/urlparts"
)

// What names of one kind begin or end with is required where most names begin or end
// with one of few words, and not where each has its own.
func TestChance(t *testing.T) {
	t.Parallel()
	rust, lily, titles, shops := func(i int) string { return []string{"struct.", "fn.", "trait.", "macro.", "enum."}[i%5] + word(i) },
		func(i int) string {
			return word(i) + []string{"_engraver", "_interface", "_event", word(i), word(i)}[i%5]
		},
		func(i int) string {
			return []string{"the-", word(i) + "-", word(i) + "-", word(i) + "-", word(i) + "-"}[i%5] + word(2*i)
		},
		func(i int) string { return []string{"item-", "item-", "item-", "item-", "news-"}[i%5] + word(i) }
	for _, x := range []struct {
		what    string
		name    func(i int) string
		samples []int
		want    string
		pages   int // 0 for 100
	}{
		{"kinds that names begin with", rust, []int{2, 7}, "trait", 0},
		{"three of them", rust, []int{2, 7, 12}, "trait", 0},
		{"kinds that most names end with", lily, []int{0, 5}, "engraver", 0},
		{"titles", titles, []int{0, 5, 10}, "", 0},
		{"titles of a small site", titles, []int{0, 5, 10}, "", 15},
		{"the kind of most", shops, []int{0, 1, 2}, "", 0},
		{"one kind, of which samples share a second word", func(i int) string { return []string{"CMAKE_A_", "CMAKE_", "CMAKE_", "CMAKE_", "CMAKE_"}[i%5] + word(i) }, []int{0, 5}, "", 0},
		{"kinds of two words", func(i int) string {
			return []string{"gimp-tool-", "gimp-filter-", "gimp-image-", "gimp-layer-", "gimp-using-"}[i%5] + word(i)
		}, []int{0, 5}, "gimp-tool", 0},
		{"titles made of few words, some of them cut off", func(i int) string {
			return word(i) + []string{"-3x-optical-zoom-lcd", "-optical-lcd-5x", "-lcd-4x-optical", "-2x-zoom-lcd-optical", "-optical-lcd-zoom"}[i%5]
		}, []int{1, 6, 11}, "", 0},
		{"samples of two kinds", rust, []int{1, 2, 3}, "", 0},
	} {
		var samples []string
		for _, i := range x.samples {
			samples = append(samples, "http://e.org/d/"+x.name(i)+".html")
		}
		p := NewProfile(samples, true)
		words := p.NewWords()
		for i := range cmp.Or(x.pages, 100) {
			a := urlparts.Split("http://e.org/d/" + x.name(i) + ".html")
			words.Add(&a, p.SharedFeatures(&a))
			a = urlparts.Split("http://e.org/other/" + fmt.Sprint("trait.", i) + ".html") // of another directory
			words.Add(&a, p.SharedFeatures(&a))
		}
		got := ""
		for i, f := range p.Features {
			if share := words.share(f.Kind, i); share <= lesserShare || math.Pow(share, float64(len(x.samples))) < maxChance {
				got += p.values[i]
			}
		}
		if got != x.want {
			t.Errorf("%s: %q, want %q", x.what, got, x.want)
		}
	}
}

// What two samples share now and then is required, and said to be unsure; three hardly do.
func TestUnsure(t *testing.T) {
	t.Parallel()
	for n, want := range map[int]bool{2: true, 3: false} {
		p := NewProfile([]string{"http://e.org/d/trait.A.html", "http://e.org/d/trait.B.html", "http://e.org/d/trait.C.html"}[:n], true)
		words := p.NewWords()
		for i := range 100 {
			a := urlparts.Split("http://e.org/d/" + []string{"struct.", "fn.", "trait.", "macro.", "enum."}[i%5] + word(i) + ".html")
			words.Add(&a, p.SharedFeatures(&a))
		}
		without := make([]Stats, len(p.Features)) // all of one template, so that it tells nothing
		for i := range without {
			without[i] = Stats{URLs: 80, Matching: 80, Scored: 10, ScoreSum: 9}
		}
		required, unsure := p.Defining(Stats{URLs: 20, Matching: 20, Scored: 10, ScoreSum: 9}, without, words)
		if first := p.SharedFeatures(&urlparts.Parts{Name: "trait.D"}); unsure != 0 != want || required&unsure != unsure || want && unsure&^first != 0 {
			t.Errorf("%d samples: %b is required, %b of it unsure", n, required, unsure)
		}
	}
}

func TestHasWord(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{"": false, "x": true, "xx": false, "max-3x": true, "3x-zoom": true, "max": false, "é-éx": false} {
		if got := hasWord(text, "x"); got != want {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
}

// word is the i-th of a row of words of letters.
func word(i int) string {
	return strings.Map(func(r rune) rune { return 'a' + r - '0' }, fmt.Sprint(1000+37*i))
}
