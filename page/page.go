// Package page turns what a web server sent into the compact forms that the rest
// of VerDE works with: normal URLs and their terms, link-paths, and page schemas.
//
// The one idea: a page is parsed once, and from then on it is represented by its
// [Outline]: its links, each with its link-path (the path of elements from the
// root to the anchor). Two pages of one template have nearly the same set of
// link-paths whatever their content, so documents are compared as sets of small
// integers.
//
// The package is pure: strings and bytes in, values out.
package page

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"
)

// Page is one fetched document.
type Page struct {
	URL         string     // normal URL that answered, after redirects
	Requested   string     // normal URL that was asked for; equal to URL without redirects
	Status      int        // HTTP status, 200 for files
	ContentType string     // media type without parameters, lower case
	Body        []byte     // the document as UTF-8
	Charset     string     // that the document came in, as the WHATWG names it; "" for UTF-8
	Cut         bool       // Body is only the beginning of the document, see [Cut]
	Rendered    bool       // its scripts have run; Body is the resulting document if it has more than was sent
	Relations   []Relation // that the HTTP header names, see [ParseLinkHeader]
	Language    string     // tag that the HTTP header names (Content-Language), "" for none or several
	FetchedAt   time.Time  // when the server answered, from the archive on replay
	Source      string     // file, or archive file and offset, that the body was read from
}

// Fetcher gives the page at a URL. If there is no page the error is an [*Error] with the
// reason; other errors (a cancelled context) end the run.
// Implementations are safe for concurrent use.
type Fetcher interface {
	Fetch(ctx context.Context, url string) (*Page, error)
}

// Reason says in one or two words why a URL gave no page. Reasons are counted
// in reports under these names.
type Reason string

// The reasons that every [Fetcher] uses.
const (
	BadURL       Reason = "bad url"         // does not parse, or is not http(s)
	Robots       Reason = "robots"          // robots.txt disallows it
	Status       Reason = "status"          // the server answered, but not with a page
	Timeout      Reason = "timeout"         // no complete answer in time
	Network      Reason = "network"         // no connection, or a broken one
	TooLarge     Reason = "too large"       // body over the limit
	NotHTML      Reason = "not html"        // another media type
	Redirects    Reason = "redirects"       // too many, or to a place that is not followed
	NotArchived  Reason = "not in archive"  // offline, and never fetched before
	Unparseable  Reason = "unparseable"     // no document could be built from the body
	Unreachable  Reason = "unreachable"     // the host is down: it does not answer, or robots.txt could not be read
	Private      Reason = "private address" // not on the public internet, and not allowed by the user
	TooSlow      Reason = "too slow"        // robots.txt asks for a longer delay than the client's limit
	Overloaded   Reason = "overloaded"      // the host asked for a longer pause (Retry-After) than the client's limit
	LimitReached Reason = "limit"           // a budget of the run was used up
	NoLayout     Reason = "no layout"       // a browser can't show it
)

// Error says why a URL gave no page.
type Error struct {
	URL    string
	Reason Reason
	Status int   // HTTP status where there was one
	Err    error // the cause, may be nil
}

func (e *Error) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s", e.URL, e.Reason)
	if e.Status != 0 && e.Reason == Status {
		fmt.Fprintf(&b, " %d", e.Status)
	}
	if e.Err != nil {
		fmt.Fprintf(&b, ": %v", e.Err)
	}
	return b.String()
}

func (e *Error) Unwrap() error { return e.Err }

// ReasonOf returns the reason of err if it is, or wraps, an [*Error].
func ReasonOf(err error) (Reason, bool) {
	var e *Error
	if errors.As(err, &e) {
		return e.Reason, true
	}
	return "", false
}
