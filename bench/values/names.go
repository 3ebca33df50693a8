package main

import (
	"bufio"
	"fmt"
	"html"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"verde/values"
)

// byline is what one site calls the author of a book.
type byline struct{ site, text string }

// names compares what sites call the author of a book, the same one by its ISBN,
// and, as a check, what they call those of two books. folder holds the true values
// of books, as SWDE has them. Texts of several authors are no names and left out.
func names(folder string) error {
	files, err := filepath.Glob(filepath.Join(folder, "*-author.txt"))
	if err != nil {
		return err
	}
	books := make(map[string][]byline)
	for _, file := range files {
		isbns, err := column(strings.Replace(file, "-author.txt", "-isbn_13.txt", 1))
		if err != nil {
			return err
		}
		authors, err := column(file)
		if err != nil {
			return err
		}
		for page, text := range authors {
			for _, v := range values.Parse(isbns[page]) {
				if key, ok := v.(values.ISBN); ok {
					books[string(key)] = append(books[string(key)], byline{filepath.Base(file), text})
				}
			}
		}
	}
	one, two := make(map[string]int), make(map[string]int)
	var before []byline
	for _, isbn := range slices.Sorted(maps.Keys(books)) {
		list := books[isbn]
		for i, a := range list {
			for _, b := range list[:i] {
				tally(one, a, b)
			}
			for _, b := range before {
				tally(two, a, b)
			}
		}
		before = list
	}
	fmt.Println("| two sites' authors of | texts that differ | Same | IsName | one has the words of the other | other |")
	fmt.Println("| --- | --- | --- | --- | --- | --- |")
	for _, row := range []struct {
		of string
		n  map[string]int
	}{{"one book", one}, {"two books", two}} {
		fmt.Printf("| %s | %d | %d | %d | %d | %d |\n", row.of, row.n["pairs"], row.n["same"], row.n["is"], row.n["within"], row.n["other"])
	}
	return nil
}

// tally counts how two texts of different sites compare.
func tally(n map[string]int, a, b byline) {
	_, ok := values.ParseName(a.text)
	_, ok2 := values.ParseName(b.text)
	if !ok || !ok2 || a.site == b.site || a.text == b.text {
		return
	}
	n["pairs"]++
	if values.Same(a.text, b.text) {
		n["same"]++
	}
	switch o := values.Overlay(values.Wording(a.text), values.Wording(b.text)); {
	case values.IsName(a.text, b.text):
		n["is"]++
	case o.Within() && len(o.Same) > 0 && len(o.Same)+len(o.Letters) > 1:
		n["within"]++
	default:
		n["other"]++
	}
}

// column reads a file of true values: by page the only value.
func column(file string) (map[string]string, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	out := make(map[string]string)
	for lines := bufio.NewScanner(f); lines.Scan(); {
		if fields := strings.Split(lines.Text(), "\t"); len(fields) == 3 && fields[2] != "<NULL>" {
			out[fields[0]] = strings.TrimSpace(html.UnescapeString(fields[2]))
		}
	}
	return out, nil
}
