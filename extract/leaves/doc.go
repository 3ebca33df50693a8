// Package leaves reads a page as the sequence of its texts, each with where it stands.
//
// The one idea, from DCA (Yuliana and Chang, "A novel alignment algorithm for effective web data
// extraction from singleton-item pages", §4.1): what the alignment of pages needs of a page is no
// tree but a sequence of text leaves, each with its path, ids, classes, decoration and the types
// of its tokens. All of these are interned: a [Corpus] gives equal ones the same number on all of
// its pages, so that two leaves are compared by numbers.
//
// A page alone decides nothing here but what markup itself says: what is shown, what links, what a
// picture says instead of a text. Which roles texts have is told by package rules, from all pages of a
// template. A [Leaf] has the fields for what is told there, so that nothing is looked up by leaf.
//
// The package is pure, and the same pages in the same order give the same numbers.
package leaves
