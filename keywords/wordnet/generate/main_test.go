package main

import (
	"bytes"
	"strings"
	"testing"
	"testing/fstest"

	"verde/keywords/wordnet"
)

// dict is a WordNet of five synsets, in the layout of the database files.
func dict() fstest.MapFS {
	files := map[string]string{
		"data.noun": "  1 licence\n" +
			"00000100 03 n 01 thing 0 002 ~ 00000200 n 0000 ~ 00000300 n 0000 | whatever\n" +
			"00000200 03 n 02 ox 0 draft_animal 0 002 @ 00000100 n 0000 + 00000100 v 0101 | \"a | beast\"\n" +
			"00000300 03 n 01 pen 0 001 @ 00000100 n 0000 | writes\n",
		"data.verb":  "00000100 29 v 01 plough 0 001 + 00000200 n 0101 01 + 02 00 | to plough\n",
		"data.adj":   "00000100 00 s 01 bovine 0 000 | like an ox\n",
		"data.adv":   "",
		"index.noun": "  1 licence\nthing n 1 1 ~ 1 1 00000100\nox n 1 2 @ + 1 0 00000200\ndraft_animal n 1 1 @ 1 0 00000200\npen n 1 1 @ 1 1 00000300\n",
		"index.verb": "plough v 1 1 + 1 0 00000100\n",
		"index.adj":  "bovine a 1 0 1 0 00000100\n",
		"index.adv":  "",
		"noun.exc":   "oxen ox\nunheard_ofs unheard_of\n",
		"verb.exc":   "",
		"adj.exc":    "",
		"adv.exc":    "",
	}
	fs := fstest.MapFS{}
	for name, text := range files {
		fs[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return fs
}

func TestGenerate(t *testing.T) {
	t.Parallel()
	db, err := read(dict())
	if err != nil {
		t.Fatal(err)
	}
	table, err := db.encode()
	if err != nil {
		t.Fatal(err)
	}
	g, err := wordnet.Decode(table)
	if err != nil {
		t.Fatal(err)
	}
	if s, r, w := g.Size(); s != 5 || r != 3 || w != 6 {
		t.Errorf("%d synsets, %d relations, %d words; want 5, 3, 6", s, r, w)
	}
	for _, test := range []struct {
		a, b string
		want int
	}{{"oxen", "draft animal", 0}, {"ox", "plough", 1}, {"ploughing", "pens", 3}, {"Draft_Animal", "thing", 1}} {
		if d, ok := g.Distance(test.a, test.b, 4); !ok || d != test.want {
			t.Errorf("%q to %q: %d, %v; want %d", test.a, test.b, d, ok, test.want)
		}
	}
	if !g.Has("bovine") || g.Has("unheard of") {
		t.Error("bovine is missing, or a base that is no lemma was taken")
	}

	again, err := read(dict())
	if err != nil {
		t.Fatal(err)
	}
	if other, err := again.encode(); err != nil || !bytes.Equal(table, other) {
		t.Errorf("a second run gives another table, or %v", err)
	}
}

func TestDamagedFiles(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"data.noun":  "00000100 03 n 01 thing 0 001 ~ 00000200\n",
		"data.verb":  "00000100 29 v 01 plough 0 001 + 00000999 n 0101 | no such noun\n",
		"data.adj":   "00000100 00 s 01\n",
		"data.adv":   "x 00 r 01 so 0 000 |\n",
		"index.verb": "plough v 1 1 + 1 0 00000777\n",
		"index.adj":  "bovine a 99 0 1 0 00000100\n",
	} {
		fs := dict()
		fs[name] = &fstest.MapFile{Data: []byte(text)}
		if _, err := read(fs); err == nil || !strings.Contains(err.Error(), name+":1") {
			t.Errorf("%s with %q: error %v, want one that names file and line", name, text, err)
		}
	}
	fs := dict()
	delete(fs, "noun.exc")
	if _, err := read(fs); err == nil {
		t.Error("a missing file is no error")
	}
}
