package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"verde"
	"verde/catalog"
	"verde/integrate"
	"verde/integrate/compare"
	"verde/page"
	"verde/record"
	"verde/steering"
)

const integrateHelp = `Integrate makes one catalog of the records of several sites: it finds out which
columns say the same, by the values that their sites repeat, and by labels where
these do not tell;
which records are one entity; and which value holds where sites contradict each
other. Nothing has to be taught.

With --run it reads the records of a run's catalog and writes entities, claims
and attributes into it, unless nothing has changed since the last time; explore does
so after each round. The view "best" has a row an entity and a column an attribute. With files, whose lines are records as extract, explore and catalog
export write them (url, fields), or {"url": ..., "site": ..., "values": {LABEL:
[TEXT, ...]}}, it writes -o, a line an entity:

  {"id", "was": [ID], "anchor": URL, "sites", "records": [URL], "p", "values": {ATTRIBUTE: {"value": [TEXT],
  "p", "sources": [URL], "rivals": [{"value", "p", "sources"}]}}}

p is a probability. An entity that takes over another's records leaves that ID
among "was"; "anchor" is the record that gave the ID. IDs stay: with --run they are kept in the catalog, with files
name the entities of the time before with --known.

--explain tells of two records why they are one entity, or are not. --decide keeps
a decision in the decisions file, which wins over all evidence from then on:

  same URL URL | different URL URL | column SITE LABEL ATTRIBUTE | value ENTITY ATTRIBUTE VALUE

Sites that have no records in common with any other are named, with exit code 3,
as is what was too much: further records of one URL, thousands of values.
`

// integrateFlags are the settings of integrate.
type integrateFlags struct {
	run, same, decisions, known, report string
	explain                             bool
	decide                              string
	shared                              databaseFlags
}

// ofRun names the run whose catalog is meant.
func (f *integrateFlags) ofRun() *catalogFlags { return &catalogFlags{f.run, f.shared} }

// keptDecisions is a list of decisions.
type keptDecisions struct {
	steering.List
	lists steering.Lists // of the run, nil for a file
	in    string         // where it is, for people
	close func() error
}

// kept opens the list of decisions that the flags name; nil for none.
func (f *integrateFlags) kept(cmd *cobra.Command) (*keptDecisions, error) {
	nothing := func() error { return nil }
	switch {
	case f.shared.database != "" && (f.run == "" || f.decisions != ""):
		return nil, usagef("--database goes with the name of a run in --run, whose decisions are kept there: leave out --decisions")
	case f.decisions != "":
		k := &keptDecisions{List: steering.File(f.decisions), in: f.decisions, close: nothing}
		if f.run != "" {
			k.lists = steering.Folder(f.run)
		}
		return k, nil
	case f.shared.database != "":
		in, err := f.ofRun().decisions(cmd)
		if err != nil {
			return nil, err
		}
		return &keptDecisions{in.lists(steering.MatchingFile), in.lists, in.in(steering.MatchingFile), in.close}, nil
	case f.run != "":
		lists := steering.Folder(f.run)
		return &keptDecisions{lists(steering.MatchingFile), lists, filepath.Join(f.run, steering.MatchingFile), nothing}, nil
	}
	return nil, nil
}

func newIntegrate() *cobra.Command {
	var f integrateFlags
	var out outputFlags
	cmd := &cobra.Command{
		Use:   "integrate [--run DIR | FILE...]",
		Short: "Make one catalog of the records of several sites",
		Long:  integrateHelp + exitHelp,
		Example: `  verde integrate a.jsonl b.jsonl -o entities.jsonl
  verde integrate --run books
  verde integrate --run books --explain http://a.example/b/42 http://b.example/x/7
  verde integrate --run books --decide different http://a.example/b/42 http://b.example/x/7`,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error { return f.integrate(cmd, args, &out) },
	}
	out.add(cmd, "-")
	flags := cmd.Flags()
	flags.StringVar(&f.run, "run", "", "run's `folder`, whose catalog is integrated; with --database the run's name")
	f.shared.addDatabase(cmd, ": the run is one there")
	flags.StringVar(&f.same, "same", string(integrate.Auto), "what counts as one entity: auto (what the sites tell apart, and ISBNs), work (whatever date, number or key), edition (never two dates or keys)")
	flags.StringVar(&f.decisions, "decisions", "", "`file` of decisions (default integrate.decisions.jsonl in the run's folder)")
	flags.StringVar(&f.known, "known", "", "`file` of the entities that an earlier run wrote: their IDs stay")
	flags.BoolVar(&f.explain, "explain", false, "tell of the two records whose URLs are given why they are one entity or not, and write nothing")
	flags.StringVar(&f.decide, "decide", "", "keep a decision: same, different, column or value; the arguments are what it is about")
	flags.StringVar(&f.report, "report", "", "`file` for attributes, columns without a partner and why, and what was learned, as JSON")
	return cmd
}

func (f *integrateFlags) integrate(cmd *cobra.Command, args []string, out *outputFlags) (err error) {
	kept, err := f.kept(cmd)
	if err != nil {
		return err
	}
	if kept != nil {
		defer func() { err = errors.Join(err, kept.close()) }()
	}
	if f.decide != "" {
		return f.keep(cmd, kept, args)
	}
	args, urls, err := f.arguments(cmd, args)
	if err != nil {
		return err
	}
	opt := integrate.Options{Granularity: integrate.Granularity(f.same)}
	if kept != nil {
		if opt.Decisions, err = steering.ReadMatching(cmd.Context(), kept); err != nil {
			return usagef("decisions: %w", err)
		}
	}
	if err := opt.Check(); err != nil {
		return usagef("%w", err)
	}
	if f.run != "" {
		return f.integrateRun(cmd, kept, urls, opt)
	}
	tables, err := readTables(cmd, args)
	if err != nil {
		return err
	}
	if f.known != "" {
		if opt.Known, err = readEntities(cmd, f.known); err != nil {
			return err
		}
	}
	if f.explain {
		return f.tellWhy(cmd, tables, urls, opt)
	}
	if len(tables) == 0 {
		return fmt.Errorf("no record in %s", namesOf(args))
	}
	var r *integrate.Result
	err = out.with(cmd, func(o *output) error {
		if r, err = integrate.Integrate(tables, opt); err != nil {
			return err
		}
		for e := range integrate.Lines(r) {
			if err := o.line(e); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	return f.tell(cmd, r.Report())
}

// arguments divides the arguments into files and the two URLs that --explain is of, and checks them with the flags they go with.
func (f *integrateFlags) arguments(cmd *cobra.Command, args []string) (files, urls []string, err error) {
	if cmd.Flags().Changed("decisions") {
		if _, err := os.Stat(f.decisions); err != nil {
			return nil, nil, usagef("--decisions: %w", err)
		}
	}
	files = args
	if f.explain {
		n := len(args) - 2
		if n < 0 || f.run != "" && n > 0 || f.run == "" && n == 0 {
			return nil, nil, usagef("--explain is of two URLs, the last arguments, of records in --run or in files")
		}
		files, urls = args[:n], args[n:]
	}
	if (f.run == "") == (len(files) == 0) {
		return nil, nil, usagef("integrate needs files of records or --run; see %s --help", cmd.CommandPath())
	}
	return files, urls, checkReport(f.report)
}

// integrateRun integrates a run's catalog.
func (f *integrateFlags) integrateRun(cmd *cobra.Command, kept *keptDecisions, urls []string, opt integrate.Options) (err error) {
	c, err := f.ofRun().open(cmd)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, c.Close()) }()
	if f.explain {
		tables, opt, err := c.ToIntegrate(cmd.Context(), opt)
		if err != nil {
			return err
		}
		return f.tellWhy(cmd, tables, urls, opt)
	}
	decided, err := steering.Read(cmd.Context(), kept.lists)
	if err != nil {
		return usagef("decisions: %w", err)
	}
	decided.Matching = opt.Decisions
	var done verde.Integration
	err = f.shared.alone(cmd, f.run, c, func(ctx context.Context) (err error) {
		done, err = verde.Integrate(ctx, c, decided, opt.Granularity, time.Now())
		return err
	})
	for _, site := range done.Out {
		fmt.Fprintf(notes(cmd), "%s: left out of the catalog: %s\n", printable(site), printable(decided.Sites[site].Reason()))
	}
	if err != nil {
		return err
	}
	if !done.Since.IsZero() {
		fmt.Fprintf(notes(cmd), "nothing has changed since %s: all stays as it is\n", done.Since.Format(time.RFC3339))
	}
	return f.tell(cmd, done.Report)
}

func (f *integrateFlags) tellWhy(cmd *cobra.Command, tables []integrate.Table, urls []string, opt integrate.Options) error {
	r, err := integrate.Integrate(tables, opt)
	if err != nil {
		return err
	}
	x, err := r.Explain(urls[0], urls[1])
	if err != nil {
		return usagef("--explain: %w", err)
	}
	if on(cmd.Flags(), "json") {
		return writeReport(cmd, "-", x)
	}
	for line := range strings.Lines(x.String()) {
		fmt.Fprintln(cmd.OutOrStdout(), printable(strings.TrimSuffix(line, "\n")))
	}
	return nil
}

// tell writes the report and a few lines for people.
func (f *integrateFlags) tell(cmd *cobra.Command, report integrate.Report) error {
	w := notes(cmd)
	single := 0
	for i := range report.Attributes {
		if report.Attributes[i].Basis == integrate.OneSource {
			single++
		}
	}
	fmt.Fprintf(w, "%s of %s: %s, %d of them on several sites; %s, and %d of one site each\n",
		counted(report.Records, "record"), counted(report.Sites, "site"), counted(report.Entities, "entity"), report.Joined, counted(len(report.Attributes)-single, "attribute"), single)
	reasons := make(map[string]int)
	for i := range report.Columns {
		if report.Columns[i].Reason != "" {
			reasons[report.Columns[i].Reason]++
		}
	}
	if len(reasons) > 0 {
		fmt.Fprintf(w, "  columns without a partner: %s\n", listCounts(reasons))
	}
	for i := range report.Idle {
		fmt.Fprintf(w, "  decides nothing, since what it is about is not here: %s\n", printable(report.Idle[i].String()))
	}
	if err := writeReport(cmd, f.report, report); err != nil {
		return err
	}
	if report.Cut.Texts > 0 {
		fmt.Fprintf(w, "  %d values are longer than %d bytes, and compared and shown by their beginning; claims have them whole\n", report.Cut.Texts, compare.MaxBytes)
	}
	var lacks []string
	if len(report.Alone) > 0 && report.Sites > 0 {
		lacks = append(lacks, fmt.Sprintf("%s without a record in common with another: %s; more of their pages, or other sites, may", counted(len(report.Alone), "site"), printable(strings.Join(report.Alone, ", "))))
	}
	if n := report.Cut.Records; n > 0 {
		lacks = append(lacks, fmt.Sprintf("%d records were left out, since another one of the same URL says something else: leave one of each in the input", n))
	}
	if n := report.Cut.Values; n > 0 {
		lacks = append(lacks, fmt.Sprintf("%d values were left out of records that have too many in one column", n))
	}
	if len(lacks) > 0 {
		return &incompleteError{strings.Join(lacks, "; ")}
	}
	return nil
}

// keep puts a decision into the file, in place of one on the very same things, if it goes
// with the others.
func (f *integrateFlags) keep(cmd *cobra.Command, kept *keptDecisions, args []string) error {
	if kept == nil {
		return usagef("--decide needs --run, or --decisions with a file to keep it in")
	}
	need := map[string]int{"same": 2, "different": 2, "column": 3, "value": 3}[f.decide]
	if need == 0 || len(args) != need {
		return usagef("--decide: there are same URL URL, different URL URL, column SITE LABEL ATTRIBUTE, and value ENTITY ATTRIBUTE VALUE")
	}
	d := integrate.Decision{What: f.decide}
	switch f.decide {
	case "column":
		d.Site, d.Label, d.Attribute = args[0], args[1], args[2]
	case "value":
		d.Entity, d.Attribute, d.Value = args[0], args[1], args[2]
	default:
		d.A, d.B = args[0], args[1]
	}
	if d.Entity != "" && f.run != "" {
		id, err := f.entityID(cmd, d.Entity)
		if err != nil {
			return err
		}
		d.Entity = id
	}
	changed, err := steering.Match(cmd.Context(), kept, d)
	if err != nil {
		return usagef("--decisions: %w", err)
	}
	if !changed {
		fmt.Fprintf(notes(cmd), "nothing to keep: %s says so already\n", kept.in)
		return nil
	}
	fmt.Fprintf(notes(cmd), "kept in %s; it holds from the next verde integrate on\n", kept.in)
	return nil
}

// entityID gives the ID of the one entity of the run that a name or an ID names.
func (f *integrateFlags) entityID(cmd *cobra.Command, name string) (id string, err error) {
	c, err := f.ofRun().open(cmd)
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, c.Close()) }()
	found, all, err := c.Show(cmd.Context(), name, 1)
	switch {
	case err != nil:
		return "", err
	case all == 0:
		return "", usagef("--decide value: the catalog of %s has no entity called %q; verde catalog show finds it by other words", f.run, name)
	case all > 1:
		return "", usagef("--decide value: %d entities are called %q: name one by its ID, which verde catalog show gives", all, name)
	}
	return found[0].ID, nil
}

// looseRecord is a record as any program may write it.
type looseRecord struct {
	record.Record
	Values map[string]looseTexts `json:"values"`
}

// looseTexts is a text, a number or a list of them.
type looseTexts []string

func (t *looseTexts) UnmarshalJSON(data []byte) error {
	var v any
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber() // as it is written: 9780140449136 and not 9.780140449136e+12
	if err := d.Decode(&v); err != nil {
		return err
	}
	list, ok := v.([]any)
	if !ok {
		list = []any{v}
	}
	for _, x := range list {
		switch x := x.(type) {
		case nil:
		case string:
			*t = append(*t, x)
		case json.Number, bool:
			*t = append(*t, fmt.Sprint(x))
		default:
			return fmt.Errorf("a value is a text or a list of texts, not %.60s", data)
		}
	}
	return nil
}

// readTables reads records, by site.
func readTables(cmd *cobra.Command, paths []string) ([]integrate.Table, error) {
	var tables catalog.Tabulation
	err := jsonLines(cmd, paths, func(r looseRecord) error {
		if r.URL == "" {
			return errors.New("a record needs a url, which tells it from others")
		}
		if r.Site == "" {
			if r.Site = page.Site(r.URL); r.Site == "" {
				return fmt.Errorf("a record needs a site, or a url with a host, not %.100q", r.URL)
			}
		}
		values := make(map[string][]string, len(r.Values))
		for label, texts := range r.Values {
			values[label] = texts
		}
		tables.Add(&r.Record, values)
		return nil
	})
	if err != nil {
		return nil, usagef("%w", err)
	}
	return tables.Tables(), nil
}

// readEntities reads the entities of an earlier run.
func readEntities(cmd *cobra.Command, path string) (out []integrate.Known, err error) {
	err = jsonLines(cmd, []string{path}, func(l integrate.Line) error {
		if l.ID == "" {
			return errors.New("an entity has an id")
		}
		out = append(out, integrate.Known{ID: l.ID, Was: l.Was, Anchor: l.Anchor, URLs: l.Records})
		return nil
	})
	if err != nil {
		return nil, usagef("--known: %w", err)
	}
	return out, nil
}
