package keywords

import (
	"fmt"
	"math"
	"strings"
	"testing"
)

const glove = `the 0.1 0.1 0.1 0.1
book 1 0.9 0 0
Author 0.8 1 0.1 0
publisher 0.9 0.7 0 0.1
banana 0 0 1 0.2
New_York 0 0.2 0 1
. . . 0.5 0.5 0.5 0.5
`

func TestReadVectors(t *testing.T) {
	t.Parallel()
	for name, file := range map[string]string{"GloVe": glove, "word2vec": "7 4\n" + glove, "torn": glove + "torn 0.1 0.2\nword x 1 2 3\nzero 0 0 0 0\nmuch 1e30 1e38 1 1\n"} {
		v, err := ReadVectors(strings.NewReader(file), nil)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		near, far := v.Similarity("book", "author"), v.Similarity("book", "banana")
		if near < 0.9 || near > 1 || far != 0 || v.Similarity("author", "book") != near {
			t.Errorf("%s: book is %.2f from author, %.2f from banana", name, near, far)
		}
		if got := v.Similarity("book", "Author, publisher"); got < near {
			t.Errorf("%s: two words together %.2f, one %.2f", name, got, near)
		}
		if !v.Knows("new york") || !v.Knows("Book of x") || v.Knows("xyzzy") || v.Similarity("xyzzy", "book") != 0 {
			t.Errorf("%s: what is known", name)
		}
		if want := map[string]int{"torn": 3}[name]; v.Skipped != want {
			t.Errorf("%s: %d lines skipped, want %d", name, v.Skipped, want)
		}
	}
	v, err := ReadVectors(strings.NewReader(glove), []string{"books", "book author"})
	if err != nil || len(v.byWord) != 2 || !v.Knows("book") || v.Knows("publisher") {
		t.Errorf("of two words %d are kept: %v", len(v.byWord), err)
	}
	for _, file := range []string{"", "7 4\n", "word\n", strings.Repeat("x", maxVectorLine+1)} {
		if _, err := ReadVectors(strings.NewReader(file), nil); err == nil {
			t.Errorf("%.20q is read", file)
		}
	}
}

func TestNewVectors(t *testing.T) {
	t.Parallel()
	of := map[string][]float32{}
	for i := range 10 {
		of[fmt.Sprint("word", string(rune('a'+i)))] = []float32{10, float32(i % 2), float32(i % 3)} // a large part in common
	}
	plain, err := NewVectors(of, false)
	if err != nil {
		t.Fatal(err)
	}
	centred, err := NewVectors(of, true)
	if err != nil {
		t.Fatal(err)
	}
	if s := plain.Similarity("worda", "wordf"); s < 0.9 {
		t.Errorf("%.2f apart as they are", s)
	}
	if same, other := centred.Similarity("worda", "wordg"), centred.Similarity("worda", "wordf"); same < 0.999 || other > 0.3 {
		t.Errorf("centred, equal ones are %.2f, others %.2f", same, other)
	}
	for name, bad := range map[string]map[string][]float32{
		"lengths": {"a": {1, 2}, "b": {1}}, "none": {"a": {}}, "zero": {"a": {0, 0}}, "no number": {"a": {float32(math.NaN()), 1}}, "infinite": {"a": {float32(math.Inf(1)), 1}},
	} {
		if _, err := NewVectors(bad, false); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

// Vectors choose keywords as the other evaluators do.
func TestVectorsChoose(t *testing.T) {
	t.Parallel()
	v, err := ReadVectors(strings.NewReader(glove), nil)
	if err != nil {
		t.Fatal(err)
	}
	got, err := Choose("book", []Candidate{{"author", 10}, {"publisher", 10}, {"banana", 10}, {"basket", 10}}, v, Options{})
	if err != nil || strings.Join(got.Entity, " ") != "publisher author" || len(got.Related) != 2 {
		t.Errorf("%+v, %v", got, err)
	}
	if _, err := Choose("xyzzy", nil, v, Options{}); err == nil {
		t.Error("an unknown domain is accepted")
	}
}

func FuzzReadVectors(f *testing.F) {
	f.Add(glove)
	f.Add("2 3\na 1 2 3\nb NaN Inf 0x1p-2")
	f.Fuzz(func(t *testing.T, file string) {
		v, err := ReadVectors(strings.NewReader(file), nil)
		if err != nil {
			return
		}
		for a := range v.byWord {
			for b := range v.byWord {
				if s := v.Similarity(a, b); !(s >= 0 && s <= 1) {
					t.Fatalf("%q and %q: %v", a, b, s)
				}
			}
			break
		}
	})
}
