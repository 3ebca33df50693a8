// Package search is where queries go and results come from.
//
// The one idea: whether an answer comes from a live engine, from a dump that
// the user has already, or from an index over local pages, it is a stream of
// [Result], and the rest of VerDE can't tell them apart. The implementations
// are in the packages below; searchtest checks that they keep the contract.
package search

import (
	"context"
	"errors"
	"iter"
	"strings"
	"time"

	"verde/query"
)

// Result is one hit of one query.
type Result struct {
	Query     string    `json:"query"`
	QueryID   string    `json:"query_id,omitempty"`
	Engine    string    `json:"engine,omitempty"`
	Rank      int       `json:"rank"` // from 1, over all pages of results
	URL       string    `json:"url"`
	Title     string    `json:"title,omitempty"`
	Snippet   string    `json:"snippet,omitempty"`
	Page      int       `json:"page,omitempty"` // page of results, from 1
	FetchedAt time.Time `json:"fetched_at,omitzero"`
}

// Engine answers queries. Search yields the results in order of rank, each URL
// once. An error may come between or instead of results: one that is
// [ErrIncomplete] says that what was yielded is good but not all; any other
// ends the answer. Implementations are safe for concurrent use, stop asking
// when the consumer stops or ctx ends, and carry the query's ID into results.
type Engine interface {
	Name() string
	Search(ctx context.Context, q query.Query) iter.Seq2[Result, error]
}

// ErrIncomplete marks an answer that lacks results which may exist.
var ErrIncomplete = errors.New("incomplete answer")

// ErrBudget is a query, or a page of its results, that was not asked for since
// it would cost more than was allowed.
var ErrBudget = errors.New("the budget is spent")

// OverBudget is its reason, for counting.
const OverBudget = "over the budget"

// Bounds on text from outside that every engine applies.
const (
	MaxText = 2000 // bytes of a title or snippet
	MaxURL  = 8192 // bytes of a URL; results with longer ones are dropped
)

// Clip cuts s to at most MaxText bytes at a character. What is cut off is not
// kept in memory.
func Clip(s string) string {
	if len(s) <= MaxText {
		return s
	}
	cut := MaxText
	for cut > 0 && s[cut]&0xC0 == 0x80 {
		cut--
	}
	return strings.Clone(s[:cut])
}

// Error is why an engine has no answer, or not all of it.
type Error struct {
	Reason string // one of few, for counting: "status 429", "timeout"
	Err    error
}

func (e *Error) Error() string { return e.Err.Error() }
func (e *Error) Unwrap() error { return e.Err }

// ReasonOf is the reason of an engine's error, "error" for one without.
func ReasonOf(err error) string {
	if e := new(Error); errors.As(err, &e) {
		return e.Reason
	}
	return "error"
}
