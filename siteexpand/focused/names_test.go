package focused

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"verde/internal/sitetest"
	"verde/siteexpand"
)

// library is a site of 300 books, all found on one list, which gives each page a
// name after its book. Of a quarter of them there is a further page besides.
func library(further func(n int, title string) (path, body string)) map[string]string {
	nav := sitetest.Anchors("nav class=top", "/", "/help.htm")
	pages := map[string]string{"/help.htm": nav + "<h1>Help</h1>"}
	var list []string
	for n := range 300 {
		title := string(rune('a'+n%20)) + "o" + string(rune('a'+n/20))
		book := fmt.Sprintf("/book/%d/%s.htm", n, title)
		path, body := further(n, title)
		pages[book] = nav + "<h1>" + title + "</h1><div class=cover><p>" + title + "</p></div><dl><dt>Written by</dt><dd>" + title + "</dd></dl>"
		if list = append(list, book); n%4 == 0 {
			pages[path] = nav + body
			list = append(list, path)
		}
	}
	pages["/"] = nav + "<h1>All</h1>" + sitetest.Anchors("ol class=all", list...)
	return pages
}

// Pages of another template under names like those of entities, on their link-path, are told from these.
func TestNamesOfOtherPages(t *testing.T) {
	t.Parallel()
	for _, x := range []struct {
		name    string
		further func(n int, title string) (path, body string)
	}{
		{"lists", func(n int, title string) (string, string) {
			return fmt.Sprintf("/book/%d/more-%s.htm", n, title), "<h2>Of one author</h2>" + sitetest.Anchors("ul class=by", fmt.Sprintf("/book/%d/%s.htm", n, title))
		}},
	} {
		t.Run(x.name, func(t *testing.T) {
			t.Parallel()
			got, res, _ := sitetest.Expand(t, Method{}, library(x.further), siteexpand.Options{}, "/book/3/doa.htm", "/book/44/eoc.htm", "/book/135/pog.htm")
			wrong := slices.DeleteFunc(slices.Clone(got), func(p string) bool { return !strings.Contains(p, "/print") && !strings.Contains(p, "/more") })
			if len(wrong) > 0 || len(got) != 300 || res.Report.Inferred == 0 {
				t.Errorf("%d of %d pages are no books, %d were not fetched: %+v", len(wrong), len(got), res.Report.Inferred, res.Report)
			}
		})
	}
}

// One of the few words that names begin with says what kind of page it is where pages with other words look otherwise;
// where they do not, the samples share it by chance.
func TestWordByChance(t *testing.T) {
	t.Parallel()
	shelf := func(own string) map[string]string {
		pages, list := map[string]string{}, []string{}
		for n := range 120 {
			word := []string{"the", "old", "new", "blue", "red", "my"}[n%6]
			path := fmt.Sprintf("/lp/%s-%c%c%c.htm", word, 'a'+n%26, 'a'+n/6%20, 'a'+n/5%24)
			body := "<h1>" + path + "</h1><div class='cover art'><img class=front></div><table class=songs><tr class=song><td class=no>1<td class=title>a</table><dl class=facts>"
			for k := range 12 { // blocks that come with one thing or another
				if (n*7919+k*n*n)%11 < 5 {
					body += fmt.Sprintf("<dd class=fact%d>%d</dd>", k, n*k)
				}
			}
			if word == "the" {
				body += own
			}
			pages[path] = body + "</dl>"
			list = append(list, path)
		}
		pages["/"] = "<h1>All</h1>" + sitetest.Anchors("ol class=all", list...)
		return pages
	}
	for _, x := range []struct {
		name, own string
		want      int
	}{
		{"by chance", "", 120},
		{"a kind of page", "<dt>Rules</dt><p class=rule>x</p><b class=law>y</b><i class=act>z</i><em class=bill>z</em>", 20},
	} {
		t.Run(x.name, func(t *testing.T) {
			t.Parallel()
			got, res, _ := sitetest.Expand(t, Method{}, shelf(x.own), siteexpand.Options{}, "/lp/the-aaa.htm", "/lp/the-gbb.htm")
			if len(got) != x.want {
				t.Errorf("%d pages, want %d: %+v", len(got), x.want, res.Report)
			}
		})
	}
}

// A file name that comes with a query is a script's, or the entity's with its number behind it: of a script there are
// many pages, of names about as many as of numbers. A name may stand for two of them.
func TestNamesWithQueries(t *testing.T) {
	t.Parallel()
	site := func(url func(n int) string) (map[string]string, []string) {
		pages, list := map[string]string{}, []string{}
		for n := range 60 {
			path := url(n)
			pages[path] = fmt.Sprintf("<h1>House %d</h1><div class=photo><img></div><dl><dt>Rooms</dt><dd>%d</dd><dt>Town</dt><dd>T%d</dd></dl>", n, n%9, n%7)
			list = append(list, path)
		}
		news := fmt.Sprintf("/news.php?aid=%d", 1)
		pages[news] = "<h1>News</h1><p>Something has happened.</p>"
		pages["/"] = "<h1>All</h1>" + sitetest.Anchors("ol class=all", append(list, news)...)
		return pages, list
	}
	for name, url := range map[string]func(n int) string{
		"names":  func(n int) string { return fmt.Sprintf("/hotel/house-%c%c.php?aid=%d", 'a'+n%40/8, 'a'+n%8, 1000+37*n) },
		"script": func(n int) string { return fmt.Sprintf("/hotel/show.php?aid=%d", 1000+37*n) },
	} {
		for samples := 1; samples <= 3; samples++ {
			pages, list := site(url)
			got, res, _ := sitetest.Expand(t, Method{}, pages, siteexpand.Options{}, list[:samples]...)
			if len(got) != len(list) || slices.ContainsFunc(got, func(p string) bool { return strings.Contains(p, "news") }) {
				t.Errorf("%s, %d samples: %d pages, want %d: %+v", name, samples, len(got), len(list), res.Report.Diagnoses)
			}
		}
	}
}
