package expand

import (
	"context"
	"fmt"
	"strings"

	"verde/bench/table"
	"verde/bench/webs"
	"verde/eval"
	"verde/eval/articles"
	"verde/eval/webbox"
	"verde/siteexpand/methods"
)

// Draws and samples of each site of a generated web.
const (
	webDraws   = 3
	webSamples = 3
)

// belowOn is the precision or recall on a site from which on it is named.
const belowOn = .98

func generated() *table.Table {
	return &table.Table{
		Name: "expand-webs", About: "The default method on generated webs, traps and all",
		Columns: []string{"vertical", "family", "seed", "sites", "P", "R", "downloads", "sites below .98"}, Key: []string{"vertical", "family", "seed"},
		Packages: []string{"siteexpand/methods", "eval/webbox"}, Needs: []table.Need{table.Corpora, table.Webbox}, Minutes: 35,
		Measure: func(ctx context.Context, r *table.Run) error {
			noise := r.Work + "/noise"
			if _, _, err := articles.CopyNoise(table.Corpora.Path("articles"), noise); err != nil {
				return err
			}
			families := webs.All(r)
			for seed := range uint64(3) {
				for _, family := range families {
					for _, vertical := range family.Verticals {
						f := table.Figures{"vertical": table.Value(vertical), "family": table.Value(family.Name), "seed": table.Count(int(seed + 1))}
						if skip, err := r.Skip(f); err != nil || skip {
							if err != nil {
								return err
							}
							continue
						}
						r.Sayf("%s, family %s, seed %d", vertical, family.Name, seed+1)
						if err := expandWeb(ctx, family.World(vertical, noise, seed+1), f); err != nil {
							return err
						}
						if err := r.Put(fmt.Sprintf("go run ./bench/run expand-webs (%d draws of %d samples of each site)", webDraws, webSamples), f); err != nil {
							return err
						}
					}
				}
			}
			return nil
		},
	}
}

// expandWeb expands the sites of one web and fills in the figures.
func expandWeb(ctx context.Context, world webbox.World, f table.Figures) error {
	method, err := methods.ByName("")
	if err != nil {
		return err
	}
	ctx, stop := context.WithCancel(ctx)
	web, done, err := webbox.Serve(ctx, table.Webbox.Path(), world)
	defer stop()
	if err != nil {
		return err
	}
	rows, err := web.Expand(ctx, webbox.Expansion{Method: method, Samples: webSamples, Draws: webDraws})
	stop()
	done()
	if err != nil {
		return err
	}
	s := eval.Summarize(rows)
	var below []string
	for _, t := range s.Types {
		if site := strings.TrimSuffix(t.Type, ".example"); t.Mean.Precision < belowOn || t.Mean.Recall < belowOn {
			below = append(below, fmt.Sprintf("%s (P %.2f, R %.2f)", site, t.Mean.Precision, t.Mean.Recall))
		}
	}
	f["sites"], f["P"], f["R"] = table.Count(len(s.Types)), table.Fixed(s.Mean.Precision, 3), table.Fixed(s.Mean.Recall, 3)
	f["downloads"], f["sites below .98"] = table.Fixed(s.Mean.Downloads, 0), table.Value(strings.Join(below, ", "))
	return nil
}
