package webs

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Webbox reads what is there, and makes do with less: a site that lost its names, or a family that
// lost a template, would be another web without a word.
func TestOwnAreComplete(t *testing.T) {
	t.Parallel()
	for _, family := range Own(filepath.Join("..", "..")) {
		for kind, atLeast := range map[string]int{"record": 10, "list": 1, "article": 1, "chrome": 1} {
			found, err := filepath.Glob(filepath.Join(family.Templates, kind+"-*.tmpl"))
			if err != nil || len(found) < atLeast {
				t.Errorf("family %s has %d templates of kind %s (%v), not %d", family.Name, len(found), kind, err, atLeast)
			}
		}
		if _, err := os.Stat(filepath.Join(family.Templates, "family.json")); err != nil {
			t.Error(err)
		}
		for _, vertical := range family.Verticals {
			folder := filepath.Join(family.Truth, vertical)
			if _, err := os.Stat(filepath.Join(folder, "vertical.json")); err != nil {
				t.Error(err)
			}
			entities, err := os.ReadFile(filepath.Join(folder, "entities.tsv"))
			if err != nil {
				t.Fatal(err)
			}
			pages := map[string]map[string]bool{} // by site
			for line := range strings.Lines(string(entities)) {
				site, rest, _ := strings.Cut(line, "\t")
				page, _, _ := strings.Cut(rest, "\t")
				if pages[site] == nil {
					pages[site] = map[string]bool{}
				}
				pages[site][page] = true
			}
			if len(pages) != 10 {
				t.Errorf("%s has %d sites, not ten", vertical, len(pages))
			}
			for site, of := range pages {
				if len(of) < 40 {
					t.Errorf("%s-%s has %d pages, fewer than 40", vertical, site, len(of))
				}
				checkNames(t, folder, vertical+"-"+site, of)
			}
		}
	}
}

// checkNames holds a site's names against its pages: each has one, and no file names another page.
func checkNames(t *testing.T, folder, site string, pages map[string]bool) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(folder, site+"-*.txt"))
	if err != nil {
		t.Fatal(err)
	}
	named := 0
	for _, file := range files {
		values, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for i, line := range strings.Split(strings.TrimSpace(string(values)), "\n") {
			if i < 2 { // heads
				continue
			}
			page, _, _ := strings.Cut(line, "\t")
			if !pages[page] {
				t.Errorf("%s: page %s is no entity's", file, page)
			}
			if strings.HasSuffix(file, "-name.txt") || strings.HasSuffix(file, "-part.txt") {
				named++
			}
		}
	}
	if named != len(pages) {
		t.Errorf("%s: %d of %d pages have a name", site, named, len(pages))
	}
}
