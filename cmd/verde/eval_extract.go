package main

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"verde/extract"
	"verde/extract/accuracy"
	"verde/fetch"
	"verde/page"
)

const evalExtractHelp = `Extract of eval aligns the pages of each site, compares the records with true
values, and writes a Markdown table: for each attribute precision, recall and F of
the column that suits it best, the share of all true values that the column
holds, F when a text that contains a true value is right too, and the column's
label; then the means of sites and verticals.

--truth is a folder of files as the SWDE collection has them (VERTICAL, SITE and
ATTRIBUTE in the first line, then a page a line), or of .csv files with the
columns page, attribute and value, and for several sites site and vertical: one
value a line. --pages is a folder with a folder for each site, named SITE or
VERTICAL-SITE, or with the pages of the only site. A page is named by its file,
with or without extension, or by its URL.

With --learn, the wrapper of the first pages is measured on all others instead,
in the columns that suit the attributes best on the pages that it was learned on.
With --wrong, every cell is listed that is not as the truth has it, with what was
expected, what was found, and which other column has it.
With --full-schema the truth lists every attribute that the pages show, and whole
columns are counted as well.
`

// extractEval are the settings of eval extract.
type extractEval struct {
	truth, pages, only string
	options            extract.Options
	learn, limit       int
	schema, wrong      bool
	support            float64
}

func newEvalExtract() *cobra.Command {
	var f extractEval
	var out outputFlags
	cmd := &cobra.Command{
		Use:   "extract --truth DIR --pages DIR",
		Short: "Measure the extraction of records from pages whose values are known",
		Long:  evalExtractHelp + exitHelp,
		Example: `  verde eval extract --truth swde/groundtruth --pages swde/html --limit 10
  verde eval extract --truth swde/groundtruth --pages swde/html --only nbaplayer-espn --wrong
  verde eval extract --truth mine --pages saved --full-schema --learn 5`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if f.truth == "" || f.pages == "" {
				return usagef("eval extract needs --truth and --pages; see %s --help", cmd.CommandPath())
			}
			truth, err := accuracy.Read(os.DirFS(f.truth))
			if err != nil {
				return usagef("--truth %s: %w", f.truth, err)
			}
			return out.with(cmd, func(o *output) error { return f.run(cmd, truth, o.w) })
		},
	}
	out.add(cmd, "-")
	flags := cmd.Flags()
	flags.StringVar(&f.truth, "truth", "", "`folder` of true values")
	flags.StringVar(&f.pages, "pages", "", "`folder` of the sites' pages")
	flags.StringVar(&f.only, "only", "", "measure only sites whose name contains `text`")
	flags.StringVar(&f.options.Method, "method", extract.MethodVerDE, "verde, or dca for the paper as published")
	countVar(flags, &f.learn, "learn", 0, 0, "pages that a wrapper is learned on, to be measured on the others; 0 measures the aligned pages themselves")
	countVar(flags, &f.limit, "limit", 0, 0, "pages of a site at most, the first in order of name; 0 for all")
	flags.BoolVar(&f.wrong, "wrong", false, "list the cells that are wrong, below the table")
	flags.BoolVar(&f.schema, "full-schema", false, "the truth lists all attributes: count columns too")
	flags.Float64Var(&f.support, "support", 0, "share of the pages that a column or attribute needs to count in a full schema")
	return cmd
}

// run measures all sites, in order of name.
func (f *extractEval) run(cmd *cobra.Command, truth map[accuracy.Site]accuracy.Truth, w io.Writer) error {
	sites := slices.SortedFunc(maps.Keys(truth), func(x, y accuracy.Site) int { return strings.Compare(x.String(), y.String()) })
	var all []accuracy.Graded
	missing := 0
	for _, site := range sites {
		if !strings.Contains(site.String(), f.only) {
			continue
		}
		learned, records, err := f.records(site, truth[site])
		if err != nil {
			missing++
			fmt.Fprintf(notes(cmd), "  skipped %s: %s\n", printable(site.String()), printable(err.Error()))
			continue
		}
		g := accuracy.GradeSite(site, records, truth[site])
		if f.learn > 0 {
			g = accuracy.GradeUnseenSite(site, learned, records, truth[site])
		}
		if f.schema {
			s := accuracy.FullSchema(records, truth[site], f.support)
			g.Schema = &s
		}
		if f.wrong {
			g.Wrong = accuracy.Wrongs(records, truth[site], g.Exact)
		}
		all = append(all, g)
	}
	if len(all) == 0 {
		return errors.New("no site of the truth has pages")
	}
	if err := accuracy.Markdown(w, all); err != nil {
		return err
	}
	if missing > 0 {
		return &incompleteError{fmt.Sprintf("%d of %d sites were skipped", missing, missing+len(all))}
	}
	return nil
}

// records extracts what is to be graded of a site, and with --learn also what
// the wrapper reads on the pages that it was learned on.
func (f *extractEval) records(site accuracy.Site, truth accuracy.Truth) (learned, out []extract.Record, err error) {
	pages, err := f.pagesOf(site, truth)
	if err != nil {
		return nil, nil, err
	}
	if f.learn == 0 {
		table, err := extract.Align(pages, f.options)
		if err != nil {
			return nil, nil, err
		}
		return nil, table.Records(), nil
	}
	if f.learn >= len(pages) {
		return nil, nil, fmt.Errorf("%d pages, which leaves none to measure", len(pages))
	}
	wrapper, _, err := extract.Learn(pages[:f.learn], f.options)
	if err != nil {
		return nil, nil, err
	}
	if learned, err = readAll(wrapper, pages[:f.learn]); err != nil {
		return nil, nil, err
	}
	out, err = readAll(wrapper, pages[f.learn:])
	return learned, out, err
}

// readAll reads pages by a wrapper.
func readAll(w *extract.Wrapper, pages []*page.Page) ([]extract.Record, error) {
	var out []extract.Record
	for _, p := range pages {
		r, err := w.Extract(p)
		if err != nil {
			return nil, err
		}
		out = append(out, r)
	}
	return out, nil
}

// pagesOf reads the saved pages of a site, under the names that the truth has.
func (f *extractEval) pagesOf(site accuracy.Site, truth accuracy.Truth) ([]*page.Page, error) {
	dir := ""
	for _, name := range []string{site.String(), site.Name} {
		path := filepath.Join(f.pages, name)
		if info, err := os.Stat(path); filepath.IsLocal(name) && err == nil && info.IsDir() {
			dir = path
			break
		}
	}
	switch {
	case dir != "":
	case site == accuracy.Site{}:
		dir = f.pages
	default:
		return nil, errors.New("no folder of its name among the pages")
	}
	known := make(map[string]bool)
	for _, p := range truth.Pages() {
		known[p] = true
	}
	var pages []*page.Page
	for p, err := range fetch.Pages(dir) {
		var other *fetch.NotAPage
		if errors.As(err, &other) {
			continue
		}
		if err != nil {
			return nil, err
		}
		if f.limit > 0 && len(pages) == f.limit {
			break
		}
		p.URL = nameIn(known, p)
		pages = append(pages, p)
	}
	return pages, nil
}

// nameIn is the name under which the truth knows a page: its file's, with or
// without extension, or its URL.
func nameIn(known map[string]bool, p *page.Page) string {
	file := filepath.Base(p.Source)
	base := strings.TrimSuffix(file, filepath.Ext(file))
	for _, name := range []string{base, file, p.URL, p.Requested} {
		if known[name] {
			return name
		}
	}
	return base
}
