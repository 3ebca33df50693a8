package loop

import (
	"cmp"
	"context"
	"encoding/csv"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"verde/bench/table"
	"verde/bench/webs"
	"verde/eval/webbox"
)

// A list is listed entities with what names them and further columns, listColumns in all.
const listed, listColumns = 60, 3

// names are the attributes that name the entities of the verticals.
var names = map[string]string{"nbaplayer": "name", "movie": "title", "book": "title", "auto": "model", "camera": "model", "job": "title"}

// lists measures the loop where a list of entities stands in place of a training site.
func lists() *table.Table {
	return &table.Table{
		Name: "entities", About: "The whole loop from a list of sixty entities with three columns, in place of a page",
		Columns: []string{"vertical", "family", "columns", "sources P / R", "pages P / R", "triples P / R", "examined", "not found: estimate", "says", "seconds"},
		Key:     []string{"vertical", "family"}, Packages: measured, Needs: []table.Need{table.Corpora, table.Webbox, table.Templates}, Minutes: 40,
		Measure: func(ctx context.Context, r *table.Run) error {
			for _, family := range webs.Foreign() {
				for _, vertical := range family.Verticals {
					f := table.Figures{"vertical": table.Value(vertical), "family": table.Value(family.Name)}
					if skip, err := r.Skip(f); err != nil {
						return err
					} else if skip {
						continue
					}
					r.Sayf("%s, family %s", vertical, family.Name)
					w, err := serveFamily(ctx, r, vertical, 1, family)
					if err != nil {
						return err
					}
					err = w.exploreList(ctx, r, f)
					w.close()
					if err != nil {
						return err
					}
				}
			}
			return nil
		},
	}
}

// exploreList measures one row of table entities: the list is of the entities of the first
// site, of which as many lie between one and the next.
func (w *web) exploreList(ctx context.Context, r *table.Run, f table.Figures) error {
	truth, err := w.Entities(ctx)
	if err != nil {
		return err
	}
	rows := list(truth[slices.Min(slices.Collect(maps.Keys(w.sites)))], names[w.world.Vertical])
	file := filepath.Join(r.Work, fmt.Sprintf("list-%s.csv", w.world.Vertical))
	if err := writeTable(file, rows); err != nil {
		return err
	}
	x, err := w.explore(ctx, r, fmt.Sprintf("list-%s-%s", w.world.Vertical, f["family"]), asked{instances: instances, rounds: rounds}, "--entities", file)
	if err != nil {
		return err
	}
	if err := w.score(ctx, x, f); err != nil {
		return err
	}
	f["columns"] = table.Value(strings.Join(rows[0], ", "))
	f["examined"], f["not found: estimate"], f["says"], f["seconds"] = table.Fixed(x.share(), 3), table.Value(x.estimate), table.Value(cmp.Or(x.says, "-")), table.Fixed(x.seconds, 0)
	return r.Put(strings.Replace(command(w.world.Vertical, 1), "explore START", "explore --entities LIST", 1), f)
}

// list gives a table of the entities of a site: what names them, and the attributes that most
// of them have.
func list(entities []webbox.Entity, name string) [][]string {
	entities = slices.SortedFunc(slices.Values(entities), func(a, b webbox.Entity) int { return strings.Compare(a.URL, b.URL) })
	counts := map[string]int{}
	for _, e := range entities {
		for attribute, texts := range e.Record {
			if len(texts) > 0 && attribute != name {
				counts[attribute]++
			}
		}
	}
	columns := slices.SortedFunc(maps.Keys(counts), func(a, b string) int {
		return cmp.Or(cmp.Compare(counts[b], counts[a]), strings.Compare(a, b))
	})
	columns = append([]string{name}, columns[:min(listColumns-1, len(columns))]...)
	out := [][]string{columns}
	for i := 0; i < len(entities) && len(out) <= listed; i += max(1, len(entities)/listed) {
		row := make([]string, len(columns))
		for j, c := range columns {
			if texts := entities[i].Record[c]; len(texts) > 0 {
				row[j] = texts[0]
			}
		}
		out = append(out, row)
	}
	return out
}

func writeTable(file string, rows [][]string) error {
	var b strings.Builder
	if err := csv.NewWriter(&b).WriteAll(rows); err != nil {
		return err
	}
	return os.WriteFile(file, []byte(b.String()), 0o600)
}
