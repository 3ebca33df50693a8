package extract

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"verde/extract/align"
	"verde/extract/embedded"
	"verde/extract/improvement"
	"verde/extract/leaves"
	"verde/extract/rules"
	"verde/page"
	"verde/record"
)

// The methods of alignment.
const (
	MethodVerDE = "verde" // DCA with the improvements of this package, the default
	MethodDCA   = "dca"   // the paper as published
)

// Options steer an alignment. The zero value means MethodVerDE.
type Options struct {
	Method string          // "" is MethodVerDE
	Off    improvement.Set // improvements of MethodVerDE to do without
}

// ErrNoPages is returned when no page has any text to align.
var ErrNoPages = errors.New("no page with text")

// Align aligns pages of one template into a table. Pages that can't be parsed
// or show no text are listed in the table's Skipped; pages of other templates,
// if there are enough of them, are in tables of their own in its Others. The
// error is ErrNoPages if none is left, or names a wrong option.
//
// Cost: near-linear in the leaves of all pages times the depth of the elements that they are in, which
// [verde/page] bounds, as long as the pieces between templates are short. Pieces of free text cost the
// product of their length and the number of columns they make.
func Align(pages []*page.Page, opt Options) (*Table, error) {
	_, t, err := Learn(pages, opt)
	return t, err
}

// learning is what pages of one template teach: what they have in common, their alignment, and the columns that are named after it.
type learning struct {
	align.Alignment
	columns []*align.Column

	most   int            // texts that are aligned at once
	number int            // of the template among those of the pages, 0 for the main one
	others [][]*page.Page // pages of other templates
}

// learn aligns pages and names their columns; number is that of their template.
func learn(pages []*page.Page, opt Options, number int) (*learning, *Table, error) {
	if opt.Method = cmp.Or(opt.Method, MethodVerDE); opt.Method != MethodVerDE && opt.Method != MethodDCA {
		return nil, nil, fmt.Errorf("extraction method %q: not known, use %q or %q", opt.Method, MethodVerDE, MethodDCA)
	}
	a := &learning{Alignment: align.Alignment{Set: rules.Set{Corpus: rules.NewCorpus(), Published: opt.Method == MethodDCA, Off: opt.Off}}, number: number, most: maxAligned}
	a.RowTexts = make(map[int32]bool)
	a.Breaks, a.Machine = opt.Method == MethodDCA, a.On(improvement.Embedded)
	t := &Table{Method: opt.Method}
	var kept []*page.Page
	for _, p := range pages {
		root, err := p.Parse()
		if err != nil {
			t.Skipped = append(t.Skipped, Skip{p.URL, err.Error()})
			continue
		}
		d := a.Walk(p.URL, root)
		if what := partly(p); what != "" {
			t.Partial = append(t.Partial, Skip{p.URL, what})
		}
		if !slices.ContainsFunc(d.Leaves, func(l leaves.Leaf) bool { return !l.Icon }) {
			t.Skipped = append(t.Skipped, Skip{p.URL, "no text"})
			continue
		}
		a.Docs, kept = append(a.Docs, d), append(kept, p)
		kept = a.dropLargest(t, kept)
	}
	if len(a.Docs) == 0 {
		return nil, nil, fmt.Errorf("aligning %d pages: %w", len(pages), ErrNoPages)
	}
	a.OwnNames()
	if a.On(improvement.Templates) {
		t.Skipped = append(t.Skipped, a.splitTemplates(kept)...)
	}
	a.CutTexts()
	a.Arrange()
	columns, keys := a.Run(), a.EmbeddedKeys()
	for _, d := range a.Docs {
		d.Taken = append(append(d.Taken, d.Counts...), a.TakeEmbedded(d, func(key string) bool { return keys[key] })...)
	}
	a.columns = a.fieldColumns(columns)
	a.Agree(a.columns)
	a.fill(t, a.columns)
	return a, t, nil
}

// maxAligned bounds the texts of all pages that are aligned at once, for each of
// which alignment takes some 20 µs and 1.5 kB.
const maxAligned = 500_000

// dropLargest leaves out the pages with most texts until all together have few
// enough, or two are left. A wrapper that the others teach reads them.
func (a *learning) dropLargest(t *Table, kept []*page.Page) []*page.Page {
	texts := 0
	for _, d := range a.Docs {
		texts += len(d.Leaves)
	}
	for texts > a.most && len(a.Docs) > 2 {
		largest := slices.MaxFunc(a.Docs, func(x, y *rules.Doc) int { return cmp.Compare(len(x.Leaves), len(y.Leaves)) })
		k, n := slices.Index(a.Docs, largest), len(largest.Leaves)
		texts -= n
		t.Skipped = append(t.Skipped, Skip{kept[k].URL, fmt.Sprintf("it has %d texts, and at most %d of all pages are aligned at once", n, a.most)})
		a.Docs, kept = slices.Delete(a.Docs, k, k+1), slices.Delete(kept, k, k+1)
	}
	return kept
}

// Learn aligns pages of one template and returns a wrapper for further pages, and the
// table of these, which is what the wrapper reads on them. Pages of other templates
// among them get wrappers of their own, in Others. Errors are those of [Align]; cost
// likewise, and that of reading every page three times.
func Learn(pages []*page.Page, opt Options) (*Wrapper, *Table, error) {
	a, t, err := learn(pages, opt, 0)
	if err != nil {
		return nil, nil, err
	}
	w := a.wrapper(t)
	opt.Off |= improvement.Templates
	for _, others := range a.others {
		if b, other, err := learn(others, opt, len(t.Others)+1); err == nil { // pages without text were left out before
			t.Others, w.Others = append(t.Others, other), append(w.Others, b.wrapper(other))
		}
	}
	if w.Method == MethodDCA {
		w.renumber(t)
		return w, t, nil // the paper's table, as printed
	}
	t, err = w.readBack(pages, t, opt)
	return w, t, err
}

// fill turns columns into the table that is returned.
func (a *learning) fill(t *Table, cols []*align.Column) {
	for _, d := range a.Docs {
		t.Pages = append(t.Pages, d.URL)
	}
	repeated := a.RepeatedBehind(cols)
	for _, c := range cols {
		fixed := c.Class >= 0 && !c.Constant || repeated[c] || a.OfTemplate(c) || a.FieldOf(c.Field, rules.LineKinds[rules.LabelLine])
		out := Column{Kind: kindOf(!fixed, c.Pages == len(a.Docs)), Cells: make([]Cell, len(a.Docs)), Constant: c.Constant}
		for i, cell := range c.Cells {
			out.Cells[i] = cellOf(a.Alignment.Set.Corpus, a.Docs[i], cell, &c.Profile, out.Kind.Data())
		}
		if strings.HasPrefix(a.Syms.Names[c.Field], embedded.FromImage) {
			out.Type = string(record.Image)
		} else if out.Kind.Data() {
			out.Type, out.Unit = out.meaning()
		}
		t.Columns = append(t.Columns, out)
	}
	a.name(t, cols)
}
