package focused

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"verde/internal/sitetest"
	"verde/siteexpand"
)

// mills is a site of mills and of those who own them, whose pages one template makes: an
// owner's has other facts in the same table.
func mills(at func(kind string, n int) string) shape {
	nav := []string{"/all-mills", "/all-owners", "/about", "/help"}
	s := shape{pages: map[string]string{}}
	for _, p := range append([]string{"/imprint", "/terms"}, nav[2:]...) {
		s.pages[p] = frame("<h1>"+p[1:]+"</h1><p>"+words(1, p)+"</p>", nav...)
	}
	page := func(name, facts string, links ...string) string {
		return frame("<div class=crumbs><a href=/>Home</a></div><article class=item><h1 class=name>"+name+"</h1><figure class=pic><img src=/i.png><figcaption>"+name+
			"</figcaption></figure><div class=text><p class=lead>"+words(len(name), name)+"</p></div>"+facts+sitetest.Anchors("ul class=links", links...)+
			"</article><aside class=share><button class=mail>Send</button><button class=print>Print</button></aside>", nav...)
	}
	owned := map[string][]string{}
	var entities, owners []string
	for n := range 90 {
		mill, owner := at("mill", n), at("owner", n%40)
		labels := []string{"Built", "Height", "Wheel", "Owned by", "Parish"}
		if n%3 == 0 {
			labels = labels[:4]
		}
		s.pages[mill] = page(words(n, "mill"), table("facts", n, labels...), owner)
		entities, owned[owner] = append(entities, mill), append(owned[owner], mill)
	}
	for n := range 40 {
		owner := at("owner", n)
		owners = append(owners, owner)
		s.pages[owner] = page(words(n, "owner"), table("facts", n, "Born", "Trade", "Lives in"), owned[owner]...)
	}
	s.entities = entities
	s.pages["/all-mills"] = frame("<h1>Mills</h1>"+sitetest.Anchors("ul class=list", entities...), nav...)
	s.pages["/all-owners"] = frame("<h1>Owners</h1>"+sitetest.Anchors("ul class=list", owners...), nav...)
	s.pages["/"] = frame("<h1>Welcome</h1>", nav...)
	return s
}

// What shares the frame of the samples' pages and has none of their labels is of another type.
func TestPagesWithoutLabels(t *testing.T) {
	t.Parallel()
	for name, at := range map[string]func(kind string, n int) string{
		"folders":    func(kind string, n int) string { return fmt.Sprintf("/%s/%d", kind, 100+n*7) },
		"parameters": func(kind string, n int) string { return fmt.Sprintf("/show?kind=%s&id=%d", kind, 100+n*7) },
		"icons":      func(kind string, n int) string { return fmt.Sprintf("/%s/%d", kind, 100+n*7) },
		"one folder": func(kind string, n int) string { return fmt.Sprintf("/wiki/%d", 100+n*7+2*len(kind)) },
		"one place":  func(kind string, n int) string { return fmt.Sprintf("/wiki/%d", 100+n*7+2*len(kind)) }, // lists too
		"texts":      func(kind string, n int) string { return fmt.Sprintf("/%s/%d", kind, 100+n*7) },
		"scripts":    func(kind string, n int) string { return fmt.Sprintf("/%s.php?id=%d", kind, 100+n*7) },
	} {
		s := mills(at)
		pages := map[string]string{}
		for p, text := range s.pages {
			switch name {
			case "one place":
				lists := strings.NewReplacer("/all-mills", "/wiki/5001", "/all-owners", "/wiki/5002", "/about", "/wiki/5003", "/help", "/wiki/5004")
				p, text = lists.Replace(p), lists.Replace(text)
			case "texts": // label and value are one text
				text = strings.ReplaceAll(text, "</th><td>", ": ")
			case "icons": // and here they are said of empty elements
				text = strings.NewReplacer("<th>", "<th><i title='", "</th>", "'></i></th>").Replace(text)
			}
			pages[p] = text
		}
		for n := 1; n <= 3; n++ {
			if n < 3 && name == "one place" {
				continue // of two pages the frame may be all that they share
			}
			open := n == 1 && name == "one folder" // its labels may be those of one form of the type
			t.Run(fmt.Sprint(name, n), func(t *testing.T) {
				t.Parallel()
				r := rand.New(rand.NewPCG(1, 2))
				for range 4 {
					var samples []string
					for len(samples) < n {
						if e := s.entities[r.IntN(len(s.entities))]; !slices.Contains(samples, e) {
							samples = append(samples, e)
						}
					}
					got, res, _ := sitetest.Expand(t, Method{}, pages, siteexpand.Options{}, samples...)
					wrong := 0
					for _, g := range got {
						if !slices.Contains(s.entities, g) {
							wrong++
						}
					}
					if open && doubted(res.Report, siteexpand.OtherForm) {
						continue
					}
					if wrong > 0 || len(got) < len(s.entities) {
						t.Errorf("from %v: %d pages, %d of them of another type: %+v", samples, len(got), wrong, res.Report.Estimate)
					}
				}
			})
		}
	}
}
