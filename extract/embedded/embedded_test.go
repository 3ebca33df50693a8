package embedded

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

func TestRead(t *testing.T) {
	t.Parallel()
	deep := strings.Repeat(`{"a":`, 20) + `"x"` + strings.Repeat("}", 20)
	for name, tt := range map[string]struct {
		page string
		want map[string][]string
	}{
		"json-ld": {
			`<script type="application/ld+json">{"@context":"https://schema.org","@type":"Book","name":"Emma","author":[{"@type":"Person","name":"Jane  Austen"},{"name":"Other"}],"offers":{"price":9.50,"sold":true}}</script>`,
			map[string][]string{"json-ld:name": {"Emma"}, "json-ld:author.name": {"Jane Austen", "Other"}, "json-ld:offers.price": {"9.50"}},
		},
		"properties": {`<script type="application/ld+json">{"additionalProperty":[{"@type":"PropertyValue","name":"Max. weight","value":12},{"name":"Colour","value":"red"}]}</script>`,
			map[string][]string{"json-ld:additionalProperty.Max weight": {"12"}, "json-ld:additionalProperty.Colour": {"red"}}},
		"graph":      {`<script type="Application/LD+JSON">{"@graph":[{"name":"A"},{"sku":1}]}</script>`, map[string][]string{"json-ld:name": {"A"}, "json-ld:sku": {"1"}}},
		"two values": {`<script type="application/ld+json">{"name":"A"}{"name":"B"}</script>`, map[string][]string{"json-ld:name": {"A", "B"}}},
		"broken":     {`<script type="application/ld+json">{"name":"A"</script>`, map[string][]string{}},
		"too deep":   {`<script type="application/ld+json">` + deep + `</script>`, map[string][]string{}},
		"too long":   {`<script type="application/ld+json">{"a":"` + strings.Repeat("x", maxEmbedded) + `"}</script>`, map[string][]string{}},
		"no properties": {`<script type="application/ld+json">{"review":[{"name":"A","value":1,"reviewBody":"Good"},{"name":"B","value":2,"reviewBody":"Bad"}],"p":[{"@type":"PropertyValue","name":"Size: max","value":3}]}</script>`,
			map[string][]string{"json-ld:p.Size max": {"3"}, "json-ld:review.name": {"A", "B"}, "json-ld:review.reviewBody": {"Good", "Bad"}, "json-ld:review.value": {"1", "2"}}},
		"meta":      {`<meta property="og:title" content=" Emma "><meta name="author" content="Jane"><span itemprop="price" content="9.50">about 10</span><meta charset=utf-8>`, map[string][]string{"meta:og:title": {"Emma"}, "meta:author": {"Jane"}, "microdata:price": {"9.50"}}},
		"two names": {`<meta itemprop="image" property="og:image" content="a"><meta property="og:image" itemprop="image" content="b"><meta name="x" property="y" content="c">`, map[string][]string{"microdata:image": {"a", "b"}, "meta:y": {"c"}}},
		"script":    {`<script>{"name":"A"}</script>`, map[string][]string{}},
		"microdata": {`<div itemscope itemtype="Book"><img itemprop="cover" src="/c.jpg"><a itemprop="url other" href="/b">b</a><time itemprop="published" datetime="2011-05-01">May</time><span itemprop="title">Emma</span><div itemprop="offers" itemscope><data itemprop="price" value="9.5">9</data><link itemprop="availability" href="InStock"></div></div>`,
			map[string][]string{"microdata:cover": {"/c.jpg"}, "microdata:url": {"/b"}, "microdata:other": {"/b"}, "microdata:published": {"2011-05-01"}, "microdata:offers.price": {"9.5"}, "microdata:offers.availability": {"InStock"}, "image:body/div/img": {""}}},
		"rdfa":       {`<div><a property="schema:url" href="/b">b</a><span property="schema:name">Emma</span></div>`, map[string][]string{"rdfa:schema:url": {"/b"}}},
		"next data":  {`<script id="__NEXT_DATA__" type="application/json">{"props":{"book":{"isbn":"1"}}}</script>`, map[string][]string{"script:__NEXT_DATA__:props.book.isbn": {"1"}}},
		"state":      {`<script>var x = 1; window.STATE = {"a":{"b":"c"}}; window["MORE"]=[1,2];window.f = {run: alert(1)}; notwindow.x = {"y":1}</script>`, map[string][]string{"script:window.STATE:a.b": {"c"}, "script:window.MORE:": {"1", "2"}}},
		"other type": {`<script type="text/template">window.A = {"a":1}</script>`, map[string][]string{}},
		"attributes": {`<div data-sku="X1" data-id=1></div><p data-id=2 data-empty="">`, map[string][]string{"data-sku": {"X1"}, "data-id": {"1", "2"}}},
	} {
		root, err := html.Parse(strings.NewReader(tt.page))
		if err != nil {
			t.Fatal(err)
		}
		var r Reader
		for n := range root.Descendants() {
			switch {
			case n.DataAtom == atom.Script:
				r.Script(n, 0, 1)
			case n.Type == html.ElementNode:
				r.Element(n, 0)
			}
		}
		got := make(map[string][]string)
		for key, list := range r.Data {
			for _, v := range list {
				got[key] = append(got[key], v.Text)
			}
		}
		if d := cmp.Diff(tt.want, got); d != "" {
			t.Errorf("%s (-want +got)\n%s", name, d)
		}
	}
}
