// Package languages measures whole runs, and the shipped classifier, on webs of one
// structure in several languages: English is the control.
package languages

import (
	"context"
	"fmt"
	"os"
	"strings"

	"verde/bench/table"
	"verde/eval"
	"verde/eval/languages"
	"verde/internal/langweb"
)

// Tables are those of this package.
func Tables() []*table.Table {
	return []*table.Table{{
		Name: "languages", About: "The whole loop, and the classifier, on webs of one structure in several languages",
		Columns:  []string{"language", "samples", "sources P / R", "pages P / R", "values", "keywords", "rated: data / other", "P / R", "log loss"},
		Key:      []string{"language", "samples"},
		Packages: []string{"eval/languages"}, Minutes: 2, Measure: measure,
	}}
}

func measure(ctx context.Context, r *table.Run) error {
	for _, language := range langweb.Languages() {
		w, err := langweb.New(language)
		if err != nil {
			return err
		}
		for _, samples := range []int{1, 3} {
			f := table.Figures{"language": table.Value(language), "samples": table.Count(samples)}
			if skip, err := r.Skip(f); err != nil || skip {
				if err != nil {
					return err
				}
				continue
			}
			r.Sayf("%s, %d samples", language, samples)
			if err := explore(ctx, w, samples, f); err != nil {
				return err
			}
			if err := r.Put("go run ./bench/run languages", f); err != nil {
				return err
			}
		}
	}
	return nil
}

// explore measures one row.
func explore(ctx context.Context, w *langweb.Web, samples int, f table.Figures) error {
	folder, err := os.MkdirTemp("", "verde-languages-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	s, err := languages.Explore(ctx, w, samples, folder)
	if err != nil {
		return err
	}
	r, err := languages.Rate(ctx, w)
	if err != nil {
		return err
	}
	both := func(s eval.Score) table.Value { return table.Value(fmt.Sprintf("%.2f / %.3f", s.Precision, s.Recall)) }
	f["sources P / R"], f["pages P / R"], f["values"] = both(s.Sources), both(s.Pages), table.Fixed(s.Values, 3)
	f["keywords"] = table.Value(strings.Join(s.Keywords, ", "))
	f["rated: data / other"] = table.Value(fmt.Sprintf("%d / %d", r.Data, r.Other))
	f["P / R"], f["log loss"] = table.Value(fmt.Sprintf("%.3f / %.3f", r.Precision, r.Recall)), table.Fixed(r.Loss, 4)
	return nil
}
