package rules

import (
	"golang.org/x/net/html"

	"verde/extract/leaves"
)

// Corpus is a corpus of leaves with the rules that tell their roles.
type Corpus struct {
	*leaves.Corpus
	Rules
	below       *leaves.Sequences  // tags and classes from a row down to a leaf
	partClasses map[classUse]int32 // see classInRow
	lineLabels  map[string]bool    // labels within texts that are lines of lists, while pages are learned from
}

// NewCorpus is a corpus without rules, of no pages yet.
func NewCorpus() *Corpus {
	return &Corpus{Corpus: leaves.NewCorpus(), Rules: Rules{Repeated: make(map[string]bool)}, below: leaves.NewSequences(), partClasses: make(map[classUse]int32)}
}

// Doc is a page as the sequence of its leaves, with what is known of it by the rules so far.
type Doc struct {
	*leaves.Doc

	Taken  []leaves.Leaf // those that were taken out of the leaves, see takeRows and takeSections
	Counts []leaves.Leaf // numbers that were taken off labels, to be taken, too

	termed      map[int32]bool       // elements with lists of terms in them, once one is asked for
	heads       map[int32]bool       // terms of definitions that are lists of terms, likewise
	cellNumbers []int32              // by element, once wanted
	spanHeads   map[int32]string     // by row, once wanted: what is beside it and others
	runs        []rowRun             // see runsOf
	groups      int                  // groups of rows so far
	zipped      map[int32]bool       // elements whose texts stand among others now, see zipPairs
	rowElems    map[int32]leaves.Row // elements that are rows of groups
}

// takeOut takes texts out, as [leaves.Doc.TakeOut] does, and forgets the runs of rows, which have changed.
func (d *Doc) takeOut(gone func(k int) bool) {
	d.TakeOut(gone)
	d.runs = nil
}

// Walk gives the texts of a document in order, with no rule applied. Cost: one walk over the tree.
func (c *Corpus) Walk(url string, root *html.Node) *Doc {
	return &Doc{Doc: c.Corpus.Walk(url, root), zipped: make(map[int32]bool), rowElems: make(map[int32]leaves.Row)}
}
