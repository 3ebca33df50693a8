package focused

import (
	"fmt"
	"strings"
	"testing"

	"verde/internal/sitetest"
	"verde/siteexpand"
)

// Pages of one type come in two forms, as classes and interfaces do, with half of their labels in common, and one has blocks that guides have, too. No
// list tells that they are one type, as each page is led to by another; what both have and no other page does.
func TestTwoFormsWithoutLists(t *testing.T) {
	t.Parallel()
	blocks := func(class string) (s string) {
		for i := range 10 {
			s += fmt.Sprintf("<p class=%s-%d>%s</p>", class, i, words(i, class))
		}
		return s
	}
	pages := map[string]string{}
	var entities, indexes []string
	at := func(n int) string { return fmt.Sprintf("/api/%s.html", words(n%90, "entity")) }
	for n := range 90 {
		body := "<h1 class=name>" + words(n, "name") + "</h1><pre class=sig>" + words(n, "sig") + "</pre><div class=api><em class=since>1</em></div>" + blocks("both")
		if n%5 < 3 {
			body += blocks("class")
		} else {
			body += blocks("interface")
		}
		pages[at(n)] = frame(body+sitetest.Anchors("p class=next", at(n+1))+sitetest.Anchors("p class=see", at(n*7+3)), "/", "/guide/0.html")
		entities = append(entities, at(n))
	}
	for k, kind := range strings.Fields("guide tool faq blog talk news") {
		for n := range 6 {
			body := "<h2 class=" + kind + ">" + words(n, kind) + "</h2>"
			if k < 2 {
				body += blocks("class")
			}
			pages[fmt.Sprintf("/%s/%d.html", kind, n)] = frame(body, "/", fmt.Sprintf("/%s/%d.html", kind, n+1))
		}
		indexes = append(indexes, fmt.Sprintf("/%s/0.html", kind))
	}
	pages["/"] = frame(sitetest.Anchors("ul class=kinds", indexes...), "/")
	got, res, _ := sitetest.Expand(t, Method{}, pages, siteexpand.Options{}, entities[0], entities[31])
	right := 0
	for _, g := range got {
		if strings.HasPrefix(g, "/api/") {
			right++
		}
	}
	if right != len(entities) || len(got) != right {
		t.Errorf("%d of %d pages, and %d others; %v", right, len(entities), len(got)-right, res.Report.Diagnoses)
	}
}
