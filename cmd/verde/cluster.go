package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"verde/page"
	"verde/query"
	"verde/search/dump"
	"verde/urlcluster"
)

func newCluster() *cobra.Command {
	var out outputFlags
	var cut, support int
	var all bool
	cmd := &cobra.Command{
		Use:   "cluster RESULTS...",
		Short: "Cluster result URLs, and write the clusters as JSON Lines",
		Long: `Cluster groups the URLs of search results, in any of the shapes that --dump reads,
by single linkage over the number of differing URL parts. Written are the
clusters of at least two URLs that answer at least --support different queries.
"-" reads standard input.
` + exitHelp,
		Example: `  verde cluster results.jsonl -o clusters.jsonl
  verde cluster serp.csv.gz --cut 2 -o - | head`,
		Args: minArgs(1, "a file of search results"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if cut < 1 || cut > urlcluster.MaxCut {
				return usagef("--cut %d: allowed are 1 to %d", cut, urlcluster.MaxCut)
			}
			d, err := dump.OpenURLs(args, cmd.InOrStdin())
			if err != nil {
				return err
			}
			tellDump(cmd, d)
			var items []urlcluster.Item
			dropped := 0
			for r := range d.All() {
				url, err := page.Normalize(r.URL)
				if err != nil {
					dropped++
					continue
				}
				id := r.QueryID
				if id == "" {
					id = query.Parse(r.Query).ID
				}
				items = append(items, urlcluster.Item{URL: url, Query: id})
			}
			return out.with(cmd, func(o *output) error {
				n := 0
				for _, c := range urlcluster.Group(items, cut) {
					if !all && (!urlcluster.Relevant(c) || c.Support < support) {
						continue
					}
					n++
					if err := o.line(c); err != nil {
						return err
					}
				}
				fmt.Fprintf(cmd.ErrOrStderr(), "%d clusters of %d results; %d URLs dropped that are not http(s)\n", n, len(items), dropped)
				if n == 0 {
					return errors.New("no URLs of one site answer two different queries; lower --support, raise --cut, or see --all")
				}
				return nil
			})
		},
	}
	out.add(cmd, "-")
	cmd.Flags().IntVar(&cut, "cut", 1, "differing URL parts up to which clusters are joined, 1 to 3")
	cmd.Flags().IntVar(&support, "support", 2, "least number of different queries")
	cmd.Flags().BoolVar(&all, "all", false, "write single URLs and clusters of one query too")
	return cmd
}
