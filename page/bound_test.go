package page

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"

	"golang.org/x/net/html"

	"verde/internal/tagsoup"
)

// partsOf counts what a tree consists of.
func partsOf(doc *html.Node) (n int) {
	for d := range doc.Descendants() {
		if d.Type != html.DoctypeNode {
			n += 1 + len(d.Attr)
		}
	}
	return n
}

// implied are the elements that each document has, and the texts that are parted
// where the head and the body begin.
const implied = 3 + 3

// What is counted before a document is parsed is never less than what the parser
// makes of it.
func TestPartsAreBounded(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(3, 4))
	moves := make([]byte, 8+64)
	most := 0
	for range 20_000 {
		for i := range moves {
			moves[i] = byte(random.Uint32())
		}
		body := tagsoup.Document(moves[:9+random.IntN(64)])
		most = max(most, checkParts(t, []byte(body)))
		if t.Failed() {
			return
		}
	}
	if most < 50 {
		t.Errorf("no document has more than %d parts that are opened again", most)
	}
}

// checkParts does so for a document, and gives how many parts its tree has more
// than are written.
func checkParts(t *testing.T, body []byte) (more int) {
	t.Helper()
	doc, err := build(body)
	if err != nil {
		return 0
	}
	_, parts := countParts(body, len(body))
	r := survey(body)
	if got := partsOf(doc); got > parts+implied+r.cost && !r.tooMany() {
		t.Errorf("%s: %d parts in the tree, %d written and %d opened again", body, got, parts, r.cost)
	} else {
		more = got - parts
	}
	return more
}

func FuzzParts(f *testing.F) {
	for _, body := range []string{"<p><b><i></p><p>x", "<b a b c><p></b>x<!--</b>-->", "<font title='</font>'><table><td><font x></td></table><p>x", "<svg><style><b></style>", "<table><td></tbody><td></tbody><col>", "<a><div><a x y>z", "<p a=b/c='d e' = f>"} {
		f.Add([]byte(body))
	}
	f.Fuzz(func(t *testing.T, body []byte) { checkParts(t, body) })
}

// FuzzPartsOfTags does the same for documents that consist of tags.
func FuzzPartsOfTags(f *testing.F) {
	f.Add([]byte("3\x01\n\v\x00\x0f\x00\x00\x00\b\x8f\x04\x97\x8f\f\x03"))
	f.Fuzz(func(t *testing.T, moves []byte) { checkParts(t, []byte(tagsoup.Document(moves))) })
}

// Attributes are counted as the tokenizer has them.
func TestAttributes(t *testing.T) {
	t.Parallel()
	for _, tag := range []string{"<p>", "<p a>", "<p a b=c>", "<p a=b/c d>", `<p a="b>c"d='e'f>`, "<p/a/b/>", "<p = a>", "<p =a= b>", "<p a = 'x' / b>", `<p "a"b"c>`, "<p\fa\nb\r=\tc>", "<p a=>", "<p a= >", "<p a='", "<p a=b", "<p a/=b>", "<p a=\"b\"\"c\">"} {
		z := html.NewTokenizer(strings.NewReader(tag + "<x>"))
		z.Next()
		want := len(z.Token().Attr)
		length := len(z.Raw())
		_, behind := tagName([]byte(tag + "<x>")[1:])
		n, l := attributes(behind)
		if z.Err() == nil && (n != want || l+2 != length) {
			t.Errorf("%s: %d attributes in %d bytes, want %d in %d", tag, n, l+2, want, length)
		}
	}
}

// hostile are pages made to be large as a tree, of a size of about n bytes.
var hostile = map[string]func(n int) string{
	"elements":              func(n int) string { return strings.Repeat("<br>", n/4) },
	"elements and texts":    func(n int) string { return strings.Repeat("x<p>", n/4) },
	"links":                 func(n int) string { return strings.Repeat("<a>", n/3) },
	"links with attributes": func(n int) string { return strings.Repeat("<a href=x>", n/10) },
	"formatting that stays": func(n int) string { return strings.Repeat("<b><i><p>", n/9) },
	"crossed formatting":    func(n int) string { return strings.Repeat("<b><em><i><u><div><div></b>", n/27) },
	"fonts around all":      func(n int) string { return "<p>" + fonts(250, "") + "</p>" + strings.Repeat("<p>x</p>", n/8) },
	"fonts around few":      func(int) string { return "<p>" + fonts(250, "") + "</p>" + strings.Repeat("<p>x</p>", 10_000) },
	"fonts around cells":    func(n int) string { return fonts(200, "") + strings.Repeat("<table><td><p>x</table>", n/23) },
	"a font with attributes": func(n int) string {
		return "<p>" + fonts(1, manyAttributes(4000)) + "</p>" + strings.Repeat("<p>x</p>", n/8)
	},
	"a link with attributes": func(n int) string { return "<p><a " + manyAttributes(4000) + "></p>" + strings.Repeat("<p>x</p>", n/8) },
	"an element of all":      func(n int) string { return "<p " + manyAttributes(n/8) + ">" },
	"elements of many":       func(n int) string { return strings.Repeat("<p "+manyAttributes(4000)+">", n/28000) },
	"tables":                 func(n int) string { return strings.Repeat("<table><td></tbody><td></table>", n/32) },
	"tables in tables":       func(n int) string { return strings.Repeat("<table><tr><td>", n/15) },
	"out of a table":         func(n int) string { return "<table>" + strings.Repeat("<b>x</b>", n/8) },
	"drawings":               func(n int) string { return "<svg>" + strings.Repeat("<a/>", n/4) },
	"a style of a drawing":   func(n int) string { return "<svg><style>" + strings.Repeat("<a/>", n/4) + "</style>" },
	"comments":               func(n int) string { return strings.Repeat("<!---->", n/7) },
	"entities":               func(n int) string { return strings.Repeat("&lt;<p>", n/7) },
	"text":                   func(n int) string { return strings.Repeat("word ", n/5) },
	"end tags":               func(n int) string { return strings.Repeat("x</p>", n/5) },
	"URLs of a long base": func(n int) string {
		return "<base href='/" + strings.Repeat("x", 8000) + "/'>" + strings.Repeat("<a href=x>", n/10)
	},
	"names without end": func(n int) string { return strings.Repeat("<a", n/2) },
	"tags in tags":      func(n int) string { return strings.Repeat("<b/x=", n/5) },
	"long link-paths":   func(n int) string { return "<p " + manyAttributes(2000) + ">" + counted("<a href=x b%d></a>", n/22) },
}

// A document whose tags are all within each other is not read once for each of them.
func TestSurveyOverlap(t *testing.T) {
	t.Parallel()
	body := strings.Repeat("<b/x=", 10_000)
	if r := survey([]byte(body)); !r.tooMany() || r.unread < -len(body) || r.held > 4*maxOverlap {
		t.Errorf("after %d bytes beyond what may be read, with %d held, it is too much: %v", -r.unread, r.held, r.tooMany())
	}
	if r := survey([]byte(strings.Repeat(`<a title="<b>1</b> &lt; <i>2</i>" href=x>x</a>`, 20))); r.tooMany() {
		t.Errorf("markup in attributes: %d, %d to read", r.cost, r.unread)
	}
}

func fonts(n int, attributes string) string { return counted("<font size=%d "+attributes+">", n) }

func manyAttributes(n int) string { return counted("a%d ", n) }

func counted(pattern string, n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, pattern, i)
	}
	return b.String()
}

// Whatever a page is made of, it takes less than 200 MiB as a tree, or as a list
// with its outline: the largest that is fetched by default of what takes most,
// and of each kind what would take gigabytes. Not parallel, as the heap is
// measured.
func TestMemoryOfAPage(t *testing.T) {
	for name, body := range hostile {
		sizes := []int{256 << 10}
		if name == "links with attributes" {
			sizes = append(sizes, 8<<20)
		}
		for _, size := range sizes {
			checkMemory(t, name, []byte(body(size)))
		}
	}
}

func checkMemory(t *testing.T, name string, body []byte) {
	const most = 200 << 20
	p := &Page{URL: "http://h.example/", Body: body}
	before := heap()
	doc, err := p.Parse()
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	parts := partsOf(doc)
	tree := heap() - before
	runtime.KeepAlive(doc)
	doc = nil
	before = heap()
	var r Reader
	var paths Paths
	list, err := r.Read(p)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	o := OutlineOf(p, list, &paths, TagAttr)
	read := heap() - before
	runtime.KeepAlive([]any{r, o, &paths})
	if parts > maxParts+maxReopened+implied || tree > most || read > most {
		t.Errorf("%s of %d bytes: %d parts, a tree of %d MiB, and %d MiB as a list with %d links", name, len(body), parts, tree>>20, read>>20, len(o.Links))
	}
}

// While as much is parsed as may be at a time, others wait. Not parallel, as all
// who parse wait together.
func TestParsedAtATime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		done := admit(make([]byte, 2*maxParsed)) // more than all is all
		var finished atomic.Int32
		p := &Page{URL: "http://h.example/", Body: []byte("<p>")}
		for _, parse := range []func() error{
			func() error { _, err := p.Parse(); return err },
			func() error { _, err := new(Reader).Read(p); return err },
		} {
			go func() {
				if err := parse(); err != nil {
					t.Error(err)
				}
				finished.Add(1)
			}()
			synctest.Wait()
		}
		if n := finished.Load(); n != 0 {
			t.Errorf("%d did not wait", n)
		}
		done()
		synctest.Wait()
		if n := finished.Load(); n != 2 || !parsing.TryAcquire(maxParsed) {
			t.Fatalf("%d have finished, or did not make room", n)
		}
		parsing.Release(maxParsed)
	})
}

func heap() int {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int(m.HeapAlloc)
}
