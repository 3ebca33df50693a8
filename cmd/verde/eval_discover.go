package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"verde/eval/discovery"
	"verde/outcome"
)

func newEvalDiscover() *cobra.Command {
	var out outputFlags
	var labels, run string
	cmd := &cobra.Command{
		Use:   "discover --labels FILE",
		Short: "Measure the search for sites of a run step by step, where it is known which are sources",
		Long: `Discover of eval grades what a run of explore has done with its search results, and
writes a JSON line for each step: {step, urls, share, labelled, right, precision,
sites, sources, recall}. Nothing is asked for again.

The steps are those of VerDE's Table II, which has the share examined, its precision
and the sources found: all results; URLs in clusters of their site that answer
queries for several entities; those downloaded; those that show the values asked for
(matched), and as data (positive); those of sites that were accepted and read.
precision counts URLs of true sources among those with a label, recall the true
sources among all that --labels has. The training site counts neither way.

--labels is CSV with a site and a label a line (1, yes, true, positive or source; 0,
no, false, negative or other), or the file that the program webbox shows under
/__truth/sites. Sites without a label count neither way.

The paper asked for 5 and for 50 entities of each kind, once:
  verde explore URL --domain book --rounds 1 --instances 5 --run five
` + exitHelp,
		Example: `  verde eval discover --run verde-run --labels sites.csv
  curl -x localhost:8080 http://webbox.test/__truth/sites > sites.json; verde eval discover --labels sites.json -o steps.jsonl`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if labels == "" {
				return usagef("eval discover needs --labels; see %s --help", cmd.CommandPath())
			}
			return discover(cmd, run, labels, &out)
		},
	}
	out.add(cmd, "-")
	cmd.Flags().StringVar(&run, "run", "verde-run", "run's `folder`, or a catalog file")
	cmd.Flags().StringVar(&labels, "labels", "", "`file` that says which sites are sources")
	return cmd
}

func discover(cmd *cobra.Command, run, labels string, out *outputFlags) (err error) {
	f, err := os.Open(labels)
	if err != nil {
		return usagef("--labels: %w", err)
	}
	defer f.Close()
	truth, err := discovery.ReadLabels(f)
	if err != nil {
		return usagef("--labels %s: %w", labels, err)
	}
	cat, err := openCatalog(cmd, run)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, cat.Close()) }()
	results, training, err := outcome.Results(cmd.Context(), cat)
	if err != nil {
		return err
	}
	delete(truth, training)
	seen := make([]discovery.Seen, len(results))
	for i, t := range results {
		seen[i] = discovery.Seen{URL: t.URL, Site: t.Site, Clustered: t.Clustered, Downloaded: t.Downloaded, Matched: t.Matched, Positive: t.Positive, Source: t.Source}
	}
	steps := discovery.Grade(seen, truth)
	if err := out.with(cmd, func(o *output) error {
		for _, s := range steps {
			if err := o.line(s); err != nil {
				return err
			}
		}
		return nil
	}); err != nil {
		return err
	}
	if steps[0].Labelled == 0 {
		return &incompleteError{fmt.Sprintf("none of the %d results is of a site with a label; is %s about this run?", len(results), labels)}
	}
	return tellSteps(notes(cmd), steps)
}

// tellSteps writes the steps as a table for people.
func tellSteps(w io.Writer, steps []discovery.Step) error {
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table, "\tURLs\tof all\tprecision\tsites\tsources\trecall\t")
	for _, s := range steps {
		fmt.Fprintf(table, "%s\t%d\t%.1f %%\t%s\t%d\t%d\t%s\t\n", s.Step, s.URLs, 100*s.Share, shareOf(s.Precision), s.Sites, s.Sources, shareOf(s.Recall))
	}
	return table.Flush()
}

// shareOf writes a share that may be of nothing.
func shareOf(x *float64) string {
	if x == nil {
		return "-"
	}
	return fmt.Sprintf("%.3f", *x)
}
