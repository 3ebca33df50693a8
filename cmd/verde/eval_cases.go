package main

import (
	"github.com/spf13/cobra"

	"verde/eval"
)

func newEvalCases() *cobra.Command {
	var out outputFlags
	var bar float64
	cmd := &cobra.Command{
		Use:   "cases RESULTS.jsonl...",
		Short: "Set the doubts that runs of eval expand named against their outcome",
		Long: `Cases takes results of eval expand, of one or more methods, and writes a Markdown
table with a row for each reason for doubt that a run named: how many runs named
it, how many of these have an F1 below --below, and their mean precision, recall
and F1; then the same of the runs that did not name it. A case is worth naming
if the runs that do are worse than the others.
` + exitHelp,
		Example: `  verde eval cases focused.jsonl
  verde eval cases ssup-1.jsonl ssup-2.jsonl --below .8 -o cases.md`,
		Args: minArgs(1, "a file of results of eval expand"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if bar <= 0 || bar > 1 {
				return usagef("--below %g: a bar for F1 is above 0 and not above 1", bar)
			}
			var all []eval.Row
			for _, path := range args {
				rows, err := readRows(path)
				if err != nil {
					return err
				}
				all = append(all, rows...)
			}
			return out.with(cmd, func(o *output) error { return eval.Detect(all, bar).Markdown(o.w) })
		},
	}
	out.add(cmd, "-")
	cmd.Flags().Float64Var(&bar, "below", .9, "F1 below which a run has failed")
	return cmd
}
