package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"verde/fetch"
	"verde/page"
)

// losses are what a command could not have for reasons that its result does not
// show: archives that it opened are damaged, hosts asked to be left alone, and
// pages have more than is taken of one.
// Every command has one in its context, and run tells it when the command is
// done, however that ended.
type losses struct {
	mu      sync.Mutex
	clients []*fetch.Client
	repairs []fetch.Repair // of archives that no client has opened
	cut     []string       // URLs of local pages that were not taken whole
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

// pages walks local pages, as [localPages] does, and takes what is wrong with
// archives out of what comes.
func (l *losses) pages(paths []string) iter.Seq2[*page.Page, error] {
	return func(yield func(*page.Page, error) bool) {
		for p, err := range localPages(paths) {
			var r fetch.Repair
			if errors.As(err, &r) {
				l.add(r)
				continue
			}
			if err == nil && p.Cut {
				l.addCut(p.URL)
			}
			if !yield(p, err) {
				return
			}
		}
	}
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

// maxTold bounds the lines of one kind that are told; reports have all.
const maxTold = 20

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
	tellSome(w, lines)
	cut := l.allCut()
	lines = nil
	for _, url := range cut {
		lines = append(lines, url+": cut, as it has more than a million elements, texts and attributes, or too many in one element")
	}
	tellSome(w, lines)
	if len(cut) > 0 {
		parts = append(parts, fmt.Sprintf("%d pages were cut", len(cut)))
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
		if i == maxTold {
			fmt.Fprintf(w, "and %d more\n", len(lines)-i)
			return
		}
		fmt.Fprintln(w, printable(line))
	}
}
