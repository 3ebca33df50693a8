package loop

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"

	"verde/bench/table"
)

// startsApart says which sites are starts in table verticals: every startsApart-th of its sites, in
// the order of their names.
const startsApart = 3

// anyVertical measures the loop where nothing about it was decided: in all verticals that
// there are values of, on both families of templates, from starts by a fixed rule.
func anyVertical() *table.Table {
	return &table.Table{
		Name: "verticals", About: "The whole loop in six verticals, on two families of templates",
		Columns: []string{"vertical", "family", "start site", "sources P / R", "pages P / R", "triples P / R", "strict R", "examined", "not found: estimate", "says", "seconds"},
		Key:     []string{"vertical", "family", "start site"}, Packages: measured, Needs: []table.Need{table.Corpora, table.Webbox, table.Templates}, Minutes: 100,
		Measure: func(ctx context.Context, r *table.Run) error {
			for _, family := range []struct{ name, templates string }{{"A", ""}, {"B", table.Templates.Path()}} {
				for _, vertical := range slices.Sorted(maps.Keys(domains)) {
					if err := startsOf(ctx, r, vertical, family.name, family.templates); err != nil {
						return err
					}
				}
			}
			return nil
		},
	}
}

// startsOf measures the rows of one vertical and family, all of one web.
func startsOf(ctx context.Context, r *table.Run, vertical, family, templates string) error {
	w, err := serveFamily(ctx, r, vertical, 1, templates)
	if err != nil {
		return err
	}
	defer w.close()
	hosts := slices.Sorted(maps.Keys(w.sites))
	for i := 0; i < len(hosts); i += startsApart {
		name := strings.TrimSuffix(hosts[i], ".example")
		f := table.Figures{"vertical": table.Value(vertical), "family": table.Value(family), "start site": table.Value(strings.TrimPrefix(name, vertical+"-"))}
		skip, err := r.Skip(f)
		if err != nil {
			return err
		}
		if skip {
			continue
		}
		r.Sayf("%s, family %s", name, family)
		x, err := w.explore(ctx, r, name, usual)
		if err != nil {
			return err
		}
		if err := w.score(ctx, x, f); err != nil {
			return err
		}
		f["examined"], f["not found: estimate"], f["says"], f["seconds"] = table.Fixed(x.share(), 3), table.Value(x.estimate), table.Value(cmp.Or(x.says, "-")), table.Fixed(x.seconds, 0)
		if err := r.Put(command(vertical, 1, usual), f); err != nil {
			return err
		}
	}
	return nil
}
