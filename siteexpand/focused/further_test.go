package focused

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"verde/internal/sitetest"
	"verde/siteexpand"
)

// theatre is a site of plays in folders by genre, each of which has a page with facts and, under
// the same title and in the same frame, one with photos and one with its history.
func theatre() (pages map[string]string, entities []string) {
	nav := []string{"/", "/help.html", "/news.html", "/about.html"}
	pages = map[string]string{}
	for _, p := range nav[1:] {
		pages[p] = frame("<h1>"+p[1:]+"</h1><p>"+words(1, p)+"</p>", nav...)
	}
	lists := map[string][]string{}
	for n := range 90 {
		genre, name := []string{"farce", "drama", "opera"}[n%3], words(n+20, "play")
		at := fmt.Sprintf("/%s/%s-%d", genre, strings.ReplaceAll(name, " ", "-"), n)
		put := func(suffix, body string) {
			pages[at+suffix+".html"] = "<title>" + name + "</title>" + frame("<div class=crumbs><a href=/"+genre+".html>"+genre+"</a></div><h1 class=name>"+name+"</h1>"+
				sitetest.Anchors("div class=tabs", at+".html", at+"-photos.html", at+"-history.html")+body, nav...)
		}
		put("", table("facts", n, "Written by", "First night", "Acts", "Length")+"<p>"+words(n, "plot")+"</p>")
		put("-photos", "<div class=pic><img src=/i.png><p>"+words(n, "photo")+"</p></div>")
		put("-history", "<p>"+words(n, "history")+"</p><p>"+words(n+1, "history")+"</p>")
		lists[genre] = append(lists[genre], at+".html")
		entities = append(entities, at+".html")
	}
	for genre, list := range lists {
		pages["/"+genre+".html"] = frame("<h1>"+genre+"</h1>"+sitetest.Anchors("ul class=list", list...), nav...)
	}
	pages["/"] = frame("<h1>Welcome</h1>"+sitetest.Anchors("ul class=genres", "/farce.html", "/drama.html", "/opera.html"), nav...)
	return pages, entities
}

// Further pages about an entity, in the frame of its page, are told to lack what the samples have, which is a doubt.
func checkFurther(t *testing.T, pages map[string]string, entities, samples []string, opt siteexpand.Options) {
	t.Helper()
	got, res, _ := sitetest.Expand(t, Method{}, pages, opt, samples...)
	right := len(slices.DeleteFunc(slices.Clone(got), func(p string) bool { return !slices.Contains(entities, p) }))
	if right < len(got) && !doubted(res.Report, siteexpand.OtherForm) || right < len(entities)/3 || len(samples) > 1 && right < len(entities) {
		t.Errorf("%d of %d pages, and %d wrong: %+v", right, len(entities), len(got)-right, res.Report.Diagnoses)
	}
}

func TestFurtherPagesOfEntities(t *testing.T) {
	t.Parallel()
	pages, entities := theatre()
	for _, chosen := range []siteexpand.Choice{siteexpand.Independently, siteexpand.Together} {
		for n := 1; n <= 3; n++ {
			t.Run(fmt.Sprint(chosen, n), func(t *testing.T) {
				t.Parallel()
				checkFurther(t, pages, entities, []string{entities[40], entities[11], entities[63]}[:n], siteexpand.Options{Chosen: chosen})
			})
		}
	}
}

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

// So are reviews of entities, but pages of the parts of an entity are right.
func TestReviewsOfEntities(t *testing.T) {
	t.Parallel()
	for name, parts := range map[string]bool{"reviews": false, "parts": true} {
		for n := 1; n <= 3; n++ {
			t.Run(fmt.Sprint(name, n), func(t *testing.T) {
				t.Parallel()
				pages, entities := works(parts)
				checkFurther(t, pages, entities, []string{entities[5], entities[50], entities[115]}[:n], siteexpand.Options{})
			})
		}
	}
}
