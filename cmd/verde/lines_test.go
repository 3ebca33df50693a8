package main

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/mattn/go-runewidth"

	"verde/progress"
)

// plainBar is a bar that is easily told from text.
func plainBar(width, done, total int) string {
	full := (width - 2) * done / total
	return "[" + strings.Repeat("=", full) + strings.Repeat(" ", width-2-full) + "]"
}

func known(d time.Duration) progress.Left { return progress.Left{Known: true, Time: d} }

var (
	slowSite = progress.Site{Name: "slow.example", Phase: progress.Reading, Done: 12, Total: 48, Elapsed: 2 * time.Minute, Left: known(6 * time.Minute)}
	judged   = progress.View{Phase: progress.Judging, Round: 1, Of: 3, Done: 3, Total: 17, Elapsed: 250 * time.Second, Read: 120, Pages: 300, AtLeast: true,
		Sites: []progress.Site{slowSite, {Name: "b.example", Phase: progress.Judging}, {Name: "c.example", Phase: progress.Judging}}, Part: known(370 * time.Second), Left: known(31 * time.Minute)}
	searching = progress.Site{Name: "books.example", Phase: progress.Searching, Done: 52, Total: 112, AtLeast: true, Found: 240}
)

func wait(host string, r progress.Reason, d time.Duration) []progress.Wait {
	return []progress.Wait{{Host: "www." + host, Site: host, Reason: r, For: d, Interval: 2 * d}, {Host: "other.example", Site: "other.example", Reason: progress.Answer, For: time.Minute}}
}

// What a person sees at 80 columns, and in a log.
func TestGlance(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name     string
		view     progress.View
		waits    []progress.Wait
		requests int
		want     []string
		line     string
	}{
		{"expand", progress.View{Elapsed: 12 * time.Second, Sites: []progress.Site{searching}}, wait("books.example", progress.Delay, time.Second/2), 53, []string{
			"searching books.example, 52 pages downloaded, about 240 found",
			"  at www.books.example; 0.5s between requests",
			"  12s so far, 53 requests",
		}, "searching books.example, 52 pages downloaded, about 240 found; at www.books.example; 0.5s between requests; 12s so far, 53 requests"},
		{"learning, the search", progress.View{Phase: progress.Learning, Total: 1, Elapsed: time.Minute, Sites: []progress.Site{searching},
			Part: progress.Left{Known: true, AtLeast: true, Time: 83 * time.Second}}, wait("books.example", progress.CrawlDelay, 10*time.Second), 8, []string{
			"learning 1 of 1 site: searching, 52 pages downloaded, about 240 found",
			"  at www.books.example; 10s between requests (Crawl-delay)",
			"  1m so far, 8 requests, at least 1m20s left of learning",
		}, ""},
		{"learning, the pages", progress.View{Phase: progress.Learning, Total: 1, Elapsed: time.Second, Sites: []progress.Site{slowSite}, Part: known(time.Second / 3)},
			wait("slow.example", progress.RetryAfter, 95*time.Second), 1, []string{
				"learning 1 of 1 site: reading  [======                  ]  12 of 48 pages",
				"  at www.slow.example; wants to be left alone for 1m35s (Retry-After)",
				"  1s so far, 1 request, about 1s left of learning",
			}, ""},
		{"learning, the words", progress.View{Phase: progress.Learning, Done: 1, Total: 1, Elapsed: time.Second}, nil, 0, []string{
			"learning 1 of 1 site: attributes and words",
			"  1s so far",
		}, ""},
		{"asking", progress.View{Phase: progress.Asking, Round: 1, Of: 3, Done: 12, Total: 60, Elapsed: 30 * time.Second, Part: known(2 * time.Minute)},
			[]progress.Wait{{Host: "searx.example", Reason: progress.Answer, For: 12 * time.Second}}, 0, []string{
				"round 1 of 3: asking  [====                    ]  12 of 60 queries",
				"  at searx.example; no answer for 12s",
				"  30s so far, about 2m left of asking",
			}, "round 1 of 3: asking, 12 of 60 queries; at searx.example; no answer for 12s; 30s so far, about 2m left of asking"},
		{"a search alone", progress.View{Phase: progress.Asking, Done: 12, Total: 60, Found: 1, Elapsed: 3 * time.Hour, Left: known(13 * time.Hour)}, nil, 0, []string{
			"asking  [====                    ]  12 of 60 queries, 1 result",
			"  3h so far, about 13h left",
		}, ""},
		{"judging", judged, wait("slow.example", progress.Slow, 4200*time.Millisecond), 1204, []string{
			"round 1 of 3: judging  [====                    ]  3 of 17 sites",
			"  at work on 3 sites; 120 of about 300 pages read so far",
			"  slowest: www.slow.example, 12 of 48 pages read; answers in 4.2s, rests 8.4s",
			"  4m10s so far, 1204 requests, about 6m left in round 1 of 3, about 31m in all",
		}, ""},
		{"reading", progress.View{Phase: progress.Reading, Round: 3, Of: 3, Done: 1, Total: 4, Elapsed: 65 * time.Minute, Read: 120, Pages: 300,
			Sites: []progress.Site{slowSite}, Left: known(6 * time.Minute)}, wait("slow.example", progress.Overloaded, 8*time.Second), 1, []string{
			"round 3 of 3: reading  [=========               ]  120 of 300 pages",
			"  at work on 1 site; 1 of 4 accepted sites of this round read",
			"  at www.slow.example, 12 of 48 pages read; overloaded, 8s between requests",
			"  1h5m so far, 1 request, about 6m left",
		}, ""},
		{"comparing", progress.View{Phase: progress.Comparing, Round: 1, Of: 3, Elapsed: 65 * time.Second, Read: 300, Pages: 300}, nil, 0, []string{
			"round 1 of 3: comparing what the sites say",
			"  1m5s so far",
		}, ""},
		{"refresh", progress.View{Phase: progress.Refreshing, Done: 75, Total: 300, Elapsed: 80 * time.Second, Left: known(9 * time.Second),
			Sites: []progress.Site{{Name: "slow.example", Phase: progress.Refreshing, Done: 12, Total: 48}, {Name: "b.example", Phase: progress.Refreshing, Done: 1, Total: 9}}},
			wait("slow.example", progress.Retry, 0), 76, []string{
				"refreshing  [======                  ]  75 of 300 pages",
				"  at work on 2 sites",
				"  slowest: www.slow.example, 12 of 48 pages; asking again after a failure",
				"  1m20s so far, 76 requests, about 9s left",
			}, ""},
		{"no total", progress.View{Phase: progress.Fetching, Done: 75, Elapsed: 80 * time.Second}, nil, 0, []string{"fetching, 75 pages", "  1m20s so far"}, ""},
		{"nothing yet", progress.View{}, nil, 0, []string{"", "  0s so far"}, ""},
		{"a site that has moved", progress.View{Sites: []progress.Site{{Name: "old.example", Phase: progress.Searching, Done: 1}}},
			[]progress.Wait{{Host: "new.example", Site: "new.example", Reason: progress.Delay, For: time.Second}}, 0, []string{
				"searching old.example, 1 page downloaded", "  at new.example; 1s between requests", "  0s so far"}, ""},
		{"an answer that was just asked for", progress.View{Sites: []progress.Site{{Name: "a.example", Phase: progress.Searching}}},
			[]progress.Wait{{Host: "a.example", Site: "a.example", Reason: progress.Answer, For: time.Second / 10}}, 0, []string{
				"searching a.example, 0 pages downloaded", "  at a.example", "  0s so far"}, ""},
		{"hostile, wide and long names", progress.View{Phase: progress.Reading, Round: 1, Of: 1, Total: 2, Sites: []progress.Site{
			{Name: "\x1b[2J\u202e書店書店書店書店書店書店書店書店書店書店書店書店書店書店書店書店.example", Phase: progress.Searching, Done: 3}, {Name: "b.example"}}}, nil, 0, []string{
			"round 1 of 1: reading, 0 pages",
			"  at work on 2 sites; 0 of 2 accepted sites of this round read",
			"  slowest: [2J書店書店書店書店書店書店書店書店書店書店書店書店書店書店書店書店…",
			"  0s so far",
		}, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			g := glanceOf(test.view, test.waits, test.requests)
			if d := cmp.Diff(test.want, g.fit(80, 24, plainBar)); d != "" {
				t.Errorf("(-want +got):\n%s", d)
			}
			if got := g.line(); test.line != "" && got != test.line {
				t.Errorf("in a log: %q, want %q", got, test.line)
			}
		})
	}
}

// Whatever the size of the terminal, nothing reaches its last column or takes
// more than its rows, and the first line is there.
func TestGlanceFits(t *testing.T) {
	t.Parallel()
	g := glanceOf(judged, wait("slow.example", progress.CrawlDelay, time.Second), 1204)
	for columns := range 200 {
		for rows := range 10 {
			lines := g.fit(columns, rows, plainBar)
			if len(lines) == 0 || len(lines) > max(1, rows-1) || rows > len(g.lines)+1 && len(lines) != 1+len(g.lines) {
				t.Fatalf("%d lines on %d rows", len(lines), rows)
			}
			for _, line := range lines {
				if w := runewidth.StringWidth(line); w > max(1, columns-1) {
					t.Fatalf("%d columns of %d: %q", w, columns, line)
				}
			}
		}
	}
	for _, test := range []struct {
		columns, rows int
		want          []string
	}{
		{1, 1, []string{"…"}},
		{24, 2, []string{"round 1 of 3: judging,…"}},
		{40, 3, []string{"round 1 of 3: judging, 3 of 17 sites", "  4m10s so far, 1204 requests, about 6…"}},
		{50, 4, []string{"round 1 of 3: judging  [=        ]  3 of 17 sites", "  slowest: www.slow.example, 12 of 48 pages read…", "  4m10s so far, 1204 requests, about 6m left in …"}},
	} {
		t.Run(fmt.Sprintf("%dx%d", test.columns, test.rows), func(t *testing.T) {
			t.Parallel()
			if d := cmp.Diff(test.want, g.fit(test.columns, test.rows, plainBar)); d != "" {
				t.Errorf("(-want +got):\n%s", d)
			}
		})
	}
}

func TestSpan(t *testing.T) {
	t.Parallel()
	for d, want := range map[time.Duration]string{
		-time.Second: "0s", 0: "0s", 4 * time.Millisecond: "0s", 60 * time.Millisecond: "0.06s", 150 * time.Millisecond: "0.15s", 500 * time.Millisecond: "0.5s", 4200 * time.Millisecond: "4.2s", 9960 * time.Millisecond: "10s", 12400 * time.Millisecond: "12s",
		time.Minute: "1m", 90 * time.Second: "1m30s", 3599 * time.Second: "59m59s", time.Hour: "1h", 95 * time.Minute: "1h35m", 49 * time.Hour: "49h",
	} {
		if got := span(d); got != want {
			t.Errorf("%v: %q, want %q", d, got, want)
		}
	}
}

func TestAbout(t *testing.T) {
	t.Parallel()
	for d, want := range map[time.Duration]string{
		0: "about 1s", 7300 * time.Millisecond: "about 7s", 34 * time.Second: "about 30s", 100 * time.Second: "about 1m40s", 200 * time.Second: "about 3m", 128 * time.Minute: "about 2h10m",
	} {
		if got := about(known(d)); got != want {
			t.Errorf("%v: %q, want %q", d, got, want)
		}
	}
	if got := about(progress.Left{Known: true, AtLeast: true, Time: time.Minute}); got != "at least 1m" {
		t.Errorf("%q", got)
	}
}
