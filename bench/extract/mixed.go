package extract

import (
	"context"
	"fmt"

	"verde/bench/table"
	"verde/eval/swde"
	"verde/extract"
	"verde/extract/accuracy"
	"verde/extract/improvement"
	"verde/page"
)

// A site is read badly if the mean F of its attributes is below badF, and well from goodF on.
const (
	badF  = .5
	goodF = .9
)

// siteRead is how well a site was read, and whether it is told that much is in columns that say several things.
type siteRead struct {
	family string
	f      float64
	told   bool
}

// mixed measures what it tells of how well sites are read that much is in columns that say several things. Since
// nearly all are read well, each is read without labels in rows, and without any improvement, as well.
func mixed() *table.Table {
	return &table.Table{
		Name: "extract-mixed", About: "Whether sites are read badly, by the share of texts in columns that say several things",
		Columns: []string{"family", "readings", "bad", "told", "good", "needless"}, Key: []string{"family"}, Bold: "told",
		Packages: measured, Needs: []table.Need{table.Corpora, table.Webbox, table.Sites}, Minutes: 4,
		Measure: func(ctx context.Context, r *table.Run) error {
			all, err := mixedReadings(ctx, r)
			if err != nil {
				return err
			}
			for _, family := range append(distinct(all, func(s siteRead) string { return s.family }), "all") {
				readings, bad, told, good, needless := 0, 0, 0, 0, 0
				for _, s := range all {
					if family != "all" && s.family != family {
						continue
					}
					over := 0
					if s.told {
						over = 1
					}
					if readings++; s.f < badF {
						bad, told = bad+1, told+over
					} else if s.f >= goodF {
						good, needless = good+1, needless+over
					}
				}
				if err := r.Put("go run ./bench/run extract-mixed", table.Figures{"family": table.Value(family), "readings": table.Count(readings), "bad": table.Count(bad),
					"told": table.Count(told), "good": table.Count(good), "needless": table.Count(needless)}); err != nil {
					return err
				}
			}
			return nil
		},
	}
}

// mixedReadings reads sites of SWDE, of documentation whose whole schemas are known, and of generated webs.
func mixedReadings(ctx context.Context, r *table.Run) ([]siteRead, error) {
	var out []siteRead
	read := func(family string, pages []*page.Page, truth accuracy.Truth) error {
		for _, x := range []improvement.Set{0, improvement.RowLabels, ^improvement.Set(0)} {
			if err := ctx.Err(); err != nil {
				return err
			}
			got, err := aligned(pages, extract.Options{Off: x})
			if err != nil {
				return err
			}
			m := extract.MixedIn(got.records)
			f := accuracy.Mean(accuracy.InOrder(accuracy.Grade(got.records, truth, accuracy.Exact))).F
			out = append(out, siteRead{family, f, m.Many()})
		}
		return nil
	}
	sites, err := swde.Read(table.Corpora.Path("swde"))
	if err != nil {
		return nil, err
	}
	for _, s := range sites {
		if err := read("SWDE", s.Pages[:min(samplePages, len(s.Pages))], s.Truth); err != nil {
			return nil, fmt.Errorf("%s: %w", s.Name, err)
		}
	}
	if err := eachDocumented(r, func(s webSite) error { return read("documentation", s.pages, s.truth) }); err != nil {
		return nil, err
	}
	err = eachOfWebs(ctx, r, samplePages, func(family, _ string, s webSite) error { return read("webs "+family, s.pages, s.truth) })
	return out, err
}
