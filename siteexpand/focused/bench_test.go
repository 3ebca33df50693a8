package focused

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"verde/eval/sites"
	"verde/internal/sitetest"
	"verde/internal/stopwatch"
	"verde/page"
	"verde/siteexpand"
	"verde/siteexpand/site"
)

// warehouse is a generated site of so many pages, most of them entity pages, with 100
// links each: the sections, its path, and other entity pages anywhere on the
// site. It keeps nothing.
type warehouse int

const (
	shopSections = 20
	shopListed   = 96 // entities on a page of a list
)

func (n warehouse) thing(i int) string {
	i %= int(n)
	return fmt.Sprintf("/shop/%c%02d/thing-%d.html", 'a'+i%shopSections, i%shopSections, i)
}

func (n warehouse) list(section, part int) string {
	return fmt.Sprintf("/shop/%c%02d/list-%d.html", 'a'+section, section, part)
}

// Fetch implements [page.Fetcher].
func (n warehouse) Fetch(ctx context.Context, u string) (*page.Page, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	path := strings.TrimPrefix(u, "http://e.org")
	var b bytes.Buffer
	fmt.Fprintf(&b, "<!DOCTYPE html><html><head><title>Shop %s</title><meta charset=utf-8></head><body><header class=top><nav class='main wide'><ul>", path)
	for s := range shopSections {
		fmt.Fprintf(&b, "<li class=section><a href='%s'>Section %d</a></li>", n.list(s, 0), s)
	}
	b.WriteString("</ul></nav></header><main class=content>")
	name := strings.TrimSuffix(path[strings.LastIndexByte(path, '/')+1:], ".html")
	kind, number, _ := strings.Cut(name, "-")
	id, err := strconv.Atoi(number)
	switch {
	case path == "/":
		b.WriteString("<h1>Shop</h1>")
	case err != nil:
		return nil, &page.Error{URL: u, Reason: page.Status, Status: 404}
	case kind == "list":
		section := int(path[len("/shop/")] - 'a')
		b.WriteString("<h1 class=heading>All things</h1><div class=list>")
		for i := range shopListed {
			k := (id*shopListed+i)*shopSections + section
			if k < int(n) {
				fmt.Fprintf(&b, "<div class=item><a class=name href='%s'>Thing number %d</a><span class=price>%d.00</span></div>", n.thing(k), k, k%90)
			}
		}
		fmt.Fprintf(&b, "</div><p class=pager><a class=next href='%s'>Next</a></p>", n.list(section, id+1))
	default:
		n.describe(&b, id)
	}
	b.WriteString("</main><footer class=bottom><p>All prices with tax</p></footer></body></html>")
	return &page.Page{URL: u, Requested: u, Status: 200, ContentType: "text/html", Body: b.Bytes()}, nil
}

// describe writes what differs on each entity page.
func (n warehouse) describe(b *bytes.Buffer, id int) {
	fmt.Fprintf(b, "<p class=crumbs><a href='/'>Shop</a> <a href='%s'>Section</a></p><article class=thing><h1 class=name>Thing number %d</h1><table class=facts>",
		n.list(id%shopSections, id/shopSections/shopListed), id)
	for i, label := range []string{"Price", "Weight", "Maker", "Colour", "Material", "Country", "Year", "Stock"} {
		fmt.Fprintf(b, "<tr class=fact><th>%s</th><td class=value>%d</td></tr>", label, (id+i)%1000)
	}
	b.WriteString("</table><div class=text>")
	for i := range 12 {
		fmt.Fprintf(b, "<p>Paragraph %d of what there is to say on thing %d. %s</p>", i, id, strings.Repeat("It is made with <em>care</em> and lasts long. ", 8))
	}
	b.WriteString("</div></article><aside class=related><h2>Others have looked at</h2><ul>")
	for i := range 78 {
		k := (id*7919 + i*104729 + i*i*31) % int(n)
		fmt.Fprintf(b, "<li class=other><a href='%s'>Thing number %d</a></li>", n.thing(k), k)
	}
	b.WriteString("</ul></aside>")
}

// kept fetches every page of a site once and keeps it, so that a run on it
// spends nothing on making pages. It notes what was asked for.
type kept struct {
	page.Fetcher
	pages map[string]*page.Page
	asked []*page.Page
}

func (k *kept) Fetch(ctx context.Context, u string) (*page.Page, error) {
	p, ok := k.pages[u]
	if !ok {
		var err error
		if p, err = k.Fetcher.Fetch(ctx, u); err != nil {
			return nil, err
		}
		k.pages[u] = p
	}
	k.asked = append(k.asked, p)
	return p, nil
}

// parseAll makes the trees of pages, as goquery.NewDocumentFromReader does.
func parseAll(b *testing.B, pages []*page.Page) stopwatch.Spent {
	runtime.GC()
	end := stopwatch.Start()
	for _, p := range pages {
		if _, err := html.Parse(bytes.NewReader(p.Body)); err != nil {
			b.Fatal(err)
		}
	}
	return end()
}

// compare runs a site that has been fetched before, and reports what a page
// takes, the pages' parsing alone, and how many times that is.
func compare(b *testing.B, k *kept, run func()) {
	k.asked = nil
	run() // fills the pages
	var whole, parse stopwatch.Spent
	pages := 0
	for b.Loop() {
		k.asked = nil
		runtime.GC()
		end := stopwatch.Start()
		run()
		spent := end()
		whole.Wall, whole.Processor = whole.Wall+spent.Wall, whole.Processor+spent.Processor
		pages += len(k.asked)
		spent = parseAll(b, k.asked)
		parse.Wall, parse.Processor = parse.Wall+spent.Wall, parse.Processor+spent.Processor
	}
	b.ReportMetric(float64(pages)/float64(b.N), "pages")
	b.ReportMetric(1e6*whole.Processor/float64(pages), "cpu-µs/page")
	b.ReportMetric(1e6*parse.Processor/float64(pages), "parse-µs/page")
	b.ReportMetric(whole.Processor/parse.Processor, "x-parse-cpu")
	b.ReportMetric(whole.Wall/parse.Wall, "x-parse-wall")
}

// expandAs runs the default method.
func expandAs(b *testing.B, src page.Fetcher, opt siteexpand.Options, samples ...string) *siteexpand.Result {
	res, err := Method{}.Expand(b.Context(), src, samples, opt)
	if err != nil {
		b.Fatal(err)
	}
	return res
}

func (n warehouse) samples() []string {
	var urls []string
	for _, i := range []int{1, 5002, 9503} {
		urls = append(urls, "http://e.org"+n.thing(i))
	}
	return urls
}

// BenchmarkDownload is what a downloaded page costs, times its parse.
func BenchmarkDownload(b *testing.B) {
	const site = warehouse(50000)
	k := &kept{Fetcher: site, pages: map[string]*page.Page{}}
	compare(b, k, func() { expandAs(b, k, siteexpand.Options{MaxDownloads: 3000}, site.samples()...) })
}

// BenchmarkHub is what a page with 100,000 links to entities costs beyond its
// parse.
func BenchmarkHub(b *testing.B) {
	const links = 100000
	var hub strings.Builder
	hub.WriteString("<html><body><h1>All</h1><ul>")
	for i := range links {
		fmt.Fprintf(&hub, "<li><a href='/things/thing-%d.html'>Thing %d</a></li>", i, i)
	}
	hub.WriteString("</ul></body></html>")
	pages := map[string]string{"/things/": hub.String()}
	for i := range links {
		pages[fmt.Sprintf("/things/thing-%d.html", i)] = "<html><body><p class=back><a href='/things/'>All</a></p><div class=thing><h1>Thing</h1></div></body></html>"
	}
	k := &kept{Fetcher: sitetest.NewMemory(pages), pages: map[string]*page.Page{}}
	var whole, parse stopwatch.Spent
	for b.Loop() {
		k.asked = nil
		end := stopwatch.Start()
		res := expandAs(b, k, siteexpand.Options{}, "http://e.org/things/thing-1.html", "http://e.org/things/thing-777.html", "http://e.org/things/thing-5000.html")
		spent := end()
		whole.Wall, whole.Processor = whole.Wall+spent.Wall, whole.Processor+spent.Processor
		if len(res.Pages) != links {
			b.Fatalf("%d pages found", len(res.Pages))
		}
		spent = parseAll(b, k.asked)
		parse.Wall, parse.Processor = parse.Wall+spent.Wall, parse.Processor+spent.Processor
	}
	n := float64(b.N)
	b.ReportMetric(parse.Processor/n, "cpu-s-parse")
	b.ReportMetric((whole.Processor-parse.Processor)/n, "cpu-s-beyond-parse")
	b.ReportMetric((whole.Wall-parse.Wall)/n, "s-beyond-parse")
}

// BenchmarkMillion is the memory that a crawl of a million pages takes, with at
// most 20,000 downloads.
func BenchmarkMillion(b *testing.B) {
	const downloads = 20000
	const site = warehouse(1000000)
	most := uint64(0)
	var res *siteexpand.Result
	for b.Loop() {
		res = expandAs(b, site, siteexpand.Options{MaxDownloads: downloads, Progress: func(p siteexpand.Progress) {
			if p.Downloads%500 == 0 {
				var m runtime.MemStats
				runtime.ReadMemStats(&m)
				most = max(most, m.Sys-m.HeapReleased)
			}
		}}, site.samples()...)
	}
	b.ReportMetric(float64(res.Report.Downloads), "downloads")
	b.ReportMetric(float64(len(res.Pages)), "found")
	b.ReportMetric(float64(most)/1e6, "peak-MB")
}

// BenchmarkFolder crawls the documentation of the JDK whole, below the folder
// that VERDE_SITES names: every page that is met is downloaded.
func BenchmarkFolder(b *testing.B) {
	dir := filepath.Join(os.Getenv("VERDE_SITES"), "openjdk-17-doc")
	if _, err := os.Stat(dir); os.Getenv("VERDE_SITES") == "" || errors.Is(err, fs.ErrNotExist) {
		b.Skip("set VERDE_SITES to the folder that openjdk-17-doc is unpacked in")
	}
	folder, err := sites.OpenFolder(dir, "http://openjdk-17-doc.example/")
	if err != nil {
		b.Fatal(err)
	}
	defer folder.Close()
	var samples []string
	for _, name := range []string{"java.base/java/util/ArrayList.html", "java.sql/java/sql/Date.html", "java.xml/org/w3c/dom/Node.html"} {
		samples = append(samples, folder.URL(name))
	}
	k := &kept{Fetcher: folder, pages: map[string]*page.Page{}}
	compare(b, k, func() {
		opened, starts, err := site.Open(b.Context(), "focused", k, samples, siteexpand.Options{})
		if err != nil {
			b.Fatal(err)
		}
		s := &expansion{Site: opened}
		f, err := s.crawl(b.Context(), starts, true, s.Options.MaxDownloads)
		if err != nil {
			b.Fatal(err)
		}
		for i := 0; i < len(f.order); i++ { // grows meanwhile
			if u := f.order[i]; !f.records[u].done {
				if _, err := f.visit(b.Context(), u); err != nil {
					b.Fatal(err)
				}
			}
		}
		if _, err := f.conclude(b.Context(), slices.Clone(starts)); err != nil {
			b.Fatal(err)
		}
	})
}
