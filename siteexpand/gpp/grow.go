package gpp

import (
	"context"

	"verde/siteexpand"
	"verde/siteexpand/site"
)

// grow collects the pages at the end of the paths parallel to one to a sample: from its first page,
// on each level, all lists that are shown in the same place of a page lead to the next.
func grow(ctx context.Context, v *viewer, sample site.ID, path []hop, into *site.Collection) error {
	level := []site.ID{path[0].from}
	run := siteexpand.Run{Sample: v.URL(v.Resolve(sample))}
	for i, h := range path {
		last := i == len(path)-1
		run.PagePath = append(run.PagePath, v.URL(v.Resolve(h.from)))
		var next []site.ID
		met := make(map[site.ID]bool)
		for _, u := range level {
			lists, err := v.view(ctx, u)
			if err != nil {
				return err
			}
			for _, l := range lists {
				if l.place != h.place {
					continue
				}
				for _, to := range v.targets(l) {
					if met[to] {
						continue
					}
					met[to] = true
					next = append(next, to)
					if last {
						take(v, sample, u, to, l.place, len(path), into)
					}
				}
			}
		}
		if level = next; last {
			run.Pages = len(next)
		}
	}
	if v.Report.PagePath == nil {
		v.Report.PagePath = run.PagePath
	}
	v.Report.Runs = append(v.Report.Runs, run)
	return nil
}

// take puts a page into the collection to which a list of another leads, on a level. How
// alike it is to the sample is told if it was fetched anyway.
func take(v *viewer, sample, from, to site.ID, by place, level int, into *site.Collection) {
	e := siteexpand.EntityPage{Status: siteexpand.Inferred}
	if n := v.Page(to); n != nil {
		e.Status, e.HTMLSimilarity = siteexpand.Fetched, n.Schema.Similarity(v.Page(sample).Schema)
	} else if v.Visited(to) {
		return // it can't be had
	}
	into.Add(to, e)
	into.Place(to, level, from, v.paths.name(by.path))
}
