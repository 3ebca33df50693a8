// Package leaves reads a page as the sequence of its texts, each with its context on the page:
// element, label, section, row of a group, and heading.
//
// The one idea: the role of a text follows from the other pages of its template. A label recurs
// with different values behind it, a section with different lines, a row beside different rows. So
// rules are learned from all pages of a [Set] together, in steps, and a [Corpus] with these [Rules]
// reads any further page by itself. set.go has the steps in their order; each other file has one
// step.
//
// A leaf has what DCA (Yuliana and Chang, "A novel alignment algorithm for effective web data
// extraction from singleton-item pages", §4.1) collects about a text. Texts, paths of tags, ids and
// classes are interned: the corpus gives equal ones the same number.
//
// The package is pure, and the same pages in the same order give the same numbers.
package leaves
