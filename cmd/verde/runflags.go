package main

import (
	"os"
	"strings"

	"github.com/spf13/cobra"

	"verde"
	"verde/siteexpand"
	"verde/siteexpand/methods"
	"verde/urlcluster"
)

// runFlags are what learn and explore have in common: a folder that holds all
// of a run, so that the same command goes on where it was stopped.
type runFlags struct {
	dir    string
	domain string
	report string
	model  string
	not    string
	list   string
	siteFlags
	roundFlags
	pages   pageFlags
	engines engineFlags
}

// siteFlags say how a site is expanded and read.
type siteFlags struct {
	learn    int
	maxPages int
	method   string
	height   int
	bounds   siteexpand.Bounds
}

// roundFlags say what is asked for, and of how many sites at a time.
type roundFlags struct {
	rounds int
	count  int
	oneOf  int
	probes int
	cut    int
	sites  int
	seed   uint64
	retry  bool
}

func (f *runFlags) add(cmd *cobra.Command, explores bool) {
	flags := cmd.Flags()
	flags.StringVar(&f.dir, "run", usualRun, "`folder` of the run: archive, catalog, vertical, exports")
	flags.StringVar(&f.domain, "domain", "", "what one entity is called, as in \"book\" or \"nba player\"")
	f.siteFlags.add(cmd)
	f.pages.add(cmd)
	if !explores {
		flags.StringVar(&f.report, "report", "", "`file` for what was learned, as JSON")
		return
	}
	flags.StringVar(&f.report, "report", "", "`file` for what was measured, as JSON (default report.json in the run's folder)")
	f.roundFlags.add(cmd)
	flags.StringVar(&f.model, "model", "", "`file` with a classifier of pages that train wrote (default the shipped one)")
	flags.StringVar(&f.list, "entities", "", "`file` of entities that you have, in place of sample pages or beside them: CSV with a header, the name first, or JSON Lines")
	flags.StringVar(&f.not, "exclude", "", "`file` of what you have already, one a line: URLs, hosts, names of entities, or records of an earlier run; the exports go without")
	f.engines.add(cmd)
}

func (f *siteFlags) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	countVar(flags, &f.learn, "learn-pages", 30, 1, "entity pages that a site's wrapper is learned on")
	countVar(flags, &f.maxPages, "max-pages", 5000, 1, "entity pages read of one site")
	flags.StringVar(&f.method, "method", "", "how a site is expanded: "+strings.Join(methods.Names(), ", ")+" (default the first)")
	countVar(flags, &f.height, "height", 5, 1, "index levels that ssup climbs at most")
	addBounds(flags, &f.bounds)
}

func (f *roundFlags) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	countVar(flags, &f.rounds, "rounds", 3, 1, "rounds of queries at most; two that find nothing new end them if the estimate of what is left is below half a site")
	countVar(flags, &f.count, "instances", 30, 1, "instance queries a round")
	countVar(flags, &f.oneOf, "one-of", verde.DefaultOneOf, 1, "`values` of which a query requires one beside the name; 1 requires the best")
	countVar(flags, &f.probes, "probes", verde.DefaultProbes, 0, "queries restricted to a site that too few others led to; 0 for none")
	countVar(flags, &f.cut, "cut", 3, 1, "largest number of differing URL parts within a cluster, 1 to 3")
	countVar(flags, &f.sites, "sites", 8, 1, "sites worked on at a time")
	flags.Uint64Var(&f.seed, "seed", 0, "of the choice of instances")
	flags.BoolVar(&f.retry, "retry", false, "ask again also where an engine answered in part (what had no answer or no results is asked again anyway)")
}

func (f *runFlags) options() (verde.Options, error) {
	if f.cut > urlcluster.MaxCut {
		return verde.Options{}, usagef("--cut %d: allowed are 1 to %d", f.cut, urlcluster.MaxCut)
	}
	method, err := methods.ByName(f.method)
	if err != nil {
		return verde.Options{}, usagef("--method: %w", err)
	}
	f.pages.layouts = seesPages(method)
	probes := f.probes
	if probes == 0 {
		probes = -1 // zero means the default there, and none here
	}
	return verde.Options{
		Rounds:  f.rounds,
		Sites:   f.sites,
		Asking:  verde.Asking{Instances: f.count, OneOf: f.oneOf, Probes: probes, Seed: f.seed, Retry: f.retry},
		Judging: verde.Judging{MaxCut: f.cut},
		Reading: verde.Reading{LearnPages: f.learn, MaxPages: f.maxPages, PerHost: f.pages.perHost, Method: f.method,
			Expand: siteexpand.Options{Height: f.height, Bounds: f.bounds}},
	}, nil
}

// folder makes the run's folder, and sees to it that the report can be written.
func (f *runFlags) folder() error {
	if err := checkReport(f.report); err != nil {
		return err
	}
	if err := os.MkdirAll(f.dir, 0o755); err != nil {
		return usagef("run folder: %w", err)
	}
	return nil
}
