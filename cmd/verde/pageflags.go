package main

import (
	"errors"
	"fmt"
	"net/http"
	"net/netip"
	"os"
	"time"

	"github.com/spf13/cobra"

	"verde/fetch"
	"verde/fetch/cdx"
)

// pageFlags say where pages come from and how politely.
type pageFlags struct {
	politeFlags
	limitFlags
	originFlags
	credentialFlags
	renderFlags
	hosts    fetch.Hosts     // of a run that machines share
	segments *fetch.Segments // likewise
	begun    bool            // by another command, which has asked for a contact
}

// politeFlags say by what name and how often servers are asked.
type politeFlags struct {
	agent         agentFlags
	delay         time.Duration
	maxDelay      time.Duration
	maxRetryAfter time.Duration
	perHost       int
	connections   int
	ignoreRobots  bool
}

// limitFlags say what a page may take.
type limitFlags struct {
	timeout      time.Duration
	retries      int
	maxFailures  int
	maxRedirects int
	maxHeader    int64
	maxBytes     int64
}

// originFlags say where pages come from, other than from public servers.
type originFlags struct {
	mirrors      []string
	warcs        []string
	warcBase     string
	cdx          []string
	retryBounded bool
	allowPrivate []string
}

func (f *pageFlags) add(cmd *cobra.Command) {
	f.politeFlags.add(cmd)
	f.limitFlags.add(cmd)
	f.originFlags.add(cmd)
	f.credentialFlags.add(cmd)
	f.renderFlags.add(cmd)
}

func (f *politeFlags) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	f.agent.add(cmd)
	durationVar(flags, &f.delay, "delay", 500*time.Millisecond, 0, "least time between requests to one host")
	durationVar(flags, &f.maxDelay, "max-delay", 30*time.Second, 1, "longest time that a slow host or a Crawl-delay sets them apart; hosts that ask for more are left alone")
	durationVar(flags, &f.maxRetryAfter, "max-retry-after", fetch.DefaultMaxRetryAfter, 1, "longest Retry-After that is waited for; a host that asks for more is left alone for the rest of the run, and told")
	countVar(flags, &f.perHost, "per-host", 1, 1, "connections to one host")
	countVar(flags, &f.connections, "connections", 64, 1, "connections to all hosts")
	flags.BoolVar(&f.ignoreRobots, "ignore-robots", false, "do not ask robots.txt; only for sites that are yours")
}

func (f *limitFlags) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	durationVar(flags, &f.timeout, "timeout", 30*time.Second, 1, "for one page")
	countVar(flags, &f.retries, "retries", 2, 0, "further attempts at a page that fails for a reason that passes")
	flags.IntVar(&f.maxFailures, "max-failures", 10, "pages of a host in a row that fail for a reason that passes, after which it is left alone for ten minutes; negative for no limit")
	countVar(flags, &f.maxBytes, "max-bytes", 8<<20, 1, "largest page, in bytes after decompression")
	countVar(flags, &f.maxHeader, "max-header", 64<<10, 1, "largest header of an answer, in bytes, up to the default")
	countVar(flags, &f.maxRedirects, "max-redirects", 10, 0, "redirects that are followed from one page to another")
}

func (f *originFlags) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringArrayVar(&f.warcs, "warc", nil, "answer from archives and not from the network: `ADDRESS|FILE` of a WARC file, a package, a folder of them, or by their sorted index (.cdxj, .idx) also on a web server or in a bucket; repeatable")
	flags.StringVar(&f.warcBase, "warc-base", "", "`ADDRESS` or folder in which the files are that such an index names (default: where it is)")
	flags.StringArrayVar(&f.mirrors, "mirror", nil, "serve `HOST[/PREFIX]=DIR` from a folder of files; repeatable")
	flags.StringArrayVar(&f.cdx, "cdx", nil, "have an archive's index tell which URLs of a site there are: `ADDRESS` of a CDX server, or a file of CDX or CDXJ lines, or a cluster.idx; repeatable")
	flags.BoolVar(&f.retryBounded, "retry-bounded", false, "ask again for pages that an earlier run found too large or at a private address")
	flags.StringArrayVar(&f.allowPrivate, "allow-private", nil, "`CIDR` of addresses that are not public but may be fetched from, as 127.0.0.0/8; repeatable")
}

// indexes opens the indexes of archives that the flags name.
func (f *originFlags) indexes(pages cdx.Source) (all []cdx.Index, err error) {
	for _, name := range f.cdx {
		if isWebAddress(name) {
			all = append(all, cdx.Server{Address: name, Pages: pages})
			continue
		}
		if info, err := os.Stat(name); err != nil {
			return nil, usagef("--cdx: %w", err)
		} else if !info.Mode().IsRegular() {
			return nil, usagef("--cdx %s: it is no file; name a .cdx, .cdxj or .idx file, or the address of a CDX server", name)
		}
		all = append(all, cdx.File(name))
	}
	return all, nil
}

// askable tells of flags with which no server is asked, for commands that ask
// whether pages have changed.
func (f *pageFlags) askable() error {
	switch {
	case len(f.mirrors) > 0:
		return usagef("--mirror: files have no server to ask for changes; leave it out")
	case len(f.warcs) > 0:
		return usagef("--warc: an archive is what it was; leave it out to ask servers")
	}
	return nil
}

// client makes the fetcher; archive is the run's archive folder or "", transport
// nil but for the demonstration.
func (f *pageFlags) client(cmd *cobra.Command, archive string, transport http.RoundTripper, s *status) (*pageClient, error) {
	name, err := f.agent.name()
	if err != nil {
		return nil, err
	}
	warcs, indexed, err := f.replayed()
	if err != nil {
		return nil, err
	}
	opt := fetch.Options{
		Pace: fetch.Pace{Delay: f.delay, MaxDelay: f.maxDelay, MaxRetryAfter: f.maxRetryAfter, PerHost: f.perHost, MaxConns: f.connections},
		Limits: fetch.Limits{Timeout: f.timeout, MaxBytes: f.maxBytes, MaxHeader: f.maxHeader,
			MaxRedirects: f.maxRedirects, Retries: f.retries, MaxFailures: f.maxFailures},
		UserAgent: name, IgnoreRobots: f.ignoreRobots, RetryBounded: f.retryBounded, Replay: warcs, Archive: archive, Transport: transport, Log: newLog(cmd, s),
		Hosts: f.hosts, Segments: f.segments}
	if opt.Credentials, err = f.credentials(cmd); err != nil {
		return nil, err
	}
	// Zero means the default there, and none here.
	if f.delay == 0 {
		opt.Delay = -1
	}
	for _, n := range []*int{&opt.Retries, &opt.MaxRedirects} {
		if *n == 0 {
			*n = -1
		}
	}
	for _, block := range f.allowPrivate {
		prefix, err := netip.ParsePrefix(block)
		if err != nil {
			return nil, usagef("--allow-private: %w", err)
		}
		opt.AllowPrivate = append(opt.AllowPrivate, prefix)
	}
	for _, m := range f.mirrors {
		mirror, err := fetch.ParseMirror(m)
		if err != nil {
			return nil, usagef("--mirror: %w", err)
		}
		opt.Mirrors = append(opt.Mirrors, mirror)
	}
	if f.asksServers() && transport == nil && !f.begun {
		f.agent.askContact(cmd, archive)
	}
	client, err := fetch.New(opt)
	if err != nil {
		return nil, err
	}
	open, err := f.openIndexed(cmd.Context(), client, indexed)
	if err != nil {
		return nil, errors.Join(err, closeAll(open), client.Close())
	}
	s.watch(client)
	lossesOf(cmd).watch(client)
	shown, err := f.shown(cmd, client, len(f.warcs)+len(f.mirrors) > 0 || transport != nil, s)
	if err != nil {
		return nil, errors.Join(err, closeAll(open), client.Close())
	}
	shown.open = open
	shown.tell = func(format string, args ...any) {
		fmt.Fprintln(notesOn(cmd, s), printable(fmt.Sprintf(format, args...)))
	}
	shown.indexes, err = f.indexes(client)
	if err != nil {
		return nil, errors.Join(err, shown.Close())
	}
	return shown, nil
}

// with opens the output, a status and a fetcher, for a command whose result is
// made of pages, runs work, and closes them. archive is a folder or "".
func (f *pageFlags) with(cmd *cobra.Command, archive string, out *outputFlags, work func(*pageClient, *output, *status) error) error {
	return out.with(cmd, func(o *output) (err error) {
		s := o.status(cmd)
		defer s.close()
		client, err := f.client(cmd, archive, nil, s)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, client.Close()) }()
		return work(client, o, s)
	})
}
