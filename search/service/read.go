package service

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/theory/jsonpath"

	"verde/search"
	"verde/search/answer"
)

// Page is one page of results, and how to ask for the next one.
type Page struct {
	answer.Page
	Next string // for [Ask].Next; only of a service that gives one
}

// MaxResults bounds the results that are taken of one answer: what Elasticsearch gives
// at once (index.max_result_window), the most of any service.
const MaxResults = 10_000

var (
	// ErrOther is JSON that the description does not recognise.
	ErrOther = errors.New("JSON of another kind")
	// ErrSeveral is an answer to several queries at once.
	ErrSeveral = errors.New("answers to several queries in one object: give each by itself")
)

// usual is where services mostly say what went wrong, for those that do not say where
// they do. It is asked only where there is no answer: a success may have a message too.
var usual = func() (p Paths) {
	for _, text := range []string{"$.error.message", "$.error.detail", "$.error.reason", "$.error.msg", "$.error.code", "$.error", "$.errors", "$.message", "$.detail"} {
		p = append(p, jsonpath.MustParse(text))
	}
	return p
}()

// Read reads an answer. One that the service itself calls failed has Failure; an object
// that the description does not recognise is [ErrOther], unless it says what failed.
//
// Memory: the answer's as decoded JSON, some ten times its bytes. Cost: linear for paths
// without ".." and without filters that look beyond their own node.
func (s *Service) Read(data []byte) (*Page, error) {
	root, err := decode(data)
	if err != nil {
		return nil, err
	}
	return s.read(root)
}

// Failure gives a service's own words for why it refuses, "" if it has none; data is what
// it answered, of whatever kind.
func (s *Service) Failure(data []byte) string {
	root, err := decode(data)
	if err != nil {
		return ""
	}
	if text := s.Answer.Failure.text(root); text != "" {
		return search.Clip(text)
	}
	return search.Clip(usual.text(root))
}

func decode(data []byte) (root any, err error) {
	if err := json.Unmarshal(data, &root); err != nil {
		return nil, fmt.Errorf("torn or no JSON: %w", err)
	}
	return root, nil
}

// recognises reports whether an answer is one of the service.
func (a *Answer) recognises(root any) bool {
	for _, path := range a.Recognise {
		if len(path.Select(root)) == 0 {
			return false
		}
	}
	return true
}

func (s *Service) read(root any) (*Page, error) {
	a := &s.Answer
	p := &Page{Page: answer.Page{Service: s.Name, Failure: search.Clip(a.Failure.text(root))}}
	if !a.recognises(root) {
		if p.Failure == "" {
			p.Failure = search.Clip(usual.text(root))
		}
		if p.Failure == "" {
			return nil, ErrOther
		}
		return p, nil
	}
	asked := map[string]bool{}
	for _, v := range a.Query.all(root) {
		if text := textOf(v); text != "" {
			p.Query, asked[text] = text, true
		}
	}
	if len(asked) > 1 {
		return nil, ErrSeveral
	}
	p.Missing = a.Missing.told(root)
	a.results(p, a.Results.all(root))
	p.Last = a.Last.any(root) || len(a.More) > 0 && !a.More.any(root)
	if len(a.Next) > 0 {
		for _, v := range a.Next.all(root) {
			p.Next = token(v)
		}
		p.Last = p.Last || p.Next == ""
	}
	return p, nil
}

// results takes the results, and tells what they lack.
func (a *Answer) results(p *Page, hits []any) {
	if len(hits) > MaxResults {
		p.Missing = append(p.Missing, fmt.Sprintf("all but the first %d of %d results", MaxResults, len(hits)))
		p.Dropped, hits = len(hits)-MaxResults, hits[:MaxResults]
	}
	p.Results = make([]search.Result, 0, len(hits))
	for _, h := range hits {
		p.Add(search.Result{URL: a.URL.text(h), Title: a.Title.text(h), Snippet: a.Snippet.text(h)})
	}
	switch {
	case p.Failure == "":
	case a.Nothing != "" && strings.Contains(p.Failure, a.Nothing):
		p.Failure = "" // an empty answer is one
	case len(p.Results) > 0:
		p.Missing, p.Failure = append(p.Missing, p.Failure), ""
	}
}
