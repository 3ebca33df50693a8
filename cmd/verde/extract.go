package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"verde/catalog"
	"verde/extract"
	"verde/extract/selector"
	"verde/page"
	"verde/progress"
	"verde/record"
)

// extractFlags are the settings of extract.
type extractFlags struct {
	out       outputFlags
	options   extract.Options
	wrapper   string // file to read one from
	save      string // file to keep it in
	only      string // file of the pages that are read
	selectors string // file for selectors
	format    string
	about     float64  // the least that fields have that are written
	examples  []string // LABEL=VALUE
	untaught  int      // labels of examples that have no column
	learn     int
	relearn   bool
}

const extractHelp = `Extract aligns pages of one template into a table with named columns and writes
one record a page as JSON Lines: {url, site, source, fetched_at, template, match,
fields: [{label, values, confidence, about}], groups: [{label, rows}]}. Each value has its
text, the XPath that leads to it, the address that it links to (href), and what it
means where that is known: type, number, unit, currency, date, code. What repeats
within a page, as offers with a title and a price, is rows of a group, each a list of
fields. confidence is the probability that the values are what the label says, match
how much of the template the page shows, both from 0 to 1. Fields below .5 are named
with a page; if they are more than 6 % of all, the exit code is 3. So it is if the
values hold as many phrases of the template as there are columns: labels in sentences
that were not read, which are named with the columns; and if more of the texts that
differ from page to page have no label than have one. about is the
probability that a field is said of the page's entity, and not of its neighbours, by
readers or by advertisers; --about leaves out what is less likely to be. --format values writes the texts by label
alone: those of one group are lists in step, with an empty string where a row has
nothing. An archive has more than the pages of one template: --only reads
those that expand found in it. At most --learn pages, evenly spread, are
aligned; what they teach, the wrapper, reads the others. A wrapper can be kept
and used again on other pages of the template; it is JSON that may be edited.
When pages are no longer of the template that a wrapper was learned on, that is
said, with the columns that are lost; with --relearn a sample of --learn pages is
looked at first, and a wrapper that does not fit is learned anew.

` + inputHelp + `
--example LABEL=VALUE names the column that holds a value on any of --learn pages, or
makes one for the text that is the value; a wrapper that is kept has it too. Where
neither can be, it is said why, with what comes nearest, and the exit code is 3.

--export-selectors writes JSON with a CSS selector or XPath expression for each
column that one is enough for on --learn pages, and why the others need more; a
set for each template among the pages.
`

func newExtract() *cobra.Command {
	var f extractFlags
	cmd := &cobra.Command{
		Use:   "extract DIR|FILE|WARC|-...",
		Short: "Read pages of one template into records",
		Long:  extractHelp + exitHelp,
		Example: `  verde extract pages/ -o records.jsonl
  verde extract pages/ -o - | jq '.fields[] | select(.label == "Author") | .values[].text'
  verde extract pages/ --about .5 -o records.jsonl
  verde extract pages/ --example 'Price=$12.50' --save-wrapper wrapper.json -o records.jsonl
  verde extract pages/ --learn 10 --save-wrapper wrapper.json -o /dev/null
  verde extract seen --only pages.jsonl -o records.jsonl
  verde extract more.warc.gz --wrapper wrapper.json -o -
  curl -s https://books.example/b/42 | verde extract - --wrapper wrapper.json -o -`,
		Args: minArgs(1, "a folder, file or WARC archive of pages, or - for standard input"),
		RunE: f.run,
	}
	f.add(cmd)
	return cmd
}

func (f *extractFlags) add(cmd *cobra.Command) {
	f.out.add(cmd, "-")
	flags := cmd.Flags()
	flags.StringVar(&f.options.Method, "method", extract.MethodVerDE, "verde, or dca for the paper as published")
	countVar(flags, &f.learn, "learn", 30, 1, "pages to align")
	flags.StringVar(&f.wrapper, "wrapper", "", "`file` with a wrapper to use instead of learning one")
	flags.StringArrayVar(&f.examples, "example", nil, "`LABEL=VALUE` as a page has it: call the column that holds the value LABEL, or make one; may be given several times")
	flags.StringVar(&f.format, "format", "jsonl", "jsonl, or values for the texts by label alone")
	flags.Float64Var(&f.about, "about", 0, "leave out fields whose `probability` to be about the page's entity is less")
	flags.StringVar(&f.only, "only", "", "`file` of the pages to read, as expand writes it (pages.jsonl), or a URL a line; others are left out")
	flags.BoolVar(&f.relearn, "relearn", false, "learn a wrapper anew whose template has changed")
	flags.StringVar(&f.save, "save-wrapper", "", "`file` to keep the wrapper in")
	flags.StringVar(&f.selectors, "export-selectors", "", "`file` for CSS selectors and XPath expressions of the columns")
}

func (f *extractFlags) run(cmd *cobra.Command, args []string) error {
	if err := f.check(args); err != nil {
		return err
	}
	return f.out.with(cmd, func(o *output) (err error) {
		in, err := openInput(cmd, "pages", args)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, in.close()) }()
		if f.only != "" {
			urls, err := readURLList(cmd, "--only", f.only)
			if err == nil {
				err = in.restrict(urls)
			}
			if err != nil {
				return err
			}
		}
		s := o.status(cmd)
		defer s.close()
		wrapper, err := f.prepare(cmd, in)
		if err != nil {
			return err
		}
		var records []extract.Record
		unread, skipped, kept := 0, 0, 0
		var doubt record.Doubt
		for p, err := range loggedPages(newLog(cmd, s), in.pages()) {
			s.tell(progress.Event{Phase: progress.Extracting, Done: len(records) + unread + skipped})
			if cmd.Context().Err() != nil {
				return context.Cause(cmd.Context())
			}
			if err != nil {
				unread++ // told with what else is lost
				continue
			}
			r, err := wrapper.Extract(p)
			if err != nil {
				skipped++
				fmt.Fprintf(toldTo(cmd.Flags(), s, slog.LevelWarn), "  skipped %s\n", printable(err.Error()))
				continue
			}
			r.URL, r.Site, r.Source, r.FetchedAt = p.URL, page.Site(p.URL), p.Source, p.FetchedAt
			records = append(records, outlineOf(&r))
			judged := r
			if p.Cut {
				judged.Partial = "" // told with what else was lost
			}
			doubt.Add(&judged)
			r.Fields = slices.DeleteFunc(r.Fields, func(x record.Field) bool { return x.About > 0 && x.About < f.about })
			kept += len(r.Fields) + len(r.Groups)
			if err := f.write(o, &r); err != nil {
				return err
			}
		}
		s.close()
		fmt.Fprintf(notes(cmd), "%s, %s skipped\n", counted(len(records), "record"), counted(unread+skipped, "page"))
		drifted := tellDrift(cmd, wrapper.Drift(records))
		tellDoubt(notes(cmd), &doubt, f.about)
		if none := wrapper.Unlabelled(); wrapper.Pages > 1 && none > .5 {
			fmt.Fprintf(notes(cmd), "  %.0f %% of the texts that differ from page to page have no label: the pages have none, or they were not read\n", 100*none)
		}
		switch {
		case len(records) == 0 && skipped == 0:
			return fmt.Errorf("no page in %s that can be read", in)
		case len(records) == 0:
			return fmt.Errorf("no record: none of the %d pages could be read", skipped)
		}
		err = f.shortcomings(drifted, wrapper.Pages, skipped, kept, &doubt, tellLeftover(notes(cmd), wrapper))
		if n, first := in.lacking(); n > 0 {
			lack := &incompleteError{fmt.Sprintf("%s of --only not in %s, such as %s: verde expand --verify or verde fetch get them into an --archive", counted(n, "page"), in, first)}
			return errors.Join(lack, err)
		}
		return err
	})
}

// shortcomings is an error that tells all that is lacking, what concerns most first, nil if nothing is.
func (f *extractFlags) shortcomings(drifted bool, learnt, skipped, kept int, doubt *record.Doubt, leftover bool) error {
	var lacking []string
	if drifted {
		lacking = append(lacking, "the template has changed since the wrapper was learned")
	}
	if skipped > 0 {
		lacking = append(lacking, counted(skipped, "page")+" skipped")
	}
	if f.untaught > 0 {
		lacking = append(lacking, counted(f.untaught, "example")+" without a column")
	}
	if f.wrapper == "" && learnt == 1 {
		lacking = append(lacking, "learned on one page, which does not tell what its template says from what it says of its entity: give more pages")
	}
	if kept == 0 && doubt.Fields > 0 {
		lacking = append(lacking, fmt.Sprintf("no field is as likely as %v to be about the entity: ask for less with --about", f.about))
	} else if kept == 0 {
		lacking = append(lacking, "no field in any record")
	}
	if doubt.Partial > 0 {
		lacking = append(lacking, counted(doubt.Partial, "page")+" read in part")
	}
	if doubt.Many() {
		lacking = append(lacking, "more than 6 % of the fields are doubtful")
	}
	if leftover {
		lacking = append(lacking, "values hold as much of the template as there are labels: the pages are read badly")
	}
	if len(lacking) == 0 {
		return nil
	}
	return &incompleteError{strings.Join(lacking, "; ")}
}

// toldLabels bounds the labels that are named.
const toldLabels = 10

// tellDoubt says how many texts are in no field, where about leaves nothing out how many fields it would, and what pages are of no template, and what fields are likelier wrong than right, most first, with a page of each.
func tellDoubt(w io.Writer, d *record.Doubt, about float64) {
	if d.Unlike > 0 {
		fmt.Fprintf(w, "  %s with none of the texts of a template that was learned: other pages than those, as %s\n", counted(d.Unlike, "page"), printable(d.UnlikePage))
	}
	if d.Rest > 0 {
		fmt.Fprintf(w, "  %s of %s in no field, since nothing names them and no other page that was learned from has them: \"rest\" of the records has them\n", counted(d.Rest, "text"), counted(d.RestPages, "page"))
	}
	if d.Partial > 0 {
		fmt.Fprintf(w, "  %s read in part (\"partial\" of the record), as %s: %s\n", counted(d.Partial, "page"), printable(d.PartialPage), d.Why)
	}
	if d.Around > 0 && about == 0 {
		fmt.Fprintf(w, "  %d of %d fields are likelier about what stands around the entity than about it (--about .5 leaves them out)\n", d.Around, d.Fields)
	}
	if d.Doubtful == 0 {
		return
	}
	fmt.Fprintf(w, "  %d of %d fields are likelier wrong than right:\n", d.Doubtful, d.Fields)
	slices.SortStableFunc(d.Labels, func(x, y record.DoubtfulLabel) int { return cmp.Compare(y.Fields, x.Fields) })
	for _, x := range d.Labels[:min(len(d.Labels), toldLabels)] {
		fmt.Fprintf(w, "    %s (%d), as on %s\n", printable(x.Label), x.Fields, printable(x.Page))
	}
	if n := len(d.Labels) - toldLabels; n > 0 {
		fmt.Fprintf(w, "    and %d more\n", n)
	}
}

// tellLeftover says which columns have values that hold template, with a phrase of each, and tells whether any do.
func tellLeftover(w io.Writer, wrapper *extract.Wrapper) bool {
	left := wrapper.Leftover()
	if len(left) == 0 {
		return false
	}
	fmt.Fprintf(w, "  values hold words of the template, which label what is in them:\n")
	for _, l := range left[:min(len(left), toldLabels)] {
		fmt.Fprintf(w, "    %s\n", printable(l.String()))
	}
	return true
}

// outlineOf is what is kept of a record to tell drift from: its labels alone.
func outlineOf(r *record.Record) record.Record {
	out := record.Record{Template: r.Template, Match: r.Match}
	for _, label := range r.Labels() {
		out.Fields = append(out.Fields, record.Field{Label: label})
	}
	return out
}

// write writes a record as the format has it.
func (f *extractFlags) write(o *output, r *record.Record) error {
	if f.format == "values" {
		return o.line(catalog.Flatten(r))
	}
	return o.line(r)
}

// check tells of flags and files with which the work would fail later.
func (f *extractFlags) check(paths []string) error {
	if f.format != "jsonl" && f.format != "values" {
		return usagef("--format %q: there are jsonl and values", f.format)
	}
	if !(f.about >= 0 && f.about <= 1) {
		return usagef("--about %v: expected a probability, from 0 to 1", f.about)
	}
	for _, e := range f.examples {
		if label, value, ok := strings.Cut(e, "="); !ok || strings.TrimSpace(label) == "" || strings.TrimSpace(value) == "" {
			return usagef("--example %q: expected LABEL=VALUE, as in --example \"Price=$12.50\"", e)
		}
	}
	if err := checkPaths("pages", paths); err != nil {
		return err
	}
	for _, path := range []string{f.save, f.selectors} {
		if path == "" {
			continue
		}
		if err := f.out.mayReplace(path); err != nil {
			return err
		}
	}
	return nil
}

// prepare gives the wrapper for the pages, and writes it and its selectors where
// that is asked for.
func (f *extractFlags) prepare(cmd *cobra.Command, in *pageInput) (*extract.Wrapper, error) {
	wrapper, err := f.wrapperOf(cmd, in)
	if err != nil {
		return nil, err
	}
	if len(f.examples) > 0 {
		if err := f.teach(cmd, wrapper, in); err != nil {
			return nil, err
		}
	}
	if f.save != "" {
		text, err := wrapper.Text()
		if err == nil {
			err = saveWhole(cmd, f.save, text)
		}
		if err != nil {
			return nil, fmt.Errorf("keeping the wrapper: %w", err)
		}
	}
	if f.selectors != "" {
		if err := exportSelectors(cmd, f.selectors, wrapper, in, f.learn); err != nil {
			return nil, err
		}
	}
	return wrapper, nil
}

// teach calls columns of a wrapper as the examples say, which are looked for on --learn
// of the pages, makes those that are missing, and tells of what nothing came.
func (f *extractFlags) teach(cmd *cobra.Command, w *extract.Wrapper, in *pageInput) error {
	sample, _, err := in.sample(f.learn)
	if err != nil {
		return err
	}
	var examples []extract.Example
	for _, e := range f.examples {
		label, value, _ := strings.Cut(e, "=")
		examples = append(examples, extract.Example{Label: strings.TrimSpace(label), Value: value})
	}
	named, errs := w.Teach(examples, sample)
	for _, n := range named {
		if n.Made {
			fmt.Fprintf(notes(cmd), "  %s is a column that was made for the example\n", printable(n.Label))
			continue
		}
		fmt.Fprintf(notes(cmd), "  %s is the column that was %s\n", printable(n.Label), printable(n.Was))
	}
	for _, err := range errs {
		fmt.Fprintf(warnings(cmd), "  %s\n", printable(err.Error()))
	}
	f.untaught = len(errs)
	return nil
}

// tellDrift says what pages lack of what a wrapper has learned, and returns
// whether they are of another template.
func tellDrift(cmd *cobra.Command, d extract.Drift) bool {
	if len(d.Lost) > 0 {
		fmt.Fprintf(warnings(cmd), "  %d of %d columns are lost: %s\n", len(d.Lost), d.Kept+len(d.Lost), printable(strings.Join(d.Lost, ", ")))
	}
	if !d.Drifted() {
		return false
	}
	fmt.Fprintf(warnings(cmd), "  the pages show %.0f %% of the landmarks: the template has changed; see --relearn\n", 100*d.Match)
	return true
}

// wrapperOf reads a wrapper, and learns one on an even sample of the pages if
// there is none or it is to be learned anew where the template has changed.
func (f *extractFlags) wrapperOf(cmd *cobra.Command, in *pageInput) (*extract.Wrapper, error) {
	var kept *extract.Wrapper
	if f.wrapper != "" {
		data, err := os.ReadFile(f.wrapper)
		if err != nil {
			return nil, usagef("--wrapper: %w", err)
		}
		w := new(extract.Wrapper)
		if err := json.Unmarshal(data, w); err != nil {
			return nil, usagef("--wrapper %s: %w", f.wrapper, err)
		}
		if !f.relearn {
			return w, nil
		}
		kept = w
	}
	sample, total, err := in.sample(f.learn)
	if err != nil {
		return nil, err
	}
	if kept != nil && !changed(cmd, kept, sample) {
		return kept, nil
	}
	w, table, err := extract.Learn(sample, f.options)
	if err != nil {
		return nil, err
	}
	data := 0
	for _, c := range table.Columns {
		if c.Kind.Data() {
			data++
		}
	}
	fmt.Fprintf(notes(cmd), "learned on %s: %s of data, %d of template\n", of(len(table.Pages), total, "page"), counted(data, "column"), len(table.Columns)-data)
	for _, s := range table.Skipped {
		fmt.Fprintf(warnings(cmd), "  not learned from %s: %s\n", printable(s.URL), printable(s.Reason))
	}
	return w, nil
}

// changed tells whether pages are of another template than a wrapper was
// learned on.
func changed(cmd *cobra.Command, w *extract.Wrapper, pages []*page.Page) bool {
	var read []extract.Record
	for _, p := range pages {
		if r, err := w.Extract(p); err == nil {
			read = append(read, r)
		}
	}
	return tellDrift(cmd, w.Drift(read))
}

// exportSelectors tries selectors on an even sample of the pages and writes
// the selectors that give the same values.
func exportSelectors(cmd *cobra.Command, file string, w *extract.Wrapper, in *pageInput, n int) error {
	sample, _, err := in.sample(n)
	if err != nil {
		return err
	}
	sets, err := selector.Export(w, sample)
	if err != nil {
		return err
	}
	for _, s := range sets {
		fmt.Fprintf(notes(cmd), "selectors for %d of %d columns, tried on %d pages\n", len(s.Columns), len(s.Columns)+len(s.More), s.Pages)
	}
	if err := saveJSON(cmd, file, sets); err != nil {
		return fmt.Errorf("keeping the selectors: %w", err)
	}
	return nil
}

func saveJSON(cmd *cobra.Command, path string, v any) error {
	data, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		return err
	}
	return saveWhole(cmd, path, data)
}
