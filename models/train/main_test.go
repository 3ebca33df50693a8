package main

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"verde/models"
	"verde/page"
	"verde/pageeval"
)

// Training from the recorded data and seed gives the shipped weights, and the
// report of them, byte for byte.
func TestRetraining(t *testing.T) {
	t.Parallel()
	corpora := os.Getenv("VERDE_CORPORA")
	if corpora == "" {
		t.Skip("VERDE_CORPORA is not set: no training data")
	}
	set, trials, err := collect(corpora, 1, false)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "weights")
	if err := set.train(io.Discard, pageeval.FitOptions{Ridge: shippedRidge}, file); err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(string(models.PageEval()), string(got)); d != "" {
		t.Errorf("weights (-shipped +trained):\n%s", d)
	}
	var new unseen
	if new.set, new.trials, err = collect(corpora, 1, true); err != nil {
		t.Fatal(err)
	}
	for _, site := range set.sites() {
		if slices.Contains(new.set.sites(), site) {
			t.Errorf("%s teaches and is to teach nothing", site)
		}
	}
	var report bytes.Buffer
	if err := set.report(&report, 1, pageeval.FitOptions{Ridge: shippedRidge}, trials, new); err != nil {
		t.Fatal(err)
	}
	shipped, err := os.ReadFile("../MODELS.md")
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(string(shipped), report.String()); d != "" {
		t.Errorf("report (-shipped +made):\n%s", d)
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
	c.data("site", doc, record{"title": {"Dune"}, "author": {"Frank Herbert"}}, nil)
	if len(c.set) != 1 || !c.set[0].data || c.set[0].fragment.XPath != "/html/body/div" {
		t.Errorf("examples %+v", c.set)
	}
	if len(c.trials) != 1 || c.trials[0].query[0] != "Dune" || len(c.trials[0].fragments) != 2 {
		t.Errorf("trials %+v", c.trials)
	}
}

// Of the places of a pair the one with the fewest words is data, and a pair that
// other things have too is none.
func TestDataIsUnambiguous(t *testing.T) {
	t.Parallel()
	const body = `<title>Dune</title><div id=a><h1>Dune</h1><b>Frank Herbert</b> <i>1965</i> <u>Ace</u></div>
		<div id=b><b>Dune</b><p>A review by a reader of many words<p>Frank Herbert</div>`
	doc, err := page.Parse([]byte(body))
	if err != nil {
		t.Fatal(err)
	}
	values := record{"title": {"Dune"}, "author": {"Frank Herbert"}, "year": {"1965"}, "publisher": {"Ace"}, "maker": {"Frank"}}
	held := records{"0": values, "1": {"year": {"1965"}, "publisher": {"ACE"}, "maker": {"Frank"}}}.holders()
	if held["ace"] != 2 || held["dune"] != 1 {
		t.Errorf("holders %v", held)
	}
	c := collector{rng: newRand(1)}
	c.data("site", doc, values, held)
	for _, e := range c.set {
		if e.fragment.XPath != "/html/body/div[1]" || e.query[0] == "1965" && e.query[1] == "Ace" {
			t.Errorf("%q in %s", e.query, e.fragment.XPath)
		}
	}
	if len(c.set) != 1 {
		t.Errorf("%d examples, want one for one place", len(c.set))
	}
}

// Another entity of the site, with its own values, is no data; the entity that the
// page is about, and names of one word, are left to others.
func TestRelated(t *testing.T) {
	t.Parallel()
	const body = `<title>Dune Messiah</title><h1>Dune Messiah</h1><p>Frank Herbert</p>
		<ul><li><a href=/1>Brave New World</a> <i>Aldous Huxley</i><li><a href=/2>Emma</a> <i>Jane Austen</i></ul>`
	doc, err := page.Parse([]byte(body))
	if err != nil {
		t.Fatal(err)
	}
	all := records{
		"0": {"title": {"Dune Messiah"}, "author": {"Frank Herbert"}},
		"1": {"title": {"Brave New World"}, "author": {"Aldous Huxley"}},
		"2": {"title": {"Emma"}, "author": {"Jane Austen"}},
		"3": {"title": {"Brave New World"}, "author": {"Someone Else"}},
	}
	c := collector{rng: newRand(1)}
	c.related("site", doc, all["0"], all.entities())
	if len(c.set) != 1 || c.set[0].data || c.set[0].fragment.XPath != "/html/body/ul/li[1]" || c.set[0].query[0] != "Brave New World" {
		t.Errorf("examples %+v", c.set)
	}
	if len(c.trials) != 1 || c.trials[0].data {
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
		{"no blanks, no names", "設定で変更できる箇所も少なく、融通が効かない面も多々あります", ""},
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
	const want = "accuracy 0.667 precision 0.750 recall 0.750 F1 0.750, even classes 0.625 0.600 (tp 3 fp 1 tn 1 fn 1)"
	if got := s.String(); got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if got := (score{TN: 2}).String(); !strings.Contains(got, "precision - recall -") {
		t.Errorf("without data: %s", got)
	}
}

// Three examples of the rest weigh as much as one of data.
func TestReliability(t *testing.T) {
	t.Parallel()
	var r reliability
	r.add(true, 1)
	for _, p := range []float64{.92, .05, .07} {
		r.add(false, p)
	}
	bins := r.Bins()
	low, high := bins[0], bins[9]
	if low.Examples != 2 || low.Mean.String() != "0.060" || low.Data.String() != "0.000" {
		t.Errorf("lowest bin %+v", low)
	}
	// Weights: 1/2 for the data, 1/6 for each of the rest.
	if high.Examples != 2 || high.Mean.String() != "0.980" || high.Data.String() != "0.750" {
		t.Errorf("highest bin %+v", high)
	}
	if bins[5].Examples != 0 || bins[5].Mean.String() != "-" {
		t.Errorf("empty bin %+v", bins[5])
	}
	// (2/6)·.06 + (4/6)·|.98-.75| and (.92² + .05² + .07²)/6
	if e, b := r.Error().String(), r.Brier().String(); e != "0.173" || b != "0.142" {
		t.Errorf("calibration error %s, Brier score %s", e, b)
	}
}

// An interval spans what the owners differ in.
func TestBootstrap(t *testing.T) {
	t.Parallel()
	same := scores{"a": {TP: 9, FP: 1}, "b": {TP: 9, FP: 1}}
	if got := same.bootstrap(score.Precision); got != (interval{.9, .9}) {
		t.Errorf("owners alike: %v", got)
	}
	differ := scores{"a": {TP: 10}, "b": {FP: 10}, "c": {TN: 3}}
	if got := differ.bootstrap(score.Precision); got != (interval{0, 1}) {
		t.Errorf("owners that differ: %v", got)
	}
	if got := (scores{"a": {TN: 1}}).bootstrap(score.Precision); got.String() != "NaN to NaN" {
		t.Errorf("nothing to measure: %v", got)
	}
}

// Sites of one owner are held out together: nothing of the owner is trained on.
func TestHoldOut(t *testing.T) {
	t.Parallel()
	for site, want := range map[string]string{"book-amazon": "amazon", "camera-amazon": "amazon", "my-news.example": "my-news.example", "0f3a": "0f3a"} {
		if got := owner(site); got != want {
			t.Errorf("owner(%q) = %q, want %q", site, got, want)
		}
	}
	var s set
	for i, site := range []string{"book-a", "car-a", "book-b", "book-c"} {
		for _, data := range []bool{true, false} {
			var f pageeval.Features
			f[0] = float64(i)
			if (site == "car-a") != data { // one site is the other way round
				f[1] = 1
			}
			s = append(s, example{site: site, kind: kindData, data: data, fragment: pageeval.Fragment{Features: f}})
		}
	}
	h, err := s.holdOut(pageeval.FitOptions{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	got := h.fragments(alone, bySite)
	if len(h.examples) != len(s) || got["book-a"].Accuracy().value() != 1 || got["car-a"].Accuracy().value() != 0 {
		t.Errorf("%d examples; %v", len(h.examples), got.sorted())
	}
}

// Choices are made without the owners kept apart: a third of those with data,
// and a third of the others.
func TestApart(t *testing.T) {
	t.Parallel()
	var s set
	for i := range 9 {
		for _, site := range []string{fmt.Sprintf("book-%d", i), fmt.Sprintf("car-%d", i)} {
			s = append(s, example{site: site, data: true})
		}
		s = append(s, example{site: fmt.Sprintf("news-%d.example", i)})
	}
	apart := s.apart()
	rest := s.of(func(o string) bool { return !apart[o] })
	if len(apart) != 6 || len(rest) != 18 || len(rest.of(func(o string) bool { return apart[o] })) != 0 {
		t.Errorf("%d owners apart, %d examples of the others", len(apart), len(rest))
	}
	for _, e := range rest {
		if apart[owner(e.site)] {
			t.Errorf("%s is not kept apart", e.site)
		}
	}
}

func TestLogLoss(t *testing.T) {
	t.Parallel()
	h := heldOut{examples: []judgement{{example{data: true}, .5}, {example{}, .25}, {example{}, .75}}}
	want := (math.Log(2) + (math.Log(4./3)+math.Log(4))/2) / 2
	if got := h.logLoss().value(); math.Abs(got-want) > 1e-12 {
		t.Errorf("log loss %v, want %v", got, want)
	}
}

func TestByForm(t *testing.T) {
	t.Parallel()
	var e example
	for j := range e.fragment.Features {
		e.fragment.Features[j] = 1
	}
	s := set{e}
	if f := s.byForm()[0].fragment.Features; f[formFeatures-1] != 1 || f[formFeatures] != 0 || s[0].fragment.Features[formFeatures] != 1 {
		t.Errorf("form %v of %v", f, s[0].fragment.Features)
	}
}

func TestUsage(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{{}, {"dance"}, {"-corpora", "", "weights"}, {"-corpora", t.TempDir(), "weights"}} {
		if err := run(args); err == nil {
			t.Errorf("%q: no error", args)
		}
	}
}
