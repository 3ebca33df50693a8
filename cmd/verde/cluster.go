package main

import (
	"errors"
	"fmt"
	"iter"
	"slices"
	"strconv"

	"github.com/spf13/cobra"

	"verde/judge"
	"verde/page"
	"verde/query"
	"verde/search"
	"verde/search/dump"
	"verde/urlcluster"
)

// clusterFlags are the settings of cluster.
type clusterFlags struct {
	out     outputFlags
	cut     string
	support int
	most    int // different URLs
	shapes  []string
	pages   []string
	all     bool
}

const clusterHelp = `Cluster groups the URLs of search results, in any of the formats that --dump reads,
by single linkage over the number of differing URL parts. Written are the
clusters of at least two URLs that answer at least --support different queries.
"-" reads standard input. The cut is chosen for each site, the largest that keeps
pages of different templates apart, where --pages has pages of it; else it is 1.

Results are read one by one, so that a dump may be of any size. What is kept are
the different URLs, some 200 bytes each, up to --max-urls of them.
`

func newCluster() *cobra.Command {
	var f clusterFlags
	cmd := &cobra.Command{
		Use:   "cluster RESULTS...",
		Short: "Cluster result URLs, and write the clusters as JSON Lines",
		Long:  clusterHelp + exitHelp,
		Example: `  verde cluster results.jsonl -o clusters.jsonl
  verde cluster serp.csv.gz --cut 2 -o - | head
  verde cluster results.jsonl --pages verde-run/archive -o -`,
		Args: minArgs(1, "a file of search results"),
		RunE: f.run,
	}
	f.out.add(cmd, "-")
	cmd.Flags().StringVar(&f.cut, "cut", autoCut, "differing URL parts up to which clusters are joined, 1 to 3, or auto")
	cmd.Flags().StringArrayVar(&f.pages, "pages", nil, "`folder`, file or WARC file with pages of the sites, for --cut auto; - for standard input; repeatable")
	addShapes(cmd.Flags(), &f.shapes)
	countVar(cmd.Flags(), &f.support, "support", 2, 1, "least number of different queries")
	countVar(cmd.Flags(), &f.most, "max-urls", 20_000_000, 1, "different URLs that are kept")
	cmd.Flags().BoolVar(&f.all, "all", false, "write single URLs and clusters of one query too")
	return cmd
}

func (f *clusterFlags) run(cmd *cobra.Command, args []string) error {
	fixed, err := strconv.Atoi(f.cut)
	if f.cut != autoCut && (err != nil || fixed < 1 || fixed > urlcluster.MaxCut) {
		return usagef("--cut %s: allowed are 1 to %d, and %s", f.cut, urlcluster.MaxCut, autoCut)
	}
	r, err := readURLs(cmd, args, f.shapes, f.most)
	if err != nil {
		return err
	}
	return f.out.with(cmd, func(o *output) (err error) {
		in, err := openInput(cmd, "--pages", f.pages)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, in.close()) }()
		clusters, err := group(&r.Answers, fixed, in.pages())
		if err != nil {
			return err
		}
		n := 0
		for _, c := range clusters {
			if !f.all && (!urlcluster.Relevant(c) || c.Support < f.support) {
				continue
			}
			n++
			if err := o.line(c); err != nil {
				return err
			}
		}
		fmt.Fprintf(notes(cmd), "%s of %s; %s dropped that are not http(s)\n", counted(n, "cluster"), counted(r.kept, "result"), counted(r.dropped, "URL"))
		if r.beyond > 0 {
			return &incompleteError{fmt.Sprintf("%d results left out, of further URLs than the first %d; raise --max-urls if there is memory", r.beyond, f.most)}
		}
		if n == 0 {
			return errors.New("no URLs of one site answer two different queries; lower --support, raise --cut, or see --all")
		}
		return nil
	})
}

// autoCut asks for the cut that suits a site.
const autoCut = "auto"

// resultURLs are the URLs of a dump, with what was left out of it.
type resultURLs struct {
	urlcluster.Answers
	kept    int // results
	dropped int // those without a URL that is http or https
	beyond  int // those of further URLs than were to be kept
}

// readURLs reads dumps, and keeps up to so many different URLs.
func readURLs(cmd *cobra.Command, paths, shapeFiles []string, most int) (*resultURLs, error) {
	shapes, err := readShapes(shapeFiles)
	if err != nil {
		return nil, err
	}
	var out resultURLs
	repeated := 0
	read, err := dump.Stream(paths, cmd.InOrStdin(), func(q query.Query, r search.Result) error {
		url, err := page.Normalize(r.URL)
		switch {
		case err != nil:
			out.dropped++
		case out.URLs() >= most && !out.Has(url):
			out.beyond++
		case out.Add(urlcluster.Item{URL: url, Query: q.ID}):
			out.kept++
		default:
			repeated++
		}
		return nil
	}, shapes...)
	if err != nil {
		return nil, noDump(err)
	}
	read.Results, read.Duplicates = read.Results-repeated, repeated
	tellDump(cmd, read, out.Queries())
	return &out, nil
}

// group clusters the results at a cut, or each site at its own for 0.
func group(answers *urlcluster.Answers, cut int, pages iter.Seq2[*page.Page, error]) ([]urlcluster.Cluster, error) {
	if cut > 0 {
		return answers.Group(func(string, []string) int { return cut }), nil
	}
	schemas, err := schemasOf(pages, answers.Has)
	if err != nil {
		return nil, err
	}
	return answers.Group(func(_ string, urls []string) int { return urlcluster.ChooseCut(urls, schemas) }), nil
}

// maxSchemas bounds the different schemas of a site; pages of further ones are not
// used.
const maxSchemas = 50

// schemasOf gives the number of the schema of each wanted URL that has a page: pages
// of a site with similar schemas have one number. Cost: that of parsing the pages, and
// for each a comparison with one page of every schema of its site.
func schemasOf(pages iter.Seq2[*page.Page, error], wanted func(url string) bool) (map[string]string, error) {
	out := map[string]string{}
	known := map[string][]page.Schema{} // site -> the different schemas
	var trie page.Paths
	for p, err := range pages {
		if err != nil {
			continue // reported with the other losses
		}
		url := p.URL
		if !wanted(url) {
			url = p.Requested
		}
		if !wanted(url) {
			continue
		}
		doc, err := p.Parse()
		if err != nil {
			continue // no HTML: it has no schema
		}
		site, schema := page.Site(url), page.NewOutline(p, doc, &trie, page.Tag).Schema
		i := slices.IndexFunc(known[site], func(s page.Schema) bool { return s.Similarity(schema) >= judge.SameTemplate })
		if i < 0 {
			if i = len(known[site]); i == maxSchemas {
				continue
			}
			known[site] = append(known[site], schema)
		}
		out[url] = strconv.Itoa(i + 1)
	}
	return out, nil
}
