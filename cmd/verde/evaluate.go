package main

import (
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"verde"
	"verde/catalog"
	"verde/query"
	"verde/search"
	"verde/search/dump"
)

func newEvaluate() *cobra.Command {
	var f pageFlags
	var out outputFlags
	var archive, model string
	var all bool
	var cut, n int
	cmd := &cobra.Command{
		Use:   "evaluate RESULTS...",
		Short: "Judge the sites of search results: which show the values asked for as data?",
		Long: `Evaluate clusters search results, in any of the shapes that --dump reads,
downloads a few pages of each cluster, finds the fragments that hold the values
of the query, and tells data from prose. Written is a source a line with its
evidence. Required values are the quoted phrases of a result's query.
` + exitHelp,
		Example: `  verde evaluate results.jsonl -o sources.jsonl
  verde evaluate serp.csv.gz --warc pages.warc.gz --all -o -`,
		Args: minArgs(1, "a file of search results"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if cut < 1 || cut > 3 {
				return usagef("--cut %d: allowed are 1 to 3", cut)
			}
			classifier, err := openClassifier(model)
			if err != nil {
				return err
			}
			d, err := dump.Open(args, cmd.InOrStdin())
			if err != nil {
				return err
			}
			tellDump(cmd, d)
			return out.with(cmd, func(o *output) (err error) {
				client, err := f.client(archive, nil)
				if err != nil {
					return err
				}
				defer func() { err = errors.Join(err, client.Close()) }()
				began := time.Now()
				s := newStatus(cmd, func() string { return rate(began, client) })
				defer s.close()
				x := &verde.Explorer{Pages: client, Classifier: classifier, Log: newLog(cmd, s),
					Options: verde.Options{MaxCut: cut, Evaluate: n}}
				var results []search.Result
				for r := range d.All() {
					if r.QueryID == "" {
						r.QueryID = query.Parse(r.Query).ID
					}
					results = append(results, r)
				}
				sources, err := x.Judge(cmd.Context(), d.Queries(), results)
				if err != nil {
					return err
				}
				s.close()
				accepted := 0
				for _, src := range sources {
					if src.State == catalog.Accepted {
						accepted++
					} else if !all {
						continue
					}
					if err := o.line(src); err != nil {
						return err
					}
				}
				fmt.Fprintf(cmd.ErrOrStderr(), "%d of %d candidate sites accepted\n", accepted, len(sources))
				return nil
			})
		},
	}
	out.add(cmd, "-")
	f.add(cmd)
	flags := cmd.Flags()
	flags.IntVar(&cut, "cut", 3, "largest number of differing URL parts within a cluster, 1 to 3")
	flags.IntVar(&n, "pages", 6, "pages evaluated of a cluster")
	flags.BoolVar(&all, "all", false, "write refused sites too")
	flags.StringVar(&model, "model", "", "`file` with a classifier of pages that train wrote (default the shipped one)")
	flags.StringVar(&archive, "archive", "", "`folder` in which every page is kept as WARC")
	return cmd
}
