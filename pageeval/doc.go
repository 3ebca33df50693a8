// Package pageeval decides whether a page that a query led to shows the entity
// asked for as data (VerDE §VI).
//
// The one idea: on a data page the values of a query are close together and
// away from prose. So the form of the smallest element around them, the container, and
// the text around the values in it separate data from prose, whatever the site, topic or
// language.
//
// [Containers] finds those elements, with values compared as package
// [verde/values] does. [Fragments] measures each by twelve [Features], eight of
// its form and four of the contexts of the values, and a [Classifier], a
// logistic regression, rates them. [Classifier.Evaluate] joins the steps into an
// [Evaluation], and refuses lists: a row of a catalogue is as structured as a data page.
// Where only the name of an entity is known, there are [Classifier.UnderHeading] and
// [StatesName]. [Fit] trains a classifier; [Fingerprint] finds near duplicates.
//
// The package is pure: strings and trees in, values out.
package pageeval
