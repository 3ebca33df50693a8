package rules

// Rules distinguish labels, sections and rows from other texts on all pages of a template.
// They are sets of symbols of the corpus, or of texts.
type Rules struct {
	Compared   map[int32]bool  // kinds of grids that compare the page's entity with others
	Noted      map[int32]bool  // kinds of label cells with notes that explain the label
	Padded     map[string]bool // labels in lines of padded text
	Inline     map[string]bool // labels within a text
	Repeated   map[string]bool // those of Padded and Inline that some page has twice, as each review has
	Entries    map[int32]bool  // kinds of rows that are entries, of lines in them that are one text, and of headings in them
	PartFields map[int32]bool  // fields of the parts of rows
	Parts      map[int32]bool  // classes that distinguish the parts of rows of groups
	Regions    SectionLabels
	FixedTexts map[int32]bool  // texts that belong to no section, wherever they are
	RowKinds   map[int32]bool  // kinds of rows of groups
	RowTexts   map[int32]bool  // texts in such rows that nearly all pages have
	Facts      map[int32]bool  // kinds of rows of attributes
	Tiles      map[int32]bool  // those of Facts whose labels are below their values
	Pairs      map[int32]bool  // labels in a block of their own, before that of the value
	Icons      map[int32]bool  // labels that are pictures, and their places
	Counted    map[string]bool // labels with the number of their values ("Cast (12)"), without the number
	Choices    map[int32]bool  // places of texts that are chosen on some pages only
	Ordered    map[int32]bool  // kinds of blocks whose lines are known by their order
	ByTurns    map[int32]bool  // labels in blocks in which labels and values alternate
}

// SectionLabels is what tells labels of sections from other lines: by the stem of the text
// what is known about its sections.
type SectionLabels map[int32]*SectionRule
