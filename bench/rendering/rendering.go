// Package rendering measures what rendering pages in a browser gains and costs, on the sites
// of internal/scriptweb: whose list is built by scripts, whose pages are, both from state in
// the page, and none.
package rendering

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"slices"
	"syscall"
	"time"

	"verde/bench/table"
	"verde/fetch"
	"verde/internal/scriptweb"
	"verde/page"
	"verde/render"
	"verde/siteexpand"
	"verde/siteexpand/methods"
)

// sites are those of the web, with what is built by scripts there.
var sites = []struct{ host, scripts string }{
	{"lists.example", "the list, with a button for more"},
	{"parts.example", "the list, ten at a time in one place"},
	{"things.example", "the pages, from data that they ask for"},
	{"state.example", "list and pages, from state in the page"},
	{"plain.example", "nothing"},
}

// pages is how many each site has of the type.
const pages = 60

// Tables are those of this package.
func Tables() []*table.Table {
	return []*table.Table{{
		Name: "rendering", About: "Sites that scripts build, with a browser and without",
		Columns: []string{"site", "scripts build", "without: P R", "with: P R", "pages read", "rendered", "requests of pages", "ms of processor a rendering, the browser's", "our own, a page", "requests of a second run"},
		Key:     []string{"site"}, Packages: []string{"render", "fetch", "siteexpand/focused"}, Minutes: 5, Measure: measure,
	}}
}

func measure(ctx context.Context, r *table.Run) error {
	if runtime.GOOS != "linux" {
		return errors.New("what the browser's processes take is read as Linux tells it")
	}
	for _, site := range sites {
		f := table.Figures{"site": table.Value(site.host), "scripts build": table.Value(site.scripts)}
		if skip, err := r.Skip(f); err != nil {
			return err
		} else if skip {
			continue
		}
		if err := one(ctx, r, site.host, f); err != nil {
			return fmt.Errorf("%s: %w", site.host, err)
		}
		if err := r.Put("go run ./bench/run rendering", f); err != nil {
			return err
		}
	}
	return nil
}

// one expands a site without a browser, with one, and once more from the archive.
func one(ctx context.Context, r *table.Run, host string, f table.Figures) (err error) {
	web := scriptweb.New(pages)
	open := func(archive string) (*fetch.Client, error) {
		return fetch.New(fetch.Options{Transport: web, Archive: archive, Pace: fetch.Pace{Delay: -1}})
	}
	plain, err := open("")
	if err != nil {
		return err
	}
	without, _, err := expand(ctx, plain, web, host)
	if err = errors.Join(err, plain.Close()); err != nil {
		return err
	}
	b, err := render.New(render.Options{})
	if err != nil {
		return err
	}
	archive, err := os.MkdirTemp(r.Work, "rendering")
	if err != nil {
		return err
	}
	defer os.RemoveAll(archive)
	c, err := open(archive)
	if err != nil {
		return errors.Join(err, b.Close())
	}
	children, own := spent(syscall.RUSAGE_CHILDREN), spent(syscall.RUSAGE_SELF)
	shown := render.NewFetcher(c, b, render.Auto, nil)
	with, read, err := expand(ctx, shown, web, host)
	if err = errors.Join(err, c.Close(), b.Close()); err != nil {
		return err
	}
	children, own = spent(syscall.RUSAGE_CHILDREN)-children, spent(syscall.RUSAGE_SELF)-own
	s := shown.Stats()
	if s.Failed+s.Cut > 0 {
		return fmt.Errorf("%d renderings failed, %d were cut", s.Failed, s.Cut)
	}
	before := web.Requests()
	again, err := open(archive)
	if err != nil {
		return err
	}
	second, _, err := expand(ctx, render.NewFetcher(again, nil, render.Auto, nil), web, host)
	if err = errors.Join(err, again.Close()); err != nil {
		return err
	}
	if second != with {
		return fmt.Errorf("a second run finds %s, not %s", second, with)
	}
	f["without: P R"], f["with: P R"] = table.Value(without), table.Value(with)
	f["pages read"], f["rendered"], f["requests of pages"] = table.Count(read), table.Count(s.Rendered), table.Count(s.Requests)
	f["ms of processor a rendering, the browser's"] = table.Fixed(1e3*children.Seconds()/float64(max(1, s.Rendered)), 0)
	f["our own, a page"] = table.Fixed(1e3*own.Seconds()/float64(max(1, read)), 0)
	f["requests of a second run"] = table.Count(web.Requests() - before)
	return nil
}

// expand finds the pages of a site from three of them, and tells precision and recall, and
// how many pages were read.
func expand(ctx context.Context, from page.Fetcher, web *scriptweb.Web, host string) (figures string, read int, err error) {
	all := web.Pages(host)
	m, err := methods.ByName(siteexpand.DefaultMethod)
	if err != nil {
		return "", 0, err
	}
	r, err := m.Expand(ctx, from, []string{all[2], all[11], all[17]}, siteexpand.Options{})
	if err != nil {
		return "", 0, err
	}
	right := 0
	for _, p := range r.Pages {
		if slices.Contains(all, p.URL) {
			right++
		}
	}
	return fmt.Sprintf("%.2f %.2f", float64(right)/float64(max(1, len(r.Pages))), float64(right)/float64(len(all))), r.Report.Downloads, nil
}

// spent gives the time of processors that this process took, or its children that ended.
func spent(who int) time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(who, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
