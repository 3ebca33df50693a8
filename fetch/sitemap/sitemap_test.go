package sitemap

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"verde/page"
)

const (
	at   = "https://www.h.example/maps/a.xml"
	site = "h.example"
)

func urls(entries []Entry) (list []string) {
	for _, e := range entries {
		list = append(list, strings.TrimPrefix(e.URL, "https://www.h.example"))
	}
	return list
}

func TestParse(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, body  string
		pages, maps []string
		foreign     int
		bad         int
	}{
		{name: "empty"},
		{name: "a sitemap", body: `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
			<url><loc>https://www.h.example/a?x=1&amp;y=2</loc><lastmod>2026-01-02</lastmod><priority>0.8</priority></url>
			<url><loc>
				https://www.h.example/b
			</loc></url></urlset>`, pages: []string{"/a?x=1&y=2", "/b"}},
		{name: "an index", body: `<sitemapindex><sitemap><loc>https://www.h.example/1.xml.gz</loc></sitemap><sitemap><loc>/2.xml</loc></sitemap></sitemapindex>`,
			maps: []string{"/1.xml.gz", "/2.xml"}},
		{name: "another namespace, and prefixes", body: `<s:urlset xmlns:s="http://www.google.com/schemas/sitemap/0.84"><s:url><s:loc>/a</s:loc></s:url></s:urlset>`, pages: []string{"/a"}},
		{name: "a prefix that nobody declared", body: `<urlset><x:url><x:loc>/a</x:loc></x:url></urlset>`, pages: []string{"/a"}},
		{name: "upper case", body: `<URLSET><URL><LOC>/a</LOC></URL></URLSET>`, pages: []string{"/a"}},
		{name: "images, videos and languages", body: `<urlset xmlns:image="i" xmlns:xhtml="x"><url><loc>/a</loc>
			<xhtml:link rel="alternate" hreflang="de" href="https://www.h.example/de/a"/>
			<image:image><image:loc>https://www.h.example/i.png</image:loc></image:image>
			<video:video><video:player_loc>/v</video:player_loc></video:video></url></urlset>`, pages: []string{"/a"}},
		{name: "an image before the page", body: `<urlset><url><image:image><image:loc>/i.png</image:loc></image:image><loc>/a</loc></url></urlset>`, pages: []string{"/a"}},
		{name: "other hosts", body: `<urlset><url><loc>https://other.example/a</loc></url><url><loc>http://h.example/b</loc></url><url><loc>//cdn.h.example/c</loc></url></urlset>`,
			pages: []string{"http://h.example/b"}, foreign: 2},
		{name: "no URLs", body: `<urlset><url><loc>mailto:x</loc></url><url><loc></loc></url><url></url><url><loc>http://[</loc></url></urlset>`, bad: 2},
		{name: "twice", body: `<urlset><url><loc>/a</loc></url><url><loc>/a#b</loc></url></urlset>`, pages: []string{"/a"}},
		{name: "two locations", body: `<urlset><url><loc>/a</loc><loc>/b</loc></url></urlset>`, pages: []string{"/a"}},
		{name: "marked as text", body: `<urlset><url><loc><![CDATA[/a?b&c]]></loc></url></urlset>`, pages: []string{"/a?b&c"}},
		{name: "bare ampersands and entities of HTML", body: `<urlset><url><loc>/a?b=1&c=2</loc></url><url><loc>/d&eacute;</loc></url></urlset>`, pages: []string{"/a?b=1&c=2", "/d%C3%A9"}},
		{name: "another character set is named", body: `<?xml version="1.0" encoding="windows-1251"?><urlset><url><loc>/é</loc></url></urlset>`, pages: []string{"/%C3%A9"}},
		{name: "broken off", body: `<urlset><url><loc>/a</loc></url><url><loc>/b</loc><lastm`, pages: []string{"/a", "/b"}},
		{name: "broken off within a location", body: `<urlset><url><loc>/a</loc></url><url><loc>/b`, pages: []string{"/a"}},
		{name: "never closed", body: `<urlset><url><loc>/a</loc><url><loc>/b</loc></urlset>`, pages: []string{"/a", "/b"}},
		{name: "text around it", body: "\ufeff\n  <!-- made by x --><urlset>junk<url>junk<loc>/a</loc>junk</url></urlset>junk", pages: []string{"/a"}},
		{name: "a page in its place", body: `<!DOCTYPE html><html><head><title>404</title><link rel=x href=/y></head><body><p>Not found<br><a href="/">home</a></body></html>`},
		{name: "entities that expand", body: `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]><urlset><url><loc>/&b;</loc></url></urlset>`, pages: []string{"/&b;"}},
		{name: "an index of the host it is at", body: `<sitemapindex><sitemap><loc>https://h.example/1.xml</loc></sitemap><sitemap><loc>https://x.example/2.xml</loc></sitemap></sitemapindex>`,
			maps: []string{"https://h.example/1.xml"}, foreign: 1},
		{name: "a list", body: "https://www.h.example/a\r\n\r\nHTTPS://www.h.example/b\nhttps://other.example/\n# x\n", pages: []string{"/a", "/b"}, foreign: 1, bad: 1},
		{name: "a text", body: strings.Repeat("some words\n", 30) + "https://www.h.example/a\n", bad: 10},
		{name: "RSS", body: `<rss><channel><title>x</title><link>/home</link><item><title>1</title><link>/a</link><pubDate>Fri, 02 Jan 2026 03:04:05 GMT</pubDate></item></channel></rss>`,
			pages: []string{"/a"}},
		{name: "Atom", body: `<feed><link href="/home"/><entry><link rel="edit" href="/e"/><link rel="alternate" href="/a"/><updated>2026-01-02T03:04:05Z</updated></entry></feed>`,
			pages: []string{"/a"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			m := Parse([]byte(test.body), at, site)
			if d := cmp.Diff(test.pages, urls(m.Pages)); d != "" {
				t.Errorf("pages (-want +got):\n%s", d)
			}
			if d := cmp.Diff(test.maps, urls(m.Maps)); d != "" {
				t.Errorf("sitemaps (-want +got):\n%s", d)
			}
			if m.Foreign != test.foreign || m.Bad != test.bad || m.Cut {
				t.Errorf("%d foreign, %d bad, cut %v; want %d and %d", m.Foreign, m.Bad, m.Cut, test.foreign, test.bad)
			}
		})
	}
}

func TestAlternates(t *testing.T) {
	t.Parallel()
	var many strings.Builder
	for i := range 2 * maxAlternates {
		fmt.Fprintf(&many, `<xhtml:link rel="alternate" hreflang="x%d" href="/%d"/>`, i, i)
	}
	m := Parse([]byte(`<urlset xmlns:xhtml="http://www.w3.org/1999/xhtml">
		<url><xhtml:link rel="alternate" hreflang="DE" href="https://www.h.example/de/a"/><loc>/a</loc><xhtml:link rel="alternate" hreflang="en" href="/a"/>
			<xhtml:link rel="stylesheet" hreflang="fr" href="/fr/a"/><xhtml:link rel="alternate" href="/x"/><xhtml:link rel="alternate" hreflang="es" href="mailto:x"/></url>
		<url><loc>/b</loc></url>
		<url><loc>/c</loc>`+many.String()+`</url></urlset>`), at, site)
	if d := cmp.Diff([]string{"/a", "/b", "/c"}, urls(m.Pages)); d != "" {
		t.Fatalf("pages (-want +got):\n%s", d)
	}
	want := []page.Alternate{{URL: "https://www.h.example/de/a", Language: "de"}, {URL: "https://www.h.example/a", Language: "en"}}
	if d := cmp.Diff(want, m.Pages[0].Alternates); d != "" {
		t.Errorf("alternates (-want +got):\n%s", d)
	}
	if m.Pages[1].Alternates != nil || len(m.Pages[2].Alternates) != maxAlternates {
		t.Errorf("%v of a page that names none, %d of one that names too many", m.Pages[1].Alternates, len(m.Pages[2].Alternates))
	}
}

func TestBounds(t *testing.T) {
	t.Parallel()
	var many strings.Builder
	for i := range MaxEntries + 10 {
		fmt.Fprintf(&many, "<url><loc>/%d</loc></url>", i)
	}
	for name, test := range map[string]struct {
		body  string
		pages int
		cut   bool
	}{
		"too many":        {"<urlset>" + many.String() + "</urlset>", MaxEntries, true},
		"too many lines":  {strings.Repeat("https://www.h.example/a\n", MaxEntries+1), 1, true},
		"too deep":        {"<urlset><url><loc>/a</loc></url>" + strings.Repeat("<x>", 1<<20), 1, false},
		"a long location": {"<urlset><url><loc>/" + strings.Repeat("x", 1<<20) + "</loc></url></urlset>", 0, false},
		"a long line":     {"https://www.h.example/" + strings.Repeat("x", 1<<20), 0, false},
		"end tags":        {"<urlset>" + strings.Repeat("</x>", 1<<20), 0, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if m := Parse([]byte(test.body), at, site); len(m.Pages) != test.pages || m.Cut != test.cut {
				t.Errorf("%d pages, cut %v; want %d, %v", len(m.Pages), m.Cut, test.pages, test.cut)
			}
		})
	}
}

func TestDates(t *testing.T) {
	t.Parallel()
	day := time.Date(2026, 1, 2, 0, 0, 0, 0, time.UTC)
	for text, want := range map[string]time.Time{"2026-01-02": day, " 2026-01-02T00:00:00Z ": day, "2026-01-02T01:00:00+01:00": day, "2026-01-02T00:00+00:00": day,
		"2026": day.AddDate(0, 0, -1), "2026-01": day.AddDate(0, 0, -1), "Fri, 02 Jan 2026 00:00:00 GMT": day, "2026-01-02 00:00:00": day, "yesterday": {}, "": {}} {
		if got := parseDate(text); !got.Equal(want) {
			t.Errorf("%q is %v, want %v", text, got, want)
		}
	}
	m := Parse([]byte(`<urlset><url><loc>/a</loc><lastmod>2026-01-02</lastmod></url><url><loc>/b</loc></url></urlset>`), at, site)
	if len(m.Pages) != 2 || !m.Pages[0].Modified.Equal(day) || !m.Pages[1].Modified.IsZero() {
		t.Errorf("entries %v", m.Pages)
	}
}

// shelf serves documents by URL.
type shelf map[string]string

var errEnd = errors.New("the run ends")

func (s shelf) Fetch(_ context.Context, url string) (*page.Page, error) {
	body, ok := s[strings.TrimPrefix(url, "https://h.example")]
	switch {
	case !ok:
		return nil, &page.Error{URL: url, Reason: page.Status, Status: 404}
	case body == "end":
		return nil, errEnd
	}
	return &page.Page{URL: url, Body: []byte(body)}, nil
}

func index(refs ...string) string {
	return "<sitemapindex><sitemap><loc>" + strings.Join(refs, "</loc></sitemap><sitemap><loc>") + "</loc></sitemap></sitemapindex>"
}

func set(refs ...string) string {
	return "<urlset><url><loc>" + strings.Join(refs, "</loc></url><url><loc>") + "</loc></url></urlset>"
}

func TestCollect(t *testing.T) {
	t.Parallel()
	web := shelf{"/sitemap.xml": index("/1.xml", "/2.xml", "/none.xml", "/sitemap.xml"), "/1.xml": set("/a", "/b"), "/2.xml": set("/b", "/c", "https://x.example/"),
		"/deep.xml": index("/deep1.xml"), "/deep1.xml": index("/deep2.xml"), "/deep2.xml": index("/1.xml"), "/end.xml": index("/1.xml", "/stop.xml", "/2.xml"), "/stop.xml": "end",
		"/wide.xml": index("/1.xml", "/2.xml", "/3.xml"), "/3.xml": set("/d")}
	for _, test := range []struct {
		name    string
		starts  []string
		limits  Limits
		pages   string
		read    int
		missing int
		cut     string
		err     error
	}{
		{name: "an index", starts: []string{"https://h.example/sitemap.xml", "https://h.example/sitemap_index.xml"}, pages: "/a /b /c", read: 3, missing: 2},
		{name: "indexes within each other", starts: []string{"https://h.example/deep.xml"}, pages: "/a /b", read: 4},
		{name: "too deep", starts: []string{"https://h.example/deep.xml"}, limits: Limits{Depth: 2}, read: 3, cut: "depth"},
		{name: "too many sitemaps", starts: []string{"https://h.example/wide.xml"}, limits: Limits{Maps: 3}, pages: "/a /b /c", read: 3, cut: "sitemaps"},
		{name: "too many pages", starts: []string{"https://h.example/wide.xml"}, limits: Limits{Pages: 3}, pages: "/a /b /c", read: 4, cut: "pages"},
		{name: "the run ends", starts: []string{"https://h.example/end.xml"}, pages: "/a /b", read: 2, err: errEnd},
		{name: "none"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			c, err := Collect(t.Context(), web, test.starts, "h.example", test.limits)
			if !errors.Is(err, test.err) {
				t.Errorf("error %v, want %v", err, test.err)
			}
			var got []string
			for _, e := range c.Pages {
				got = append(got, strings.TrimPrefix(e.URL, "https://h.example"))
			}
			if strings.Join(got, " ") != test.pages || c.Read != test.read || c.Missing[page.Status] != test.missing || c.Cut != test.cut {
				t.Errorf("pages %q, %d read, missing %v, cut %q; want %q, %d, %d and %q", got, c.Read, c.Missing, c.Cut, test.pages, test.read, test.missing, test.cut)
			}
		})
	}
}

func FuzzParse(f *testing.F) {
	for _, seed := range []string{set("/a", "https://x.example/b"), index("/c"), "https://www.h.example/a\nx", "<rss><item><link>/a</link>", "<entry><link href=/a>", "<urlset></url><loc><url></loc>", "<?xml version='1.1'?><a b='<'>"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, body string) {
		m := Parse([]byte(body), at, site)
		seen := map[string]bool{}
		for _, e := range append(m.Pages, m.Maps...) {
			if n, err := page.Normalize(e.URL); err != nil || n != e.URL || page.Site(n) != site {
				t.Errorf("entry %q: %v", e.URL, err)
			}
			if seen[e.URL] {
				t.Errorf("%s is named twice", e.URL)
			}
			seen[e.URL] = true
		}
	})
}
