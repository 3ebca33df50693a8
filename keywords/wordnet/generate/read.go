package main

import (
	"bufio"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strconv"
	"strings"
)

// place is where WordNet itself keeps a synset: an offset into a data file.
type place struct{ part, offset int }

// database is what the table holds of WordNet.
type database struct {
	counts    [len(parts)]int
	number    map[place]int
	relations map[[2]int]bool // lower synset first
	senses    map[string][]int
	irregular map[exception]bool
}

type exception struct {
	form string
	part int
	base string
}

func (db *database) synsets() int {
	n := 0
	for _, c := range db.counts {
		n += c
	}
	return n
}

func read(dict fs.FS) (*database, error) {
	db := &database{
		number:    map[place]int{},
		relations: map[[2]int]bool{},
		senses:    map[string][]int{},
		irregular: map[exception]bool{},
	}
	// Synsets are numbered in one pass before relations refer to them.
	steps := []struct {
		format string
		read   func(part int, fields []string) error
	}{
		{"data.%s", db.addSynset}, {"data.%s", db.addRelations}, {"index.%s", db.addSenses}, {"%s.exc", db.addIrregular},
	}
	for _, step := range steps {
		for p, part := range parts {
			name := fmt.Sprintf(step.format, part.name)
			if err := eachLine(dict, name, func(fields []string) error { return step.read(p, fields) }); err != nil {
				return nil, err
			}
		}
	}
	return db, nil
}

// eachLine calls read with the fields of each line of a file but the licence
// at its head, whose lines start with a space, and the gloss at a line's end.
func eachLine(dict fs.FS, name string, read func(fields []string) error) error {
	f, err := dict.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	lines := bufio.NewReader(f)
	for n := 1; ; n++ {
		line, err := lines.ReadString('\n')
		if err == io.EOF && line == "" {
			return nil
		}
		if err != nil && err != io.EOF {
			return fmt.Errorf("%s: %w", name, err)
		}
		if strings.HasPrefix(line, " ") {
			continue
		}
		line, _, _ = strings.Cut(line, "|")
		if err := read(strings.Fields(line)); err != nil {
			return fmt.Errorf("%s:%d: %w", name, n, err)
		}
	}
}

func (db *database) addSynset(part int, fields []string) error {
	offset, err := field(fields, 0, 10)
	if err != nil {
		return err
	}
	db.number[place{part, offset}] = len(db.number)
	db.counts[part]++
	return nil
}

// addRelations reads the pointers of a synset: offset, file number, type,
// number of words (hexadecimal), words with their ids, number of pointers,
// and for each symbol, offset, part of speech, and which words it is between.
// A relation between two words counts as one between their synsets.
func (db *database) addRelations(part int, fields []string) error {
	offset, err := field(fields, 0, 10)
	if err != nil {
		return err
	}
	words, err := field(fields, 3, 16)
	if err != nil {
		return err
	}
	at := 4 + 2*words
	pointers, err := field(fields, at, 10)
	if err != nil {
		return err
	}
	from := db.number[place{part, offset}]
	for at++; pointers > 0; pointers, at = pointers-1, at+4 {
		offset, err := field(fields, at+1, 10)
		if err != nil {
			return err
		}
		if at+3 >= len(fields) {
			return fmt.Errorf("line ends within a pointer")
		}
		p, err := partOf(fields[at+2])
		if err != nil {
			return err
		}
		to, ok := db.number[place{p, offset}]
		if !ok {
			return fmt.Errorf("pointer to %s at %d, which isn't there", parts[p].name, offset)
		}
		if from != to {
			db.relations[[2]int{min(from, to), max(from, to)}] = true
		}
	}
	return nil
}

// addSenses reads a lemma of an index file: lemma, part of speech, number of
// synsets, number of pointer symbols, these, two more counts, and the synsets'
// offsets, commonest first.
func (db *database) addSenses(part int, fields []string) error {
	n, err := field(fields, 2, 10)
	if err != nil {
		return err
	}
	if n > len(fields) {
		return fmt.Errorf("line ends before its %d synsets", n)
	}
	lemma := spaced(fields[0])
	for i := len(fields) - n; i < len(fields); i++ {
		offset, err := field(fields, i, 10)
		if err != nil {
			return err
		}
		s, ok := db.number[place{part, offset}]
		if !ok {
			return fmt.Errorf("sense of %q at %d, which isn't there", lemma, offset)
		}
		db.senses[lemma] = append(db.senses[lemma], s)
	}
	return nil
}

// addIrregular reads an inflected form and its base forms. Those that are no
// lemmas, and forms that are their own base, say nothing.
func (db *database) addIrregular(part int, fields []string) error {
	for _, base := range fields[min(1, len(fields)):] {
		base = spaced(base)
		if form := spaced(fields[0]); db.senses[base] != nil && form != base {
			db.irregular[exception{form, part, base}] = true
		}
	}
	return nil
}

func spaced(word string) string {
	return strings.ToLower(strings.ReplaceAll(word, "_", " "))
}

func field(fields []string, i, base int) (int, error) {
	if i >= len(fields) {
		return 0, fmt.Errorf("%d fields, want more than %d", len(fields), i)
	}
	n, err := strconv.ParseUint(fields[i], base, 31)
	return int(n), err
}

func sortedKeys[K comparable, V any](m map[K]V, compare func(a, b K) int) []K {
	keys := make([]K, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.SortFunc(keys, compare)
	return keys
}

// parts are the parts of speech, in the order of the table, as file names
// have them, and pointers' letters for each (s is an adjective satellite).
var parts = [...]struct{ name, letters string }{
	{"noun", "n"}, {"verb", "v"}, {"adj", "as"}, {"adv", "r"},
}

// partOf returns the number of the part of speech with the letter.
func partOf(letter string) (int, error) {
	for p, part := range parts {
		if letter != "" && strings.Contains(part.letters, letter) {
			return p, nil
		}
	}
	return 0, fmt.Errorf("unknown part of speech %q", letter)
}
