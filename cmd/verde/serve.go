package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"verde/fetch"
	"verde/fetch/bucket"
	"verde/internal/cluster"
	"verde/runs"
	"verde/serve"
	"verde/vertical"
)

// serveFlags are the settings of serve.
type serveFlags struct {
	listen, token, home string
	hosts               []string
	readOnly            bool
	onChange, webhook   string
	shared              databaseFlags
	shell               bool
	pages               pageFlags
	engines             engineFlags
	execute             executor // that runs are started by
}

const serveHelp = `Serve shows the folders of runs as web pages: the funnel from queries to entities,
the sources with their evidence, the archived pages with the values marked, and the
catalog of entities with the provenance of every value. A run that is under way
is shown as it stands. The same is given to programs as JSON under /api/v1 (see
/api/v1/openapi.json).

Runs are started, paused, gone on with and ended there too, by the same code as
"verde explore", within this process: when it ends, they pause. What is decided of
sites and columns is kept in the run's folder, and the next round obeys. New runs
get their folders in --home, and ask and fetch as the flags say that explore has
too. A run is kept fresh there as "verde watch" does it; whom that tells is said here, by
--on-change and --webhook, and not in a browser. --read-only leaves all of that out: then nothing is fetched, and nothing is written
but that a catalog of an earlier version is brought up to date.

With --database it shows the runs that machines share, too (those under way and the last
ones, twenty at most), with the workers, the queues and the sites that somebody has; with
--archive also the pages that were read. What is decided is kept in the database then,
and the workers obey.

It listens on this machine alone. On another address it asks for a token, which
--token sets or which is made up and printed; put a server with TLS before it.
`

func newServe(execute executor) *cobra.Command {
	f := &serveFlags{execute: execute}
	cmd := &cobra.Command{
		Use:   "serve [RUN...]",
		Short: "Show and steer runs in a browser: what was found, why, and what is doubtful",
		Long:  serveHelp + exitHelp,
		Example: `  verde serve                          # of the run in verde-run, if there is one
  verde serve books films --listen 127.0.0.1:0
  verde serve --home runs --engine searxng --endpoint http://localhost:8888/search
  verde serve --database postgres://verde@db.example/verde --archive 's3://verde?endpoint=https://s3.example'
  verde serve books --read-only --listen :8080 --token "$SECRET" --host verde.example`,
		RunE: f.serve,
	}
	flags := cmd.Flags()
	flags.StringVar(&f.listen, "listen", "127.0.0.1:4780", "`address` to listen on; port 0 takes one that is free")
	flags.StringVar(&f.token, "token", "", "`text` that is asked for before anything is shown")
	flags.StringArrayVar(&f.hosts, "host", nil, "`name` that the server may be asked by, besides its addresses and localhost; repeatable")
	flags.StringVar(&f.home, "home", ".", "`folder` in which new runs get theirs")
	flags.BoolVar(&f.readOnly, "read-only", false, "only show: nothing is started and nothing decided")
	flags.StringVar(&f.onChange, "on-change", "", "`command` that is given what changed of a run that is kept fresh, as that of verde watch")
	flags.BoolVar(&f.shell, "shell", false, "have the system's shell read --on-change")
	flags.StringVar(&f.webhook, "webhook", "", "`URL` to which what changed of a run that is kept fresh is posted")
	f.shared.add(cmd, ": show its runs, and who works on them")
	f.pages.add(cmd)
	f.engines.add(cmd)
	return cmd
}

func (f *serveFlags) serve(cmd *cobra.Command, args []string) (err error) {
	if len(args) == 0 {
		if _, err := os.Stat(usualRun); err == nil || f.readOnly && f.shared.database == "" {
			args = []string{usualRun}
		}
	}
	opt := serve.Options{Hosts: f.hosts, Log: newLog(cmd, cmd.ErrOrStderr())}
	if !f.readOnly {
		var done func() error
		if opt.Steering, done, err = f.steering(cmd); err != nil {
			return err
		}
		defer func() { err = errors.Join(err, done()) }()
	}
	if f.shared.database != "" {
		db, err := f.shared.connect(cmd)
		if err != nil {
			return err
		}
		defer db.Close()
		opt.Machines = db.Overview
		shown, done, err := f.sharedRuns(cmd, db)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, done()) }()
		opt.Shared = shown
	}
	listener, err := new(net.ListenConfig).Listen(cmd.Context(), "tcp", f.listen)
	if err != nil {
		return fmt.Errorf("--listen %s: %w", f.listen, err)
	}
	defer listener.Close()
	at, err := netip.ParseAddrPort(listener.Addr().String())
	if err != nil {
		return err
	}
	if opt.Token = f.token; !at.Addr().IsLoopback() && f.token == "" {
		opt.Token = rand.Text()
	}
	s, err := serve.New(cmd.Context(), args, opt)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	fmt.Fprintln(cmd.OutOrStdout(), shownAt(at, opt.Token))
	return serveUntil(cmd.Context(), listener, s)
}

// sharedRuns are the runs in a database, with their pages if the bucket is named.
func (f *serveFlags) sharedRuns(cmd *cobra.Command, db *cluster.Database) (*serve.Shared, func() error, error) {
	shown := &serve.Shared{Database: db, Options: f.shared.options(cmd)}
	if f.shared.archive == "" {
		return shown, func() error { return nil }, nil
	}
	pages, err := bucket.Open(cmd.Context(), f.shared.archive)
	if err != nil {
		return nil, nil, usagef("%w", err)
	}
	shown.Pages = func(_ context.Context, run cluster.Run) (*fetch.Client, error) {
		return fetch.New(fetch.Options{Offline: true, IgnoreRobots: true, Segments: &fetch.Segments{Objects: pages, Captures: db.Captures(run.Name)}})
	}
	return shown, pages.Close, nil
}

// usualRun is the folder of a run that nobody names.
const usualRun = "verde-run"

// ofServe are flags of serve that say nothing of the runs that are started there.
var ofServe = []string{"listen", "token", "host", "home", "read-only", "on-change", "shell", "webhook", "database", "archive"}

// tell is whom a watch tells what changed, as flags of watch and in words. What can't be
// meant is told before anything is served.
func (f *serveFlags) tell() (flags, words []string, err error) {
	w := &watching{watchFlags: &watchFlags{onChange: f.onChange, shell: f.shell, webhook: f.webhook}}
	if err := w.openTellers(io.Discard); err != nil {
		return nil, nil, err
	}
	if f.onChange != "" {
		flags, words = append(flags, "--on-change="+f.onChange), append(words, f.onChange)
	}
	if f.shell {
		flags = append(flags, "--shell")
	}
	if f.webhook != "" {
		flags, words = append(flags, "--webhook="+f.webhook), append(words, f.webhook)
	}
	return flags, words, nil
}

// steering is what the server may do beside showing. Done pauses what was started, and waits for it.
func (f *serveFlags) steering(cmd *cobra.Command) (s *serve.Steering, done func() error, err error) {
	if st, err := os.Stat(f.home); err != nil || !st.IsDir() {
		return nil, nil, usagef("--home %s: there is no such folder", f.home)
	}
	order, err := orderOf(cmd, nil)
	if err != nil {
		return nil, nil, err
	}
	args := slices.DeleteFunc(order.Args, func(arg string) bool {
		name, _, _ := strings.Cut(strings.TrimPrefix(arg, "--"), "=")
		return slices.Contains(ofServe, name)
	})
	shown := newStatus(cmd)
	shown.kind = silent // nobody looks
	client, err := f.pages.client(cmd, "", nil, shown)
	if err != nil {
		return nil, nil, err
	}
	tell, tells, err := f.tell()
	if err != nil {
		return nil, nil, errors.Join(err, client.Close())
	}
	started, watches := runs.New(f.execute.workIn(cmd.Context())), runs.New(f.execute.watchIn(cmd.Context()))
	look := func(ctx context.Context, url string) (vertical.Look, error) { return vertical.LookAt(ctx, client, url) }
	return &serve.Steering{Runs: started, Watches: watches, Tell: tell, Tells: tells, Args: args, Home: f.home, Look: look}, func() error {
		defer shown.close()
		return errors.Join(watches.Close(), started.Close(), client.Close())
	}, nil
}

// shownAt is the address to open in a browser.
func shownAt(at netip.AddrPort, token string) string {
	if at.Addr().IsUnspecified() {
		at = netip.AddrPortFrom(netip.AddrFrom4([4]byte{127, 0, 0, 1}), at.Port())
	}
	out := "http://" + at.String() + "/"
	if token != "" {
		out += "?token=" + url.QueryEscape(token)
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
