package verde

import (
	"context"
	"iter"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"verde/catalog"
	"verde/exclude"
	"verde/keywords"
	"verde/page"
	"verde/pageeval"
	"verde/progress"
	"verde/report"
	"verde/search"
	"verde/steering"
	"verde/vertical"
)

// Explorer grows a catalog from a sample page. All fields but Log, Progress,
// Corpus and Evaluator are needed, Domain only by Learn and Engines only by
// Explore; the zero Options are the defaults.
type Explorer struct {
	Domain     string               // what one entity is called (book, player), for Learn
	Pages      page.Fetcher         // where pages come from
	Engines    []search.Engine      // where results come from
	Catalog    *catalog.Catalog     // where everything goes
	Classifier *pageeval.Classifier // tells data from prose
	Options    Options
	Exclude    *exclude.List // sites, pages and entities that the user has already: such sites are no candidates; nil for none
	Log        *slog.Logger
	Progress   func(progress.Event)              // gets each step; called concurrently
	Steering   func() (steering.Steering, error) // gives the decisions of persons; called whenever something new begins; nil for none
	Knowledge  Knowledge                         // stores the known entities for processes that settle sites; nil to keep them in memory
	Enough     func() bool                       // called by Explore before it begins a site or round: true ends the run; nil for never

	// Corpus has further pages, if any, from which Learn trains word vectors; at most
	// maxCorpus of them are read.
	Corpus iter.Seq2[*page.Page, error]

	// Evaluator, if not nil, makes the evaluator of the similarity of the given words for
	// Learn; the default compares them by the pages and WordNet.
	Evaluator func(ctx context.Context, words []string) (keywords.Evaluator, error)

	began    time.Time      // the first call of Learn or Explore
	training catalog.Source // as this run has read it
	sharing  sync.Mutex
	common   *shared                           // by the sites of the round that was opened last
	steered  atomic.Pointer[steering.Steering] // as it could be read last
}

// Learn makes a vertical of samples, the URLs of a few pages of one site that are
// about one entity each: it finds all pages like them on the site, reads them into
// the catalog, and chooses the attributes and keywords to search for the same
// entities elsewhere.
//
// What the archive and the catalog hold already is not fetched again.
func (x *Explorer) Learn(ctx context.Context, samples []string) (*vertical.Vertical, error) {
	v := &vertical.Vertical{Domain: x.Domain, Samples: samples}
	if err := v.Validate(); err != nil {
		return nil, err
	}
	x.startClock()
	l := x.learner()
	if err := l.Check(ctx, v); err != nil {
		return nil, err
	}
	training, err := x.readTraining(ctx, v)
	if err != nil {
		return nil, err
	}
	v.Site = training.Site
	if err := l.Learn(ctx, v); err != nil {
		return nil, err
	}
	return v, nil
}

// Explore finds further sites of the vertical and reads them into the catalog, in rounds
// (see [Explorer.OpenRound], [Explorer.SettleSite], [Explorer.CloseRound]). A round asks for
// entities of the sites known so far by name. Sites that several answers lead to are
// judged, and those that are accepted are expanded and read. The records of all sites are
// integrated into one catalog of entities.
//
// The rounds end before Options.Rounds when no query is left, when no engine answered
// a round, or when two in a row found nothing new and the estimate of what is left is
// less than half a site. They end when Enough says so, too; then the round that is open
// stays open.
//
// Running it again resumes: rounds are replayed from the catalog and the archive,
// and only what they lack is asked for. With an edited vertical, more instances a
// round, or a dump that has answers to further queries, new rounds are added after
// the rounds that the catalog has.
//
// A vertical that does not fit the run gives a [vertical.Error]. A page, query or site
// that fails is counted in the report and does not end the run; a query that was not
// answered, or had no result, is asked again by the next run.
func (x *Explorer) Explore(ctx context.Context, v *vertical.Vertical) (*report.Report, error) {
	x.startClock()
	if err := x.CheckVertical(ctx, v); err != nil {
		return nil, err
	}
	rounds, more := 0, true
	for more && !x.enough() {
		opened, err := x.OpenRound(ctx, v, rounds+1)
		if err != nil {
			return nil, err
		}
		if !opened {
			break
		}
		rounds++
		settled, err := x.settleRound(ctx, v, rounds)
		if err != nil {
			return nil, err
		}
		if !settled { // its open candidates wait for the next run
			if err := x.putEntities(ctx, rounds); err != nil {
				return nil, err
			}
			break
		}
		if more, err = x.CloseRound(ctx, v, rounds); err != nil {
			return nil, err
		}
	}
	return x.Report(ctx, v, rounds, more)
}

// Report gives the report of the first rounds; more is the result of CloseRound for the last
// of them. Its seconds count from the first call of Learn or Explore, if there was one.
func (x *Explorer) Report(ctx context.Context, v *vertical.Vertical, rounds int, more bool) (*report.Report, error) {
	out, err := x.reporting(v).Report(ctx, rounds)
	if err != nil {
		return nil, err
	}
	plan, err := scheduleOf(ctx, x.Catalog, planFor(v, x.Options))
	if err != nil {
		return nil, err
	}
	switch out.Ended, _ = plan.after(out.Rounds); {
	case more && x.enough():
		out.Ended = report.ByHand
	case more:
		out.Ended = report.NothingToAsk
	}
	if !x.began.IsZero() {
		out.Seconds = x.Options.withDefaults().Now().Sub(x.began).Seconds()
	}
	return out, nil
}

// settleRound settles the open candidates of a round and stores what came of each:
// Options.Sites at a time, the best supported first. They are judged by the entities
// known when the round was opened, so the order in which they end does not matter.
// all is false if some were not begun, since it is enough.
func (x *Explorer) settleRound(ctx context.Context, v *vertical.Vertical, n int) (all bool, err error) {
	sites, err := x.OpenSites(ctx, n)
	if err != nil {
		return false, err
	}
	if len(sites) > 0 {
		x.tell(progress.Event{Phase: progress.Judging, Total: len(sites)})
	}
	group, gctx := errgroup.WithContext(ctx)
	group.SetLimit(x.Options.withDefaults().Sites)
	all = true
	for _, site := range sites {
		if all = !x.enough(); !all {
			break
		}
		group.Go(func() error {
			settled, err := x.SettleSite(gctx, v, n, site)
			if err != nil {
				return err
			}
			return x.store(gctx, n, settled)
		})
	}
	return all, group.Wait()
}
