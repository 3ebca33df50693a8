package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"verde/fetch"
	"verde/page"
	"verde/render"
)

// losses are what a command could not have for reasons that its result does not
// show: archives that it opened are damaged, hosts asked to be left alone, pages
// have more than is taken of one, and files are no pages or can't be read.
// Every command has one in its context, and run tells it when the command is
// done, however that ended.
type losses struct {
	mu      sync.Mutex
	clients []*fetch.Client
	shown   []rendering
	repairs []fetch.Repair    // of archives that no client has opened
	cut     []string          // URLs of local pages that were not taken whole
	others  map[string]*named // files and archived answers that are no pages, by what they are
	unread  named             // files and archived answers that should be pages
}

type lossesKey struct{}

func withLosses(ctx context.Context, l *losses) context.Context {
	return context.WithValue(ctx, lossesKey{}, l)
}

func lossesOf(cmd *cobra.Command) *losses {
	if l, ok := cmd.Context().Value(lossesKey{}).(*losses); ok {
		return l
	}
	return new(losses)
}

// watch has the losses of a client told. It gives the client.
func (l *losses) watch(c *fetch.Client) *fetch.Client {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.clients = append(l.clients, c)
	return c
}

// watchShown has what was rendered told.
func (l *losses) watchShown(f *render.Fetcher, lacks bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.shown = append(l.shown, rendering{f, lacks})
}

// add has repairs told, each once.
func (l *losses) add(repairs ...fetch.Repair) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, r := range repairs {
		if !slices.Contains(l.repairs, r) {
			l.repairs = append(l.repairs, r)
		}
	}
}

// addCut has a page told that was not taken whole, once.
func (l *losses) addCut(url string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !slices.Contains(l.cut, url) {
		l.cut = append(l.cut, url)
	}
}

// take reports what can't be read of local pages, and whether that is all that there
// is to do with it: p and err are what [fetch.Pages] gave.
func (l *losses) take(p *page.Page, err error) (done bool) {
	var repair fetch.Repair
	var other *fetch.NotAPage
	switch {
	case err == nil && p.Cut:
		l.addCut(p.URL)
	case errors.As(err, &repair):
		l.add(repair)
		return true
	case errors.As(err, &other):
		l.mu.Lock()
		defer l.mu.Unlock()
		if l.others == nil {
			l.others = make(map[string]*named)
		}
		if l.others[other.What] == nil {
			l.others[other.What] = new(named)
		}
		l.others[other.What].add(other.Name, maxNamed)
		return true
	case err != nil:
		l.mu.Lock()
		defer l.mu.Unlock()
		l.unread.add(err.Error(), maxListed)
	}
	return false
}

// named counts what is told, and keeps the first of it.
type named struct {
	n     int
	first []string
}

func (t *named) add(what string, most int) {
	t.n++
	if len(t.first) < most {
		t.first = append(t.first, what)
	}
}

// maxNamed bounds the names of files of one kind that are told.
const maxNamed = 3

// tellOthers prints what stood among local pages and was passed over, the most
// frequent kind first.
func (l *losses) tellOthers(w io.Writer) {
	l.mu.Lock()
	defer l.mu.Unlock()
	kinds := slices.SortedFunc(maps.Keys(l.others), func(a, b string) int {
		return cmp.Or(cmp.Compare(l.others[b].n, l.others[a].n), cmp.Compare(a, b))
	})
	var lines []string
	for _, kind := range kinds {
		t := l.others[kind]
		names := strings.Join(t.first, ", ")
		if t.n > len(t.first) {
			names += ", ..."
		}
		lines = append(lines, fmt.Sprintf("passed over as no pages: %d %s (%s)", t.n, kind, names))
	}
	tellSome(w, lines)
}

// tellUnread prints what should have been local pages and can't be read, and
// gives how many those are.
func (l *losses) tellUnread(w io.Writer) int {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, line := range l.unread.first {
		fmt.Fprintf(w, "can't be read: %s\n", printable(line))
	}
	if more := l.unread.n - len(l.unread.first); more > 0 {
		fmt.Fprintf(w, "and %d more\n", more)
	}
	return l.unread.n
}

// stats is what a client has done, with the repairs of all archives of the
// command, for a report.
func (l *losses) stats(c *fetch.Client) fetch.Stats {
	s := c.Stats()
	l.mu.Lock()
	defer l.mu.Unlock()
	s.Repairs = slices.Concat(s.Repairs, l.repairs)
	return s
}

// maxListed bounds the lines of one kind that are printed; reports have all.
const maxListed = 20

// tell prints what was lost, and adds that it was to the error of a command that
// has done its work. A repair that has lost nothing is printed only.
func (l *losses) tell(w io.Writer, err error) error {
	var lines, parts []string
	damaged, unasked := false, 0
	for _, r := range l.all() {
		lines = append(lines, r.Error())
		damaged = damaged || r.Lost()
	}
	tellSome(w, lines)
	lines = nil
	for _, c := range l.clients {
		for _, h := range c.Stats().Left {
			lines = append(lines, h.String())
			unasked += h.URLs
		}
	}
	for _, c := range l.clients {
		for _, origin := range c.Unasked() {
			lines = append(lines, fmt.Sprintf("--header: nothing was asked of %s; is it spelt as its pages are, with http:// if they have no https?", origin))
		}
	}
	tellSome(w, lines)
	cut := l.allCut()
	lines = nil
	for _, url := range cut {
		lines = append(lines, url+": cut, as it has more than a million elements, texts and attributes, or too many in one element")
	}
	tellSome(w, lines)
	l.tellOthers(w)
	for _, r := range l.shown {
		parts = append(parts, r.tell(w)...)
	}
	if n := l.tellUnread(w); n > 0 {
		parts = append(parts, fmt.Sprintf("%d files or archived pages can't be read", n))
	}
	if len(cut) > 0 {
		parts = append(parts, counted(len(cut), "page")+" cut")
	}
	if damaged {
		parts = append(parts, "answers are lost from archives, as told above")
	}
	if unasked > 0 {
		parts = append(parts, fmt.Sprintf("%d URLs were not asked for, of hosts that asked to be left alone: %s", unasked, remedies[page.Overloaded]))
	}
	if len(parts) == 0 || err != nil && !isIncomplete(err) {
		return err
	}
	return errors.Join(err, &incompleteError{strings.Join(parts, "; ")})
}

// all gives the repairs of all archives.
func (l *losses) all() []fetch.Repair {
	l.mu.Lock()
	defer l.mu.Unlock()
	repairs := slices.Clone(l.repairs)
	for _, c := range l.clients {
		repairs = slices.Concat(repairs, c.Stats().Repairs)
	}
	return repairs
}

// allCut gives the pages of all clients, and of folders, that were cut.
func (l *losses) allCut() []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	cut := slices.Clone(l.cut)
	for _, c := range l.clients {
		cut = append(cut, c.Stats().Cut...)
	}
	slices.Sort(cut)
	return slices.Compact(cut)
}

func tellSome(w io.Writer, lines []string) {
	for i, line := range lines {
		if i == maxListed {
			fmt.Fprintf(w, "and %d more\n", len(lines)-i)
			return
		}
		fmt.Fprintln(w, printable(line))
	}
}

// rendering is what a command has had rendered.
type rendering struct {
	*render.Fetcher
	lacks bool // a browser, though it might have needed one
}

// tell prints what rendering did, and gives what was not done.
func (r rendering) tell(w io.Writer) (lacks []string) {
	s := r.Stats()
	if s.Rendered+s.Archived > 0 {
		fmt.Fprintf(w, "%d pages were rendered in %s, with %d requests; with %d from the archive, %d say more than what was sent, of %d sites\n",
			s.Rendered, s.Time.Round(100*time.Millisecond), s.Requests, s.Archived, s.Gained, s.Sites)
	}
	if r.lacks && s.Without > 0 {
		fmt.Fprintf(w, "%d pages have more script than text; a browser could render them: install Chromium, or name one with --browser\n", s.Without)
	}
	if s.Failed > 0 {
		lacks = append(lacks, fmt.Sprintf("%d pages could not be rendered and were taken as they were sent (--verbose tells which and why)", s.Failed))
	}
	if s.Lacking > 0 {
		lacks = append(lacks, fmt.Sprintf("%d pages did not get what their scripts asked for, and were taken as they were sent (--verbose tells what); another run tries again", s.Lacking))
	}
	if s.Cut > 0 {
		lacks = append(lacks, fmt.Sprintf("%d renderings ended at a bound of time, requests or steps: see --render-time, --render-requests", s.Cut))
	}
	return lacks
}
