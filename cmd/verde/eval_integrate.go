package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"verde/eval/integration"
	"verde/integrate"
	"verde/steering"
)

// integrateGrades are the flags of "eval integrate".
type integrateGrades struct {
	out              outputFlags
	truth, same, run string
	hide             []string
}

func newEvalIntegrate() *cobra.Command {
	var f integrateGrades
	cmd := &cobra.Command{
		Use:   "integrate --truth DIR",
		Short: "Measure how well the tables of several sites become one catalog",
		Long: `Integrate of eval makes one catalog of the tables of several sites whose true
attributes and entities are known, and writes a JSON line: {case, hidden, records,
entities, attributes, columns, pairs, b_cubed, works, majority, contested, baseline,
seconds}. Labels are taken away first, so that values alone are what columns are
joined by.

columns are pairs of columns of two sites that say the same, pairs and b_cubed
records of one entity; works counts other editions of a book as right. majority is
the share of chosen values that most sources have, among those with rivals. baseline
is what comes of joining records whose title or name is equal.

With --run the records that a run has read are integrated, and graded by what webbox
says of its pages: what was not found or not read counts as missing. table
grades the whole as a table: the share of rows, an entity each, without a fault, and of
items, a value of an entity each, that are right (WideSearch, arXiv 2508.07999). lost in
it says why true values are not in the table, each by the first thing that stopped it on
its way from the page (page not read, not read as a value, column of no attribute, in
another attribute, in another row, another value chosen, chosen in other words): items,
the rows that have such a fault, and those that have no other ("only"). single and lists
tell how well the probabilities of the values that are shown hold: their Brier score, and
the expected calibration error over ten bins ("error").

--truth is a folder with true values as the SWDE collection has them, files
VERTICAL-SITE-ATTRIBUTE.txt, or with a folder of them for each vertical; or a file
with the records that the program webbox shows under /__truth/records.
` + exitHelp,
		Example: `  verde eval integrate --truth groundtruth/book --hide isbn_13
  verde eval integrate --truth groundtruth -o integrate.jsonl
  curl -x localhost:8080 http://webbox.test/__truth/records > records.json; verde eval integrate --truth records.json
  verde eval integrate --run books --truth records.json`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return f.grade(cmd) },
	}
	f.out.add(cmd, "-")
	flags := cmd.Flags()
	flags.StringVar(&f.truth, "truth", "", "`folder` of true values, or file of records that webbox shows")
	flags.StringVar(&f.run, "run", "", "`folder` of a run over the web whose records --truth has")
	flags.StringSliceVar(&f.hide, "hide", nil, "`attribute` that the tables do not have; may be given several times")
	flags.StringVar(&f.same, "same", string(integrate.Auto), "what counts as one entity: auto, work, edition")
	return cmd
}

// grade integrates the tables of the cases, or what a run has read, and tells how well.
func (f *integrateGrades) grade(cmd *cobra.Command) error {
	if f.truth == "" {
		return usagef("eval integrate needs --truth; see %s --help", cmd.CommandPath())
	}
	if f.run != "" {
		return f.gradeRun(cmd)
	}
	cases, err := integrationCases(f.truth, f.hide)
	if err != nil {
		return err
	}
	return f.out.with(cmd, func(o *output) error {
		for _, c := range cases {
			start := time.Now()
			r, err := integrate.Integrate(c.Tables, integrate.Options{Granularity: integrate.Granularity(f.same)})
			if err != nil {
				return usagef("--same: %w", err)
			}
			report := integration.Grade(c, r)
			report.Seconds, report.Hidden = time.Since(start).Seconds(), strings.Join(f.hide, " ")
			if err := o.line(report); err != nil {
				return err
			}
		}
		return nil
	})
}

// gradeRun grades a run by the records of the web that it has explored.
func (f *integrateGrades) gradeRun(cmd *cobra.Command) (err error) {
	records, err := os.Open(f.truth)
	if err != nil {
		return usagef("--truth: %w", err)
	}
	web, err := integration.ReadWeb(records)
	if err = errors.Join(err, records.Close()); err != nil {
		return usagef("--truth %s: %w", f.truth, err)
	}
	c, err := openCatalog(cmd, f.run)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, c.Close()) }()
	tables, opt, err := c.ToIntegrate(cmd.Context(), integrate.Options{Granularity: integrate.Granularity(f.same)})
	if err != nil {
		return err
	}
	if opt.Decisions, err = steering.ReadMatching(cmd.Context(), steering.Folder(f.run)(steering.MatchingFile)); err != nil {
		return err
	}
	return f.out.with(cmd, func(o *output) error {
		start := time.Now()
		r, err := integrate.Integrate(tables, opt)
		if err != nil {
			return usagef("--same: %w", err)
		}
		seconds := time.Since(start).Seconds()
		graded := web.Run(tables)
		report := integration.Grade(graded, r)
		table := web.Table(graded, r)
		report.Seconds, report.Table = seconds, &table
		return o.line(report)
	})
}

// integrationCases reads the cases at path.
func integrationCases(path string, hide []string) ([]*integration.Case, error) {
	st, err := os.Stat(path)
	if err != nil {
		return nil, usagef("--truth: %w", err)
	}
	if !st.IsDir() {
		f, err := os.Open(path)
		if err != nil {
			return nil, err
		}
		c, err := integration.Served(f, hide)
		return []*integration.Case{c}, errors.Join(err, f.Close())
	}
	folders, err := filepath.Glob(filepath.Join(path, "*", "*-*-*.txt"))
	if err != nil {
		return nil, err
	}
	if own, err := filepath.Glob(filepath.Join(path, "*-*-*.txt")); err != nil || len(own) > 0 {
		folders = own
	}
	for i := range folders {
		folders[i] = filepath.Dir(folders[i])
	}
	slices.Sort(folders)
	var cases []*integration.Case
	for _, folder := range slices.Compact(folders) {
		c, err := integration.Truth(os.DirFS(folder), verticalOf(folder), hide)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", folder, err)
		}
		cases = append(cases, c)
	}
	if len(cases) == 0 {
		return nil, usagef("--truth %s: %w of true values, named VERTICAL-SITE-ATTRIBUTE.txt", path, fs.ErrNotExist)
	}
	return cases, nil
}

// verticalOf is what the files of a folder begin with.
func verticalOf(folder string) string {
	files, _ := filepath.Glob(filepath.Join(folder, "*-*-*.txt"))
	if len(files) == 0 {
		return filepath.Base(folder)
	}
	vertical, _, _ := strings.Cut(filepath.Base(files[0]), "-")
	return vertical
}
