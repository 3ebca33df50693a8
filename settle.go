package verde

import (
	"context"
	"errors"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"verde/catalog"
	"verde/evidence"
	"verde/judge"
	"verde/known"
)

// templatesRead is how many templates of a site are read in a round, if the pages
// of the first turn out to be about something else.
const templatesRead = 2

// judgeAndExplore judges the candidates of a round and explores those that are
// accepted, several sites at a time. What is known is fixed before, so the
// order in which sites end does not matter.
//
// What was seen of sites refused in earlier rounds is in refused, and goes there.
func (x *Explorer) judgeAndExplore(ctx context.Context, round int, list []evidence.Candidate, a *evidence.Results, entities *known.Entities, refused map[string]judge.History, r *RoundReport) error {
	opt := x.Options.withDefaults()
	told := x.tellJudging(len(list))
	histories := make([]*judge.History, len(list)) // of the sites refused now
	var evaluated, accepted atomic.Int64
	group, gctx := errgroup.WithContext(ctx)
	group.SetLimit(opt.Sites)
	for i, c := range list {
		group.Go(func() error {
			defer told.ended(c.Site)
			h := refused[c.Site]
			src, downloaded, err := x.settle(gctx, round, c, a, entities, &h, told)
			if err != nil {
				return err
			}
			evaluated.Add(int64(downloaded))
			if src.State == catalog.Expanded {
				accepted.Add(1)
			} else {
				histories[i] = &h
				x.log().Info("refused", "site", src.Site, "why", src.Reason)
			}
			return nil
		})
	}
	err := group.Wait()
	r.Evaluated, r.Accepted = int(evaluated.Load()), int(accepted.Load())
	for i, h := range histories {
		if h != nil {
			refused[list[i].Site] = *h
			r.Refused++
		}
	}
	return err
}

// settle judges a candidate, explores it if it is accepted, and puts what it came
// to into the catalog. It returns the source and the number of pages downloaded
// to judge it, and adds what it saw to the history.
//
// Where the pages of one template turn out to be lists or the like once they are
// read, the others are judged without them: a site shows its entities on pages of
// one template, and lists them on those of another.
func (x *Explorer) settle(ctx context.Context, round int, c evidence.Candidate, a *evidence.Results, entities *known.Entities, h *judge.History, told *judging) (catalog.Source, int, error) {
	told.begun(c.Site)
	src, downloaded, err := x.judge(ctx, round, c, a, entities, h)
	if err != nil {
		return src, downloaded, err
	}
	told.judged(src.State == catalog.Accepted)
	if src.State == catalog.Accepted {
		defer told.read()
	}
	for tried := 0; src.State == catalog.Accepted && tried < templatesRead; tried++ {
		if src, err = x.ExploreSite(ctx, src, entities, a.Entity); err != nil || src.State != catalog.Doubtful {
			return src, downloaded, err
		}
		*h = h.Reject(src, entities.Len())
		more := 0
		src, more, err = x.judge(ctx, round, c, a, entities, h)
		if downloaded += more; err != nil {
			return src, downloaded, err
		}
	}
	if h.RejectReason != "" {
		src.State, src.Reason = catalog.Doubtful, h.RejectReason
	}
	return src, downloaded, errors.Join(x.noteSource(src), x.Catalog.PutSource(ctx, src))
}

// judge judges a candidate, and keeps the verdicts on its pages. It returns the
// source and the number of pages downloaded, and adds what was seen to the history.
func (x *Explorer) judge(ctx context.Context, round int, c evidence.Candidate, a *evidence.Results, entities *known.Entities, h *judge.History) (catalog.Source, int, error) {
	judged, err := x.judgeOf(entities).Site(ctx, c, a, *h)
	if err != nil {
		return catalog.Source{}, 0, err
	}
	judged.Source.Round, *h = round, judged.History
	for _, v := range judged.Verdicts {
		if err := x.noteVerdict(v); err != nil {
			return judged.Source, judged.Downloaded, err
		}
	}
	return judged.Source, judged.Downloaded, x.Catalog.PutVerdict(ctx, judged.Verdicts...)
}

// judgeOf judges sites against what is known.
func (x *Explorer) judgeOf(entities *known.Entities) judge.Judge {
	opt := x.Options.withDefaults()
	return judge.Judge{Pages: x.Pages, Classifier: x.Classifier, Known: entities, Evaluate: opt.Evaluate, Samples: opt.Samples, Log: x.log()}
}
