package main

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"verde/models"
	"verde/page"
	"verde/pageeval"
)

// Training from the recorded data and seed gives the shipped weights.
func TestRetraining(t *testing.T) {
	t.Parallel()
	corpora := os.Getenv("VERDE_CORPORA")
	if corpora == "" {
		t.Skip("VERDE_CORPORA is not set: no training data")
	}
	set, _, err := collect(corpora, 1)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "weights")
	if err := set.train(io.Discard, pageeval.FitOptions{}, file); err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, models.PageEval()) {
		t.Errorf("trained:\n%s\nshipped:\n%s", got, models.PageEval())
	}
}

func TestReadTruth(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"book-x-title.txt":  "\ufeffbook\tx\ttitle\n2\t2\t2\t2\n0000\t1\tTom &amp; Jerry\n0001\t1\t<NULL>\n",
		"book-x-author.txt": "book\tx\tauthor\n2\t2\t2\t2\n0000\t2\tA\tB\n",
		"book-y-author.txt": "book\ty\tauthor\n2\t2\t2\t2\n0000\t1\tC\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := readTruth(dir, "book-x")
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]map[string][]string{"0000": {"title": {"Tom & Jerry"}, "author": {"A", "B"}}}
	got["0001"] = nil // no value
	delete(got, "0001")
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}

// A description that mentions both values, and links alone, are no data.
func TestData(t *testing.T) {
	t.Parallel()
	const body = `<div id=a><h1>Dune</h1><b>By Frank Herbert</b></div>
		<p>In this review of Dune we ask what Frank Herbert had in mind when he wrote it.</p>
		<a href=x><b>Dune</b> <i>Frank Herbert</i></a>`
	doc, err := page.Parse([]byte(body))
	if err != nil {
		t.Fatal(err)
	}
	c := collector{rng: newRand(1)}
	c.data("site", doc, map[string][]string{"title": {"Dune"}, "author": {"Frank Herbert"}})
	if len(c.set) != 1 || !c.set[0].data || c.set[0].fragment.XPath != "/html/body/div" {
		t.Errorf("examples %+v", c.set)
	}
	if len(c.trials) != 1 || c.trials[0].query[0] != "Dune" || len(c.trials[0].fragments) != 2 {
		t.Errorf("trials %+v", c.trials)
	}
}

func TestNamesIn(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, text, want string }{
		{"three names of several words", "Yesterday the mayor met Angela Merkel, and Simon. He left with Marie Curie for Buenos Aires.", "Angela Merkel|Marie Curie|Buenos Aires"},
		{"two of them do not suffice", "Yesterday the mayor met Angela Merkel, and Simon. He left with Marie Curie.", "Angela Merkel|Simon|Marie Curie"},
		{"numbers are names", "The town had 4500 people in 1820 and more later.", "4500|1820"},
		{"a sentence begins with no name", "Nothing happened. Simon slept through everything.", "Nothing|happened|through|everything"},
		{"short words begin no name", "She moved to New York with Tom.", "York"},
		{"nothing", "- a . b", ""},
	} {
		if got := strings.Join(namesIn(c.text), "|"); got != c.want {
			t.Errorf("%s: names %q, want %q", c.name, got, c.want)
		}
	}
}

func TestScore(t *testing.T) {
	t.Parallel()
	var s score
	for _, p := range []float64{.9, .9, .9, .1} {
		s.add(true, p)
	}
	for _, p := range []float64{.9, .1} {
		s.add(false, p)
	}
	const want = "accuracy 0.667 precision 0.750 recall 0.750, even classes 0.625 0.600 (tp 3 fp 1 tn 1 fn 1)"
	if got := s.String(); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

func TestUsage(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{{}, {"dance"}, {"-corpora", "", "train"}, {"webbox"}, {"-corpora", t.TempDir(), "train"}} {
		if err := run(args); err == nil {
			t.Errorf("%q: no error", args)
		}
	}
}
