package main

import (
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"verde"
	"verde/catalog"
	"verde/query"
)

// queryLine is a query as it goes between stages: whole, and as written.
type queryLine struct {
	Text string `json:"query"`
	query.Query
}

func newQueries() *cobra.Command {
	var f runFlags
	var out outputFlags
	var dialect, format, vertical, site string
	var common bool
	var n, oneOf int
	var seed uint64
	cmd := &cobra.Command{
		Use:   "queries [RECORDS.jsonl] --vertical FILE",
		Short: "Write boolean queries for instances of records",
		Long: `Queries picks informative instances of the records and writes a boolean query for
each, as JSON Lines, CSV or plain text, to be run anywhere. Results come back
with "verde explore --dump" or "verde cluster". Without a file, records are read
from standard input.

With --common, queries are of what instances have in common, as an author, each
with what stands beside it; with --site, of one site. The two together ask a
site again that too few queries led to.
` + exitHelp,
		Example: `  verde queries verde-run/records.jsonl --vertical verde-run/vertical.json -n 50 -o queries.jsonl
  verde queries records.jsonl --domain book --dialect google --format text -o -
  verde queries records.jsonl --domain book --common --site shop.example --format text -o -`,
		RunE: func(cmd *cobra.Command, args []string) error {
			d, err := query.ParseDialect(dialect)
			if err != nil {
				return usagef("--dialect: %w", err)
			}
			if format != "jsonl" && format != "csv" && format != "text" {
				return usagef("--format %q: there are jsonl, csv and text", format)
			}
			v := &verde.Vertical{Domain: f.domain}
			if vertical != "" {
				if v, err = verde.LoadVertical(vertical); err != nil {
					return usagef("%w", err)
				}
			}
			if v.Domain == "" {
				return usagef("give --vertical FILE, or --domain for records without one")
			}
			var records []query.Record
			err = jsonLines(cmd, args, func(r recordLine) error {
				read := catalog.Record{Values: r.Values}
				records = append(records, query.Record{Source: r.URL, Values: read.Shown()})
				return nil
			})
			if err != nil {
				return err
			}
			write, opt := v.Queries, query.Options{OneOf: oneOf, Site: strings.TrimPrefix(strings.ToLower(site), "www.")}
			if common {
				write = v.CommonQueries
			}
			queries, err := write(records, n, seed, opt)
			if err != nil {
				return err
			}
			return out.with(cmd, func(o *output) error { return writeQueries(o, queries, d, format) })
		},
	}
	out.add(cmd, "-")
	flags := cmd.Flags()
	flags.StringVar(&vertical, "vertical", "", "`file` that learn wrote")
	flags.StringVar(&f.domain, "domain", "", "what one thing is called, where there is no vertical")
	flags.StringVar(&dialect, "dialect", string(query.SearXNG), "how the engine wants queries: plain, google, bing, brave, duckduckgo, searxng, querystring, bleve, postgresql")
	flags.StringVar(&format, "format", "jsonl", "jsonl, csv or text")
	flags.IntVarP(&n, "number", "n", 30, "queries to write")
	flags.IntVar(&oneOf, "one-of", verde.DefaultOneOf, "`values` of which a query requires one beside the name; 1 requires the best")
	flags.BoolVar(&common, "common", false, "ask for what instances have in common")
	flags.StringVar(&site, "site", "", "`HOST` to ask of, where the dialect can restrict a query")
	flags.Uint64Var(&seed, "seed", 0, "of the choice of instances")
	return cmd
}

// recordLine is what is read of a record.
type recordLine struct {
	URL    string              `json:"url"`
	Site   string              `json:"site"`
	Values map[string][]string `json:"values"`
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
