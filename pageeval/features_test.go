package pageeval

import (
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"golang.org/x/net/html"
)

// find is the first element with this name.
func find(t testing.TB, doc *html.Node, name string) *html.Node {
	t.Helper()
	for n := range doc.Descendants() {
		if n.Type == html.ElementNode && n.Data == name {
			return n
		}
	}
	t.Fatalf("no element %s", name)
	return nil
}

func TestForm(t *testing.T) {
	t.Parallel()
	ln := math.Log1p
	for _, c := range []struct {
		name, element, body string
		want                [formFeatures]float64
	}{
		{"nothing", "div", `<div> <script>x: y.</script></div>`, [formFeatures]float64{}},
		{"rows", "table", `<table><tr><th>Team:<td>Boston<tr><th>Born<td>1975</table>`,
			[formFeatures]float64{ln(19), ln(1), .25, 0, 1, 0, ln(1), 2. / 7}},
		{"dl", "dl", `<dl><dt>Team<dd>Boston<dt>Born<dd>1975</dl>`, [formFeatures]float64{ln(18), ln(1), 0, 0, 1, 0, ln(1), 1}},
		{"sentences", "p", `<p>It was late. Nobody came; the J. K. of it, alas!</p>`,
			[formFeatures]float64{ln(38), ln(11), 0, math.Sqrt(2. / 11), 0, 0, 0, 0}},
		{"links", "ul", `<ul><li><a href=x>one</a><li><a href=y>two</a></ul>`, [formFeatures]float64{ln(6), ln(1), 0, 0, 1, 1, 0, .5}},
		{"label in bold", "p", `<p><b>Pages</b> 320<br><b>Weight</b> 2 kg</p>`, [formFeatures]float64{ln(17), ln(5. / 4), 0, 0, 0, 0, ln(1), 0}},
		{"one text", "p", `<p>Pages: 320</p>`, [formFeatures]float64{ln(9), ln(2), 1, 0, 0, 0, ln(1), 0}},
		{"div rows", "section", `<section><div><div>Team</div><div>Boston</div></div><div><div>Born</div><div>1975</div></div></section>`,
			[formFeatures]float64{ln(18), ln(1), 0, 0, 0, 0, ln(1), 1}},
		{"in a cell and a link", "b", `<td></td><table><tr><td><a href=x><b>Boston</b></a></table>`, [formFeatures]float64{ln(6), ln(1), 0, 0, 1, 1, 0, 0}},
		{"paragraph in a cell", "table", `<table><tr><td><p>Boston</table>`, [formFeatures]float64{ln(6), ln(1), 0, 0, 0, 0, 0, 0}},
		{"urls have no colons", "p", `<p>see http://e.org/</p>`, [formFeatures]float64{ln(16), ln(2), 0, 0, 0, 0, 0, 0}},
		{"prose after a colon is no value", "p", `<p><b>Note:</b> one two three four five six seven eight nine ten eleven twelve thirteen</p>`,
			[formFeatures]float64{ln(64), ln(7), .5, 0, 0, 0, 0, 0}},
		{"long", "p", "<p>" + strings.Repeat("word ", 100), [formFeatures]float64{ln(maxLength), ln(100), 0, 0, 0, 0, 0, 0}},
		{"form", "form", `<form>Name <input> Town <input type=TEXT> <input type=submit></form>`, [formFeatures]float64{ln(8), ln(1), 0, 0, 0, 1, 0, 0}},
		{"in a form", "b", `<form>Name <input> <b>Town</b> <textarea></textarea></form>`, [formFeatures]float64{ln(4), ln(1), 0, 0, 0, 1, 0, 0}},
		{"offer", "form", `<form>Dune $12 <input name=quantity> <input type=hidden> <input type=submit></form>`, [formFeatures]float64{ln(7), ln(2), 0, 0, 0, 0, 0, 0}},
		{"no blanks", "p", `<p>これは短い文です。次の文！</p>`, [formFeatures]float64{ln(24), ln(6), 0, math.Sqrt(2. / 6), 0, 0, 0, 0}},
		{"a mark is no label", "p", `<p><span>›</span> <a href=x>Wish List</a></p>`, [formFeatures]float64{ln(9), ln(1.5), 0, 0, 0, 8. / 9, 0, 0}},
		{"page as a form", "b", `<form><b>Dune</b> <input> <select><option>one</select>` + strings.Repeat("words ", 61) + `</form>`,
			[formFeatures]float64{ln(4), ln(1), 0, 0, 0, 0, 0, 0}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			got := formFeaturesOf(find(t, parse(t, c.body), c.element))
			if d := cmp.Diff(c.want, got, cmpopts.EquateApprox(0, 1e-12)); d != "" {
				t.Errorf("(-want +got):\n%s", d)
			}
		})
	}
}

// The cell of a text is the element that stands for it among its siblings, a few
// wrappers higher at most.
func TestCellOf(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ body, element string }{
		"a table cell":   {`<table><tr><td><b><i>x</i></b></table>`, "td"},
		"with siblings":  {`<section><div><b>x</b> y</div></section>`, "b"},
		"wrapped":        {`<section>y <div><b><i>x</i></b></div></section>`, "div"},
		"four wrappers":  {`<main>y <div><b><i><u><s>x</s></u></i></b></div></main>`, "div"},
		"five wrappers":  {`<main>y <div><q><b><i><u><s>x</s></u></i></b></q></div></main>`, "q"},
		"a list element": {`<ul><li><b>x</b></ul>`, "li"},
	} {
		doc := parse(t, c.body)
		var text *html.Node
		for n := range doc.Descendants() {
			if n.Type == html.TextNode && n.Data == "x" {
				text = n
			}
		}
		if got := wrapperOf(text); got == nil || got.Data != c.element {
			t.Errorf("%s: %v, want <%s>", name, got, c.element)
		}
	}
}

// Pairs far from each other are no series.
func TestPairSeries(t *testing.T) {
	t.Parallel()
	doc := parse(t, `<div><p>A: 1</p><p>one</p><p>two</p><p>three</p><p>four</p><p>B: 2</p><p>five</p><p>C: 3</p></div>`)
	if got, want := formFeaturesOf(find(t, doc, "div"))[6], math.Log1p(2/math.Sqrt(8)); got != want {
		t.Errorf("longest series over the root of 8 texts: %v, want %v", math.Expm1(got), math.Expm1(want))
	}
}

func BenchmarkForm(b *testing.B) {
	doc := parse(b, largePage())
	b.ReportAllocs()
	for b.Loop() {
		formFeaturesOf(doc)
	}
}
