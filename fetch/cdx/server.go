package cdx

import (
	"bytes"
	"context"
	"fmt"
	"iter"
	"net/http"
	"net/url"
	"strconv"

	"verde/fetch"
)

// Source gets what servers say. [fetch.Client] is one, so that servers of indexes are asked
// as politely as others, and once.
type Source interface {
	Resource(ctx context.Context, url string, by fetch.Asker) (*fetch.Resource, error)
}

// Server is a server of the CDX protocol, by the address that is asked for captures:
// https://index.commoncrawl.org/CC-MAIN-2026-43-index, or
// https://web.archive.org/cdx/search/cdx.
type Server struct {
	Address string
	Pages   Source
}

// maxPages bounds the answers that a server is asked for, of one block (3,000 lines)
// each: more is known of few sites, and a crawl needs no more places to begin from.
const maxPages = 20

// Captures gives what the server's index has of a site, in its order. Lines that can't be
// read are errors, after which the next follow; a server that can't be asked is the last,
// and so is [ErrCut] where it was asked for maxPages answers, all with captures.
func (s Server) Captures(ctx context.Context, site string) iter.Seq2[Capture, error] {
	return func(yield func(Capture, error) bool) {
		seen := ""
		for n := range maxPages {
			asked, err := s.question(site, n)
			if err != nil {
				yield(Capture{}, err)
				return
			}
			r, err := s.Pages.Resource(ctx, asked, fetch.Asker{})
			switch {
			case err != nil:
				yield(Capture{}, fmt.Errorf("index %s: %w", s.Address, err))
				return
			case nothing(r) || n > 0 && r.Status == http.StatusBadRequest: // there is nothing, or no more
				return
			case r.Status != http.StatusOK:
				yield(Capture{}, fmt.Errorf("index %s: status %d for %s: %.200s", s.Address, r.Status, asked, bytes.TrimSpace(r.Body)))
				return
			}
			first := ""
			for c, err := range Parse(bytes.NewReader(r.Body)) {
				if err == nil && first == "" {
					if first = c.URL; first == seen {
						return // a server that knows no pages has sent all of it again
					}
				}
				if !yield(c, err) {
					return
				}
			}
			if first == "" {
				return
			}
			seen = first
		}
		yield(Capture{}, fmt.Errorf("index %s: of %s the first %d answers were read: %w", s.Address, site, maxPages, ErrCut))
	}
}

// noCaptures is what pywb, and so Common Crawl, says with status 404 of URLs of which it knows
// nothing; with another text the address is no index.
const noCaptures = "no captures found"

// nothing reports whether an answer says that the index has no captures.
func nothing(r *fetch.Resource) bool {
	return r.Status == http.StatusNotFound && bytes.Contains(bytes.ToLower(r.Body), []byte(noCaptures))
}

// question is the URL that asks for a part of what is known of a site.
func (s Server) question(site string, n int) (string, error) {
	u, err := url.Parse(s.Address)
	if err != nil || u.Host == "" {
		return "", fmt.Errorf("index %s is no address of a server", s.Address)
	}
	q := u.Query()
	q.Set("url", site+"/*")
	q.Set("output", "json")
	q.Set("collapse", "urlkey")
	q.Set("pageSize", "1")
	q.Set("page", strconv.Itoa(n))
	u.RawQuery = q.Encode()
	return u.String(), nil
}
