package main

import (
	"fmt"
	"slices"
	"strings"
)

// usageError is a command line that can't be meant.
type usageError struct{ err error }

func (e *usageError) Error() string { return e.err.Error() }

func (e *usageError) Unwrap() error { return e.err }

func usagef(format string, args ...any) error { return &usageError{fmt.Errorf(format, args...)} }

// incompleteError is a result that was written although something is missing.
type incompleteError struct{ what string }

func (e *incompleteError) Error() string { return e.what }

// isIncomplete tells whether an error is of nothing but missing parts.
func isIncomplete(err error) bool {
	switch e := err.(type) {
	case *incompleteError:
		return true
	case interface{ Unwrap() []error }:
		return !slices.ContainsFunc(e.Unwrap(), func(err error) bool { return !isIncomplete(err) })
	}
	return false
}

// oneLine is the message of err, whose joined errors would take a line each. It
// may quote what a server sent.
func oneLine(err error) string { return printable(strings.ReplaceAll(err.Error(), "\n", "; ")) }
