package main

import (
	"fmt"
	"math/rand/v2"

	"github.com/spf13/cobra"

	"verde/pageeval"
)

func newTrain() *cobra.Command {
	var out outputFlags
	var ridge float64
	var folds int
	var labels []string
	cmd := &cobra.Command{
		Use:   "train --labels FILE.jsonl",
		Short: "Train a classifier of one's own on labelled fragments",
		Long: `Train fits the classifier that tells data from prose to fragments that "verde
label" asked about or listed. A line is {"features": [12 numbers], "data": true or
false, "site": "host"}; listed ones that have null yet are left out. What is
written is the text that models/ ships, for --model of explore, evaluate and
label. Accuracy is estimated on sites left out of the training, in --folds parts.
` + exitHelp,
		Example: `  verde train --labels labels.jsonl -o my-model.txt
  verde explore --vertical book.json --dump results.jsonl --model my-model.txt`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if args = append(labels, args...); len(args) == 0 {
				return usagef("train needs a file of labelled fragments: --labels FILE, - for standard input; see %s --help", cmd.CommandPath())
			}
			open := 0
			var x []pageeval.Features
			var y []bool
			sites := map[string]int{}
			var fold []int
			err := jsonLines(cmd, args, func(l labelLine) error {
				if l.Data == nil && l.XPath != "" {
					open++ // listed, and not looked at yet
					return nil
				} else if l.Data == nil {
					return fmt.Errorf(`"data" is missing: true or false`)
				}
				id, ok := sites[l.Site]
				if !ok {
					id = len(sites)
					sites[l.Site] = id
				}
				x, y, fold = append(x, l.Features), append(y, *l.Data), append(fold, id)
				return nil
			})
			if err != nil {
				return err
			}
			opt := pageeval.FitOptions{Ridge: ridge}
			c, err := pageeval.Fit(x, y, opt)
			if err != nil {
				return err
			}
			right, tested := crossValidate(x, y, fold, len(sites), folds, opt)
			fmt.Fprintf(cmd.ErrOrStderr(), "%d fragments of %d sites", len(x), len(sites))
			if tested > 0 {
				fmt.Fprintf(cmd.ErrOrStderr(), "; accuracy on sites left out: %.3f of %d", float64(right)/float64(tested), tested)
			}
			if open > 0 {
				fmt.Fprintf(cmd.ErrOrStderr(), "; %d have no label yet", open)
			}
			fmt.Fprintln(cmd.ErrOrStderr())
			return out.with(cmd, func(o *output) error {
				text, err := c.MarshalText()
				if err != nil {
					return err
				}
				_, err = o.w.Write(text)
				return err
			})
		},
	}
	out.add(cmd, "-")
	cmd.Flags().StringArrayVar(&labels, "labels", nil, "`file` of labelled fragments, - for standard input; repeatable")
	cmd.Flags().Float64Var(&ridge, "ridge", 1, "penalty on large weights")
	cmd.Flags().IntVar(&folds, "folds", 5, "parts of the sites for the estimate of accuracy")
	return cmd
}

// crossValidate trains on all sites but those of one part, for each part, and
// counts what it gets right on those.
func crossValidate(x []pageeval.Features, y []bool, site []int, sites, folds int, opt pageeval.FitOptions) (right, tested int) {
	folds = min(folds, sites)
	part := rand.New(rand.NewPCG(1, 1)).Perm(sites)
	for f := range folds {
		var tx []pageeval.Features
		var ty []bool
		for i := range x {
			if part[site[i]]%folds != f {
				tx, ty = append(tx, x[i]), append(ty, y[i])
			}
		}
		c, err := pageeval.Fit(tx, ty, opt)
		if err != nil {
			continue // a part without which only one kind is left
		}
		for i := range x {
			if part[site[i]]%folds == f {
				tested++
				if c.Probability(x[i]) >= pageeval.Threshold == y[i] {
					right++
				}
			}
		}
	}
	return right, tested
}
