package extract

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"verde/page"
)

var update = flag.Bool("update", false, "write the golden tables")

// TestGolden compares the full tables of two small templates, kinds of columns
// and template texts included, with those beside the pages, and what a wrapper
// learned on the pages reads from them.
func TestGolden(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"manual", "shop"} {
		file := filepath.Join("testdata", name+".txtar")
		archive, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var pages []*page.Page
		var want string
		for _, f := range archive.Files {
			if f.Name == "table" {
				want = string(f.Data)
				continue
			}
			pages = append(pages, &page.Page{URL: f.Name, Status: 200, Body: f.Data})
		}
		w, table, err := Learn(pages, Options{})
		if err != nil {
			t.Fatal(err)
		}
		got := spelled(table)
		if *update {
			archive.Files = slices.DeleteFunc(archive.Files, func(f txtar.File) bool { return f.Name == "table" })
			archive.Files = append(archive.Files, txtar.File{Name: "table", Data: []byte(got)})
			if err := os.WriteFile(file, txtar.Format(archive), 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got)\n%s", name, diff)
		}
		for i, r := range readAll(t, w, pages) {
			if diff := cmp.Diff(columnsOf(table.Records()[i]), columnsOf(r)); diff != "" {
				t.Errorf("%s, %s by its wrapper (-table +wrapper)\n%s", name, r.URL, diff)
			}
		}
	}
}

func columnsOf(r Record) map[string][]string { return r.Columns() }

// textsIn gives the texts of a cell.
func textsIn(c Cell) []string {
	var out []string
	for _, v := range c.Values {
		out = append(out, v.Text)
	}
	return out
}

// spelled writes a table with a column a paragraph, a page a line; of template
// columns only the text.
func spelled(t *Table) string {
	var b strings.Builder
	for _, c := range t.Columns {
		constant := ""
		if c.Constant {
			constant = ", constant"
		}
		fmt.Fprintf(&b, "%s (%s%s)\n", c.Label, c.Kind, constant)
		for i, cell := range c.Cells {
			if c.Kind.Data() && len(cell.Values) > 0 {
				fmt.Fprintf(&b, "\t%s: %s\n", t.Pages[i], strings.Join(textsIn(cell), " | "))
			}
		}
	}
	return b.String()
}
