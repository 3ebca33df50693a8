package serve

import (
	"errors"
	"fmt"
	"io/fs"
	"net/http"

	"verde/internal/cluster"
	"verde/runs"
)

// missingError says that there is nothing by the name that was asked for.
type missingError struct{ what string }

func (e *missingError) Error() string { return e.what }

func notFound(what string) error { return &missingError{what} }

// askError says that a request can't be read.
type askError struct{ what string }

func (e *askError) Error() string { return e.what }

func badAsk(format string, args ...any) error { return &askError{fmt.Sprintf(format, args...)} }

// conflictError says that something can't be done now.
type conflictError struct{ what string }

func (e *conflictError) Error() string { return e.what }

// statusOf is the HTTP status of an error.
func statusOf(err error) int {
	var tooLarge *http.MaxBytesError
	switch {
	case errors.As(err, new(*missingError)), errors.Is(err, cluster.ErrNoRun):
		return http.StatusNotFound
	case errors.As(err, new(*askError)):
		return http.StatusBadRequest
	case errors.As(err, &tooLarge):
		return http.StatusRequestEntityTooLarge
	case errors.As(err, new(*conflictError)), errors.Is(err, runs.ErrUnderWay), errors.Is(err, runs.ErrElsewhere), errors.Is(err, runs.ErrIdle),
		errors.Is(err, runs.ErrNoOrder), errors.Is(err, runs.ErrClosed), errors.Is(err, fs.ErrExist):
		return http.StatusConflict
	}
	return http.StatusInternalServerError
}
