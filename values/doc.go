// Package values compares the values that web pages show, whatever form each page
// gives them, and reads them into types that programs can compute with.
//
// The one idea: a value is what it means. "6'8\"" and "203 cm" are one length,
// "March 4, 2003" and "2003-03-04" one day, "0-7611-0484-4" and "9780761104841"
// one book; where a text has no such meaning, its words decide, after [Fold]. So
// [Same] compares two values, and [Contains] looks for one in a text; a [Pattern]
// does the latter for many texts. VerDE §VII names this as missing for numerical
// attributes.
//
// [Parse] gives all meanings of a text as typed values: [Number], [Percent],
// [Money], [Quantity], [Duration], [Date], [Phone], [ISBN]. A text may have
// several: 03/04/2003 is the third of April or the fourth of March.
//
// For whole documents, [Folder] cuts pieces of text into folded words, [Matcher]
// finds patterns among them, and [Scan] finds quantities in running text.
//
// The package knows no sites and no labels. It is pure: texts in, values out.
package values
