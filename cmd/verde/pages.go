package main

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"verde/fetch"
	"verde/fetch/cdx"
	"verde/page"
	"verde/render"
	"verde/siteexpand"
	"verde/siteexpand/gpp"
)

// renderFlags say which pages are rendered in a browser.
type renderFlags struct {
	mode    string
	browser string
	time    time.Duration
	most    int  // requests of a page
	layouts bool // a browser is needed to lay pages out, whatever the mode
}

func (f *renderFlags) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&f.mode, "render", string(render.Auto), "render pages in a browser: "+strings.Join(modeNames(), ", ")+"; auto: those of sites where that adds links or text, and never for --warc and --mirror")
	flags.StringVar(&f.browser, "browser", "", "`program` that renders them; default the first Chromium or Chrome that is found")
	durationVar(flags, &f.time, "render-time", render.DefaultTime, 1, "that the scripts of a page may take, waiting for servers not counted")
	countVar(flags, &f.most, "render-requests", render.DefaultRequests, 1, "that a page may make while it is rendered")
}

func modeNames() []string {
	var names []string
	for _, m := range render.Modes() {
		names = append(names, string(m))
	}
	return names
}

// pageClient gives pages as they are shown: as they were sent, or rendered.
type pageClient struct {
	*fetch.Client
	shown   *render.Fetcher
	browser *render.Browser // nil for none; it lays pages out even if none is rendered
	log     *slog.Logger
	open    []io.Closer // that archives are in
	indexes []cdx.Index
	tell    func(format string, args ...any) // what the indexes say
}

// URLs gives the URLs of a site that the indexes of archives know. What they could not
// give is told and no failure: a site is searched from its own links, too.
func (c *pageClient) URLs(ctx context.Context, site string) ([]string, error) {
	if len(c.indexes) == 0 {
		return nil, nil
	}
	within, end := c.Apart(ctx)
	urls, err := cdx.URLs(within, site, c.indexes...)
	end()
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	if err != nil {
		c.tell("--cdx: %s: %s", site, err)
	}
	c.tell("--cdx: %d URLs of %s", len(urls), site)
	return urls, nil
}

// Fetch gives the page at a URL as it is shown.
func (c *pageClient) Fetch(ctx context.Context, url string) (*page.Page, error) {
	return c.shown.Fetch(ctx, url)
}

// Refresh asks again for a page and gives it as it is shown.
func (c *pageClient) Refresh(ctx context.Context, url string, since time.Time) (*page.Page, fetch.Change, error) {
	return c.shown.Refresh(ctx, url, since)
}

// Layout gives where a browser shows the elements of a page.
func (c *pageClient) Layout(ctx context.Context, p *page.Page) (*page.Layout, error) {
	if c.browser == nil {
		return nil, page.ErrNoBrowser
	}
	l, err := render.Viewer{Browser: c.browser, Pages: c.Client}.Layout(ctx, p)
	if err != nil {
		c.log.DebugContext(ctx, "not laid out", "url", p.URL, "error", err)
	}
	return l, err
}

// Close ends the browser and closes the archive.
func (c *pageClient) Close() error {
	err := errors.Join(c.Client.Close(), closeAll(c.open))
	if c.browser != nil {
		err = errors.Join(err, c.browser.Close())
	}
	return err
}

// shown makes a client one that gives pages as they are shown; offline for one that
// asks no server.
func (f *renderFlags) shown(cmd *cobra.Command, client *fetch.Client, offline bool, s *status) (*pageClient, error) {
	mode := render.Mode(f.mode)
	if !slices.Contains(render.Modes(), mode) {
		return nil, usagef("--render %q: there are %s", f.mode, strings.Join(modeNames(), ", "))
	}
	c := &pageClient{Client: client, log: newLog(cmd, s)}
	renders := mode == render.Always || mode == render.Auto && !offline
	if renders || f.layouts {
		path, err := render.Find(f.browser)
		switch {
		case err != nil && f.layouts:
			return nil, noBrowser(err)
		case err != nil && (mode == render.Always || f.browser != ""):
			return nil, usagef("--render: %w", err)
		case err == nil:
			if c.browser, err = render.New(render.Options{Path: path, Time: f.time, Requests: f.most}); err != nil {
				return nil, err
			}
		}
	}
	renderer := c.browser
	if !renders {
		renderer = nil
	}
	c.shown = render.NewFetcher(client, renderer, mode, c.log)
	lossesOf(cmd).watchShown(c.shown, c.browser == nil && mode == render.Auto && !offline)
	return c, nil
}

// seesPages tells whether a method looks at pages as a browser lays them out.
func seesPages(m siteexpand.Method) bool {
	_, ok := m.(gpp.GPP)
	return ok
}

// noBrowser says that a method can't be used for lack of a browser.
func noBrowser(err error) error {
	return usagef("--method %s looks at pages as a browser lays them out: %w", gpp.GPP{}.Name(), err)
}

// costs is what a report tells of what a command asked for.
type costs struct {
	Fetch  fetch.Stats   `json:"fetch"`
	Render *render.Stats `json:"render,omitempty"` // if anything was rendered
}

func (l *losses) costs(c *pageClient) costs {
	k := costs{Fetch: l.stats(c.Client)}
	if s := c.shown.Stats(); s.Rendered+s.Archived+s.Failed+s.Without > 0 {
		k.Render = &s
	}
	return k
}
