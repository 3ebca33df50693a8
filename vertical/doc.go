// Package vertical learns what other sites are asked for: the kind of entities, the attribute
// that names them, further attributes, and keywords of the domain (VerDE §III and §IV).
//
// A [Vertical] is one JSON file. It is learned in two ways:
//
//   - from the training site, the one of the sample pages, which a run has read into records: a
//     [Learner] chooses the attributes from the records and the keywords from the labels on the
//     pages;
//   - from a [List] of entities that a user has already, by [FromList].
//
// [LookAt] and [Learner.Check] find out before a site is searched whether its sample pages are
// fit to start from.
package vertical
