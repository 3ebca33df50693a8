package focused

import (
	"fmt"
	"slices"
	"testing"

	"verde/internal/sitetest"
	"verde/siteexpand"
)

// mushrooms is a site of mushrooms. Of sparse of every six of them little is known, so that their pages lack most of
// the template. Beside the mushrooms' own, in the same folder and under names alike, are pages of walks, which have the frame of a
// mushroom's page; the site lists them on a page made like that of the mushrooms.
func mushrooms(sparse int) (pages map[string]string, entities, walks []string) {
	nav := []string{"/", "/all.htm", "/walks.htm", "/help.htm"}
	pages = map[string]string{"/help.htm": frame("<h1>Help</h1>", nav...)}
	for n := range 90 {
		at := "/m/" + words(n, "mushroom") + ".htm"
		body := "<h1 class=name>" + words(n, "mushroom") + "</h1><p class=lead>" + words(n, "lead") + "</p><div class=pic><img class=photo src=/i.png></div>"
		if n*5%6 >= sparse {
			body += table("facts", n, "Cap", "Stem", "Gills", "Smell") + "<h2 class=where>Where</h2><ul class=places><li>" + words(n, "wood") + "</li></ul>"
		}
		pages[at] = frame(body, nav...)
		entities = append(entities, at)
	}
	for n := range 20 {
		at := "/m/" + words(n, "walk") + ".htm"
		pages[at] = frame("<h1 class=name>"+words(n, "walk")+"</h1><p class=lead>"+words(n, "walked")+"</p><ol class=stops><li>"+words(n, "stop")+"</li></ol><b class=length>"+fmt.Sprint(n)+" km</b>", nav...)
		walks = append(walks, at)
	}
	pages["/"] = frame("<h1>Mushrooms</h1>", nav...)
	pages["/all.htm"] = frame("<h1>All</h1>"+sitetest.Anchors("ul class=list", entities...), nav...)
	pages["/walks.htm"] = frame("<h1>Walks</h1>"+sitetest.Anchors("ul class=list", walks...), nav...)
	return pages, entities, walks
}

// Pages that lack much of the template are in the result if the page that lists them has mostly others of the type, and only
// then: another made like it, with the same link-path, may list another type.
func TestWeigh(t *testing.T) {
	t.Parallel()
	for _, sparse := range []int{2, 3} {
		pages, entities, walks := mushrooms(sparse)
		var samples []string // of which much is known
		for n := 1; len(samples) < 3; n += 7 {
			if n*5%6 >= sparse {
				samples = append(samples, entities[n])
			}
		}
		got, res, _ := sitetest.Expand(t, Method{}, pages, siteexpand.Options{}, samples...)
		right, wrong := 0, 0
		for _, p := range got {
			if slices.Contains(entities, p) {
				right++
			}
			if slices.Contains(walks, p) {
				wrong++
			}
		}
		if right < len(entities) || wrong > 0 {
			t.Errorf("%d of %d mushrooms, %d walks: %+v", right, len(entities), wrong, res.Report.Diagnoses)
		}
	}
}
