package loop

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"verde/bench/table"
	"verde/eval/discovery"
)

// The paper's setting: entities of each vertical that are asked for, once.
var paperInstances = []int{5, 50}

// stepStarts are the starts of table discover. The paper's verticals were restaurants, universities,
// books and NBA players, of which the last two are at hand.
var stepStarts = []string{"book-abebooks", "nbaplayer-espn", "camera-amazon"}

// steps measures the search for sites step by step, in the paper's setting.
func steps() *table.Table {
	return &table.Table{
		Name: "discover", About: "The search for sites step by step, from five and from fifty entities asked for once",
		Columns: []string{"vertical", "entities", "step", "URLs", "of all", "precision", "of the sources' kept", "of the others' kept", "sites", "sources", "recall"},
		Key:     []string{"vertical", "entities", "step"}, Packages: append([]string{"eval/discovery"}, measured...),
		Needs: []table.Need{table.Corpora, table.Webbox}, Minutes: 12,
		Measure: func(ctx context.Context, r *table.Run) error {
			for _, start := range stepStarts {
				for _, n := range paperInstances {
					if err := stepsOf(ctx, r, start, n); err != nil {
						return err
					}
				}
			}
			return nil
		},
	}
}

// stepsOf measures the rows of one run.
func stepsOf(ctx context.Context, r *table.Run, start string, n int) error {
	vertical, _, _ := strings.Cut(start, "-")
	f := table.Figures{"vertical": table.Value(vertical), "entities": table.Count(n), "step": "results"}
	if skip, err := r.Skip(f); err != nil || skip {
		return err
	}
	r.Sayf("%s, %d entities", start, n)
	w, err := serve(ctx, r, vertical, 1)
	if err != nil {
		return err
	}
	defer w.close()
	x, err := w.exploreFrom(ctx, r, start, asked{n, 1})
	if err != nil {
		return err
	}
	labels := filepath.Join(r.Work, "sites-"+vertical+".json")
	if err := w.saveSites(ctx, labels); err != nil {
		return err
	}
	out, err := r.Verde(ctx, nil, "eval", "discover", "--run", x.dir, "--labels", labels, "--quiet")
	if err != nil {
		return err
	}
	var last discovery.Step
	for dec := json.NewDecoder(strings.NewReader(out)); dec.More(); {
		var s discovery.Step
		if err := dec.Decode(&s); err != nil {
			return err
		}
		f["step"], f["URLs"], f["of all"], f["precision"] = table.Value(s.Step), table.Count(s.URLs), table.Fixed(s.Share, 3), known(s.Precision)
		f["sites"], f["sources"], f["recall"] = table.Count(s.Sites), table.Count(s.Sources), known(s.Recall)
		f["of the sources' kept"], f["of the others' kept"] = share(s.Right, last.Right), share(s.Labelled-s.Right, last.Labelled-last.Right)
		last = s
		if err := r.Put(fmt.Sprintf("verde explore START --domain %s --instances %d --rounds 1 ...; verde eval discover --labels SITES", domains[vertical], n), f); err != nil {
			return err
		}
	}
	return nil
}

// known writes a share, and that of nothing as a dash.
func known(x *float64) table.Value {
	if x == nil {
		return "-"
	}
	return table.Fixed(*x, 3)
}

// share is a in b as known writes it.
func share(a, b int) table.Value {
	if b == 0 {
		return "-"
	}
	return table.Fixed(float64(a)/float64(b), 3)
}

// saveSites keeps in a file what a web says its hosts are.
func (w *web) saveSites(ctx context.Context, file string) error {
	all, err := w.Sites(ctx)
	if err != nil {
		return err
	}
	data, err := json.Marshal(all)
	if err != nil {
		return err
	}
	return os.WriteFile(file, data, 0o600)
}
