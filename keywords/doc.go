// Package keywords finds the words by which a domain's pages can be searched
// for, from the template of one training site (VerDE §III).
//
// The one idea: the words to search with are on every page of the training
// site, among the labels of its template. So measures of importance that favour
// rare words (TF-IDF) do not find them. What separates "publisher" from
// "checkout" is meaning: the similarity of a word to the word for the domain,
// "book", and to the other words similar to that.
//
// Template tokens, or only the labels among them, become
// [Candidates], an [Evaluator] rates these, and [Choose] returns a [Vocabulary]:
// related words with their scores, and the two or so entity keywords that go into
// every query. The evaluator of the paper is
// [Semantic]: co-occurrence on the pages at hand ([TrainLSA]) plus closeness in
// WordNet ([LoadWordNet]), which is embedded without its glosses; its licence
// notice is wordnet/LICENSE-WordNet.txt. Others are word vectors read from a
// file ([ReadVectors]) and those of a model behind an endpoint (package
// embedding).
//
// Function words and stemmers come from package language. For a language without them,
// [NewStop] finds function words among the words of longer texts. WordNet is English only.
//
// The package is pure: strings and numbers in, values out.
package keywords
