package pageeval

import (
	"fmt"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"
	"github.com/andybalholm/cascadia"
	"github.com/antchfx/htmlquery"
	"github.com/google/go-cmp/cmp"
	"golang.org/x/net/html"

	"verde/page"
)

func parse(t testing.TB, s string) *html.Node {
	t.Helper()
	doc, err := page.Parse([]byte(s))
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

func TestContainers(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, body         string
		required, optional []string
		want               []string // XPath and values matched
	}{
		{"table", `<h1>Home</h1><table><tr><td>Name<td>Ray Allen<tr><td>Team<td>Boston Celtics</table>`,
			[]string{"Ray Allen", "boston celtics"}, nil, []string{"/html/body/table/tbody 2"}},
		{"one text", `<p>Ray Allen of the Boston Celtics</p>`,
			[]string{"Ray Allen", "Boston Celtics"}, nil, []string{"/html/body/p 2"}},
		{"heading and table", `<div><h1>Ray Allen</h1><dl><dt>Team<dd>Boston Celtics</dl></div><p>x`,
			[]string{"Ray Allen", "Boston Celtics"}, nil, []string{"/html/body/div 2"}},
		{"two places", `<p>Ray Allen, Boston Celtics</p><ul><li>Boston Celtics<li>Ray Allen</ul>`,
			[]string{"Ray Allen", "Boston Celtics"}, nil, []string{"/html/body/p 2", "/html/body/ul 2"}},
		{"a review does not hide the data", `<div><h1>Dune</h1><b>Herbert</b><p>Dune by Herbert is good.</p></div>`,
			[]string{"Dune", "Herbert"}, nil, []string{"/html/body/div 2", "/html/body/div/p 2"}},
		{"grows for optional values", `<div><p>Dune, Herbert</p><p>Chilton</p></div><p>1965</p>`,
			[]string{"Dune", "Herbert"}, []string{"Chilton", "Ace"}, []string{"/html/body/div 3"}},
		{"as many as possible", `<div><p>Dune, Herbert</p><p>Chilton</p></div><p>1965</p>`,
			[]string{"Dune", "Herbert"}, []string{"Chilton", "1965"}, []string{"/html/body 4"}},
		{"does not grow over another place", `<p>Dune, Herbert</p><p>Herbert: Dune</p><i>Chilton</i>`,
			[]string{"Dune", "Herbert"}, []string{"Chilton"}, []string{"/html/body/p[1] 2", "/html/body/p[2] 2"}},
		{"a person, family name first", `<dl><dt>Title<dd>Dune<dt>Author<dd>Herbert, Frank</dl>`,
			[]string{"Dune", "Frank Herbert"}, nil, []string{"/html/body/dl 2"}},
		{"a person asked for family name first", `<dl><dt>Title<dd>Dune<dt>Author<dd>Frank Herbert</dl>`,
			[]string{"Dune", "Herbert, Frank"}, nil, []string{"/html/body/dl 2"}},
		{"one of several persons, with a label", `<p>Dune</p><p>Authors: Asimov, Isaac; van Gogh, Vincent</p>`,
			[]string{"Dune", "Vincent van Gogh"}, nil, []string{"/html/body 2"}},
		{"another person of the family", `<dl><dt>Title<dd>Dune<dt>Author<dd>Herbert, Brian</dl>`,
			[]string{"Dune", "Frank Herbert"}, nil, nil},
		{"a required value is missing", `<p>Dune</p>`, []string{"Dune", "Herbert"}, []string{"Dune"}, nil},
		{"an empty required value", `<p>Dune</p>`, []string{"Dune", "..."}, nil, nil},
		{"nothing required", `<p>Dune</p><p>Herbert</p>`, nil, []string{"Dune", "Herbert", "Ace"}, []string{"/html/body 2"}},
		{"nothing asked", `<p>Dune</p>`, nil, nil, nil},
		{"the same value twice", `<p>Dune</p>`, []string{"Dune", "DUNE"}, nil, []string{"/html/body/p 1"}},
		{"invisible", `<script>Dune Herbert</script><style>Dune Herbert</style><noscript>Dune Herbert</noscript><template>Dune Herbert</template><select><option>Dune Herbert</select><!-- Dune Herbert -->`,
			[]string{"Dune", "Herbert"}, nil, nil},
		{"inline markup", `<p>R<b>ay</b> <i>All</i>en</p>`, []string{"Ray Allen"}, nil, []string{"/html/body/p 1"}},
		{"spans stand apart", `<p><span>Ray</span><span>Allen</span></p>`, []string{"Ray Allen"}, nil, []string{"/html/body/p 1"}},
		{"blocks do not join", `<td>Ray</td><div>Ray</div><div>Allen</div>`, []string{"Ray Allen"}, nil, nil},
		{"line break", `<h1>Ray<br>Allen</h1>`, []string{"Ray Allen"}, nil, []string{"/html/body/h1 1"}},
		{"by value", `<ul><li>Height: <b>6' 8"</b><li>Born <i>July</i> 20, 1975<li>Weight<li>205</ul>`,
			[]string{"203 cm", "1975-07-20", "205 lb"}, nil, []string{"/html/body/ul 3"}},
		{"marks that decide", `<p>0 0</p>`, []string{"0", `0"`}, nil, nil},
		{"the same length twice", `<p>6' 8"</p>`, []string{`6' 8"`, `6'8"`}, nil, []string{"/html/body/p 1"}},
		{"quantity over several nodes", `<p>Born: <b>July</b> <i>20</i>, 1975 in</p>`, []string{"1975-07-20"}, nil, []string{"/html/body/p 1"}},
		{"foreign and odd names", `<x:y>a</x:y><o_o>Dune</o_o><x:y><b>Dune</b> Herbert</x:y>`,
			[]string{"Dune", "Herbert"}, nil, []string{"/html/body/*[3] 2"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			doc := parse(t, "<title>Dune Herbert Ray Allen</title><body>"+c.body)
			var got []string
			for _, k := range Containers(doc, c.required, c.optional) {
				got = append(got, fmt.Sprintf("%s %d", k.XPath, k.Matched))
				selectsAgain(t, doc, k)
			}
			if d := cmp.Diff(c.want, got); d != "" {
				t.Errorf("(-want +got):\n%s", d)
			}
		})
	}
}

func TestContainersOfNothing(t *testing.T) {
	t.Parallel()
	for _, n := range []*html.Node{nil, {Type: html.DocumentNode}, {Type: html.TextNode, Data: "Dune"}} {
		if got := Containers(n, []string{"Dune"}, nil); got != nil {
			t.Errorf("containers %v in nothing", got)
		}
	}
	many := make([]string, 100)
	var text strings.Builder
	for i := range many {
		many[i] = fmt.Sprintf("v%dv", i)
		text.WriteString("<p>" + many[i])
	}
	got := Containers(parse(t, text.String()), many, nil)
	if len(got) != 1 || got[0].Matched != maxPatterns || got[0].XPath != "/html/body" {
		t.Errorf("containers of 100 values: %+v", got)
	}
}

// A deep document and one of many rows take linear work; were it quadratic,
// the test would not end in its time.
func TestContainersLarge(t *testing.T) {
	t.Parallel()
	doc := parse(t, strings.Repeat("<div>", 400)+"Dune"+strings.Repeat("</div>", 399)+"Herbert")
	if got := Containers(doc, []string{"Dune", "Herbert"}, nil); len(got) != 1 || strings.Count(got[0].XPath, "div") != 1 {
		t.Errorf("deep: %+v", got)
	}
	const rows = 20000
	doc = parse(t, "<table>"+strings.Repeat("<tr><td>Dune<td>Herbert", rows))
	got := Containers(doc, []string{"Dune", "Herbert"}, nil)
	last := got[len(got)-1]
	if len(got) != rows || last.XPath != fmt.Sprintf("/html/body/table/tbody/tr[%d]", rows) ||
		last.CSS != fmt.Sprintf(":root > body > table > tbody > tr:nth-of-type(%d)", rows) {
		t.Errorf("%d containers, the last %+v", len(got), last)
	}
}

// selectsAgain checks that both paths of a container lead to it and it alone.
func selectsAgain(t testing.TB, doc *html.Node, k Container) {
	t.Helper()
	if n := htmlquery.Find(doc, k.XPath); len(n) != 1 || n[0] != k.Node {
		t.Errorf("%s selects %d elements or another one", k.XPath, len(n))
	}
	selector, err := cascadia.Compile(k.CSS)
	if err != nil {
		t.Errorf("selector %q: %v", k.CSS, err)
		return
	}
	if n := goquery.NewDocumentFromNode(doc).FindMatcher(selector); n.Length() != 1 || n.Get(0) != k.Node {
		t.Errorf("%s selects %d elements or another one", k.CSS, n.Length())
	}
}

// Every container holds all required values and its XPath selects it alone.
func FuzzContainers(f *testing.F) {
	f.Add("<p>Dune <b>Herbert</b></p><svg><p>Dune</svg>", "Dune", "Herbert", "6-8")
	f.Add("<table><tr><td>Dune<td>6'8\"<tr><td>Herbert", "Dune", "203 cm", "Herbert")
	f.Add("<x:y>1<br>2</x:y>", "1 2", "2", "")
	f.Add("<svg><html><foreignObject><p>1 2</p></foreignObject></html></svg><p>1", "1", "2", "")
	f.Fuzz(func(t *testing.T, body, a, b, c string) {
		doc, err := page.Parse([]byte(strings.ToValidUTF8(body, "")))
		if err != nil {
			return
		}
		a, b, c = strings.ToValidUTF8(a, ""), strings.ToValidUTF8(b, ""), strings.ToValidUTF8(c, "")
		for _, k := range Containers(doc, []string{a, b}, []string{c}) {
			selectsAgain(t, doc, k)
			if k.Matched < 1 || k.Matched > 3 {
				t.Errorf("%d values matched", k.Matched)
			}
			if len(Containers(k.Node, []string{a}, nil)) == 0 || len(Containers(k.Node, []string{b}, nil)) == 0 {
				t.Errorf("%s does not hold %q and %q", k.XPath, a, b)
			}
		}
	})
}
