package main

import (
	"bufio"
	"fmt"
	"html"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strings"

	"verde/extract"
	"verde/page"
)

// site is one SWDE site: its pages and the true values of its attributes.
type site struct {
	name, vertical string
	pages          []*page.Page
	truth          map[string]map[string][]string // attribute -> page URL -> values
}

// load reads all sites of the SWDE folder dir, in order of name.
func load(dir string) ([]*site, error) {
	folders, err := os.ReadDir(filepath.Join(dir, "html"))
	if err != nil {
		return nil, err
	}
	var out []*site
	for _, f := range folders {
		vertical, _, ok := strings.Cut(f.Name(), "-")
		if !ok || !f.IsDir() {
			continue
		}
		s := &site{name: f.Name(), vertical: vertical, truth: make(map[string]map[string][]string)}
		files, err := filepath.Glob(filepath.Join(dir, "html", f.Name(), "*.htm"))
		if err != nil {
			return nil, err
		}
		sort.Strings(files)
		for _, file := range files {
			body, err := os.ReadFile(file)
			if err != nil {
				return nil, err
			}
			id := strings.TrimSuffix(filepath.Base(file), ".htm")
			s.pages = append(s.pages, &page.Page{URL: id, Status: 200, Body: body, Source: file})
		}
		truths, err := filepath.Glob(filepath.Join(dir, "groundtruth", f.Name()+"-*.txt"))
		if err != nil {
			return nil, err
		}
		for _, file := range truths {
			attribute := strings.TrimSuffix(strings.TrimPrefix(filepath.Base(file), f.Name()+"-"), ".txt")
			if s.truth[attribute], err = readTruth(file); err != nil {
				return nil, err
			}
		}
		out = append(out, s)
	}
	return out, nil
}

// readTruth reads a ground-truth file: two header lines, then page, number of
// values, values, tab-separated.
func readTruth(file string) (map[string][]string, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	out := make(map[string][]string)
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for n := 0; lines.Scan(); n++ {
		fields := strings.Split(lines.Text(), "\t")
		if n < 2 || len(fields) < 3 {
			continue
		}
		for _, v := range fields[2:] {
			if v = fold(v); v != "" && v != "<NULL>" {
				out[fields[0]] = append(out[fields[0]], v)
			}
		}
	}
	return out, lines.Err()
}

func fold(s string) string {
	return strings.Join(strings.Fields(html.UnescapeString(s)), " ")
}

// score is precision, recall and F of a column (DCA, Equations 9, 10, 12) or
// a mean of such (Equation 11).
type score struct {
	p, r, f float64
	column  string
}

// grade gives the best column by F for every attribute that has a true value
// on one of the records' pages. A page's cell is right if one of its values
// equals one of the true values after entity decoding and white-space folding.
func (s *site) grade(records []extract.Record) map[string]score {
	out := make(map[string]score)
	for attribute, truth := range s.truth {
		expected := 0
		found, right := make(map[string]int), make(map[string]int)
		for _, r := range records {
			if len(truth[r.URL]) > 0 {
				expected++
			}
			for label, values := range r.Values {
				found[label]++
				if slices.ContainsFunc(values, func(v string) bool { return slices.Contains(truth[r.URL], fold(v)) }) {
					right[label]++
				}
			}
		}
		if expected == 0 {
			continue
		}
		var best score
		labels := make([]string, 0, len(found))
		for label := range found {
			labels = append(labels, label)
		}
		sort.Strings(labels)
		for _, label := range labels {
			c := score{p: float64(right[label]) / float64(found[label]), r: float64(right[label]) / float64(expected), column: label}
			if right[label] > 0 {
				c.f = 2 * c.p * c.r / (c.p + c.r)
			}
			if c.f > best.f {
				best = c
			}
		}
		out[attribute] = best
	}
	return out
}

func mean(scores map[string]score) score {
	var m score
	for _, s := range scores {
		m.p, m.r, m.f = m.p+s.p, m.r+s.r, m.f+s.f
	}
	n := float64(max(1, len(scores)))
	return score{p: m.p / n, r: m.r / n, f: m.f / n}
}

// explain lists the pages where an attribute is wrong.
func (s *site) explain(attribute string, sc score, records []extract.Record) {
	for _, r := range records {
		got, want := r.Values[sc.column], s.truth[attribute][r.URL]
		if len(got)+len(want) > 0 && !slices.ContainsFunc(got, func(v string) bool { return slices.Contains(want, fold(v)) }) {
			fmt.Printf("    %s want %.80q got %.80q\n", r.URL, want, got)
		}
	}
}
