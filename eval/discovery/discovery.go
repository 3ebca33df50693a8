// Package discovery measures the search for sites step by step, where it is known which
// sites are sources.
//
// The one idea: each step between a result and a source keeps some URLs and lets others
// go, so that precision has to rise from step to step while few of the right sites are
// lost. This is Table II of VerDE (share examined, precision, sources discovered), for
// every step and not for the last one only.
package discovery

import (
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"verde/page"
)

// Seen tells how far a URL of search results came.
type Seen struct {
	URL, Site  string
	Clustered  bool // it is in a cluster of its site that answers queries for several entities
	Downloaded bool // it was examined
	Matched    bool // it shows the values that a query required
	Positive   bool // it shows them as data
	Source     bool // its site was accepted and read
}

// Step is what came through one step.
type Step struct {
	Step      string   `json:"step"`
	URLs      int      `json:"urls"`
	Share     float64  `json:"share"`     // of all URLs
	Labelled  int      `json:"labelled"`  // of them, those of sites with a label
	Right     int      `json:"right"`     // of these, those of true sources
	Precision *float64 `json:"precision"` // right ones among those labelled; null if there are none
	Sites     int      `json:"sites"`
	Sources   int      `json:"sources"` // of them, those that are labelled as sources
	Recall    *float64 `json:"recall"`  // of all sites that are; null if none is
}

// steps are the names of the steps with what comes through each.
var steps = []struct {
	name    string
	through func(Seen) bool
}{
	{"results", func(Seen) bool { return true }},
	{"in clusters", func(s Seen) bool { return s.Clustered }},
	{"downloaded", func(s Seen) bool { return s.Downloaded }},
	{"matched", func(s Seen) bool { return s.Matched }},
	{"positive", func(s Seen) bool { return s.Positive }},
	{"of accepted sites", func(s Seen) bool { return s.Source }},
}

// Grade gives the steps in their order. labels says of a site whether it is a source;
// sites that it lacks count neither way. Cost: linear in the URLs, for each step.
func Grade(urls []Seen, labels map[string]bool) []Step {
	there := 0
	for _, source := range labels {
		if source {
			there++
		}
	}
	out := make([]Step, 0, len(steps))
	for _, step := range steps {
		g := Step{Step: step.name}
		sites := map[string]bool{}
		for _, u := range urls {
			if !step.through(u) {
				continue
			}
			g.URLs++
			sites[u.Site] = true
			if source, ok := labels[u.Site]; ok {
				g.Labelled++
				if source {
					g.Right++
				}
			}
		}
		g.Sites = len(sites)
		for site := range sites {
			if labels[site] {
				g.Sources++
			}
		}
		if len(urls) > 0 {
			g.Share = float64(g.URLs) / float64(len(urls))
		}
		g.Precision, g.Recall = ratio(g.Right, g.Labelled), ratio(g.Sources, there)
		out = append(out, g)
	}
	return out
}

// ratio is nil of nothing.
func ratio(a, b int) *float64 {
	if b == 0 {
		return nil
	}
	x := float64(a) / float64(b)
	return &x
}

// labelOf are the words that a label may be.
var labelOf = map[string]bool{"1": true, "yes": true, "true": true, "positive": true, "source": true,
	"0": false, "no": false, "false": false, "negative": false, "other": false}

// ReadLabels reads which sites are sources: CSV with a site, or a URL of it, and a label
// a line (1, yes, true, positive or source; 0, no, false, negative or other), with or
// without a header; or the JSON array that webbox shows under /__truth/sites, in which a
// host of the role "site" is a source. A site of two labels is an error.
func ReadLabels(r io.Reader) (map[string]bool, error) {
	data, err := io.ReadAll(io.LimitReader(r, maxLabels))
	if err != nil {
		return nil, err
	}
	out := map[string]bool{}
	if strings.HasPrefix(strings.TrimSpace(string(data)), "[") {
		var hosts []struct{ Host, Role string }
		if err := json.Unmarshal(data, &hosts); err != nil {
			return nil, err
		}
		for _, h := range hosts {
			if err := add(out, h.Host, h.Role == "site"); err != nil {
				return nil, err
			}
		}
	} else if err := readTable(string(data), out); err != nil {
		return nil, err
	}
	if !slices.Contains(slices.Collect(maps.Values(out)), true) {
		return nil, errors.New("no site is labelled as a source")
	}
	return out, nil
}

// maxLabels bounds a file of labels, in bytes.
const maxLabels = 64 << 20

func readTable(text string, out map[string]bool) error {
	table := csv.NewReader(strings.NewReader(strings.TrimPrefix(text, "\ufeff")))
	table.FieldsPerRecord, table.TrimLeadingSpace, table.Comment = -1, true, '#'
	for first := true; ; first = false {
		row, err := table.Read()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		line, _ := table.FieldPos(0)
		if len(row) < 2 {
			return fmt.Errorf("line %d: %q has no label; write site,label", line, row[0])
		}
		label, ok := labelOf[strings.ToLower(strings.TrimSpace(row[1]))]
		switch {
		case !ok && first:
			continue // a header
		case !ok:
			return fmt.Errorf("line %d: label %q: allowed are 1, yes, true, positive, source, 0, no, false, negative, other", line, row[1])
		}
		if err := add(out, row[0], label); err != nil {
			return fmt.Errorf("line %d: %w", line, err)
		}
	}
}

// add notes the label of a site, given by its host or a URL.
func add(out map[string]bool, site string, source bool) error {
	site = strings.TrimSpace(site)
	if !strings.Contains(site, "://") {
		site = "http://" + site
	}
	url, err := page.Normalize(site)
	if err != nil {
		return err
	}
	name := page.Site(url)
	if was, ok := out[name]; ok && was != source {
		return fmt.Errorf("%s has two labels", name)
	}
	out[name] = source
	return nil
}
