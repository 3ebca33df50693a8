// Package static reads entity pages of static sites with the data that they were
// made from, as true values: some such sites carry it in files beside their pages,
// or in their pages for machines. What belongs to the sites is not part of this
// repository.
//
// The one idea: the data says what is true, the page says in which form. A value
// is one of a page only if the page shows it, spelt as there, and an attribute one
// of a type only if most of its pages do.
package static

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"

	"golang.org/x/net/html"

	"verde/eval/sites"
	"verde/extract/accuracy"
	"verde/page"
)

// Site is an entity type of a static site.
type Site struct {
	Name       string
	Pages      []*page.Page
	Truth      accuracy.Truth
	Attributes []Attribute
	// Unclear are, by attribute, the URLs of pages that do not show all that the
	// data has, or may show more: what is right there is not known, and there is
	// nothing to grade.
	Unclear map[string]map[string]bool
}

// Attribute tells how the pages show one.
type Attribute struct {
	Name         string
	Pages, Shown int // that have it by the data; that show all of it
	Whole        int // those where each value is the whole text of an element
}

// Kept reports whether the attribute is one of the truth: enough pages show it.
func (a Attribute) Kept() bool { return float64(a.Shown) > shown*float64(a.Pages) }

const (
	// shown is the share of the pages with an attribute of which more have to show
	// it: most.
	shown = .5
	// sampled is how many pages of a type are read at most, evenly spread over
	// all in order of their names.
	sampled = 40
)

// field is an attribute by the data: its values, each in the forms that a page
// may give it.
type field struct {
	name   string
	values [][]string
	cut    bool // the page may show more values than the data has
}

// Data says what becomes of the data for machines in pages.
type Data bool

// Pages come as they are, or without script elements that hold data.
const (
	All    Data = true
	Hidden Data = false
)

// Read reads the types that it knows records of, from the description of all
// types and the folder of the sites' pages, as [sites.Read] has them. Types whose
// pages or records are not there are left out; without any there is an error.
func Read(ctx context.Context, file, pages string, data Data) ([]*Site, error) {
	types, _, err := sites.Read(file, pages, "")
	if err != nil {
		return nil, err
	}
	out, err := join(ctx, types, pages, data)
	if err = errors.Join(err, sites.Close(types)); err != nil {
		return nil, err
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("no site with records of its own in %s", pages)
	}
	return out, nil
}

// join reads the types that have records.
func join(ctx context.Context, types []sites.EntityType, pages string, data Data) ([]*Site, error) {
	var out []*Site
	for _, s := range sources() {
		i := slices.IndexFunc(types, func(t sites.EntityType) bool { return t.Name == s.name })
		if i < 0 {
			continue
		}
		site, err := s.read(ctx, &types[i], filepath.Join(pages, s.root), data)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", s.name, err)
		}
		out = append(out, site)
	}
	return out, nil
}

// read joins pages of the type with their records. A record whose first field, the
// entity's name, the page does not show is of another entity.
func (s source) read(ctx context.Context, t *sites.EntityType, root string, data Data) (*Site, error) {
	record, err := s.open(root)
	if err != nil {
		return nil, err
	}
	type joined struct {
		page   *page.Page
		fields []field
		seen   *sight
	}
	var all []joined
	for _, name := range t.Truth.Names() {
		p, err := t.Site.Fetch(ctx, t.Site.URL(name))
		if err != nil {
			return nil, err
		}
		fields, err := record(name, p.Body)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		if len(fields) == 0 {
			continue
		}
		j := joined{p, fields, look(p.Body)}
		if names, _ := j.seen.all(fields[0].values); names != nil {
			all = append(all, j)
		}
	}
	out := &Site{Name: s.name, Truth: accuracy.Truth{}, Unclear: map[string]map[string]bool{}}
	for k := range min(sampled, len(all)) {
		j := all[k*len(all)/min(sampled, len(all))]
		if data == Hidden {
			if j.page.Body, err = Hide(j.page.Body, false); err != nil {
				return nil, err
			}
		}
		out.Pages = append(out.Pages, j.page)
		out.add(j.page.URL, j.fields, j.seen)
	}
	for _, a := range out.Attributes {
		if !a.Kept() {
			delete(out.Truth, a.Name)
		}
	}
	return out, nil
}

// add notes what a page shows of its record.
func (s *Site) add(url string, fields []field, seen *sight) {
	for _, f := range fields {
		if len(f.values) == 0 {
			continue
		}
		i := slices.IndexFunc(s.Attributes, func(a Attribute) bool { return a.Name == f.name })
		if i < 0 {
			i = len(s.Attributes)
			s.Attributes = append(s.Attributes, Attribute{Name: f.name})
			s.Truth[f.name], s.Unclear[f.name] = map[string][]string{}, map[string]bool{}
		}
		a := &s.Attributes[i]
		a.Pages++
		values, whole := seen.all(f.values)
		switch {
		case values == nil || f.cut:
			s.Unclear[f.name][url] = true
			continue
		case whole:
			a.Whole++
		}
		a.Shown++
		s.Truth[f.name][url] = values
	}
}

// Hide takes the data for machines out of a page: script elements with JSON, and
// if asked to the meta elements with properties and descriptions of the page.
func Hide(body []byte, meta bool) ([]byte, error) {
	var out bytes.Buffer
	in := html.NewTokenizer(bytes.NewReader(body))
	hiding := false
	for {
		kind := in.Next()
		if kind == html.ErrorToken {
			if err := in.Err(); !errors.Is(err, io.EOF) {
				return nil, err
			}
			return out.Bytes(), nil
		}
		raw := bytes.Clone(in.Raw())
		switch token := in.Token(); {
		case kind == html.StartTagToken && token.Data == "script" && forMachines(token):
			hiding = true
		case meta && token.Data == "meta" && slices.ContainsFunc(token.Attr, func(a html.Attribute) bool { return a.Key == "name" || a.Key == "property" }):
		case hiding:
			hiding = kind != html.EndTagToken || token.Data != "script"
		default:
			out.Write(raw)
		}
	}
}

// forMachines tells scripts that hold data.
func forMachines(script html.Token) bool {
	for _, a := range script.Attr {
		if a.Key == "type" {
			return slices.Contains([]string{"application/ld+json", "application/json"}, a.Val)
		}
	}
	return false
}
