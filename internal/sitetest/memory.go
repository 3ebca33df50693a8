// Package sitetest has sites in memory, for tests of methods that expand them.
package sitetest

import (
	"context"
	"slices"
	"strings"
	"testing"

	"verde/page"
	"verde/siteexpand"
)

// InMemory is a site in memory: paths of http://e.org to documents. A document
// that begins with "->" is a redirect to another path or URL.
type InMemory struct {
	pages   map[string]string
	Fetched map[string]int // by URL, how often
	LaidOut map[string]int // likewise
}

// Fetch implements [page.Fetcher].
func (m *InMemory) Fetch(ctx context.Context, u string) (*page.Page, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	m.Fetched[u]++
	final := u
	for range 5 {
		body, ok := m.pages[strings.TrimPrefix(final, "http://e.org")]
		if !ok {
			break
		}
		if to, ok := strings.CutPrefix(body, "->"); ok {
			next, err := page.Resolve(final, to)
			if err != nil {
				return nil, err
			}
			final = next
			if !strings.HasPrefix(next, "http://e.org/") {
				return &page.Page{URL: final, Requested: u, Status: 200, Body: []byte("<p>elsewhere")}, nil
			}
			continue
		}
		return &page.Page{URL: final, Requested: u, Status: 200, ContentType: "text/html", Body: []byte(body)}, nil
	}
	return nil, &page.Error{URL: u, Reason: page.Status, Status: 404}
}

// NewMemory makes a site of pages by path.
func NewMemory(pages map[string]string) *InMemory {
	return &InMemory{pages: pages, Fetched: make(map[string]int), LaidOut: make(map[string]int)}
}

// HasCase reports whether a report has a diagnosis, with what was seen and what to do.
func HasCase(r siteexpand.Report, name string) bool {
	return slices.ContainsFunc(r.Diagnoses, func(d siteexpand.Diagnosis) bool { return d.Case == name && d.Detail != "" && d.Remedy != "" })
}

// Paths lists the paths of result pages.
func Paths(pages []siteexpand.EntityPage) (paths []string) {
	for _, p := range pages {
		paths = append(paths, strings.TrimPrefix(p.URL, "http://e.org"))
	}
	return paths
}

// Expand runs a method on a site in memory, and lists the sorted paths of
// what it found.
func Expand(t *testing.T, m siteexpand.Method, pages map[string]string, opt siteexpand.Options, samples ...string) ([]string, *siteexpand.Result, *InMemory) {
	t.Helper()
	at := make([]string, len(samples))
	for i, s := range samples {
		at[i] = "http://e.org" + s
	}
	src := NewMemory(pages)
	res, err := m.Expand(t.Context(), src, at, opt)
	if err != nil {
		t.Fatal(err)
	}
	got := Paths(res.Pages)
	slices.Sort(got)
	for u, n := range src.Fetched {
		if n > 1 {
			t.Errorf("%s: %s fetched %d times", m.Name(), u, n)
		}
	}
	return got, res, src
}
