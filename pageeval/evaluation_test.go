package pageeval

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/net/html"

	"verde/page"
	"verde/query"
)

func ask(required ...string) query.Query {
	q := query.Query{ID: "q1"}
	for _, v := range required {
		q.Required = append(q.Required, query.Value{Text: v})
	}
	return q
}

const dataPage = `<title>Dune</title><ul class=nav><li><a href=/>Home</a><li><a href=/b>Books</a><li><a href=/a>Authors</a></ul>
<div id=book><h1>Dune</h1><dl><dt>Author<dd>Frank Herbert<dt>Publisher<dd>Chilton<dt>Pages<dd>412<dt>Year<dd>1965</dl></div>
<p>A long review: I liked Dune by Frank Herbert, which tells the story of a desert planet and of those who want to rule over it. It is long.</p>
<ul><li><a href=/1>Emma</a><li><a href=/2>Ulysses</a><li><a href=/3>Dracula</a></ul>`

func TestEvaluate(t *testing.T) {
	t.Parallel()
	c, err := Default()
	if err != nil {
		t.Fatal(err)
	}
	prose := strings.Repeat("<p>It rained all day and there was nothing to do but to read what the neighbours had left. We were glad of it.</p>", 3)
	rows := func(row string) string {
		var b strings.Builder
		for i := range 6 {
			fmt.Fprintf(&b, row, i, fmt.Sprintf("Book%d", i))
		}
		return b.String()
	}
	for _, test := range []struct {
		name, body string
		query      query.Query
		matched    bool
		want       bool
	}{
		{"data", dataPage, ask("Dune", "Frank Herbert"), true, true},
		{"not there", dataPage, ask("Dune", "Jane Austen"), false, false},
		{"prose", `<title>Reading</title><h1>Reading</h1>` + prose + `<p>Last week we talked about Dune, a book by Frank Herbert that is said to be long.</p>` + prose,
			ask("Dune", "Frank Herbert"), true, false},
		{"heading and prose", `<title>Dune again</title><h1>Dune</h1>` + prose + `<p>Last week we talked about that book, which Frank Herbert took six years to write, they say.</p>` + prose,
			ask("Dune", "Frank Herbert"), true, false},
		{"row of a list", `<title>Books</title><h1>Books</h1><ul>` + rows(`<li><a href=/%d>%s</a> <span>Someone</span>`) + `<li><a href=/d>Dune</a> <span>Frank Herbert</span></ul>`,
			ask("Dune", "Frank Herbert"), true, false},
		{"list under a heading", `<title>Frank Herbert</title><h1>Frank Herbert</h1><p>Books: 7</p><ul>` + rows(`<li><a href=/%d>%s</a>`) + `<li><a href=/d>Dune</a></ul>`,
			ask("Dune", "Frank Herbert"), true, false},
		{"short list under a heading", `<title>Frank Herbert</title><h1>Frank Herbert</h1><p>Born: 1920</p><p>Died: 1986</p><div><a href=/d>Dune</a></div>`,
			ask("Dune", "Frank Herbert"), true, false},
		{"shelf headed by its ends", `<title>Shelf: Atonement - Dune</title><div><h2>Atonement - Dune</h2>` + rows(`<div><h3><a href=/%d>%s</a></h3><p>Satire</p></div>`) +
			`<div><h3><a href=/d>Dune</a></h3><p>Satire</p></div></div>`, ask("Dune", "Satire"), true, false},
		{"shelf with another row's value", `<title>Shelf: Atonement - Dune</title><div><h2>Atonement - Dune</h2>` + rows(`<div><h3><a href=/%d>%s</a></h3><p>Satire</p></div>`) +
			`<div><h3><a href=/d>Dune</a></h3><p>Epic</p></div></div>`, ask("Dune", "Satire"), true, false},
		{"others by the author", `<title>Dune</title><div><h1>Dune</h1><dl><dt>Author<dd>Frank Herbert<dt>Pages<dd>412</dl><ul>` + rows(`<li><a href=/%d>%s</a> <i>Frank Herbert</i>`) + `<li><a href=/d>Dune</a> <i>Frank Herbert</i></ul></div>`,
			ask("Dune", "Frank Herbert"), true, true},
		{"attributes that are links", `<title>Dune</title><div><h1>Dune</h1><ul><li>Author <a href=/a>Frank Herbert</a><li>Genre <a href=/g>Epic</a><li>Publisher <a href=/p>Chilton</a></ul></div>`,
			ask("Dune", "Frank Herbert"), true, true},
		{"name in a link in the heading", `<title>Dune</title><div><h1><a href=/d>Dune</a></h1><dl><dt>Author<dd>Frank Herbert<dt>Pages<dd>412</dl></div>`,
			ask("Dune", "Frank Herbert"), true, true},
		{"navigation", `<title>Shop</title><ul>` + rows(`<li><a href=/%d>%s</a>`) + `</ul>`, ask("Book1", "Book2"), true, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			v := c.Evaluate(parse(t, test.body), test.query)
			if v.Matched != test.matched || v.SemiStructured != test.want || v.QueryID != "q1" {
				t.Errorf("%+v", v)
			}
			for _, f := range v.Fragments {
				if (f.Listing || f.Prose) && f.Probability != 0 {
					t.Errorf("refused fragment with a probability: %+v", f)
				}
			}
			if best := v.Best(); v.SemiStructured != (best.Probability >= Threshold) {
				t.Errorf("best is %+v", best)
			}
		})
	}
}

func TestFragments(t *testing.T) {
	t.Parallel()
	doc := parse(t, dataPage)
	type fragment struct {
		XPath          string
		Matched        int
		Listing, Prose bool
	}
	look := func(q query.Query) (out []fragment) {
		for _, f := range Fragments(doc, q) {
			out = append(out, fragment{f.XPath, f.Matched, f.Listing, f.Prose})
			if f.Probability != 0 || f.Node == nil || [formFeatures]float64(f.Features[:formFeatures]) != formFeaturesOf(f.Node) {
				t.Errorf("%+v", f)
			}
		}
		return out
	}
	for _, test := range []struct {
		name  string
		query query.Query
		want  []fragment
	}{
		{"prose is passed over", ask("Dune", "Frank Herbert"), []fragment{{"/html/body/div", 2, false, false}}},
		{"prose is all there is", ask("desert planet", "Frank Herbert"), []fragment{{"/html/body/p", 2, false, true}}},
		{"links only", ask("Emma", "Dracula"), []fragment{{"/html/body/ul[2]", 2, true, false}}},
		{"two links in a row", ask("Home", "Books"), []fragment{{"/html/body/ul[1]", 2, true, false}}},
		{"none", ask("Dune", "Austen"), nil},
		{"nothing asked", ask(), nil},
	} {
		if d := cmp.Diff(test.want, look(test.query)); d != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, d)
		}
	}
}

// A page named after something else shows an entity aside at most.
func TestAside(t *testing.T) {
	t.Parallel()
	c, err := Default()
	if err != nil {
		t.Fatal(err)
	}
	const data = "<dl><dt>Name<dd>The Left Hand of Darkness<dt>Author<dd>Ursula K. Le Guin<dt>Pages<dd>304<dt>Language<dd>English</dl>"
	for name, test := range map[string]struct {
		head string
		want bool
	}{
		"title":                       {"<title>The Left Hand of Darkness - Shop</title>", false},
		"title cut off":               {"<title>Shop: The Left Hand of ...</title>", false},
		"less than half of the words": {"<title>Novels of Darkness</title>", true},
		"heading":                     {"<title>Shop</title><h1>The left hand of darkness</h1>", false},
		"highest heading is an h2":    {"<title>Shop</title><h3>Menu</h3><h2>The Left Hand of Darkness</h2>", false},
		"lower heading":               {"<title>Shop</title><h1>Ten novels</h1><h2>The Left Hand of Darkness</h2>", true},
		"no name at all":              {"", false},
		"empty title":                 {"<title> </title>", false},
		"title of a drawing":          {"<title>Ten novels</title><svg><title>The Left Hand of Darkness</title></svg>", true},
		"something else":              {"<title>Ten novels for the summer</title>", true},
	} {
		v := c.Evaluate(parse(t, test.head+data), ask("The Left Hand of Darkness", "Ursula K. Le Guin"))
		if len(v.Fragments) != 1 || v.Fragments[0].Aside != test.want || v.SemiStructured == test.want {
			t.Errorf("%s: %+v, want aside %v", name, v, test.want)
		}
		if p := v.Best().Probability; test.want && p != maxAside {
			t.Errorf("%s: probability %v", name, p)
		}
	}
	if p := (Fragment{Aside: true}).Adjust(.2); p != .2 {
		t.Errorf("an aside of probability .2 weighs %v", p)
	}
	if p := (Fragment{Aside: true, Listing: true}).Adjust(.9); p != 0 {
		t.Errorf("a listing aside weighs %v", p)
	}
}

// An optional value far away stretches the container, but not the evaluation.
func TestEvaluateOptional(t *testing.T) {
	t.Parallel()
	c, err := Default()
	if err != nil {
		t.Fatal(err)
	}
	long := strings.Repeat("<p>It rained all day and there was nothing to do but to read what the neighbours had left, and we were glad of it.</p>", 40)
	doc := parse(t, dataPage+long+"<footer>Arrakis</footer>")
	q := ask("Dune", "Frank Herbert")
	q.Optional = []query.Value{{Text: "Arrakis"}}
	if f := Fragments(doc, q); len(f) != 1 || f[0].XPath != "/html/body" || f[0].Matched != 3 {
		t.Errorf("fragments %+v", f)
	}
	if v := c.Evaluate(doc, q); !v.SemiStructured || v.Best().XPath != "/html/body/div" {
		t.Errorf("evaluation %+v", v)
	}
	q.Optional[0].Text = "Chilton"
	if v := c.Evaluate(doc, q); !v.SemiStructured || v.Best().Matched != 3 {
		t.Errorf("evaluation %+v", v)
	}
}

// A page names goods at length that others call by a few of the words; what is asked for beside the name has to stand elsewhere.
func TestLongNames(t *testing.T) {
	t.Parallel()
	const name = "Panasonic Lumix DMC-FP1 12.1 Megapixel Compact Camera 6.30 mm Orange 4x Optical Zoom"
	for body, want := range map[string]fragmentSeen{
		"<h1>" + name + "</h1><p>Maker: <b>Panasonic</b></p><p>Price: $142</p>":   {"/html/body", false},
		"<h1><i>" + name + "</i></h1><p>Maker: <b>Panasonic</b></p>":              {"/html/body", false},
		"<h1>" + name + "</h1><p>A reader wrote to us.</p>":                       {"/html/body/h1", true},
		"<p>" + name + ", as tested by us here</p><p>Maker: <b>Panasonic</b></p>": {"/html/body/p[1]", true},
	} {
		got := Fragments(parse(t, body), ask("DMC-FP1", "Panasonic"))
		if len(got) == 0 || (fragmentSeen{got[0].XPath, got[0].Prose}) != want {
			t.Errorf("%s: %+v", body, got)
		}
	}
}

type fragmentSeen struct {
	xpath string
	prose bool
}

func TestFragmentsAreBounded(t *testing.T) {
	t.Parallel()
	doc := parse(t, "<table>"+strings.Repeat("<tr><td><a href=x>Dune</a><td>Herbert", 3000))
	got := Fragments(doc, ask("Dune", "Herbert"))
	if len(got) != maxFragments || !got[0].Listing {
		t.Errorf("%d fragments, the first %+v", len(got), got[0])
	}
}

func FuzzEvaluate(f *testing.F) {
	c, err := Default()
	if err != nil {
		f.Fatal(err)
	}
	f.Add(dataPage, "Dune", "Frank Herbert", "412")
	f.Add("<title>x</title><a href=x>x<table><td>y", "x", "y", "")
	f.Fuzz(func(t *testing.T, body, a, b, o string) {
		doc, err := page.Parse([]byte(strings.ToValidUTF8(body, "")))
		if err != nil {
			return
		}
		q := ask(strings.ToValidUTF8(a, ""), strings.ToValidUTF8(b, ""))
		q.Optional = []query.Value{{Text: strings.ToValidUTF8(o, "")}}
		v := c.Evaluate(doc, q)
		if v.Matched != (len(v.Fragments) > 0) || v.SemiStructured && !v.Matched {
			t.Errorf("%+v", v)
		}
		if d := cmp.Diff(v, c.Evaluate(doc, q), cmp.AllowUnexported(Fragment{}), cmp.Comparer(func(a, b *html.Node) bool { return a == b })); d != "" {
			t.Errorf("a second look differs:\n%s", d)
		}
		for _, f := range v.Fragments {
			if !(f.Probability >= 0 && f.Probability <= 1) {
				t.Errorf("probability %v", f.Probability)
			}
		}
	})
}

// largePage has 200 KB of what pages are made of.
func largePage() string {
	var b strings.Builder
	for i := range 500 {
		fmt.Fprintf(&b, `<div class=row><h3><a href="/%d">Book %d</a></h3><p>By <b>Someone Else</b>, published on March 4, 2003, for $12.%02d; it has %d pages. It is said to be good.</p>
<table><tr><th>Height:<td>6' 8"<tr><th>Weight<td>245 lb</table></div>`, i, i, i%100, i)
	}
	return b.String() + dataPage
}

func BenchmarkEvaluate(b *testing.B) {
	c, err := Default()
	if err != nil {
		b.Fatal(err)
	}
	text := largePage()
	doc := parse(b, text)
	q := ask("Dune", "Frank Herbert")
	q.Optional = []query.Value{{Text: "412"}, {Text: "203 cm"}, {Text: "2003-03-04"}}
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		c.Evaluate(doc, q)
	}
}
