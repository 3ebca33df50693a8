package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"time"

	"github.com/spf13/cobra"

	"verde/serve"
)

func newServe() *cobra.Command {
	var listen, token string
	var hosts []string
	cmd := &cobra.Command{
		Use:   "serve [RUN...]",
		Short: "Show runs in a browser: what was found, why, and what is doubtful",
		Long: `Serve shows the folders of runs as web pages: the funnel from queries to entities,
the sources with their evidence, the archived pages with the values marked, and the
catalog of entities with the provenance of every value. A run that is under way
is shown as it stands. The same is given to programs as JSON under /api/v1 (see
/api/v1/openapi.json). Nothing is fetched, and nothing
is written, but that a catalog of an earlier version is brought up to date.

It listens on this machine alone. On another address it asks for a token, which
--token sets or which is made up and printed; put a server with TLS before it.
` + exitHelp,
		Example: `  verde serve                          # of the run in verde-run
  verde serve books films --listen 127.0.0.1:0
  verde serve books --listen :8080 --token "$SECRET" --host verde.example`,
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			if len(args) == 0 {
				args = []string{"verde-run"}
			}
			listener, err := new(net.ListenConfig).Listen(cmd.Context(), "tcp", listen)
			if err != nil {
				return fmt.Errorf("--listen %s: %w", listen, err)
			}
			defer listener.Close()
			at, err := netip.ParseAddrPort(listener.Addr().String())
			if err != nil {
				return err
			}
			if !at.Addr().IsLoopback() && token == "" {
				token = rand.Text()
			}
			s, err := serve.New(cmd.Context(), args, serve.Options{Token: token, Hosts: hosts, Log: newLog(cmd, cmd.ErrOrStderr())})
			if err != nil {
				return err
			}
			defer func() { err = errors.Join(err, s.Close()) }()
			fmt.Fprintln(cmd.OutOrStdout(), shownAt(at, token))
			return serveUntil(cmd.Context(), listener, s)
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&listen, "listen", "127.0.0.1:4780", "`address` to listen on; port 0 takes one that is free")
	flags.StringVar(&token, "token", "", "`text` that is asked for before anything is shown")
	flags.StringArrayVar(&hosts, "host", nil, "`name` that the server may be asked by, besides its addresses and localhost; repeatable")
	return cmd
}

// shownAt is the address to open in a browser.
func shownAt(at netip.AddrPort, token string) string {
	if at.Addr().IsUnspecified() {
		at = netip.AddrPortFrom(netip.AddrFrom4([4]byte{127, 0, 0, 1}), at.Port())
	}
	out := "http://" + at.String() + "/"
	if token != "" {
		out += "?token=" + token
	}
	return out
}

// serveUntil serves until ctx ends, and lets requests end that are under way.
func serveUntil(ctx context.Context, listener net.Listener, handler http.Handler) error {
	requests, cancel := context.WithCancel(ctx) // those that stay open end with the server
	defer cancel()
	server := &http.Server{Handler: handler, ReadHeaderTimeout: 10 * time.Second, WriteTimeout: time.Minute, IdleTimeout: 2 * time.Minute, MaxHeaderBytes: 64 << 10,
		BaseContext: func(net.Listener) context.Context { return requests }}
	done := make(chan error, 1)
	go func() { done <- server.Serve(listener) }()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
	}
	cancel()
	end, stop := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer stop()
	return errors.Join(server.Shutdown(end), ctx.Err())
}
