package loop

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"

	"verde/bench/table"
	"verde/bench/webs"
)

// startsApart says which sites are starts in table verticals: every startsApart-th of its sites, in
// the order of their names.
const startsApart = 3

// anyVertical measures the loop where nothing about it was decided: in all verticals that
// there are values of, on all families of templates, from starts by a fixed rule.
func anyVertical() *table.Table {
	return &table.Table{
		Name: "verticals", About: "The whole loop in eight verticals, on four families of templates",
		Columns: []string{"vertical", "family", "start site", "sources P / R", "pages P / R", "triples P / R", "strict R", "examined", "not found: estimate", "says", "seconds"},
		Key:     []string{"vertical", "family", "start site"}, Packages: measured, Needs: []table.Need{table.Corpora, table.Webbox}, Minutes: 120,
		Measure: func(ctx context.Context, r *table.Run) error { return eachStart(ctx, r, startRow) },
	}
}

// eachStart measures each start of the verticals, the first of all webs first, so that what
// is broken off tells of all verticals; measure puts the row, of which the figures have
// the key.
func eachStart(ctx context.Context, r *table.Run, measure func(ctx context.Context, r *table.Run, w *web, host string, f table.Figures) error) error {
	hosts := map[string][]string{} // of each vertical, the same in all families
	families := webs.All(r)
	left := true
	for start := 0; left; start += startsApart {
		left = false
		for _, family := range families {
			for _, vertical := range family.Verticals {
				if known, ok := hosts[vertical]; ok {
					left = left || start+startsApart < len(known)
					if _, skip, err := startFigures(r, vertical, family.Name, known, start); err != nil || skip {
						if err != nil {
							return err
						}
						continue // without a web
					}
				}
				w, err := serveFamily(ctx, r, vertical, 1, family)
				if err != nil {
					return err
				}
				hosts[vertical] = slices.Sorted(maps.Keys(w.sites))
				left = left || start+startsApart < len(hosts[vertical])
				err = oneStart(ctx, r, w, family.Name, hosts[vertical], start, measure)
				w.close()
				if err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// startFigures gives the key of a start's row, and whether it is not to be measured.
func startFigures(r *table.Run, vertical, family string, hosts []string, start int) (table.Figures, bool, error) {
	if start >= len(hosts) {
		return nil, true, nil
	}
	site := strings.TrimPrefix(strings.TrimSuffix(hosts[start], ".example"), vertical+"-")
	f := table.Figures{"vertical": table.Value(vertical), "family": table.Value(family), "start site": table.Value(site)}
	skip, err := r.Skip(f)
	return f, skip, err
}

// oneStart is eachStart for one.
func oneStart(ctx context.Context, r *table.Run, w *web, family string, hosts []string, start int, measure func(ctx context.Context, r *table.Run, w *web, host string, f table.Figures) error) error {
	f, skip, err := startFigures(r, w.world.Vertical, family, hosts, start)
	if err != nil || skip {
		return err
	}
	r.Sayf("%s, family %s", hosts[start], family)
	return measure(ctx, r, w, hosts[start], f)
}

// startRow measures one row of table verticals.
func startRow(ctx context.Context, r *table.Run, w *web, host string, f table.Figures) error {
	x, err := w.exploreFrom(ctx, r, strings.TrimSuffix(host, ".example"), asked{instances: instances, rounds: rounds})
	if err != nil {
		return err
	}
	if err := w.score(ctx, x, f); err != nil {
		return err
	}
	f["examined"], f["not found: estimate"], f["says"], f["seconds"] = table.Fixed(x.share(), 3), table.Value(x.estimate), table.Value(cmp.Or(x.says, "-")), table.Fixed(x.seconds, 0)
	return r.Put(command(w.world.Vertical, 1), f)
}
