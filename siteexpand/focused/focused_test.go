package focused

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"verde/internal/sitetest"
	"verde/siteexpand"
	"verde/siteexpand/site"
	"verde/siteexpand/urlclass"
)

func TestFocused(t *testing.T) {
	t.Parallel()
	for _, x := range []struct {
		name    string
		samples []string
		opt     siteexpand.Options
		want    []string
	}{
		{"three sections", []string{"/books/crime/book-3.html", "/books/poems/book-44.html", "/books/travel/book-71.html"}, siteexpand.Options{}, sitetest.Books("crime", "poems", "travel")},
		{"two sections", []string{"/books/crime/book-3.html", "/books/poems/book-44.html"}, siteexpand.Options{}, sitetest.Books("crime", "poems", "travel")},
		{"one sample", []string{"/books/poems/book-44.html"}, siteexpand.Options{}, sitetest.Books("poems")},
		{"one sample and its siblings", []string{"/books/poems/book-44.html"}, siteexpand.Options{Scope: siteexpand.Siblings}, sitetest.Books("crime", "poems", "travel")},
		{"other pages of the same folders", []string{"/books/crime/review-3.html", "/books/poems/review-44.html", "/books/travel/review-71.html"}, siteexpand.Options{}, reviews()},
	} {
		t.Run(x.name, func(t *testing.T) {
			t.Parallel()
			got, res, _ := sitetest.Expand(t, Method{}, sitetest.Bookshop(), x.opt, x.samples...)
			if diff := cmp.Diff(x.want, got); diff != "" {
				t.Errorf("pages (-want +got):\n%s", diff)
			}
			if d := res.Report.Downloads; d > 200 { // all 90 books, 90 reviews and 9 lists may be fetched, but not a calendar of 400 pages
				t.Errorf("%d downloads", d)
			}
		})
	}
}

func reviews() (paths []string) {
	for _, b := range sitetest.Books("crime", "poems", "travel") {
		paths = append(paths, strings.Replace(b, "/book-", "/review-", 1))
	}
	slices.Sort(paths)
	return paths
}

// With one sample the report lists the scopes that it may stand for.
func TestScopes(t *testing.T) {
	t.Parallel()
	res, err := Method{}.Expand(t.Context(), sitetest.NewMemory(sitetest.Bookshop()), []string{"http://e.org/books/poems/book-44.html"}, siteexpand.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, s := range res.Report.Scopes {
		got = append(got, fmt.Sprint(s.Name, " ", s.Pages, " ", s.Chosen, " ", s.AtLeast))
	}
	if diff := cmp.Diff([]string{"folder 30 true false", "siblings 90 false false"}, got); diff != "" {
		t.Fatalf("scopes (-want +got):\n%s", diff)
	}
	// Its samples give the scope.
	again, err := Method{}.Expand(t.Context(), sitetest.NewMemory(sitetest.Bookshop()), res.Report.Scopes[1].Samples, siteexpand.Options{})
	if err != nil || len(again.Pages) != 90 {
		t.Errorf("%d pages, %v; want 90", len(again.Pages), err)
	}
}

func TestBeside(t *testing.T) {
	t.Parallel()
	for _, x := range []struct{ a, b, want string }{
		{"books/crime", "books/poems", siteexpand.Siblings},
		{"v1/api", "v2/api", siteexpand.Siblings},
		{"books", "books", ""},
		{"books", "books/poems", siteexpand.Anywhere},
		{"a/b", "c/d", siteexpand.Anywhere},
		{"", "a", siteexpand.Anywhere},
	} {
		a, b := strings.FieldsFunc(x.a, isSlash), strings.FieldsFunc(x.b, isSlash)
		got := ""
		for _, name := range []string{siteexpand.Siblings, siteexpand.Anywhere} {
			if inOtherDirectory(a, b, nil, name) {
				got += name
			}
		}
		if got != x.want {
			t.Errorf("%s and %s: %q, want %q", x.a, x.b, got, x.want)
		}
	}
}

func isSlash(r rune) bool { return r == '/' }

// The downloads end with the limit, and what was found is kept.
func TestFocusedLimit(t *testing.T) {
	t.Parallel()
	m := sitetest.NewMemory(sitetest.Bookshop())
	res, err := Method{}.Expand(t.Context(), m, []string{"http://e.org/books/crime/book-3.html", "http://e.org/books/poems/book-44.html"}, siteexpand.Options{MaxDownloads: 8})
	if err != nil {
		t.Fatal(err)
	}
	if res.Report.Downloads > 8 || len(res.Pages) < 2 {
		t.Errorf("%d downloads, %d pages", res.Report.Downloads, len(res.Pages))
	}
}

// A run that is cancelled ends with the context's error, and gives what it knew.
func TestFocusedCancelled(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	opt := siteexpand.Options{Progress: func(p siteexpand.Progress) {
		if p.Downloads == 5 {
			cancel()
		}
	}}
	res, err := Method{}.Expand(ctx, sitetest.NewMemory(sitetest.Bookshop()), []string{"http://e.org/books/crime/book-3.html"}, opt)
	if !errors.Is(err, context.Canceled) {
		t.Errorf("%v after the context ended", err)
	}
	if res == nil || len(res.Pages) < 2 || res.Pages[0].Status != siteexpand.Sample {
		t.Errorf("%+v was known by then, want the sample and what its list has", res)
	}
}

// listedInAll adds a page that lists the pages with a part in their paths.
func listedInAll(pages map[string]string, part string) map[string]string {
	var all []string
	for p := range pages {
		if strings.Contains(p, part) {
			all = append(all, p)
		}
	}
	slices.Sort(all)
	pages["/all.html"] = "<h1>All</h1>" + sitetest.Anchors("ul class=all", all...)
	pages["/"] += sitetest.Anchors("p class=all", "/all.html")
	return pages
}

// Samples of one directory that were chosen independently show the whole type, and
// a wider scope is on offer. If they were chosen together, that they share the
// directory proves nothing: with similar directories beside it, many or one, they show a part
// of the type where the site lists them together. If it lists them apart, that is open. What the site shows and the choice of the samples rules out is in
// doubt.
func TestSamplesOfOneFolder(t *testing.T) {
	t.Parallel()
	samples := []string{"http://e.org/books/poems/book-44.html", "http://e.org/books/poems/book-31.html", "http://e.org/books/poems/book-58.html"}
	many, two := []string{"crime", "poems", "travel", "cooking", "law", "music"}, []string{"crime", "poems"}
	for _, x := range []struct {
		folders       []string
		chosen        siteexpand.Choice
		together      bool
		pages, scopes int
		doubt         bool
	}{
		{many, siteexpand.Independently, true, 30, 2, true},
		{many, siteexpand.Independently, false, 30, 2, false},
		{two, siteexpand.Independently, true, 30, 2, true},
		{two, siteexpand.Independently, false, 30, 2, false},
		{many, siteexpand.Together, true, 180, 2, false},
		{many, siteexpand.Together, false, 30, 2, false},
		{two, siteexpand.Together, true, 60, 2, false},
		{two, siteexpand.Together, false, 30, 2, false},
	} {
		site := sitetest.BookshopOf(x.folders...)
		if x.together {
			listedInAll(site, "/book-")
		}
		res, err := Method{}.Expand(t.Context(), sitetest.NewMemory(site), samples, siteexpand.Options{Chosen: x.chosen})
		if err != nil {
			t.Fatal(err)
		}
		if len(res.Pages) != x.pages || len(res.Report.Scopes) != x.scopes {
			t.Errorf("%d folders, chosen %q, listed together %v: %d pages, want %d; %d scopes, want %d", len(x.folders), x.chosen, x.together, len(res.Pages), x.pages, len(res.Report.Scopes), x.scopes)
		}
		if got := doubted(res.Report, siteexpand.OneSample); got != x.doubt {
			t.Errorf("%d folders, chosen %q, listed together %v: doubted %v, want %v", len(x.folders), x.chosen, x.together, got, x.doubt)
		}
	}
}

// manual is a directory of commands and programs, whose templates are much the same,
// and of chapters. Both lists are on the front page.
func manual() map[string]string {
	pages := map[string]string{}
	var lists string
	for _, kind := range []struct {
		prefix, more string
		pages        int
	}{
		{"sql", "<div class=compat><h2>Compatibility</h2></div>", 40},
		{"app", "<div class=env><h2>Environment</h2></div>", 20},
	} {
		var paths []string
		for i := range kind.pages {
			p := fmt.Sprintf("/%s-thing%c%c.html", kind.prefix, 'a'+i/20, 'a'+i%20)
			paths = append(paths, p)
			pages[p] = fmt.Sprintf("<div class=ref><h1>Thing %d</h1></div><div class=synopsis><pre>thing</pre></div><div class=desc><h2>Description</h2><p>It %d</p></div><dl class=params><dt>Name</dt><dd>of %d</dd></dl>", i, i, i) +
				kind.more + sitetest.Anchors("p class=up", "/")
		}
		lists += sitetest.Anchors("ul class="+kind.prefix, paths...)
	}
	var chapters []string
	for i := range 20 {
		p := fmt.Sprintf("/chapter%c.html", 'a'+i)
		chapters = append(chapters, p)
		pages[p] = fmt.Sprintf("<h1>Chapter</h1><table><tr><td>%d</table>", i) + sitetest.Anchors("p class=up", "/")
	}
	pages["/"] = "<h1>Manual</h1>" + lists + sitetest.Anchors("ol", chapters...)
	return pages
}

// Where names that begin like the sample's are most of what was found, and their
// pages more like it than the others, they are the type.
func TestPrefix(t *testing.T) {
	t.Parallel()
	for _, x := range []struct {
		sample, scope string
		pages         int
		chosen        string
		offered       []string
	}{
		{"/sql-thingac.html", "", 40, siteexpand.Prefix, []string{siteexpand.Folder, siteexpand.Prefix}},
		{"/sql-thingac.html", siteexpand.Folder, 60, siteexpand.Folder, []string{siteexpand.Folder}},
		{"/app-thingac.html", "", 60, siteexpand.Folder, []string{siteexpand.Folder}},
		{"/app-thingac.html", siteexpand.Prefix, 20, siteexpand.Prefix, []string{siteexpand.Folder, siteexpand.Prefix}},
		{"/chapterc.html", siteexpand.Prefix, 20, siteexpand.Folder, []string{siteexpand.Folder}}, // the name is of one piece
	} {
		res, err := Method{}.Expand(t.Context(), sitetest.NewMemory(manual()), []string{"http://e.org" + x.sample}, siteexpand.Options{Scope: x.scope})
		if err != nil {
			t.Fatal(err)
		}
		chosen, offered := "", []string(nil)
		for _, s := range res.Report.Scopes {
			if offered = append(offered, s.Name); s.Chosen {
				chosen += s.Name
			}
		}
		if len(res.Pages) != x.pages || chosen != x.chosen || !slices.Equal(offered, x.offered) {
			t.Errorf("%s, scope %q: %d pages of scope %s of %s; want %d of %s of %s", x.sample, x.scope, len(res.Pages), chosen, offered, x.pages, x.chosen, x.offered)
		}
	}
}

func TestDistinct(t *testing.T) {
	t.Parallel()
	of := func(pages int, scores ...float64) likeness { return likeness{pages, scores} }
	high, low := []float64{.9, .95, .97, 1, 1}, []float64{.6, .65, .7, .7}
	for _, x := range []struct {
		name          string
		with, without likeness
		share         float64
		want          bool
	}{
		{"most, and more alike", of(60, high...), of(40, low...), .9, true},
		{"no more than half", of(50, high...), of(50, low...), .9, false},
		{"many with it have another template", of(60, high...), of(40, low...), acceptShare - .01, false},
		{"more alike on average, and many are not", of(60, .6, .9, .95, 1), of(40, .5, .65, .7, .7), .9, false}, // 13 of 16 pairs
		{"few fetched with it", of(60, high[:urlclass.Trials-1]...), of(40, low...), .9, false},
		{"few fetched without", of(60, high...), of(40, low[:urlclass.Trials-1]...), .9, false},
		{"all have it", of(60, high...), likeness{}, .9, false},
		{"as much alike", of(60, 1, 1, 1, 1), of(40, 1, 1, 1, 1), .9, false},
	} {
		if got := distinct(x.with, x.without, x.share); got != x.want {
			t.Errorf("%s: %v, want %v", x.name, got, x.want)
		}
	}
}

func TestSharedPrefix(t *testing.T) {
	t.Parallel()
	for _, x := range []struct {
		names []string
		want  string
	}{
		{nil, ""},
		{[]string{"sql-drop.html"}, "sql"},
		{[]string{"sql-drop.html", "d/sql_end.html", "sql2.html"}, "sql"},
		{[]string{"sql-drop.html", "app-drop.html"}, ""},
		{[]string{"sql.html"}, ""},
		{[]string{"sql-drop.html", "sql.html"}, ""},
		{[]string{"12.html"}, ""},
		{[]string{"12.html", "13.html"}, ""},
	} {
		s := &expansion{Site: site.New("test", nil, siteexpand.Options{})}
		var urls []site.ID
		for _, n := range x.names {
			urls = append(urls, s.Intern("http://e.org/"+n))
		}
		if got := s.commonPrefix(urls); got != x.want {
			t.Errorf("%q: %q, want %q", x.names, got, x.want)
		}
	}
}

// A mirror of the sample's folder is not part of the type: its pages are copies.
func TestMirrors(t *testing.T) {
	t.Parallel()
	pages := map[string]string{}
	fronts := []string{"/manual/"}
	for i := range 6 {
		fronts = append(fronts, fmt.Sprintf("/manual%c/", 'a'+i))
	}
	for _, dir := range fronts {
		for p, body := range manual() {
			pages[strings.TrimSuffix(dir, "/")+p] = strings.ReplaceAll(body, `href="/`, `href="`+dir)
		}
	}
	pages["/"] = sitetest.Anchors("p", fronts...)
	for _, samples := range [][]string{
		{"http://e.org/manual/sql-thingac.html"},
		{"http://e.org/manual/sql-thingac.html", "http://e.org/manual/sql-thingbd.html", "http://e.org/manual/sql-thingae.html"},
	} {
		res, err := Method{}.Expand(t.Context(), sitetest.NewMemory(pages), samples, siteexpand.Options{})
		if err != nil {
			t.Fatal(err)
		}
		mirrored := func(u string) bool { return !strings.HasPrefix(u, "/manual/") }
		if found := sitetest.Paths(res.Pages); len(found) < 40 || slices.ContainsFunc(found, mirrored) {
			t.Errorf("%d samples: %d pages, want the commands of /manual/; scopes %+v", len(samples), len(found), res.Report.Scopes)
		}
	}
}

// volumes is a site of manuals like that one, each in a folder of its own.
func volumes(folders ...string) map[string]string {
	pages := map[string]string{"/": sitetest.Anchors("p", folders...)}
	for _, dir := range folders {
		for p, body := range manual() {
			pages[strings.TrimSuffix(dir, "/")+p] = strings.NewReplacer(`href="/`, `href="`+dir, "Thing", "Thing of "+dir).Replace(body)
		}
	}
	return pages
}

var sixVolumes = []string{"/vol/parta/", "/vol/partb/", "/vol/partc/", "/vol/partd/", "/vol/parte/", "/vol/partf/"}

// Each scope is offered that is wider or narrower than the chosen one.
func TestAllScopesAreOffered(t *testing.T) {
	t.Parallel()
	site := volumes(append(slices.Clone(sixVolumes), "/old/archive/")...)
	res, err := Method{}.Expand(t.Context(), sitetest.NewMemory(site), []string{"http://e.org/vol/partb/sql-thingac.html"}, siteexpand.Options{Scope: siteexpand.Prefix})
	if err != nil {
		t.Fatal(err)
	}
	var offered []string
	for _, s := range res.Report.Scopes {
		offered = append(offered, s.Name)
	}
	if !slices.Equal(offered, []string{siteexpand.Folder, siteexpand.Siblings, siteexpand.Anywhere, siteexpand.Prefix}) {
		t.Errorf("offered %s", offered)
	}
}

// The scope is kept by a run that knows its pages, in two folders or one; a
// page of another folder that stood for it is no longer of it.
func TestPrefixAgain(t *testing.T) {
	t.Parallel()
	for _, x := range []struct {
		name   string
		Site   map[string]string
		sample string
		pages  int
	}{
		{"folder", manual(), "/sql-thingac.html", 40},
		{"siblings", listedInAll(volumes(sixVolumes...), "-thing"), "/vol/partb/sql-thingac.html", 240},
	} {
		opt := siteexpand.Options{Scope: siteexpand.Prefix}
		res, err := Method{}.Expand(t.Context(), sitetest.NewMemory(x.Site), []string{"http://e.org" + x.sample}, opt)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range res.Pages {
			if opt.Known = append(opt.Known, e.URL); !strings.Contains(e.URL, "/sql-") {
				t.Errorf("%s: %s", x.name, e.URL)
			}
		}
		if len(res.Pages) != x.pages || len(res.Report.Scopes) > len(siteexpand.ScopeNames()) {
			t.Errorf("%s: %d pages, want %d; scopes %+v", x.name, len(res.Pages), x.pages, res.Report.Scopes)
		}
		opt.Scope = ""
		again, err := Method{}.Expand(t.Context(), sitetest.NewMemory(x.Site), []string{"http://e.org" + x.sample}, opt)
		if err != nil {
			t.Fatal(err)
		}
		if c := again.Report.Changes; len(again.Pages) != x.pages || len(c.New) > 0 || len(c.Gone) > 0 {
			t.Errorf("%s again: %d pages, want %d; %+v", x.name, len(again.Pages), x.pages, c)
		}
	}
}

// Pages in frames have no way back, and lists of them no other way in.
func TestFrames(t *testing.T) {
	t.Parallel()
	pages := map[string]string{
		"/":             "<frameset cols=20%,80%><frame src=toc.html name=list><frame src=welcome.html name=main></frameset>",
		"/welcome.html": "<h1>Welcome</h1>",
	}
	var tasks []string
	for i := range 30 {
		p := fmt.Sprintf("/tasks/task%c%c.html", 'a'+i/10, 'a'+i%10)
		tasks = append(tasks, p)
		pages[p] = fmt.Sprintf("<h1>Task %d</h1><h2>Parameters</h2><table class=attr><tr><td>%d</table>", i, i)
	}
	slices.Sort(tasks)
	pages["/toc.html"] = sitetest.Anchors("ul", tasks...)
	got, _, _ := sitetest.Expand(t, Method{}, pages, siteexpand.Options{}, tasks[3])
	if diff := cmp.Diff(tasks, got); diff != "" {
		t.Errorf("pages (-want +got):\n%s", diff)
	}
}

// A directory for each entity is no scope.
func TestOwnFolderAlone(t *testing.T) {
	t.Parallel()
	pages := map[string]string{}
	var films []string
	for i := range 40 {
		film := fmt.Sprintf("/f/director-%d/%d/film-%d", i, 100+i, i)
		films = append(films, film)
		pages[film] = fmt.Sprintf("<h1>Film %d</h1><dl><dt>Directed by</dt><dd>Director %d</dd></dl>", i, i) + sitetest.Anchors("p", "/")
	}
	pages["/"] = "<h1>Films</h1>" + sitetest.Anchors("ul", films...)
	res, err := Method{}.Expand(t.Context(), sitetest.NewMemory(pages), []string{"http://e.org/f/director-7/107/film-7"}, siteexpand.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if len(res.Pages) != 40 {
		t.Errorf("%d pages, want 40; scopes %+v", len(res.Pages), res.Report.Scopes)
	}
}
