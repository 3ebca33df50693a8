// Package values parses the values that web pages show into types, and compares
// them whatever form each page writes them in.
//
// The one idea: values are compared by meaning. "6'8\"" and "203 cm" are the same
// length, "March 4, 2003" and "2003-03-04" the same day, "0-7611-0484-4" and
// "9780761104841" the same book; a text without such a meaning is compared by its
// words, after [Fold]. [Same] compares two values, [Contains] looks for one in a
// text, and a [Pattern] looks for one in many texts. VerDE §VII names this as
// missing for numerical attributes.
//
// [Parse] gives all meanings of a text as typed values: [Number], [Percent],
// [Money], [Quantity], [Duration], [Clock], [Date], [Angle], [Position], [Phone], [ISBN]. A text
// may have several: 03/04/2003 is the third of April or the fourth of March.
//
// Names are written in many forms. [IsName] and [HasName] compare them as sets of words
// (see [Wording]); [Same] does not, since a text does not show whether it is a name.
//
// For whole documents, [Folder] cuts pieces of text into folded words, [Matcher]
// finds patterns among them, and [Scan] finds quantities in running text.
//
// A reading is one way to understand a text as a quantity. A text that is no value has no
// readings; nothing returns an error. The package knows no sites and no labels, and is
// pure: texts in, values out.
//
// # Why it reads values itself
//
// ISO 8601 durations are read by github.com/sosodev/duration, and the names of months are
// those of github.com/go-playground/locales, by package calendar. For the rest, texts
// of the web ask for a reader that refuses what is not wholly a value, gives every
// meaning of an ambiguous one, finds its end in running text, and is quick enough
// for every text of every page. Libraries were measured on 14,400 true values and
// 950 texts of pages (SWDE):
//
//		go -C bench/values run . FOLDER...
//
//	  - go-dateparser 1.4.7 reads the same day in all 1,398 dates that Parse reads, and
//	    in 83 other texts (10/16, "11 - 13"), but takes 180 times as long as
//	    Parse for all kinds (5 ms a text), and adds 7.4 MB to a program.
//	  - dateparse of 29 April 2021 misses 72 of 1,398 dates and finds 886 where there
//	    are none (in ISBNs, as seconds since 1970).
//	  - phonenumbers 1.8.1 has to be told the country, dials letters ("325 lb (147
//	    kg)"), and adds 6.1 MB, for a kind that 10 of the texts have.
//	  - isbn 1.0.0 misses 101 of 870 numbers (978-0060555665), finds 314 in other texts,
//	    and panics on 628.
//	  - currency 1.4.0 reads all 1,410 amounts that Parse reads once it is told their
//	    currency and locale, which is what there is to be read.
//	  - golang.org/x/text/currency knows the codes of currencies (USD) and reads no
//	    amount; even with the number read for it, it has none of these amounts, all of
//	    which are written with a sign.
//	  - go-units 1.0.5 knows names of units, and misses 342 of 424 lengths and weights
//	    (6-8, "160 lbs."); to it 3 PM are petametres.
package values
