package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strings"

	"verde/extract"
	"verde/extract/accuracy"
	"verde/page"
)

// site is one SWDE site: its pages and the true values of its attributes.
type site struct {
	name, vertical string
	pages          []*page.Page
	truth          accuracy.Truth
}

// load reads all sites of the SWDE folder dir, in order of name.
func load(dir string) ([]*site, error) {
	truth, err := accuracy.Read(os.DirFS(filepath.Join(dir, "groundtruth")))
	if err != nil {
		return nil, err
	}
	var out []*site
	for name, values := range truth {
		s := &site{name: name.String(), vertical: name.Vertical, truth: values}
		files, err := filepath.Glob(filepath.Join(dir, "html", s.name, "*.htm"))
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
		out = append(out, s)
	}
	slices.SortFunc(out, func(x, y *site) int { return strings.Compare(x.name, y.name) })
	return out, nil
}

// explain lists the pages where an attribute is wrong.
func (s *site) explain(attribute string, sc accuracy.Score, records []extract.Record) {
	for _, r := range records {
		got, want := r.Values[sc.Column], s.truth[attribute][r.URL]
		if len(got)+len(want) > 0 && !slices.ContainsFunc(got, func(v string) bool { return slices.Contains(want, v) }) {
			fmt.Printf("    %s want %.80q got %.80q\n", r.URL, want, got)
		}
	}
}
