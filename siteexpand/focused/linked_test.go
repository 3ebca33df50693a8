package focused

import (
	"fmt"
	"strings"
	"testing"

	"verde/internal/sitetest"
	"verde/siteexpand"
)

// A site lists things of another type with the entities, under names and in a template like theirs, and they have three labels of nine. Nothing
// they have is their own: that entities show similar entities and none of these tells.
func TestLinkedApart(t *testing.T) {
	t.Parallel()
	for name, x := range map[string]struct {
		step  int // from an entity to the next that it shows
		doubt bool
	}{"entities show entities": {4, true}, "entities show all": {1, false}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			pages := map[string]string{}
			var all, samples []string
			at := func(n int) string { return fmt.Sprintf("/thing/%s.html", words(n%80, "thing")) }
			for n := range 80 {
				labels := strings.Fields("Length Height Speed Opened Maker Park Status Cost Riders")
				if other := n%4 == 3; other {
					labels = labels[:3]
				} else if len(samples) < 3 {
					samples = append(samples, at(n))
				}
				body := "<h1>" + words(n, "name") + "</h1><table>"
				for i, l := range labels {
					if (n+i*n/7)%11 == i { // some lack one or another
						continue
					}
					body += fmt.Sprintf("<tr><th>%s</th><td>%s</td></tr>", l, words(n*9+i, "value"))
				}
				for k := 1; k < 4; k++ {
					body += sitetest.Anchors("p class=similar", at(n+k*x.step))
				}
				pages[at(n)] = frame(body+"</table>", "/")
				all = append(all, at(n))
			}
			pages["/"] = frame(sitetest.Anchors("ul class=all", all...), "/")
			got, res, _ := sitetest.Expand(t, Method{}, pages, siteexpand.Options{}, samples...)
			others, doubt := 0, false
			for _, g := range got {
				for n := 3; n < 80; n += 4 {
					if g == at(n) {
						others++
					}
				}
			}
			for _, d := range res.Report.Diagnoses {
				doubt = doubt || d.Doubt
			}
			if told := doubt || others == 0; told != x.doubt || len(got)-others != 60 {
				t.Errorf("%d of 60 pages, and %d others; %v", len(got)-others, others, res.Report.Diagnoses)
			}
		})
	}
}
