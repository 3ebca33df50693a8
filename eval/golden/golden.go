// Package golden says what a reader sees on the pages of some sites: every
// attribute and where it stands. It was written down before any extraction was
// looked at, and put right since where pages say otherwise; the history has the
// reasons, and the figures with both. Only where things stand is written here; the values are taken from
// the pages, which belong to others and are not part of this repository.
//
// On pages of the first three sites extraction was improved later. Those of the
// others, see [Unseen], nothing was chosen by.
package golden

import (
	"bytes"
	_ "embed"
	"encoding/csv"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"

	"go.yaml.in/yaml/v3"

	"verde/eval/static"
	"verde/page"
)

// sitesText says of each site where its attributes stand.
//
//go:embed sites.yaml
var sitesText []byte

// sites are those that extraction was improved on, and those that nothing was chosen by.
var sites = sync.OnceValue(func() (out struct{ Seen, Unseen []documented }) {
	if err := yaml.Unmarshal(sitesText, &out); err != nil {
		panic("golden: sites.yaml: " + err.Error())
	}
	return out
})

// documented is a site with its full schema as a reader sees it.
type documented struct {
	Name    string
	Folder  string
	Pages   *regexp.Regexp // paths of entity pages below the folder
	Labels  *regexp.Regexp // blocks that head what follows as headings do; nil for none
	Columns []shown
	Content string // text that entity pages have and others of such paths have not
}

// shown is an attribute: the blocks of some kinds in some section. A block is
// of the first attribute that fits.
type shown struct {
	Name, Section, Kinds string         // section and kinds are expressions for the whole; section "" is any, "none" before the first, "first" below it
	Text                 *regexp.Regexp // that the block has to match; its first group is the value
	Except, Split        string         // an expression for texts of the template; what stands between the values of a block
	After                string         // an expression for the text of the block before
	Cell                 int            // number of the cell in its row that the block is in; 0 is anywhere
}

// Unseen are the names of the sites that nothing was chosen by.
func Unseen() []string {
	var out []string
	for _, d := range sites().Unseen {
		out = append(out, d.Name)
	}
	return out
}

// goldenPages is how many pages of a site are described, evenly spread over all
// in order of name. Draws beside the first are of pages that no method was made
// for.
const goldenPages = 10

// Write writes what "verde eval extract --full-schema" grades below the folder
// out: pages/SITE/NNNN.html, copies of pages of the sites below dir, and truth/golden.csv, what a reader finds on them. Draws count from 1. A
// site whose folder has no pages is left out; without any there is an error.
func Write(dir, out string, draw int) error {
	truth := filepath.Join(out, "truth")
	if err := os.MkdirAll(truth, 0o755); err != nil {
		return err
	}
	f, err := os.Create(filepath.Join(truth, "golden.csv"))
	if err != nil {
		return err
	}
	defer f.Close()
	w := csv.NewWriter(f)
	_ = w.Write([]string{"site", "page", "attribute", "value"}) // Error below has it
	pages := 0
	for _, d := range slices.Concat(sites().Seen, sites().Unseen) {
		files, err := d.sample(dir, draw)
		if err != nil {
			return err
		}
		folder := filepath.Join(out, "pages", d.Name)
		if err := os.MkdirAll(folder, 0o755); err != nil {
			return err
		}
		for i, file := range files {
			if err := d.write(w, folder, file, fmt.Sprintf("%04d", i)); err != nil {
				return err
			}
			pages++
		}
	}
	if pages == 0 {
		return fmt.Errorf("no pages of the sites that are described below %s", dir)
	}
	w.Flush()
	return errors.Join(w.Error(), f.Close())
}

// write copies a page into a folder, without what no reader sees, and writes down
// its values.
func (d *documented) write(w *csv.Writer, folder, file, name string) error {
	body, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	root, err := (&page.Page{URL: file, Status: 200, Body: body}).Parse()
	if err != nil {
		return err
	}
	for _, v := range d.read(render(root)) {
		if err := w.Write([]string{d.Name, name, v.attribute, v.text}); err != nil {
			return err
		}
	}
	if body, err = static.Hide(body, true); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(folder, name+".html"), body, 0o644)
}

// sample lists the files of pages that are described, the first draw from the
// first page on, every further one from the next.
func (d *documented) sample(dir string, draw int) ([]string, error) {
	root := filepath.Join(dir, d.Folder)
	var all, out []string
	err := filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
		if os.IsNotExist(err) {
			return nil
		}
		if rel, _ := filepath.Rel(root, path); err == nil && !e.IsDir() && d.Pages.MatchString(filepath.ToSlash(rel)) {
			if d.Content != "" {
				body, err := os.ReadFile(path)
				if err != nil || !bytes.Contains(body, []byte(d.Content)) {
					return err
				}
			}
			all = append(all, path)
		}
		return err
	})
	slices.Sort(all)
	for k := range min(goldenPages, len(all)) {
		out = append(out, all[(k*len(all)/min(goldenPages, len(all))+draw-1)%len(all)])
	}
	return out, err
}

// seen is a value of an attribute.
type seen struct{ attribute, text string }

// read finds the attributes of a page.
func (d *documented) read(blocks []block) []seen {
	var out []seen
	label, first, before := "", "", ""
	for _, b := range blocks {
		b.before, before = before, b.text
		b.first = first != "" && b.section == first
		if first == "" && heading.MatchString(b.kind) {
			first = b.text
		}
		switch {
		case heading.MatchString(b.kind):
			label = ""
		case d.Labels != nil && d.Labels.MatchString(b.text):
			label = b.text
			continue
		}
		if label != "" {
			b.section, b.first = label, false
		}
		for _, c := range d.Columns {
			texts := c.take(b)
			for _, text := range texts {
				out = append(out, seen{c.Name, text})
			}
			if texts != nil {
				break
			}
		}
	}
	return out
}

// take gives the values of an attribute in a block, nil if it is of another.
func (c *shown) take(b block) []string {
	whole := func(expr, s string) bool { return regexp.MustCompile(`^(?:` + expr + `)$`).MatchString(s) }
	if b.section == "" {
		b.section = "none"
	}
	inside := c.Section == "" || c.Section == "first" && b.first || (c.Section == "none") == (b.section == "none") && whole(c.Section, b.section)
	if !inside || !whole(c.Kinds, b.kind) || c.Except != "" && whole(c.Except, b.text) || c.After != "" && !whole(c.After, b.before) || c.Cell > 0 && c.Cell != b.cell {
		return nil
	}
	text := b.text
	if c.Text != nil {
		m := c.Text.FindStringSubmatch(text)
		if m == nil {
			return nil
		}
		text = m[1]
	}
	if c.Split != "" {
		return strings.Split(text, c.Split)
	}
	return []string{text}
}
