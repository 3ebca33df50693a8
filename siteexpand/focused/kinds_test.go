package focused

import (
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"verde/internal/sitetest"
	"verde/siteexpand"
)

// A shape is a site whose entities are pages of one kind among others.
type shape struct {
	pages    map[string]string
	entities []string
}

// words are a name of two words, as n gives them.
func words(n int, seed string) string {
	h := fnv.New32a()
	fmt.Fprint(h, seed, n)
	r := rand.New(rand.NewPCG(uint64(h.Sum32()), 7))
	syllables := []string{"ka", "lo", "mi", "ne", "ru", "sa", "ti", "vo", "be", "du", "gra", "hel"}
	word := func() (s string) {
		for range 2 + r.IntN(2) {
			s += syllables[r.IntN(len(syllables))]
		}
		return s
	}
	return word() + "-" + word()
}

// frame is what all pages of a site have: much more than most have of their own.
func frame(body string, nav ...string) string {
	return "<div class=page><div class=head><a class=logo href=/>Shop</a>" + sitetest.Anchors("ul class=nav", nav...) + "<form class=find><input class=q><button class=go>Find</button></form></div>" +
		"<div class=main>" + body + "</div><div class=foot><p class=legal>All rights reserved</p><p class=addr>Street 1</p>" + sitetest.Anchors("ul class=links", "/imprint", "/terms") + "</div></div>"
}

// table is a table of labels with values.
func table(class string, n int, labels ...string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "<table class=%s>", class)
	for i, l := range labels {
		fmt.Fprintf(&b, "<tr><th>%s</th><td>%s</td></tr>", l, words(n*7+i, "value"))
	}
	return b.String() + "</table>"
}

// flatSite has all pages at its root.
func flatSite(entities int) shape {
	nav := []string{"/contents", "/groups", "/about", "/help", "/contact", "/news"}
	s := shape{pages: map[string]string{}}
	for _, p := range append([]string{"/imprint", "/terms"}, nav[2:5]...) {
		s.pages[p] = frame("<h1>"+p[1:]+"</h1><p>"+words(1, p)+"</p>", nav...)
	}
	groups := map[string][]string{}
	var all, groupPages, news []string
	for n := range entities {
		name := words(n, "entity")
		if s.pages["/"+name] != "" {
			continue
		}
		group := "/group-" + strings.Split(words(n%14, "group"), "-")[0]
		labels := []string{"Made by", "Year", "Weight", "Colour", "Size"}
		if n%3 == 0 {
			labels = labels[:3]
		}
		body := "<h1>" + name + "</h1><img class=pic src=/i.png><div class=facts>" + table("facts", n, labels...) + "</div>" + sitetest.Anchors("p class=group", group)
		if n%2 == 0 {
			body += sitetest.Anchors("p class=more", "/"+name+"-review")
			s.pages["/"+name+"-review"] = frame("<h1>"+name+"</h1><p class=stars>4</p><p class=by>"+words(n, "reader")+"</p><p>"+words(n, "text")+"</p>"+sitetest.Anchors("p class=back", "/"+name), nav...)
		}
		s.pages["/"+name] = frame(body, nav...)
		s.entities = append(s.entities, "/"+name)
		all = append(all, "/"+name)
		groups[group] = append(groups[group], "/"+name)
	}
	for g, list := range groups {
		groupPages = append(groupPages, g)
		s.pages[g] = frame("<h1>"+g[1:]+"</h1>"+sitetest.Anchors("ul class=list", list...), nav...)
	}
	slices.Sort(groupPages)
	for n := range 12 {
		p := "/" + words(n, "news")
		news = append(news, p)
		s.pages[p] = frame("<h1>"+p[1:]+"</h1><p class=date>May</p><p>"+words(n, "story")+"</p>", nav...)
	}
	s.pages["/news"] = frame("<h1>News</h1>"+sitetest.Anchors("ul class=news", news...), nav...)
	s.pages["/groups"] = frame("<h1>Groups</h1>"+sitetest.Anchors("ul class=groups", groupPages...), nav...)
	const each = 25
	for i := 0; i*each < len(all); i++ {
		p := "/contents"
		if i > 0 {
			p = fmt.Sprintf("/contents-%d", i+1)
		}
		s.pages[p] = frame("<h1>Contents</h1>"+sitetest.Anchors("ol class=list", all[i*each:min(len(all), (i+1)*each)]...)+sitetest.Anchors("p class=next", fmt.Sprintf("/contents-%d", i+2)), nav...)
	}
	s.pages["/"] = frame("<h1>Welcome</h1>"+sitetest.Anchors("ul class=top", all[:8]...), nav...)
	return s
}

// On a site whose pages all have URLs of one class, and a frame that is more than most have
// of their own, lists, groups, articles and reviews are no entities. What is
// read again to tell kinds apart is no request.
func TestFlatSite(t *testing.T) {
	t.Parallel()
	s := flatSite(160)
	for n := 1; n <= 3; n++ {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			t.Parallel()
			r := rand.New(rand.NewPCG(1, 1))
			for range 4 {
				var samples []string
				for len(samples) < n {
					if e := s.entities[r.IntN(len(s.entities))]; !slices.Contains(samples, e) {
						samples = append(samples, e)
					}
				}
				got, res, src := sitetest.Expand(t, Method{}, s.pages, siteexpand.Options{}, samples...)
				right := 0
				for _, g := range got {
					if slices.Contains(s.entities, g) {
						right++
					}
				}
				if all := len(s.entities); right < all-all/50 || len(got)-right > all/50 {
					t.Errorf("from %v: %d of %d entities, and %d other pages", samples, right, all, len(got)-right)
				}
				if res.Report.Requests != len(src.Fetched) {
					t.Errorf("from %v: %d requests are told for %d", samples, res.Report.Requests, len(src.Fetched))
				}
			}
		})
	}
}
