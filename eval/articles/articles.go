// Package articles reads the pages of article-extraction-benchmark
// (https://github.com/scrapinghub/article-extraction-benchmark), and splits them
// by host into those that the shipped classifier learns from and those that
// generated webs are filled with: what a measurement of the whole loop meets
// has taught nothing. The pages are others' and not part of this repository.
package articles

import (
	"compress/gzip"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"verde/page"
)

// Article is a page with its main text.
type Article struct {
	ID   string
	Site string // the domain that hosts it, or the ID where its URL is not known
	Text string
	File string // its HTML, packed with gzip
}

// Read lists the articles below dir, which holds ground-truth.json and
// html/ID.html.gz, in order of their IDs.
func Read(dir string) ([]Article, error) {
	file := filepath.Join(dir, "ground-truth.json")
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var truth map[string]struct {
		Text string `json:"articleBody"`
		URL  string `json:"url"`
	}
	if err := json.Unmarshal(data, &truth); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	var out []Article
	for id, t := range truth {
		a := Article{ID: id, Site: id, Text: t.Text, File: filepath.Join(dir, "html", id+".html.gz")}
		if u, err := url.Parse(t.URL); err == nil && u.Host != "" {
			a.Site = page.Domain("http://" + strings.ToLower(u.Host) + "/")
		}
		out = append(out, a)
	}
	slices.SortFunc(out, func(a, b Article) int { return strings.Compare(a.ID, b.ID) })
	return out, nil
}

// HTML reads the page.
func (a Article) HTML() ([]byte, error) {
	f, err := os.Open(a.File)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", a.File, err)
	}
	body, err := io.ReadAll(z)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", a.File, err)
	}
	return body, nil
}

// Noise reports whether the article's site belongs to the half that generated webs
// are filled with. The classifier learns from the other half only. A hash of the
// site's name alone decides to which half it belongs.
func (a Article) Noise() bool {
	h := fnv.New64a()
	h.Write([]byte(a.Site))
	return h.Sum64()>>32&1 == 1
}

// CopyNoise copies the pages of the half that generated webs are filled with into
// a folder, for the program that makes the webs, and counts them and their sites.
func CopyNoise(dir, into string) (pages, sites int, err error) {
	all, err := Read(dir)
	if err != nil {
		return 0, 0, err
	}
	if err := os.MkdirAll(into, 0o755); err != nil {
		return 0, 0, err
	}
	seen := map[string]bool{}
	for _, a := range all {
		if !a.Noise() {
			continue
		}
		data, err := os.ReadFile(a.File)
		if err != nil {
			return 0, 0, err
		}
		if err := os.WriteFile(filepath.Join(into, filepath.Base(a.File)), data, 0o644); err != nil {
			return 0, 0, err
		}
		seen[a.Site] = true
		pages++
	}
	return pages, len(seen), nil
}
