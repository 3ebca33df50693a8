package judge

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"log/slog"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"verde/catalog"
	"verde/evidence"
	"verde/known"
	"verde/page"
	"verde/pageeval"
	"verde/progress"
)

// Judge judges sites. Pages and Classifier are needed. It is only read, by
// several goroutines at once if need be.
type Judge struct {
	Pages      page.Fetcher         // where pages come from
	Classifier *pageeval.Classifier // separates data from prose
	Known      *known.Entities      // what is known so far, nil for nothing
	Evaluate   int                  // pages judged of a URL shape, and a few more if some are data; default 6
	Samples    int                  // samples, at most, that a site's expansion starts from; default 3
	Log        *slog.Logger         // nil for none

	Progress func(progress.Event) // called by Candidates, also by several goroutines at once; nil for none
}

func (j Judge) withDefaults() Judge {
	if j.Known == nil {
		j.Known = new(known.Entities)
	}
	if j.Evaluate == 0 {
		j.Evaluate = 6
	}
	if j.Samples == 0 {
		j.Samples = 3
	}
	if j.Log == nil {
		j.Log = slog.New(slog.DiscardHandler)
	}
	if j.Progress == nil {
		j.Progress = func(progress.Event) {}
	}
	return j
}

// Fingerprint is a hash of what a judgement depends on besides the candidate, the
// results, the history and the pages: known entities, classifier, Evaluate and Samples.
func (j Judge) Fingerprint() (string, error) {
	j = j.withDefaults()
	weights, err := j.Classifier.MarshalText()
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(fmt.Appendf(nil, "%s %d %d %s", j.Known.Fingerprint(), j.Evaluate, j.Samples, weights))
	return hex.EncodeToString(sum[:]), nil
}

// Judgement is the decision on a site.
type Judgement struct {
	Source     catalog.Source    // [catalog.Accepted], or [catalog.Refused] or [catalog.Doubtful] with the reason
	History    History           // the earlier one, with the pages judged now
	Verdicts   []catalog.Verdict // on pages, in the order in which they were judged; of two on one page and query the later counts
	Downloaded int               // pages that were judged for the first time
}

// Site judges a candidate by the results that led to it: it inspects some of its
// pages, and decides. history is that of earlier rounds. A page that can't be had is a
// verdict with the reason; the error is for what ends the run. Cost: that of at most
// maxShapes*firstPages + maxDeepened*Evaluate pages, firstPages unusual ones and Evaluate
// owners.
func (j Judge) Site(ctx context.Context, c evidence.Candidate, results *evidence.Results, history History) (Judgement, error) {
	in := &inspection{Judge: j.withDefaults(), results: results, judged: map[string]PageJudgement{}}
	if history.KnownThen == in.Known.Len() {
		in.rejectedTemplates = history.Rejected
	}
	if err := in.inspect(ctx, c.URLs, history); err != nil {
		return Judgement{}, err
	}
	src := decide(in.judged, c.Support, in.Samples)
	if src.State == catalog.Refused {
		in.acceptByTitles(&src, in.results.Groups(c.URLs), history.RejectReason == "" || history.KnownThen != in.Known.Len())
	}
	src.Site, src.Role = c.Site, catalog.Discovered
	return Judgement{Source: src, History: history.with(in.judged), Verdicts: in.verdicts, Downloaded: in.downloaded}, nil
}

// Candidates judges sites without a history, atOnce of them at a time, and gives a source
// for each in the order of the list. A site that was accepted though its pages only may be
// data, so that a run would read some to see, is [catalog.Doubtful].
func (j Judge) Candidates(ctx context.Context, list []evidence.Candidate, results *evidence.Results, atOnce int) ([]catalog.Source, error) {
	j = j.withDefaults()
	j.Progress(progress.Event{Phase: progress.Judging, Total: len(list)})
	sources := make([]catalog.Source, len(list))
	var done atomic.Int64
	group, gctx := errgroup.WithContext(ctx)
	group.SetLimit(atOnce)
	for i, c := range list {
		group.Go(func() error {
			j.Progress(progress.Event{Phase: progress.Judging, Site: c.Site})
			defer j.Progress(progress.Event{Phase: progress.Ended, Site: c.Site})
			judged, err := j.Site(gctx, c, results, History{})
			s := judged.Source
			if s.State == catalog.Accepted && s.SemiStructured < minEntities {
				s.State, s.Reason = catalog.Doubtful, fmt.Sprintf("%d of %d pages are data for sure, %d may be; reading the site tells", s.SemiStructured, s.Evaluated, len(s.Evidence)-s.SemiStructured)
			}
			sources[i] = s
			j.Progress(progress.Event{Phase: progress.Judging, Done: int(done.Add(1))})
			return err
		})
	}
	return sources, group.Wait()
}
