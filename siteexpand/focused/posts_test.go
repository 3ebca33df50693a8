package focused

import (
	"fmt"
	"slices"
	"testing"

	"verde/internal/sitetest"
	"verde/siteexpand"
)

// Posts that have all of the records' frame but none of their facts, and no labels of their own, are told where they come in, and the interval
// of the precision allows for them. Records that lack a fact are not told.
func TestPostsAmongRecords(t *testing.T) {
	t.Parallel()
	post := func(i int, body string) string {
		return fmt.Sprintf("<header class=top>%s<h2 class=site>The Notes</h2></header><article class=post><h1 class=title>Title %c%d</h1>"+
			"<p class=meta><span class=on>Posted on</span> <time class=d>%d May</time> <span class=by>by</span> <b class=who>Ann</b></p>%s"+
			"<p class=tags><span>Filed under</span> <a class=tag href=/tag/x>x</a></p><section class=comments><h3>Comments</h3><p class=c>Nice %d</p>"+
			"<form class=f><label>Your name</label><input class=n><label>Your words</label><button class=b>Send</button></form></section></article>",
			sitetest.Anchors("nav", "/"), 'a'+i%26, i, i%30, body, i)
	}
	at := func(i, k int) string {
		return fmt.Sprintf("/%d/%02d/a-%c%c-%c/", 2009+i/6, 1+i%6*2, 'a'+i/6, 'a'+i%6, 'a'+(i+k)%7)
	}
	for _, x := range []struct {
		name  string
		posts bool
	}{{"posts", true}, {"records alone", false}} {
		pages := map[string]string{}
		var records, all []string
		for i := range 36 {
			facts := fmt.Sprintf("<p class=intro>Up there we ate soup %d.</p><dl class=facts><dt>Altitude</dt><dd>%d m</dd><dt>Beds</dt><dd>%d</dd><dt>Keeper</dt><dd>%c. Name</dd>", i, 1000+i*7, i, 'A'+i%26)
			if i%5 > 1 {
				facts += fmt.Sprintf("<dt>Club</dt><dd>Club %d</dd>", i%4)
			}
			pages[at(i, 0)] = post(i, facts+"</dl>")
			records, all = append(records, at(i, 0)), append(all, at(i, 0))
			if x.posts && i%6 != 3 {
				pages[at(i, 1)] = post(i+40, fmt.Sprintf("<p class=intro>We went there in the rain, and it was the %dth time.</p><p>Then we %d.</p>", i, i))
				all = append(all, at(i, 1))
			}
		}
		for k, list := range slices.Collect(slices.Chunk(all, 9)) {
			at := fmt.Sprintf("/page/%d", k+1)
			if k == 0 {
				at = "/"
			}
			pages[at] = "<h1>Notes</h1>" + sitetest.Anchors("ul class=notes", list...) + sitetest.Anchors("p class=next", fmt.Sprintf("/page/%d", k+2))
		}
		for _, samples := range [][]string{records[:1], records[4:6], {records[3], records[20], records[31]}} {
			t.Run(fmt.Sprint(x.name, len(samples)), func(t *testing.T) {
				t.Parallel()
				got, res, _ := sitetest.Expand(t, Method{}, pages, siteexpand.Options{}, samples...)
				right := 0
				for _, u := range got {
					if slices.Contains(records, u) {
						right++
					}
				}
				precision, e := float64(right)/float64(len(got)), res.Report.Estimate
				wrong := precision < tolerablePrecision
				if right != len(records) || told(res.Report, siteexpand.OtherForm) != wrong || e == nil || e.Within.Precision[0] > precision {
					t.Errorf("%d of %d records among %d pages, estimate %+v, diagnoses %v", right, len(records), len(got), e, res.Report.Diagnoses)
				}
			})
		}
	}
}
