package main

import (
	"fmt"
	"math/rand/v2"

	"github.com/spf13/cobra"

	"verde/pageeval"
)

// trainFlags are the settings of train.
type trainFlags struct {
	out    outputFlags
	ridge  float64
	folds  int
	labels []string
}

const trainHelp = `Train fits the classifier that tells data from prose to fragments that "verde
label" asked about or listed. A line is {"features": [12 numbers], "data": true or
false, "site": "host"}; listed ones that have null yet are left out. What is
written is the text that models/ ships, for --model of explore, evaluate and
label. Accuracy is estimated on sites left out of the training, in --folds parts.
`

func newTrain() *cobra.Command {
	var f trainFlags
	cmd := &cobra.Command{
		Use:   "train --labels FILE.jsonl",
		Short: "Train a classifier of one's own on labelled fragments",
		Long:  trainHelp + exitHelp,
		Example: `  verde train --labels labels.jsonl -o my-model.txt
  verde explore --vertical book.json --dump results.jsonl --model my-model.txt`,
		RunE: f.run,
	}
	f.out.add(cmd, "-")
	cmd.Flags().StringArrayVar(&f.labels, "labels", nil, "`file` of labelled fragments, - for standard input; repeatable")
	cmd.Flags().Float64Var(&f.ridge, "ridge", 1, "penalty on large weights")
	countVar(cmd.Flags(), &f.folds, "folds", 5, 2, "parts of the sites for the estimate of accuracy")
	return cmd
}

func (f *trainFlags) run(cmd *cobra.Command, args []string) error {
	if args = append(f.labels, args...); len(args) == 0 {
		return usagef("train needs a file of labelled fragments: --labels FILE, - for standard input; see %s --help", cmd.CommandPath())
	}
	l, err := readLabelled(cmd, args)
	if err != nil {
		return err
	}
	opt := pageeval.FitOptions{Ridge: f.ridge}
	c, err := pageeval.Fit(l.features, l.data, opt)
	if err != nil {
		return err
	}
	right, tested := l.crossValidate(f.folds, opt)
	fmt.Fprintf(cmd.ErrOrStderr(), "%d fragments of %d sites", len(l.data), l.sites)
	if tested > 0 {
		fmt.Fprintf(cmd.ErrOrStderr(), "; accuracy on sites left out: %.3f of %d", float64(right)/float64(tested), tested)
	}
	if l.open > 0 {
		fmt.Fprintf(cmd.ErrOrStderr(), "; %d have no label yet", l.open)
	}
	fmt.Fprintln(cmd.ErrOrStderr())
	return f.out.with(cmd, func(o *output) error {
		text, err := c.MarshalText()
		if err != nil {
			return err
		}
		_, err = o.w.Write(text)
		return err
	})
}

// labelled are fragments with a label, an element of each slice for one.
type labelled struct {
	features []pageeval.Features
	data     []bool
	site     []int // numbered from 0
	sites    int
	open     int // further ones that have no label yet
}

func readLabelled(cmd *cobra.Command, paths []string) (*labelled, error) {
	l := new(labelled)
	sites := map[string]int{}
	err := jsonLines(cmd, paths, func(line labelLine) error {
		if line.Data == nil && line.XPath != "" {
			l.open++ // listed, and not looked at yet
			return nil
		} else if line.Data == nil {
			return fmt.Errorf(`"data" is missing: true or false`)
		}
		id, ok := sites[line.Site]
		if !ok {
			id = len(sites)
			sites[line.Site] = id
		}
		l.features, l.data, l.site = append(l.features, line.Features), append(l.data, *line.Data), append(l.site, id)
		return nil
	})
	l.sites = len(sites)
	return l, err
}

// crossValidate trains on all sites but those of one part, for each part, and
// counts what it gets right on those.
func (l *labelled) crossValidate(folds int, opt pageeval.FitOptions) (right, tested int) {
	folds = min(folds, l.sites)
	part := rand.New(rand.NewPCG(1, 1)).Perm(l.sites)
	for f := range folds {
		var tx []pageeval.Features
		var ty []bool
		for i := range l.data {
			if part[l.site[i]]%folds != f {
				tx, ty = append(tx, l.features[i]), append(ty, l.data[i])
			}
		}
		c, err := pageeval.Fit(tx, ty, opt)
		if err != nil {
			continue // a part without which only one kind is left
		}
		for i := range l.data {
			if part[l.site[i]]%folds == f {
				tested++
				if c.Probability(l.features[i]) >= pageeval.Threshold == l.data[i] {
					right++
				}
			}
		}
	}
	return right, tested
}
