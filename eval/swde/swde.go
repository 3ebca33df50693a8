// Package swde reads the pages of sites of the SWDE collection (Hao et al.,
// SIGIR 2011) with the true values of their attributes. The collection is
// others' and not part of this repository.
package swde

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"verde/extract/accuracy"
	"verde/page"
)

// Site is a site of the collection.
type Site struct {
	Name     string // with its vertical, as "book-amazon"
	Vertical string
	Pages    []*page.Page   // in order of their numbers, which are their URLs
	Truth    accuracy.Truth // also of pages that are not at hand
}

// Read reads all sites below dir, which holds html/SITE/*.htm and groundtruth/,
// in order of their names. A site without pages is left out.
func Read(dir string) ([]*Site, error) {
	truth, err := accuracy.Read(os.DirFS(filepath.Join(dir, "groundtruth")))
	if err != nil {
		return nil, err
	}
	var out []*Site
	for name, values := range truth {
		s := &Site{Name: name.String(), Vertical: name.Vertical, Truth: values}
		files, err := filepath.Glob(filepath.Join(dir, "html", s.Name, "*.htm"))
		if err != nil {
			return nil, err
		}
		slices.Sort(files)
		for _, file := range files {
			body, err := os.ReadFile(file)
			if err != nil {
				return nil, err
			}
			id := strings.TrimSuffix(filepath.Base(file), ".htm")
			s.Pages = append(s.Pages, &page.Page{URL: id, Status: 200, Body: bytes.ToValidUTF8(body, nil), Source: file})
		}
		if len(s.Pages) > 0 {
			out = append(out, s)
		}
	}
	slices.SortFunc(out, func(x, y *Site) int { return strings.Compare(x.Name, y.Name) })
	return out, nil
}

// Record is an entity of the collection: the values of its attributes.
type Record map[string][]string

// Records are the entities of the site, by page.
func (s *Site) Records() map[string]Record {
	out := map[string]Record{}
	for attribute, pages := range s.Truth {
		for id, values := range pages {
			if out[id] == nil {
				out[id] = Record{}
			}
			out[id][attribute] = values
		}
	}
	return out
}
