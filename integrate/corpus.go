package integrate

import (
	"cmp"
	"iter"
	"slices"

	"verde/integrate/clean"
	"verde/integrate/compare"
)

// Column is one label of one site after cleaning, or a part of the values under it.
type Column struct {
	Site    string     `json:"site"`
	Label   string     `json:"label"`
	Part    clean.Part `json:"part,omitempty"`
	Twins   []string   `json:"twins,omitempty"` // other labels of the site with the same values
	Kind    string     `json:"kind"`
	Records int        `json:"records"`          // that have a value
	Reason  string     `json:"reason,omitempty"` // why no column of another site matches, "" if one does
	// Says maps values of the column to the words that other columns of its attribute use for them: "Schweiz" to
	// "Switzerland". The mapping is learned from records of the same entity.
	Says map[string]string `json:"says,omitempty"`
}

// Name is the label, with the part of the values that the column holds.
func (c *Column) Name() string {
	if c.Part == clean.Whole {
		return c.Label
	}
	return c.Label + " (" + string(c.Part) + ")"
}

// labels are the column's label and those of its duplicates.
func (c *Column) labels() []string { return append([]string{c.Label}, c.Twins...) }

// Corpus is all records, ready to be compared. Sites are ordered by name, records by site and URL, columns by site
// and label, so nothing depends on the order of the input. Sites, records and columns are numbered in this order.
type Corpus struct {
	lex         *compare.Lexicon
	sites       []string
	firstRecord []int32 // site -> its first record; one more for the end
	urls        []string
	siteOf      []int32
	cells       [][]cell // record -> cells, ascending by column
	columns     []column
	columnsOf   [][]int32        // site -> its columns
	titleColumn []int32          // site -> the column that its pages are titled by, or noColumn
	valueTokens [][]int32        // record -> tokens of its whole values, ascending
	viewOf      map[int32]int32  // record -> the record of its site that it is another view of
	viewCells   map[int32][]cell // record of several views -> its own cells; cells holds those of all views together
	cut         Cut

	nameCopyOf map[int32]int32               // column -> the column of its site whose names it repeats, see [Corpus.findNameCopies]
	mappings   map[[2]int32][]correspondence // two columns -> which of their values correspond, see [columnGroups.joinOneToOne]
}

type column struct {
	Column
	site        int32
	form        compare.Form
	isRelation  bool                     // it names other entities, see Table.Relations
	isSequence  bool                     // its values number the records, see [isSequence]
	partLabels  map[string]bool          // of a column under labels of parts and of whole values: label -> it is one of parts
	partOf      int32                    // the column whose values it holds parts of, or noColumn
	isLong      bool                     // its values have more words on average than profiles are made of, see [Corpus.matchProfiles]
	isProse     bool                     // it is long, and other columns hold its parts
	isComposite bool                     // other sites have its parts in columns of their own, see [Corpus.markComposites]
	unit        string                   // behind its numbers: shown with them
	showWritten bool                     // claims show the text as written: the column of its other part is in no attribute
	canonical   map[int32]*compare.Value // value token -> the attribute's word for it; see Column.Says
}

type cell struct {
	column  int32
	values  []*compare.Value
	written []string
}

// valuesOf returns the values of a record in a column.
func (c *Corpus) valuesOf(r, col int32) []*compare.Value {
	i, ok := slices.BinarySearchFunc(c.cells[r], col, func(x cell, col int32) int { return cmp.Compare(x.column, col) })
	if !ok {
		return nil
	}
	return c.cells[r][i].values
}

// eachValue yields the values of a column with their records, in the order of the records.
func (c *Corpus) eachValue(col int32) iter.Seq2[int32, *compare.Value] {
	return func(yield func(int32, *compare.Value) bool) {
		s := c.columns[col].site
		for r := c.firstRecord[s]; r < c.firstRecord[s+1]; r++ {
			for _, v := range c.valuesOf(r, col) {
				if !yield(r, v) {
					return
				}
			}
		}
	}
}

const noColumn = -1

// isPart reports whether a column holds parts of the values of another column.
func (c *Corpus) isPart(col int32) bool { return c.columns[col].partOf != noColumn }

// setCanonical notes that other is the attribute's word for the value v of the column.
func (c *column) setCanonical(v, other *compare.Value) {
	if c.canonical == nil {
		c.canonical, c.Says = make(map[int32]*compare.Value), make(map[string]string)
	}
	c.canonical[v.Whole], c.Says[v.Text] = other, other.Text
}

// canonicalValues replaces values of the column by their attribute's words for them.
func (c *column) canonicalValues(vs []*compare.Value) []*compare.Value {
	if len(c.canonical) == 0 {
		return vs
	}
	out := slices.Clone(vs)
	for i, v := range out {
		out[i] = cmp.Or(c.canonical[v.Whole], v)
	}
	return out
}

// unique sorts a list and removes duplicates.
func unique[T cmp.Ordered](list []T) []T {
	slices.Sort(list)
	return slices.Clip(slices.Compact(list))
}
