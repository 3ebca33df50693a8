package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"verde/search"
	"verde/search/dump"
	"verde/search/index"
	"verde/search/live"
	"verde/search/service"
)

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
func (f *engineFlags) engines(cmd *cobra.Command, asker *agentFlags, keep dump.Options) ([]search.Engine, error) {
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
