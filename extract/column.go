package extract

import (
	"cmp"
	"slices"

	"verde/extract/token"
)

// column is a column of the aligned table (the paper's TableA) while it is
// being built. Once it is, it has a leaf on one page at least.
type column struct {
	cells     [][]int32 // leaves of each page, in order; nil = nothing
	pages     int       // pages with a cell
	after     int       // the template that it follows, -1 for none
	class     int32     // of a template column, else -1
	mandatory bool      // a mandatory template: columns never merge over it
	constant  bool      // a value that all pages share
	multi     bool      // cells may hold several texts
	freeText  bool      // free text: any number of items
	called    names
	same      int    // the column of which it is another place, -1 for none
	key       string // of the embedded data that hold what it shows, "" for none
	field     int32  // of its leaves if they were taken out of the sequence, else 0
	profile   profile
}

// profile describes the leaves of a column: a few members that differ.
type profile struct {
	sigs            []int32
	counts          []int         // leaves of the signature at the same index
	types           []token.Types // of the member with the signature at the same index
	positionalPaths []int32
	contents        []int32
}

// Sizes of a profile; beyond some members a column's style is known.
const (
	maxMembers         = 4
	maxPositionalPaths = 8
)

func (p *profile) add(l *leaf) {
	if k := slices.Index(p.sigs, l.sig); k >= 0 {
		p.types[k] |= l.types
		p.counts[k]++
	} else if len(p.sigs) < maxMembers {
		p.sigs, p.types, p.counts = append(p.sigs, l.sig), append(p.types, l.types), append(p.counts, 1)
	}
	if len(p.positionalPaths) < maxPositionalPaths && !slices.Contains(p.positionalPaths, l.positionalPath) {
		p.positionalPaths = append(p.positionalPaths, l.positionalPath)
	}
	if len(p.contents) < maxPositionalPaths && !slices.Contains(p.contents, l.content) {
		p.contents = append(p.contents, l.content)
	}
}

func (c *column) put(page int, d *doc, leaves ...int32) {
	if len(leaves) == 0 {
		return
	}
	if c.cells[page] == nil {
		c.pages++
	}
	c.cells[page] = append(c.cells[page], leaves...)
	for _, k := range leaves {
		c.profile.add(&d.leaves[k])
	}
}

func (a *alignment) newColumn(after int) *column {
	return &column{cells: make([][]int32, len(a.docs)), after: after, class: -1, same: -1}
}

// weights of the parts of node similarity (DCA, Equation 4).
const (
	weightPath  = .3
	weightID    = .2
	weightClass = .2
	weightTypes = .3
)

// maxSignatures bounds the remembered similarities of signatures.
const maxSignatures = 4096

// structure is the part of node similarity that does not look at the text, at
// most .7. Cost: a look-up, after the first time.
func (c *corpus) structure(s, t int32) float32 {
	if c.unnamed || s >= maxSignatures || t >= maxSignatures {
		return c.compare(s, t)
	}
	for len(c.sims) <= int(s) {
		c.sims = append(c.sims, nil)
	}
	row := c.sims[s]
	if len(row) <= int(t) {
		grown := make([]float32, len(c.sigs))
		for k := copy(grown, row); k < len(grown); k++ {
			grown[k] = -1
		}
		row, c.sims[s] = grown, grown
	}
	if row[t] < 0 {
		row[t] = c.compare(s, t)
	}
	return row[t]
}

func (c *corpus) compare(s, t int32) float32 {
	x, y := &c.sigs[s], &c.sigs[t]
	if c.unnamed {
		return weightPath*c.paths.similarity(x.path, y.path) + weightID + weightClass
	}
	return weightPath*c.paths.similarity(x.path, y.path) + weightID*c.ids.similarity(x.ids, y.ids) +
		weightClass*c.classes.similarity(x.classes, y.classes)
}

// columnSimilarity is DCA §5.2's: the mean of path, id and class similarity of
// the first members.
func (c *corpus) columnSimilarity(p, q *profile) float64 {
	if len(p.sigs) == 0 || len(q.sigs) == 0 {
		return 0
	}
	x, y := &c.sigs[p.sigs[0]], &c.sigs[q.sigs[0]]
	return float64(c.paths.similarity(x.path, y.path)+c.ids.similarity(x.ids, y.ids)+c.classes.similarity(x.classes, y.classes)) / 3
}

// sameEnd reports whether two signatures have the same end: the innermost
// block, its class and the inline tags.
func (c *corpus) sameEnd(s, t int32) bool {
	x, y := &c.sigs[s], &c.sigs[t]
	return x.inlineTags == y.inlineTags && x.prop == y.prop && c.paths.last(x.path) == c.paths.last(y.path) && (c.unnamed || c.classes.last(x.classes) == c.classes.last(y.classes))
}

// run is a range of leaves of a page.
type run struct {
	page   int
	lo, hi int32
}

// groups gives, for no template and for each template, the runs of leaves
// that follow it.
func (a *alignment) groups() [][]run {
	groups := make([][]run, len(a.templates)+1)
	type mark struct {
		at int32
		k  int
	}
	var marks []mark
	for i, d := range a.docs {
		marks = append(marks[:0], mark{-1, -1})
		for k := range a.templates {
			if p := a.templates[k].first[i]; p >= 0 {
				marks = append(marks, mark{p, k})
				d.leaves[p].landmark = int32(k + 1)
			}
		}
		slices.SortFunc(marks, func(x, y mark) int { return cmp.Compare(x.at, y.at) })
		for m, x := range marks {
			hi := int32(len(d.leaves))
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
func (a *alignment) similar(l *leaf, p *profile) bool {
	return float64(a.structure(l.sig, p.sigs[0])+weightTypes*l.types.Similarity(p.types[0])) >= nodeSimilarity-1e-6
}
