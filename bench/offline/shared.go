package main

import (
	"bufio"
	"fmt"
	"html"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"verde/values"
)

// shared prints what the true values of the other sites of books have in common
// with the training site's: of the pages at hand, those with a value that it
// has as well.
func shared(corpora string) error {
	attributes := []string{"title", "author", "publisher", "isbn_13"}
	fmt.Printf("\n| site | pages | with a title | author | publisher | ISBN of %s | the authors |\n| --- | --- | --- | --- | --- | --- | --- |\n", training)
	folders, err := filepath.Glob(filepath.Join(corpora, "swde", "html", "book-*"))
	if err != nil {
		return err
	}
	for _, dir := range folders {
		site := filepath.Base(dir)
		if site == training {
			continue
		}
		files, err := os.ReadDir(dir)
		if err != nil {
			return err
		}
		row := fmt.Sprintf("| %s | %d ", site, len(files))
		var who []string
		for _, attribute := range attributes {
			ours, err := truth(corpora, training, attribute)
			if err != nil {
				return err
			}
			theirs, err := truth(corpora, site, attribute)
			if err != nil {
				return err
			}
			known := map[string]bool{}
			for _, texts := range ours {
				for _, v := range texts {
					known[values.Fold(v)] = true
				}
			}
			pages := 0
			for _, f := range files {
				common := slices.DeleteFunc(slices.Clone(theirs[strings.TrimSuffix(f.Name(), ".htm")]), func(v string) bool { return !known[values.Fold(v)] })
				if len(common) > 0 {
					pages++
				}
				if attribute == "author" {
					who = append(who, common...)
				}
			}
			row += fmt.Sprintf("| %d ", pages)
		}
		slices.Sort(who)
		fmt.Printf("%s| %s |\n", row, strings.Join(slices.Compact(who), ", "))
	}
	return nil
}

// truth reads the true values of an attribute by page: below two lines of
// header, the page, the number of values, and the values.
func truth(corpora, site, attribute string) (map[string][]string, error) {
	f, err := os.Open(filepath.Join(corpora, "swde", "groundtruth", site+"-"+attribute+".txt"))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	out := map[string][]string{}
	in := bufio.NewScanner(f)
	for line := 0; in.Scan(); line++ {
		fields := strings.Split(in.Text(), "\t")
		if line < 2 || len(fields) < 3 {
			continue
		}
		for _, v := range fields[2:] {
			if v = strings.TrimSpace(html.UnescapeString(v)); v != "" && v != "<NULL>" {
				out[fields[0]] = append(out[fields[0]], v)
			}
		}
	}
	return out, in.Err()
}
