package loop

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"verde/bench/table"
	"verde/catalog"
	"verde/eval/discovery"
	"verde/eval/webbox"
	"verde/outcome"
	"verde/page"
	"verde/pageeval"
	"verde/query"
)

// The paper's setting: entities of each vertical that are asked for, once.
var paperInstances = []int{5, 50}

// stepStarts are the starts of table discover. The paper's verticals were restaurants, universities,
// books and NBA players, of which the last two are at hand.
var stepStarts = []string{"book-abebooks", "nbaplayer-espn"}

// steps measures the search for sites step by step, in the paper's setting.
func steps() *table.Table {
	return &table.Table{
		Name: "discover", About: "The search for sites step by step, from five and from fifty entities asked for once",
		Columns: []string{"vertical", "entities", "step", "URLs", "of all", "precision", "of the sources' kept", "of the others' kept", "sites", "sources", "recall"},
		Key:     []string{"vertical", "entities", "step"}, Packages: append([]string{"eval/discovery"}, measured...),
		Needs: []table.Need{table.Corpora, table.Webbox}, Minutes: 12,
		Measure: func(ctx context.Context, r *table.Run) error { return eachSteps(ctx, r, "step", "results", putSteps) },
	}
}

// matched measures what of the pages in clusters is data, if all of them are judged as in the paper, and not
// a few of each site.
func matched() *table.Table {
	return &table.Table{
		Name: "discover-pages", About: "All pages in clusters of the same runs, by what they are",
		Columns: []string{"vertical", "entities", "pages", "in clusters", "matched", "positive", "of those matched"},
		Key:     []string{"vertical", "entities", "pages"}, Packages: measured,
		Needs: []table.Need{table.Corpora, table.Webbox}, Minutes: 12,
		Measure: func(ctx context.Context, r *table.Run) error { return eachSteps(ctx, r, "pages", "all", putJudged) },
	}
}

// eachSteps makes the runs, or finds those of another table of this code, and measures each; a run is measured
// if the row is that has a value in a column.
func eachSteps(ctx context.Context, r *table.Run, column string, value table.Value, measure func(context.Context, *table.Run, *web, *run, table.Figures) error) error {
	for _, start := range stepStarts {
		for _, n := range paperInstances {
			vertical, _, _ := strings.Cut(start, "-")
			f := table.Figures{"vertical": table.Value(vertical), "entities": table.Count(n), column: value}
			if skip, err := r.Skip(f); err != nil {
				return err
			} else if skip {
				continue
			}
			r.Sayf("%s, %d entities", start, n)
			w, err := serve(ctx, r, vertical, 1)
			if err != nil {
				return err
			}
			x, err := w.exploreFrom(ctx, r, start, asked{instances: n, rounds: 1, resume: true})
			if err == nil {
				err = measure(ctx, r, w, x, f)
			}
			w.close()
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// putSteps puts a row for each step of a run.
func putSteps(ctx context.Context, r *table.Run, w *web, x *run, f table.Figures) error {
	vertical := w.world.Vertical
	labels := filepath.Join(r.Work, "sites-"+vertical+".json")
	if err := save(ctx, labels, w.Sites); err != nil {
		return err
	}
	out, err := r.Verde(ctx, nil, "eval", "discover", "--run", x.dir, "--labels", labels, "--quiet")
	if err != nil {
		return err
	}
	command := fmt.Sprintf("verde explore START --domain %s --instances %s --rounds 1 ...; verde eval discover --labels SITES", domains[vertical], f["entities"])
	var last discovery.Step
	for dec := json.NewDecoder(strings.NewReader(out)); dec.More(); {
		var s discovery.Step
		if err := dec.Decode(&s); err != nil {
			return err
		}
		f["step"], f["URLs"], f["of all"], f["precision"] = table.Value(s.Step), table.Count(s.URLs), table.Fixed(s.Share, 3), known(s.Precision)
		f["sites"], f["sources"], f["recall"] = table.Count(s.Sites), table.Count(s.Sources), known(s.Recall)
		f["of the sources' kept"], f["of the others' kept"] = "-", "-" // accepted sites have more pages than were positive
		if s.URLs <= last.URLs {
			f["of the sources' kept"], f["of the others' kept"] = share(s.Right, last.Right), share(s.Labelled-s.Right, last.Labelled-last.Right)
		}
		last = s
		if err := r.Put(command, f); err != nil {
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

// putJudged puts a row for the pages of each kind in the clusters of a run.
func putJudged(ctx context.Context, r *table.Run, w *web, x *run, f table.Figures) error {
	led, err := clustered(ctx, filepath.Join(x.dir, "catalog.sqlite"))
	if err != nil {
		return err
	}
	c, err := pageeval.Default()
	if err != nil {
		return err
	}
	judged, err := w.JudgeResults(ctx, c, led)
	if err != nil {
		return err
	}
	all := webbox.Judged{Kind: "all"}
	for _, j := range judged {
		all.Pairs, all.Matched, all.Accepted = all.Pairs+j.Pairs, all.Matched+j.Matched, all.Accepted+j.Accepted
	}
	for _, j := range append(judged, all) {
		f["pages"], f["in clusters"] = table.Value(j.Kind), table.Count(j.Pairs)
		f["matched"], f["positive"], f["of those matched"] = table.Count(j.Matched), table.Count(j.Accepted), share(j.Accepted, j.Matched)
		if err := r.Put("go run ./bench/run discover-pages", f); err != nil {
			return err
		}
	}
	return nil
}

// clustered gives the URLs of a catalog's results that led to a candidate, with their queries.
func clustered(ctx context.Context, file string) (led map[string][]query.Query, err error) {
	cat, err := catalog.Open(ctx, file)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, cat.Close()) }()
	results, _, err := outcome.Results(ctx, cat)
	if err != nil {
		return nil, err
	}
	led = map[string][]query.Query{}
	for _, t := range results {
		if t.Clustered {
			led[t.URL] = nil
		}
	}
	asked, err := cat.Queries(ctx)
	if err != nil {
		return nil, err
	}
	byID := map[string]query.Query{}
	for _, a := range asked {
		byID[a.Query.ID] = a.Query
	}
	for result, err := range cat.Results(ctx) {
		if err != nil {
			return nil, err
		}
		url, err := page.Normalize(result.URL)
		if _, ok := led[url]; ok && err == nil {
			led[url] = append(led[url], byID[result.QueryID])
		}
	}
	return led, nil
}
