// Package rules tells the roles of the texts of a page: label, value, line of a section, text in a
// row of a group, heading.
//
// The one idea: the role of a text follows from the other pages of its template. A label recurs
// with different values behind it, a section with different lines, a row beside different rows. So
// rules are learned from all pages of a [Set] together, in steps, and a [Corpus] with these [Rules]
// reads any further page by itself. set.go has the steps in their order; each other file has one
// step.
//
// The steps cut the texts that package leaves reads, join them, and bring labels before their values;
// what is known by where it is (lines of sections, cells of rows) is taken out. What they leave is
// aligned by package align.
//
// The package is pure, and the same pages in the same order give the same rules.
package rules
