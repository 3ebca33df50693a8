// Package pageeval decides whether a page that a query led to shows the thing
// asked for as data (VerDE §VI).
//
// The one idea: the values of a query stand on a data page close together and
// apart from prose. So the smallest element around them, the container, tells
// data from prose by its form and by how the values stand in it, whatever the
// site, topic or language.
//
// [Containers] finds those elements, with values compared as package
// [verde/values] does. [Fragments] measures each by twelve
// [Features], eight of its form and four of how the values stand in it, and a
// [Classifier], a logistic regression, rates them. Evaluate joins the steps into
// a [Verdict], which also refuses lists: a row of a catalogue is as structured
// as a data page. [Fingerprint] tells near duplicates.
//
// The package is pure: strings and trees in, values out.
package pageeval
