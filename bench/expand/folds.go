package expand

import (
	"context"
	"fmt"
	"slices"

	"verde/bench/table"
	"verde/eval"
	"verde/page"
	"verde/siteexpand"
)

// foldsOfSites is the number of groups of sites of which each is left out once.
const foldsOfSites = 5

// mostFalse is the share of right results that may be doubted for nothing.
const mostFalse = .15

// right is the F1 from which on a result is right.
const right = .95

// folds tells what the bound of the probability of a low F1 from which on a result is in doubt is worth
// on sites that had no say in them. It makes no runs but those of expand-samples.
func folds() *table.Table {
	return &table.Table{
		Name: "expand-folds", About: "Estimates and doubts by groups of sites, with the bound of doubt chosen on the other groups",
		Columns: []string{"fold", "types", "runs", "P within", "R within", "off P", "off R", "bounds P, R", "bound", "failed", "of them doubted", "right", "of them in doubt"}, Key: []string{"fold"},
		Packages: measured, Needs: []table.Need{table.Corpora, table.Sites}, Minutes: 15 * len(doubtful),
		Measure: func(ctx context.Context, r *table.Run) error {
			var all []eval.Row
			for _, x := range doubtful {
				rows, err := x.measure(ctx, r)
				if err != nil {
					return err
				}
				all = append(all, rows...)
			}
			parts, err := bySites(all)
			if err != nil {
				return err
			}
			var sum tally
			for i, part := range parts {
				var others []eval.Row
				for j, other := range parts {
					if i != j {
						others = append(others, other...)
					}
				}
				b := chooseBound(others)
				x := b.tally(part)
				sum.add(x)
				if err := r.Put("go run ./bench/run expand-folds", with(x.figures(), "fold", fmt.Sprint(i+1), "bound", fmt.Sprintf("%.2f", b))); err != nil {
					return err
				}
			}
			return r.Put("go run ./bench/run expand-folds", with(sum.figures(), "fold", "all", "bound", "of each"))
		},
	}
}

// bySites deals rows into folds by their sites.
func bySites(rows []eval.Row) ([][]eval.Row, error) {
	one := slices.DeleteFunc(slices.Clone(rows), func(r eval.Row) bool { return r.Samples != rows[0].Samples })
	dealt, err := eval.Folds(one, foldsOfSites)
	if err != nil {
		return nil, err
	}
	parts := make([][]eval.Row, len(dealt))
	for _, r := range rows {
		i := slices.IndexFunc(dealt, func(f eval.Fold) bool { return slices.Contains(f.Sites, page.Site(r.URLs[0])) })
		parts[i] = append(parts[i], r)
	}
	return parts, nil
}

// bound is the probability of an F1 below what is promised from which on a result is in doubt.
type bound float64

// chooseBound gives the bound by which most failed runs are doubted, with at most mostFalse of
// the right ones; of equals the one that doubts fewest.
func chooseBound(rows []eval.Row) (best bound) {
	most, fewest := -1, 0
	for p := 5; p < 100; p += 5 {
		b := bound(float64(p) / 100)
		x := b.tally(rows)
		if float64(x.falselyDoubted) <= mostFalse*float64(x.right) && (x.doubted > most || x.doubted == most && x.falselyDoubted < fewest) {
			best, most, fewest = b, x.doubted, x.falselyDoubted
		}
	}
	return best
}

// estimated are the cases that the estimate decides.
var estimated = []string{siteexpand.Mistaken, siteexpand.Missed, siteexpand.Elsewhere, siteexpand.OtherForm}

// doubts reports whether a run is in doubt by the bound, or by a case that it doesn't decide.
func (b bound) doubts(r *eval.Row) bool {
	return slices.ContainsFunc(r.Cases, func(c string) bool { return !slices.Contains(estimated, c) }) || r.Estimate != nil && r.Estimate.Short >= float64(b)
}

// tally counts runs.
type tally struct {
	types                 map[string]bool
	runs, estimated       int
	pWithin, rWithin      int
	pOff, rOff            float64 // sums of the distances of the estimates from the truth
	failed, doubted       int
	right, falselyDoubted int
}

func (b bound) tally(rows []eval.Row) tally {
	x := tally{types: map[string]bool{}}
	for i := range rows {
		r := &rows[i]
		x.types[r.Type] = true
		x.runs++
		if e := r.Estimate; e != nil {
			x.estimated++
			x.pWithin += one(e.PrecisionWithin[0] <= r.Precision && r.Precision <= e.PrecisionWithin[1])
			x.rWithin += one(e.RecallWithin[0] <= r.Recall && r.Recall <= e.RecallWithin[1])
			x.pOff += max(e.Precision-r.Precision, r.Precision-e.Precision)
			x.rOff += max(e.Recall-r.Recall, r.Recall-e.Recall)
		}
		doubted := one(b.doubts(r))
		switch {
		case r.F1 < failed:
			x.failed, x.doubted = x.failed+1, x.doubted+doubted
		case r.F1 >= right:
			x.right, x.falselyDoubted = x.right+1, x.falselyDoubted+doubted
		}
	}
	return x
}

func one(b bool) int {
	if b {
		return 1
	}
	return 0
}

func (x *tally) add(y tally) {
	if x.types == nil {
		x.types = map[string]bool{}
	}
	for t := range y.types {
		x.types[t] = true
	}
	x.runs, x.estimated, x.pWithin, x.rWithin = x.runs+y.runs, x.estimated+y.estimated, x.pWithin+y.pWithin, x.rWithin+y.rWithin
	x.pOff, x.rOff = x.pOff+y.pOff, x.rOff+y.rOff
	x.failed, x.doubted, x.right, x.falselyDoubted = x.failed+y.failed, x.doubted+y.doubted, x.right+y.right, x.falselyDoubted+y.falselyDoubted
}

func (x tally) figures() table.Figures {
	n := float64(max(1, x.estimated))
	return table.Figures{"types": table.Count(len(x.types)), "runs": table.Count(x.runs),
		"P within": table.Fixed(float64(x.pWithin)/n, 3), "R within": table.Fixed(float64(x.rWithin)/n, 3),
		"off P": table.Fixed(x.pOff/n, 3), "off R": table.Fixed(x.rOff/n, 3),
		"failed": table.Count(x.failed), "of them doubted": table.Count(x.doubted), "right": table.Count(x.right), "of them in doubt": table.Count(x.falselyDoubted)}
}
