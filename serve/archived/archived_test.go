package archived

import (
	"bytes"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"verde/page"
)

func TestShow(t *testing.T) {
	t.Parallel()
	const whole = "/html/body/main[1]/p[1]/text()[1]"
	for _, test := range []struct {
		name, body, container string
		places                []string
		want                  []string // that the result has
		none                  []string // that it has not
		marks                 int
	}{
		{name: "a text", body: "<main><p>Amber <b>Fjord</b></main>", places: []string{whole}, marks: 1,
			want: []string{`<mark id="mark">Amber </mark><b>Fjord</b>`}},
		{name: "an element", body: "<main><p>Amber <b>Fjord</b></main>", places: []string{"/html/body/main[1]/p[1]"}, marks: 1,
			want: []string{`<p><mark id="mark">Amber <b>Fjord</b></mark>`}},
		{name: "an attribute", body: `<main><a href="/x">y</a></main>`, places: []string{"/html/body/main[1]/a[1]/@href"}, marks: 1,
			want: []string{`<mark id="mark">y</mark>`}, none: []string{"href"}},
		{name: "two values", body: "<main><p>a<p>b</main>", places: []string{"/html/body/main[1]/p[1]/text()[1]", "/html/body/main[1]/p[2]/text()[1]"}, marks: 2,
			want: []string{`<mark id="mark">a</mark>`, `<mark>b</mark>`}},
		{name: "comments and scripts keep places", body: "<main><script>1</script><p>a<!-- x -->b</main>", places: []string{"/html/body/main[1]/p[1]/text()[2]"}, marks: 1,
			want: []string{`a<mark id="mark">b</mark>`}, none: []string{"1", "x"}},
		{name: "a container", body: "<main class='x'><p>a</main>", container: "/html/body/main[1]", want: []string{`<main class="verde-container" id="container">`}},
		{name: "a container that is no element left", body: "<form><p>a</form>", container: "/html/body/form[1]", want: []string{`<div class="verde-container" id="container"><p>a</p></div>`}},
		{name: "a table in the source has no tbody in the path", body: "<table><tr><td>a<td>b</table>", places: []string{"/html/body/table[1]/descendant::tr[1]/td[2]/text()[1]"}, marks: 1,
			want: []string{`<mark id="mark">b</mark>`}},
		{name: "nowhere", body: "<p>a", places: []string{"/html/body/main", "", "((", "count(//p)", strings.Repeat("/*", maxXPath)}},
		{name: "hostile", places: []string{"//p"}, marks: 1,
			body: `<p onclick=x()>a<script>x()</script><img src=http://evil.example/ onerror=x()><a href="javascript:x()">l</a><iframe src=//evil.example>f</iframe><form action=//evil.example><input name=a></form>` +
				`<style>p{background:url(//evil.example)}</style><p style="background:url(//evil.example)"><svg><script>x()</script></svg><math><mtext><script>x()</script></math><meta http-equiv=refresh content="0;//evil.example"><link rel=stylesheet href=//evil.example><base href=//evil.example>` +
				`<noscript><p title="</noscript><img src=x onerror=x()>"></noscript><template><img src=x></template><object data=//evil.example></object>`,
			want: []string{"a", "l"}, none: []string{"evil", "x()", "onclick", "onerror", "javascript", "<img", "<form", "<input", "<iframe", "<svg", "<a", "<link", "<meta http", "<base"}},
		{name: "a mark of the page itself is no place", body: `<mark id="mark" class="verde-container" onclick="x">a</mark>`, none: []string{"onclick", "id=", "class="}},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			got, err := Show([]byte(test.body), page.Parse, `<b>"title`, test.container, test.places...)
			if err != nil {
				t.Fatal(err)
			}
			if got.Marks != test.marks {
				t.Errorf("%d marks, want %d", got.Marks, test.marks)
			}
			head, body, ok := strings.Cut(string(got.HTML), "</head>")
			if !ok || !strings.Contains(head, "&lt;b&gt;&#34;title") {
				t.Errorf("head %q", head)
			}
			for _, s := range test.want {
				if !strings.Contains(body, s) {
					t.Errorf("no %q in %s", s, body)
				}
			}
			for _, s := range test.none {
				if strings.Contains(body, s) {
					t.Errorf("%q in %s", s, body)
				}
			}
		})
	}
}

// FuzzShow reads what is shown again: it has elements and attributes of the list alone.
func FuzzShow(f *testing.F) {
	f.Add([]byte("<p>a<script>b</script>"), "//p")
	f.Add([]byte("<svg><style><img src=x onerror=y>"), "/html/body")
	f.Add([]byte("<table><td>a</td></table><math><mi>"), "//td/text()")
	attributes := map[string]bool{"id": true, "class": true, "dir": true, "colspan": true, "rowspan": true, "charset": true}
	f.Fuzz(func(t *testing.T, body []byte, place string) {
		got, err := Show(body, page.Parse, "t", place, place)
		if err != nil {
			return // too deep to parse
		}
		tokens := html.NewTokenizer(bytes.NewReader(got.HTML))
		for tokens.Next() != html.ErrorToken {
			token := tokens.Token()
			switch token.Data {
			case "script", "iframe", "img", "a", "form", "object", "embed", "link", "base", "svg", "math":
				if token.Type == html.StartTagToken || token.Type == html.SelfClosingTagToken {
					t.Errorf("<%s> is left of %q", token.Data, body)
				}
			}
			for _, a := range token.Attr {
				if !attributes[a.Key] {
					t.Errorf("attribute %s is left of %q", a.Key, body)
				}
			}
		}
	})
}
