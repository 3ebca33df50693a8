package align

import (
	"cmp"
	"slices"

	"verde/extract/leaves"
	"verde/extract/rules"
	"verde/extract/token"
)

// Column is a column of the aligned table (the paper's TableA) while it is
// being built. Once it is, it has a leaf on one page at least.
type Column struct {
	Cells     [][]int32 // leaves of each page, in order; nil = nothing
	Pages     int       // pages with a cell
	After     int       // the template that it follows, -1 for none
	Class     int32     // of a template column, else -1
	Mandatory bool      // a mandatory template: columns never merge over it
	Constant  bool      // a value that all pages share
	Multi     bool      // cells may hold several texts
	FreeText  bool      // free text: any number of items
	Called    Names
	Same      int    // the column of which it is another place, -1 for none
	Key       string // of the embedded data that hold what it shows, "" for none
	Field     int32  // of its leaves if they were taken out of the sequence, else 0
	Profile   Profile
}

// Profile describes the leaves of a column: a few members that differ.
type Profile struct {
	Sigs            []int32
	Counts          []int         // leaves of the signature at the same index
	Types           []token.Types // of the member with the signature at the same index
	positionalPaths []int32
	contents        []int32
}

// Sizes of a profile; beyond some members a column's style is known.
const (
	maxMembers         = 4
	maxPositionalPaths = 8
)

func (p *Profile) add(l *leaves.Leaf) {
	if k := slices.Index(p.Sigs, l.Sig); k >= 0 {
		p.Types[k] |= l.Types
		p.Counts[k]++
	} else if len(p.Sigs) < maxMembers {
		p.Sigs, p.Types, p.Counts = append(p.Sigs, l.Sig), append(p.Types, l.Types), append(p.Counts, 1)
	}
	if len(p.positionalPaths) < maxPositionalPaths && !slices.Contains(p.positionalPaths, l.PositionalPath) {
		p.positionalPaths = append(p.positionalPaths, l.PositionalPath)
	}
	if len(p.contents) < maxPositionalPaths && !slices.Contains(p.contents, l.Content) {
		p.contents = append(p.contents, l.Content)
	}
}

// Put puts leaves of a page, by their numbers, into the cell of that page.
func (c *Column) Put(page int, d *rules.Doc, at ...int32) {
	if len(at) == 0 {
		return
	}
	if c.Cells[page] == nil {
		c.Pages++
	}
	c.Cells[page] = append(c.Cells[page], at...)
	for _, k := range at {
		c.Profile.add(&d.Leaves[k])
	}
}

// NewColumn is a column without cells, behind a template, -1 for the beginning of the pages.
func (a *Alignment) NewColumn(after int) *Column {
	return &Column{Cells: make([][]int32, len(a.Docs)), After: after, Class: -1, Same: -1}
}

// weights of the parts of node similarity (DCA, Equation 4).
const (
	weightPath  = .3
	weightID    = .2
	weightClass = .2
	WeightTypes = .3
)

// maxSignatures bounds the remembered similarities of signatures.
const maxSignatures = 4096

// Structure is the part of node similarity that does not look at the text, at
// most .7. Cost: a look-up, after the first time.
func Structure(c *rules.Corpus, s, t int32) float32 {
	if c.Unnamed || s >= maxSignatures || t >= maxSignatures {
		return compare(c, s, t)
	}
	for len(c.Sims) <= int(s) {
		c.Sims = append(c.Sims, nil)
	}
	row := c.Sims[s]
	if len(row) <= int(t) {
		grown := make([]float32, len(c.Sigs))
		for k := copy(grown, row); k < len(grown); k++ {
			grown[k] = -1
		}
		row, c.Sims[s] = grown, grown
	}
	if row[t] < 0 {
		row[t] = compare(c, s, t)
	}
	return row[t]
}

func compare(c *rules.Corpus, s, t int32) float32 {
	x, y := &c.Sigs[s], &c.Sigs[t]
	if c.Unnamed {
		return weightPath*c.Paths.Similarity(x.Path, y.Path) + weightID + weightClass
	}
	return weightPath*c.Paths.Similarity(x.Path, y.Path) + weightID*c.IDs.Similarity(x.IDs, y.IDs) +
		weightClass*c.Classes.Similarity(x.Classes, y.Classes)
}

// columnSimilarity is DCA §5.2's: the mean of path, id and class similarity of
// the first members.
func columnSimilarity(c *rules.Corpus, p, q *Profile) float64 {
	if len(p.Sigs) == 0 || len(q.Sigs) == 0 {
		return 0
	}
	x, y := &c.Sigs[p.Sigs[0]], &c.Sigs[q.Sigs[0]]
	return float64(c.Paths.Similarity(x.Path, y.Path)+c.IDs.Similarity(x.IDs, y.IDs)+c.Classes.Similarity(x.Classes, y.Classes)) / 3
}

// SameEnd reports whether two signatures have the same end: the innermost
// block, its class and the inline tags.
func SameEnd(c *rules.Corpus, s, t int32) bool {
	x, y := &c.Sigs[s], &c.Sigs[t]
	return x.InlineTags == y.InlineTags && x.Prop == y.Prop && c.Paths.Last(x.Path) == c.Paths.Last(y.Path) && (c.Unnamed || c.Classes.Last(x.Classes) == c.Classes.Last(y.Classes))
}

// run is a range of leaves of a page.
type run struct {
	page   int
	lo, hi int32
}

// groups gives, for no template and for each template, the runs of leaves
// that follow it.
func (a *Alignment) groups() [][]run {
	groups := make([][]run, len(a.Templates)+1)
	type mark struct {
		at int32
		k  int
	}
	var marks []mark
	for i, d := range a.Docs {
		marks = append(marks[:0], mark{-1, -1})
		for k := range a.Templates {
			if p := a.Templates[k].first[i]; p >= 0 {
				marks = append(marks, mark{p, k})
				d.Leaves[p].Landmark = int32(k + 1)
			}
		}
		slices.SortFunc(marks, func(x, y mark) int { return cmp.Compare(x.at, y.at) })
		for m, x := range marks {
			hi := int32(len(d.Leaves))
			if m+1 < len(marks) {
				hi = marks[m+1].at
			}
			if x.at+1 < hi {
				groups[x.k+1] = append(groups[x.k+1], run{i, x.at + 1, hi})
			}
		}
	}
	return groups
}

// similar is DCA, Equation 4, against the first member of a column.
func (a *Alignment) similar(l *leaves.Leaf, p *Profile) bool {
	return float64(Structure(a.Set.Corpus, l.Sig, p.Sigs[0])+WeightTypes*l.Types.Similarity(p.Types[0])) >= nodeSimilarity-1e-6
}

// First finds a leaf of the column.
func (c *Column) First() (page int, leaf int32) {
	for i, cell := range c.Cells {
		if len(cell) > 0 {
			return i, cell[0]
		}
	}
	return -1, -1
}

// Names are what a column is called.
type Names struct {
	Text            string // others may have it, too
	Label, Property string // of texts in no rows: the label before its values, and their property
	Group           bool   // Text is what its rows are called, which begin with it
	Nameless        bool   // nothing that the pages show or embed names it
}
