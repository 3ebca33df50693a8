package focused

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"verde/internal/sitetest"
	"verde/siteexpand"
	"verde/siteexpand/site"
)

// The quantiles of Beta(3e, 3(1-e)). For e = ½ it is symmetric; the chance of no error at
// all grows as e falls, so that the median is below it.
func TestShareAt(t *testing.T) {
	t.Parallel()
	for _, x := range []struct{ expected, low, median, high float64 }{
		{0, 0, 0, 0},
		{-1e-17, 0, 0, 0},
		{1e-6, 0, 0, .003},
		{.02, 0, 0, .234},
		{.1, 0, .030, .549},
		{.5, .061, .5, .939},
		{.9, .451, .970, 1},
		{.3, 0, .252, .815},
		{1, .997, 1, 1},
	} {
		got := shareAt(x.expected, .025, .5, .975)
		for i, want := range []float64{x.low, x.median, x.high} {
			if math.Abs(got[i]-want) > .005 {
				t.Errorf("%g: %.3f, want %.3f %.3f %.3f", x.expected, got, x.low, x.median, x.high)
				break
			}
		}
	}
}

// Each kind of evidence alone turns a page that is most likely right into one that is
// as likely wrong.
func TestRight(t *testing.T) {
	t.Parallel()
	for _, x := range []struct {
		evidence
		from, to float64
	}{
		{evidence{.5, 1, 1, .9}, .97, 1},
		{evidence{5, 1, 1, .9}, .97, 1},
		{evidence{.1, 0, 1, .5}, .3, .6},   // in no list with a sample, and not very like one
		{evidence{-.5, .5, 1, .5}, .3, .6}, // below the threshold
		{evidence{.5, 1, .5, .9}, .3, .6},  // its URL has little in common with the samples'
		{evidence{-9, 0, .5, .2}, 0, .001},
	} {
		if p := x.right(); p < x.from || p > x.to {
			t.Errorf("%+v: %.3f, want %g to %g", x.evidence, p, x.from, x.to)
		}
	}
}

// A kind of pages that the template takes for the samples' though no list has it, only each page
// of the samples' kind one: all that were fetched have the error, so that none of them speaks against it. Pages of four other
// classes, so that the kinds are not told apart without them.
func TestSharedError(t *testing.T) {
	t.Parallel()
	pages := map[string]string{}
	beside := []string{"/help.php", "/terms.asp", "/map.htm", "/news.cgi"}
	nav := sitetest.Anchors("nav", slices.Concat([]string{"/", "/a/", "/b/", "/c/"}, beside)...)
	pages["/"] = nav
	for _, p := range beside {
		pages[p] = nav + "<h1>" + p + "</h1>"
	}
	for _, dir := range []string{"a", "b", "c"} {
		var films []string
		for i := range 20 {
			film, song := fmt.Sprintf("/%s/%d.html", dir, 10+i), fmt.Sprintf("/%s/%d.html", dir, 50+i)
			films = append(films, film)
			more := [...]string{"<ul><li>Prize</li></ul>", "<ol><li>Role</li></ol>", "<h3>Plot</h3>", "<pre>Cast</pre>"}[i%4]
			part := [...]string{"Verse", "Chorus", "Bridge", "Coda"}[i%4] // no label that songs have in common
			pages[film] = nav + sitetest.Anchors("p", song) + fmt.Sprintf("<h1>Film %d</h1><dl><dt>Director</dt><dd>D. %d</dd></dl><table><tr><th>Year</th><td>%d</td></tr></table>", i, i, 1950+i) + more
			pages[song] = nav + fmt.Sprintf("<h1>Song %d</h1><table><tr><td>%d</td></tr></table><p><b>%s</b></p><h2>%[3]s</h2><blockquote><em>%[3]s</em></blockquote><address>%[3]s</address><h4>%[3]s</h4>", i, 1950+i, part)
		}
		pages["/"+dir+"/"] = nav + sitetest.Anchors("ol class=films", films...)
	}
	_, res, _ := sitetest.Expand(t, Method{}, pages, siteexpand.Options{Explain: []string{"http://e.org/a/15.html", "http://e.org/a/56.html"}}, "/a/11.html", "/b/12.html")
	wrong := 0
	for _, p := range res.Pages {
		if strings.Contains(p.URL, "/5") || strings.Contains(p.URL, "/6") {
			wrong++
		}
	}
	e := res.Report.Estimate
	if wrong != 60 || e == nil || e.Within.Precision[0] > .5 || len(e.Doubtful) != mostExamples || !doubted(res.Report, siteexpand.OtherForm) {
		t.Errorf("%d pages, %d wrong: estimate %+v, %+v", len(res.Pages), wrong, e, res.Report.Diagnoses)
	}
	for _, u := range e.Doubtful {
		if !strings.Contains(u, "/5") && !strings.Contains(u, "/6") {
			t.Errorf("%s is told to be doubtful", u)
		}
	}
	if got := res.Report.Explained; len(got) != 2 || got[0].Listed != 1 || got[0].Likely < .99 || got[1].Listed != 0 || got[1].Likely > .7 || !got[1].Taken {
		t.Errorf("explained %+v", got)
	}
}

// Samples share a word by chance, one that a third of their type has: the rest stands in one list with them and looks the same, which puts
// the result in doubt. So it does if the rest has a list of its own: the pages are the same. What a scope was asked for without is not meant.
func TestElsewhere(t *testing.T) {
	t.Parallel()
	nav := []string{"/", "/all.html", "/help.html", "/map.html"}
	for _, x := range []struct {
		name, scope string
		apart, open bool
	}{
		{"one list", "", false, true},
		{"one list, scope asked for", siteexpand.Folder, false, false},
		{"lists of their own", "", true, true},
	} {
		pages := map[string]string{"/": frame("<h1>Welcome</h1>", nav...), "/help.html": frame("<h1>Help</h1>", nav...), "/map.html": frame("<h1>Map</h1>", nav...)}
		var old, others []string
		for n := range 60 {
			at := fmt.Sprintf("/%s.html", words(n, "town"))
			if n%3 == 0 {
				at = fmt.Sprintf("/old-%s.html", words(n, "town"))
				old = append(old, at)
			} else {
				others = append(others, at)
			}
			pages[at] = frame("<h1 class=name>"+words(n, "town")+"</h1>"+table("facts", n, "Mayor", "People", "River", "Since")+"<p>"+words(n, "text")+"</p>", nav...)
		}
		pages["/all.html"] = frame("<h1>Towns</h1>"+sitetest.Anchors("ul class=list", slices.Concat(old, others)...), nav...)
		if x.apart {
			pages["/all.html"] = frame("<h1>Towns</h1>"+sitetest.Anchors("ul class=list", old...)+sitetest.Anchors("ol class=more", others...), nav...)
		}
		_, res, _ := sitetest.Expand(t, Method{}, pages, siteexpand.Options{Scope: x.scope}, old[3], old[7], old[12], old[15])
		e := res.Report.Estimate
		if len(res.Pages) != len(old) || e == nil || e.Elsewhere > 0 != x.open || len(e.Outside) > 0 != x.open || e.Short >= mostDoubt != x.open || doubted(res.Report, siteexpand.Elsewhere) != x.open {
			t.Errorf("%s: %d pages, %+v, %+v", x.name, len(res.Pages), e, res.Report.Diagnoses)
		}
	}
}

// A site has so few entities that each may be one of a few more: all are found and fetched, and the result is in no doubt for that.
func TestFewPages(t *testing.T) {
	t.Parallel()
	nav := []string{"/", "/help.html", "/map.html"}
	for n := 2; n < 6; n++ {
		pages := map[string]string{"/help.html": frame("<h1>Help</h1>", nav...), "/map.html": frame("<h1>Map</h1>", nav...)}
		var towns []string
		for k := range n {
			at := "/towns/" + words(k, "town") + ".html"
			towns = append(towns, at)
			pages[at] = frame("<h1 class=name>"+words(k, "town")+"</h1>"+table("facts", k, "Mayor", "People", "River", "Since"), nav...)
		}
		pages["/"] = frame("<h1>Towns</h1>"+sitetest.Anchors("ul class=list", towns...), nav...)
		got, res, _ := sitetest.Expand(t, Method{}, pages, siteexpand.Options{}, towns[0])
		if e := res.Report.Estimate; len(got) != n || e == nil || e.Within.Recall[0] > .9 || doubted(res.Report, siteexpand.Mistaken) || doubted(res.Report, siteexpand.Missed) {
			t.Errorf("%d of %d pages: %+v, %+v", len(got), n, e, res.Report.Diagnoses)
		}
	}
}

// What is named is what most pages are lost by; what lacks labels is told whatever else is.
func TestDiagnoseEstimate(t *testing.T) {
	t.Parallel()
	form := []string{"http://e.org/form"}
	for name, x := range map[string]struct {
		judgement
		estimated bool
		doubt     string
		detail    string
		remark    bool
	}{
		"nothing is known to be lost":            {judgement{pages: 2, right: 1.9}, true, "", "", false},
		"missing pages cost most":                {judgement{pages: 4, right: 3.7, missed: .4}, true, siteexpand.Missed, "about 1 pages are missing beside the 4 found", false},
		"wrong pages cost most":                  {judgement{pages: 4, right: 2}, true, siteexpand.Mistaken, "about 2 of the 4 pages found are of another kind", false},
		"others elsewhere cost most":             {judgement{pages: 9, right: 9, elsewhere: 5}, true, siteexpand.Elsewhere, "about 5 pages", false},
		"pages that lack labels cost most":       {judgement{pages: 5, right: 5, lacking: form, another: 1}, true, siteexpand.OtherForm, "of the 5 pages found at least 1 lack", false},
		"they cost little":                       {judgement{pages: 9, right: 6, lacking: form, another: .1}, true, siteexpand.Mistaken, "about 3 of", true},
		"no doubt":                               {judgement{pages: 9, right: 9, lacking: form}, true, "", "", true},
		"no estimate":                            {judgement{pages: 9, right: 9, lacking: form}, false, siteexpand.Unchecked, "0 of the 9", true},
		"no more pages than samples":             {judgement{pages: 1, right: 1, lacking: form}, true, "", "", true},
		"no more pages, and all have the labels": {judgement{pages: 1, right: 1}, true, "", "", false},
	} {
		f := &crawl{expansion: &expansion{Site: site.New("test", nil, siteexpand.Options{})}}
		if f.Report.Samples = []string{"http://e.org/sample"}; x.estimated {
			f.Report.Estimate = &siteexpand.Estimate{Short: x.short()}
		}
		f.diagnoseEstimate(&x.judgement)
		doubt, detail, remark := "", "", false
		for _, d := range f.Report.Diagnoses {
			if d.Doubt {
				doubt, detail = d.Case, d.Detail
			}
			remark = remark || !d.Doubt && d.Case == siteexpand.OtherForm
		}
		if doubt != x.doubt || !strings.Contains(detail, x.detail) || remark != x.remark {
			t.Errorf("%s: %+v", name, f.Report.Diagnoses)
		}
	}
}

// told reports whether a case is named.
func told(r siteexpand.Report, name string) bool {
	return slices.ContainsFunc(r.Diagnoses, func(d siteexpand.Diagnosis) bool { return d.Case == name })
}

// doubted reports whether a case is a reason for doubt.
func doubted(r siteexpand.Report, name string) bool {
	return slices.ContainsFunc(r.Diagnoses, func(d siteexpand.Diagnosis) bool { return d.Case == name && d.Doubt })
}
