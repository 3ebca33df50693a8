package integrate

import (
	"cmp"
	"slices"

	"verde/integrate/clean"
	"verde/integrate/compare"
)

// Column is one label of one site after cleaning, or a part of what is under it.
type Column struct {
	Site    string     `json:"site"`
	Label   string     `json:"label"`
	Part    clean.Part `json:"part,omitempty"`
	Twins   []string   `json:"twins,omitempty"` // other labels of the site with the same values
	Kind    string     `json:"kind"`
	Records int        `json:"records"`          // that have a value
	Reason  string     `json:"reason,omitempty"` // why it has no partner on another site, "" if it has
	// Says is what values of the column stand for in the words of the other columns of its
	// attribute: "Schweiz" for "Switzerland". It is learned from the records of one entity.
	Says map[string]string `json:"says,omitempty"`
}

// Name is the label, and which part of its values the column holds.
func (c *Column) Name() string {
	if c.Part == clean.Whole {
		return c.Label
	}
	return c.Label + " (" + string(c.Part) + ")"
}

// labels are the column's own and those of its twins.
func (c *Column) labels() []string { return append([]string{c.Label}, c.Twins...) }

// Corpus is all records, ready to be compared. Sites are in order of their names,
// records in order of sites and URLs, columns in order of sites and labels, so
// nothing depends on the order in which tables came.
type Corpus struct {
	lex     *compare.Lexicon
	sites   []string
	first   []int32 // site -> its first record; one more for the end
	urls    []string
	siteOf  []int32
	cells   [][]cell // record -> cells, ascending by column
	columns []column
	of      [][]int32        // site -> its columns
	titled  []int32          // site -> the column of its pages' titles, noColumn if there is none
	wholes  [][]int32        // record -> tokens of its values, ascending
	viewOf  map[int32]int32  // record -> the one of its site that it is another view of
	said    map[int32][]cell // what those of which there are several views say each, where cells has what they say together
	cut     Cut

	restates map[int32]int32          // column -> the one of its site that it says again, see [Corpus.restated]
	pairedUp map[[2]int32][]standsFor // columns -> the values of theirs that stand for each other, as [Corpus.Match] has found it
}

type column struct {
	Column
	site      int32
	form      compare.Form
	relates   bool                     // it is of the table's relations
	numbers   bool                     // its values number the records, see [numbers]
	ofParts   map[string]bool          // labels of parts that it has among others: what is under them is all of its values
	partOf    int32                    // column of whose values it holds parts, noColumn if it is none such
	long      bool                     // its values are of more words than those that tell kinds of columns, see [Corpus.profiles]
	prose     bool                     // it is long, and others hold its parts
	composite bool                     // what its parts say other sites have in columns of their own, see [Corpus.takeApart]
	unit      string                   // what stands behind its numbers: shown with them
	unsplit   bool                     // claims are of what is written: its other part says nothing of its own
	says      map[int32]*compare.Value // whole value -> what it stands for; see Column.Says
}

type cell struct {
	column  int32
	values  []*compare.Value
	written []string
}

// cell gives what a record has in a column.
func (c *Corpus) cell(r, col int32) []*compare.Value {
	i, ok := slices.BinarySearchFunc(c.cells[r], col, func(x cell, col int32) int { return cmp.Compare(x.column, col) })
	if !ok {
		return nil
	}
	return c.cells[r][i].values
}

const noColumn = -1

// isPart reports whether a column holds parts of the values of another.
func (c *Corpus) isPart(col int32) bool { return c.columns[col].partOf != noColumn }

// stand has a value of a column stand for one of others.
func (c *column) stand(v, other *compare.Value) {
	if c.says == nil {
		c.says, c.Says = make(map[int32]*compare.Value), make(map[string]string)
	}
	c.says[v.Whole], c.Says[v.Text] = other, other.Text
}

// meaning gives the values of a column by what they stand for.
func (c *column) meaning(vs []*compare.Value) []*compare.Value {
	if len(c.says) == 0 {
		return vs
	}
	out := slices.Clone(vs)
	for i, v := range out {
		out[i] = cmp.Or(c.says[v.Whole], v)
	}
	return out
}

// unique sorts a list and leaves each element once.
func unique[T cmp.Ordered](list []T) []T {
	slices.Sort(list)
	return slices.Clip(slices.Compact(list))
}
