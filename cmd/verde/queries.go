package main

import (
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"verde"
	"verde/query"
	"verde/record"
	"verde/vertical"
)

// queryLine is a query as it goes between stages: whole, and as written.
type queryLine struct {
	Text string `json:"query"`
	query.Query
}

// queriesFlags are the settings of queries.
type queriesFlags struct {
	out                   outputFlags
	vertical, domain      string
	dialect, format, site string
	common                bool
	number, oneOf         int
	seed                  uint64
}

const queriesHelp = `Queries picks informative instances of the records and writes a boolean query for
each, as JSON Lines, CSV or plain text, to be run anywhere. Results come back
with "verde explore --dump" or "verde cluster". Without a file, records are read
from standard input.

With --common, queries are of what instances have in common, as an author, each
with what stands beside it; with --site, of one site. The two together ask a
site again that too few queries led to.
`

func newQueries() *cobra.Command {
	var f queriesFlags
	cmd := &cobra.Command{
		Use:   "queries [RECORDS.jsonl] --vertical FILE",
		Short: "Write boolean queries for instances of records",
		Long:  queriesHelp + exitHelp,
		Example: `  verde queries verde-run/records.jsonl --vertical verde-run/vertical.json -n 50 -o queries.jsonl
  verde queries records.jsonl --domain book --dialect google --format text -o -
  verde queries records.jsonl --domain book --common --site shop.example --format text -o -`,
		RunE: f.run,
	}
	f.add(cmd)
	return cmd
}

func (f *queriesFlags) add(cmd *cobra.Command) {
	f.out.add(cmd, "-")
	flags := cmd.Flags()
	flags.StringVar(&f.vertical, "vertical", "", "`file` that learn wrote")
	flags.StringVar(&f.domain, "domain", "", "what one entity is called, where there is no vertical")
	flags.StringVar(&f.dialect, "dialect", string(query.SearXNG), "how the engine wants queries: "+query.DialectNames())
	flags.StringVar(&f.format, "format", "jsonl", "jsonl, csv or text")
	countVarP(flags, &f.number, "number", "n", 30, 1, "queries to write")
	countVar(flags, &f.oneOf, "one-of", verde.DefaultOneOf, 1, "`values` of which a query requires one beside the name; 1 requires the best")
	flags.BoolVar(&f.common, "common", false, "ask for what instances have in common")
	flags.StringVar(&f.site, "site", "", "`HOST` to ask of, where the dialect can restrict a query")
	flags.Uint64Var(&f.seed, "seed", 0, "of the choice of instances")
}

func (f *queriesFlags) run(cmd *cobra.Command, args []string) error {
	d, err := query.ParseDialect(f.dialect)
	if err != nil {
		return usagef("--dialect: %w", err)
	}
	if f.format != "jsonl" && f.format != "csv" && f.format != "text" {
		return usagef("--format %q: there are jsonl, csv and text", f.format)
	}
	v := &vertical.Vertical{Domain: f.domain}
	if f.vertical != "" {
		if v, err = vertical.Load(f.vertical); err != nil {
			return usagef("%w", err)
		}
	}
	if v.Domain == "" {
		return usagef("give --vertical FILE, or --domain for records without one")
	}
	var records []query.Record
	err = jsonLines(cmd, args, func(r recordLine) error {
		records = append(records, query.Record{Source: r.URL, Values: r.texts()})
		return nil
	})
	if err != nil {
		return err
	}
	write, opt := v.Queries, query.Options{OneOf: f.oneOf, Site: strings.TrimPrefix(strings.ToLower(f.site), "www.")}
	if f.common {
		write = v.CommonQueries
	}
	queries, err := write(records, f.number, f.seed, opt)
	if err != nil {
		return err
	}
	return f.out.with(cmd, func(o *output) error { return writeQueries(o, queries, d, f.format) })
}

// recordLine is a record with its fields, or flat (see [catalog.Flat]).
type recordLine struct {
	record.Record
	Values map[string][]string `json:"values"`
}

// texts gives the texts by label.
func (r *recordLine) texts() map[string][]string {
	if r.Values != nil {
		r.Record = record.FromTexts(r.URL, r.Values)
	}
	return r.Whole().ByLabel()
}

func writeQueries(o *output, queries []query.Query, d query.Dialect, format string) error {
	if len(queries) == 0 {
		return errors.New("no record has a value worth asking for")
	}
	table := csv.NewWriter(o.w)
	if format == "csv" {
		if err := table.Write([]string{"query_id", "query"}); err != nil {
			return err
		}
	}
	for _, q := range queries {
		var err error
		switch text := q.Render(d); format {
		case "csv":
			err = table.Write([]string{q.ID, text})
		case "text":
			_, err = fmt.Fprintln(o.w, text)
		default:
			err = o.line(queryLine{text, q})
		}
		if err != nil {
			return err
		}
	}
	table.Flush()
	return table.Error()
}

// readQueries reads what queries wrote as JSON Lines, or a plain query a line.
func readQueries(cmd *cobra.Command, paths []string) ([]query.Query, error) {
	var out []query.Query
	err := textLines(cmd, paths, func(line string) error {
		if line[0] != '{' {
			out = append(out, query.Parse(line))
			return nil
		}
		var q queryLine
		if err := json.Unmarshal([]byte(line), &q); err != nil {
			return err
		}
		if q.ID == "" || len(q.Required) == 0 {
			id := q.ID
			if q.Query = query.Parse(q.Text); id != "" {
				q.ID = id
			}
		}
		out = append(out, q.Query)
		return nil
	})
	if err == nil && len(out) == 0 {
		err = usagef("no query in the input")
	}
	return out, err
}
