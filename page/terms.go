package page

import (
	"strconv"
	"strings"
	"unicode"
)

// Term is a URL term of SSUP 2019, Definition 4.1: a subtoken with the position of its
// token, from 1 on; or, without a subtoken, the number of tokens.
type Term struct {
	Position int
	Subtoken string
}

func (t Term) String() string {
	if t.Subtoken == "" {
		return "size_" + strconv.Itoa(t.Position)
	}
	return "pos" + strconv.Itoa(t.Position) + "_" + t.Subtoken
}

// Terms gives the names of a URL's terms: see [AppendTerms].
func Terms(rawURL string) []string {
	terms := AppendTerms(make([]Term, 0, 12), rawURL)
	names := make([]string, len(terms))
	for i, t := range terms {
		names[i] = t.String()
	}
	return names
}

// Subtokens gives the subtokens of a URL, in its order; see [AppendTerms].
func Subtokens(url string) (out []string) {
	for _, t := range AppendTerms(nil, url) {
		if t.Subtoken != "" {
			out = append(out, t.Subtoken)
		}
	}
	return out
}

// AppendTerms appends the URL terms of SSUP 2019, Definition 4.1. The URL without its
// scheme is split into tokens at "/", "?" and "&", so that the host is the first; empty
// tokens are dropped. Each run of letters or of digits in a token is a subtoken, and gives
// a term with the token's position. The last term is the number of tokens. For
// http://h.example/b12 these are pos1_h, pos1_example, pos2_b, pos2_12, size_2. Terms are
// distinct and in the order of the URL. Cost: linear in the URL.
func AppendTerms(terms []Term, rawURL string) []Term {
	rest := rawURL
	if i := strings.Index(rest, "://"); i >= 0 {
		rest = rest[i+3:]
	}
	size := 0
	for rest != "" {
		end := 0
		for end < len(rest) && rest[end] != '/' && rest[end] != '?' && rest[end] != '&' {
			end++
		}
		token := rest[:end]
		rest = rest[min(end+1, len(rest)):]
		if token == "" {
			continue
		}
		size++
		terms = appendSubtokens(terms, size, unescape(token))
	}
	return append(terms, Term{Position: size})
}

// appendSubtokens splits a token at what is neither letter nor digit and at
// each change between the two, and appends those that are not there yet.
func appendSubtokens(terms []Term, position int, token string) []Term {
	const other, letter, digit = 0, 1, 2
	first := len(terms)
	var many map[string]bool
	add := func(sub string) {
		switch of := terms[first:]; {
		case many[sub]:
			return
		case len(of) > fewSubtokens: // too many to be compared one by one
			if many == nil {
				many = make(map[string]bool)
				for _, t := range of {
					many[t.Subtoken] = true
				}
			}
			if many[sub] {
				return
			}
			many[sub] = true
		default:
			for _, t := range of {
				if t.Subtoken == sub {
					return
				}
			}
		}
		terms = append(terms, Term{position, sub})
	}
	start, kind := 0, other
	for i, r := range token {
		k := other
		switch {
		case unicode.IsLetter(r) || kind == letter && unicode.IsMark(r):
			k = letter
		case unicode.IsDigit(r):
			k = digit
		}
		if k == kind {
			continue
		}
		if kind != other {
			add(token[start:i])
		}
		start, kind = i, k
	}
	if kind != other {
		add(token[start:])
	}
	return terms
}

const fewSubtokens = 32
