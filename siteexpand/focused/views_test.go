package focused

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"verde/internal/sitetest"
	"verde/siteexpand"
)

// works is a site of works, each with a page, and in the same frame a review of every second;
// reviews are under names like those of the works. If the works have parts, these are
// entities too, each with a page that is named after its work.
func works(parts bool) (pages map[string]string, entities []string) {
	nav := []string{"/", "/help.htm"}
	frameOf := func(title, body string) string {
		return "<title>Works: " + title + "</title>" + frame("<div class=bar><a class=share href=#s>Share</a><button class=save>Save</button></div><div class=pic><img src=/i.png></div><h1 class=name>"+title+"</h1>"+
			body+"<div class=talk><form class=reply><textarea class=text></textarea></form></div>", nav...)
	}
	pages = map[string]string{"/help.htm": frame("<h1>Help</h1>", nav...)}
	var list []string
	for n := range 120 {
		title := fmt.Sprintf("%c%cork %c%ca", 'a'+n%20, 'a'+n/20, 'a'+n/20, 'a'+n%20)
		at := "/" + strings.ReplaceAll(title, " ", "-")
		var links []string
		add := func(suffix, title, body string, entity bool) {
			pages[at+suffix] = frameOf(title, body+sitetest.Anchors("p class=of", at))
			links = append(links, at+suffix)
			if entity {
				entities = append(entities, at+suffix)
			}
		}
		facts := table("facts", n, "Written by", "Printed in", "Pages", "Weight")
		switch {
		case parts:
			for k := range 2 {
				part := words(n*7+k, "part")
				add("-"+strings.ReplaceAll(part, " ", "-"), title+" "+part, facts, true)
			}
		case n%2 == 0:
			add("-review", "Review of "+title, "<p class=lead>"+words(n, "review")+"</p><cite>by "+words(n+3, "by")+"</cite>", false)
		}
		pages[at] = frameOf(title, facts+sitetest.Anchors("p class=more", links...))
		list, entities = append(list, at), append(entities, at)
	}
	pages["/"] = frame("<h1>All</h1>"+sitetest.Anchors("ol class=all", list...), nav...)
	return pages, entities
}

// Reviews of entities are told by what they add to the entities' titles, the same to many, but
// pages of the parts of an entity are not.
func TestViewsOfEntities(t *testing.T) {
	t.Parallel()
	for name, parts := range map[string]bool{"reviews": false, "parts": true} {
		for n := 1; n <= 3; n++ {
			t.Run(fmt.Sprint(name, n), func(t *testing.T) {
				t.Parallel()
				pages, entities := works(parts)
				got, res, _ := sitetest.Expand(t, Method{}, pages, siteexpand.Options{}, []string{entities[5], entities[50], entities[115]}[:n]...)
				wrong := slices.DeleteFunc(slices.Clone(got), func(p string) bool { return slices.Contains(entities, p) })
				if len(wrong) > 0 || len(got) < len(entities) {
					t.Errorf("%d of %d pages, and %d wrong, such as %s: %+v", len(got)-len(wrong), len(entities), len(wrong), slices.Concat(wrong, []string{""})[0], res.Report)
				}
			})
		}
	}
}
