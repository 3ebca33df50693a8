// Package models holds the weights that VerDE ships, as the text that training
// wrote. MODELS.md says what each was trained on, how well it does, and how to
// train it again.
//
// It is a leaf: who uses weights decodes and checks them.
package models

import _ "embed"

//go:embed pageeval.txt
var pageEval string

// PageEval is the weights of the page evaluator's classifier, to be read by
// pageeval.Classifier.UnmarshalText.
func PageEval() []byte { return []byte(pageEval) }
