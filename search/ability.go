package search

import "verde/query"

// Offline is what some engines can do beside searching: one that has all its
// answers at hand, as a dump does, tells to which queries. It is asked nothing that
// it has no answer to, and read again by every run, since it may have got more.
// Whoever wants it asks for it by [Ability]; an engine without it can be asked
// anything.
type Offline interface {
	Queries() []query.Query
}

// Wrapper is an engine that hands queries on to another one. Whoever embeds an
// Engine implements it, else what the other can do beside searching is lost.
type Wrapper interface {
	Engine
	Unwrap() Engine
}

// Ability gives an engine as a T, say [Offline] or [verde/progress.Waiter]: the
// engine itself if it is one, else what it wraps, at any depth.
func Ability[T any](e Engine) (t T, ok bool) {
	for e != nil {
		if t, ok = e.(T); ok {
			return t, true
		}
		w, wraps := e.(Wrapper)
		if !wraps {
			break
		}
		e = w.Unwrap()
	}
	return t, false
}
