package flathtml

import (
	"bytes"
	"cmp"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"verde/internal/stopwatch"
	"verde/internal/tagsoup"
)

// write spells a document out, a line a node.
func write(d *Document) string {
	var b strings.Builder
	for i := range d.Nodes {
		n := &d.Nodes[i]
		attrs := slices.Clone(d.Attributes(n))
		slices.SortFunc(attrs, func(a, b html.Attribute) int {
			return cmp.Or(cmp.Compare(a.Namespace, b.Namespace), cmp.Compare(a.Key, b.Key))
		})
		fmt.Fprintf(&b, "%d..%d in %d: %q %v %v %v %v\n", i, n.End, n.Parent, n.Data, n.Atom, n.Text, n.Foreign, attrs)
	}
	return b.String()
}

// byTree is the document by way of the tree.
func byTree(tb testing.TB, body string) string {
	root, err := html.ParseWithOptions(strings.NewReader(body), html.ParseOptionEnableScripting(false))
	if err != nil {
		return ""
	}
	var d Document
	d.Fill(root)
	return write(&d)
}

// spelledOut are documents whose tags tell all.
var spelledOut = map[string]string{
	"whole":         "<!DOCTYPE html><html lang=en><head><meta charset=utf-8><title>A &amp; B</title></head><body class=x><p>text</p></body></html>\n",
	"no html":       "<title>T</title><p>one<p>two",
	"head alone":    "<html><head><base href='/x/'><script>if (a</b) {}</script><style>p > a {}</style><noscript><link rel=stylesheet href=n.css></noscript></head><body>x</body></html>",
	"lists":         "<body><ul><li>one<li>two<ul><li>in</ul><li>three</ul><dl><dt>a<dd>b<dt>c</dl>",
	"table":         "<body><table><caption>C</caption><colgroup><col><col></colgroup><tr><th>h<td>1<tr><td>2</table>t",
	"short table":   "<body><table> <tbody> <tr> <td><table><tr><td>in</table> </td> </tr> </tbody></table>",
	"select":        "<body><form action=/s><select><option>a<option selected>b<optgroup label=o><option>c</select><input name=q></form>",
	"stray":         "<body><div>a</b>b</span>c</div></td></section></p>d<br></br>",
	"void":          "<body><img src=a.png alt='A'/><br/><hr><input disabled><a href=/x/>y</a>",
	"values":        `<body><a href="?a=1&amp;b=2" title='x &lt; y &copy= z' data-x = 3>&nbsp;é &#x41;</a>`,
	"upper":         "<HTML><BODY><DIV CLASS=Big><A HREF=X.html>x</A></DIV></BODY></HTML>",
	"lines":         "<body>\r\n<p>a\r\nb\rc</p>\r\n<pre>\r\n x</pre><textarea>\n y</textarea>",
	"comments":      "<!-- c --><body>a<!-- <p> -->b<pre><!-- c -->\nx</pre><?php 1 ?></body> <!-- d --> </html> <!-- e -->",
	"formatting":    "<body><b><i>x</i></b><p><a href=1>y <em>z</em></a></p><nobr>n</nobr>",
	"after":         "<body><p>x</p></body></html><script>1</script><p>y",
	"unknown":       "<body><x-card><x-card>a</x-card></x-card><o:p></o:p>",
	"twice":         "<body class=a><p class=a CLASS=b id=c class=d>x",
	"less than":     "<body>a < b <3 <",
	"ruby":          "<body><ruby>a<rp>(<rt>b<rp>)</ruby>",
	"button":        "<body><p>a<button><p>b</button>c<object><p>d</object>",
	"no body":       "<html><head><title>T</title></head></html>",
	"nothing":       " ",
	"drawing":       "<body><p><svg viewBox='0 0 1 1' xmlns:xlink=x CLASS=i><title>A &lt; b</title><defs><linearGradient id=g /></defs><use xlink:href='#g'/><style>a > b</style><a href=x><text>t</text></a></svg> x</p><table><tr><td><svg/>y</table>",
	"late roots":    "\ufeff<base href=x><!DOCTYPE html><html lang=en class=a><head><title>T</title></head><body id=b><p>x<body id=c class=d></p><html lang=de dir=ltr>",
	"text first":    " x <p>y",
	"text in head":  "<head> <title>T</title> x <p>y",
	"after head":    "<head></head> <head> x",
	"link in link":  "<body><a href=1>x<a href=2>y</a>",
	"goes on":       "<body><p><b>x</p><div>y<table><tr><td>z<i>t</table>u</b>v<div><a name=x></div><div>w</div>",
	"many alike":    "<body><p><b><b><b><b><b class=x>x<p>y",
	"crossed":       "<body><small><i>x</small>y</i>z<span><b></span>t</b>",
	"form in table": "<body><table><form action=x><tr><td><input></td></tr></form></table><form>y",
	"form in form":  "<form><table></form><form id=c></table></form><a href=/z>z</a>",
	"two headings":  "<body><h1>a<h2>b</h1>c",
}

func TestReadSpelledOut(t *testing.T) {
	t.Parallel()
	var d Document
	for name, body := range spelledOut {
		if !d.Read([]byte(body)) {
			t.Errorf("%s: not read", name)
			continue
		}
		if got, want := write(&d), byTree(t, body); got != want {
			t.Errorf("%s: %s\ngot\n%swant\n%s", name, body, got, want)
		}
	}
}

// TestReadOthers gives documents whose tree is another than what is written.
func TestReadOthers(t *testing.T) {
	t.Parallel()
	var d Document
	for name, body := range map[string]string{
		"crossed":           "<body><b><p>x</b>y</p>",
		"link in a link":    "<body><a href=1><p>x<a href=2>y</a>",
		"text in table":     "<body><table>x<tr><td>y</table>",
		"element in table":  "<body><table><tr><div>x</div></table>",
		"many bodies":       "<body>" + strings.Repeat("<body class=x>", 20),
		"head after head":   "<head></head><title>x</title><body>",
		"frames":            "<html><frameset><frame src=x></frameset></html>",
		"template":          "<body><template><p>x</template>",
		"out of a drawing":  "<body><svg><p>x</svg>",
		"in a drawing":      "<body><svg><foreignObject><p>x</p></foreignObject></svg>",
		"open drawing":      "<body><div><svg><g></div>",
		"section":           "<body><svg><![CDATA[x]]></svg>",
		"formula":           "<body><math><mi>x</mi></math>",
		"no end of comment": "<body><!-- x",
		"no end of script":  "<body><script>x",
		"no end of tag":     "<body><p class=",
		"NUL":               "<body>\x00x",
		"deep":              "<body>" + strings.Repeat("<div>", 600),
	} {
		if d.Read([]byte(body)) {
			t.Errorf("%s: read as\n%s", name, write(&d))
		}
	}
}

// FuzzRead compares what is read off the tags with what the tree gives.
func FuzzRead(f *testing.F) {
	for _, body := range spelledOut {
		f.Add(body)
	}
	f.Fuzz(func(t *testing.T, body string) { compare(t, body) })
}

// FuzzReadTags does as FuzzRead does for documents that consist of tags.
func FuzzReadTags(f *testing.F) {
	f.Add([]byte("3\x00\n\v\x00\x0f\x00\x00\x00\b\x8f\x04\x97\x8f\f\x03")) // form in form
	f.Add([]byte("T\x01\x00\x04\x07\x09\x0a\x51\x00\x04\x08\x02\x10\x83\x0c\x03\x02\x87"))
	f.Add([]byte("U\x02\x00\x01\x02\x03\x05\x00\x00\x04\x08\x02\x10\x83\x0c\x03\x02\x87"))
	f.Add([]byte("U\x04\x00\x01\x03\x05\x08\x00\x00\x04\x08\x02\x10\x83\x0c\x03\x02\x87"))
	f.Add([]byte("U\x05\x00\x01\x02\x06\x09\x00\x00\x04\x08\x02\x10\x83\x0c\x03\x02\x87"))
	f.Fuzz(func(t *testing.T, moves []byte) { compare(t, tagsoup.Document(moves)) })
}

// TestReadAnyTags puts tags of all kinds one after the other at random.
func TestReadAnyTags(t *testing.T) {
	t.Parallel()
	const documents = 150_000
	random := rand.New(rand.NewPCG(1, 2))
	moves := make([]byte, 8+24)
	read := 0
	for range documents {
		for i := range moves {
			moves[i] = byte(random.Uint32())
		}
		if compare(t, tagsoup.Document(moves[:8+1+random.IntN(24)])) {
			read++
		}
		if t.Failed() {
			return
		}
	}
	if read < documents/4 {
		t.Errorf("%d documents were read", read)
	}
}

// compare reports an error if what is read off the tags of a document is not
// what its tree gives, and tells whether it could be read.
func compare(t *testing.T, body string) bool {
	t.Helper()
	var d Document
	if !d.Read([]byte(body)) {
		return false
	}
	if got, want := write(&d), byTree(t, body); got != want {
		t.Errorf("%s\n%q\ngot\n%swant\n%s", body, body, got, want)
	}
	return true
}

// BenchmarkRead compares reading a page with building its tree.
func BenchmarkRead(b *testing.B) {
	var page bytes.Buffer
	page.WriteString("<!DOCTYPE html><html><head><title>List</title></head><body><nav class='main wide'><ul>")
	for i := range 100 {
		fmt.Fprintf(&page, "<li class=item><a class=name href='/things/thing-%d.html'>Thing %d</a> <em>%d.00</em></li>", i, i, i)
	}
	page.WriteString("</ul></nav><p>All prices with tax</p></body></html>")
	b.Run("flat", func(b *testing.B) {
		b.ReportAllocs()
		var d Document
		for b.Loop() {
			if !d.Read(page.Bytes()) {
				b.Fatal("not read")
			}
		}
	})
	b.Run("tree", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, err := html.Parse(bytes.NewReader(page.Bytes())); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// BenchmarkFolders reads up to 2,000 pages below each folder that VERDE_PAGES
// lists: how many need no tree, and what reading takes, trees where they are
// needed, times what building all trees does.
func BenchmarkFolders(b *testing.B) {
	if os.Getenv("VERDE_PAGES") == "" {
		b.Skip("set VERDE_PAGES to a list of folders with HTML files")
	}
	for _, root := range filepath.SplitList(os.Getenv("VERDE_PAGES")) {
		b.Run(filepath.Base(root), func(b *testing.B) { readAll(b, pagesBelow(b, root)) })
	}
}

func pagesBelow(b *testing.B, root string) (bodies [][]byte) {
	err := filepath.WalkDir(root, func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || !strings.HasPrefix(filepath.Ext(name), ".htm") {
			return err
		}
		body, err := os.ReadFile(name)
		if bodies = append(bodies, body); len(bodies) == 2000 {
			return filepath.SkipAll
		}
		return err
	})
	if err != nil {
		b.Fatal(err)
	}
	return bodies
}

func readAll(b *testing.B, bodies [][]byte) {
	var whole, trees float64
	plain := 0
	tree := func(body []byte) *html.Node {
		root, err := html.Parse(bytes.NewReader(body))
		if err != nil {
			b.Fatal(err)
		}
		return root
	}
	for b.Loop() {
		var d Document
		end := stopwatch.Start()
		for _, body := range bodies {
			if d.Read(body) {
				plain++
			} else {
				d.Fill(tree(body))
			}
		}
		whole += end().Processor
		end = stopwatch.Start()
		for _, body := range bodies {
			tree(body)
		}
		trees += end().Processor
	}
	b.ReportMetric(float64(plain)/float64(b.N*len(bodies)), "without-tree")
	b.ReportMetric(whole/trees, "x-parse-cpu")
}
