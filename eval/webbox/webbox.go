// Package webbox measures on generated webs whose truth is known: expansion of
// their sites, and the judging of their pages.
//
// The webs are made by the program webbox, which is not part of this repository:
// ten sites of one vertical with SWDE's values, noise hosts, and a search engine,
// reached through a proxy. A [Web] is one that runs.
package webbox

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os/exec"
	"strconv"
	"strings"
	"time"

	"verde/fetch/robots"
	"verde/page"
)

// World says which web is to be generated; the same world is the same web.
type World struct {
	Truth    string // folder of true values: VERTICAL/VERTICAL-SITE-ATTRIBUTE.txt
	Noise    string // folder of real pages for the noise hosts
	Vertical string
	Seed     uint64

	Templates string // folder of a family of templates; "" is the one that the program has
}

// Flags are the world as the program's flags.
func (w World) Flags() []string {
	flags := []string{"--truth", w.Truth, "--noise", w.Noise, "--vertical", w.Vertical, "--seed", strconv.FormatUint(w.Seed, 10)}
	if w.Templates != "" {
		flags = append(flags, "--templates", w.Templates)
	}
	return flags
}

// Web is a generated web that is being served.
type Web struct {
	Proxy *url.URL

	client *http.Client
}

// Serve has the program generate a world and serve it until the context ends,
// and waits until it answers. Done waits for the program's end.
func Serve(ctx context.Context, program string, world World) (w *Web, done func(), err error) {
	l, err := new(net.ListenConfig).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return nil, nil, err
	}
	address := l.Addr().String()
	if err := l.Close(); err != nil {
		return nil, nil, err
	}
	cmd := exec.CommandContext(ctx, program, append([]string{"serve", "--listen", address}, world.Flags()...)...)
	var told strings.Builder
	cmd.Stderr = &told
	if err := cmd.Start(); err != nil {
		return nil, nil, err
	}
	ended := make(chan struct{})
	go func() {
		_ = cmd.Wait() // killed by the context, or it could not start: it has told why
		close(ended)
	}()
	w = Open(&url.URL{Scheme: "http", Host: address})
	for {
		if _, err = w.Sites(ctx); err == nil {
			return w, func() { <-ended }, nil
		}
		select {
		case <-ended:
			return nil, nil, fmt.Errorf("%s serves no web: %w: %s", program, cmp.Or(ctx.Err(), errors.New("it ended")), told.String())
		case <-time.After(200 * time.Millisecond):
		}
	}
}

// Open gives a web that is being served at the address of its proxy.
func Open(proxy *url.URL) *Web {
	return &Web{proxy, &http.Client{Transport: &http.Transport{Proxy: http.ProxyURL(proxy)}, Timeout: time.Minute}}
}

// Site is a host of a web.
type Site struct {
	Host     string
	Role     string // "site" for those of the vertical, else what kind of noise it is
	Vertical string
	Start    string // page of an entity that most sites have
	Home     string
	Labels   map[string]string // what it calls each attribute that its entities have
}

// OfVertical reports whether the host is one of those to be found.
func (s Site) OfVertical() bool { return s.Role == "site" }

// Entity is an entity page.
type Entity struct {
	URL     string
	Aliases []string            // other addresses of it
	Key     string              // what it is about, the same on all sites
	Record  map[string][]string // the values that it shows
}

// Sites lists the hosts of the web.
func (w *Web) Sites(ctx context.Context) (sites []Site, err error) {
	return sites, w.truth(ctx, "sites", &sites)
}

// Entities lists the entity pages of each host.
func (w *Web) Entities(ctx context.Context) (entities map[string][]Entity, err error) {
	return entities, w.truth(ctx, "records", &entities)
}

func (w *Web) truth(ctx context.Context, name string, into any) error {
	from := "http://webbox.test/__truth/" + name
	body, resp, err := w.get(ctx, from)
	if err != nil {
		return err
	}
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("%s: %s", from, resp.Status)
	}
	if err := json.Unmarshal(body, into); err != nil {
		return fmt.Errorf("%s: %w", from, err)
	}
	return nil
}

// maxBody bounds an answer; the truth of all entities is the largest.
const maxBody = 64 << 20

// get reads what answers at a URL, and where that is.
func (w *Web) get(ctx context.Context, u string) ([]byte, *http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, u, nil)
	if err != nil {
		return nil, nil, err
	}
	resp, err := w.client.Do(req)
	if err != nil {
		return nil, nil, err
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(io.LimitReader(resp.Body, maxBody))
	return body, resp, err
}

// fetcher is a [page.Fetcher] for one run: no pacing and no retries, as the web
// is nobody's, but robots.txt counts.
type fetcher struct {
	web   *Web
	rules map[string]*robots.Rules // by host
}

func (w *Web) fetcher() *fetcher { return &fetcher{w, map[string]*robots.Rules{}} }

// Fetch implements [page.Fetcher].
func (f *fetcher) Fetch(ctx context.Context, u string) (*page.Page, error) {
	if !f.allowed(ctx, u) {
		return nil, &page.Error{URL: u, Reason: page.Robots}
	}
	body, resp, err := f.web.get(ctx, u)
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil:
		return nil, &page.Error{URL: u, Reason: page.Network, Err: err}
	case resp.StatusCode != http.StatusOK:
		return nil, &page.Error{URL: u, Reason: page.Status, Status: resp.StatusCode}
	}
	kind, _, _ := strings.Cut(resp.Header.Get("Content-Type"), ";")
	if !strings.Contains(kind, "html") && !strings.Contains(kind, "xml") {
		return nil, &page.Error{URL: u, Reason: page.NotHTML, Status: resp.StatusCode}
	}
	final, err := page.Normalize(resp.Request.URL.String())
	if err != nil {
		return nil, &page.Error{URL: u, Reason: page.BadURL, Err: err}
	}
	return &page.Page{URL: final, Requested: u, Status: resp.StatusCode, ContentType: kind, Body: body}, nil
}

func (f *fetcher) allowed(ctx context.Context, u string) bool {
	at, err := url.Parse(u)
	if err != nil {
		return true // Fetch says what is wrong with it
	}
	rules, ok := f.rules[at.Host]
	if !ok {
		var text []byte
		if body, resp, err := f.web.get(ctx, "http://"+at.Host+"/robots.txt"); err == nil && resp.StatusCode == http.StatusOK {
			text = body
		}
		rules = robots.Parse(text, robots.ProductToken("bench"))
		f.rules[at.Host] = rules
	}
	return rules.Allows(at.RequestURI())
}
