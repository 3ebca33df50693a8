package extract

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"verde/bench/table"
	"verde/eval/static"
	"verde/extract"
	"verde/extract/accuracy"
	"verde/page"
)

// staticTasks are the ways in which the pages of a static site are read.
func staticTasks() []struct {
	name string
	run  func(pages []*page.Page, opt extract.Options) (reading, error)
} {
	return []struct {
		name string
		run  func(pages []*page.Page, opt extract.Options) (reading, error)
	}{
		{"aligned pages", aligned},
		{"same pages", wrapped},
		{"other half", func(pages []*page.Page, opt extract.Options) (reading, error) {
			learn, apply := alternate(pages)
			return unseen(learn, apply, opt)
		}},
	}
}

// alternate makes halves of pages in some order that are alike, unlike the first
// and the second half of an alphabet.
func alternate(pages []*page.Page) (even, odd []*page.Page) {
	for i, p := range pages {
		if i%2 == 0 {
			even = append(even, p)
		} else {
			odd = append(odd, p)
		}
	}
	return even, odd
}

// gradeClear scores the reading on the pages whose truth is known, which are
// others for each attribute.
func gradeClear(got reading, s *static.Site) map[string]accuracy.Score {
	out := map[string]accuracy.Score{}
	for attribute, pages := range s.Truth {
		known := func(records []extract.Record) []extract.Record {
			if records == nil {
				return nil
			}
			return slices.DeleteFunc(slices.Clone(records), func(r extract.Record) bool { return s.Unclear[attribute][r.URL] })
		}
		maps.Copy(out, reading{known(got.learned), known(got.records)}.grade(accuracy.Truth{attribute: pages}))
	}
	return out
}

// staticSites grades records of sites by the data that the sites were made from.
func staticSites() *table.Table {
	return &table.Table{
		Name: "extract-static", About: "Records of static sites, by the data that their pages were made from",
		Columns: []string{"read", "type", "attribute", "pages", "showing it", "as a whole text", "P", "R", "F", "column"}, Key: []string{"read", "type", "attribute"}, Bold: "F",
		Packages: append([]string{"eval/static"}, measured...), Needs: []table.Need{table.Corpora, table.Sites}, Minutes: 2,
		Measure: func(ctx context.Context, r *table.Run) error {
			sites, err := static.Read(ctx, table.Corpora.Path("sites", "sites.json"), table.Sites.Path(), static.Hidden)
			if err != nil {
				return err
			}
			for _, t := range staticTasks() {
				var f []float64
				for _, s := range sites {
					r.Sayf("%s, %s", t.name, s.Name)
					got, err := t.run(s.Pages, extract.Options{})
					if err != nil {
						return fmt.Errorf("%s: %w", s.Name, err)
					}
					typeMean, err := putStatic(r, t.name, s, gradeClear(got, s))
					if err != nil {
						return err
					}
					f = append(f, typeMean)
				}
				if err := putSpread(r, t.name, sites, f); err != nil {
					return err
				}
			}
			return nil
		},
	}
}

const staticCommand = "go run ./bench/run extract-static"

// putStatic keeps the rows of one type, and gives the mean of F.
func putStatic(r *table.Run, read string, s *static.Site, scores map[string]accuracy.Score) (float64, error) {
	row := func(attribute string, x accuracy.Score) table.Figures {
		return table.Figures{"read": table.Value(read), "type": table.Value(s.Name), "attribute": table.Value(attribute), "column": table.Value(x.Column),
			"P": table.Fixed(x.Precision, 3), "R": table.Fixed(x.Recall, 3), "F": table.Fixed(x.F, 3)}
	}
	for _, a := range s.Attributes {
		x, ok := scores[a.Name]
		if !ok {
			continue
		}
		f := row(a.Name, x)
		f["pages"], f["showing it"], f["as a whole text"] = table.Count(a.Pages), table.Count(a.Shown), table.Count(a.Whole)
		if err := r.Put(staticCommand, f); err != nil {
			return 0, err
		}
	}
	all := accuracy.Mean(accuracy.InOrder(scores))
	f := row(fmt.Sprintf("mean of %d", len(scores)), all)
	f["pages"] = table.Count(len(s.Pages))
	return all.F, r.Put(staticCommand, f)
}

// putSpread keeps the row of all types.
func putSpread(r *table.Run, read string, sites []*static.Site, f []float64) error {
	median, worst, at := accuracy.Spread(f)
	return r.Put(staticCommand, table.Figures{"read": table.Value(read), "type": "all", "F": table.Fixed(mean(f), 3),
		"attribute": table.Value(fmt.Sprintf("mean of %d types; median %.3f, worst %s %.3f", len(f), median, sites[at].Name, worst))})
}
