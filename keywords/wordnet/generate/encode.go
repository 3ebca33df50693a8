package main

import (
	"bytes"
	"cmp"
	"compress/flate"
	"encoding/binary"
	"fmt"

	"verde/keywords/wordnet"
)

// encode writes the layout that [wordnet.Decode] documents, and reads it back.
func (db *database) encode() ([]byte, error) {
	e := &encoder{}
	for _, n := range db.counts {
		e.number(n)
	}
	e.relations(db)
	words := sortedKeys(db.senses, cmp.Compare[string])
	e.table(words)
	for _, w := range words {
		e.number(len(db.senses[w]))
		for _, s := range db.senses[w] {
			e.number(s)
		}
	}
	e.irregular(db, words)

	var out bytes.Buffer
	out.WriteString(wordnet.Magic)
	w, err := flate.NewWriter(&out, flate.BestCompression)
	if err != nil {
		return nil, err
	}
	if _, err := w.Write(e.data); err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	g, err := wordnet.Decode(out.Bytes())
	if err != nil {
		return nil, fmt.Errorf("reading the table back: %w", err)
	}
	if s, r, n := g.Size(); s != db.synsets() || r != len(db.relations) || n != len(words) {
		return nil, fmt.Errorf("read back %d synsets, %d relations and %d words; wrote %d, %d and %d",
			s, r, n, db.synsets(), len(db.relations), len(words))
	}
	return out.Bytes(), nil
}

type encoder struct{ data []byte }

func (e *encoder) number(n int) { e.data = binary.AppendUvarint(e.data, uint64(n)) }

func (e *encoder) relations(db *database) {
	above := make([][]int, db.synsets())
	for _, r := range sortedKeys(db.relations, func(a, b [2]int) int {
		return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(a[1], b[1]))
	}) {
		above[r[0]] = append(above[r[0]], r[1])
	}
	for s, to := range above {
		e.number(len(to))
		at := s
		for _, t := range to {
			e.number(t - at)
			at = t
		}
	}
}

func (e *encoder) table(sorted []string) {
	e.number(len(sorted))
	last := ""
	for _, s := range sorted {
		n := 0
		for n < min(len(s), len(last)) && s[n] == last[n] {
			n++
		}
		e.number(n)
		e.number(len(s) - n)
		e.data = append(e.data, s[n:]...)
		last = s
	}
}

func (e *encoder) irregular(db *database, words []string) {
	baseOf := map[string]int{}
	for i, w := range words {
		baseOf[w] = i
	}
	formOf := map[string]int{}
	for x := range db.irregular {
		formOf[x.form] = 0
	}
	forms := sortedKeys(formOf, cmp.Compare[string])
	for i, f := range forms {
		formOf[f] = i
	}
	e.table(forms)
	e.number(len(db.irregular))
	last := 0
	for _, x := range sortedKeys(db.irregular, func(a, b exception) int {
		return cmp.Or(cmp.Compare(a.form, b.form), cmp.Compare(a.part, b.part), cmp.Compare(a.base, b.base))
	}) {
		e.number(formOf[x.form] - last)
		e.number(x.part)
		e.number(baseOf[x.base])
		last = formOf[x.form]
	}
}
