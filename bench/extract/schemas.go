package extract

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"verde/bench/table"
	"verde/eval/golden"
	"verde/extract"
	"verde/extract/accuracy"
	"verde/page"
)

// draws are those of the pages of documentation sites; the method was improved
// on the first, with a look at the others.
var draws = []int{1, 2, 4, 8, 12}

// schemas grades whole schemas.
func schemas() *table.Table {
	return &table.Table{
		Name: "extract-schemas", About: "Whole schemas of sites, some of which nothing was chosen by",
		Columns: []string{"site", "draw", "columns", "attributes", "correct", "P", "R", "F"}, Key: []string{"site", "draw"}, Bold: "F",
		Packages: append([]string{"eval/golden"}, measured...), Needs: []table.Need{table.Sites}, Minutes: 2,
		Measure: func(ctx context.Context, r *table.Run) error {
			unseen := map[string][]float64{} // F of the draws of a site
			for _, draw := range draws {
				if err := ctx.Err(); err != nil {
					return err
				}
				found, err := drawn(r.Work, draw)
				if err != nil {
					return err
				}
				for _, site := range slices.Sorted(maps.Keys(found)) {
					s := found[site]
					if slices.Contains(golden.Unseen(), site) {
						unseen[site] = append(unseen[site], s.F)
					}
					f := table.Figures{"site": table.Value(site), "draw": table.Count(draw), "columns": table.Count(s.Columns), "attributes": table.Count(s.Golden),
						"correct": table.Count(s.Correct), "P": table.Fixed(s.Precision, 3), "R": table.Fixed(s.Recall, 3), "F": table.Fixed(s.F, 3)}
					if err := r.Put(schemasCommand, f); err != nil {
						return err
					}
				}
			}
			return putUnseen(r, unseen)
		},
	}
}

const schemasCommand = "go run ./bench/run extract-schemas (as verde eval extract --full-schema --support .3)"

// putUnseen keeps the means of the sites that nothing was chosen by.
func putUnseen(r *table.Run, unseen map[string][]float64) error {
	sites := slices.Sorted(maps.Keys(unseen))
	if len(sites) == 0 {
		return nil
	}
	var means []float64
	for _, site := range sites {
		means = append(means, mean(unseen[site]))
	}
	median, worst, at := accuracy.Spread(means)
	return r.Put(schemasCommand, table.Figures{"draw": "all", "F": table.Fixed(mean(means), 3),
		"site": table.Value(fmt.Sprintf("mean of the %d that nothing was chosen by; median %.3f, worst %s %.3f", len(sites), median, sites[at], worst))})
}

// mean is the mean of some numbers, of which there is one at least.
func mean(x []float64) float64 {
	sum := 0.0
	for _, v := range x {
		sum += v
	}
	return sum / float64(len(x))
}

// drawn grades the pages of one draw, by site.
func drawn(work string, draw int) (map[string]accuracy.Schema, error) {
	out, err := os.MkdirTemp(work, "golden")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(out) // it is in a folder for what is made on the way
	if err := golden.Write(table.Sites.Path(), out, draw); err != nil {
		return nil, err
	}
	truth, err := accuracy.Read(os.DirFS(filepath.Join(out, "truth")))
	if err != nil {
		return nil, err
	}
	found := map[string]accuracy.Schema{}
	for site := range truth {
		if found[site.Name], err = schema(filepath.Join(out, "pages", site.Name), truth[site]); err != nil {
			return nil, err
		}
	}
	return found, nil
}

// schema aligns the pages of a folder and grades all columns.
func schema(dir string, truth accuracy.Truth) (accuracy.Schema, error) {
	pages, err := folder(dir)
	if err != nil {
		return accuracy.Schema{}, err
	}
	got, err := aligned(pages, extract.Options{})
	if err != nil {
		return accuracy.Schema{}, fmt.Errorf("%s: %w", dir, err)
	}
	return accuracy.FullSchema(got.records, truth, minSupport), nil
}

// folder reads the pages that were written into a folder, under their files' names.
func folder(dir string) ([]*page.Page, error) {
	files, err := filepath.Glob(filepath.Join(dir, "*.html"))
	if err != nil {
		return nil, err
	}
	var pages []*page.Page
	for _, file := range files {
		body, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		pages = append(pages, &page.Page{URL: strings.TrimSuffix(filepath.Base(file), ".html"), Status: 200, Body: body})
	}
	return pages, nil
}
