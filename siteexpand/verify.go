package siteexpand

import (
	"cmp"
	"context"
	"slices"
)

// Estimate is what a run thinks of its own result. Pages that were fetched and
// found alike count as right; of those taken with their class, and of those
// left out with theirs, the share that was right among the class's fetched
// pages. It knows nothing of URLs that no fetched page links to.
type Estimate struct {
	Precision float64 `json:"precision"`
	Recall    float64 `json:"recall"`
	Checked   int     `json:"checked"` // pages fetched for the estimate alone
}

const (
	mostChecked = 20  // pages fetched to verify at most
	partChecked = .05 // of the pages taken with their class
)

// verify fetches a few of the pages that were taken with their class, spread
// over the classes by their size, which also decides these classes better.
func (f *crawl) verify(ctx context.Context) (checked int, err error) {
	unseen := map[string][]urlID{}
	all := 0
	for _, u := range f.order {
		if t := f.info[u]; f.resolve(u) == u && t.fits && !t.done && f.accepted(t) {
			unseen[t.class] = append(unseen[t.class], u)
			all++
		}
	}
	budget := min(mostChecked, int(partChecked*float64(all)), f.limit-f.report.Downloads)
	if budget <= 0 {
		return 0, nil
	}
	type class struct {
		name string
		urls []urlID
	}
	var classes []class
	for name, urls := range unseen {
		classes = append(classes, class{name, urls})
	}
	slices.SortFunc(classes, func(a, b class) int {
		return cmp.Or(cmp.Compare(len(b.urls), len(a.urls)), cmp.Compare(a.name, b.name))
	})
	for _, c := range classes {
		n := min((budget*len(c.urls)+all-1)/all, budget-checked)
		for i := range n {
			u := c.urls[i*len(c.urls)/n]
			if f.info[u].done {
				continue
			}
			if _, err := f.visit(ctx, u); err != nil {
				return checked, err
			}
			checked++
		}
	}
	return checked, nil
}

// estimate judges the result by the shares of alike pages in the classes.
func (f *crawl) estimate(checked int) *Estimate {
	right, found, missed := 0., 0., 0.
	for _, u := range f.order {
		t := f.info[u]
		if f.resolve(u) != u || !t.fits && !t.sample {
			continue
		}
		v := t.of
		switch {
		case f.alike(t):
			right, found = right+1, found+1
		case t.done:
		case v.likely():
			right, found = right+v.share(), found+1
		default:
			missed += v.share()
		}
	}
	if found == 0 {
		return &Estimate{Checked: checked}
	}
	return &Estimate{Precision: right / found, Recall: right / (right + missed), Checked: checked}
}

// diagnose looks for reasons to doubt the result of a focused crawl.
func (f *crawl) diagnose(starts []urlID, found int) {
	f.diagnoseStructure(starts, found)
	if f.report.Downloads >= f.opt.MaxDownloads {
		f.say(CutShort, "raise the download limit", "the crawl ended after %d downloads", f.report.Downloads)
	}
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
