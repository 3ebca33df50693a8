package verde

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"verde/catalog"
	"verde/known"
	"verde/page"
	"verde/query"
	"verde/record"
	"verde/steering"
)

// Exclusion is a set of sites, pages and names of entities that the user has already and
// does not want again. Nil excludes nothing.
type Exclusion struct {
	sites, urls, names map[string]bool
}

// maxExclusionLine bounds a line of an exclusion, in bytes; a record of an earlier run
// may be long.
const maxExclusionLine = 16 << 20

// ReadExclusion reads an exclusion, one item a line: the URL of a page, the name of a host,
// or else the name of an entity. A line with a JSON object excludes the page of its "url",
// so that pages.jsonl and records.jsonl of an earlier run can be given unchanged. Empty
// lines, and lines that begin with #, are skipped. The error names the line.
func ReadExclusion(r io.Reader) (*Exclusion, error) {
	x := &Exclusion{sites: map[string]bool{}, urls: map[string]bool{}, names: map[string]bool{}}
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, maxExclusionLine)
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

// add reads one line.
func (x *Exclusion) add(line string) error {
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
		if key == "" { // all names without a letter or digit would be this one
			return fmt.Errorf("%.100q is no URL, host or name", line)
		}
		x.names[key] = true
	}
	return nil
}

// isHost reports whether a text is the name of a host and nothing else.
func isHost(text string) bool {
	url, err := page.Normalize("http://" + text + "/")
	return err == nil && page.Site(url) != "" && !strings.ContainsAny(text, "/?#@") && !strings.HasSuffix(text, ".")
}

// Site reports whether a site is excluded as a whole.
func (x *Exclusion) Site(site string) bool { return x != nil && x.sites[site] }

// URL reports whether a page is excluded, as itself or with its site.
func (x *Exclusion) URL(url string) bool {
	return x != nil && (x.urls[url] || x.sites[page.Site(url)])
}

// Record reports whether a record of a source is excluded: its page is, or the entity
// that it names. identifier is the attribute that names the vertical's entities; names
// are compared by their words, in any order.
func (x *Exclusion) Record(r record.Record, src catalog.Source, identifier string) bool {
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
		names := src.Attributes[label] == identifier || src.Role == catalog.Training && label == identifier
		if names && len(texts) > 0 && (x.names[query.Key(texts[0])] || x.names[query.Key(query.Bare(texts[0]))]) {
			return true
		}
	}
	return false
}

// leftOut gives a function that reports whether a site can't be a candidate: it was
// explored, is excluded, or a person has decided that it is no source.
func (x *Explorer) leftOut(entities *known.Entities, decided steering.Steering) func(site string) bool {
	return func(site string) bool {
		return entities.Explored(site) || x.Exclude.Site(site) || decided.Sites[site].IsOut()
	}
}
