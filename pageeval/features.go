package pageeval

import (
	"encoding/json"
	"fmt"
)

// Features describe an element of a page that holds the values asked for, in the
// order of [FeatureNames].
type Features [numFeatures]float64

// The features, as indexes. The first eight depend on the form of the element alone, the
// others on the contexts of the values asked for, too.
const (
	textLength = iota
	wordsPerText
	colonsPerText
	sentenceMarks
	cellShare
	linkShare
	labelValuePairs
	repeatedStructure
	wordsBeside
	valuesInProse
	labelledValues
	wordsBetween
	numFeatures
	formFeatures = repeatedStructure + 1
)

// FeatureNames names the features that separate data from prose, in their order: eight
// of the form of the element (VerDE §VI and §VII name text length, punctuation and
// formatting), then four of the contexts of the values asked for. The paper has no
// feature of the second kind, but the same words in elements of the same form may be
// the heading of a table or a mention in prose. Counts that grow with the size of an
// element are taken as ln(1+x).
func FeatureNames() [numFeatures]string {
	return [...]string{
		textLength:        "text-length",        // ln(1 + characters, as values.Length counts them), of maxLength at most
		wordsPerText:      "words-per-text",     // ln(1 + mean number of words of a text node)
		colonsPerText:     "colons-per-text",    // colons over text nodes
		sentenceMarks:     "sentence-marks",     // square root of marks that end a sentence over words
		cellShare:         "cell-share",         // share of characters whose block is a cell of a list, table or dl
		linkShare:         "link-share",         // share of characters in links and forms to be filled in
		labelValuePairs:   "label-value-pairs",  // ln(1 + pairs in the longest series of label-value pairs over the square root of text nodes)
		repeatedStructure: "repeated-structure", // share of elements with a sibling of the same structure
		wordsBeside:       "words-beside",       // mean over the values of ln(1 + words beside the value in its text node)
		valuesInProse:     "values-in-prose",    // share of words in long lines, times the mean over the values of ln(1 + words beside the value in its line)
		labelledValues:    "labelled-values",    // share of the values with a label before them
		wordsBetween:      "words-between",      // ln(1 + words besides the values in the shortest run of text nodes that has all of them)
	}
}

// UnmarshalJSON reads an array with one finite number for each feature. An array of
// another length, as written by a version with other features, is an error.
func (f *Features) UnmarshalJSON(data []byte) error {
	var got []float64
	if err := json.Unmarshal(data, &got); err != nil {
		return err
	}
	if len(got) != len(f) {
		return fmt.Errorf("%d features, want %d", len(got), len(f))
	}
	*f = Features(got)
	return nil
}
