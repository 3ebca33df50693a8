// Package leaves reads a page as the sequence of its texts, each with what the page says of it:
// the element that it is in, the label before it, the section, the row of a group, the heading above.
//
// The one idea: what a text is, can be told from the other pages of its template. A label comes
// again with other values behind it, a section with other lines, a row with other rows. So the pages of
// a [Set] teach rules together, one step after the other, and a [Corpus] that has the [Rules]
// reads any further page by itself. See set.go for the steps in their order; the other files have
// one each.
//
// A leaf is what DCA (Yuliana and Chang, "A novel alignment algorithm for effective web data
// extraction from singleton-item pages", §4.1) collects about a text. All that is compared has a
// number in the corpus: texts, paths of tags, ids, classes.
//
// The package is pure, and the same pages in the same order give the same numbers.
package leaves
