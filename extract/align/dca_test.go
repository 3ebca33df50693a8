package align

import (
	"fmt"
	"slices"
	"testing"

	"verde/extract/rules"
	"verde/internal/jobboard"
	"verde/page"
)

// mined runs DCA on pages up to its templates.
func mined(t *testing.T, pages []*page.Page) *Alignment {
	t.Helper()
	a := &Alignment{Set: rules.Set{Corpus: rules.NewCorpus(), Published: true}}
	a.Breaks = true
	for _, p := range pages {
		root, err := p.Parse()
		if err != nil {
			t.Fatal(err)
		}
		a.Docs = append(a.Docs, a.Read(p.URL, root))
	}
	a.generate()
	a.mine()
	return a
}

// classNamed is the LECId of the first class with this text.
func (a *Alignment) classNamed(text string) int32 {
	return int32(slices.IndexFunc(a.lecs, func(e lec) bool { return e.sample.Text == text }) + 1)
}

// TestClassesOfJobs checks DCA's Examples 1 and 2: ids are given down the
// columns, counts and first positions follow, and LEC 15, which is out of
// order on the first page, is the one that the mandatory templates lose.
func TestClassesOfJobs(t *testing.T) {
	t.Parallel()
	a := mined(t, jobboard.Pages())
	for text, id := range map[string]int32{"Career Center": 1, "Job ID:": 2, "8296386": 3, "Posted:": 8, "July 11 2011": 9, "Location(s):": 14, "Job Function:": 15,
		"Level:": 21, "25-50%": 22, "Entry:": 26} {
		if got := a.classNamed(text); got != id {
			t.Errorf("LECId of %q = %d, want %d", text, got, id)
		}
	}
	whole := segment{make([]int32, 5), make([]int32, 5)}
	for i, d := range a.Docs {
		whole.hi[i] = int32(len(d.Leaves))
	}
	vectors := make(map[int32][]int32)
	for _, c := range a.candidates(whole, func(_, _ int32) bool { return true }) {
		for _, p := range c.first {
			vectors[c.class+1] = append(vectors[c.class+1], max(p+1, 0)) // positions count from 1 in the paper
		}
	}
	for id, want := range map[int32][]int32{
		14: {6, 12, 0, 6, 12},
		15: {10, 6, 6, 10, 6},
		21: {8, 8, 8, 8, 8},
	} {
		if got := vectors[id]; !slices.Equal(got, want) {
			t.Errorf("first positions of LEC %d = %v, want %v", id, got, want)
		}
	}
	br := a.lecs[slices.IndexFunc(a.lecs, func(e lec) bool { return a.Syms.Names[e.content] == "<br>" })]
	occurs := make([]int, 5)
	for i, d := range a.Docs {
		for k := range d.Leaves {
			if d.Leaves[k].Content == br.content {
				occurs[i]++
			}
		}
	}
	if want := []int{1, 1, 2, 2, 2}; !slices.Equal(occurs, want) {
		t.Errorf("br occurs %v times, want %v", occurs, want)
	}
	if k := slices.IndexFunc(a.Templates, func(x template) bool { return a.lecs[x.class].content == br.content }); !a.Templates[k].mandatory {
		t.Error("the br that every page has before Apply is no mandatory template")
	}
	var ids []int32
	for _, c := range a.mandatory(whole) {
		ids = append(ids, c.class+1)
	}
	if want := []int32{1, 2, 8, 21, 26, a.classNamed("Apply")}; !slices.Equal(ids, want) {
		t.Errorf("mandatory templates %v, want %v (15 is pruned)", ids, want)
	}
}

// TestRecurringTemplates checks DCA's Example 3: the two halves of LEC 15 and
// of LEC 14 become one template each, and what lies between them is mandatory
// no more.
func TestRecurringTemplates(t *testing.T) {
	t.Parallel()
	a := mined(t, jobboard.Pages())
	type row struct {
		id               int32
		moved, mandatory bool
		first            string
	}
	var got []row
	for _, x := range a.Templates[:7] {
		first := make([]int32, len(x.first))
		for i, p := range x.first {
			first[i] = p
			if p >= 0 {
				first[i]++
			}
		}
		got = append(got, row{x.class + 1, x.Moved, x.mandatory, fmt.Sprint(first)})
	}
	want := []row{
		{1, false, true, "[1 1 1 1 1]"},
		{2, false, true, "[2 2 2 2 2]"},
		{8, false, true, "[4 4 4 4 4]"},
		{14, true, false, "[6 12 -1 6 12]"},
		{15, true, false, "[10 6 6 10 6]"},
		{21, false, false, "[8 8 8 8 8]"},
		{22, false, false, "[9 9 -1 -1 -1]"}, // a value that repeats: the paper's column 12
	}
	if !slices.Equal(got, want) {
		t.Errorf("templates\n got %v\nwant %v", got, want)
	}
}
