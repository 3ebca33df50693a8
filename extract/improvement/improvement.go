// Package improvement names the changes that VerDE's own method of extraction makes to DCA
// as published (Yuliana and Chang, "A novel alignment algorithm for effective web data extraction
// from singleton-item pages"), so that each can be left out by itself.
//
// Each was measured alone and in company; go run ./bench/run extract-without repeats the
// measurement.
package improvement

// Set is a set of changes.
type Set uint32

// The changes.
const (
	// Monotone matches the leaves of a segment to its columns by dynamic
	// programming over several members of a column instead of by first fit.
	Monotone Set = 1 << iota
	// RepeatedValues keeps texts that other pages replace by other texts out of
	// the optional templates, and lets rare texts with the style of labels in.
	RepeatedValues
	// Alike merges disjunctive columns only when they have the same style.
	Alike
	// NoSparse leaves out the merging of similar and of low-density columns.
	NoSparse
	// InlineLabels splits texts as in "Author: X" into label and value.
	InlineLabels
	// Lists gathers repeated siblings of the same signature into one cell.
	Lists
	// Constants keeps values that are the same on all pages as columns.
	Constants
	// Loose makes one column of leaves that no page shows twice and that follow
	// different optional templates on different pages.
	Loose
	// FreeText makes one column of the many that free text leaves.
	FreeText
	// Groups makes one column for each place in the rows of what repeats with several
	// texts, instead of as many as the longest page has rows.
	Groups
	// RowLabels brings labels that stand below their values, or in a block before
	// them, before each value.
	RowLabels
	// Embedded reads the data that pages embed for machines into columns of
	// their own, and calls columns that show the same after it.
	Embedded
	// Prose makes one value of a paragraph with links and emphases.
	Prose
	// Templates aligns the pages of other templates apart, and leaves single ones out.
	Templates
	// Sections makes one column of the running text below a heading that other pages
	// have too, and one of the listings there.
	Sections
	// SameLabels makes one column of those that pages call the same and none has twice.
	SameLabels
)
