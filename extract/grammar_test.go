package extract

import (
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"verde/page"
)

// Pages that look like those of real sites, made from a grammar: a site has
// templates, a template has blocks that some pages lack or have elsewhere, and a
// block has labels and values in one of the layouts below. What the layouts
// have in common with real pages is what breaks alignments: optional rows and
// lists, labels that change, values that repeat, blocks that move, tables
// within tables, tags that are not closed, texts in any script.

// choices are the decisions by which pages are made: first the bytes of a fuzz
// input, which the fuzzer can change one by one, then numbers drawn from them.
type choices struct {
	data []byte
	more *rand.Rand
}

func newChoices(data []byte) *choices {
	h := fnv.New64a()
	h.Write(data)
	return &choices{data, rand.New(rand.NewPCG(h.Sum64(), 1))}
}

// of gives a number from 0 to n-1, n at most 256.
func (c *choices) of(n int) int {
	if len(c.data) == 0 {
		return c.more.IntN(n)
	}
	x := int(c.data[0]) % n
	c.data = c.data[1:]
	return x
}

func (c *choices) percent(p int) bool { return c.of(100) < p }

func pick[T any](c *choices, list []T) T { return list[c.of(len(list))] }

var (
	labelWords = []string{"Author", "Director", "Director", "ISBN-13", "Price", "Seller", "Pages", "Category", "Genre(s)", "Team", "名前", "作者", "שם", "Größe", "Размер", "Année", "See also", "é́"}
	valueWords = []string{"Ada", "Canon", "blue", "Lyon, Rhône", "A. N. Other", "12", "1,299.00", "$ 9.99", "7 kg", "2001-02-03", "yes", "-", "|", "and", "ada@example.org", "http://x.example/", "山田太郎", "דוד", "حجم", "x:y", "Author", "\u00a0", "😀", "50%", "3 of 5"}
	sentences  = []string{"It was made in 1901 and has been sold ever since.", "Nobody knows why.", "See the notes for more.", "作られた。", "Written by hand: no machine was used", "Created by the founder."}
	classes    = []string{"", "", "info", "odd", "even", "row first", "価格", "a:b", "x1 x2"}
)

// block is a part of a template.
type block struct {
	layout   int
	rows     []blockRow
	presence int // percent of the pages that have it
	class    string
	fields   int  // texts of a repeated row
	deep     int  // elements around it
	moves    bool // it stands elsewhere on some pages
}

// blockRow is a label with what its values are like.
type blockRow struct {
	label    string
	variants bool // "Author:" on one page, "Authors" on another
	presence int  // percent
	value    int  // kind of value
	most     int  // values at most
}

// site draws the templates of a site.
func site(c *choices) [][]block {
	templates := make([][]block, 1+c.of(3)/2)
	for t := range templates {
		templates[t] = make([]block, 1+c.of(8))
		for b := range templates[t] {
			templates[t][b] = newBlock(c)
		}
		if t > 0 { // templates of one site share a frame
			templates[t][0], templates[t][len(templates[t])-1] = templates[0][0], templates[0][len(templates[0])-1]
		}
	}
	return templates
}

func newBlock(c *choices) block {
	b := block{layout: c.of(len(layouts)), rows: make([]blockRow, 1+c.of(5)), presence: pick(c, []int{100, 100, 90, 50, 20}), class: pick(c, classes),
		fields: 1 + c.of(4), deep: c.of(5), moves: c.percent(15)}
	for k := range b.rows {
		b.rows[k] = blockRow{label: pick(c, labelWords), variants: c.percent(25), presence: pick(c, []int{100, 100, 80, 50, 10}), value: c.of(6), most: pick(c, []int{1, 1, 1, 4, 9})}
	}
	return b
}

// set draws the pages of a site, of all its templates.
func set(c *choices) []*page.Page {
	templates := site(c)
	pages := make([]*page.Page, 1+c.of(14))
	for i := range pages {
		blocks := slices.Clone(templates[c.of(len(templates))])
		for k := range blocks {
			if blocks[k].moves && c.percent(40) {
				other := c.of(len(blocks))
				blocks[k], blocks[other] = blocks[other], blocks[k]
			}
		}
		w := writer{c: c, page: i}
		for _, b := range blocks {
			if !c.percent(b.presence) {
				continue
			}
			w.open(b.deep, b.class)
			layouts[b.layout](&w, &b)
			w.close(b.deep)
		}
		pages[i] = document(fmt.Sprintf("http://site.example/%d", i), w.String())
	}
	return pages
}

// writer writes the body of a page.
type writer struct {
	strings.Builder
	c    *choices
	page int
}

func (w *writer) printf(format string, args ...any) { fmt.Fprintf(w, format, args...) }

func (w *writer) open(deep int, class string) {
	for range deep {
		w.printf("<div>")
	}
	if w.c.percent(10) {
		w.printf(`<div id="b%d" class="%s">`, w.c.of(200), class)
	} else {
		w.printf(`<div class="%s">`, class)
	}
}

// close forgets an element now and then, and closes one that is not open.
func (w *writer) close(deep int) {
	for range deep + 1 {
		if !w.c.percent(2) {
			w.printf("</div>")
		}
	}
	if w.c.percent(2) {
		w.printf("%s", pick(w.c, []string{"</td>", "<form>", "</p>", "<b>", "<table>", "<o:p>\u00a0</o:p>", `<j:s"x'>x`, "<o:p>text", "<!-- x -->", "<select><option>1", "<svg><title>t</title></svg>", "</table></table>"}))
	}
}

func (w *writer) label(r *blockRow) string {
	if !r.variants {
		return r.label
	}
	return pick(w.c, []string{r.label, r.label + ":", r.label + "s:", r.label + "s", strings.ToUpper(r.label)})
}

// value is a text of the kind of a row.
func (w *writer) value(r *blockRow) string {
	switch r.value {
	case 0:
		return "the same"
	case 1:
		return fmt.Sprint(w.c.of(200))
	case 2:
		return fmt.Sprintf("%s of %d", r.label, w.page)
	case 3:
		return pick(w.c, sentences)
	case 4:
		return fmt.Sprintf(`<a href="/x">%s</a> %s`, pick(w.c, valueWords), pick(w.c, sentences))
	}
	return pick(w.c, valueWords)
}

// values are those of a row, none if the page lacks it.
func (w *writer) values(r *blockRow) []string {
	if !w.c.percent(r.presence) {
		return nil
	}
	out := make([]string, 1+w.c.of(r.most))
	for k := range out {
		out[k] = w.value(r)
	}
	return out
}

// each calls f for the rows that the page has.
func (w *writer) each(b *block, f func(label string, values []string)) {
	for k := range b.rows {
		if values := w.values(&b.rows[k]); values != nil {
			f(w.label(&b.rows[k]), values)
		}
	}
}

// layouts are the ways in which pages show labels and values.
var layouts = []func(w *writer, b *block){
	func(w *writer, b *block) { // a table of attributes
		w.printf("<table>")
		w.each(b, func(label string, values []string) {
			w.printf("<tr><th>%s</th><td>%s</td></tr>", label, strings.Join(values, "<br>"))
		})
		w.printf("</table>")
	},
	func(w *writer, b *block) { // one without th, whose values may be tables
		w.printf("<table border=0>")
		w.each(b, func(label string, values []string) {
			w.printf("<tr><td><b>%s</b></td><td><table><tr><td>%s</td></tr></table></td></tr>", label, strings.Join(values, "</td><td>"))
		})
		w.printf("</table>")
	},
	func(w *writer, b *block) { // a table with headings
		w.printf("<table><tr>")
		for k := range b.rows {
			w.printf("<th>%s</th>", b.rows[k].label)
		}
		w.printf("</tr>")
		for range w.c.of(5) {
			w.printf("<tr>")
			for k := range b.rows {
				w.printf("<td>%s</td>", strings.Join(w.values(&b.rows[k]), ", "))
			}
			w.printf("</tr>")
		}
		w.printf("</table>")
	},
	func(w *writer, b *block) { // definitions
		w.printf("<dl>")
		w.each(b, func(label string, values []string) {
			w.printf("<dt>%s</dt><dd>%s</dd>", label, strings.Join(values, "</dd><dd>"))
		})
		w.printf("</dl>")
	},
	func(w *writer, b *block) { // terms alone
		w.each(b, func(label string, _ []string) { w.printf("<dl><dt>%s</dt></dl>", label) })
	},
	func(w *writer, b *block) { // labels within texts
		w.each(b, func(label string, values []string) { w.printf("<p>%s: %s</p>", label, strings.Join(values, ", ")) })
	},
	func(w *writer, b *block) { // bold labels in one running line
		w.each(b, func(label string, values []string) { w.printf("<b>%s</b> %s<br>", label, strings.Join(values, " | ")) })
	},
	func(w *writer, b *block) { // lists below headings
		w.each(b, func(label string, values []string) {
			w.printf("<h2>%s</h2><ul><li>%s</ul>", label, strings.Join(values, "<li>"))
		})
	},
	func(w *writer, b *block) { // paragraphs below headings
		w.each(b, func(label string, values []string) {
			w.printf("<h3>%s</h3><p>%s</p><pre>%s\n x</pre>", label, strings.Join(values, "</p><p>"), values[0])
		})
	},
	func(w *writer, b *block) { // what repeats with several texts
		for n := range w.c.of(7) {
			w.printf(`<div class="item %s">`, []string{"odd", "even"}[n%2])
			for f := range b.fields {
				r := &b.rows[f%len(b.rows)]
				for _, v := range w.values(r) {
					w.printf("<span class=f%d>%s</span> ", f, v)
				}
			}
			w.printf("<a href=#>Add to cart</a></div>")
		}
	},
	func(w *writer, b *block) { // headings that name the entity
		w.printf("<h1>%s</h1><h4>%s</h4>", w.value(&b.rows[0]), w.value(&b.rows[len(b.rows)-1]))
	},
	func(w *writer, b *block) { // a trail of links
		w.printf("<p><a href=/>Home</a>")
		w.each(b, func(label string, _ []string) { w.printf(" &gt; <a href=/>%s</a>", label) })
		w.printf("</p>")
	},
	func(w *writer, b *block) { // data for machines
		data := make(map[string]any)
		w.each(b, func(label string, values []string) { data[label] = values })
		text, err := json.Marshal(map[string]any{"@type": "Product", "name": fmt.Sprintf("Thing %d", w.page), "of": data})
		if err != nil {
			panic(err)
		}
		w.printf(`<script type="application/ld+json">%s</script>`, text)
		w.each(b, func(label string, values []string) {
			w.printf(`<span itemprop="%s" aria-label="%s">%s</span>`, label, label, values[0])
		})
	},
	func(w *writer, b *block) { // tiles: the value above its label
		w.each(b, func(label string, values []string) {
			w.printf("<div><big>%s</big><small>%s</small></div>", values[0], label)
		})
	},
}

// checkSet learns from pages and reads them, and checks what holds for any set.
func checkSet(t *testing.T, pages []*page.Page, learn int, opt Options) {
	t.Helper()
	w, table, err := Learn(pages[:learn], opt)
	if errors.Is(err, ErrNoPages) {
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	kept := jsonOf(t, w)
	again, _, err := Learn(pages[:learn], opt)
	if err != nil || jsonOf(t, again) != kept {
		t.Errorf("the same pages taught another wrapper, error %v", err)
	}
	read := new(Wrapper)
	if err := json.Unmarshal([]byte(kept), read); err != nil {
		t.Fatalf("the wrapper can't be read back: %v", err)
	}
	roots := make(map[string]*html.Node)
	for _, p := range pages {
		root, err := p.Parse()
		if err != nil {
			t.Fatal(err)
		}
		roots[p.URL] = root
	}
	for _, tb := range append([]*Table{table}, table.Others...) {
		checkTable(t, tb)
		for _, r := range tb.Records() {
			checkPlaces(t, roots[r.URL], &r)
		}
	}
	if w.Method != MethodDCA { // the table is what the wrapper reads
		of := make(map[string]Record)
		for _, r := range table.Records() {
			of[r.URL] = r
		}
		for _, p := range pages[:learn] {
			if want, ok := of[p.URL]; ok {
				if r, err := w.Extract(p); err != nil || !reflect.DeepEqual(r, want) {
					t.Errorf("%s: in the table %v; the wrapper reads %v, error %v", p.URL, want, r, err)
				}
			}
		}
	}
	same, errs := make([]Record, len(pages)), make([]error, len(pages))
	for k := range slices.Backward(pages) { // what a wrapper has read before makes no difference
		same[k], errs[k] = read.Extract(pages[k])
	}
	for k, p := range pages {
		r, err := w.Extract(p)
		if (err == nil) != (errs[k] == nil) || !reflect.DeepEqual(r, same[k]) {
			t.Errorf("%s: the wrapper reads %v, error %v; once written and read back %v, error %v", p.URL, r, err, same[k], errs[k])
		}
		if reason, _ := page.ReasonOf(err); err != nil && reason != page.Unparseable {
			t.Error(err)
		}
		if err == nil {
			checkPlaces(t, roots[p.URL], &r)
		}
	}
}

func jsonOf(t *testing.T, v any) string {
	t.Helper()
	data, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// checkTable checks that columns have labels of their own, a cell for each page
// and something in one of them.
func checkTable(t *testing.T, table *Table) {
	t.Helper()
	labels := make(map[string]bool)
	for _, c := range table.Columns {
		if len(c.Cells) != len(table.Pages) || c.Label == "" || labels[strings.ToLower(c.Label)] {
			t.Errorf("column %q has %d cells for %d pages, or no label of its own", c.Label, len(c.Cells), len(table.Pages))
		}
		labels[strings.ToLower(c.Label)] = true
		if table.Method != MethodDCA && c.support() == 0 { // the br elements of dca are columns without text
			t.Errorf("column %q is empty", c.Label)
		}
	}
}

// FuzzSets learns from pages of a generated site and reads others of it.
func FuzzSets(f *testing.F) {
	for seed := range byte(60) {
		f.Add([]byte{seed})
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		c := newChoices(data)
		learn, method := c.of(256), pick(c, []string{MethodVerDE, MethodVerDE, MethodDCA})
		pages := set(c)
		checkSet(t, pages, 1+learn%len(pages), Options{Method: method})
	})
}
