// Package pageeval decides whether a page that a query led to shows the entity
// asked for as data (VerDE §VI).
//
// The one idea: on a data page the values of a query are close together and
// away from prose. So the smallest element around them, the container,
// separates data from prose by its form and by the text around the values in
// it, whatever the site, topic or language.
//
// [Containers] finds those elements, with values compared as package
// [verde/values] does. [Fragments] measures each by twelve [Features], eight of
// its form and four of the contexts of the values, and a [Classifier], a
// logistic regression, rates them. Evaluate joins the steps into an [Evaluation],
// which also refuses lists: a row of a catalogue is as structured as a data
// page. [Fingerprint] finds near duplicates.
//
// The package is pure: strings and trees in, values out.
package pageeval
