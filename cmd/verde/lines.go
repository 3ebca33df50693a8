package main

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/mattn/go-runewidth"

	"verde/progress"
)

// headline is the first line of what is shown of a run: what is being done, a
// bar where it is known of how much, and the figures.
type headline struct {
	what, figures string
	done, total   int // of the bar; total is 0 for none
}

// glance is what a person wants to know of a running command, as text.
type glance struct {
	headline
	lines []string
}

// glanceOf puts a view into words. Only waits count for hosts of the slowest
// site, or of no site (search engines); requests is 0 if nobody counts.
func glanceOf(v progress.View, waits []progress.Wait, requests int) glance {
	g := glance{headline: headlineOf(v)}
	if line := workLine(v); line != "" {
		g.lines = append(g.lines, line)
	}
	if line := hostLine(v, waits); line != "" {
		g.lines = append(g.lines, line)
	}
	g.lines = append(g.lines, timeLine(v, requests))
	for i := range g.lines {
		g.lines[i] = printable(g.lines[i])
	}
	g.what = printable(g.what)
	return g
}

// units are what phases count.
var units = map[progress.Phase]string{
	progress.Asking: "query", progress.Probing: "query", progress.Judging: "site", progress.Reading: "site",
	progress.Refreshing: "page", progress.Fetching: "page", progress.Indexing: "page", progress.Extracting: "page", progress.Measuring: "run",
}

func headlineOf(v progress.View) headline {
	h := headline{what: string(v.Phase)}
	if v.Round > 0 {
		h.what = fmt.Sprintf("round %d of %d: %s", v.Round, v.Of, v.Phase)
	}
	switch v.Phase {
	case "":
		if len(v.Sites) > 0 {
			h.what = fmt.Sprintf("%s %s", v.Sites[0].Phase, v.Sites[0].Name)
			h.ofSite(v.Sites[0])
		}
		return h
	case progress.Learning:
		h.what = fmt.Sprintf("learning %d of %s", min(v.Done+1, v.Total), counted(v.Total, "site"))
		if len(v.Sites) == 0 {
			h.what += ": attributes and words"
			return h
		}
		h.what += ": " + string(v.Sites[0].Phase)
		h.ofSite(v.Sites[0])
		return h
	case progress.Comparing:
		h.what += " what the sites say"
		return h
	case progress.Reading:
		h.figures, h.done, h.total = pagesRead(v), v.Read, v.Pages
		return h
	}
	h.figures, h.done, h.total = of(v.Done, v.Total, units[v.Phase]), v.Done, v.Total
	if v.Found > 0 {
		h.figures += ", " + counted(v.Found, "result")
	}
	return h
}

// ofSite takes the figures of the only site. There is no bar of a total that
// grows: it would go back.
func (h *headline) ofSite(s progress.Site) {
	h.figures = siteFigures(s)
	if !s.AtLeast {
		h.done, h.total = s.Done, s.Total
	}
}

// pagesRead tells of the entity pages of all sites so far.
func pagesRead(v progress.View) string {
	if v.AtLeast {
		return fmt.Sprintf("%d of about %s", v.Read, counted(v.Pages, "page"))
	}
	return of(v.Read, v.Pages, "page")
}

// siteFigures tell how far a site is.
func siteFigures(s progress.Site) string {
	switch s.Phase {
	case progress.Searching:
		text := counted(s.Done, "page") + " downloaded"
		if s.Found > 0 {
			text += fmt.Sprintf(", about %d found", s.Found)
		}
		return text
	case progress.Reading, progress.Refreshing:
		return of(s.Done, s.Total, "page")
	}
	return string(s.Phase)
}

// briefFigures are those of a site among others.
func briefFigures(s progress.Site) string {
	switch s.Phase {
	case progress.Searching:
		return counted(s.Done, "page") + " searched"
	case progress.Reading:
		return siteFigures(s) + " read"
	}
	return siteFigures(s)
}

// workLine tells what is going on besides the slowest site.
func workLine(v progress.View) string {
	if v.Phase != progress.Judging && v.Phase != progress.Reading && len(v.Sites) < 2 || len(v.Sites) == 0 {
		return ""
	}
	text := "at work on " + counted(len(v.Sites), "site")
	switch {
	case v.Phase == progress.Reading:
		text += fmt.Sprintf("; %s of this round read", of(v.Done, v.Total, "accepted site"))
	case v.Phase == progress.Judging && v.Pages > 0:
		text += "; " + pagesRead(v) + " read so far"
	}
	return text
}

// hostLine tells which host is waited for and why: that of the slowest site, or
// where no site is worked on the one that makes wait.
func hostLine(v progress.View, waits []progress.Wait) string {
	site := ""
	if len(v.Sites) > 0 {
		site = v.Sites[0].Name
	}
	if len(v.Sites) != 1 || slices.ContainsFunc(waits, func(w progress.Wait) bool { return w.Site == site }) { // a single site may have moved to another host
		waits = slices.DeleteFunc(slices.Clone(waits), func(w progress.Wait) bool { return w.Site != site })
	}
	slices.SortFunc(waits, func(a, b progress.Wait) int {
		return cmp.Or(cmp.Compare(b.For, a.For), cmp.Compare(a.Host, b.Host))
	})
	host, why := site, ""
	if len(waits) > 0 {
		host, why = waits[0].Host, reason(waits[0])
	}
	if host == "" || site == "" && why == "" {
		return ""
	}
	text := "at " + host
	if len(v.Sites) > 1 {
		text = "slowest: " + host
	}
	if site != "" && v.Phase != progress.Learning && v.Phase != "" { // where these figures are not in the headline
		text += ", " + briefFigures(v.Sites[0])
	}
	if why != "" {
		text += "; " + why
	}
	return text
}

// reason tells why a host is waited for, "" for no reason that a person would
// notice.
func reason(w progress.Wait) string {
	d := span(w.For)
	switch {
	case w.For == 0 && w.Reason != progress.Retry, w.Reason == progress.Answer && w.For < time.Second:
		return ""
	case w.Reason == progress.Delay:
		return d + " between requests"
	case w.Reason == progress.CrawlDelay:
		return d + " between requests (Crawl-delay)"
	case w.Reason == progress.RetryAfter:
		return "wants to be left alone for " + d + " (Retry-After)"
	case w.Reason == progress.Slow:
		return "answers in " + d + ", rests " + span(w.Interval)
	case w.Reason == progress.Overloaded:
		return "overloaded, " + d + " between requests"
	case w.Reason == progress.Retry:
		return "asking again after a failure"
	case w.Reason == progress.Answer:
		return "no answer for " + d
	}
	return string(w.Reason)
}

// timeLine tells what has passed and what is left.
func timeLine(v progress.View, requests int) string {
	parts := []string{span(v.Elapsed.Truncate(time.Second)) + " so far"}
	if requests > 0 {
		parts = append(parts, counted(requests, "request"))
	}
	whole, part := v.Left, v.Part
	switch {
	case part.Known && v.Phase != progress.Learning && v.Phase != progress.Asking && v.Phase != progress.Probing:
		parts = append(parts, about(part)+fmt.Sprintf(" left in round %d of %d", v.Round, v.Of))
	case part.Known:
		parts = append(parts, about(part)+" left of "+string(v.Phase))
	case whole.Known:
		parts = append(parts, about(whole)+" left")
	}
	if part.Known && whole.Known {
		parts = append(parts, about(whole)+" in all")
	}
	return strings.Join(parts, ", ")
}

// about gives an estimate in as many digits as it is worth.
func about(l progress.Left) string {
	word, unit := "about ", 10*time.Minute
	if l.AtLeast {
		word = "at least "
	}
	switch {
	case l.Time < 20*time.Second:
		unit = time.Second
	case l.Time < 2*time.Minute:
		unit = 10 * time.Second
	case l.Time < 2*time.Hour:
		unit = time.Minute
	}
	return word + span(max(l.Time.Round(unit), time.Second))
}

// span writes a length of time for people: 0.5s, 12s, 4m10s, 1h5m.
func span(d time.Duration) string {
	switch {
	case d <= 0:
		return "0s"
	case d < 10*time.Second:
		digits := 100 * time.Millisecond
		if d < time.Second {
			digits /= 10
		}
		return strconv.FormatFloat(d.Round(digits).Seconds(), 'f', -1, 64) + "s"
	case d < time.Hour:
		return two(d.Round(time.Second), time.Minute, time.Second, "m", "s")
	}
	return two(d.Round(time.Minute), time.Hour, time.Minute, "h", "m")
}

// two writes a length of time in two units, or the one that it is whole in.
func two(d, large, small time.Duration, l, s string) string {
	text := ""
	if d >= large {
		text = fmt.Sprint(int(d/large)) + l
	}
	if d%large > 0 {
		text += fmt.Sprint(int(d%large/small)) + s
	}
	return text
}

// counted writes a number with its noun, in the plural if it is not 1.
func counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	if stem, ok := strings.CutSuffix(noun, "y"); ok {
		return fmt.Sprintf("%d %sies", n, stem)
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// of writes a number of a total, where that is known.
func of(done, total int, noun string) string {
	if total == 0 {
		return counted(done, noun)
	}
	return fmt.Sprintf("%d of %s", done, counted(total, noun))
}

// line is a glance in one line, for a log.
func (g glance) line() string {
	first := g.what
	if g.figures != "" {
		first += ", " + g.figures
	}
	return strings.Join(append([]string{first}, g.lines...), "; ")
}

// Sizes of the bar, in columns: a longer one tells no more, a shorter one
// nothing.
const (
	longestBar  = 26
	shortestBar = 8
)

// fit lays the glance out for a terminal of so many columns and rows, bar draws
// a bar. The last column stays free: some terminals begin a new row when it is
// written to. Where rows are few, the first line and the last ones are left.
func (g glance) fit(columns, rows int, bar func(width, done, total int) string) []string {
	columns = max(1, columns-1)
	first := g.what
	if g.figures != "" {
		first += ", " + g.figures
	}
	if room := columns - runewidth.StringWidth(g.what+g.figures) - 4; g.total > 0 && room >= shortestBar {
		first = g.what + "  " + bar(min(room, longestBar), g.done, g.total) + "  " + g.figures
	}
	out := []string{first}
	for _, line := range g.lines[len(g.lines)-min(len(g.lines), max(0, rows-2)):] {
		out = append(out, "  "+line)
	}
	for i := range out {
		out[i] = runewidth.Truncate(out[i], columns, "…")
	}
	return out
}
