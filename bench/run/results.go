package main

import (
	"bytes"
	"embed"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"text/template"

	"verde/bench/table"
)

// texts are the pages' texts, with a place for each table. RESULTS.md is the page that leads to the
// others, which stand in the folder results.
//
//go:embed pages/*.md.tmpl
var texts embed.FS

const front = "RESULTS.md"

// results finds out what has changed since the rows were measured, and makes
// the pages.
func (b *bench) results() error {
	ages := table.Ages{}
	for _, t := range tables() {
		rows, err := b.store.Read(t.Name)
		if err != nil {
			return err
		}
		age, err := b.code.Age(t, rows)
		if err != nil {
			return fmt.Errorf("%s: what has changed since it was measured: %w", t.Name, err)
		}
		if len(age) > 0 {
			ages[t.Name] = age
		}
	}
	if err := ages.Write(filepath.Join(b.dir, "ages.json")); err != nil {
		return err
	}
	pages, err := b.markdown()
	if err != nil {
		return err
	}
	unknown := ages.Unknown()
	for _, name := range slices.Sorted(maps.Keys(unknown)) {
		fmt.Fprintf(b.tell, "%s: rows are marked as possibly older than the code, since this history lacks their commits %s; measure them again\n", name, strings.Join(unknown[name], ", "))
	}
	if err := os.MkdirAll(filepath.Join(b.dir, "results"), 0o755); err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(pages)) {
		if err := os.WriteFile(filepath.Join(b.dir, name), pages[name], 0o644); err != nil {
			return err
		}
	}
	if len(unknown) > 0 {
		return errIncomplete
	}
	return nil
}

// markdown makes the pages of the rows and the ages that are kept, by their paths in the bench's folder.
func (b *bench) markdown() (map[string][]byte, error) {
	ages, err := table.ReadAges(filepath.Join(b.dir, "ages.json"))
	if err != nil {
		return nil, err
	}
	all, err := template.New("").Funcs(template.FuncMap{
		"table": func(name string) (string, error) {
			t, rows, err := b.rows(name)
			if err != nil {
				return "", err
			}
			return t.Markdown(rows, ages), nil
		},
		"figure": func(name, column string, of ...string) (table.Value, error) {
			t, rows, err := b.rows(name)
			if err != nil {
				return "", err
			}
			return t.Figure(rows, column, of)
		},
		"commit": func(name string, of ...string) (string, error) {
			t, rows, err := b.rows(name)
			if err != nil {
				return "", err
			}
			return t.CommitOf(rows, of, ages)
		},
	}).ParseFS(texts, "pages/*.md.tmpl")
	if err != nil {
		return nil, err
	}
	pages := map[string][]byte{}
	for _, t := range all.Templates() {
		if t.Tree == nil {
			continue // the set's own
		}
		var out bytes.Buffer
		if err := t.Execute(&out, nil); err != nil {
			return nil, err
		}
		name := strings.TrimSuffix(t.Name(), ".tmpl")
		if name != front {
			name = "results/" + name
		}
		pages[name] = out.Bytes()
	}
	return pages, nil
}

// rows reads the rows of a table.
func (b *bench) rows(name string) (*table.Table, []table.Row, error) {
	i := slices.IndexFunc(tables(), func(t *table.Table) bool { return t.Name == name })
	if i < 0 {
		return nil, nil, fmt.Errorf("no table %q", name)
	}
	rows, err := b.store.Read(name)
	return tables()[i], rows, err
}
