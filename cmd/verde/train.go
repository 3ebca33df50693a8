package main

import (
	"fmt"
	"math/rand/v2"

	"github.com/spf13/cobra"

	"verde/pageeval"
)

// labelLine is a fragment that somebody has looked at.
type labelLine struct {
	Features pageeval.Features `json:"features"`
	Data     *bool             `json:"data"` // true: semi-structured data; false: prose, links and the like
	Site     string            `json:"site"`
}

func newTrain() *cobra.Command {
	var out outputFlags
	var ridge float64
	var folds int
	cmd := &cobra.Command{
		Use:   "train LABELS.jsonl...",
		Short: "Train a classifier of one's own on labelled fragments",
		Long: `Train fits the classifier that tells data from prose. A line of the input is a
fragment: {"features": [8 numbers], "data": true or false, "site": "host"}; the
features are those that "verde evaluate" writes. What is written is the text
that models/ ships. Accuracy is estimated on sites left out of the training, in
--folds parts.
` + exitHelp,
		Example: "  verde train labels.jsonl -o my-model.txt",
		Args:    minArgs(1, "a file of labelled fragments, or - for standard input"),
		RunE: func(cmd *cobra.Command, args []string) error {
			var x []pageeval.Features
			var y []bool
			sites := map[string]int{}
			var fold []int
			err := jsonLines(cmd, args, func(l labelLine) error {
				if l.Data == nil {
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
