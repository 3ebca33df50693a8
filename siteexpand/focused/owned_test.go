package focused

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"verde/internal/sitetest"
	"verde/siteexpand"
)

// Each page has a print version with the template of the page itself, which alone links to it: it is no entity, whatever
// the address has for it, and also from one sample.
func TestPagesOfEntities(t *testing.T) {
	t.Parallel()
	for _, form := range []string{"/print-%s", "/%s/print", "/%s.print", "/%s?view=print"} {
		for samples := 1; samples <= 2; samples++ {
			pages := map[string]string{}
			var entities []string
			for n := range 60 {
				name := words(n%60, "mill") + fmt.Sprint(n)
				at, other := "/"+name, fmt.Sprintf(form, name)
				body := "<h1 class=name>" + name + "</h1><p class=lead>" + words(n, "lead") + "</p>" + table("facts", n, "Built", "Height", "Wheel", "Parish")
				pages[at] = frame(body+sitetest.Anchors("p class=tools", other), "/", "/all")
				pages[other] = frame(body+sitetest.Anchors("p class=tools", at), "/", "/all")
				entities = append(entities, at)
			}
			pages["/all"] = frame("<h1>All</h1>"+sitetest.Anchors("ul class=list", entities...), "/")
			pages["/"] = frame("<h1>Welcome</h1><p>"+words(1, "welcome")+"</p>", "/all")
			got, res, _ := sitetest.Expand(t, Method{}, pages, siteexpand.Options{}, entities[:samples]...)
			wrong := 0
			for _, u := range got {
				if strings.Contains(u, "print") {
					wrong++
				}
			}
			if form == "/print-%s" /* the others are told by the form of their URLs */ && !slices.ContainsFunc(res.Report.Diagnoses, func(d siteexpand.Diagnosis) bool { return d.Case == siteexpand.OwnedPages }) {
				t.Errorf("%s, %d samples: nothing tells of the pages left out: %v", form, samples, res.Report.Diagnoses)
			}
			if wrong > 0 || len(got) != len(entities) {
				t.Errorf("%s, %d samples: %d pages, of them %d print versions, want %d; %v", form, samples, len(got), wrong, len(entities), res.Report.Diagnoses)
			}
		}
	}
}
