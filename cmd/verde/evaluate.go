package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"verde/catalog"
	"verde/evidence"
	"verde/judge"
	"verde/query"
	"verde/search"
	"verde/search/dump"
	"verde/urlcluster"
)

// readResults reads dumps, up to so many different URLs.
func readResults(cmd *cobra.Command, paths, shapeFiles []string, most int) (*evidence.Results, error) {
	shapes, err := readShapes(shapeFiles)
	if err != nil {
		return nil, err
	}
	results, repeated := new(evidence.Results), 0
	read, err := dump.Stream(paths, cmd.InOrStdin(), func(q query.Query, r search.Result) error {
		dropped := results.Dropped()
		if !results.Add(q, r) && results.Dropped() == dropped {
			repeated++
		}
		if len(results.URLs()) > most {
			return tooManyURLs(most)
		}
		return nil
	}, shapes...)
	if err != nil {
		return nil, noDump(err)
	}
	read.Results, read.Duplicates = read.Results-repeated, repeated
	tellDump(cmd, read, results.Queries())
	return results, nil
}

// evaluateFlags are the settings of evaluate.
type evaluateFlags struct {
	pages          pageFlags
	out            outputFlags
	archive, model string
	all            bool
	cut, number    int
	most           int // different URLs
	shapes         []string
}

const evaluateHelp = `Evaluate clusters search results, in any of the formats that --dump reads,
downloads a few pages of each cluster, finds the fragments that hold the values
of the query, and tells data from prose. Written is a source a line with its
evidence. Required values are the quoted phrases of a result's query.

Results are read one by one, so that a dump may be of any size. What is kept are
the different URLs with their titles, some 500 bytes each, at most --max-urls,
and the different queries.
`

func newEvaluate() *cobra.Command {
	var f evaluateFlags
	cmd := &cobra.Command{
		Use:   "evaluate RESULTS...",
		Short: "Judge the sites of search results: which show the values asked for as data?",
		Long:  evaluateHelp + exitHelp,
		Example: `  verde evaluate results.jsonl -o sources.jsonl
  verde evaluate serp.csv.gz --warc pages.warc.gz --all -o -`,
		Args: minArgs(1, "a file of search results"),
		RunE: f.run,
	}
	f.add(cmd)
	return cmd
}

func (f *evaluateFlags) add(cmd *cobra.Command) {
	f.out.add(cmd, "-")
	f.pages.add(cmd)
	addShapes(cmd.Flags(), &f.shapes)
	flags := cmd.Flags()
	countVar(flags, &f.cut, "cut", 3, 1, "largest number of differing URL parts within a cluster, 1 to 3")
	countVar(flags, &f.number, "pages", 6, 1, "pages evaluated of a site's URL shape")
	countVar(flags, &f.most, "max-urls", 5_000_000, 1, "different URLs that are kept")
	flags.BoolVar(&f.all, "all", false, "write doubtful and refused sites too, with the reason")
	flags.StringVar(&f.model, "model", "", "`file` with a classifier of pages that train wrote (default the shipped one)")
	flags.StringVar(&f.archive, "archive", "", "`folder` in which every page is kept as WARC")
}

func (f *evaluateFlags) run(cmd *cobra.Command, args []string) error {
	if f.cut > urlcluster.MaxCut {
		return usagef("--cut %d: allowed are 1 to %d", f.cut, urlcluster.MaxCut)
	}
	classifier, err := openClassifier("--model", f.model)
	if err != nil {
		return err
	}
	results, err := readResults(cmd, args, f.shapes, f.most)
	if err != nil {
		return err
	}
	return f.pages.with(cmd, f.archive, &f.out, func(client *pageClient, o *output, s *status) error {
		j := judge.Judge{Pages: client, Classifier: classifier, Evaluate: f.number, Log: newLog(cmd, s), Progress: s.tell}
		sources, err := j.Candidates(cmd.Context(), results.Candidates(nil, f.cut), results, sitesAtOnce)
		if err != nil {
			return err
		}
		s.close()
		return f.write(cmd, o, sources, results.Dropped())
	})
}

// sitesAtOnce is how many sites evaluate judges at a time.
const sitesAtOnce = 8

// write writes the accepted sources, or all, and tells how many are doubtful and how many results were
// dropped.
func (f *evaluateFlags) write(cmd *cobra.Command, o *output, sources []catalog.Source, dropped int) error {
	count := map[string]int{} // by state
	for _, src := range sources {
		if count[src.State]++; src.State != catalog.Accepted && !f.all {
			continue
		}
		if err := o.line(src); err != nil {
			return err
		}
	}
	fmt.Fprintf(notes(cmd), "%d of %d candidate sites accepted, %d doubtful, of which only reading would tell; %d URLs dropped that are not http(s), or not of the site asked\n", count[catalog.Accepted], len(sources), count[catalog.Doubtful], dropped)
	return nil
}
