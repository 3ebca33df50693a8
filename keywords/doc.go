// Package keywords finds the words by which a domain's pages can be searched
// for, from the template of one training site (VerDE §III).
//
// The one idea: the words to search with are on every page of the training
// site, among the labels of its template, so the usual measures of importance,
// which favour what is rare, point the wrong way. What separates "publisher"
// from "checkout" is meaning: how near a word is to the word for the domain,
// "book", and the near ones to each other.
//
// Template tokens, or of them those alone that label what a record says, become
// [Candidates], an [Evaluator] rates these, and [Choose] returns a [Vocabulary]:
// related words with their scores, and the two or so entity keywords that go into
// every query. The evaluator of the paper is
// [Semantic]: co-occurrence on the pages at hand ([TrainLSA]) plus closeness in
// WordNet ([LoadWordNet]), which is embedded without its glosses; its licence
// notice is wordnet/LICENSE-WordNet.txt. Others are word vectors read from a
// file ([ReadVectors]) and those of a model behind an endpoint (package
// embedding).
//
// What a language has, function words and a stemmer, comes from package language; in one
// that has none the words of longer texts tell function words ([NewStop]), and WordNet is
// of English only.
//
// The package is pure: strings and numbers in, values out.
package keywords
