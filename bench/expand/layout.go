package expand

import (
	"context"
	"fmt"
	"strings"

	"verde/bench/table"
	"verde/eval"
	"verde/page"
)

// laidOutTypes are types of sites whose folders have their style sheets, without which a
// browser shows another page, and that can be laid out within minutes.
var laidOutTypes = []string{"exiftool-taggroups", "gtk3-widgets", "playersb-players", "playersb-teams", "reiskoch-recipes", "sqlite-c3ref"}

// besideGPP are the methods that are measured beside gpp, "" for the default.
var besideGPP = []string{"gpp", "ssup", "indesit", ""}

// laidOut has P, R, F1 and downloads in a cell, and what it took to lay pages out.
func laidOut() *table.Table {
	columns := []string{"type", "pages"}
	for _, m := range besideGPP {
		columns = append(columns, column(m))
	}
	return &table.Table{
		Name: "expand-layout", About: "Growing Parallel Paths beside the others, and what laying pages out costs",
		Columns: append(columns, "laid out", "s a page", "kB a page", "requests a page"), Key: []string{"type"},
		Packages: append([]string{"render"}, measured...), Needs: []table.Need{table.Corpora, table.Sites}, Minutes: 10,
		Measure: func(ctx context.Context, r *table.Run) error {
			means := make(map[string][]eval.Figures)
			var all []eval.Row
			for _, name := range laidOutTypes {
				if !strings.Contains(name, r.Only) {
					continue
				}
				cells := table.Figures{"type": table.Value(name)}
				for _, m := range besideGPP {
					rows, err := ofType(m, name).measure(ctx, r)
					if err != nil {
						return err
					}
					x := eval.Summarize(rows).Mean
					means[m] = append(means[m], x)
					cells[column(m)] = cell(x)
					cells["pages"] = table.Count(eval.Summarize(rows).Types[0].Pages)
					if m == "gpp" {
						addCost(cells, rows)
						all = append(all, rows...)
					}
				}
				if err := r.Put(ofType("METHOD", name).command(), cells); err != nil {
					return err
				}
			}
			if len(means["gpp"]) < len(laidOutTypes) { // no mean of a part
				return nil
			}
			cells := table.Figures{"type": "mean"}
			for _, m := range besideGPP {
				var x eval.Figures
				n := float64(len(means[m]))
				for _, f := range means[m] {
					x.Precision, x.Recall, x.F1, x.Downloads = x.Precision+f.Precision/n, x.Recall+f.Recall/n, x.F1+f.F1/n, x.Downloads+f.Downloads/n
				}
				cells[column(m)] = cell(x)
			}
			addCost(cells, all)
			return r.Put(ofType("METHOD", "TYPE").command(), cells)
		},
	}
}

// ofType are the runs of a method on one type.
func ofType(method, name string) runs {
	x := given(method, "--only", name)
	if method == "" {
		x.flags = x.flags[2:]
	}
	return x
}

func column(method string) string {
	if method == "" {
		return "default"
	}
	return method
}

func cell(x eval.Figures) table.Value {
	return table.Value(fmt.Sprintf("%.2f %.2f %.2f %.0f", x.Precision, x.Recall, x.F1, x.Downloads))
}

// addCost adds what laying pages out took, a run and a page.
func addCost(f table.Figures, rows []eval.Row) {
	var c page.LayoutCost
	for _, r := range rows {
		if r.Layout != nil {
			c.Add(*r.Layout)
		}
	}
	pages := float64(max(1, c.Pages))
	f["laid out"] = table.Fixed(float64(c.Pages)/float64(max(1, len(rows))), 0)
	f["s a page"] = table.Fixed(c.Seconds/pages, 2)
	f["kB a page"] = table.Fixed(float64(c.Bytes)/1000/pages, 0)
	f["requests a page"] = table.Fixed(float64(c.Requests)/pages, 1)
}
