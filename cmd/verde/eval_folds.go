package main

import (
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"verde/eval"
)

func newEvalFolds() *cobra.Command {
	var out outputFlags
	var k int
	cmd := &cobra.Command{
		Use:   "folds RESULTS.jsonl...",
		Short: "Tell results of eval expand by groups of sites, and what is best on sites it was not chosen by",
		Long: `Folds deals the sites of results of eval expand into groups, and writes a Markdown
table with the mean precision, recall and F1 of each group and its worst entity
type. Types of one site are always in one group.

Of several results (of other builds, methods or options, on the same samples) it
writes their mean F1 by group. In each row the one that is best on all the other
groups is in bold, and below stands what choosing so comes to: a figure of sites
that had no say in the choice.
` + exitHelp,
		Example: `  verde eval folds focused.jsonl
  verde eval folds --folds 5 before.jsonl after.jsonl -o choice.md`,
		Args: minArgs(1, "a file of results of eval expand"),
		RunE: func(cmd *cobra.Command, args []string) error {
			var names []string
			var all [][]eval.Row
			for _, path := range args {
				rows, err := readRows(path)
				if err != nil {
					return err
				}
				all = append(all, rows)
				names = append(names, strings.TrimSuffix(filepath.Base(path), filepath.Ext(path)))
			}
			if len(all) == 1 {
				folds, err := eval.Folds(all[0], k)
				if err != nil {
					return usagef("--folds: %w", err)
				}
				return out.with(cmd, func(o *output) error { return eval.FoldsMarkdown(o.w, folds) })
			}
			v, err := eval.CrossValidate(names, all, k)
			if err != nil {
				return usagef("%w", err)
			}
			return out.with(cmd, func(o *output) error { return v.Markdown(o.w) })
		},
	}
	out.add(cmd, "-")
	countVar(cmd.Flags(), &k, "folds", 5, 2, "groups of sites")
	return cmd
}
