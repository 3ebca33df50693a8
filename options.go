package verde

import (
	"log/slog"
	"time"

	"verde/harvest"
	"verde/judge"
	"verde/known"
	"verde/progress"
	"verde/report"
	"verde/siteexpand"
	"verde/vertical"
)

// Options are the sizes of an exploration. The zero value means the defaults.
type Options struct {
	Asking
	Judging
	Reading
	Rounds int              // of queries; default 3, fewer when nothing is left to be found
	Sites  int              // worked on at a time; default 8
	Now    func() time.Time // default time.Now; only for the report's seconds
}

// Asking says what a round asks the engines.
type Asking struct {
	Instances int    // instance queries; default 30
	Keywords  int    // entity keywords; default 2 (VerDE §III)
	Required  int    // attribute values that a query requires; default 2 (VerDE §VII)
	OneOf     int    // alternatives for the last required value, joined by OR; default DefaultOneOf; 1 is the plain AND of VerDE §IV
	Probes    int    // queries restricted to a site with low support; default DefaultProbes, negative for none. A round has at most Instances of them
	Seed      uint64 // of the choice of instances
	Retry     bool   // ask again for incomplete answers, and for empty ones of queries to a single site
}

// Judging says how many pages of a candidate are judged.
type Judging struct {
	MaxCut   int // largest cut of the URL clusters that is tried, 1 to 3; default 3 (VerDE §V)
	Evaluate int // pages judged for each URL shape of a site, or a few more if some of them are data; default 6
}

// Reading says how an accepted site is expanded and read.
type Reading struct {
	Samples    int    // accepted pages that the expansion starts from; default 3
	LearnPages int    // pages that the wrapper is learned on; default 30
	MaxPages   int    // entity pages read; default 5000
	PerHost    int    // pages read at a time; default 1. The fetcher has the last word
	Method     string // name of the expansion method; default siteexpand's
	Expand     siteexpand.Options
}

// Asking.OneOf and Asking.Probes where they are 0.
const (
	DefaultOneOf  = 3
	DefaultProbes = 8
)

func (o Options) withDefaults() Options {
	for field, def := range map[*int]int{&o.Rounds: 3, &o.Instances: 30, &o.Keywords: 2, &o.Required: 2, &o.OneOf: DefaultOneOf, &o.Probes: DefaultProbes, &o.MaxCut: 3,
		&o.Evaluate: 6, &o.Samples: 3, &o.LearnPages: 30, &o.MaxPages: 5000, &o.Sites: 8, &o.PerHost: 1} {
		if *field == 0 {
			*field = def
		}
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	return o
}

// probedSites is the greatest number of sites that a round probes.
func (o Options) probedSites() int { return max(1, o.Instances/o.Probes) }

// startClock notes when the first call of Learn or Explore began, from which
// Report.Seconds counts; later calls change nothing.
func (x *Explorer) startClock() {
	if x.began.IsZero() {
		x.began = x.Options.withDefaults().Now()
	}
}

// enough reports whether the run should begin no further site or round.
func (x *Explorer) enough() bool { return x.Enough != nil && x.Enough() }

func (x *Explorer) log() *slog.Logger {
	if x.Log == nil {
		return slog.New(slog.DiscardHandler)
	}
	return x.Log
}

// tell reports a step to x.Progress.
func (x *Explorer) tell(e progress.Event) {
	if x.Progress != nil {
		x.Progress(e)
	}
}

// judge makes a judge of sites by the known entities.
func (x *Explorer) judge(entities *known.Entities) judge.Judge {
	opt := x.Options.withDefaults()
	return judge.Judge{Pages: x.Pages, Classifier: x.Classifier, Known: entities, Evaluate: opt.Evaluate, Samples: opt.Samples, Log: x.log()}
}

// reader makes a reader of sites by the options.
func (x *Explorer) reader() harvest.Reader {
	opt := x.Options.withDefaults()
	return harvest.Reader{Pages: x.Pages, Method: opt.Method, Expand: opt.Expand, LearnPages: opt.LearnPages, MaxPages: opt.MaxPages, PerHost: opt.PerHost, Log: x.log(), Progress: x.tell}
}

// learner makes a learner of verticals by the options.
func (x *Explorer) learner() *vertical.Learner {
	return &vertical.Learner{Pages: x.Pages, Catalog: x.Catalog, Sample: x.reader().Sample, Corpus: x.Corpus, Evaluator: x.Evaluator,
		Keywords: x.Options.withDefaults().Keywords, Log: x.log()}
}

// reporting gives what a report of this run is made from.
func (x *Explorer) reporting(v *vertical.Vertical) *report.Run {
	run := &report.Run{Vertical: v, Catalog: x.Catalog, Instances: x.Options.withDefaults().Instances, Excluding: x.Exclude != nil}
	for _, e := range x.Engines {
		run.Engines = append(run.Engines, e.Name())
	}
	return run
}
