package verde

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"log/slog"
	"maps"
	"strings"
	"sync"
	"time"

	"verde/catalog"
	"verde/evidence"
	"verde/judge"
	"verde/keywords"
	"verde/known"
	"verde/page"
	"verde/pageeval"
	"verde/progress"
	"verde/query"
	"verde/search"
	"verde/siteexpand"
)

// Options are the sizes of an exploration. The zero value means the defaults.
type Options struct {
	Rounds     int    // rounds of queries; default 3, fewer when nothing is left to be found
	Instances  int    // instance queries a round; default 30
	Keywords   int    // entity keywords; default 2 (VerDE §III)
	Required   int    // attribute values that a query requires; default 2 (VerDE §VII)
	OneOf      int    // values that may stand for the last required one; default DefaultOneOf; 1 is the plain AND of VerDE §IV
	Probes     int    // queries that a site is asked again with, if too few led to it; default DefaultProbes, negative for none. A round has at most Instances of them
	MaxCut     int    // largest cut of the URL clusters that is tried, 1 to 3; default 3 (VerDE §V)
	Evaluate   int    // pages judged of a site's URL shape, but for a few more if some are data; default 6
	Samples    int    // accepted pages handed on to the site's expansion; default 3
	LearnPages int    // pages that a site's wrapper is learned on; default 30
	MaxPages   int    // entity pages read of a site; default 5000
	Sites      int    // sites worked on at a time; default 8
	PerHost    int    // pages of one site read at a time; default 1. The fetcher has the last word
	Seed       uint64 // of the choice of instances
	Retry      bool   // ask again also where an engine answered in part, and single sites that it has no results of
	Method     string // name of the expansion method; default siteexpand's
	Expand     siteexpand.Options
	Now        func() time.Time // default time.Now; only for the report's seconds
}

// Options.OneOf and Options.Probes where they are 0.
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

// Explorer grows a catalog from a sample page. All fields but Log, Progress,
// Corpus and Evaluator are needed, Domain only by Learn and Engines only by
// Explore; the zero Options are the defaults.
type Explorer struct {
	Domain     string               // what one thing is called, for Learn
	Pages      page.Fetcher         // where pages come from
	Engines    []search.Engine      // where results come from
	Catalog    *catalog.Catalog     // where everything goes
	Classifier *pageeval.Classifier // tells data from prose
	Options    Options
	Log        *slog.Logger
	Progress   func(progress.Event) // is told each step, by several at a time

	// Corpus are further pages, if any, that Learn sees from which words are used
	// alike; at most maxCorpus of them are read.
	Corpus iter.Seq2[*page.Page, error]

	dropped reasons // by the expansions of this run

	// Evaluator, if there is one, makes what tells Learn how near the given words
	// are in meaning; else the pages and WordNet do.
	Evaluator func(ctx context.Context, words []string) (keywords.Evaluator, error)
}

// Report is what an exploration measured.
type Report struct {
	Domain  string        `json:"domain"`
	Rounds  []RoundReport `json:"rounds"`
	Ended   string        `json:"ended"` // why after these: [AllRounds], [NothingNew], [NothingToAsk] or [NoAnswer]
	Sources int           `json:"sources"`
	Pages   int           `json:"pages"`
	Records int           `json:"records"`
	Seconds float64       `json:"seconds"`
	// Doubtful are sites whose pages look like data, but show something else than
	// what was asked for, with the reason; see [known.Entities.RejectReason].
	Doubtful   map[string]string `json:"doubtful,omitempty"`
	Incomplete map[string]int    `json:"incomplete,omitempty"` // what could not be had, by reason
	Dropped    map[string]int    `json:"dropped,omitempty"`    // URLs of the sites searched in this run that were not followed, not had or not taken, by reason
}

// RoundReport is one round of queries.
type RoundReport struct {
	Round   int `json:"round"`
	Queries int `json:"queries"` // those to a single site not included
	Probed  int `json:"probed"`  // sites asked again since too few queries led to them
	Results int `json:"results"` // distinct URLs so far

	// What became of the queries: Queries is the sum of these five.
	Led       int `json:"led"`                   // had results
	Empty     int `json:"empty"`                 // were answered without any
	Failed    int `json:"failed"`                // had no answer from some engine, and no results from the others
	Cut       int `json:"cut,omitempty"`         // were not asked, since the budget of a paid engine was spent
	NotInDump int `json:"not_in_dump,omitempty"` // could be asked of nobody: no dump has an answer

	// Answers, those to queries to a single site included.
	Failures map[string]int `json:"failures,omitempty"` // that were not had in this run, by engine and reason, as "searxng: status 429"
	InPart   map[string]int `json:"in_part,omitempty"`  // with results, but not all, by engine

	// Recognised are known things that no query asked for, but that are named by
	// titles of results; each counts as a query for the sites.
	Recognised int `json:"recognised"`

	Sites     int `json:"sites"`     // sites not known yet with pages of one make that queries for at least two things lead to
	Evaluated int `json:"evaluated"` // pages downloaded to judge them, each in one round only
	Accepted  int `json:"accepted"`  // of the sites, those that were judged to be sources and read
	Refused   int `json:"refused"`   // the others; a later round may judge them again
	// Unseen estimates how many sites of the domain were not found by the end of
	// the round: a lower bound after Chao (1987) from how many queries led to
	// each site that was. It is nil as long as none was found, which tells nothing.
	Unseen *float64 `json:"unseen"`
}

// Learn makes a vertical of a few pages of one site about one thing each: it
// finds all pages like them on the site, reads them into the catalog, and
// chooses the attributes and keywords to search for the same things elsewhere.
//
// What the archive and the catalog hold already is not fetched again.
func (x *Explorer) Learn(ctx context.Context, samples []string) (*Vertical, error) {
	v := &Vertical{Domain: x.Domain, Samples: samples}
	if err := v.Validate(); err != nil {
		return nil, err
	}
	texts, err := x.checkSamples(ctx, v.Samples)
	if err != nil {
		return nil, err
	}
	if err := x.checkDomain(ctx, v.Domain, texts); err != nil {
		return nil, err
	}
	training, err := x.exploreTraining(ctx, v)
	if err != nil {
		return nil, err
	}
	v.Site = training.Site
	if err := x.learnAttributes(ctx, v); err != nil {
		return nil, err
	}
	if err := x.learnKeywords(ctx, v); err != nil {
		return nil, err
	}
	return v, nil
}

// Explore finds further sites of the vertical and reads them into the catalog,
// in rounds: the instances of the sites known so far are asked for by name,
// the sites that several answers lead to are judged, the good ones explored. They
// end before Options.Rounds when two in a row found nothing new and the estimate
// of what is left is less than half a site.
//
// Running it again resumes: rounds are replayed from the catalog and the
// archive, and only what they lack is asked for. With an edited vertical, more
// instances a round, or a dump that has answers to further queries, rounds come
// after those. A vertical that does not fit the run is a [VerticalError]. A page, query or site that
// fails is counted in the report and does not end the run; what was not answered, or had no
// result, is asked again by the next. A round that no engine answers is the last.
func (x *Explorer) Explore(ctx context.Context, v *Vertical) (*Report, error) {
	opt := x.Options.withDefaults()
	began := opt.Now()
	report := &Report{Domain: v.Domain, Incomplete: map[string]int{}}
	if err := x.CheckVertical(ctx, v); err != nil {
		return nil, err
	}
	schedule, err := x.schedule(ctx, v)
	if err != nil {
		return nil, err
	}
	refused, idle := map[string]judge.History{}, 0
	report.Ended = AllRounds
	for round := 1; round <= schedule.last; round++ {
		x.tell(progress.Event{Phase: progress.Asking, Round: round, Of: schedule.last})
		r, err := x.round(ctx, v, round, refused)
		if err != nil {
			return nil, err
		}
		if r == nil {
			report.Ended = NothingToAsk
			break
		}
		report.Rounds = append(report.Rounds, *r)
		switch {
		case r.Accepted > 0:
			idle = 0
		case schedule.decides(round):
			idle++
		}
		if report.Ended = r.end(idle); report.Ended != AllRounds && round >= schedule.recorded {
			break
		}
	}
	if err := x.total(ctx, report); err != nil {
		return nil, err
	}
	report.Seconds = opt.Now().Sub(began).Seconds()
	return report, nil
}

// Why an exploration asked no further round.
const (
	AllRounds    = "all rounds"     // as many as it was to ask
	NothingNew   = "nothing new"    // the last ones found nothing, and nothing is estimated to be left
	NothingToAsk = "nothing to ask" // all that is known was asked for
	NoAnswer     = "no answer"      // no engine answered any query
)

// end tells why no round comes after this one, AllRounds for no reason of its
// own. Idle is the number of rounds in a row that found nothing new.
func (r *RoundReport) end(idle int) string {
	switch {
	case r.unanswered():
		return NoAnswer // nor would the engines answer the next
	case idle >= idleRounds && (r.Unseen == nil || *r.Unseen < nothingUnseen):
		return NothingNew
	}
	return AllRounds
}

// round asks the queries of a round, judges the sites that they lead to, and
// explores those that are accepted. It is nil if there is nothing to ask.
func (x *Explorer) round(ctx context.Context, v *Vertical, round int, refused map[string]judge.History) (*RoundReport, error) {
	entities, err := x.known(ctx, v, round)
	if err != nil {
		return nil, err
	}
	queries, err := x.queries(ctx, v, round, entities)
	if err != nil {
		return nil, err
	}
	if len(queries) == 0 && round == 1 {
		return nil, noQuery(v, entities)
	} else if len(queries) == 0 {
		return nil, nil
	}
	r := &RoundReport{Round: round}
	answers, err := x.gather(ctx, v, entities, queries, r)
	if err != nil {
		return nil, err
	}
	candidates := answers.Candidates(entities.Explored, x.Options.withDefaults().MaxCut)
	r.Sites = len(candidates)
	if err := x.judgeAndExplore(ctx, round, candidates, answers, entities, refused, r); err != nil {
		return nil, err
	}
	sources, err := x.Catalog.Sources(ctx)
	if err != nil {
		return nil, err
	}
	r.Unseen = unseen(foundBy(sources, round))
	x.log().Info("round ended", "round", round, "queries", r.Queries, "results", r.Results, "sites", r.Sites, "accepted", r.Accepted, "refused", r.Refused, "unseen", r.Estimate())
	return r, nil
}

// gather gives what all queries up to those of a round have led to: it asks the
// round's, recognises known things in the results, and asks the sites again that
// too few things led to. It counts so much of the round in r.
func (x *Explorer) gather(ctx context.Context, v *Vertical, entities *known.Entities, queries []query.Query, r *RoundReport) (*evidence.Results, error) {
	missed := new(misses)
	asked, err := x.ask(ctx, progress.Asking, r.Round, queries, missed)
	if err != nil {
		return nil, err
	}
	opt := x.Options.withDefaults()
	recognise := func(found *evidence.Results) []query.Query {
		return entities.Recognise(found, opt.Seed, func(in query.Instance) query.Query {
			return query.Build([]query.Instance{in}, v.Domain, v.Keywords, query.Options{Required: opt.Required, OneOf: opt.OneOf})[0]
		})
	}
	recognised := recognise(asked)
	probed, sites, err := x.probe(ctx, v, r.Round, entities, asked, missed)
	if err != nil {
		return nil, err
	}
	if probed != asked {
		recognised = recognise(probed)
	}
	if err := x.Catalog.AddRecognised(ctx, recognised); err != nil {
		return nil, err
	}
	r.Recognised, r.Probed, r.Results = len(recognised), sites, len(probed.URLs())
	r.count(queries, probed, missed, x.askable())
	if r.silent() {
		x.log().Warn("most queries brought nothing: look at what the engine answers in a browser", "round", r.Round, "queries", r.Queries, "led", r.Led, "empty", r.Empty, "failed", r.Failed)
	}
	return probed, nil
}

// total adds to a report what the catalog holds by now, and what is missing.
func (x *Explorer) total(ctx context.Context, report *Report) error {
	stats, err := x.Catalog.Stats(ctx)
	if err != nil {
		return err
	}
	report.Sources, report.Pages, report.Records = stats.Sources[catalog.Expanded], stats.Pages, stats.Records
	unread, err := x.Incomplete(ctx)
	if err != nil {
		return err
	}
	maps.Copy(report.Incomplete, unread)
	for _, r := range report.Rounds {
		r.missing(report.Incomplete)
	}
	sources, err := x.Catalog.Sources(ctx)
	if err != nil {
		return err
	}
	for _, s := range sources {
		if s.State != catalog.Doubtful {
			continue
		}
		if report.Doubtful == nil {
			report.Doubtful = map[string]string{}
		}
		report.Doubtful[s.Site] = s.Reason
	}
	report.Dropped = x.dropped.counts()
	return nil
}

// checkSamples fetches the samples, so that a bad one is told before anything
// else happens. It gives the words of each.
func (x *Explorer) checkSamples(ctx context.Context, samples []string) ([][]string, error) {
	words := make([][]string, 0, len(samples))
	for _, url := range samples {
		p, err := x.Pages.Fetch(ctx, url)
		if err != nil {
			return nil, fmt.Errorf("sample page %w", err)
		}
		doc, err := p.Parse()
		if err != nil {
			return nil, fmt.Errorf("sample page %w", err)
		}
		var paths page.Paths
		o := page.NewOutline(p, doc, &paths, page.TagAttr)
		onSite := false
		for _, l := range o.Links {
			onSite = onSite || page.Site(l.URL) == page.Site(p.URL) && l.URL != p.URL
		}
		if !onSite {
			return nil, fmt.Errorf("sample page %s: %w", url, ErrNoLinks)
		}
		words = append(words, keywords.Tokens(o.Title+" . "+strings.Join(visibleTexts(p), " . ")))
	}
	return words, nil
}

// checkDomain refuses a domain term without a word, and an [Explorer.Evaluator]
// that does not answer, before the site is explored: by an evaluator for the term
// alone, made of the samples instead of all the pages. It warns of a term that
// nothing is known about so far: it may be misspelt.
func (x *Explorer) checkDomain(ctx context.Context, domain string, samples [][]string) error {
	lsa := keywords.LSAOptions{MinCount: 1, Dimensions: 1} // only which words there are is asked
	evaluator, err := x.evaluator(ctx, domain, nil, samples, lsa)
	if err != nil {
		return err
	}
	_, err = keywords.Choose(domain, nil, evaluator, keywords.Options{})
	if errors.Is(err, keywords.ErrUnknownDomain) {
		x.log().Warn("keywords can't be chosen unless other pages of the site have the domain term", "why", err)
	} else if err != nil {
		return fmt.Errorf("domain: %w", err)
	}
	return nil
}

// noQuery is the error of a vertical, maybe edited, that leaves nothing to ask.
func noQuery(v *Vertical, entities *known.Entities) error {
	return &VerticalError{fmt.Sprintf("nothing to ask for: none of the %d things of %s has a second value worth asking with; give the vertical more \"attributes\"", entities.Len(), v.Site)}
}

// ErrNoLinks is a sample page from which no other page of its site can be
// reached.
var ErrNoLinks = errors.New("no link leads from it to another page of its site; give a page that has links (one that needs no JavaScript)")

func (x *Explorer) log() *slog.Logger {
	if x.Log == nil {
		return slog.New(slog.DiscardHandler)
	}
	return x.Log
}

// reasons counts by reason. The zero value is ready for use, by several at once.
type reasons struct {
	mu sync.Mutex
	n  map[string]int
}

func (r *reasons) add(more map[string]int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.n == nil {
		r.n = make(map[string]int)
	}
	for reason, n := range more {
		r.n[reason] += n
	}
}

func (r *reasons) counts() map[string]int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return maps.Clone(r.n)
}
