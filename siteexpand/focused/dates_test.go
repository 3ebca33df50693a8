package focused

import (
	"fmt"
	"slices"
	"testing"

	"verde/internal/sitetest"
	"verde/siteexpand"
)

// Where pages stand in folders of their date, all of these are one place: one sample, or two of a month, stand for
// the pages of their kind of all years, and essays in the same folders are none.
func TestDateFolders(t *testing.T) {
	t.Parallel()
	for _, at := range []string{"/%d/%02d/%s/", "/notes/%d/%d/%s.html"} {
		pages := map[string]string{}
		var want, all []string
		for i := range 36 {
			u := fmt.Sprintf(at, 2009+i/6, 1+i%6*2, fmt.Sprintf("the-%c%c-hut", 'a'+i/6, 'a'+i%6))
			pages[u] = fmt.Sprintf("<article><h1>Hut %d</h1><table><tr><th>Altitude<td>%d m<tr><th>Beds<td>%d<tr><th>Keeper<td>%c. Name</table></article>", i, 1000+i*7, i, 'A'+i%26) + sitetest.Anchors("nav", "/")
			want, all = append(want, u), append(all, u)
			if i%2 == 0 {
				essay := fmt.Sprintf(at, 2009+i/6, 1+i%6*2, fmt.Sprintf("on-walking-%d", i))
				pages[essay] = fmt.Sprintf("<article><h1>On walking %d</h1><p>We went there in the rain, and it was the %dth time.</p><blockquote>Never</blockquote></article>", i, i) + sitetest.Anchors("nav", "/")
				all = append(all, essay)
			}
		}
		for k, list := range slices.Collect(slices.Chunk(all, 9)) {
			at, next := fmt.Sprintf("/page/%d", k+1), fmt.Sprintf("/page/%d", k+2)
			if k == 0 {
				at = "/"
			}
			pages[at] = "<h1>Notes</h1>" + sitetest.Anchors("ul class=notes", list...) + sitetest.Anchors("p class=next", next)
		}
		slices.Sort(want)
		for _, samples := range [][]string{want[:1], want[:2], {want[3], want[20], want[31]}} {
			t.Run(fmt.Sprint(at, len(samples)), func(t *testing.T) {
				t.Parallel()
				got, res, _ := sitetest.Expand(t, Method{}, pages, siteexpand.Options{}, samples...)
				if !slices.Equal(got, want) {
					t.Errorf("%d pages of %d: %q, diagnoses %v", len(got), len(want), got, res.Report.Diagnoses)
				}
			})
		}
	}
}
