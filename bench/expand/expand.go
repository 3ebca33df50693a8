// Package expand measures expansion of sites: on real ones whose entity pages
// are known, by "verde eval expand", and on generated webs.
package expand

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"verde/bench/table"
	"verde/eval"
)

// measured are the packages whose code decides a figure of these tables.
var measured = []string{"siteexpand/methods", "eval/sites"}

// runs are the flags of eval expand that say what is measured. Without draws it is
// the flags that say which samples there are.
type runs struct {
	samples, draws int
	flags          []string
}

func (x runs) args() []string {
	args := []string{"--samples", fmt.Sprint(x.samples)}
	if x.draws > 0 {
		args = append(args, "--draws", fmt.Sprint(x.draws), "--seed", "1")
	}
	return append(args, x.flags...)
}

// command is what makes the rows, by the names of what it needs.
func (x runs) command() string {
	return "verde eval expand --sites $VERDE_CORPORA/sites/sites.json --pages $VERDE_SITES " + strings.Join(x.args(), " ")
}

// measure makes the runs, or goes on with them where it was broken off.
func (x runs) measure(ctx context.Context, r *table.Run) ([]eval.Row, error) {
	return x.measureOf(ctx, r, table.Corpora.Path("sites", "sites.json"), table.Sites.Path())
}

// measureOf does so for the types that a description lists, with their pages in a folder.
func (x runs) measureOf(ctx context.Context, r *table.Run, description, pages string) ([]eval.Row, error) {
	args := x.args()
	file := filepath.Join(r.Work, strings.NewReplacer("--", "", " ", "-").Replace(strings.Join(args, " "))+".jsonl")
	args = append([]string{"eval", "expand", "--sites", description, "--pages", pages,
		"--workers", "1", "-o", file, "--quiet"}, args...)
	r.Sayf("%d samples, %d draws %s", x.samples, x.draws, strings.Join(x.flags, " "))
	if _, err := r.Verde(ctx, nil, args...); err != nil {
		return nil, err
	}
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return eval.ReadRows(f, file)
}

// scores are the columns that most tables have.
func scores(f eval.Figures) table.Figures {
	return table.Figures{"P": table.Fixed(f.Precision, 3), "R": table.Fixed(f.Recall, 3), "F1": table.Fixed(f.F1, 3),
		"downloads": table.Fixed(f.Downloads, 0), "requests": table.Fixed(f.Requests, 0), "seconds": table.Fixed(f.Seconds, 2),
		"downloads per entity": table.Fixed(f.PerEntity, 3)}
}

// with adds cells to figures.
func with(f table.Figures, cells ...string) table.Figures {
	for i := 0; i+1 < len(cells); i += 2 {
		f[cells[i]] = table.Value(cells[i+1])
	}
	return f
}

// ways are the choices of samples that the default method is measured with, each
// of five draws of all types.
var ways = []struct {
	name string
	runs runs
}{
	{"one", runs{1, 5, nil}},
	{"two", runs{2, 5, nil}},
	{"three", runs{3, 5, nil}},
	{"three of one directory", runs{3, 5, []string{"--directory"}}},
}

func samples() *table.Table {
	return &table.Table{
		Name: "expand-samples", About: "The default method by the number of samples",
		Columns: []string{"samples", "types", "draws", "P", "R", "F1", "best scope F1", "downloads", "requests", "downloads per entity"}, Key: []string{"samples"}, Bold: "F1",
		Packages: measured, Needs: []table.Need{table.Corpora, table.Sites}, Minutes: 12,
		Measure: func(ctx context.Context, r *table.Run) error {
			for _, w := range ways {
				rows, err := w.runs.measure(ctx, r)
				if err != nil {
					return err
				}
				s := eval.Summarize(rows)
				f := with(scores(s.Mean), "samples", w.name, "types", fmt.Sprint(len(s.Types)), "draws", fmt.Sprint(s.Draws))
				if s.Scoped {
					f["best scope F1"] = table.Fixed(s.Best.F1, 3)
				}
				if err := r.Put(w.runs.command(), f); err != nil {
					return err
				}
			}
			return nil
		},
	}
}

var typeColumns = []string{"type", "pages", "P", "R", "F1", "worst F1", "downloads", "requests", "seconds", "downloads per entity"}

// putTypes puts a row for each type, and the means and medians over types.
func putTypes(r *table.Run, x runs, rows []eval.Row) error {
	s := eval.Summarize(rows)
	for _, t := range s.Types {
		worst := 1.
		for _, run := range t.Runs {
			worst = min(worst, run.F1)
		}
		f := with(scores(t.Mean), "type", t.Type, "pages", fmt.Sprint(t.Pages), "worst F1", string(table.Fixed(worst, 3)))
		if err := r.Put(x.command(), f); err != nil {
			return err
		}
	}
	if err := r.Put(x.command(), with(scores(s.Mean), "type", "mean")); err != nil {
		return err
	}
	return r.Put(x.command(), with(scores(s.Median), "type", "median"))
}

func types() *table.Table {
	return &table.Table{
		Name: "expand-types", About: "The default method with three samples, by entity type",
		Columns: typeColumns, Key: []string{"type"}, Bold: "F1", Packages: measured, Needs: []table.Need{table.Corpora, table.Sites}, Minutes: 6,
		Measure: func(ctx context.Context, r *table.Run) error {
			x := ways[2].runs
			rows, err := x.measure(ctx, r)
			if err != nil {
				return err
			}
			return putTypes(r, x, rows)
		},
	}
}

func ssup() *table.Table {
	return &table.Table{
		Name: "expand-ssup", About: "SSUP as published, from the sample pages of each type",
		Columns: typeColumns, Key: []string{"type"}, Bold: "F1", Packages: measured, Needs: []table.Need{table.Corpora, table.Sites}, Minutes: 15,
		Measure: func(ctx context.Context, r *table.Run) error {
			rows, err := ssupRuns[0].measure(ctx, r)
			if err != nil {
				return err
			}
			return putTypes(r, ssupRuns[0], rows)
		},
	}
}

// given are one run from each of a type's sample pages by a method.
func given(method string, flags ...string) runs {
	return runs{1, 0, append([]string{"--method", method, "--sample-pages"}, flags...)}
}

var ssupRuns = []runs{given("ssup")}

// byType are the published methods whose figures are shown type by type, beside
// SSUP's, which have a table of their own.
var byType = []string{"trivial", "indesit", "ssup2014", "ssup+pagination"}

// published has P, R, F1 and downloads in a cell, since that is how they are read
// beside one another.
func published() *table.Table {
	return &table.Table{
		Name: "expand-published", About: "The other published methods from the sample pages of each type",
		Columns: append([]string{"type"}, byType...), Key: []string{"type"}, Packages: measured, Needs: []table.Need{table.Corpora, table.Sites}, Minutes: 20,
		Measure: func(ctx context.Context, r *table.Run) error {
			cells, types := map[string]table.Figures{}, []string(nil)
			put := func(name, method string, x eval.Figures) {
				if cells[name] == nil {
					cells[name], types = table.Figures{"type": table.Value(name)}, append(types, name)
				}
				cells[name][method] = table.Value(fmt.Sprintf("%.2f %.2f %.2f %.0f", x.Precision, x.Recall, x.F1, x.Downloads))
			}
			for _, method := range byType {
				rows, err := given(method).measure(ctx, r)
				if err != nil {
					return err
				}
				s := eval.Summarize(rows)
				for _, t := range s.Types {
					put(t.Type, method, t.Mean)
				}
				put("mean", method, s.Mean)
			}
			// The mean comes last, whatever types are new to a later method.
			types = append(slices.DeleteFunc(types, func(name string) bool { return name == "mean" }), "mean")
			for _, name := range types {
				if err := r.Put(given("METHOD").command(), cells[name]); err != nil {
					return err
				}
			}
			return nil
		},
	}
}

// compared are the published methods and the settings that they were measured with.
func compared() *table.Table {
	return &table.Table{
		Name: "expand-methods", About: "The published methods and their variants, means over types",
		Columns: []string{"method", "samples", "types", "P", "R", "F1", "downloads"}, Key: []string{"method", "samples"}, Bold: "F1",
		Packages: measured, Needs: []table.Need{table.Corpora, table.Sites}, Minutes: 90,
		Measure: func(ctx context.Context, r *table.Run) error {
			for _, name := range []string{"trivial", "indesit", "indesit+jaccard", "ssup2014", "ssup", "ssup+pagination"} {
				for _, way := range []struct {
					name string
					runs runs
				}{{"sample pages", given(name)}, {"sample pages, exact", given(name, "--exact")}, {"random", runs{1, 5, []string{"--method", name}}}} {
					rows, err := way.runs.measure(ctx, r)
					if err != nil {
						return err
					}
					s := eval.Summarize(rows)
					if err := r.Put(way.runs.command(), with(scores(s.Mean), "method", name, "samples", way.name, "types", fmt.Sprint(len(s.Types)))); err != nil {
						return err
					}
				}
			}
			return nil
		},
	}
}
