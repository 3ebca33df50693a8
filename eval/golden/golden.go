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
	"encoding/csv"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"verde/eval/static"
	"verde/page"
)

// documented is a site with its full schema as a reader sees it.
type documented struct {
	name    string
	folder  string
	pages   *regexp.Regexp // paths of entity pages below the folder
	labels  *regexp.Regexp // blocks that head what follows as headings do; nil for none
	columns []shown
	content string // text that entity pages have and others of such paths have not
}

// shown is an attribute: the blocks of some kinds in some section. A block is
// of the first attribute that fits.
type shown struct {
	name, section, kinds string         // section and kinds are expressions for the whole; section "" is any, "none" before the first, "first" below it
	text                 *regexp.Regexp // that the block has to match; its first group is the value
	except, split        string         // an expression for texts of the template; what stands between the values of a block
	after                string         // an expression for the text of the block before
	cell                 int            // number of the cell in its row that the block is in; 0 is anywhere
}

// Unseen are the names of the sites that nothing was chosen by.
func Unseen() []string {
	var out []string
	for _, d := range unseen() {
		out = append(out, d.name)
	}
	return out
}

// seenSites are those that extraction was improved on.
func seenSites() []documented {
	return []documented{
		{"mpich-functions", "mpich-doc", regexp.MustCompile(`^www3/MPIX?_[A-Za-z0-9_]+\.html$`), nil, []shown{
			{name: "title", kinds: "title"},
			{name: "name", kinds: "h1"},
			{name: "purpose", section: "MPIX?_.*", kinds: "body|p"},
			{name: "synopsis", section: "Synopsis", kinds: "pre"},
			{name: "input parameters", section: "Input Parameters", kinds: "dt"},
			{name: "input parameters, meaning", section: "Input Parameters", kinds: "dd"},
			{name: "input and output parameters", section: "Input/Output Parameters", kinds: "dt"},
			{name: "input and output parameters, meaning", section: "Input/Output Parameters", kinds: "dd"},
			{name: "output parameters", section: "Output Parameters", kinds: "dt"},
			{name: "output parameters, meaning", section: "Output Parameters", kinds: "dd"},
			{name: "notes", section: "Notes", kinds: "body|p|dt|dd|li"},
			{name: "notes, code", section: "Notes", kinds: "pre"},
			{name: "thread safety", section: "Thread and Interrupt Safety", kinds: "p"},
			{name: "errors", section: "Errors", kinds: "dt"},
			{name: "errors, meaning", section: "Errors", kinds: "dd"},
			{name: "see also", section: "See Also", kinds: "body|p"},
		}, ""},
		{"pylint-messages", "pylint-doc", regexp.MustCompile(`^user_guide/messages/(?:warning|error|refactor|convention|fatal|information)/[a-z0-9-]+\.html$`),
			regexp.MustCompile(`^(?:Message emitted|Description|Problematic code|Correct code|Additional details|Related links|Configuration file):$`), []shown{
				{name: "title", kinds: "title"},
				{name: "name", section: "none", kinds: "h1"},
				{name: "checker", kinds: "p", text: regexp.MustCompile(`^(Created by .*)$`)},
				{name: "message", section: "Message emitted:", kinds: "p"},
				{name: "description", section: "Description:", kinds: "p"},
				{name: "problematic code", section: "Problematic code:", kinds: "pre"},
				{name: "correct code", section: "Correct code:", kinds: "pre"},
				{name: "details", section: "Additional details:", kinds: "p|li"},
				{name: "links", section: "Related links:", kinds: "p|li"},
				{name: "configuration", section: "Configuration file:", kinds: "pre"},
				{name: "previous", kinds: "li", text: regexp.MustCompile(`^Previous: (.*)$`)},
				{name: "next", kinds: "li", text: regexp.MustCompile(`^Next: (.*)$`)},
			}, ""},
		{"pg15-sqlcommands", "postgresql-doc-15", regexp.MustCompile(`^sql-[a-z]+\.html$`), nil, []shown{
			{name: "title", kinds: "title"},
			{name: "head", section: "none", kinds: "th1", except: "SQL Commands"},
			{name: "previous", section: "See Also", kinds: "td1", except: "Prev"},
			{name: "next", section: "See Also", kinds: "td3", except: "Next"},
			{name: "name", section: "none", kinds: "h2"},
			{name: "purpose", section: "[A-Z ]+", kinds: "p"},
			{name: "synopsis", section: "Synopsis", kinds: "pre"},
			{name: "description", section: "Description", kinds: "p"},
			{name: "parameters", section: "Parameters", kinds: "dt"},
			{name: "parameters, meaning", section: "Parameters", kinds: "p|pre"},
			{name: "outputs", section: "Outputs", kinds: "p|pre"},
			{name: "notes", section: "Notes", kinds: "p"},
			{name: "examples", section: "Examples", kinds: "p"},
			{name: "code", section: "Examples", kinds: "pre"},
			{name: "compatibility", section: "Compatibility", kinds: "p"},
			{name: "see also", section: "See Also", kinds: "div", split: ", "},
		}, ""},
	}
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
	for _, d := range slices.Concat(seenSites(), unseen()) {
		files, err := d.sample(dir, draw)
		if err != nil {
			return err
		}
		folder := filepath.Join(out, "pages", d.name)
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
		if err := w.Write([]string{d.name, name, v.attribute, v.text}); err != nil {
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
	root := filepath.Join(dir, d.folder)
	var all, out []string
	err := filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
		if os.IsNotExist(err) {
			return nil
		}
		if rel, _ := filepath.Rel(root, path); err == nil && !e.IsDir() && d.pages.MatchString(filepath.ToSlash(rel)) {
			if d.content != "" {
				body, err := os.ReadFile(path)
				if err != nil || !bytes.Contains(body, []byte(d.content)) {
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
		case d.labels != nil && d.labels.MatchString(b.text):
			label = b.text
			continue
		}
		if label != "" {
			b.section, b.first = label, false
		}
		for _, c := range d.columns {
			texts := c.take(b)
			for _, text := range texts {
				out = append(out, seen{c.name, text})
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
	inside := c.section == "" || c.section == "first" && b.first || (c.section == "none") == (b.section == "none") && whole(c.section, b.section)
	if !inside || !whole(c.kinds, b.kind) || c.except != "" && whole(c.except, b.text) || c.after != "" && !whole(c.after, b.before) || c.cell > 0 && c.cell != b.cell {
		return nil
	}
	text := b.text
	if c.text != nil {
		m := c.text.FindStringSubmatch(text)
		if m == nil {
			return nil
		}
		text = m[1]
	}
	if c.split != "" {
		return strings.Split(text, c.split)
	}
	return []string{text}
}
