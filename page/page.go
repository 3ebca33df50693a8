// Package page turns what a web server sent into the compact things that the
// rest of VerDE reasons about: normal URLs and their terms, link-paths, and
// page schemas.
//
// The one idea: a page is fetched once, parsed once, and from then on is its
// [Outline] (the links with the link-path each hangs on) rather than its tree.
// Two pages of one template have nearly the same set of link-paths whatever
// their content, so sets of small integers stand in for documents.
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
	Cut         bool       // the document goes on behind Body, see [Cut]
	Rendered    bool       // its scripts have run, and Body is what came of it if that is more than was sent
	Relations   []Relation // that the HTTP header names, see [ParseLinkHeader]
	Language    string     // tag that the HTTP header names (Content-Language), "" for none or several
	FetchedAt   time.Time  // when the server answered, from the archive on replay
	Source      string     // file, or archive file and offset, that the body was read from
}

// Fetcher gives the page at a URL. A page that can't be had is an [*Error]
// which names the reason; other errors (a cancelled context) end the run.
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
	Private      Reason = "private address" // not of the public internet, and not opened
	TooSlow      Reason = "too slow"        // robots.txt asks for longer pauses than are made
	Overloaded   Reason = "overloaded"      // the host asked to be left alone for longer than is waited for
	LimitReached Reason = "limit"           // a budget of the run was used up
	NoLayout     Reason = "no layout"       // a browser can't show it
)

// Error is a page that could not be had.
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
