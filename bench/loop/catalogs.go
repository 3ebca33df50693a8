package loop

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"verde/bench/table"
	"verde/bench/webs"
	"verde/eval/integration"
)

// catalogStarts are the starts of table catalogs. Of cars, cameras and jobs nothing but their names says which
// are one entity: the web takes those of one name for one, as jobs of several firms, and cameras that
// two sites call by other words for two.
var catalogStarts = []string{"nbaplayer-espn", "movie-allmovie", "book-abebooks", "auto-aol", "camera-amazon", "job-careerbuilder"}

// catalogs measures what the whole loop comes to as one catalog.
func catalogs() *table.Table {
	return &table.Table{
		Name: "catalogs", About: "What whole runs come to as one catalog",
		Columns: []string{"vertical", "family", "start site", "entities", "pairs P / R", "columns P / R", "items P / R", "rows P / R", "values: Brier / error", "lists: Brier / error", "seconds"},
		Key:     []string{"vertical", "family", "start site"}, Packages: append([]string{"eval/integration"}, measured...),
		Needs: []table.Need{table.Corpora, table.Webbox, table.Templates}, Minutes: 40,
		Measure: func(ctx context.Context, r *table.Run) error {
			for _, family := range webs.Foreign() {
				for _, start := range catalogStarts {
					if err := catalogOf(ctx, r, start, family); err != nil {
						return err
					}
				}
			}
			return nil
		},
	}
}

// catalogOf measures one row of table catalogs.
func catalogOf(ctx context.Context, r *table.Run, start string, family webs.Family) error {
	vertical, site, _ := strings.Cut(start, "-")
	f := table.Figures{"vertical": table.Value(vertical), "family": table.Value(family.Name), "start site": table.Value(site)}
	if skip, err := r.Skip(f); err != nil || skip {
		return err
	}
	r.Sayf("%s, family %s", start, family.Name)
	w, err := serveFamily(ctx, r, vertical, 1, family)
	if err != nil {
		return err
	}
	defer w.close()
	x, err := w.exploreFrom(ctx, r, start, asked{instances: instances, rounds: rounds})
	if err != nil {
		return err
	}
	truth := filepath.Join(r.Work, "records-"+vertical+".json")
	if err := save(ctx, truth, w.Entities); err != nil {
		return err
	}
	report, err := gradeWith(ctx, r, "--run", x.dir, "--truth", truth)
	if err != nil {
		return err
	}
	f["entities"], f["seconds"] = table.Count(report.Entities), table.Fixed(report.Seconds, 1)
	f["pairs P / R"], f["columns P / R"], f["items P / R"], f["rows P / R"] = shares(*report.Pairs), shares(report.Columns), shares(report.Table.Items), shares(report.Table.Rows)
	f["values: Brier / error"], f["lists: Brier / error"] = reliability(report.Table.Single), reliability(report.Table.Lists)
	return r.Put(strings.Replace(command(vertical, 1), "webbox score", "verde eval integrate --run RUN --truth RECORDS", 1), f)
}

// save keeps what a web says, as of its records, in a file.
func save[T any](ctx context.Context, file string, says func(context.Context) (T, error)) error {
	all, err := says(ctx)
	if err != nil {
		return err
	}
	data, err := json.Marshal(all)
	if err != nil {
		return err
	}
	return os.WriteFile(file, data, 0o600)
}

// integrated measures what true values of several sites come to as one catalog.
func integrated() *table.Table {
	return &table.Table{
		Name: "integrate", About: "True values of ten sites as one catalog",
		Columns: []string{"vertical", "hidden", "records", "entities", "columns P / R", "pairs P / R", "works P", "B3 F1", "most sources agree", "seconds"},
		Key:     []string{"vertical", "hidden"}, Packages: []string{"integrate", "eval/integration"}, Needs: []table.Need{table.Corpora}, Minutes: 3,
		Measure: func(ctx context.Context, r *table.Run) error {
			for _, c := range []struct{ vertical, hide string }{{"nbaplayer", ""}, {"movie", ""}, {"book", ""}, {"book", "isbn_13"}, {"auto", ""}, {"camera", ""}, {"job", ""}} {
				if err := integratedOf(ctx, r, c.vertical, c.hide); err != nil {
					return err
				}
			}
			return nil
		},
	}
}

// integratedOf measures one row of table integrate.
func integratedOf(ctx context.Context, r *table.Run, vertical, hide string) error {
	f := table.Figures{"vertical": table.Value(vertical), "hidden": table.Value(hide)}
	if skip, err := r.Skip(f); err != nil || skip {
		return err
	}
	r.Sayf("%s %s", vertical, hide)
	args := []string{"--truth", table.Corpora.Path("swde-truth", vertical)}
	by := "verde eval integrate --truth $VERDE_CORPORA/swde-truth/" + vertical
	if hide != "" {
		args, by = append(args, "--hide", hide), by+" --hide "+hide
	}
	report, err := gradeWith(ctx, r, args...)
	if err != nil {
		return err
	}
	f["records"], f["entities"], f["columns P / R"], f["seconds"] = table.Count(report.Records), table.Count(report.Entities), shares(report.Columns), table.Fixed(report.Seconds, 1)
	f["most sources agree"] = table.Fixed(report.Majority, 3)
	if report.Pairs != nil {
		f["pairs P / R"], f["B3 F1"] = shares(*report.Pairs), table.Fixed(report.BCubed.F1, 3)
	}
	if report.Works != nil {
		f["works P"] = table.Fixed(report.Works.Precision, 3)
	}
	return r.Put(by, f)
}

// gradeWith runs verde eval integrate.
func gradeWith(ctx context.Context, r *table.Run, args ...string) (report integration.Report, err error) {
	out, err := r.Verde(ctx, nil, append([]string{"eval", "integrate", "-o", "-"}, args...)...)
	if err != nil {
		return report, err
	}
	return report, json.Unmarshal([]byte(out), &report)
}

// reliability is a dash where there is nothing to be sure of.
func reliability(r integration.Reliability) table.Value {
	if r.Values == 0 {
		return "-"
	}
	return table.Value(fmt.Sprintf("%.4f / %.4f", r.Brier, r.Error))
}

func shares(s integration.Score) table.Value {
	return table.Value(fmt.Sprintf("%.3f / %.3f", s.Precision, s.Recall))
}
