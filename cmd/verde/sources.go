package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/netip"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"verde/fetch"
	"verde/fetch/cdx"
	"verde/search"
	"verde/search/dump"
	"verde/search/index"
	"verde/search/live"
	"verde/search/service"
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

// engineFlags say where results come from.
type engineFlags struct {
	names     []string // of services, or of files that describe some
	endpoints []string
	maxPages  int
	budget    budgetFlags
	spending  *spending // once opened, of engines with a budget
	dumps     []string
	shapes    []string
	corpora   []string
	most      int // different URLs of dumps
}

func (f *engineFlags) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringArrayVar(&f.names, "engine", nil, "search engine to ask, `NAME|FILE.yaml`: "+strings.Join(service.Names(), ", ")+", or a file that describes another (verde engines tells of each); repeatable")
	flags.StringArrayVar(&f.endpoints, "endpoint", nil, "`[NAME=]URL` of an engine of one's own, as in http://localhost:8888/search; of several with its name; repeatable")
	countVar(flags, &f.maxPages, "result-pages", 0, 1, "pages of results asked for a query (default 20, of a paid engine 1)")
	f.budget.add(cmd)
	flags.StringArrayVar(&f.dumps, "dump", nil, "`file` of search results, format detected; repeatable")
	addShapes(flags, &f.shapes)
	countVar(flags, &f.most, "max-urls", 5_000_000, 1, "different URLs that are kept of dumps")
	flags.StringArrayVar(&f.corpora, "corpus", nil, "`folder`, file, WARC file or index of pages to search; - for standard input; repeatable")
}

func addShapes(flags *pflag.FlagSet, to *[]string) {
	flags.StringArrayVar(to, "dump-shape", nil, "`file` that describes the JSON of a dump (its answer, as in verde engines NAME), asked before the formats that are known; repeatable")
}

// check tells of flags that name no engine.
func (f *engineFlags) check(cmd *cobra.Command) error {
	switch {
	case len(f.names) == 0 && len(f.endpoints) > 0:
		return usagef("--endpoint needs --engine")
	case len(f.shapes) > 0 && len(f.dumps) == 0:
		return usagef("--dump-shape needs --dump")
	case len(f.names)+len(f.dumps)+len(f.corpora) == 0:
		return usagef("%s needs results: give --engine and --endpoint, --dump, or --corpus", cmd.Name())
	}
	return nil
}

// engines opens all that the flags name, to be asked by that name; of dumps it
// keeps what is said. Pages of a corpus are searched, not served: name the same
// file with --warc or --mirror to read them from it too.
func (f *engineFlags) engines(ctx context.Context, cmd *cobra.Command, asker *agentFlags, keep dump.Options) ([]search.Engine, error) {
	if err := f.check(cmd); err != nil {
		return nil, err
	}
	name, err := asker.name()
	if err != nil {
		return nil, err
	}
	var engines []search.Engine
	if len(f.names) > 0 {
		asked, err := f.live(cmd, name)
		if err != nil {
			return nil, err
		}
		for _, e := range asked {
			engines = append(engines, &search.Breaker{Engine: e})
		}
	}
	if len(f.dumps) > 0 {
		keep.MaxURLs = f.most
		if keep.Shapes, err = readShapes(f.shapes); err != nil {
			return nil, err
		}
		d, err := dump.Open(f.dumps, cmd.InOrStdin(), keep)
		switch {
		case errors.Is(err, dump.ErrTooMany):
			return nil, tooManyURLs(f.most)
		case err != nil:
			return nil, noDump(err)
		}
		tellDump(cmd, d.Summary, len(d.Queries()))
		engines = append(engines, d)
	}
	for _, path := range f.corpora {
		x, err := openCorpus(cmd, path)
		if err != nil {
			return nil, err
		}
		fmt.Fprintf(notes(cmd), "corpus %s: %d pages, %d skipped\n", path, x.Stats.Pages, x.Stats.Skipped)
		engines = append(engines, x)
	}
	return engines, nil
}

// live opens the search engines that are asked, and tells what is known of their end.
func (f *engineFlags) live(cmd *cobra.Command, agent string) (engines []*live.Engine, err error) {
	services, endpoints, err := f.services()
	if err != nil {
		return nil, err
	}
	f.spending = nil // the flags may be opened again
	budget, shared := f.budget.budget(cmd, services)
	for i, s := range services {
		opt := live.Options{MaxPages: f.maxPages, UserAgent: agent}
		if slices.Contains(shared, s.Name) {
			opt.Budget = budget
		}
		e, err := live.Open(s, endpoints[i], opt)
		if err != nil {
			return nil, usagef("%w", err)
		}
		if opt.Budget != nil {
			if f.spending == nil {
				f.spending = &spending{budget: budget}
			}
			f.spending.engines = append(f.spending.engines, e)
		}
		if s.Notice != "" {
			fmt.Fprintf(notes(cmd), "%s: %s\n", s.Name, s.Notice)
		}
		engines = append(engines, e)
	}
	return engines, nil
}

// services are those that the flags name, each with its endpoint, "" for its own.
func (f *engineFlags) services() (services []*service.Service, endpoints []string, err error) {
	for _, name := range f.names {
		s, err := openService(name)
		switch {
		case err != nil:
			return nil, nil, err
		case slices.ContainsFunc(services, func(other *service.Service) bool { return other.Name == s.Name }):
			return nil, nil, usagef("--engine %s: there are two of that name", s.Name)
		}
		services = append(services, s)
	}
	endpoints = make([]string, len(services))
	for _, text := range f.endpoints {
		name, address, named := strings.Cut(text, "=")
		i := slices.IndexFunc(services, func(s *service.Service) bool { return s.Name == name })
		switch {
		case named && i >= 0:
		case len(services) == 1:
			i, address = 0, text
		default:
			return nil, nil, usagef("--endpoint %s: of several engines, say whose it is, as in %s=%s", text, services[0].Name, text)
		}
		if endpoints[i] != "" {
			return nil, nil, usagef("--endpoint: %s has two", services[i].Name)
		}
		endpoints[i] = address
	}
	return services, endpoints, nil
}

// isServiceFile reports whether an engine's name is that of a file.
func isServiceFile(name string) bool {
	return strings.ContainsAny(name, `/\`) || strings.HasSuffix(name, ".yaml") || strings.HasSuffix(name, ".yml")
}

// openService gives a service that ships, or reads a file that describes one.
func openService(name string) (*service.Service, error) {
	if !isServiceFile(name) {
		s, err := service.Shipped(name)
		if err != nil {
			return nil, usagef("%w", err)
		}
		return s, nil
	}
	return readService("--engine", name, service.Parse)
}

func readService(flag, name string, parse func(string, []byte) (*service.Service, error)) (*service.Service, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, usagef("%s: %w", flag, err)
	}
	defer file.Close()
	data, err := io.ReadAll(io.LimitReader(file, service.MaxFile+1))
	if err != nil {
		return nil, usagef("%s: %w", flag, err)
	}
	s, err := parse(name, data)
	if err != nil {
		return nil, usagef("%s: %w", flag, err)
	}
	return s, nil
}

// readShapes reads the descriptions of dumps.
func readShapes(names []string) (shapes []*service.Service, err error) {
	for _, name := range names {
		s, err := readService("--dump-shape", name, service.ParseShape)
		if err != nil {
			return nil, err
		}
		shapes = append(shapes, s)
	}
	return shapes, nil
}

func tooManyURLs(most int) error {
	return usagef("more than %d different URLs: raise --max-urls if there is memory, or have verde cluster find the sites that matter first", most)
}

// noDump makes wrong usage of a file that was named and is no dump.
func noDump(err error) error {
	if errors.Is(err, dump.ErrNoDump) {
		return &usageError{err}
	}
	return err
}

// tellDump says what was read, and which lines were not.
func tellDump(cmd *cobra.Command, d dump.Summary, queries int) {
	w := notes(cmd)
	fmt.Fprintf(w, "dump: %d results of %d queries, %d duplicates, %d lines skipped", d.Results, queries, d.Duplicates, d.BadLines)
	if d.Others > 0 {
		fmt.Fprintf(w, ", %d results of other queries", d.Others)
	}
	if d.Unasked > 0 {
		fmt.Fprintf(w, "; %d results do not say what was asked: they count as answers to the name of their file", d.Unasked)
	}
	fmt.Fprintln(w)
	for _, b := range d.Bad {
		fmt.Fprintf(w, "  skipped %s\n", printable(b.Error()))
	}
	if more := d.BadLines - len(d.Bad); more > 0 {
		fmt.Fprintf(w, "  and %d more\n", more)
	}
}

func openCorpus(cmd *cobra.Command, path string) (*index.Index, error) {
	if index.IsIndex(path) {
		return index.Open(path)
	}
	if _, err := os.Stat(path); err != nil && index.IsIndex(index.Partial(path)) {
		return nil, usagef("corpus %s: its index is not whole: verde index was stopped or is still at work; run it again", path)
	}
	in, err := openInput(cmd, "corpus", []string{path})
	if err != nil {
		return nil, err
	}
	defer in.close()
	x, err := buildIndex(cmd, "", in.pages())
	if err == nil && x.Stats.Pages == 0 {
		err = errors.Join(fmt.Errorf("corpus %s: no page in it that can be read", path), x.Close())
	}
	return x, err
}
