package expand

import (
	"context"
	"fmt"

	"verde/bench/table"
	"verde/eval"
)

func compare() *table.Table {
	return &table.Table{
		Name: "expand-compare", About: "The default method against SSUP from one sample, tested type by type",
		Columns: []string{"quantity", "SSUP", "default", "difference", "95% interval", "t", "p"}, Key: []string{"quantity"},
		Packages: measured, Needs: []table.Need{table.Corpora, table.Sites}, Minutes: 20,
		Measure: func(ctx context.Context, r *table.Run) error {
			a, b := runs{1, 2, []string{"--method", "ssup"}}, ways[0].runs
			left, err := a.measure(ctx, r)
			if err != nil {
				return err
			}
			right, err := b.measure(ctx, r)
			if err != nil {
				return err
			}
			c, err := eval.Compare(left, right)
			if err != nil {
				return err
			}
			for _, t := range c.Tests {
				digits := 3
				f := table.Figures{"quantity": table.Value(t.Quantity), "SSUP": table.Fixed(t.A, digits), "default": table.Fixed(t.B, digits),
					"difference": table.Value(fmt.Sprintf("%+.3f", t.Mean)), "95% interval": table.Value(fmt.Sprintf("%+.3f to %+.3f", t.Low, t.High)),
					"t": table.Fixed(t.T, 3), "p": table.Fixed(t.P, 4)}
				if err := r.Put(a.command()+"; the same without --method; verde eval compare", f); err != nil {
					return err
				}
			}
			return nil
		},
	}
}

// failed is the F1 below which a run has failed.
const failed = .9

var doubtful = []runs{ways[0].runs, ways[1].runs, ways[2].runs}

func doubts(name, about string, of []runs) *table.Table {
	return &table.Table{
		Name: name, About: about,
		Columns: []string{"case", "named: runs", "of them failed", "P", "R", "F1", "silent: runs", "failed in silence", "P of these", "R of these", "F1 of these"}, Key: []string{"case"}, Bold: "F1",
		Packages: measured, Needs: []table.Need{table.Corpora, table.Sites}, Minutes: 15 * len(of),
		Measure: func(ctx context.Context, r *table.Run) error {
			var all []eval.Row
			for _, x := range of {
				rows, err := x.measure(ctx, r)
				if err != nil {
					return err
				}
				all = append(all, rows...)
			}
			d := eval.Detect(all, failed)
			for _, x := range append(d.Cases, d.Any) {
				f := table.Figures{"case": table.Value(x.Case)}
				for _, part := range []struct {
					of                       eval.Outcome
					runs, failed, p, r, best string
				}{{x.Named, "named: runs", "of them failed", "P", "R", "F1"}, {x.Silent, "silent: runs", "failed in silence", "P of these", "R of these", "F1 of these"}} {
					f[part.runs] = table.Count(part.of.Runs)
					if part.of.Runs > 0 {
						f[part.failed], f[part.p] = table.Count(part.of.Below), table.Fixed(part.of.Mean.Precision, 3)
						f[part.r], f[part.best] = table.Fixed(part.of.Mean.Recall, 3), table.Fixed(part.of.Mean.F1, 3)
					}
				}
				command := of[0].command()
				if len(of) > 1 {
					command += "; the same with --samples 2 and 3"
				}
				if err := r.Put(command+"; verde eval cases", f); err != nil {
					return err
				}
			}
			return nil
		},
	}
}
