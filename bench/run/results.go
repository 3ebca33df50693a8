package main

import (
	"bytes"
	_ "embed"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"text/template"

	"verde/bench/table"
)

//go:embed results.md.tmpl
var resultsText string

// rows reads the rows of a table, or makes them of another one's.
func (b *bench) rows(name string) ([]table.Row, error) {
	i := slices.IndexFunc(tables(), func(t *table.Table) bool { return t.Name == name })
	if i < 0 {
		return nil, fmt.Errorf("no table %q", name)
	}
	t := tables()[i]
	if t.Derive == nil {
		return b.store.Read(name)
	}
	from, err := b.store.Read(t.From)
	if err != nil {
		return nil, err
	}
	return t.Derive(from)
}

// results finds out what has changed since the rows were measured, and makes
// RESULTS.md.
func (b *bench) results() error {
	ages := table.Ages{}
	for _, t := range tables() {
		rows, err := b.rows(t.Name)
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
	text, err := b.markdown()
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(b.dir, "RESULTS.md"), text, 0o644)
}

// markdown makes RESULTS.md of the rows and the ages that are kept.
func (b *bench) markdown() ([]byte, error) {
	ages, err := table.ReadAges(filepath.Join(b.dir, "ages.json"))
	if err != nil {
		return nil, err
	}
	tmpl, err := template.New("results").Funcs(template.FuncMap{
		"table": func(name string) (string, error) {
			rows, err := b.rows(name)
			if err != nil {
				return "", err
			}
			i := slices.IndexFunc(tables(), func(t *table.Table) bool { return t.Name == name })
			return tables()[i].Markdown(rows, ages), nil
		},
		"count": func(name string) (int, error) {
			rows, err := b.rows(name)
			return len(rows), err
		},
		"figure": func(name, column string, of ...string) (table.Value, error) {
			rows, err := b.rows(name)
			if err != nil {
				return "", err
			}
			return figure(name, rows, column, of)
		},
	}).Parse(resultsText)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	if err := tmpl.Execute(&out, nil); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

// figure is the cell of a column in the one row whose figures are as the pairs
// of column and value in of.
func figure(name string, rows []table.Row, column string, of []string) (table.Value, error) {
	var found []table.Value
	for _, r := range rows {
		is := true
		for i := 0; i+1 < len(of); i += 2 {
			is = is && string(r.Figures[of[i]]) == of[i+1]
		}
		if is {
			found = append(found, r.Figures[column])
		}
	}
	if len(found) != 1 || found[0] == "" {
		return "", fmt.Errorf("table %s has %d rows of %q with a figure %q", name, len(found), of, column)
	}
	return found[0], nil
}
