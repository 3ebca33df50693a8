package wordnet

import (
	"bytes"
	"compress/flate"
	"strings"
	"testing"
)

// pack deflates a table's content.
func pack(t testing.TB, raw []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	b.WriteString(Magic)
	w, err := flate.NewWriter(&b, flate.BestSpeed)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Write(raw); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// small is a table of three nouns, of which the first two are related, and one
// irregular plural.
var small = []byte{
	3, 0, 0, 0, // nouns, verbs, adjectives, adverbs
	1, 1, 0, 0, // noun 0 and noun 1
	3, 0, 2, 'o', 'x', 0, 3, 'p', 'e', 'n', 0, 1, 'z', // ox, pen, z
	1, 0, 1, 1, 1, 2, // a sense each
	1, 0, 4, 'o', 'x', 'e', 'n', // oxen
	1, 0, 0, 0, // is a noun form of ox
}

func TestDecode(t *testing.T) {
	t.Parallel()
	g, err := Decode(pack(t, small))
	if err != nil {
		t.Fatal(err)
	}
	if d, ok := g.Distance("oxen", "pens", 4); !ok || d != 1 {
		t.Errorf("oxen to pens: %d, %v, want 1", d, ok)
	}
	if d, ok := g.Distance("ox", "z", 4); ok {
		t.Errorf("ox to z: %d, want none", d)
	}
}

func TestDecodeTorn(t *testing.T) {
	t.Parallel()
	for n := range small {
		if _, err := Decode(pack(t, small[:n])); err == nil {
			t.Errorf("a table of %d bytes is accepted", n)
		}
	}
	for what, data := range map[string][]byte{
		"surplus bytes":       pack(t, append(bytes.Clone(small), 0)),
		"nothing":             nil,
		"other content":       []byte("<html>"),
		"torn compression":    pack(t, small)[:len(Magic)+5],
		"edge out of range":   pack(t, append([]byte{3, 0, 0, 0, 1, 9}, small[6:]...)),
		"huge synset count":   pack(t, append([]byte{0xff, 0xff, 0xff, 0x7f}, small...)),
		"number of ten bytes": pack(t, bytes.Repeat([]byte{0xff}, 20)),
	} {
		if _, err := Decode(data); err == nil {
			t.Errorf("%s is accepted", what)
		}
	}
	if _, err := Decode([]byte("x")); err == nil || !strings.Contains(err.Error(), Magic) {
		t.Errorf("error %v doesn't say what was expected", err)
	}
}

func FuzzDecode(f *testing.F) {
	f.Add(small)
	f.Add([]byte{1, 1, 1, 1, 4, 0, 0, 0, 0, 0, 0, 0})
	f.Fuzz(func(t *testing.T, raw []byte) {
		g, err := Decode(pack(t, raw))
		if err != nil {
			return
		}
		// What is accepted can be used.
		for i := range g.words.len() {
			g.Distance(g.words.at(i), "ox", 4)
		}
	})
}
