// Package exclude has the sites, pages and entities that a user has already, and that a run
// leaves out.
package exclude

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"verde/catalog"
	"verde/page"
	"verde/query"
	"verde/record"
)

// List is a set of sites, pages and names of entities to leave out. Nil excludes nothing.
// It is safe for concurrent use.
type List struct {
	sites, urls map[string]bool
	names       map[string]bool // by query.Key
}

// maxLine bounds a line of a list, in bytes: a record of an earlier run may be long.
const maxLine = 16 << 20

// Read reads a list, one item a line: the URL of a page, the name of a host, or the name of
// an entity. A line with a JSON object excludes the page of its "url", so that pages.jsonl
// and records.jsonl of an earlier run can be given unchanged. Empty lines, and lines that
// begin with #, are skipped. An error names the line that can't be read.
func Read(r io.Reader) (*List, error) {
	x := &List{sites: map[string]bool{}, urls: map[string]bool{}, names: map[string]bool{}}
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, maxLine)
	n := 0
	for lines.Scan() {
		n++
		if err := x.add(strings.TrimSpace(strings.TrimPrefix(lines.Text(), "\ufeff"))); err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("line %d: %w", n+1, err)
	}
	return x, nil
}

// add adds the item of one line.
func (x *List) add(line string) error {
	switch {
	case line == "" || line[0] == '#':
		return nil
	case line[0] == '{':
		var object struct {
			URL string `json:"url"`
		}
		if err := json.Unmarshal([]byte(line), &object); err != nil {
			return err
		}
		if !strings.Contains(object.URL, "://") {
			return fmt.Errorf("the object has no \"url\", or none that is one: %.100q", object.URL)
		}
		line = object.URL
	}
	switch {
	case strings.Contains(line, "://"):
		url, err := page.Normalize(line)
		if err != nil {
			return err
		}
		x.urls[url] = true
	case !strings.ContainsAny(line, " \t") && strings.Contains(line, ".") && isHost(line):
		x.sites[page.Site("http://"+strings.ToLower(line)+"/")] = true
	default:
		key := query.Key(line)
		if key == "" { // names without a letter or digit all have this key
			return fmt.Errorf("%.100q is no URL, host or name", line)
		}
		x.names[key] = true
	}
	return nil
}

// isHost reports whether text is the name of a host, without port, path or user.
func isHost(text string) bool {
	url, err := page.Normalize("http://" + text + "/")
	return err == nil && page.Site(url) != "" && !strings.ContainsAny(text, "/?#@") && !strings.HasSuffix(text, ".")
}

// Site reports whether a site is excluded as a whole.
func (x *List) Site(site string) bool { return x != nil && x.sites[site] }

// URL reports whether a page is excluded, by its URL or with its site. url is normalised.
func (x *List) URL(url string) bool {
	return x != nil && (x.urls[url] || x.sites[page.Site(url)])
}

// Record reports whether a record of the source src is excluded, by its page or by the name
// of its entity. identifier is the attribute that names the vertical's entities. Names are
// compared by their words, in any order.
func (x *List) Record(r record.Record, src catalog.Source, identifier string) bool {
	if x == nil {
		return false
	}
	if x.URL(r.URL) {
		return true
	}
	if len(x.names) == 0 {
		return false
	}
	for label, texts := range r.Whole().ByLabel() {
		isName := src.Attributes[label] == identifier || src.Role == catalog.Training && label == identifier
		if isName && len(texts) > 0 && (x.names[query.Key(texts[0])] || x.names[query.Key(query.Bare(texts[0]))]) {
			return true
		}
	}
	return false
}
