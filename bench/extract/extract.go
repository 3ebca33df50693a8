// Package extract measures extraction on real pages whose true values are known.
package extract

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"time"

	"verde/bench/table"
	"verde/eval/swde"
	"verde/extract"
	"verde/extract/accuracy"
)

// measured are the packages whose code decides a figure of these tables.
var measured = []string{"extract", "extract/accuracy", "eval/swde"}

// samplePages is how many pages of a site are aligned, as in the baselines.
const samplePages = 10

// trial is a way to align.
type trial struct {
	name string
	opt  extract.Options
}

var (
	dca   = trial{"dca", extract.Options{Method: extract.MethodDCA}}
	verde = trial{"verde", extract.Options{}}
)

// graded is what came of a task on some sites.
type graded struct {
	verticals           map[string]float64 // F
	total               accuracy.Score
	median              float64 // F of a site
	worst, poorest      string  // site, and attribute of a site, with their F
	columns, constant   int     // medians
	named, milliseconds float64
}

// grade measures one trial on all sites.
func grade(t task, row trial, sites []*swde.Site) (*graded, error) {
	f, n := map[string]float64{}, map[string]float64{}
	var all []accuracy.Score
	var each []float64
	var columns, constant []int
	supported, named := 0, 0
	least, poorest := 0.0, ""
	start := time.Now()
	for _, s := range sites {
		got, err := t.run(s, row.opt)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", s.Name, err)
		}
		count, fixed, human := supportedColumns(got.records)
		columns, constant = append(columns, count), append(constant, fixed)
		supported, named = supported+count, named+human
		scores := got.grade(s.Truth)
		for _, attribute := range slices.Sorted(maps.Keys(scores)) {
			if x := scores[attribute].F; poorest == "" || x < least {
				least, poorest = x, fmt.Sprintf("%s of %s %.3f", attribute, s.Name, x)
			}
		}
		m := accuracy.Mean(accuracy.InOrder(scores))
		f[s.Vertical], n[s.Vertical] = f[s.Vertical]+m.F, n[s.Vertical]+1
		all, each = append(all, m), append(each, m.F)
	}
	g := &graded{verticals: map[string]float64{}, total: accuracy.Mean(all), named: float64(named) / float64(max(1, supported)),
		milliseconds: float64(time.Since(start).Microseconds()) / 1000 / float64(len(sites))}
	for v := range f {
		g.verticals[v] = f[v] / n[v]
	}
	median, worst, at := accuracy.Spread(each)
	g.median, g.worst, g.poorest = median, fmt.Sprintf("%s %.3f", sites[at].Name, worst), poorest
	slices.Sort(columns)
	slices.Sort(constant)
	g.columns, g.constant = columns[len(columns)/2], constant[len(constant)/2]
	return g, nil
}

// figures are the cells of what was graded.
func (g *graded) figures(cells ...string) table.Figures {
	f := table.Figures{"P": table.Fixed(g.total.Precision, 3), "R": table.Fixed(g.total.Recall, 3), "F": table.Fixed(g.total.F, 3),
		"median F": table.Fixed(g.median, 3), "worst site": table.Value(g.worst), "worst attribute": table.Value(g.poorest), "all values": table.Fixed(g.total.All, 3), "columns": table.Count(g.columns), "constant": table.Count(g.constant),
		"named": table.Fixed(g.named, 2), "ms a site": table.Fixed(g.milliseconds, 0)}
	for v, x := range g.verticals {
		f[v] = table.Fixed(x, 3)
	}
	for i := 0; i+1 < len(cells); i += 2 {
		f[cells[i]] = table.Value(cells[i+1])
	}
	return f
}

var verticals = []string{"auto", "book", "camera", "job", "movie", "nbaplayer", "restaurant"}

// trialled is a table with a row for each trial of each task.
func trialled(name, about string, minutes int, of func(s *swde.Site) bool, tasks []task, trials []trial) *table.Table {
	return &table.Table{
		Name: name, About: about,
		Columns: slices.Concat([]string{"read", "method", "sites", "P", "R", "F", "median F", "worst site", "worst attribute", "all values"}, verticals, []string{"columns", "constant", "named", "ms a site"}), Key: []string{"read", "method"}, Bold: "F",
		Packages: measured, Needs: []table.Need{table.Corpora}, Minutes: minutes,
		Measure: func(ctx context.Context, r *table.Run) error {
			sites, err := swde.Read(table.Corpora.Path("swde"))
			if err != nil {
				return err
			}
			sites = slices.DeleteFunc(sites, func(s *swde.Site) bool { return len(s.Pages) < samplePages || !of(s) })
			if len(sites) == 0 {
				return errors.New("no site has enough pages")
			}
			for _, t := range tasks {
				for _, row := range trials {
					f := table.Figures{"read": table.Value(t.name), "method": table.Value(row.name)}
					if skip, err := r.Skip(f); err != nil || skip {
						if err != nil {
							return err
						}
						continue
					}
					if err := ctx.Err(); err != nil {
						return err
					}
					r.Sayf("%s, %s", t.name, row.name)
					g, err := grade(t, row, sites)
					if err != nil {
						return err
					}
					if err := r.Put("go run ./bench/run "+name, g.figures("read", t.name, "method", row.name, "sites", strconv.Itoa(len(sites)))); err != nil {
						return err
					}
				}
			}
			return nil
		},
	}
}

func every(*swde.Site) bool { return true }

func methods() *table.Table {
	return trialled("extract", "Records of aligned pages of SWDE", 1, every, []task{samples()}, []trial{dca, verde})
}

func wrappers() *table.Table {
	return trialled("extract-wrappers", "Wrappers on the pages they were learned on, on others, and on changed ones", 3, every, append(halves(), changes()...), []trial{dca, verde})
}

func large() *table.Table {
	return trialled("extract-large", "Wrappers for all pages of a large site", 2, func(s *swde.Site) bool { return len(s.Pages) > 2*manyPages }, many(), []trial{dca, verde})
}

// minSupport is the share of the pages from which a column counts.
const minSupport = .3

// numbered is the label of a column that has no name.
var numbered = regexp.MustCompile(`^(t\d+)?c\d+$`)

// supportedColumns counts the columns on enough records whose values differ,
// those that show the same wherever they are, and those of the first kind that
// have a name.
func supportedColumns(records []extract.Record) (all, constant, named int) {
	columns := supported(records)
	for _, label := range columns {
		if !numbered.MatchString(label) {
			named++
		}
	}
	return len(columns), len(frequent(records)) - len(columns), named
}

// supported lists the columns on enough records whose values differ.
func supported(records []extract.Record) []string {
	first, differs := make(map[string][]string), make(map[string]bool)
	for _, r := range records {
		for _, label := range r.Labels() {
			if first[label] == nil {
				first[label] = r.Texts(label)
			}
			differs[label] = differs[label] || !slices.Equal(first[label], r.Texts(label))
		}
	}
	return slices.DeleteFunc(frequent(records), func(label string) bool { return !differs[label] })
}

// frequent lists the columns on enough records, in order.
func frequent(records []extract.Record) []string {
	on := make(map[string]int)
	for _, r := range records {
		for _, label := range r.Labels() {
			on[label]++
		}
	}
	maps.DeleteFunc(on, func(_ string, n int) bool { return float64(n) < minSupport*float64(len(records)) })
	return slices.Sorted(maps.Keys(on))
}
