package wordnet

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"sync"
)

// Magic opens a table; its last character is the version of the layout.
const Magic = "VerDE-WordNet-1"

// maxTable bounds an inflated table: WordNet 3.0 takes 2.2 MB.
const maxTable = 32 << 20

var errTorn = errors.New("table is torn or damaged")

// Decode reads a table as the generate program writes it: [Magic], then
// deflated, all numbers as unsigned varints:
//
//   - the number of synsets of each part of speech;
//   - per synset, the number of its neighbours with a higher number, and the
//     distance to each from the one before (the first: from the synset itself);
//   - the lemmas as a string table: their number, then for each the length of
//     the prefix shared with the one before, the length of the rest, the rest;
//   - per lemma, the number of its senses, and each sense's synset;
//   - the irregular forms as a string table; their number of entries, and for each
//     entry, sorted, form (as the distance from the entry before), part of speech and lemma.
//
// Everything is checked, so that a damaged table gives an error and no panic.
func Decode(data []byte) (*Graph, error) {
	deflated, ok := bytes.CutPrefix(data, []byte(Magic))
	if !ok {
		return nil, fmt.Errorf("no WordNet table: it doesn't start with %q", Magic)
	}
	raw, err := io.ReadAll(io.LimitReader(flate.NewReader(bytes.NewReader(deflated)), maxTable))
	if err != nil {
		return nil, fmt.Errorf("inflating: %w", err)
	}
	d := &decoder{data: raw}
	g := &Graph{}
	d.synsets(g)
	g.words = d.table()
	d.senses(g)
	g.exceptions = d.table()
	d.irregulars(g)
	if !d.torn && len(d.data) > 0 {
		d.torn = true
	}
	if d.torn {
		return nil, errTorn
	}
	return g, nil
}

// decoder takes numbers off a table. After the first fault torn is set and
// all further numbers are 0.
type decoder struct {
	data []byte
	torn bool
}

func (d *decoder) number() int {
	v, n := binary.Uvarint(d.data)
	if n <= 0 || v > math.MaxInt32 {
		d.torn, d.data = true, nil
		return 0
	}
	d.data = d.data[n:]
	return int(v)
}

// below is a number that must be less than limit.
func (d *decoder) below(limit int) int {
	v := d.number()
	if v >= limit {
		d.torn, d.data = true, nil
		return 0
	}
	return v
}

// count is a number of things that take at least one byte each: no more than
// there are bytes left, so that a damaged count allocates little.
func (d *decoder) count() int {
	n := d.number()
	if n > len(d.data) {
		d.torn, d.data = true, nil
		return 0
	}
	return n
}

func (d *decoder) synsets(g *Graph) {
	n := 0
	for p := range numParts {
		n += d.count()
		g.ends[p] = Synset(n)
	}
	if n > len(d.data) {
		d.torn = true
		n = 0
	}
	// Each edge is stored once, at its lower end; degree counts both.
	degree := make([]uint32, n+1)
	pairs := make([][2]Synset, 0, n)
	for s := range n {
		at := s
		for range d.count() {
			at += d.below(n - at)
			pairs = append(pairs, [2]Synset{Synset(s), Synset(at)})
			degree[s]++
			degree[at]++
		}
	}
	g.edgeStart = make([]uint32, n+1)
	var total uint32
	for s, k := range degree {
		g.edgeStart[s] = total
		total += k
	}
	g.edges = make([]Synset, total)
	fill := degree // reused: how far each list has been filled
	copy(fill, g.edgeStart)
	for _, p := range pairs {
		g.edges[fill[p[0]]] = p[1]
		fill[p[0]]++
		g.edges[fill[p[1]]] = p[0]
		fill[p[1]]++
	}
}

func (d *decoder) table() table {
	n := d.count()
	t := table{start: make([]uint32, 1, n+1)}
	text := make([]byte, 0, 12*n) // a lemma has 11.5 bytes on average
	last := 0
	for range n {
		shared := d.below(len(text) - last + 1)
		rest := d.count()
		start := len(text)
		text = append(text, text[last:last+shared]...)
		text = append(text, d.data[:rest]...)
		d.data = d.data[rest:]
		last = start
		if d.torn || len(text) > maxTable {
			d.torn = true
			break
		}
		t.start = append(t.start, uint32(len(text)))
	}
	t.text = string(text)
	return t
}

func (d *decoder) senses(g *Graph) {
	words, synsets := g.words.len(), len(g.edgeStart)-1
	g.senseStart = make([]uint32, 1, words+1)
	g.senses = make([]Synset, 0, words+words/2)
	for range words {
		for range d.count() {
			g.senses = append(g.senses, Synset(d.below(synsets)))
		}
		g.senseStart = append(g.senseStart, uint32(len(g.senses)))
	}
}

func (d *decoder) irregulars(g *Graph) {
	form := 0
	for range d.count() {
		form += d.below(g.exceptions.len() - form)
		x := irregular{form: form, part: part(d.below(int(numParts))), base: d.below(g.words.len())}
		g.exceptional = append(g.exceptional, x)
	}
}

// Load gives the graph of the embedded table, which is decoded once and shared: about
// 65 ms, and 6 MB that stay.
func Load() (*Graph, error) { return shared() }

var shared = sync.OnceValues(func() (*Graph, error) {
	g, err := Decode(embedded)
	if err != nil {
		return nil, fmt.Errorf("embedded WordNet table: %w; run go generate ./keywords/wordnet", err)
	}
	return g, nil
})
