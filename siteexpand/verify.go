package siteexpand

import (
	"context"
)

// Estimate is what a run thinks of its own result. Pages that were fetched and
// found alike count as right; of those taken with their class, and of those
// left out with theirs, the share that was right among the class's URLs that
// were asked for. It knows nothing of URLs that no fetched page links to.
type Estimate struct {
	Precision float64 `json:"precision"`
	Recall    float64 `json:"recall"`
	Checked   int     `json:"checked"`        // pages fetched for the estimate alone, or since all were to be
	Dead      *Dead   `json:"dead,omitempty"` // of the inferred pages; nil if there are none
}

const (
	mostChecked = 20  // pages fetched to verify at most
	partChecked = .05 // of the pages taken with their class
)

// verify fetches a few of the pages that were taken with their class: one on each
// link-path, the largest first, and some more by their numbers. That also decides
// these classes better. Where a dead one comes up it goes on until it is settled
// whether most are. If the options ask for it, it fetches all. It returns the
// number of downloads.
func (f *crawl) verify(ctx context.Context) (checked int, err error) {
	before := f.report.Downloads
	strata, all := f.inferred()
	budget := max(0, min(mostChecked, max(len(strata), int(partChecked*float64(all))), f.limit-before))
	spare := max(0, budget-len(strata))
	for _, s := range strata[:min(budget, len(strata))] {
		n := 1 + spare*len(s.urls)/all
		for i := range n {
			if err := f.look(ctx, s.urls[i*len(s.urls)/n]); err != nil {
				return 0, err
			}
		}
		for i := 0; i < len(s.urls) && s.on.dead > 0 && !s.on.settled() && s.on.asked < mostChecked; i++ {
			if err := f.look(ctx, s.urls[i]); err != nil {
				return 0, err
			}
		}
	}
	for f.opt.Verify && all > 0 && !f.spent() {
		for _, s := range strata {
			for _, u := range s.urls {
				if err := f.look(ctx, u); err != nil {
					return 0, err
				}
			}
		}
		f.weigh()
		strata, all = f.inferred()
	}
	return f.report.Downloads - before, nil
}

// look visits a URL unless that was done, under this name or another, or no more
// is to be asked for.
func (f *crawl) look(ctx context.Context, u urlID) error {
	if f.visited(u) || f.spent() {
		return nil
	}
	_, err := f.visit(ctx, u)
	return err
}

// estimate judges the result by the shares of alike pages in the classes, and of
// pages among the URLs.
func (f *crawl) estimate(checked int) *Estimate {
	right, found, missed := 0., 0., 0.
	f.each(func(met urlID, t *target, in bool) {
		chance := t.of.share() * t.on.live()
		switch unseen := !f.visited(met) && !t.kept; {
		case in && unseen:
			right, found = right+chance, found+1
		case in:
			right, found = right+1, found+1
		case t.fits && unseen:
			missed += chance
		}
	})
	e := &Estimate{Checked: checked}
	if found > 0 {
		e.Precision, e.Recall = right/found, right/(right+missed)
	}
	strata, _ := f.inferred()
	e.Dead = expect(strata)
	return e
}

// diagnose looks for reasons to doubt the result of a focused crawl.
func (f *crawl) diagnose(starts []urlID, found int) {
	f.diagnoseStructure(starts, found)
	type mix struct {
		class   string
		v       *verdict
		unseen  int
		example urlID
	}
	mixes := map[string]*mix{}
	for _, u := range f.order {
		t := f.info[u]
		v := t.of
		if f.resolve(u) != u || !t.fits || t.done || v.likely() || v.alike == 0 {
			continue
		}
		if mixes[t.class] == nil {
			mixes[t.class] = &mix{class: t.class, v: v, example: u}
		}
		mixes[t.class].unseen++
	}
	var worst *mix
	for _, m := range mixes {
		if worst == nil || m.unseen > worst.unseen || m.unseen == worst.unseen && m.class < worst.class {
			worst = m
		}
	}
	if worst != nil && worst.unseen >= classTrials {
		f.say(Mixed, "give more samples, or raise the download limit",
			"of pages with URLs like %s, %d of %d were alike, and %d more were not looked at", f.urls[worst.example], worst.v.alike, worst.v.tried, worst.unseen)
	}
	if f.own < looseJudges {
		f.say(Loose, "check the pages; give samples that have more in common",
			"one of the %d pages that stand for the type has %.0f %% of what the others share", len(f.judges), 100*f.own)
	}
}

// looseJudges is the likeness of the judges below which they may be of several
// templates.
const looseJudges = .5
