package template

import (
	"slices"
	"testing"

	"verde/siteexpand/similarity"
)

// Pages are of two kinds if each has what the other lacks, and more than chance would
// give; a page that only lacks something is of its kind.
func TestDivide(t *testing.T) {
	t.Parallel()
	const frame, ours, optional, theirs, both = 100, 200, 300, 400, 500
	page := func(parts ...similarity.Feature) (p []similarity.Feature) {
		for _, part := range parts {
			for i := range similarity.Feature(10) {
				p = append(p, part+i)
			}
		}
		slices.Sort(p)
		return p
	}
	repeat := func(n int, parts ...similarity.Feature) (pages [][]similarity.Feature) {
		for range n {
			pages = append(pages, page(parts...))
		}
		return pages
	}
	framed := map[similarity.Feature]bool{}
	for _, f := range page(frame) {
		framed[f] = true
	}
	for _, x := range []struct {
		name  string
		pages [][]similarity.Feature
		frame map[similarity.Feature]bool
		other int // pages at the end that are of another kind
	}{
		{"two templates in a frame", slices.Concat(repeat(9, frame, ours), repeat(7, frame, theirs)), framed, 7},
		{"two templates without one", slices.Concat(repeat(9, ours), repeat(7, theirs)), nil, 7},
		{"one template", repeat(16, frame, ours), framed, 0},
		{"a block that some lack", slices.Concat(repeat(9, frame, ours, optional), repeat(7, frame, ours)), framed, 0},
		{"pages with little to show", slices.Concat(repeat(9, frame, ours, optional), repeat(7, frame)), framed, 0},
		{"one of two blocks", slices.Concat(repeat(9, frame, ours, both, optional), repeat(7, frame, ours, both, theirs)), framed, 0},
		{"a frame that is not known as one", slices.Concat(repeat(9, frame, ours), repeat(7, frame, theirs)), nil, 0},
		{"too few of the others", slices.Concat(repeat(9, frame, ours), repeat(leastKind-1, frame, theirs)), framed, 0},
		{"too few of ours", slices.Concat(repeat(leastKind-1, frame, ours), repeat(9, frame, theirs)), framed, 0},
		{"nothing", nil, nil, 0},
	} {
		samples := make([]bool, len(x.pages))
		for i := range min(2, len(samples)) {
			samples[i] = true
		}
		var want []bool
		if x.other > 0 {
			want = make([]bool, len(x.pages))
			for i := len(want) - x.other; i < len(want); i++ {
				want[i] = true
			}
		}
		if got := NewPages(x.pages, samples).Divide(x.frame, false, always); !slices.Equal(got, want) {
			t.Errorf("%s: others %v, want %v", x.name, got, want)
		}
	}
	pages := slices.Concat(repeat(9, frame, ours), repeat(7, frame, theirs))
	samples := make([]bool, len(pages))
	samples[0], samples[len(pages)-1] = true, true
	if got := NewPages(pages, samples).Divide(framed, false, always); slices.Contains(got, true) && got[len(pages)-1] {
		t.Errorf("a sample is of another kind: %v", got)
	}

	pages = slices.Concat(repeat(9, frame, ours), repeat(9, frame, theirs))
	samples = make([]bool, len(pages))
	samples[0] = true
	if got := NewPages(pages, samples).Divide(framed, false, always); got == nil {
		t.Error("pages of two kinds, one of which has a sample, are not divided")
	}
	samples[len(pages)-1] = true
	if got := NewPages(pages, samples).Divide(framed, false, always); got != nil {
		t.Errorf("samples are parted from pages like themselves: %v", got)
	}
}

// Pages that are listed apart are of another type if they lack a quarter of the others' labels and have as many of
// their own; a page that lacks as much and has none is a short one.
func TestDivideListed(t *testing.T) {
	t.Parallel()
	page := func(ours, own int) (p []similarity.Feature) {
		for i := range ours {
			p = append(p, 100+similarity.Feature(i))
		}
		for i := range own {
			p = append(p, 200+similarity.Feature(i))
		}
		return p
	}
	for _, x := range []struct {
		name   string
		own    int // labels of the other pages
		listed bool
		want   int // pages of another kind
	}{
		{"listed apart, with labels of their own", 8, true, 6},
		{"listed apart, short", 0, true, 0},
		{"with labels of their own, listed together", 8, false, 0},
	} {
		var pages [][]similarity.Feature
		for range 14 {
			pages = append(pages, page(20, 0))
		}
		for range 6 {
			pages = append(pages, page(12, x.own))
		}
		samples := make([]bool, len(pages))
		samples[0] = true
		others := 0
		for _, o := range NewPages(pages, samples).Divide(nil, x.listed, always) {
			if o {
				others++
			}
		}
		if others != x.want {
			t.Errorf("%s: %d of another kind, want %d", x.name, others, x.want)
		}
	}
}

func always([]bool) bool { return true }

// Of three kinds of page one shows what all samples have: the others are told from it together.
func TestLackingOfTwoKinds(t *testing.T) {
	t.Parallel()
	var pages [][]similarity.Feature
	for i := range 90 {
		p := []similarity.Feature{1, 2, 3 | similarity.Textual}
		for k := range 5 {
			p = append(p, similarity.Feature(100+100*(i%3)+k)|similarity.Textual)
		}
		pages = append(pages, p)
	}
	samples := make([]bool, len(pages))
	samples[0], samples[3] = true, true
	if NewPages(pages, samples).DivideByLabels(nil, 5./6) != nil {
		t.Error("pages that lack five of six labels lack more than that")
	}
	others := NewPages(pages, samples).DivideByLabels(nil, half)
	for i := range pages {
		if others == nil || others[i] != (i%3 > 0) {
			t.Fatalf("page %d is told to be of another kind: %v", i, others)
		}
	}
}

// What few pages have is not counted, and pages that are left out take theirs with them.
func TestPages(t *testing.T) {
	t.Parallel()
	const text = similarity.Textual
	p := NewPages([][]similarity.Feature{{1, 2, 7 | text}, {1, 3, 7 | text}, {1, 4, 7 | text}, {1, 2, 5}}, []bool{true, false, false, false})
	if want := []similarity.Feature{1, 7 | text}; !slices.Equal(p.features, want) {
		t.Fatalf("numbered features %v, want %v: those of three pages", p.features, want)
	}
	if want := []int32{0}; !slices.Equal(p.of[3], want) {
		t.Errorf("the last page has %v, want %v", p.of[3], want)
	}
	p.Keep(func(i int) bool { return i != 1 })
	if len(p.of) != 3 || !slices.Equal(p.samples, []bool{true, false, false}) {
		t.Errorf("%d pages and samples %v are left of 4 without the second", len(p.of), p.samples)
	}
	p.Texts()
	if want := []int32{1}; !slices.Equal(p.of[0], want) || len(p.of[2]) != 0 {
		t.Errorf("texts %v and %v, want %v and none", p.of[0], p.of[2], want)
	}
}
