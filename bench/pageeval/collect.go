package main

import (
	"bufio"
	"bytes"
	"cmp"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"html"
	"io"
	"math/rand/v2"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	dom "golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"verde/page"
	"verde/pageeval"
	"verde/query"
)

// Bounds that keep one site or page from outweighing the others.
const (
	pagesPerSite     = 10 // of SWDE; one site has 300
	dataPerPage      = 10
	listsPerPage     = 1
	formsPerPage     = 2
	reviewsPerPage   = 1
	articlePairs     = 4
	maxChosen        = 3  // containers of one pair
	proseWords       = 20 // of a text node that is prose
	minArticleLetter = 4
)

// collector gathers examples; rng decides among equals.
type collector struct {
	set    set
	trials []trial
	rng    *rand.Rand
}

// trial is a page with a query whose values it has.
type trial struct {
	site, kind string
	data       bool // the query asks for the thing that the page is about
	query      []string
	fragments  []pageeval.Fragment
}

func (c *collector) try(site, kind string, data bool, pair []string, fragments []pageeval.Fragment) {
	if len(fragments) > 0 {
		c.trials = append(c.trials, trial{site, kind, data, pair, fragments})
	}
}

func fragmentsOf(doc *dom.Node, a, b string) []pageeval.Fragment {
	return pageeval.Fragments(doc, query.Query{Required: []query.Value{{Text: a}, {Text: b}}})
}

func collect(corpora string, seed uint64) (set, []trial, error) {
	c := collector{rng: rand.New(rand.NewPCG(seed, 0))}
	if err := c.swde(filepath.Join(corpora, "swde")); err != nil {
		return nil, nil, err
	}
	if err := c.articles(filepath.Join(corpora, "articles")); err != nil {
		return nil, nil, err
	}
	return c.set.distinct(), c.trials, nil
}

// swde takes data, and lists, forms and prose, from the pages of SWDE.
func (c *collector) swde(dir string) error {
	sites, err := os.ReadDir(filepath.Join(dir, "html"))
	if err != nil {
		return err
	}
	for _, s := range sites {
		truth, err := readTruth(filepath.Join(dir, "groundtruth"), s.Name())
		if err != nil {
			return err
		}
		files, err := filepath.Glob(filepath.Join(dir, "html", s.Name(), "*.htm"))
		if err != nil {
			return err
		}
		slices.Sort(files)
		for _, file := range files[:min(len(files), pagesPerSite)] {
			body, err := os.ReadFile(file)
			if err != nil {
				return err
			}
			doc, err := page.Parse(bytes.ToValidUTF8(body, nil))
			if err != nil {
				return fmt.Errorf("%s: %w", file, err)
			}
			values := truth[strings.TrimSuffix(filepath.Base(file), ".htm")]
			c.data(s.Name(), doc, values)
			c.chrome(s.Name(), doc, values)
		}
	}
	return nil
}

// readTruth reads the true values of a site: page, attribute, values.
func readTruth(dir, site string) (map[string]map[string][]string, error) {
	files, err := filepath.Glob(filepath.Join(dir, site+"-*.txt"))
	if err != nil {
		return nil, err
	}
	out := map[string]map[string][]string{}
	for _, file := range files {
		attribute := strings.TrimSuffix(strings.TrimPrefix(filepath.Base(file), site+"-"), ".txt")
		data, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		lines := bufio.NewScanner(bytes.NewReader(data))
		lines.Buffer(nil, 1<<20)
		for n := 0; lines.Scan(); n++ {
			f := strings.Split(lines.Text(), "\t")
			if n < 2 || len(f) < 3 {
				continue
			}
			if out[f[0]] == nil {
				out[f[0]] = map[string][]string{}
			}
			for _, v := range f[2:] {
				if v = strings.TrimSpace(html.UnescapeString(v)); v != "" && v != "<NULL>" {
					out[f[0]][attribute] = append(out[f[0]][attribute], v)
				}
			}
		}
		if err := lines.Err(); err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
	}
	return out, nil
}

// data adds the containers of pairs of true values, as long as each value
// stands there in a text of its own: a description that mentions both is no
// data.
func (c *collector) data(site string, doc *dom.Node, values map[string][]string) {
	var names []string
	for name, v := range values {
		if len(v) > 0 && len(v[0]) > 1 && len(v[0]) < 100 {
			names = append(names, name)
		}
	}
	slices.SortFunc(names, func(a, b string) int { // the name of the thing first, as in a query
		return cmp.Or(-cmp.Compare(naming(a), naming(b)), cmp.Compare(a, b))
	})
	seen := map[*dom.Node]bool{}
	var found []example
	for i, a := range names {
		for _, b := range names[i+1:] {
			pair := []string{values[a][0], values[b][0]}
			fragments := fragmentsOf(doc, pair[0], pair[1])
			if naming(a) > 0 { // no query lacks the name of the thing
				c.try(site, "data", true, pair, fragments)
			}
			for _, k := range fragments {
				if seen[k.Node] || !standsAlone(k.Node, pair[0]) || !standsAlone(k.Node, pair[1]) || linkShare(k.Node) > mostlyLinks {
					continue
				}
				seen[k.Node] = true
				k.Listing = k.Listing && naming(a) > 0
				found = append(found, example{site, "data", true, k})
			}
		}
	}
	c.rng.Shuffle(len(found), func(i, j int) { found[i], found[j] = found[j], found[i] })
	c.set = append(c.set, found[:min(len(found), dataPerPage)]...)
}

// naming is 1 for the attributes that name a thing in SWDE.
func naming(attribute string) int {
	if attribute == "title" || attribute == "model" || attribute == "name" {
		return 1
	}
	return 0
}

// labelRoom is how many words may stand beside a value in its text node.
const labelRoom = 5

func standsAlone(n *dom.Node, value string) bool {
	most := len(strings.Fields(value)) + labelRoom
	for d := range n.Descendants() {
		if d.Type == dom.TextNode && len(strings.Fields(d.Data)) <= most && pageeval.Contains(d.Data, value) {
			return true
		}
	}
	return false
}

// chrome adds what a data page has beside its data: lists of links, forms and
// prose. Elements that hold two true values are left out.
func (c *collector) chrome(site string, doc *dom.Node, values map[string][]string) {
	var lists, forms, prose []*dom.Node
	for n := range doc.Descendants() {
		switch {
		case n.Type == dom.TextNode && len(strings.Fields(n.Data)) >= proseWords && visible(n):
			prose = append(prose, n.Parent)
		case n.DataAtom == atom.Form && fields(n) >= minFields && len(text(n)) < maxForm:
			forms = append(forms, n)
		case n.Type == dom.ElementNode && linkRows(n) >= 4:
			lists = append(lists, n)
		}
	}
	c.pairs(site, "links", doc, lists, values, listsPerPage, linkTexts, func(n *dom.Node) bool { return linkShare(n) > mostlyLinks })
	c.pairs(site, "form", doc, forms, values, formsPerPage, shortTexts, func(*dom.Node) bool { return true })
	c.pairs(site, "review", doc, prose, values, reviewsPerPage, names, prosaic)
}

// pairs picks up to n of the nodes and of each two texts, and adds the
// container of the two that is around or inside that node.
func (c *collector) pairs(site, kind string, doc *dom.Node, nodes []*dom.Node, values map[string][]string, n int, texts func(*dom.Node) []string, is func(*dom.Node) bool) {
	c.rng.Shuffle(len(nodes), func(i, j int) { nodes[i], nodes[j] = nodes[j], nodes[i] })
	seen := map[*dom.Node]bool{}
	for _, node := range nodes {
		t := texts(node)
		if len(seen) >= n || len(t) < 2 {
			continue
		}
		i := c.rng.IntN(len(t))
		j := c.rng.IntN(len(t))
		if pageeval.Fold(t[i]) == pageeval.Fold(t[j]) {
			continue
		}
		for _, k := range fragmentsOf(doc, t[i], t[j]) {
			if !seen[k.Node] && inside(k.Node, node) && is(k.Node) && trueValues(k.Node, values) < 2 {
				seen[k.Node] = true
				c.set = append(c.set, example{site, kind, false, k})
				break
			}
		}
	}
}

func inside(n, outer *dom.Node) bool {
	for n != nil && n != outer {
		n = n.Parent
	}
	return n == outer
}

// trueValues counts the attributes that an element shows.
func trueValues(n *dom.Node, values map[string][]string) int {
	count := 0
	for _, v := range values {
		if len(v) > 0 && len(pageeval.Containers(n, v[:1], nil)) > 0 {
			count++
		}
	}
	return count
}

func visible(n *dom.Node) bool {
	for p := n.Parent; p != nil; p = p.Parent {
		switch p.DataAtom {
		case atom.Script, atom.Style, atom.Head, atom.Noscript, atom.Template, atom.Iframe, atom.Textarea:
			return false
		}
	}
	return true
}

// A form is taken for one if it has some fields and little else: some pages
// are one form as a whole.
const (
	minFields = 2
	maxForm   = 300
)

// fields counts what a visitor fills in.
func fields(n *dom.Node) int {
	count := 0
	for d := range n.Descendants() {
		switch d.DataAtom {
		case atom.Select, atom.Textarea:
			count++
		case atom.Input:
			kind := "text"
			for _, a := range d.Attr {
				if a.Key == "type" {
					kind = strings.ToLower(a.Val)
				}
			}
			switch kind {
			case "hidden", "submit", "image", "button", "reset":
			default:
				count++
			}
		}
	}
	return count
}

// linkRows counts the children of n whose text is all in links.
func linkRows(n *dom.Node) int {
	count := 0
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if c.Type == dom.ElementNode && len(linkTexts(c)) == 1 {
			count++
		}
	}
	return count
}

func linkTexts(n *dom.Node) []string {
	var out []string
	add := func(n *dom.Node) {
		if n.DataAtom == atom.A {
			if t := text(n); t != "" {
				out = append(out, t)
			}
		}
	}
	add(n)
	for d := range n.Descendants() {
		add(d)
	}
	return out
}

func shortTexts(n *dom.Node) []string {
	var out []string
	for d := range n.Descendants() {
		if t := strings.TrimSpace(d.Data); d.Type == dom.TextNode && t != "" && len(t) < 60 && visible(d) {
			out = append(out, t)
		}
	}
	return out
}

// names are capitalised words inside sentences, numbers, and where there are
// too few, the longer words.
func names(n *dom.Node) []string { return namesIn(text(n)) }

func namesIn(s string) []string {
	var named, long []string
	words := strings.Fields(s)
	for i := 0; i < len(words); i++ {
		w := strings.TrimFunc(words[i], unicode.IsPunct)
		if len(w) < minArticleLetter {
			continue
		}
		r := []rune(w)[0]
		starts := i == 0 || strings.ContainsAny(words[i-1][len(words[i-1])-1:], ".!?:")
		switch {
		case (unicode.IsUpper(r) || unicode.IsDigit(r)) && !starts:
			if i+1 < len(words) && unicode.IsUpper([]rune(words[i+1])[0]) && !strings.ContainsAny(words[i], ".,;:!?") {
				w += " " + strings.TrimFunc(words[i+1], unicode.IsPunct)
				i++
			}
			named = append(named, w)
		case len(w) > 6:
			long = append(long, w)
		}
	}
	full := slices.DeleteFunc(slices.Clone(named), func(s string) bool { return !strings.Contains(s, " ") })
	switch { // a query has names of several words rather than "2019" or "News"
	case len(full) > 2:
		return full
	case len(named) > 1:
		return named
	}
	return append(named, long...)
}

func text(n *dom.Node) string {
	var b strings.Builder
	for d := range n.Descendants() {
		if d.Type == dom.TextNode {
			b.WriteString(d.Data)
			b.WriteByte(' ')
		}
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

// articles takes pairs of names from the main text of real articles: near
// each other, far apart, and one from the title.
func (c *collector) articles(dir string) error {
	data, err := os.ReadFile(filepath.Join(dir, "ground-truth.json"))
	if err != nil {
		return err
	}
	var truth map[string]struct {
		ArticleBody string `json:"articleBody"`
		URL         string `json:"url"`
	}
	if err := json.Unmarshal(data, &truth); err != nil {
		return fmt.Errorf("%s: %w", dir, err)
	}
	ids := make([]string, 0, len(truth))
	for id := range truth {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	for _, id := range ids {
		doc, err := readArticle(filepath.Join(dir, "html", id+".html.gz"))
		if err != nil {
			return err
		}
		if doc == nil {
			continue
		}
		site := id
		if u, err := url.Parse(truth[id].URL); err == nil && u.Host != "" {
			site = strings.TrimPrefix(u.Host, "www.")
		}
		c.article(site, doc, truth[id].ArticleBody)
		c.chrome(site, doc, nil)
	}
	return nil
}

func readArticle(file string) (*dom.Node, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	body, err := io.ReadAll(z)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	doc, err := page.Parse(bytes.ToValidUTF8(body, nil))
	if err != nil {
		return nil, nil // deeper than the parser goes
	}
	return doc, nil
}

func (c *collector) article(site string, doc *dom.Node, body string) {
	found := namesIn(body)
	if len(found) < 2 {
		return
	}
	seen := map[*dom.Node]bool{}
	for range articlePairs {
		i := c.rng.IntN(len(found))
		j := min(i+1+c.rng.IntN(4), len(found)-1)
		if c.rng.IntN(2) == 0 {
			j = c.rng.IntN(len(found))
		}
		if pageeval.Fold(found[i]) == pageeval.Fold(found[j]) {
			continue
		}
		chosen := 0
		fragments := fragmentsOf(doc, found[i], found[j])
		c.try(site, "article", false, []string{found[i], found[j]}, fragments)
		for _, k := range fragments {
			if seen[k.Node] || chosen == maxChosen || !prosaic(k.Node) {
				continue
			}
			seen[k.Node] = true
			chosen++
			c.set = append(c.set, example{site, "article", false, k})
		}
	}
}

// prosaic reports whether an element holds a text node of prose: a teaser, a
// tag or a table that repeats names of the article is not its main text.
func prosaic(n *dom.Node) bool {
	for d := range n.Descendants() {
		if d.Type == dom.TextNode && len(strings.Fields(d.Data)) >= proseWords && visible(d) {
			return true
		}
	}
	return false
}

// mostlyLinks is the share of text in links that makes a list of links.
const mostlyLinks = 0.6

func linkShare(n *dom.Node) float64 {
	for p := n; p != nil; p = p.Parent {
		if p.DataAtom == atom.A {
			return 1
		}
	}
	all := len(text(n))
	links := 0
	for _, t := range linkTexts(n) {
		links += len(t)
	}
	return float64(links) / float64(max(all, 1))
}
