package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"verde/internal/demoweb"
	"verde/search"
	"verde/search/live"
	"verde/serve"
)

// demoDelay is the time between requests to one host of the small web, which is
// in this very process and needs no rest.
const demoDelay = 2 * time.Millisecond

// demoPage is the catalog as one page.
const demoPage = "catalog.html"

func newDemo() *cobra.Command {
	var f runFlags
	cmd := &cobra.Command{
		Use:   "demo",
		Short: "Watch it work on a small web that this program serves itself",
		Long: `Demo serves a small web from this process (five book sites of different make,
a blog, a newspaper, a forum, a tool shop, and a search engine over all of them)
and runs "explore" on it over real HTTP, from one page about one book. Nothing
leaves the machine. Run again, it sends no page request: all is in the archive.
` + exitHelp,
		Example: "  verde demo\n  verde demo --run demo-run --rounds 3",
		Args:    noArgs,
		RunE: func(cmd *cobra.Command, _ []string) (err error) {
			ctx := cmd.Context()
			web := demoweb.New()
			transport, stop, err := serveDemo(ctx, web.Handler())
			if err != nil {
				return err
			}
			defer stop()
			engine, err := live.New("searxng", web.SearchEndpoint(), live.Options{Client: &http.Client{Transport: transport}})
			if err != nil {
				return err
			}
			f.domain = "book"
			x, err := f.open(ctx, cmd, transport)
			if err != nil {
				return err
			}
			defer func() { err = errors.Join(err, x.close()) }()
			x.ask([]search.Engine{engine})
			fmt.Fprintf(notes(cmd), "one page to start from: %s\n", web.Sample())
			v, err := x.vertical(ctx, "", []string{web.Sample()})
			if err != nil {
				return err
			}
			tellVertical(notesOn(cmd, x.status), v)
			report, err := x.Explore(ctx, v)
			if err != nil {
				return err
			}
			x.status.close()
			page := func(w io.Writer) error { return serve.WriteCatalog(ctx, x.Catalog, "Books of the demonstration", w) }
			if err := x.replace(demoPage, page); err != nil {
				return err
			}
			if err := x.finish(cmd, f.report, report); err != nil {
				return err
			}
			fmt.Fprintf(notes(cmd), "or as one page, without a server: %s\n", filepath.Join(x.dir, demoPage))
			return nil
		},
	}
	f.add(cmd, true)
	for _, name := range []string{"engine", "endpoint", "dump", "corpus", "domain"} { // given by the demonstration
		if err := cmd.Flags().MarkHidden(name); err != nil {
			panic(err) // a flag was renamed
		}
	}
	for name, value := range map[string]string{"run": "verde-demo", "delay": demoDelay.String()} {
		flag := cmd.Flags().Lookup(name)
		flag.DefValue = value
		if err := flag.Value.Set(value); err != nil {
			panic(err)
		}
	}
	return cmd
}

// serveDemo serves a web on loopback and gives the transport that reaches it as
// a proxy.
func serveDemo(ctx context.Context, web http.Handler) (http.RoundTripper, func(), error) {
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return nil, nil, fmt.Errorf("serving the small web: %w", err)
	}
	server := &http.Server{Handler: web, ReadHeaderTimeout: 10 * time.Second}
	go server.Serve(listener)
	proxy := &url.URL{Scheme: "http", Host: listener.Addr().String()}
	transport := &http.Transport{Proxy: http.ProxyURL(proxy), DisableCompression: true}
	return transport, func() { server.Close() }, nil
}
