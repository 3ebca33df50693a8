package keywords_test

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"verde/keywords"
)

// figure3 is what VerDE shows of its related words, as far as it has the
// domains of the pages at hand.
var figure3 = map[string]string{
	"book":       "paperback publish author bible write chapter item stock note",
	"nba player": "player soccer game tennis sports golf team stadium season jersey complete",
}

// TestCorpora prints the related words of each site in $VERDE_CORPORA/swde/html,
// whose folders are named VERTICAL-SITE, beside those of Figure 3. Pages in
// $VERDE_CORPORA/swde/outside/VERTICAL-SITE, if any, are not about an entity;
// those in $VERDE_CORPORA/articles/html, if any, are company for LSA. Run it with
// -v and read; what it asserts is the least that the tables must have.
func TestCorpora(t *testing.T) {
	root := os.Getenv("VERDE_CORPORA")
	if root == "" {
		t.Skip("set VERDE_CORPORA to a folder with swde/html")
	}
	wn := loadWordNet(t)
	domains := map[string]string{
		"auto": "car", "book": "book", "camera": "camera", "job": "job", "movie": "film", "nbaplayer": "nba player",
	}
	least := map[string]string{ // related words that must be there, from the site's pages alone
		"book-booksamillion": "publisher count",
		"job-dice":           "position location pay company",
		"job-monster":        "career location company employee",
		"movie-yahoo":        "movies credits directed rating release",
	}
	articles := readSite(t, filepath.Join(root, "articles/html/*"))
	sites, _ := filepath.Glob(filepath.Join(root, "swde/html/*"))
	for _, dir := range sites {
		site := filepath.Base(dir)
		vertical, _, _ := strings.Cut(site, "-")
		domain := domains[vertical]
		if domain == "" {
			continue
		}
		t.Run(site, func(t *testing.T) {
			pages := readSite(t, dir+"/*.htm")
			outside := readSite(t, filepath.Join(root, "swde/outside", site, "*.htm"))
			tokens := templateTokens(pages)
			all := keywords.Candidates(tokens, keywords.NewStop(english, nil))
			t.Logf("%d pages, %d outside, %d template tokens, %d candidates",
				len(pages), len(outside), len(tokens), len(all))
			t.Logf("%-13s %s", "Figure 3", figure3[domain])
			for _, run := range []struct {
				name       string
				candidates []keywords.Candidate
				company    [][]node
			}{
				{"no LSA", all, nil},
				{"pages", all, slices.Concat(pages, outside)},
				{"and articles", all, slices.Concat(pages, outside, articles)},
			} {
				lsa := keywords.TrainLSA(words(run.company), keywords.LSAOptions{Language: english})
				v, err := keywords.Choose(domain, run.candidates, keywords.NewSemantic(lsa, wn), keywords.Options{Language: english})
				if err != nil {
					t.Fatal(err)
				}
				t.Logf("%-13s %s %s", run.name, v.Entity, table(v))
				if run.name == "pages" {
					for _, w := range strings.Fields(least[site]) {
						if !slices.ContainsFunc(v.Related, func(r keywords.Word) bool { return r.Word == w }) {
							t.Errorf("%q is not among the related words", w)
						}
					}
				}
			}
		})
	}
}

func table(v *keywords.Vocabulary) string {
	var b strings.Builder
	for _, w := range v.Related {
		fmt.Fprintf(&b, " %s(%.2f+%.2f,%.2f)", w.Word, w.LSA, w.WordNet, w.Cross)
	}
	return b.String()
}

// node is a text node: the element names above it, and its text.
type node struct{ path, text string }

// templateTokens stands in for extract's: texts that are at the same path on at
// least 60 % of the pages.
func templateTokens(pages [][]node) []keywords.Token {
	count := map[node]int{}
	for _, page := range pages {
		seen := map[node]bool{}
		for _, n := range page {
			if !seen[n] {
				seen[n] = true
				count[n]++
			}
		}
	}
	var tokens []keywords.Token
	for n, c := range count {
		if 10*c >= 6*len(pages) {
			tokens = append(tokens, keywords.Token{Text: n.text, Pages: c})
		}
	}
	return tokens
}

func words(pages [][]node) iter.Seq[[]string] {
	return func(yield func([]string) bool) {
		for _, page := range pages {
			var doc []string
			for _, n := range page {
				doc = append(doc, keywords.Tokens(n.text)...)
			}
			if !yield(doc) {
				return
			}
		}
	}
}

// readSite reads the visible text nodes of the HTML files that match pattern.
func readSite(t *testing.T, pattern string) [][]node {
	files, err := filepath.Glob(pattern)
	if err != nil {
		t.Fatal(err)
	}
	var pages [][]node
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if strings.HasSuffix(name, ".gz") {
			z, err := gzip.NewReader(bytes.NewReader(data))
			if err != nil {
				t.Fatal(err)
			}
			if data, err = io.ReadAll(z); err != nil {
				t.Fatal(err)
			}
		}
		doc, err := html.Parse(bytes.NewReader(data))
		if err != nil {
			continue // deeper than the parser goes
		}
		pages = append(pages, textNodes(doc))
	}
	return pages
}

func textNodes(doc *html.Node) []node {
	var nodes []node
	for n := range doc.Descendants() {
		if n.Type != html.TextNode {
			continue
		}
		text := strings.Join(strings.Fields(n.Data), " ")
		path, visible := "", text != ""
		for p := n.Parent; p != nil; p = p.Parent {
			switch p.Data {
			case "script", "style", "noscript", "head":
				visible = false
			}
			path += "/" + p.Data
		}
		if visible {
			nodes = append(nodes, node{path, text})
		}
	}
	return nodes
}
