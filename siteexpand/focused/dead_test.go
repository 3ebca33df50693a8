package focused

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"verde/internal/sitetest"
	"verde/page"
	"verde/siteexpand"
	"verde/siteexpand/site"
)

// refusing is a site that answers with a failure of its own for paths that begin
// with prefix.
type refusing struct {
	*sitetest.InMemory
	prefix  string
	failure page.Error
	refused map[string]int
}

func (f *refusing) Fetch(ctx context.Context, u string) (*page.Page, error) {
	if err := ctx.Err(); err == nil && strings.HasPrefix(u, "http://e.org"+f.prefix) {
		f.refused[u]++
		failure := f.failure
		failure.URL = u
		return nil, &failure
	}
	return f.InMemory.Fetch(ctx, u)
}

// oldShop is the bookshop whose books each have three links of their own to where
// such books were before, 270 in all.
func oldShop() map[string]string {
	pages := sitetest.Bookshop()
	for _, b := range sitetest.Books("crime", "poems", "travel") {
		at, _ := strings.CutSuffix(b, ".html")
		pages[b] += sitetest.Anchors("p class=old", "/old"+at+"1000.html", "/old"+at+"2000.html", "/old"+at+"3000.html")
	}
	return pages
}

// A class of dead links costs a few requests, whatever the site answers, as long
// as it does not say that there may be a page later. The other links of the class
// are counted, and told.
func TestDeadClass(t *testing.T) {
	t.Parallel()
	const links = 270
	for _, x := range []struct {
		name    string
		failure page.Error
		dead    bool
	}{
		{"not found", page.Error{Reason: page.Status, Status: 404}, true},
		{"gone", page.Error{Reason: page.Status, Status: 410}, true},
		{"forbidden", page.Error{Reason: page.Status, Status: 403}, true},
		{"a broken program", page.Error{Reason: page.Status, Status: 500}, true},
		{"an image", page.Error{Reason: page.NotHTML, Status: 200}, true},
		{"overloaded", page.Error{Reason: page.Status, Status: 503}, false},
		{"no answer in time", page.Error{Reason: page.Timeout}, false},
	} {
		for _, samples := range [][]string{
			{"http://e.org/books/crime/book-3.html", "http://e.org/books/poems/book-44.html", "http://e.org/books/travel/book-71.html"},
			{"http://e.org/books/crime/book-3.html", "http://e.org/books/poems/book-44.html"},
		} {
			t.Run(fmt.Sprint(x.name, " ", len(samples)), func(t *testing.T) {
				t.Parallel()
				m := &refusing{sitetest.NewMemory(oldShop()), "/old/", x.failure, map[string]int{}}
				res, err := Method{}.Expand(t.Context(), m, samples, siteexpand.Options{})
				if err != nil {
					t.Fatal(err)
				}
				found := sitetest.Paths(res.Pages)
				slices.Sort(found)
				if !slices.Equal(found, sitetest.Books("crime", "poems", "travel")) {
					t.Errorf("%d pages, want the 90 books: %.300q", len(found), found)
				}
				asked, left := len(m.refused), res.Report.Dropped[siteexpand.DropDead]
				if dead := left > 0; dead != x.dead || sitetest.HasCase(res.Report, siteexpand.DeadLinks) != x.dead {
					t.Errorf("dead links %v, %d URLs left, want %v: %+v", sitetest.HasCase(res.Report, siteexpand.DeadLinks), left, x.dead, res.Report.Diagnoses)
				}
				if x.dead && (asked > 60 || res.Report.Downloads > 120) { // three folders beside the books
					t.Errorf("%d dead links asked for, %d downloads", asked, res.Report.Downloads)
				}
				if met := asked + left; x.dead && met > links {
					t.Errorf("%d dead links asked for and %d left, of %d", asked, left, links)
				}
			})
		}
	}
}

// Where the books on one link-path are all dead, those on others are found all
// the same, none of the dead ones is returned, and of many few are asked for.
func TestDeadLinkPath(t *testing.T) {
	t.Parallel()
	for _, dead := range []int{1, 6, 40} {
		pages := sitetest.Bookshop()
		var soon []string
		for i := range dead {
			soon = append(soon, fmt.Sprintf("/books/crime/book-%d.html", 1000+i))
		}
		pages["/books/crime/"] += sitetest.Anchors("ul class=soon", soon...)
		for _, samples := range [][]string{
			{"/books/crime/book-3.html", "/books/poems/book-44.html", "/books/travel/book-71.html"},
			{"/books/crime/book-3.html"},
		} {
			want, most := sitetest.Books("crime", "poems", "travel"), 10
			if len(samples) == 1 {
				want, most = sitetest.Books("crime"), 20 // crawls of two scopes
			}
			got, res, m := sitetest.Expand(t, Method{}, pages, siteexpand.Options{}, samples...)
			asked := 0
			for _, p := range soon {
				asked += m.Fetched["http://e.org"+p]
			}
			if !slices.Equal(got, want) || asked > most || asked+res.Report.Dropped[siteexpand.DropDead] != dead {
				t.Errorf("%d dead, %d samples: %d pages, want %d; %d dead asked for, %d left", dead, len(samples), len(got), len(want), asked, res.Report.Dropped[siteexpand.DropDead])
			}
		}
	}
}

func TestHopeless(t *testing.T) {
	t.Parallel()
	for _, x := range []struct {
		asked, dead int
		want        bool
	}{
		{0, 0, false},
		{4, 4, false},
		{8, 8, false},
		{9, 9, true},
		{17, 16, false},
		{18, 17, true},
		{100, 79, false},
		{100, 90, true},
		{7000, 7000, true},
		{7000, 5000, false},
	} {
		if got := hopeless(x.asked, x.dead); got != x.want {
			t.Errorf("%d of %d dead: %v, want %v", x.dead, x.asked, got, x.want)
		}
	}
}

// Jeffreys' interval is 0 to .217 for none of ten and .044 to .503 for two (L. D.
// Brown, T. T. Cai and A. DasGupta, "Interval Estimation for a Binomial
// Proportion", Statistical Science 2001).
func TestExpectDead(t *testing.T) {
	t.Parallel()
	of := func(asked, dead, unseen int) stratum {
		a := answers{asked: asked, dead: dead}
		return stratum{&urlRecord{pathAnswers: &a, class: &classStats{answers: a}}, make([]site.ID, unseen)}
	}
	for _, x := range []struct {
		name   string
		unseen []stratum
		want   *siteexpand.Dead
	}{
		{"nothing unfetched", nil, nil},
		{"nothing asked for", []stratum{of(0, 0, 5)}, nil},
		{"none dead", []stratum{of(10, 0, 50)}, &siteexpand.Dead{Asked: 10, High: .217}},
		{"some dead", []stratum{of(10, 2, 50)}, &siteexpand.Dead{Asked: 10, Dead: 2, Share: .2, Low: .044, High: .503}},
		{"two classes that are one", []stratum{of(4, 1, 20), of(6, 1, 30)}, &siteexpand.Dead{Asked: 10, Dead: 2, Share: .4*.25 + .6/6, Low: .044, High: .503}},
		{"a large class counts for more", []stratum{of(5, 5, 10), of(5, 0, 90)}, &siteexpand.Dead{Asked: 10, Dead: 5, Share: .1, Low: .006, High: .477}},
		{"a class not asked for", []stratum{of(10, 2, 50), of(0, 0, 90)}, &siteexpand.Dead{Asked: 10, Dead: 2, Share: .2, Low: .044, High: .503}},
	} {
		got := estimateDead(x.unseen)
		if got == nil || x.want == nil {
			if got != x.want {
				t.Errorf("%s: %+v, want %+v", x.name, got, x.want)
			}
			continue
		}
		off := max(math.Abs(got.Share-x.want.Share), math.Abs(got.Low-x.want.Low), math.Abs(got.High-x.want.High))
		if got.Asked != x.want.Asked || got.Dead != x.want.Dead || off > .0015 {
			t.Errorf("%s: %+v, want %+v", x.name, got, x.want)
		}
	}
}

// Dead URLs on other link-paths of the class count: as much as those on the same
// one, until it is clear that the link-paths differ.
func TestTrial(t *testing.T) {
	t.Parallel()
	for _, x := range []struct {
		name        string
		class, path answers
		share       float64
		clear       bool
	}{
		{"nothing asked for", answers{}, answers{}, 0, false},
		{"none dead, too few asked for", answers{asked: 6}, answers{asked: 2}, 0, false},
		{"none dead", answers{asked: 7}, answers{asked: 2}, 0, true},
		{"dead on another link-path, which may be chance", answers{asked: 23, dead: 1}, answers{asked: 19}, 1. / 23, true},
		{"dead on another link-path, of which all are", answers{asked: 28, dead: 9}, answers{asked: 19}, 9. / 28 / 20, true},
		{"dead on this link-path, of which all are", answers{asked: 28, dead: 9}, answers{asked: 9, dead: 9}, (9 + 9./28) / 10, true},
		{"dead on this link-path, too few asked for", answers{asked: 28, dead: 1}, answers{asked: 2, dead: 1}, 1. / 28, false},
		{"nothing asked for on this link-path", answers{asked: 20, dead: 3}, answers{}, .15, false},
		{"one link-path", answers{asked: 20, dead: 3}, answers{asked: 20, dead: 3}, .15, false},
	} {
		u := &urlRecord{class: &classStats{answers: x.class}, pathAnswers: &x.path}
		if got := u.trial().deadShare(); math.Abs(got-x.share) > 1e-9 || u.unclear() == x.clear {
			t.Errorf("%s: share %.4f, want %.4f; unclear %v", x.name, got, x.share, u.unclear())
		}
	}
}

// A dead page of the class that was found on another link-path makes the pages
// that were not fetched doubtful, and so the result.
func TestDeadOnOtherLinkPath(t *testing.T) {
	t.Parallel()
	pages := sitetest.BookshopOf("crime", "poems", "travel", "law", "music", "food")
	pages["/"] += sitetest.Anchors("p class=new", "/books/crime/book-900.html", "/books/law/book-100.html", "/books/music/book-130.html", "/books/food/book-160.html")
	_, res, m := sitetest.Expand(t, Method{}, pages, siteexpand.Options{}, "/books/crime/book-3.html", "/books/poems/book-44.html", "/books/travel/book-72.html")
	if m.Fetched["http://e.org/books/crime/book-900.html"] == 0 || res.Report.Inferred < 50 {
		t.Fatalf("the dead page was not asked for, or nothing is inferred: %+v", res.Report)
	}
	if e := res.Report.Estimate; e == nil || e.Dead == nil || e.Dead.Dead != 1 || e.Precision >= 1 || !sitetest.HasCase(res.Report, siteexpand.DeadPages) {
		t.Errorf("estimate %+v %+v, diagnoses %v", e, e.Dead, res.Report.Diagnoses)
	}
}

// closing is a site that wants to be left alone after so many entity pages.
type closing struct {
	*sitetest.InMemory
	open int
}

func (c *closing) Fetch(ctx context.Context, u string) (*page.Page, error) {
	if strings.Contains(u, "/book-") {
		if c.open--; c.open < 0 {
			return nil, &page.Error{URL: u, Reason: page.Overloaded}
		}
	}
	return c.InMemory.Fetch(ctx, u)
}

// Pages for which a host gave no answer count as missed, and an estimate that
// could not be checked is none.
func TestEstimateOfHostLeftAlone(t *testing.T) {
	t.Parallel()
	for _, x := range []struct {
		name      string
		open      int
		estimated bool
	}{{"after the samples", 2, false}, {"before the check", 5, false}, {"during the check", 24, true}} {
		res, err := Method{}.Expand(t.Context(), &closing{sitetest.NewMemory(sitetest.Bookshop()), x.open}, []string{"http://e.org/books/crime/book-3.html", "http://e.org/books/poems/book-44.html"}, siteexpand.Options{})
		if err != nil {
			t.Fatal(err)
		}
		e := res.Report.Estimate
		if (e != nil) != x.estimated || e != nil && (e.Checked == 0 || e.Recall >= 1) || res.Report.Dropped[string(page.Overloaded)] == 0 {
			t.Errorf("%s: estimate %+v", x.name, e)
		}
		if e == nil && !slices.ContainsFunc(res.Report.Diagnoses, func(d siteexpand.Diagnosis) bool { return d.Doubt }) {
			t.Errorf("%s: %d pages and no doubt: %+v", x.name, len(res.Pages), res.Report.Diagnoses)
		}
	}
}

// Pages that were not fetched may not exist; how many is estimated and told, and
// after Verify there is none.
func TestDeadPages(t *testing.T) {
	t.Parallel()
	for _, x := range []struct {
		every    int // book that is not there
		returned bool
	}{{7, true}, {1000, false}} {
		pages := sitetest.Thinned(x.every)
		var samples []string
		for _, s := range []string{"/books/crime/book-3.html", "/books/poems/book-44.html", "/books/travel/book-72.html"} {
			if pages[s] == "" {
				t.Fatal("no sample", s)
			}
			samples = append(samples, s)
		}
		count := func(paths []string) (dead int) {
			for _, p := range paths {
				if pages[p] == "" {
					dead++
				}
			}
			return dead
		}
		got, res, _ := sitetest.Expand(t, Method{}, pages, siteexpand.Options{}, samples...)
		dead, d := count(got), res.Report.Estimate.Dead
		if d == nil || res.Report.Inferred < 50 || (dead > 0) != x.returned {
			t.Fatalf("one in %d: %d of %d pages are dead, %d inferred, estimate %+v", x.every, dead, len(got), res.Report.Inferred, d)
		}
		if share := float64(dead) / float64(res.Report.Inferred); share < d.Low || share > d.High || sitetest.HasCase(res.Report, siteexpand.DeadPages) != x.returned {
			t.Errorf("one in %d: %.3f of the inferred pages are dead, estimated %+v; %+v", x.every, share, d, res.Report.Diagnoses)
		}
		got, res, _ = sitetest.Expand(t, Method{}, pages, siteexpand.Options{Verify: true}, samples...)
		if want := 180 - 180/x.every; len(got) != want || count(got) > 0 || res.Report.Inferred > 0 || res.Report.Estimate.Dead != nil || sitetest.HasCase(res.Report, siteexpand.DeadPages) {
			t.Errorf("one in %d, verified: %d pages, want %d; %d dead; %+v", x.every, len(got), want, count(got), res.Report)
		}
	}
}

// A known page that gave no answer is not said to be gone.
func TestKnownUnanswered(t *testing.T) {
	t.Parallel()
	for _, x := range []struct {
		failure page.Error
		gone    bool
	}{
		{page.Error{Reason: page.Status, Status: 404}, true},
		{page.Error{Reason: page.Timeout}, false},
		{page.Error{Reason: page.LimitReached}, false},
	} {
		const lost = "http://e.org/books/crime/book-999.html" // nothing links to it
		m := &refusing{sitetest.NewMemory(sitetest.Bookshop()), "/books/crime/book-999", x.failure, map[string]int{}}
		res, err := Method{}.Expand(t.Context(), m, []string{"http://e.org/books/crime/book-3.html"}, siteexpand.Options{Known: []string{lost, "http://e.org/books/crime/book-4.html"}})
		if err != nil {
			t.Fatal(err)
		}
		c := res.Report.Changes
		returned := slices.ContainsFunc(res.Pages, func(e siteexpand.EntityPage) bool { return e.URL == lost })
		if slices.Contains(c.Gone, lost) != x.gone || slices.Contains(c.Unlinked, lost) == x.gone || returned == x.gone {
			t.Errorf("%v: gone %q, unlinked %q, returned %v", &x.failure, c.Gone, c.Unlinked, returned)
		}
	}
}

// A page that fails, of the few that were left to be checked, leaves the estimate of those that were fetched; that it
// gave no answer is told.
func TestEstimateWithoutAPage(t *testing.T) {
	t.Parallel()
	var posts []string
	pages := map[string]string{"/about.htm": frame("<h1>About</h1>", "/about.htm", "/imprint")}
	for n := range 16 {
		at := "/p/" + words(n, "post") + ".htm"
		posts = append(posts, at)
		pages[at] = frame("<h1 class=name>"+words(n, "post")+"</h1>"+table("facts", n, "Written", "Read", "Place"), "/about.htm", "/imprint")
	}
	pages["/"] = frame("<h1>Posts</h1>"+sitetest.Anchors("ul class=list", posts...), "/about.htm", "/imprint")
	for name, failure := range map[string]page.Error{"time-out": {Reason: page.Timeout}, "500": {Reason: page.Status, Status: 500}} {
		for _, refused := range posts[3:] {
			m := &refusing{sitetest.NewMemory(pages), refused, failure, map[string]int{}}
			res, err := Method{}.Expand(t.Context(), m, []string{"http://e.org" + posts[0], "http://e.org" + posts[2]}, siteexpand.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if e := res.Report.Estimate; e == nil || e.Precision < .99 || len(m.refused) == 0 || failure.Reason == page.Timeout != sitetest.HasCase(res.Report, siteexpand.Unanswered) {
				t.Errorf("%s of %s: estimate %+v, diagnoses %+v", name, refused, e, res.Report.Diagnoses)
			}
		}
	}
}

// forbidding is a site of which robots.txt forbids a folder.
type forbidding struct {
	*sitetest.InMemory
	folder string
}

func (m forbidding) Fetch(ctx context.Context, u string) (*page.Page, error) {
	if strings.Contains(u, m.folder) {
		return nil, &page.Error{URL: u, Reason: page.Robots}
	}
	return m.InMemory.Fetch(ctx, u)
}

// What robots.txt forbids nobody may have: the result is not in doubt for it.
func TestEstimateWithoutForbiddenPages(t *testing.T) {
	t.Parallel()
	var posts []string
	pages := map[string]string{"/about.htm": frame("<h1>About</h1>", "/about.htm", "/imprint")}
	for n := range 24 {
		at := fmt.Sprintf("/p/%s.htm?id=%d", words(n, "post"), 100*(n%3)+n)
		posts = append(posts, at)
		pages[at] = frame("<h1 class=name>"+words(n, "post")+"</h1>"+table("facts", n, "Written", "Read", "Place"), "/about.htm", "/imprint")
	}
	pages["/"] = frame("<h1>Posts</h1>"+sitetest.Anchors("ul class=list", posts...), "/about.htm", "/imprint")
	res, err := Method{}.Expand(t.Context(), forbidding{sitetest.NewMemory(pages), "?id=2"}, []string{"http://e.org" + posts[0], "http://e.org" + posts[3]}, siteexpand.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if e := res.Report.Estimate; len(res.Pages) != 15 || e == nil || e.Recall < .99 || sitetest.HasCase(res.Report, siteexpand.Unchecked) {
		t.Errorf("%d pages, estimate %+v, diagnoses %+v", len(res.Pages), e, res.Report.Diagnoses)
	}
}

// What gave no answer and what robots.txt forbids are told apart.
func TestUnanswered(t *testing.T) {
	t.Parallel()
	var posts []string
	pages := map[string]string{"/about.htm": frame("<h1>About</h1>", "/about.htm", "/imprint")}
	for n := range 24 {
		at := fmt.Sprintf("/p/%s.htm?id=%d", words(n, "post"), 100*(n%3)+n)
		posts = append(posts, at)
		pages[at] = frame("<h1 class=name>"+words(n, "post")+"</h1>"+table("facts", n, "Written", "Read", "Place"), "/about.htm", "/imprint")
	}
	pages["/"] = frame("<h1>Posts</h1>"+sitetest.Anchors("ul class=list", posts...), "/about.htm", "/imprint")
	m := overloaded{forbidding{sitetest.NewMemory(pages), "?id=2"}, "?id=10"}
	res, err := Method{}.Expand(t.Context(), m, []string{"http://e.org" + posts[0], "http://e.org" + posts[3]}, siteexpand.Options{Verify: true})
	if err != nil {
		t.Fatal(err)
	}
	k := slices.IndexFunc(res.Report.Diagnoses, func(d siteexpand.Diagnosis) bool { return d.Case == siteexpand.Unanswered })
	if k < 0 || !strings.Contains(res.Report.Diagnoses[k].Detail, ": 3 gave no answer, and robots.txt forbids 9") {
		t.Errorf("%d pages, diagnoses %+v", len(res.Pages), res.Report.Diagnoses)
	}
}

// overloaded is a site that does not answer for what has a text in its URL.
type overloaded struct {
	forbidding
	text string
}

func (m overloaded) Fetch(ctx context.Context, u string) (*page.Page, error) {
	if strings.Contains(u, m.text) {
		return nil, &page.Error{URL: u, Reason: page.Timeout}
	}
	return m.forbidding.Fetch(ctx, u)
}
